//! MCP 2026-07-28, where a server may not call its client.

use rmcp::{
    ClientLifecycleMode, ClientServiceExt, ServiceError, ServiceExt,
    model::{ErrorCode, ProtocolVersion},
};
use serde_json::{Value, json};

use super::support::{
    Client, Human, Reply, Server, assert_ran, assert_refused, call, client::params,
};

async fn discover(server: &Server, human: &Human) -> Client {
    let (here, there) = tokio::io::duplex(1 << 16);
    let server = server.clone();
    tokio::spawn(async move { server.serve(there).await.unwrap().waiting().await });
    let lifecycle = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    human
        .clone()
        .serve_with_lifecycle(here, lifecycle)
        .await
        .unwrap()
}

#[tokio::test]
async fn what_needs_nobody_works() {
    for capabilities in [json!({}), json!({ "elicitation": {} })] {
        let server = Server::new();
        let (human, _seen) = Human::declaring(&capabilities, []);
        let client = discover(&server, &human).await;
        assert_ran(&call(&client, "look", json!({ "what": "x" })).await);
        assert_ran(&call(&client, "note", json!({ "text": "y" })).await);
        let submit = call(&client, "submit", json!({ "filing": "f" })).await;
        assert_refused(&submit, "submit", "refuse_blocked");
        assert_eq!(server.journal.lines(), ["look x", "note y"]);
    }
}

#[tokio::test]
async fn without_forms() {
    for capabilities in [json!({}), json!({ "elicitation": { "url": {} } })] {
        let server = Server::new();
        let (human, _seen) = Human::declaring(&capabilities, []);
        let client = discover(&server, &human).await;
        // The client is trusted to have asked.
        assert_ran(&call(&client, "delete", json!({ "draft": "d" })).await);
        assert_eq!(server.journal.lines(), ["delete d"]);
        // A handoff is not left to it: the specification wants this as an error.
        for (tool, argument) in [("export", "filing"), ("publish", "page")] {
            let refused = client
                .call_tool(params(tool, json!({ argument: "x" })))
                .await;
            let Err(ServiceError::McpError(error)) = refused else {
                panic!("{refused:?}");
            };
            assert_eq!(error.code, ErrorCode(-32021));
            let required: Value =
                json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
            assert_eq!(error.data, Some(required));
            assert!(
                error.message.contains(&format!("`{tool}` was not run")),
                "{error:?}"
            );
        }
        assert_eq!(server.journal.lines(), ["delete d"]);
    }
}

/// A question is answered by calling again; how is the subject of `tests/suspended`. Here: the
/// same human, and the same journal.
#[tokio::test]
async fn a_call_that_needs_a_human_asks() {
    for (reply, runs) in [(Reply::yes(), true), (Reply::no(), false)] {
        let server = Server::new();
        let (human, mut seen) = Human::new([reply]);
        let client = discover(&server, &human).await;
        let result = call(&client, "export", json!({ "filing": "f" })).await;
        assert!(
            seen.asked
                .recv()
                .await
                .unwrap()
                .message
                .contains("`export`")
        );
        if runs {
            assert_ran(&result);
            assert_eq!(server.journal.lines(), ["export f"]);
        } else {
            assert_refused(&result, "export", "refused_declined");
            server.journal.is_empty();
        }
    }
}
