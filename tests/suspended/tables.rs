//! Every row of the tables of what comes back, and what travels to the client.

use countersign::mcp::{Epoch, Ledger, LedgerError, MemoryLedger, Nonce, Redemption};
use rmcp::model::ElicitRequestParams;
use serde_json::{Value, json};
use std::time::Duration;

use crate::{
    client::{Client, call, decline, delete, export, no, yes},
    desk::{Desk, gate, settings, settings_with, spanish},
};

#[tokio::test]
async fn the_first_call_asks_and_runs_nothing() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    let asked = client.send(delete("a")).await.asked();
    assert_eq!(asked.keys, ["confirm"]);
    let ElicitRequestParams::FormElicitationParams {
        message,
        requested_schema,
        ..
    } = asked.question
    else {
        panic!("not a form")
    };
    assert!(message.contains("delete_draft"), "{message}");
    let schema = serde_json::to_value(requested_schema).unwrap();
    assert_eq!(schema["required"], json!(["confirm"]));
    assert_eq!(schema["properties"]["confirm"]["type"], "boolean");
    assert_eq!(schema["properties"]["confirm"].get("default"), None);
    assert_eq!(client.asked_live(), 0);
    desk.journal.assert_empty();
}

#[tokio::test]
async fn valid_state_and_an_explicit_yes_run_once() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    for (tool, done, ran) in [
        (delete as fn(&str) -> _, "a is gone", "deleted a"),
        (export, "a is out", "exported a"),
    ] {
        let state = client.state_of(tool("a")).await;
        let retry = tool("a").state(state).answer(yes());
        assert_eq!(client.send(retry.clone()).await.done(), done);
        assert_eq!(desk.journal.read().last().unwrap(), ran);
        client.send(retry).await.invalid_state();
    }
    assert_eq!(desk.journal.read(), ["deleted a", "exported a"]);
}

#[tokio::test]
async fn the_loop_of_the_sdk_runs_once() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    let result = client.call_until_done(export("a")).await.unwrap();
    assert_eq!(result.is_error, Some(false));
    assert_eq!(desk.journal.read(), ["exported a"]);
}

/// Everything that is not a yes, with the reason it is refused for.
fn not_a_yes() -> Vec<(Value, &'static str)> {
    let accept = |content: Value| json!({ "action": "accept", "content": content });
    let not_confirmed = "refused_not_confirmed";
    let mut all = vec![
        (decline(), "refused_declined"),
        (
            json!({ "action": "decline", "content": { "confirm": true } }),
            "refused_declined",
        ),
        (json!({ "action": "cancel" }), "refused_cancelled"),
        (
            json!({ "action": "cancel", "content": { "confirm": true } }),
            "refused_cancelled",
        ),
        (
            json!({ "action": "ACCEPT", "content": { "confirm": true } }),
            "refused_declined",
        ),
        (
            json!({ "action": "", "content": { "confirm": true } }),
            "refused_declined",
        ),
        (no(), not_confirmed),
        (json!({ "action": "accept" }), not_confirmed),
        (
            json!({ "action": "accept", "confirm": true }),
            not_confirmed,
        ),
        (json!({ "content": { "confirm": true } }), "no_answer"),
        (
            json!({ "action": true, "content": { "confirm": true } }),
            "no_answer",
        ),
        (
            json!({ "action": ["accept"], "content": { "confirm": true } }),
            "no_answer",
        ),
        (json!({}), "no_answer"),
        (Value::Null, "no_answer"),
        (json!(true), "no_answer"),
        (json!("accept"), "no_answer"),
        (json!([yes()]), "no_answer"),
    ];
    for content in [
        Value::Null,
        json!({}),
        json!(true),
        json!([true]),
        json!({ "Confirm": true }),
        json!({ "confirm": "true" }),
        json!({ "confirm": 1 }),
        json!({ "confirm": null }),
        json!({ "confirm": [true] }),
        json!({ "confirm": { "confirm": true } }),
        json!({ "ok": true }),
    ] {
        all.push((accept(content), not_confirmed));
    }
    all
}

#[tokio::test]
async fn anything_but_a_yes_refuses_and_spends_the_state() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    for tool in [delete, export] {
        for (answer, reason) in not_a_yes() {
            let state = client.state_of(tool("a")).await;
            let retry = tool("a").state(state.clone()).answer(answer.clone());
            let reply = client.send(retry).await;
            let text = reply.refused_for(reason);
            assert!(text.contains("was not run"), "{answer}: {text}");
            client
                .send(tool("a").state(state).answer(yes()))
                .await
                .invalid_state();
        }
    }
    desk.journal.assert_empty();
}

#[tokio::test]
async fn no_answer_under_our_key_asks_again() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    let state = client.state_of(export("a")).await;
    let bare = export("a").state(state.clone());
    let elsewhere = bare
        .clone()
        .answer_under("approve", yes())
        .answer_under("Confirm", yes());
    let mut latest = state.clone();
    for retry in [bare, elsewhere] {
        let again = client.send(retry).await.asked();
        assert_eq!(again.keys, ["confirm"]);
        assert_ne!(again.state, latest);
        latest = again.state;
    }
    desk.journal.assert_empty();
    client
        .send(export("a").state(latest).answer(yes()))
        .await
        .done();
    assert_eq!(desk.journal.read(), ["exported a"]);
}

#[tokio::test]
async fn an_answer_without_state_is_asked_as_the_first_call_is() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    for tool in [delete, export] {
        client.send(tool("a").answer(yes())).await.asked();
    }
    desk.journal.assert_empty();
}

#[tokio::test]
async fn a_ledger_that_is_full_refuses() {
    let desk = Desk::with(settings_with(gate(), MemoryLedger::with_capacity(1)));
    let client = Client::of(&desk).await;
    let states = [
        client.state_of(export("a")).await,
        client.state_of(export("b")).await,
    ];
    let [first, second] = states;
    client
        .send(export("a").state(first.clone()).answer(yes()))
        .await
        .done();
    let reply = client.send(export("b").state(second).answer(yes())).await;
    let text = reply.refused_for("ledger_full");
    assert!(text.contains("Call it again in a few minutes"), "{text}");
    // What it holds, it still holds.
    client
        .send(export("a").state(first).answer(yes()))
        .await
        .invalid_state();
    assert_eq!(desk.journal.read(), ["exported a"]);
}

/// A ledger that fails where it is told to.
struct Failing {
    epoch: Option<LedgerError>,
    redeem: Option<LedgerError>,
}

impl Ledger for Failing {
    async fn epoch(&self) -> Result<Epoch, LedgerError> {
        self.epoch.map_or_else(|| Ok(Epoch::new("one")), Err)
    }

    async fn redeem(&self, _: &Epoch, _: Nonce, _: Duration) -> Result<Redemption, LedgerError> {
        self.redeem.map_or(Ok(Redemption::Redeemed), Err)
    }
}

#[tokio::test]
async fn a_ledger_that_cannot_be_reached_refuses() {
    for (error, reason) in [
        (LedgerError::Unavailable, "ledger_unavailable"),
        (LedgerError::Full, "ledger_full"),
    ] {
        let never = Failing {
            epoch: Some(error),
            redeem: None,
        };
        let desk = Desk::with(settings_with(gate(), never));
        let client = Client::of(&desk).await;
        client.send(export("a")).await.refused_for(reason);

        let later = Failing {
            epoch: None,
            redeem: Some(error),
        };
        let desk = Desk::with(settings_with(gate(), later));
        let client = Client::of(&desk).await;
        for answer in [yes(), decline()] {
            let state = client.state_of(export("a")).await;
            let reply = client.send(export("a").state(state).answer(answer)).await;
            reply.refused_for(reason);
        }
        desk.journal.assert_empty();
    }
    // It is the ledger's word that lets the call run.
    let desk = Desk::with(settings_with(
        gate(),
        Failing {
            epoch: None,
            redeem: None,
        },
    ));
    let client = Client::of(&desk).await;
    let state = client.state_of(export("a")).await;
    client
        .send(export("a").state(state).answer(yes()))
        .await
        .done();
    assert_eq!(desk.journal.read(), ["exported a"]);
}

#[tokio::test]
async fn no_form_elicitation_is_an_error_with_the_capability_that_is_missing() {
    let desk = Desk::new();
    let client = Client::without_forms(&desk).await;
    let url_only = json!({ "elicitation": { "url": {} } });
    for refused in [export("a"), export("a").capabilities(url_only)] {
        let error = client.send(refused).await.error();
        assert_eq!(error.code.0, -32021);
        assert_eq!(
            error.data,
            Some(json!({ "requiredCapabilities": { "elicitation": { "form": {} } } }))
        );
        assert_eq!(
            error.message,
            "`export_draft` was not run: it needs a person's yes, and this client cannot ask for it. Export it at the desk."
        );
    }
    desk.journal.assert_empty();
    for forms in [
        json!({ "elicitation": {} }),
        json!({ "elicitation": { "form": {} } }),
    ] {
        client.send(export("a").capabilities(forms)).await.asked();
    }
}

#[tokio::test]
async fn the_other_routes_are_what_they_are_on_every_revision() {
    let desk = Desk::new();
    let forms = Client::of(&desk).await;
    let none = Client::without_forms(&desk).await;
    for client in [&forms, &none] {
        client.send(call("list_drafts", json!({}))).await.done();
        client
            .send(call("wipe", json!({})))
            .await
            .refused_for("refuse_blocked");
        let state = forms.state_of(export("a")).await;
        let retry = call("wipe", json!({})).state(state).answer(yes());
        client.send(retry).await.refused_for("refuse_blocked");
    }
    // Destructive, and the client is trusted to have asked.
    none.send(delete("a")).await.done();
    assert_eq!(desk.journal.read(), ["listed", "listed", "deleted a"]);
}

#[tokio::test]
async fn a_tightened_tool_is_asked_about_or_refused() {
    let desk = Desk::with(settings_with(
        crate::desk::tightened_gate(),
        MemoryLedger::new(),
    ));
    let list = || call("list_drafts", json!({}));
    let client = Client::of(&desk).await;
    let state = client.state_of(list()).await;
    desk.journal.assert_empty();
    client.send(list().state(state).answer(yes())).await.done();
    let error = Client::without_forms(&desk)
        .await
        .send(list())
        .await
        .error();
    assert_eq!(error.code.0, -32021);
    assert_eq!(desk.journal.read(), ["listed"]);
}

#[tokio::test]
async fn the_texts_are_in_the_language_of_the_gate() {
    let desk = Desk::with(spanish());
    let client = Client::of(&desk).await;
    let state = client.state_of(export("a")).await;
    let mut altered = state.clone();
    altered.push('x');
    let error = client
        .send(export("a").state(altered).answer(yes()))
        .await
        .error();
    assert_eq!(error.code.0, -32602);
    assert!(error.message.contains("Llame de nuevo sin él"), "{error:?}");
    let reply = client
        .send(export("a").state(state).answer(decline()))
        .await;
    let (refusal, text) = reply.refused();
    assert_eq!(refusal["message"], text);
    assert!(text.contains("rechazo"), "{text}");
    desk.journal.assert_empty();
}

#[tokio::test]
async fn the_ask_key_is_a_setting() {
    let desk = Desk::with(settings().ask_key("user_name"));
    let client = Client::of(&desk).await;
    let asked = client.send(export("a")).await.asked();
    assert_eq!(asked.keys, ["user_name"]);
    let again = client
        .send(export("a").state(asked.state).answer(yes()))
        .await
        .asked();
    let retry = export("a")
        .state(again.state)
        .answer_under("user_name", yes());
    client.send(retry).await.done();
    assert_eq!(desk.journal.read(), ["exported a"]);
}
