//! What the client declares decides whether it is asked.

use countersign::mcp::{Confirmations, Confirming};
use serde_json::{Value, json};

use super::support::{
    Human, Reply, Server, assert_ran, assert_refused, call, pipe, raw::Raw, server::gate, text,
};

#[tokio::test]
async fn forms_are_asked_and_nothing_else_is() {
    let declared = [
        (json!({}), false),
        (json!({ "elicitation": {} }), true),
        (json!({ "elicitation": { "form": {} } }), true),
        (json!({ "elicitation": { "form": {}, "url": {} } }), true),
        (json!({ "elicitation": { "url": {} } }), false),
        // Another capability is none.
        (json!({ "sampling": {}, "roots": {} }), false),
    ];
    for (capabilities, asks) in declared {
        let server = Server::new();
        let replies = (0..if asks { 4 } else { 0 }).map(|_| Reply::yes());
        let (human, mut seen) = Human::declaring(&capabilities, replies);
        let client = pipe(&server, &human).await;

        assert_ran(&call(&client, "look", json!({})).await);
        assert_ran(&call(&client, "note", json!({ "text": "n" })).await);
        assert_ran(&call(&client, "free", json!({})).await);
        let submit = call(&client, "submit", json!({ "filing": "s" })).await;
        assert_refused(&submit, "submit", "refuse_blocked");
        assert_ran(&call(&client, "delete", json!({ "draft": "d" })).await);
        assert_ran(&call(&client, "shred", json!({ "paper": "p" })).await);
        let export = call(&client, "export", json!({ "filing": "f" })).await;
        let publish = call(&client, "publish", json!({ "page": "w" })).await;
        let mut ran = vec!["look ", "note n", "free ", "delete d", "shred p"];
        if asks {
            assert_ran(&export);
            assert_ran(&publish);
            ran.extend(["export f", "publish w"]);
        } else {
            assert_refused(&export, "export", "refuse_no_channel");
            assert_refused(&publish, "publish", "refuse_no_channel");
            assert!(
                text(&export).contains("Run `desk export` in a terminal."),
                "{}",
                text(&export)
            );
        }
        assert_eq!(server.journal.lines(), ran, "{capabilities}");
        let mut asked = Vec::new();
        while let Ok(question) = seen.asked.try_recv() {
            asked.push(question.message);
        }
        assert_eq!(asked.len(), if asks { 4 } else { 0 }, "{asked:?}");
    }
}

/// What a typed client cannot declare.
#[tokio::test]
async fn odd_declarations() {
    let declared = [
        (r#"{"elicitation":null}"#, false),
        (r#"{"elicitation":{"form":null}}"#, true),
        (r#"{"elicitation":{"form":null,"url":null}}"#, true),
        (r#"{"elicitation":{"form":null,"url":{}}}"#, false),
        (r#"{"elicitation":{"forms":{}}}"#, true),
        (r#"{"elicitation":{"form":{"later":1}}}"#, true),
        (r#"{"experimental":{"elicitation":{}}}"#, false),
    ];
    for (capabilities, asks) in declared {
        let server = Server::new();
        let (mut client, _) = Raw::connect(&server, capabilities).await;
        client.call("c", "export", json!({ "filing": "f" })).await;
        if asks {
            let question = client.question().await;
            client
                .answer(
                    &question,
                    r#"{"action":"accept","content":{"confirm":true}}"#,
                )
                .await;
        }
        let reply = client.reply_to("c").await;
        assert_eq!(reply["result"]["isError"], !asks, "{capabilities}: {reply}");
        let ran: &[&str] = if asks { &["export f"] } else { &[] };
        assert_eq!(server.journal.lines(), ran, "{capabilities}");
    }
}

/// rmcp ends the session, before a call can be made.
#[tokio::test]
async fn a_declaration_that_is_no_object_gets_no_session() {
    for capabilities in [r#"{"elicitation":true}"#, r#"{"elicitation":"form"}"#] {
        let server = Server::new();
        let (mut here, there) = tokio::io::duplex(1 << 16);
        let serving = tokio::spawn({
            let server = server.clone();
            async move { rmcp::ServiceExt::serve(server, there).await.is_err() }
        });
        let lines = format!(
            "{}\n{}\n",
            super::support::raw::initialize(capabilities),
            super::support::raw::call("c", "delete", json!({ "draft": "d" }))
        );
        tokio::io::AsyncWriteExt::write_all(&mut here, lines.as_bytes())
            .await
            .unwrap();
        drop(here);
        assert!(serving.await.unwrap());
        server.journal.is_empty();
    }
}

#[tokio::test]
async fn a_closed_client_hint_refuses_where_nobody_can_be_asked() {
    let server = Server::with(gate().close_client_hint());
    let (human, _seen) = Human::declaring(&json!({}), []);
    let client = pipe(&server, &human).await;
    let delete = call(&client, "delete", json!({ "draft": "d" })).await;
    assert_refused(&delete, "delete", "refuse_no_channel");
    let shred = call(&client, "shred", json!({ "paper": "p" })).await;
    assert_refused(&shred, "shred", "refuse_no_channel");
    server.journal.is_empty();
}

#[tokio::test]
async fn arguments_tighten() {
    let looks = [
        ("public", json!({}), Ok("look public")),
        ("private", json!({ "elicitation": {} }), Ok("look private")),
        // Not advertised as destructive: no client would ask by itself.
        ("private", json!({}), Err("refuse_no_channel")),
        (
            "forbidden",
            json!({ "elicitation": {} }),
            Err("refuse_blocked"),
        ),
        ("forbidden", json!({}), Err("refuse_blocked")),
    ];
    for (what, capabilities, expected) in looks {
        let server = Server::new();
        let (human, mut seen) = Human::declaring(&capabilities, [Reply::yes()]);
        let client = pipe(&server, &human).await;
        let result = call(&client, "look", json!({ "what": what })).await;
        match expected {
            Ok(line) => {
                assert_ran(&result);
                assert_eq!(server.journal.lines(), [line]);
            }
            Err(reason) => {
                assert_refused(&result, "look", reason);
                server.journal.is_empty();
            }
        }
        let asked = what == "private" && expected.is_ok();
        assert_eq!(seen.asked.try_recv().is_ok(), asked, "{what}");
    }
}

#[tokio::test]
async fn an_unlisted_tool_is_refused_and_an_unknown_one_is_an_error() {
    let server = Server::new();
    let (human, _seen) = Human::new([]);
    let client = pipe(&server, &human).await;
    let result = call(&client, "unlisted", json!({})).await;
    assert_refused(&result, "unlisted", "not_listed");
    // rmcp's word for it: a JSON-RPC error.
    let unknown = client
        .call_tool(super::support::client::params("delet", json!({})))
        .await;
    let Err(rmcp::ServiceError::McpError(error)) = unknown else {
        panic!("{unknown:?}");
    };
    assert_eq!(error.code, rmcp::model::ErrorCode::INVALID_PARAMS);
    server.journal.is_empty();
}

/// A `#[tool]` method of another name than the command's would ask about the wrong name.
#[tokio::test]
async fn a_method_under_another_name_does_not_run() {
    let server = Server::new();
    let (human, mut seen) = Human::new([]);
    let client = pipe(&server, &human).await;
    let misnamed = client
        .call_tool(super::support::client::params("misnamed", json!({})))
        .await;
    let Err(rmcp::ServiceError::McpError(error)) = misnamed else {
        panic!("{misnamed:?}");
    };
    assert_eq!(error.code, rmcp::model::ErrorCode::INTERNAL_ERROR);
    assert!(error.message.contains("`misnamed`") && error.message.contains("`look`"));
    assert!(seen.asked.try_recv().is_err());
    server.journal.is_empty();
}

/// The question in full, and in another language.
#[tokio::test]
async fn the_question() {
    let server = Server::with(gate().in_locale(countersign::Locale::Es));
    let (human, mut seen) = Human::new([Reply::no()]);
    let client = pipe(&server, &human).await;
    let refused = call(&client, "export", json!({ "filing": "f" })).await;
    assert_refused_in(&server, text(&refused), "export");
    let asked = seen.asked().await;
    assert!(asked.message.contains("`export`"), "{}", asked.message);
    let description = asked.schema["properties"]["confirm"]["description"].clone();
    let expected: Value = json!({
        "type": "object",
        "properties": { "confirm": { "type": "boolean", "description": description } },
        "required": ["confirm"],
    });
    assert_eq!(asked.schema, expected);
    assert_eq!(description, "Sí, ejecutar `export`");
    server.journal.is_empty();
}

fn assert_refused_in(server: &Server, text: &str, key: &str) {
    let confirmations: &Confirmations = server.confirmations();
    assert_eq!(confirmations.gate().locale().tag(), "es");
    assert!(
        text.starts_with(&format!("`{key}` no se ha ejecutado")),
        "{text}"
    );
}
