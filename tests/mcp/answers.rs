//! Every answer a client can give, to a destructive call and to a handoff. Called over each
//! transport; the journal says what ran.

use serde_json::{Value, json};

use super::support::{
    Client, Human, Journal, Reply, assert_no_answer, assert_ran, assert_refused, call,
    client::{Seen, yes},
};

/// What has to come of an answer.
#[derive(Clone, Copy)]
enum Outcome {
    Runs,
    Refused(&'static str),
    NoAnswer(&'static str),
}

#[allow(clippy::too_many_lines, reason = "a table")]
fn answers() -> Vec<(Reply, Outcome)> {
    use Outcome::{NoAnswer, Refused, Runs};
    let accept = |content| json!({ "action": "accept", "content": content });
    let yes = json!({ "confirm": true });
    let results = [
        (accept(yes.clone()), Runs),
        (accept(json!({ "confirm": true, "other": [1] })), Runs),
        (
            json!({ "action": "accept", "content": yes, "_meta": { "by": "form" } }),
            Runs,
        ),
        (
            json!({ "action": "accept" }),
            Refused("refused_not_confirmed"),
        ),
        (accept(Value::Null), Refused("refused_not_confirmed")),
        (accept(json!({})), Refused("refused_not_confirmed")),
        (accept(json!(true)), Refused("refused_not_confirmed")),
        (accept(json!("confirm")), Refused("refused_not_confirmed")),
        (accept(json!([true])), Refused("refused_not_confirmed")),
        (accept(json!([yes])), Refused("refused_not_confirmed")),
        (
            accept(json!({ "confirm": false })),
            Refused("refused_not_confirmed"),
        ),
        (
            accept(json!({ "confirm": null })),
            Refused("refused_not_confirmed"),
        ),
        (
            accept(json!({ "confirm": "true" })),
            Refused("refused_not_confirmed"),
        ),
        (
            accept(json!({ "confirm": "yes" })),
            Refused("refused_not_confirmed"),
        ),
        (
            accept(json!({ "confirm": 1 })),
            Refused("refused_not_confirmed"),
        ),
        (
            accept(json!({ "confirm": [true] })),
            Refused("refused_not_confirmed"),
        ),
        (
            accept(json!({ "confirm": yes })),
            Refused("refused_not_confirmed"),
        ),
        (
            accept(json!({ "content": yes })),
            Refused("refused_not_confirmed"),
        ),
        (
            accept(json!({ "Confirm": true })),
            Refused("refused_not_confirmed"),
        ),
        (json!({ "action": "decline" }), Refused("refused_declined")),
        (
            json!({ "action": "decline", "content": yes }),
            Refused("refused_declined"),
        ),
        (json!({ "action": "cancel" }), Refused("refused_cancelled")),
        (
            json!({ "action": "cancel", "content": yes }),
            Refused("refused_cancelled"),
        ),
        (
            json!({ "action": "approve", "content": yes }),
            Refused("refused_declined"),
        ),
        (
            json!({ "action": "ACCEPT", "content": yes }),
            Refused("refused_declined"),
        ),
        (
            json!({ "action": " accept ", "content": yes }),
            Refused("refused_declined"),
        ),
        (
            json!({ "action": "", "content": yes }),
            Refused("refused_declined"),
        ),
        // No answers at all, among them what rmcp reads as results of other requests.
        (json!({}), NoAnswer("client_error")),
        (json!({ "content": yes }), NoAnswer("client_error")),
        (json!({ "confirm": true }), NoAnswer("client_error")),
        (
            json!({ "action": true, "content": yes }),
            NoAnswer("client_error"),
        ),
        (
            json!({ "action": ["accept"], "content": yes }),
            NoAnswer("client_error"),
        ),
        (
            json!({ "action": "accept", "content": yes, "_meta": 5 }),
            NoAnswer("client_error"),
        ),
        (
            json!({ "action": "accept", "content": yes, "roots": [] }),
            NoAnswer("client_error"),
        ),
        (
            json!({ "result": { "action": "accept", "content": yes } }),
            NoAnswer("client_error"),
        ),
        (json!("accept"), NoAnswer("client_error")),
        (json!(true), NoAnswer("client_error")),
        (
            json!([{ "action": "accept", "content": yes }]),
            NoAnswer("client_error"),
        ),
    ];
    let mut answers: Vec<_> = results
        .into_iter()
        .map(|(result, outcome)| (Reply::Result(result), outcome))
        .collect();
    answers.push((Reply::Error, NoAnswer("client_error")));
    answers
}

/// Gives each answer to each kind of call.
pub(crate) async fn every_answer(
    client: &Client,
    human: &Human,
    seen: &mut Seen,
    journal: &Journal,
) {
    let mut ran = Vec::new();
    for (tool, argument) in [("delete", "draft"), ("export", "filing")] {
        for (i, (reply, outcome)) in answers().into_iter().enumerate() {
            let shown = match &reply {
                Reply::Result(result) => result.to_string(),
                _ => "an error".to_owned(),
            };
            human.will(reply);
            let name = format!("{i}");
            let result = call(client, tool, json!({ argument: name })).await;
            match outcome {
                Outcome::Runs => {
                    assert_ran(&result);
                    ran.push(format!("{tool} {i}"));
                }
                Outcome::Refused(reason) => assert_refused(&result, tool, reason),
                Outcome::NoAnswer(detail) => assert_no_answer(&result, tool, detail),
            }
            assert_eq!(journal.lines(), ran, "{tool}, answered with {shown}");
            let asked = seen.asked.try_recv().expect("was asked");
            assert!(asked.message.contains(&format!("`{tool}`")), "{asked:?}");
            assert!(seen.asked.try_recv().is_err(), "was asked once");
        }
    }
    assert_eq!(ran.len(), 6);
}

/// A human who says nothing in time, and then yes. Wants a server with a short limit.
pub(crate) async fn late_answers(
    client: &Client,
    human: &Human,
    seen: &mut Seen,
    journal: &Journal,
) {
    for (tool, argument) in [("delete", "draft"), ("export", "filing")] {
        let (answer, later) = Reply::later();
        human.will(later);
        let result = call(client, tool, json!({ argument: "late" })).await;
        assert_no_answer(&result, tool, "timed_out");
        let asked = seen.asked().await;
        let withdrawn = seen.withdrawn().await;
        assert_eq!(withdrawn.request_id, Some(asked.id));
        // rmcp's client does not stop a handler, so this yes is sent after all.
        answer.send(yes()).unwrap();
        assert_ran(&call(client, "look", json!({ "what": tool })).await);
    }
    assert_eq!(journal.lines(), ["look delete", "look export"]);
}
