//! A state that was changed, kept or bought.

use std::{sync::Arc, time::Duration};

use countersign::{
    Locale,
    mcp::{Confirmations, MemoryLedger},
};
use serde_json::json;

use crate::{
    client::{Call, Client, call, decline, delete, export, forms, no, no_forms, yes},
    desk::{Desk, KEY, Shared, codec, gate, settings, settings_with},
};

/// Every state in `altered` is rejected, and the state it was made from is still good.
async fn rejected(altered: impl IntoIterator<Item = String>, state: String, desk: &Desk) {
    let client = Client::of(desk).await;
    for altered in altered {
        assert_ne!(altered, state);
        let retry = export("a").state(altered).answer(yes());
        client.send(retry).await.invalid_state();
    }
    desk.journal.assert_empty();
    client
        .send(export("a").state(state).answer(yes()))
        .await
        .done();
    assert_eq!(desk.journal.read(), ["exported a"]);
}

async fn desk_with_state() -> (Desk, String) {
    let desk = Desk::new();
    let state = Client::of(&desk).await.state_of(export("a")).await;
    (desk, state)
}

#[tokio::test]
async fn a_state_with_any_bit_flipped_is_rejected() {
    let (desk, state) = desk_with_state().await;
    assert!(state.is_ascii());
    let flipped = (0..state.len()).flat_map(|at| {
        let state = state.clone();
        (0..8).map(move |bit| {
            let flipped = char::from(state.as_bytes()[at] ^ (1 << bit));
            format!("{}{flipped}{}", &state[..at], &state[at + 1..])
        })
    });
    rejected(flipped, state.clone(), &desk).await;
}

#[tokio::test]
async fn a_state_with_any_byte_replaced_is_rejected() {
    let (desk, state) = desk_with_state().await;
    let replaced = (0..state.len()).flat_map(|at| {
        let state = state.clone();
        "AQw9-_.= \u{e9}".chars().filter_map(move |other| {
            let replaced = format!("{}{other}{}", &state[..at], &state[at + 1..]);
            (replaced != state).then_some(replaced)
        })
    });
    rejected(replaced, state.clone(), &desk).await;
}

#[tokio::test]
async fn a_state_cut_off_or_cut_into_anywhere_is_rejected() {
    let (desk, state) = desk_with_state().await;
    let cut = (0..state.len()).flat_map(|at| {
        [
            state[..at].to_owned(),
            state[at + 1..].to_owned(),
            format!("{}{}", &state[..at], &state[at + 1..]),
        ]
    });
    // Where two neighbours are equal, leaving out either gives the same state.
    rejected(cut.collect::<Vec<_>>(), state.clone(), &desk).await;
}

#[tokio::test]
async fn a_state_that_is_extended_or_doubled_is_rejected() {
    let (desk, state) = desk_with_state().await;
    let mut extended = vec![
        format!("{state}{state}"),
        format!("{state}.{state}"),
        state.to_uppercase(),
        state.to_lowercase(),
        state.chars().rev().collect(),
        "rs1..".to_owned(),
        "rs2...".to_owned(),
    ];
    for extension in ["A", "=", "==", ".", " ", "\n", "\0", "\u{feff}", ".AAAA"] {
        extended.push(format!("{state}{extension}"));
        extended.push(format!("{extension}{state}"));
    }
    // The parts of two states that were both sealed here.
    let other = Client::of(&desk).await.state_of(export("a")).await;
    let parts: Vec<&str> = state.split('.').collect();
    let others: Vec<&str> = other.split('.').collect();
    assert_eq!((parts.len(), others.len()), (3, 3));
    extended.push([parts[0], parts[1], others[2]].join("."));
    extended.push([parts[0], others[1], parts[2]].join("."));
    rejected(extended, state, &desk).await;
}

#[tokio::test]
async fn a_state_of_another_call_is_rejected() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    let calls: [fn() -> Call; 6] = [
        || export("a"),
        || export("b"),
        || delete("a"),
        || delete("b"),
        || call("pay", json!({ "draft": "a" })),
        || call("pay", json!({ "draft": "a", "twice": true })),
    ];
    for asked in calls {
        for retried in calls {
            let (asked, retried) = (asked(), retried());
            if format!("{asked:?}") == format!("{retried:?}") {
                continue;
            }
            let state = client.state_of(asked).await;
            client
                .send(retried.state(state).answer(yes()))
                .await
                .invalid_state();
        }
    }
    desk.journal.assert_empty();
}

/// The state of a desk is rejected at another one, which differs in one setting, and is then
/// still good where it comes from.
async fn rejected_at(desk: &Desk, other: &Desk, retry: Call) {
    let state = Client::of(desk).await.state_of(export("a")).await;
    let there = Client::of(other).await;
    there.send(retry.state(state.clone())).await.invalid_state();
    desk.journal.assert_empty();
    other.journal.assert_empty();
    let here = Client::of(desk).await;
    here.send(export("a").state(state).answer(yes()))
        .await
        .done();
    assert_eq!(desk.journal.read(), ["exported a"]);
}

#[tokio::test]
async fn a_state_of_another_principal_is_rejected() {
    for (theirs, ours) in [
        ("alice", "bob"),
        ("alice", ""),
        ("alice", "alice "),
        ("a", "ab"),
    ] {
        let desk = Desk::with(settings().principal(move |_| Ok(theirs)));
        let other = desk.reconfigured(|settings| settings.principal(move |_| Ok(ours)));
        rejected_at(&desk, &other, export("a").answer(yes())).await;
    }
}

#[tokio::test]
async fn a_state_of_another_key_is_rejected() {
    let desk = Desk::new();
    let other = desk.reconfigured(|settings| settings.state_key(codec(&KEY.replace("key", "kez"))));
    rejected_at(&desk, &other, export("a").answer(yes())).await;
}

#[tokio::test]
async fn a_state_of_another_process_is_rejected() {
    // The same key, and a memory that cannot know what was answered elsewhere.
    let desk = Desk::new();
    let other = desk.reconfigured(|settings| settings.ledger(MemoryLedger::new()));
    rejected_at(&desk, &other, export("a").answer(yes())).await;
}

#[tokio::test]
async fn a_state_of_another_question_is_rejected() {
    // All but the language is shared.
    let ledger = Arc::new(MemoryLedger::new());
    let english = Desk::with(settings_with(gate(), Shared(ledger.clone())));
    let spanish = gate().in_locale(Locale::Es);
    let spanish = Desk::with(settings_with(spanish, Shared(ledger)));
    rejected_at(&english, &spanish, export("a").answer(yes())).await;
}

#[tokio::test]
async fn a_state_of_another_ask_key_is_rejected() {
    let desk = Desk::new();
    let other = desk.reconfigured(|settings| settings.ask_key("approve"));
    rejected_at(&desk, &other, export("a").answer_under("approve", yes())).await;
}

#[tokio::test]
async fn a_state_is_answered_once_whatever_the_first_answer_was() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    for tool in [delete, export] {
        for first in [
            no(),
            decline(),
            json!({ "action": "cancel" }),
            json!({}),
            json!(null),
        ] {
            let state = client.state_of(tool("a")).await;
            client
                .send(tool("a").state(state.clone()).answer(first))
                .await
                .refused();
            // Again and again, at this connection and at another.
            let elsewhere = Client::of(&desk).await;
            for client in [&client, &elsewhere, &client] {
                let retry = tool("a").state(state.clone()).answer(yes());
                client.send(retry).await.invalid_state();
            }
        }
    }
    desk.journal.assert_empty();

    let state = client.state_of(export("a")).await;
    let retry = export("a").state(state).answer(yes());
    client.send(retry.clone()).await.done();
    for _ in 0..3 {
        client.send(retry.clone()).await.invalid_state();
        client
            .send(retry.clone().answer(decline()))
            .await
            .invalid_state();
    }
    assert_eq!(desk.journal.read(), ["exported a"]);
}

#[tokio::test]
async fn two_states_for_one_call_are_two_questions() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    let declined = client.state_of(export("a")).await;
    let confirmed = client.state_of(export("a")).await;
    assert_ne!(declined, confirmed);
    client
        .send(export("a").state(declined.clone()).answer(decline()))
        .await
        .refused();
    client
        .send(export("a").state(declined.clone()).answer(yes()))
        .await
        .invalid_state();
    desk.journal.assert_empty();
    client
        .send(export("a").state(confirmed.clone()).answer(yes()))
        .await
        .done();
    for spent in [declined, confirmed] {
        client
            .send(export("a").state(spent).answer(yes()))
            .await
            .invalid_state();
    }
    assert_eq!(desk.journal.read(), ["exported a"]);
}

#[tokio::test]
async fn a_retry_that_drops_the_capability_does_not_run_by_the_client_hint() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    for capabilities in [json!({}), json!({ "elicitation": { "url": {} } })] {
        // Declined, and sent again with the spent state by a client that cannot ask.
        let state = client.state_of(delete("a")).await;
        client
            .send(delete("a").state(state.clone()).answer(decline()))
            .await
            .refused();
        let retry = delete("a").state(state).capabilities(capabilities.clone());
        for retry in [retry.clone().answer(yes()), retry.clone().answer(decline())] {
            client.send(retry).await.invalid_state();
        }
        // Without an answer it is asked again, which it cannot be.
        assert_eq!(client.send(retry).await.error().code.0, -32021);

        // Never answered, garbage, empty.
        let state = client.state_of(delete("a")).await;
        let bare = delete("a").capabilities(capabilities.clone());
        assert_eq!(
            client
                .send(bare.clone().state(state.clone()))
                .await
                .error()
                .code
                .0,
            -32021
        );
        let other = delete("b")
            .capabilities(capabilities.clone())
            .state(state.clone());
        client.send(other.answer(yes())).await.invalid_state();
        for garbage in ["", "rs1", "x.y.z"] {
            client
                .send(bare.clone().state(garbage).answer(yes()))
                .await
                .invalid_state();
        }
        let declined = bare.state(state).answer(decline());
        client.send(declined).await.refused_for("refused_declined");
    }
    desk.journal.assert_empty();
}

#[tokio::test]
async fn an_answered_question_counts_even_if_the_retry_declares_nothing() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    let state = client.state_of(export("a")).await;
    let retry = export("a")
        .state(state)
        .answer(yes())
        .capabilities(json!({}));
    client.send(retry.clone()).await.done();
    client.send(retry).await.invalid_state();
    assert_eq!(desk.journal.read(), ["exported a"]);
}

#[tokio::test]
async fn a_state_on_an_earlier_revision_is_rejected() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    let legacy = Client::legacy(&desk, forms()).await;
    let legacy_without = Client::legacy(&desk, no_forms()).await;
    for tool in [delete, export] {
        let fresh = client.state_of(tool("a")).await;
        let declined = client.state_of(tool("a")).await;
        client
            .send(tool("a").state(declined.clone()).answer(decline()))
            .await
            .refused();
        for state in [fresh, declined, "garbage".to_owned(), String::new()] {
            let retry = tool("a").state(state).answer(yes());
            legacy.send(retry.clone()).await.invalid_state();
            legacy_without.send(retry.clone()).await.invalid_state();
            client
                .send(retry.clone().revision("2025-11-25"))
                .await
                .invalid_state();
            client
                .send(retry.revision("2025-06-18"))
                .await
                .invalid_state();
        }
    }
    assert_eq!(legacy.asked_live(), 0);
    desk.journal.assert_empty();
}

#[tokio::test]
async fn a_session_of_an_earlier_revision_may_be_asked_in_the_new_way() {
    // The revision is the request's, not the session's.
    let desk = Desk::new();
    let legacy = Client::legacy(&desk, forms()).await;
    let stateless = |call: Call| {
        call.revision("2026-07-28")
            .capabilities(json!({ "elicitation": {} }))
    };
    let state = legacy.state_of(stateless(export("a"))).await;
    desk.journal.assert_empty();
    let retry = stateless(export("a").state(state).answer(yes()));
    legacy.send(retry.clone()).await.done();
    legacy.send(retry).await.invalid_state();
    assert_eq!(desk.journal.read(), ["exported a"]);
    assert_eq!(legacy.asked_live(), 0);
}

#[tokio::test]
async fn an_expired_state_is_rejected_and_another_can_be_asked_for() {
    let ttl = Duration::from_millis(300);
    let desk = Desk::with(settings().state_ttl(ttl));
    let client = Client::of(&desk).await;
    let state = client.state_of(export("a")).await;
    tokio::time::sleep(ttl).await;
    let late = export("a").state(state.clone());
    client
        .send(late.clone().answer(yes()))
        .await
        .invalid_state();
    client
        .send(late.clone().answer(decline()))
        .await
        .invalid_state();
    // No answer under our key comes second: an expired state is not renewed.
    client.send(late).await.invalid_state();
    desk.journal.assert_empty();
    // Here with the time that a busy machine may take.
    let desk = desk.reconfigured(|settings| settings.state_ttl(Confirmations::STATE_TTL));
    let client = Client::of(&desk).await;
    let state = client.state_of(export("a")).await;
    client
        .send(export("a").state(state).answer(yes()))
        .await
        .done();
    assert_eq!(desk.journal.read(), ["exported a"]);
}
