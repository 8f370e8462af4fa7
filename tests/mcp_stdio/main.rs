//! The MCP integration over the standard streams of a real child process. The child is this
//! program again, told by its environment; without libtest, which would print to the stream
//! that belongs to the protocol.

#[path = "../mcp/answers.rs"]
mod answers;
#[allow(dead_code, unused_imports, reason = "tests/mcp uses the rest")]
#[path = "../mcp/support/mod.rs"]
mod support;

use std::{env, path::Path, process::Stdio, time::Duration};

use countersign::Gate;
use rmcp::{
    ServiceExt,
    transport::{TokioChildProcess, stdio},
};
use serde_json::json;
use tokio::{process::Command, time::timeout};

use support::{Client, Human, Journal, Server, raw::Raw, server::gate};

const JOURNAL: &str = "COUNTERSIGN_TEST_JOURNAL";
const ANSWER_WITHIN_MS: &str = "COUNTERSIGN_TEST_ANSWER_WITHIN_MS";

/// Far beyond what anything here takes.
const SOON: Duration = Duration::from_secs(60);

#[tokio::main(flavor = "current_thread")]
async fn main() {
    if let Some(journal) = env::var_os(JOURNAL) {
        return serve(Journal::at(journal)).await;
    }
    // Runners ask for the names of tests; here there is one, and no choice.
    if env::args().any(|argument| argument == "--list") {
        println!("stdio: test");
        return;
    }
    tokio::join!(every_answer(), late_answers(), a_client_that_is_gone());
    println!("stdio: every answer, late answers, a client that is gone: ok");
}

/// The child.
async fn serve(journal: Journal) {
    let limit = env::var(ANSWER_WITHIN_MS).map_or(Gate::ANSWER_WITHIN, |limit| {
        Duration::from_millis(limit.parse().unwrap())
    });
    let server = Server::writing(gate().answer_within(limit), journal);
    let serving = server.clone().serve(stdio()).await.unwrap();
    serving.waiting().await.unwrap();
    server.handles(0).await;
    let replies = Journal::at(server.journal.path().with_extension("replies"));
    for reply in server.replies() {
        let reply = reply.unwrap();
        if reply.is_error == Some(true) {
            let refused = support::refusal(&reply);
            replies.append("refused", &refused["reason"].to_string());
        }
    }
}

fn child(journal: &Path) -> Command {
    let mut child = Command::new(env::current_exe().unwrap());
    child.env(JOURNAL, journal).kill_on_drop(true);
    child
}

async fn connect(child: Command, human: &Human) -> Client {
    let transport = TokioChildProcess::new(child).unwrap();
    human.clone().serve(transport).await.unwrap()
}

async fn every_answer() {
    let journal = Journal::new();
    let (human, mut seen) = Human::new([]);
    let client = connect(child(journal.path()), &human).await;
    answers::every_answer(&client, &human, &mut seen, &journal).await;
    client.cancel().await.unwrap();
}

async fn late_answers() {
    let journal = Journal::new();
    let (human, mut seen) = Human::new([]);
    let mut child = child(journal.path());
    child.env(ANSWER_WITHIN_MS, "100");
    let client = connect(child, &human).await;
    answers::late_answers(&client, &human, &mut seen, &journal).await;
    client.cancel().await.unwrap();
}

/// The client ends while its user is being asked. The server notices, refuses, runs nothing and
/// ends, long before the limit; rmcp drains for five seconds first.
async fn a_client_that_is_gone() {
    let journal = Journal::new();
    let mut child = child(journal.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut client = Raw::new(child.stdout.take().unwrap(), child.stdin.take().unwrap());
    client.handshake(r#"{"elicitation":{}}"#).await;
    for (id, tool, argument) in [("d", "delete", "draft"), ("e", "export", "filing")] {
        client.call(id, tool, json!({ argument: "x" })).await;
        client.question().await;
    }
    drop(client);
    let status = timeout(SOON, child.wait()).await.expect("it ends").unwrap();
    assert!(status.success(), "{status}");
    journal.is_empty();
    let replies = Journal::at(journal.path().with_extension("replies"));
    assert_eq!(replies.lines(), [r#"refused "no_answer""#; 2]);
}
