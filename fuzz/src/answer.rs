//! The answer to an elicitation, as JSON text and as a value.

use countersign::{
    ConfirmDecision, Gate, Listed, Overrides, Tool, Unconfirmed, decision_from_elicitation,
    decision_from_json,
    trusted::{Answer, Channel, ClientSupport, NoAnswer, Question},
};
use serde_json::{Map, Value};

use super::{
    json::{Json, read},
    oracle::{self, Said},
    tools::{Delete, Export, Journal},
};

/// Takes the bytes for the JSON text of a result; and their first line for an action, the rest
/// for its content.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    result(text);
    let (action, content) = text.split_once('\n').unwrap_or((text, ""));
    action_and_content(action, content);
}

fn result(text: &str) {
    let decision = decision_from_json(text);
    let Ok(json) = read(text) else {
        return;
    };
    let expected = json.as_ref().map_or(Said::Nothing, oracle::result);
    // What is no Unicode text somewhere else in the answer may spoil it, but makes no yes.
    let may_be_spoiled = json.is_some_and(|json| has_no_text(&json));
    if !may_be_spoiled || decision == Ok(ConfirmDecision::Proceed) {
        assert_eq!(decision.map_or_else(nothing, word), expected);
    }
    runs(decision);
}

fn action_and_content(action: &str, content: &str) {
    let value = serde_json::from_str::<Value>(content).ok();
    let json = value.as_ref().and_then(|_| read(content).ok()?);
    if value.is_some() && json.is_none() {
        return;
    }
    let decision = decision_from_elicitation(action, value.as_ref());
    // In a value, repeated keys have collapsed to the last one.
    let json = json.map(|mut json| {
        if let Json::Object(members) = &mut json {
            let last = members
                .iter()
                .rposition(|(key, _)| key.as_deref() == Some("confirm"));
            let mut place = 0..;
            members.retain(|(key, _)| {
                let place = place.next();
                key.as_deref() != Some("confirm") || place == last
            });
        }
        json
    });
    assert_eq!(word(decision), oracle::said(action, json.as_ref()));
    runs(Ok(decision));
}

fn word(decision: ConfirmDecision) -> Said {
    match decision {
        ConfirmDecision::Proceed => Said::Yes,
        ConfirmDecision::RefusedDeclined => Said::Declined,
        ConfirmDecision::RefusedCancelled => Said::Cancelled,
        ConfirmDecision::RefusedNotConfirmed => Said::Unconfirmed,
    }
}

fn nothing(no_answer: NoAnswer) -> Said {
    assert_eq!(no_answer, NoAnswer::ClientError);
    Said::Nothing
}

/// A lone surrogate somewhere.
fn has_no_text(json: &Json) -> bool {
    match json {
        Json::String(text) => text.is_none(),
        Json::Array(values) => values.iter().any(has_no_text),
        Json::Object(members) => members
            .iter()
            .any(|(key, value)| key.is_none() || has_no_text(value)),
        _ => false,
    }
}

/// A channel whose human answers like this.
struct Answers(Result<ConfirmDecision, NoAnswer>);

impl Channel for Answers {
    fn support(&self) -> ClientSupport {
        ClientSupport::FormElicitation
    }

    async fn ask<'q>(&self, question: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
        self.0.map(|decision| question.answer(decision))
    }
}

/// A call runs if and only if the decision is to proceed.
fn runs(decision: Result<ConfirmDecision, NoAnswer>) {
    fn run<T>(call: T, decision: Result<ConfirmDecision, NoAnswer>)
    where
        T: for<'a> Tool<Context<'a> = &'a Journal, Output = ()>,
    {
        let gate = Gate::new(&[Listed::of::<T>()], Overrides::none()).expect("listed once");
        let journal = Journal::default();
        let call = Unconfirmed::new(call);
        let ran = pollster::block_on(gate.run(call, &Answers(decision), &journal)).is_ok();
        assert_eq!(ran, decision == Ok(ConfirmDecision::Proceed));
        assert_eq!(journal.count(), usize::from(ran));
    }
    run(Delete(Map::new()), decision);
    run(Export(Map::new()), decision);
}
