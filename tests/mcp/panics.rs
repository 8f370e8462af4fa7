//! rmcp never answers a call whose handler panics. Ours are answered, and say whether the body
//! had begun; the server lives on.

use std::time::Duration;

use rmcp::model::{CallToolResult, RequestMetaObject};
use serde_json::json;
use tokio::time::timeout;

use super::support::{
    Client, Human, Reply, Server, assert_ran, assert_refused, call, client::params, pipe, text,
};

/// Calls `fault`, and then something that works.
async fn fault(at: &'static str, replies: Vec<Reply>) -> (Server, CallToolResult, Client) {
    let server = Server::new();
    let (human, _seen) = Human::new(replies);
    let client = pipe(&server, &human).await;
    let mut params = params("fault", json!({ "at": at }));
    let mut meta = RequestMetaObject::new();
    meta.insert("at".to_owned(), json!(at));
    params.meta = Some(meta);
    // Without the catching rmcp never answers.
    let result = timeout(Duration::from_secs(20), client.call_tool(params)).await;
    let result = result.expect("was answered").unwrap();
    server.handles(0).await;
    (server, result, client)
}

#[track_caller]
fn assert_not_begun(result: &CallToolResult) {
    assert_eq!(result.is_error, Some(true));
    assert!(
        text(result).contains("`fault` was not run"),
        "{}",
        text(result)
    );
    assert!(
        text(result).contains("nothing was done"),
        "{}",
        text(result)
    );
}

async fn lives_on(server: &Server, client: &Client, ran: &[&str]) {
    assert_eq!(server.journal.lines(), ran);
    assert_ran(&call(client, "look", json!({ "what": "after" })).await);
    assert_eq!(server.journal.lines().last().unwrap(), "look after");
}

#[tokio::test]
async fn while_the_arguments_are_read() {
    let (server, result, client) = fault("deserialize", vec![]).await;
    assert_not_begun(&result);
    lives_on(&server, &client, &[]).await;
}

#[tokio::test]
async fn in_the_policy() {
    let (server, result, client) = fault("policy", vec![]).await;
    assert_refused(&result, "fault", "policy_failed");
    lives_on(&server, &client, &[]).await;
}

#[tokio::test]
async fn in_the_context() {
    let (server, result, client) = fault("context", vec![Reply::yes()]).await;
    assert_not_begun(&result);
    lives_on(&server, &client, &[]).await;
}

/// No panic, but it stops the call at the same place. Its text would be read as one about
/// arguments.
#[tokio::test]
async fn an_error_of_the_context() {
    let server = Server::new();
    let (human, _seen) = Human::new([Reply::yes()]);
    let client = pipe(&server, &human).await;
    let mut params = params("fault", json!({ "at": "" }));
    let mut meta = RequestMetaObject::new();
    meta.insert("at".to_owned(), json!("context_error"));
    params.meta = Some(meta);
    let result = client.call_tool(params).await;
    let Err(rmcp::ServiceError::McpError(error)) = result else {
        panic!("{result:?}");
    };
    assert!(error.message.contains("could not be prepared"), "{error:?}");
    lives_on(&server, &client, &[]).await;
}

#[tokio::test]
async fn at_the_beginning_of_the_body() {
    let (server, result, client) = fault("body", vec![Reply::yes()]).await;
    assert_eq!(result.is_error, Some(true));
    assert!(
        text(&result).contains("failed while it ran"),
        "{}",
        text(&result)
    );
    lives_on(&server, &client, &[]).await;
}

#[tokio::test]
async fn in_the_middle_of_the_body() {
    let (server, result, client) = fault("after_await", vec![Reply::yes()]).await;
    assert_eq!(result.is_error, Some(true));
    assert!(text(&result).contains("stays done"), "{}", text(&result));
    lives_on(&server, &client, &["fault before the await"]).await;
}

/// What was thrown panics again when it is dropped, outside of what catches panics.
#[tokio::test]
async fn with_a_bomb() {
    for at in ["deserialize_bomb", "context_bomb"] {
        let (server, result, client) = fault(at, vec![Reply::yes()]).await;
        assert_not_begun(&result);
        lives_on(&server, &client, &[]).await;
    }
    let (server, result, client) = fault("bomb", vec![Reply::yes()]).await;
    assert!(text(&result).contains("stays done"), "{}", text(&result));
    lives_on(&server, &client, &["fault before the await"]).await;
}

const RAN: [&str; 2] = ["fault before the await", "fault after the await"];

#[tokio::test]
async fn while_the_output_is_written() {
    let (server, result, client) = fault("output", vec![Reply::yes()]).await;
    assert!(text(&result).contains("stays done"), "{}", text(&result));
    lives_on(&server, &client, &RAN).await;
}

/// Not a panic: what the body returns as an error stays one, whatever its text.
#[tokio::test]
async fn an_error_of_the_body() {
    let server = Server::new();
    let (human, _seen) = Human::new([Reply::yes()]);
    let client = pipe(&server, &human).await;
    let result = client
        .call_tool(params("fault", json!({ "at": "error" })))
        .await;
    let Err(rmcp::ServiceError::McpError(error)) = result else {
        panic!("{result:?}");
    };
    assert!(error.message.contains("the tool failed"), "{error:?}");
    lives_on(&server, &client, &RAN).await;
}

/// The control: without a fault the same tool runs.
#[tokio::test]
async fn nowhere() {
    let (server, result, client) = fault("", vec![Reply::yes()]).await;
    assert_ran(&result);
    lives_on(&server, &client, &RAN).await;
}
