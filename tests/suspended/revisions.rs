//! Clients of both revisions at one server, at the same time.

use serde_json::json;

use crate::{
    client::{Client, call, delete, export, forms, no_forms, serve_http, yes},
    desk::Desk,
};

#[tokio::test]
async fn each_client_is_asked_in_the_way_of_its_revision() {
    let desk = Desk::new();
    let stateless = Client::of(&desk).await;
    let legacy = Client::legacy(&desk, forms()).await;

    // The question of one stays open while the other is asked and runs.
    let state = stateless.state_of(export("new")).await;
    legacy.send(export("old")).await.done();
    assert_eq!(legacy.asked_live(), 1);
    assert_eq!(desk.journal.read(), ["exported old"]);
    stateless
        .send(export("new").state(state).answer(yes()))
        .await
        .done();
    assert_eq!(stateless.asked_live(), 0);
    assert_eq!(desk.journal.read(), ["exported old", "exported new"]);
}

#[tokio::test]
async fn over_http_both_revisions_are_served_at_one_address() {
    let desk = Desk::new();
    let url = serve_http({
        let desk = desk.clone();
        move || desk.clone()
    })
    .await;
    let stateless = Client::http(&url, "alice").await;
    let legacy = Client::legacy_http(&url, "alice").await;
    let state = stateless.state_of(export("new")).await;
    let retry = export("new").state(state).answer(yes());
    legacy.send(retry.clone()).await.invalid_state();
    legacy.send(export("old")).await.done();
    assert_eq!(legacy.asked_live(), 1);
    assert_eq!(desk.journal.read(), ["exported old"]);
    stateless.send(retry.clone()).await.done();
    legacy.send(retry.clone()).await.invalid_state();
    stateless.send(retry).await.invalid_state();
    assert_eq!(stateless.asked_live(), 0);
    assert_eq!(desk.journal.read(), ["exported old", "exported new"]);
}

#[tokio::test]
async fn a_client_without_forms_is_refused_in_the_way_of_its_revision() {
    let desk = Desk::new();
    let legacy = Client::legacy(&desk, no_forms()).await;
    let text = legacy
        .send(export("a"))
        .await
        .refused_for("refuse_no_channel");
    let error = Client::without_forms(&desk)
        .await
        .send(export("a"))
        .await
        .error();
    assert_eq!(error.code.0, -32021);
    assert_eq!(error.message, text);
    desk.journal.assert_empty();
    legacy.send(delete("a")).await.done();
    assert_eq!(desk.journal.read(), ["deleted a"]);
}

#[tokio::test]
async fn the_automatic_route_pays_no_heed_to_a_state() {
    let desk = Desk::new();
    for client in [
        Client::of(&desk).await,
        Client::legacy(&desk, forms()).await,
    ] {
        let list = call("list_drafts", json!({}))
            .state("garbage")
            .answer(json!({}));
        client.send(list).await.done();
    }
    assert_eq!(desk.journal.read(), ["listed", "listed"]);
}
