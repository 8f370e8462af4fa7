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

/// Takes the bytes for the JSON text of a result. They are also read into a value, and its
/// parts taken; and their first line is taken for an action, the rest for its content.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    from_json(text);
    if let Ok(value) = serde_json::from_str::<Value>(text)
        && let Some(action) = value["action"].as_str()
        && let Ok(Some(json)) = read(text)
    {
        from_value(action, value.get("content"), json.last("content"));
    }
    let (action, content) = text.split_once('\n').unwrap_or((text, ""));
    match (serde_json::from_str(content), read(content)) {
        (Ok(value), Ok(Some(json))) => from_value(action, Some(&value), Some(&json)),
        _ => from_value(action, None, None),
    }
}

fn from_json(text: &str) {
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

/// In a value, repeated keys have collapsed to the last one.
fn from_value(action: &str, content: Option<&Value>, json: Option<&Json>) {
    let decision = decision_from_elicitation(action, content);
    let collapsed = json.map(|json| match json.last("confirm") {
        Some(confirm) => Json::Object(vec![(Some("confirm".to_owned()), confirm.clone())]),
        None => json.clone(),
    });
    assert_eq!(word(decision), oracle::said(action, collapsed.as_ref()));
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
