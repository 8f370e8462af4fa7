//! The MCP integration, end to end: rmcp's own client on one side of a transport, gated tools
//! on the other. What ran is read from the journal, to which only the bodies write.

mod answers;
mod arguments;
mod capabilities;
mod describe;
mod disconnect;
mod http;
mod panics;
mod raw;
mod revisions;
#[allow(dead_code, reason = "tests/mcp_stdio uses the rest")]
mod support;
mod waiting;

use std::time::Duration;

use support::{Human, Server, client::Seen, pipe, server::gate};

async fn over_a_pipe(server: &Server) -> (support::Client, Human, Seen) {
    let (human, seen) = Human::new([]);
    let client = pipe(server, &human).await;
    (client, human, seen)
}

#[tokio::test]
async fn every_answer_over_a_pipe() {
    let server = Server::new();
    let (client, human, mut seen) = over_a_pipe(&server).await;
    answers::every_answer(&client, &human, &mut seen, &server.journal).await;
}

#[tokio::test]
async fn late_answers_over_a_pipe() {
    let server = Server::with(gate().answer_within(Duration::from_millis(50)));
    let (client, human, mut seen) = over_a_pipe(&server).await;
    answers::late_answers(&client, &human, &mut seen, &server.journal).await;
}
