//! Principals, keys, and settings that are made anew.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::http::request::Parts;
use countersign::mcp::{Confirmations, MemoryLedger};
use rmcp::{
    ErrorData,
    model::RequestStateCodec,
    service::{RequestContext, RoleServer},
};

use crate::{
    client::{Client, USER, delete, export, serve_http, yes},
    desk::{Desk, KEY, codec, gate, settings},
};

/// The user, as the HTTP request names it.
fn user(request: &RequestContext<RoleServer>) -> Result<String, ErrorData> {
    let parts = request.extensions.get::<Parts>();
    let header = parts.and_then(|parts| parts.headers.get(USER));
    let user = header.and_then(|user| user.to_str().ok());
    user.map(str::to_owned)
        .ok_or_else(|| ErrorData::internal_error("nobody is signed in", None))
}

#[tokio::test]
async fn a_principal_that_fails_or_panics_refuses() {
    let fails: fn(Confirmations) -> Confirmations = |settings| {
        settings.principal(|_| Err::<Vec<u8>, _>(ErrorData::internal_error("secret-detail", None)))
    };
    let panics: fn(Confirmations) -> Confirmations =
        |settings| settings.principal(|_| -> Result<Vec<u8>, _> { panic!("secret-detail") });
    for broken in [fails, panics] {
        let desk = Desk::new();
        let state = Client::of(&desk).await.state_of(export("a")).await;
        let broken = desk.reconfigured(broken);
        let client = Client::of(&broken).await;
        for call in [
            export("a"),
            delete("a"),
            export("a").state(state.clone()).answer(yes()),
        ] {
            let (refusal, text) = client.send(call).await.refused();
            assert_eq!(refusal["reason"], "principal_unknown");
            assert!(
                !format!("{refusal}{text}").contains("secret-detail"),
                "{text}"
            );
        }
        desk.journal.assert_empty();
        // The server lives on, and the state was not spent.
        let client = Client::of(&desk).await;
        client
            .send(export("a").state(state).answer(yes()))
            .await
            .done();
        assert_eq!(desk.journal.read(), ["exported a"]);
    }
}

#[tokio::test]
async fn a_principal_that_is_lost_between_question_and_answer_refuses() {
    let signed_in = Arc::new(AtomicBool::new(true));
    let desk = Desk::with(settings().principal({
        let signed_in = signed_in.clone();
        move |_| {
            let error = || ErrorData::internal_error("signed out", None);
            let signed_in = signed_in.load(Ordering::SeqCst);
            signed_in.then_some("alice").ok_or_else(error)
        }
    }));
    let client = Client::of(&desk).await;
    let state = client.state_of(export("a")).await;
    signed_in.store(false, Ordering::SeqCst);
    let retry = export("a").state(state).answer(yes());
    client
        .send(retry.clone())
        .await
        .refused_for("principal_unknown");
    desk.journal.assert_empty();
    signed_in.store(true, Ordering::SeqCst);
    client.send(retry).await.done();
}

#[tokio::test]
async fn over_http_one_users_state_is_none_for_another() {
    let desk = Desk::with(settings().principal(user));
    let url = serve_http({
        let desk = desk.clone();
        move || desk.clone()
    })
    .await;
    let alice = Client::http(&url, "alice").await;
    let bob = Client::http(&url, "bob").await;
    let state = alice.state_of(export("a")).await;
    let retry = export("a").state(state).answer(yes());
    bob.send(retry.clone()).await.invalid_state();
    desk.journal.assert_empty();
    // At another connection of her own it is good, once.
    let elsewhere = Client::http(&url, "alice").await;
    elsewhere.send(retry.clone()).await.done();
    alice.send(retry.clone()).await.invalid_state();
    bob.send(retry).await.invalid_state();
    let result = bob.call_until_done(export("b")).await.unwrap();
    assert_eq!(result.is_error, Some(false));
    assert_eq!(desk.journal.read(), ["exported a", "exported b"]);
}

#[tokio::test]
async fn settings_with_the_defaults_may_be_built_anew_for_each_request() {
    let journal = Desk::new().journal;
    let url = serve_http({
        let journal = journal.clone();
        move || Desk {
            confirmations: Confirmations::new(gate()),
            journal: journal.clone(),
        }
    })
    .await;
    let client = Client::http(&url, "alice").await;
    let state = client.state_of(export("a")).await;
    let retry = export("a").state(state).answer(yes());
    client.send(retry.clone()).await.done();
    client.send(retry).await.invalid_state();
    client.call_until_done(export("b")).await.unwrap();
    assert_eq!(journal.read(), ["exported a", "exported b"]);
}

/// Desks of one ledger and one journal, each with another keyring.
fn rotation() -> impl Fn(RequestStateCodec) -> Desk {
    let desk = Desk::new();
    move |codec| desk.reconfigured(|settings| settings.state_key(codec))
}

fn ring(active: &str, keys: &[(&str, &str)]) -> RequestStateCodec {
    RequestStateCodec::new_with_keyring(active.to_owned(), keys.iter().copied()).unwrap()
}

#[tokio::test]
async fn a_key_can_be_rotated_and_retired() {
    let old = ("2026-01", "the old key, long enough to be taken");
    let new = ("2026-02", "the new key, long enough to be taken");
    let desk = rotation();
    let before = Client::of(&desk(ring("2026-01", &[old]))).await;
    let during = Client::of(&desk(ring("2026-01", &[old, new]))).await;
    let promoted = Client::of(&desk(ring("2026-02", &[old, new]))).await;
    let after = Client::of(&desk(ring("2026-02", &[new]))).await;
    let retry = |state: &str| export("a").state(state).answer(yes());

    // An old state opens wherever the old key is still there, once in all.
    for (from, to) in [
        (&before, &during),
        (&during, &promoted),
        (&promoted, &during),
        (&promoted, &after),
    ] {
        let state = from.state_of(export("a")).await;
        to.send(retry(&state)).await.done();
        from.send(retry(&state)).await.invalid_state();
        to.send(retry(&state)).await.invalid_state();
    }
    // Not after it was retired, nor before the new one arrived.
    for (from, to) in [
        (&before, &after),
        (&during, &after),
        (&promoted, &before),
        (&after, &before),
    ] {
        let state = from.state_of(export("a")).await;
        to.send(retry(&state)).await.invalid_state();
    }
    assert_eq!(desk(codec(KEY)).journal.read().len(), 4);
}

#[tokio::test]
async fn the_names_of_two_keys_cannot_be_exchanged() {
    let (one, other) = (
        "a key that is long enough to be taken",
        "another one that is long enough, too",
    );
    let desk = rotation();
    let straight = Client::of(&desk(ring("a", &[("a", one), ("b", other)]))).await;
    let crossed = Client::of(&desk(ring("a", &[("a", other), ("b", one)]))).await;
    let state = straight.state_of(export("a")).await;
    crossed
        .send(export("a").state(state).answer(yes()))
        .await
        .invalid_state();
    desk(codec(KEY)).journal.assert_empty();
}

#[tokio::test]
async fn replicas_with_one_key_and_ledgers_of_their_own_reject_each_others_states() {
    let desk = Desk::new();
    let replicas = [
        desk.clone(),
        desk.reconfigured(|settings| settings.ledger(MemoryLedger::new())),
    ];
    let [one, other] = [
        Client::of(&replicas[0]).await,
        Client::of(&replicas[1]).await,
    ];
    let state = one.state_of(export("a")).await;
    let retry = export("a").state(state).answer(yes());
    one.send(retry.clone()).await.done();
    other.send(retry).await.invalid_state();
    let state = other.state_of(export("b")).await;
    one.send(export("b").state(state).answer(yes()))
        .await
        .invalid_state();
    assert_eq!(desk.journal.read(), ["exported a"]);
}
