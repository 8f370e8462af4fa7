//! The arguments of a call: how they are read, what a confirmation is bound to, and that it is
//! what runs (MCP 2026-07-28).

use serde_json::Value;

use super::{
    json::{Json, read},
    oracle,
    wire::{self, Desk, Session},
};

/// What must not come back in an error, where it stands in a value.
const SECRET: &str = "hunter2";

/// Takes the first line for the arguments of the call that is shown, and the second for those
/// of the call that comes back with a yes.
pub fn check(bytes: &[u8]) {
    let mut lines = bytes.splitn(2, |b| *b == b'\n');
    let shown = lines.next().unwrap_or_default();
    let returned = lines.next().unwrap_or(shown);
    wire::run(async {
        let desk = Desk::new();
        let mut session = Session::stateless(&desk).await;
        typed(&mut session, shown).await;
        bound(&desk, &mut session, shown, returned).await;
        session.close().await;
        assert_eq!(desk.journal.count(), 0);
    });
}

fn arguments(bytes: &[u8]) -> Option<Json> {
    let text = str::from_utf8(bytes).ok()?.replace('\n', " ");
    let json = read(&text).ok()??;
    let is_usual = matches!(json, Json::Object(_)) && json.is_readable() && json.depth() < 60;
    is_usual.then_some(json)
}

/// A yes for what was shown runs what comes back if and only if it is the same, and the tool
/// gets the same value then.
async fn bound(desk: &Desk, session: &mut Session, shown: &[u8], returned: &[u8]) {
    let state = session.ask("ask", "export", shown).await;
    assert_eq!(desk.journal.count(), 0, "nobody said yes");
    let Some(json) = arguments(shown) else {
        return;
    };
    let ran = |reply: Option<Value>| {
        let ran = desk.journal.take();
        assert!(ran.len() <= 1, "{ran:?}");
        let invalid = reply.is_some_and(|reply| wire::is_invalid_state(&reply));
        let value = ran.into_iter().next().map(|ran| ran.arguments);
        (value, invalid)
    };
    let state = state.expect("arguments are asked about");
    let reply = session.confirm("same", "export", shown, &state).await;
    let (Some(value), _) = ran(reply) else {
        panic!("a yes runs what was shown");
    };
    let got = read(&value).ok().flatten().expect("the body got JSON");
    assert_ne!(
        oracle::same(&json, &got),
        Some(false),
        "the body got {value}"
    );

    let other = respelled(&json);
    let state = session
        .ask("ask-2", "export", shown)
        .await
        .expect("a question");
    let reply = session
        .confirm("spelled", "export", other.as_bytes(), &state)
        .await;
    assert_eq!(ran(reply).0.as_ref(), Some(&value), "{other}");

    let state = session
        .ask("ask-3", "export", shown)
        .await
        .expect("a question");
    let reply = session.confirm("other", "export", returned, &state).await;
    let (ran, invalid) = ran(reply);
    let is_same = arguments(returned).map(|returned| oracle::same(&json, &returned));
    match is_same {
        Some(Some(true)) => assert_eq!(ran, Some(value)),
        Some(Some(false)) => assert!(ran.is_none() && invalid, "{ran:?}"),
        // Rounding decides, or it is hardly a call: if it runs, it is what was confirmed.
        Some(None) | None => assert!(ran.is_none_or(|ran| ran == value)),
    }
}

/// The same arguments in another spelling.
fn respelled(json: &Json) -> String {
    let string = |text: &Option<String>| {
        let units = text.as_deref().unwrap_or_default().encode_utf16();
        let escaped: Vec<_> = units.map(|unit| format!("\\u{unit:04X}")).collect();
        format!("\"{}\"", escaped.concat())
    };
    match json {
        Json::Null => " null ".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Number(number) => match number.parse::<i64>() {
            Ok(n) if n.unsigned_abs() <= 1 << 53 && number != "-0" => format!("{n}.0"),
            _ => number.clone(),
        },
        Json::String(text) => string(text),
        Json::Array(values) => {
            let values: Vec<_> = values.iter().map(respelled).collect();
            format!("[ {} ]", values.join(" , "))
        }
        Json::Object(members) => {
            // Of repeated keys the last one counts, and stays last.
            let mut keys: Vec<_> = members.iter().map(|(key, _)| key).collect();
            keys.sort();
            keys.dedup();
            let members: Vec<_> = keys
                .into_iter()
                .rev()
                .map(|key| {
                    let value = json.last(key.as_deref().unwrap_or_default());
                    format!(
                        "{} : {}",
                        string(key),
                        value.map(respelled).unwrap_or_default()
                    )
                })
                .collect();
            format!("{{ {} }}", members.join(" , "))
        }
    }
}

/// Arguments with types: asked about if and only if they have them, and an error says nothing
/// that the model could use to deceive, nor what a value was.
async fn typed(session: &mut Session, arguments_text: &[u8]) {
    let name = br#""name":"retitle","arguments":"#;
    let reply = session.call("typed", &[name, arguments_text]).await;
    let Some(json) = arguments(arguments_text) else {
        return;
    };
    let reply = reply.expect("a call is answered");
    let is_draft = matches!(json.last("draft"), Some(Json::String(_)));
    let is_u8 = |value: &Json| matches!(value, Json::Number(n) if n.parse::<u8>().is_ok());
    let is_page = json.last("page").is_some_and(is_u8);
    let are_marks = match json.last("marks") {
        None => true,
        Some(marks @ Json::Object(members)) => members.iter().all(|(key, _)| {
            marks
                .last(key.as_deref().unwrap_or_default())
                .is_some_and(is_u8)
        }),
        Some(_) => false,
    };
    let is_kind = match json.last("kind") {
        None | Some(Json::Null) => true,
        Some(Json::String(Some(word))) => word == "draft" || word == "filing",
        // serde's own second spelling of a variant.
        Some(kind @ Json::Object(members)) => {
            members.len() == 1
                && ["draft", "filing"]
                    .into_iter()
                    .any(|word| kind.last(word) == Some(&Json::Null))
        }
        Some(_) => false,
    };
    let is_asked = reply["result"]["requestState"].is_string();
    assert_eq!(
        is_asked,
        is_draft && is_page && is_kind && are_marks,
        "{reply}"
    );
    if is_asked {
        return;
    }
    assert_eq!(reply["result"]["isError"], true, "{reply}");
    let error = reply["result"]["content"][0]["text"]
        .as_str()
        .expect("a text");
    assert!(
        error.starts_with("failed to deserialize parameters:"),
        "{error}"
    );
    assert!(!oracle::may_deceive(error), "{error:?}");
    let (mut in_value, mut in_key) = (false, false);
    json.texts(&mut |text, is_key| {
        *(if is_key { &mut in_key } else { &mut in_value }) |= text.contains(SECRET);
    });
    assert!(!in_value || in_key || !error.contains(SECRET), "{error}");
}
