//! The client vanishes while its user is being asked: nothing runs, nothing is left waiting.

use std::time::Duration;

use rmcp::ServiceExt;
use serde_json::json;
use tokio::{io::AsyncWriteExt, time::Instant};

use super::support::{
    Human, Reply, Server, assert_no_answer, call,
    client::yes,
    pipe,
    raw::{self, Raw},
    refusal,
};

/// rmcp drains for five seconds after the end of input before it cancels what still runs.
const DRAIN: Duration = Duration::from_secs(6);

#[tokio::test(start_paused = true)]
async fn over_a_pipe_that_breaks() {
    for (tool, argument) in [
        ("delete", "draft"),
        ("export", "filing"),
        ("publish", "page"),
    ] {
        let server = Server::new();
        let (mut client, serving) = Raw::connect(&server, r#"{"elicitation":{}}"#).await;
        client.call("c", tool, json!({ argument: "x" })).await;
        client.question().await;
        server.handles(1).await;
        let begun = Instant::now();
        drop(client);
        server.handles(0).await;
        serving.await.unwrap();
        // Long before the limit on the human.
        assert!(begun.elapsed() < DRAIN, "{:?}", begun.elapsed());
        let replies = server.replies();
        assert_eq!(refusal(replies[0].as_ref().unwrap())["reason"], "no_answer");
        server.journal.is_empty();
    }
}

/// The client ends its output and would still read. A yes can no longer come.
#[tokio::test(start_paused = true)]
async fn over_a_pipe_that_half_closes() {
    let server = Server::new();
    let (mut client, serving) = Raw::connect(&server, r#"{"elicitation":{}}"#).await;
    client.call("c", "export", json!({ "filing": "f" })).await;
    client.question().await;
    let begun = Instant::now();
    client.hang_up().await;
    server.handles(0).await;
    serving.await.unwrap();
    assert!(begun.elapsed() < DRAIN, "{:?}", begun.elapsed());
    server.journal.is_empty();
}

/// The question cannot even be sent.
#[tokio::test]
async fn a_client_that_does_not_listen() {
    let server = Server::new();
    let (to_server, input) = tokio::io::duplex(1 << 16);
    let (output, from_server) = tokio::io::duplex(1 << 16);
    let serving = server.clone();
    tokio::spawn(async move {
        serving
            .serve((input, output))
            .await
            .unwrap()
            .waiting()
            .await
    });
    let mut client = Raw::new(from_server, to_server);
    client.handshake(r#"{"elicitation":{}}"#).await;
    let mut handled = server.handled();
    let mut write = client.stop_listening();
    let call = raw::call("c", "export", json!({ "filing": "f" })) + "\n";
    write.write_all(call.as_bytes()).await.unwrap();
    handled.changed().await.unwrap();
    server.handles(0).await;
    let replies = server.replies();
    assert_no_answer(replies[0].as_ref().unwrap(), "export", "disconnected");
    server.journal.is_empty();
}

/// A yes that is already on its way when the client goes still counts: it was given.
#[tokio::test(start_paused = true)]
async fn a_yes_and_then_the_end() {
    let server = Server::new();
    let (mut client, serving) = Raw::connect(&server, r#"{"elicitation":{}}"#).await;
    client.call("c", "delete", json!({ "draft": "d" })).await;
    let question = client.question().await;
    client.answer(&question, &yes().to_string()).await;
    client.hang_up().await;
    let reply = client.reply_to("c").await;
    assert_eq!(reply["result"]["isError"], false, "{reply}");
    serving.await.unwrap();
    assert_eq!(server.journal.lines(), ["delete d"]);
}

/// rmcp's client, closed by its program.
#[tokio::test(start_paused = true)]
async fn a_client_that_is_closed() {
    let server = Server::new();
    let (human, mut seen) = Human::new([Reply::Silence]);
    let client = pipe(&server, &human).await;
    let peer = client.peer().clone();
    let calling = tokio::spawn(async move {
        peer.call_tool(super::support::client::params(
            "export",
            json!({ "filing": "f" }),
        ))
        .await
    });
    seen.asked().await;
    client.cancel().await.unwrap();
    assert!(calling.await.unwrap().is_err());
    server.handles(0).await;
    server.journal.is_empty();
}

/// Many clients come, are asked, and go. Each is a session of its own.
#[tokio::test(start_paused = true)]
async fn sessions_do_not_touch_each_other() {
    let server = Server::new();
    let mut gone = Vec::new();
    for i in 0..50 {
        let (mut client, serving) = Raw::connect(&server, r#"{"elicitation":{}}"#).await;
        client
            .call("c", "export", json!({ "filing": i.to_string() }))
            .await;
        client.question().await;
        gone.push((client, serving));
    }
    server.handles(50).await;
    let (human, _seen) = Human::new([Reply::yes()]);
    let stays = pipe(&server, &human).await;
    for (client, _) in &mut gone {
        client.hang_up().await;
    }
    super::support::assert_ran(&call(&stays, "export", json!({ "filing": "stays" })).await);
    for (_, serving) in gone {
        serving.await.unwrap();
    }
    server.handles(0).await;
    assert_eq!(server.journal.lines(), ["export stays"]);
}
