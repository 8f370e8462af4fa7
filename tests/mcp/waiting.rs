//! While a human is being asked: limits, cancellation, several questions at once.

use std::{sync::mpsc, time::Duration};

use rmcp::{
    RoleClient,
    model::{CallToolRequest, CallToolResult, ClientRequest, ServerResult},
    service::{PeerRequestOptions, RequestHandle},
};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::support::{
    Client, Human, Reply, Server, assert_no_answer, assert_ran, assert_refused, call,
    client::{no, params, yes},
    pipe,
    raw::{Raw, cancelled},
    server::{SLOW, gate},
};

const FORMS: &str = r#"{"elicitation":{}}"#;
const YES: &str = r#"{"action":"accept","content":{"confirm":true}}"#;

/// Calls a tool without waiting for the result.
async fn begin(client: &Client, tool: &'static str, arguments: Value) -> RequestHandle<RoleClient> {
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params(tool, arguments)));
    client
        .send_cancellable_request(request, PeerRequestOptions::no_options())
        .await
        .unwrap()
}

async fn end(call: RequestHandle<RoleClient>) -> CallToolResult {
    match call.await_response().await.unwrap() {
        ServerResult::CallToolResult(result) => result,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn silence_ends_at_the_limit() {
    for (gate, limit) in [
        (gate(), Duration::from_secs(300)),
        (
            gate().answer_within(Duration::from_secs(7)),
            Duration::from_secs(7),
        ),
        (gate().answer_within(Duration::ZERO), Duration::ZERO),
    ] {
        for (tool, argument) in [
            ("delete", "draft"),
            ("export", "filing"),
            ("publish", "page"),
        ] {
            let server = Server::with(gate.clone());
            let (human, mut seen) = Human::new([Reply::Silence]);
            let client = pipe(&server, &human).await;
            let begun = Instant::now();
            let result = call(&client, tool, json!({ argument: "x" })).await;
            assert_no_answer(&result, tool, "timed_out");
            let waited = begun.elapsed();
            assert!(
                waited >= limit && waited < limit + Duration::from_secs(1),
                "{waited:?}"
            );
            // The client is told to close the form.
            let asked = seen.asked().await;
            let withdrawn = seen.withdrawn().await;
            assert_eq!(withdrawn.request_id, Some(asked.id));
            assert!(withdrawn.reason.unwrap().contains("in time"));
            server.handles(0).await;
            server.journal.is_empty();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_just_in_time_counts() {
    let server = Server::new();
    let (answer, later) = Reply::later();
    let (human, mut seen) = Human::new([later]);
    let client = pipe(&server, &human).await;
    let pending = begin(&client, "export", json!({ "filing": "f" })).await;
    seen.asked().await;
    tokio::time::sleep(Duration::from_secs(299)).await;
    server.journal.is_empty();
    answer.send(yes()).unwrap();
    assert_ran(&end(pending).await);
    assert_eq!(server.journal.lines(), ["export f"]);
}

#[tokio::test(start_paused = true)]
async fn progress_is_reported_while_a_human_is_asked() {
    let server = Server::new();
    let (human, mut seen) = Human::new([Reply::Silence]);
    let client = pipe(&server, &human).await;
    let pending = begin(&client, "delete", json!({ "draft": "d" })).await;
    let token = pending.progress_token.clone();
    assert_no_answer(&end(pending).await, "delete", "timed_out");
    let mut reported = Vec::new();
    while let Ok(progress) = seen.progress.try_recv() {
        assert_eq!(progress.progress_token, token);
        reported.push(progress.progress);
    }
    // Every fifteen seconds of three hundred, and ever more.
    assert!((19..=20).contains(&reported.len()), "{reported:?}");
    assert!(
        reported.is_sorted_by(|one, next| one < next),
        "{reported:?}"
    );
    server.journal.is_empty();
}

#[tokio::test(start_paused = true)]
async fn no_progress_without_a_token() {
    let server = Server::new();
    let (mut client, _) = Raw::connect(&server, FORMS).await;
    client.call("c", "delete", json!({ "draft": "d" })).await;
    client.question().await;
    let withdrawal = client.receive().await;
    assert_eq!(withdrawal["method"], "notifications/cancelled");
    let reply = client.receive().await;
    assert_eq!(reply["id"], "c");
    assert_eq!(reply["result"]["structuredContent"]["detail"], "timed_out");
    server.journal.is_empty();
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_never_runs() {
    for (tool, argument) in [
        ("delete", "draft"),
        ("export", "filing"),
        ("publish", "page"),
    ] {
        let server = Server::new();
        let (answer, later) = Reply::later();
        let (human, mut seen) = Human::new([later]);
        let client = pipe(&server, &human).await;
        let pending = begin(&client, tool, json!({ argument: "x" })).await;
        let asked = seen.asked().await;
        pending
            .cancel(Some("changed my mind".to_owned()))
            .await
            .unwrap();
        // The question is taken back, the handler ends, and not by the limit.
        let withdrawn = seen.withdrawn().await;
        assert_eq!(withdrawn.request_id, Some(asked.id));
        assert!(withdrawn.reason.unwrap().contains("cancelled"));
        server.handles(0).await;
        let replies = server.replies();
        assert_no_answer(replies[0].as_ref().unwrap(), tool, "call_cancelled");
        // A late yes.
        answer.send(yes()).unwrap();
        assert_ran(&call(&client, "look", json!({ "what": "after" })).await);
        assert_eq!(server.journal.lines(), ["look after"]);
    }
}

/// The cancellation and the yes are both there before the server looks.
#[tokio::test]
async fn a_cancellation_beats_a_yes_that_comes_with_it() {
    for yes_first in [false, true] {
        let server = Server::new();
        let (mut client, _) = Raw::connect(&server, FORMS).await;
        client.call("c", "delete", json!({ "draft": "d" })).await;
        let question = client.question().await;
        let id = &question["id"];
        let yes = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{YES}}}"#);
        let both = if yes_first {
            format!("{yes}\n{}", cancelled("c"))
        } else {
            format!("{}\n{yes}", cancelled("c"))
        };
        client.send(&both).await;
        server.handles(0).await;
        let replies = server.replies();
        assert_no_answer(replies[0].as_ref().unwrap(), "delete", "call_cancelled");
        server.journal.is_empty();
    }
}

/// A call that nobody is asked about can be cancelled, too, until its body begins.
#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_call_that_is_cancelled_before_it_begins_does_not_begin() {
    let server = Server::new();
    let mut cancellations = server.cancelled.subscribe();
    let (human, _seen) = Human::new([]);
    let client = pipe(&server, &human).await;
    let (reached, is_reached) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel();
    *SLOW.lock().unwrap() = Some((reached, may_go_on));
    let pending = begin(&client, "slow", json!({})).await;
    tokio::task::spawn_blocking(move || is_reached.recv().unwrap())
        .await
        .unwrap();
    pending.cancel(None).await.unwrap();
    cancellations.wait_for(|calls| *calls == 1).await.unwrap();
    go_on.send(()).unwrap();
    server.handles(0).await;
    let replies = server.replies();
    assert_no_answer(replies[0].as_ref().unwrap(), "slow", "call_cancelled");
    server.journal.is_empty();

    // The same call, left alone.
    assert_ran(&call(&client, "slow", json!({})).await);
    assert_eq!(server.journal.lines(), ["slow "]);
}

#[tokio::test]
async fn answers_in_reverse_order_reach_their_own_calls() {
    let server = Server::new();
    let (first, first_later) = Reply::later();
    let (second, second_later) = Reply::later();
    let (human, mut seen) = Human::new([first_later, second_later]);
    let client = pipe(&server, &human).await;
    // The same tool, so that only the request tells them apart.
    let one = begin(&client, "export", json!({ "filing": "one" })).await;
    seen.asked().await;
    let two = begin(&client, "export", json!({ "filing": "two" })).await;
    seen.asked().await;

    second.send(yes()).unwrap();
    assert_ran(&end(two).await);
    assert_eq!(server.journal.lines(), ["export two"]);
    first.send(no()).unwrap();
    assert_refused(&end(one).await, "export", "refused_declined");
    assert_eq!(server.journal.lines(), ["export two"]);
}

#[tokio::test(start_paused = true)]
async fn two_pending_and_one_yes() {
    for yes_to in [0, 1] {
        let server = Server::new();
        let (answers, later): (Vec<_>, Vec<_>) = (0..2).map(|_| Reply::later()).unzip();
        let (human, mut seen) = Human::new(later);
        let client = pipe(&server, &human).await;
        let mut pending = Vec::new();
        for draft in ["0", "1"] {
            pending.push(begin(&client, "delete", json!({ "draft": draft })).await);
            seen.asked().await;
        }
        let mut answers: Vec<_> = answers.into_iter().map(Some).collect();
        answers[yes_to].take().unwrap().send(yes()).unwrap();
        for (i, pending) in pending.into_iter().enumerate() {
            let result = end(pending).await;
            if i == yes_to {
                assert_ran(&result);
            } else {
                // Nobody answered this one.
                assert_no_answer(&result, "delete", "timed_out");
            }
        }
        assert_eq!(server.journal.lines(), [format!("delete {yes_to}")]);
    }
}

/// A yes that comes a second time, for a question that is already answered.
#[tokio::test]
async fn an_answer_counts_once() {
    let server = Server::new();
    let (mut client, _) = Raw::connect(&server, FORMS).await;
    client
        .call("one", "delete", json!({ "draft": "one" }))
        .await;
    let first = client.question().await;
    client.answer(&first, YES).await;
    client.reply_to("one").await;
    client
        .call("two", "delete", json!({ "draft": "two" }))
        .await;
    let second = client.question().await;
    assert_ne!(first["id"], second["id"]);
    client.answer(&first, YES).await;
    client.answer(&second, r#"{"action":"decline"}"#).await;
    let reply = client.reply_to("two").await;
    assert_eq!(
        reply["result"]["structuredContent"]["reason"],
        "refused_declined"
    );
    assert_eq!(server.journal.lines(), ["delete one"]);
}

#[tokio::test]
async fn a_thousand_wait_and_one_is_confirmed() {
    const CALLS: usize = 1000;
    let server = Server::new();
    let (mut client, serving) = Raw::connect(&server, FORMS).await;
    let mut questions = Vec::new();
    for i in 0..CALLS {
        client
            .call(
                &format!("c{i}"),
                "export",
                json!({ "filing": i.to_string() }),
            )
            .await;
        questions.push(client.question().await);
    }
    server.handles(CALLS).await;
    server.journal.is_empty();
    client.answer(&questions[617], YES).await;
    let reply = client.reply_to("c617").await;
    assert_eq!(reply["result"]["structuredContent"]["filing"], "617");
    server.handles(CALLS - 1).await;
    for (i, question) in questions.iter().enumerate() {
        if i != 617 {
            client.answer(question, r#"{"action":"cancel"}"#).await;
        }
    }
    server.handles(0).await;
    assert_eq!(server.journal.lines(), ["export 617"]);
    client.hang_up().await;
    serving.await.unwrap();
}

/// A failure of the tool is its own: no refusal, and it has run once.
#[tokio::test]
async fn a_failure_is_not_a_refusal() {
    let server = Server::new();
    let (human, _seen) = Human::new([Reply::yes()]);
    let client = pipe(&server, &human).await;
    let result = call(&client, "export", json!({ "filing": "unreadable" })).await;
    assert_eq!(result.is_error, Some(true));
    assert_eq!(super::support::text(&result), "the filing is unreadable");
    assert!(
        result.structured_content.is_none() && result.meta.is_none(),
        "{result:?}"
    );
    assert_eq!(server.journal.lines(), ["export unreadable"]);
}

/// An error answer ends the wait of its own question only.
#[tokio::test(start_paused = true)]
async fn a_client_that_cannot_ask_after_all() {
    let server = Server::new();
    let (human, _seen) = Human::new([Reply::Error, Reply::Silence]);
    let client = pipe(&server, &human).await;
    let (one, two) = tokio::join!(
        call(&client, "delete", json!({ "draft": "one" })),
        call(&client, "delete", json!({ "draft": "two" })),
    );
    let mut details = [&one, &two].map(|result| {
        super::support::refusal(result)["detail"]
            .as_str()
            .unwrap()
            .to_owned()
    });
    details.sort();
    assert_eq!(details, ["client_error", "timed_out"]);
    server.journal.is_empty();
}
