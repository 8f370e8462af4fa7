//! JSON-RPC that a typed client cannot send.

use serde_json::json;

use super::support::{
    Server,
    raw::{Raw, cancelled},
};

const FORMS: &str = r#"{"elicitation":{}}"#;
const YES: &str = r#"{"action":"accept","content":{"confirm":true}}"#;

/// Answers `export` with this text, and says what the refusal was.
async fn refused(server: &Server, result: &str) -> (String, String) {
    let (mut client, _) = Raw::connect(server, FORMS).await;
    client.call("c", "export", json!({ "filing": "f" })).await;
    let question = client.question().await;
    client.answer(&question, result).await;
    let reply = client.reply_to("c").await;
    assert_eq!(server.journal.lines(), [""; 0], "answered with {result}");
    let refusal = &reply["result"]["_meta"]["countersign/refusal"];
    let word = |member: &str| refusal[member].as_str().unwrap_or_default().to_owned();
    (word("reason"), word("detail"))
}

#[tokio::test]
async fn odd_answers() {
    let not_confirmed = ("refused_not_confirmed", "");
    let declined = ("refused_declined", "");
    let no_answer = ("no_answer", "client_error");
    let answers = [
        // rmcp sees a member of the result that stands there twice, but not one of the content:
        // its last value counts.
        (
            r#"{"action":"accept","content":{"confirm":true,"confirm":false}}"#,
            not_confirmed,
        ),
        (
            r#"{"action":"accept","content":{"confirm":true},"content":{}}"#,
            no_answer,
        ),
        (
            r#"{"action":"accept","action":"decline","content":{"confirm":true}}"#,
            no_answer,
        ),
        (
            r#"{"action":"accept","content":{"confirm":true,"confirm":"true"}}"#,
            not_confirmed,
        ),
        (
            r#"{"action":"accept","content":{"conf\u0069rm":1}}"#,
            not_confirmed,
        ),
        (
            r#"{"action":"accept","content":{"confirm":1.0}}"#,
            not_confirmed,
        ),
        (
            r#"{"action":"accept","content":{"confirm":{"$bool":true}}}"#,
            not_confirmed,
        ),
        (
            r#"{"action":"\u0061ccept\u0000","content":{"confirm":true}}"#,
            declined,
        ),
        (
            r#"{"action":"ACCEPT","content":{"confirm":true}}"#,
            declined,
        ),
        (
            r#"{"action":"accept","content":{"confirm":true},"_meta":5}"#,
            no_answer,
        ),
        (
            r#"{"action":"accept","content":{"confirm":true},"_meta":[]}"#,
            no_answer,
        ),
        (r#"{"action":0,"content":{"confirm":true}}"#, no_answer),
        // Parses as the result of `sampling/createMessage`.
        (
            r#"{"action":"accept","content":{"type":"text","text":"","confirm":true},"role":"user","model":"m","confirm":true}"#,
            no_answer,
        ),
        // Parses as the result of `roots/list`.
        (
            r#"{"action":"accept","content":{"confirm":true},"roots":[]}"#,
            no_answer,
        ),
        (r#"["accept",{"confirm":true}]"#, no_answer),
        ("null", no_answer),
        ("true", no_answer),
    ];
    for (answer, (reason, detail)) in answers {
        let server = Server::new();
        let refused = refused(&server, answer).await;
        assert_eq!(
            (refused.0.as_str(), refused.1.as_str()),
            (reason, detail),
            "{answer}"
        );
    }
}

/// Known, and kept in view: these odd spellings of a yes are one, because rmcp has read them as
/// one before we see them, and the text of the answer is gone.
#[tokio::test]
async fn what_rmcp_has_read_as_a_yes() {
    for answer in [
        r#"{"action":"accept","content":{"confirm":false,"confirm":true}}"#,
        r#"{"action":{"accept":null},"content":{"confirm":true}}"#,
        r#"["accept",{"confirm":true},null]"#,
    ] {
        let server = Server::new();
        let (mut client, _) = Raw::connect(&server, FORMS).await;
        client.call("c", "delete", json!({ "draft": "d" })).await;
        let question = client.question().await;
        client.answer(&question, answer).await;
        client.reply_to("c").await;
        assert_eq!(server.journal.lines(), ["delete d"], "{answer}");
    }
}

/// A yes under another id, under none, as another kind of message: the question stays open.
#[tokio::test]
async fn answers_to_nothing() {
    let server = Server::new();
    let (mut client, _) = Raw::connect(&server, FORMS).await;
    client.call("c", "export", json!({ "filing": "f" })).await;
    let question = client.question().await;
    let id = question["id"].as_u64().unwrap();
    for line in [
        format!(r#"{{"jsonrpc":"2.0","id":{},"result":{YES}}}"#, id + 1),
        format!(r#"{{"jsonrpc":"2.0","id":"other","result":{YES}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":"c","result":{YES}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":null,"result":{YES}}}"#),
        format!(r#"{{"jsonrpc":"2.0","result":{YES}}}"#),
        format!(r#"{{"jsonrpc":"2.0","method":"elicitation/create","params":{YES}}}"#),
        "no JSON".to_owned(),
    ] {
        client.send(&line).await;
    }
    // A call that is answered shows that all that was read.
    client
        .call("look", "look", json!({ "what": "between" }))
        .await;
    client.reply_to("look").await;
    server.handles(1).await;
    assert_eq!(server.journal.lines(), ["look between"]);
    client.answer(&question, r#"{"action":"decline"}"#).await;
    client.reply_to("c").await;
    assert_eq!(server.journal.lines(), ["look between"]);
}

/// rmcp keys what it cancels by request id. A client that uses one twice gets no call run that
/// was not confirmed, and no answer to one of the two.
#[tokio::test]
async fn one_request_id_twice() {
    let server = Server::new();
    let (mut client, _) = Raw::connect(&server, FORMS).await;
    client.call("c", "export", json!({ "filing": "one" })).await;
    let one = client.question().await;
    client.call("c", "export", json!({ "filing": "two" })).await;
    let two = client.question().await;
    assert_ne!(one["id"], two["id"]);
    client.answer(&two, YES).await;
    let reply = client.reply_to("c").await;
    assert_eq!(reply["result"]["structuredContent"]["filing"], "two");
    assert_eq!(server.journal.lines(), ["export two"]);
    client.answer(&one, r#"{"action":"cancel"}"#).await;
    server.handles(0).await;
    assert_eq!(server.journal.lines(), ["export two"]);
}

#[tokio::test]
async fn one_request_id_twice_and_cancelled() {
    let server = Server::new();
    let (mut client, _) = Raw::connect(&server, FORMS).await;
    for filing in ["one", "two"] {
        client
            .call("c", "export", json!({ "filing": filing }))
            .await;
        client.question().await;
    }
    // It cancels the second of the two; the first is left to its own question.
    client.send(&cancelled("c")).await;
    let withdrawal = client.receive().await;
    assert_eq!(withdrawal["method"], "notifications/cancelled");
    server.handles(1).await;
    server.journal.is_empty();
}

#[tokio::test]
async fn cancelled_and_then_answered() {
    let server = Server::new();
    let (mut client, _) = Raw::connect(&server, FORMS).await;
    client.call("c", "export", json!({ "filing": "f" })).await;
    let question = client.question().await;
    client.send(&cancelled("c")).await;
    server.handles(0).await;
    client.answer(&question, YES).await;
    client
        .call("look", "look", json!({ "what": "after" }))
        .await;
    client.reply_to("look").await;
    assert_eq!(server.journal.lines(), ["look after"]);
}

/// Cancelling one call leaves the other to its answer.
#[tokio::test]
async fn cancelling_another_call_changes_nothing() {
    let server = Server::new();
    let (mut client, _) = Raw::connect(&server, FORMS).await;
    client.call("a", "export", json!({ "filing": "a" })).await;
    client.question().await;
    client.call("b", "export", json!({ "filing": "b" })).await;
    let b = client.question().await;
    client.send(&cancelled("a")).await;
    client.send(&cancelled("unknown")).await;
    server.handles(1).await;
    client.answer(&b, YES).await;
    client.reply_to("b").await;
    assert_eq!(server.journal.lines(), ["export b"]);
}

/// The question as it stands on the wire.
#[tokio::test]
async fn the_question_on_the_wire() {
    let server = Server::new();
    let (mut client, _) = Raw::connect(&server, FORMS).await;
    client
        .call("c", "delete", json!({ "draft": "secret" }))
        .await;
    let question = client.question().await;
    let params = question["params"].as_object().unwrap();
    let mut members: Vec<_> = params.keys().map(String::as_str).collect();
    members.retain(|member| *member != "_meta");
    members.sort_unstable();
    assert_eq!(members, ["message", "mode", "requestedSchema"]);
    assert_eq!(params["mode"], "form");
    assert_eq!(params["requestedSchema"]["required"], json!(["confirm"]));
    assert!(
        params["requestedSchema"]["properties"]["confirm"]
            .get("default")
            .is_none()
    );
    assert!(!question.to_string().contains("secret"));
    server.journal.is_empty();
}
