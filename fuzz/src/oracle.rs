//! What must happen, restated from the specification in plain words, without a line of the
//! crate: nothing here may `use countersign`.

use std::{cmp::max, collections::BTreeMap};

use crate_json::{Json, read};

use super::json as crate_json;

// ---------------------------------------------------------------------------------------------
// Answers

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Yes,
    /// Accepted, but without the yes.
    Unconfirmed,
    Declined,
    Cancelled,
    /// No answer at all.
    Nothing,
}

/// An explicit yes: `accept`, to the letter, and an object in which `confirm` is `true`, which
/// stands there once.
pub fn said(action: &str, content: Option<&Json>) -> Said {
    let confirm = content.and_then(|content| content.once("confirm"));
    match action {
        "accept" if confirm == Some(&Json::Bool(true)) => Said::Yes,
        "accept" => Said::Unconfirmed,
        "cancel" => Said::Cancelled,
        _ => Said::Declined,
    }
}

/// The result of an elicitation: an object with one `action`, a text, and at most one `content`.
pub fn result(result: &Json) -> Said {
    let content = result.all("content");
    match result.once("action") {
        Some(Json::String(Some(action))) if content.len() <= 1 => {
            said(action, content.first().copied())
        }
        _ => Said::Nothing,
    }
}

/// An explicit yes as far as rmcp lets the server see it. It reads an answer before the crate
/// does, and loses three things, which are known and documented (`tests/mcp/raw.rs`): of
/// repeated keys of the form the last one counts, an action may be spelled `{"accept": null}`,
/// and a result as an array. Nothing but these three may be taken for a yes.
pub fn yes_through_rmcp(result: &Json) -> bool {
    let is_accept = |action: &Json| {
        let as_variant = matches!(action, Json::Object(members)
            if members.len() == 1 && action.once("accept") == Some(&Json::Null));
        action.is_text("accept") || as_variant
    };
    let is_yes = |form: &Json| form.last("confirm") == Some(&Json::Bool(true));
    match result {
        Json::Object(_) => {
            result.once("action").is_some_and(is_accept)
                && result.once("content").is_some_and(is_yes)
        }
        Json::Array(values) => match &values[..] {
            [action, form, _meta] => is_accept(action) && is_yes(form),
            _ => false,
        },
        _ => false,
    }
}

/// An explicit yes in `inputResponses`, under our key, where of repeated keys the last counts.
pub fn yes_in_responses(responses: &Json) -> bool {
    let Some(answer @ Json::Object(_)) = responses.last("confirm") else {
        return false;
    };
    answer
        .last("action")
        .is_some_and(|action| action.is_text("accept"))
        && answer
            .last("content")
            .is_some_and(|form| form.last("confirm") == Some(&Json::Bool(true)))
}

// ---------------------------------------------------------------------------------------------
// Capabilities

/// Whether `capabilities.elicitation` declares forms: an object with `form`, or without any
/// mode. Absent, null, `url` alone, or no object does not. A mode that is null is not declared.
pub fn elicits_forms(elicitation: Option<&Json>) -> bool {
    let declares = |modes: &Json, mode| modes.last(mode).is_some_and(|mode| *mode != Json::Null);
    match elicitation {
        Some(modes @ Json::Object(_)) => declares(modes, "form") || !declares(modes, "url"),
        _ => false,
    }
}

// ---------------------------------------------------------------------------------------------
// Policies

/// By strictness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strictness {
    Auto,
    Confirm,
    Block,
}

/// How the matrix ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    Auto,
    Elicit,
    ClientHint,
    Refused,
}

/// The matrix.
#[allow(clippy::match_same_arms, reason = "the rows are those of the table")]
pub fn route(policy: Strictness, destructive: bool, forms: bool, hint_closed: bool) -> Route {
    match policy {
        Strictness::Block => Route::Refused,
        Strictness::Auto => Route::Auto,
        Strictness::Confirm if forms => Route::Elicit,
        Strictness::Confirm if destructive && !hint_closed => Route::ClientHint,
        Strictness::Confirm => Route::Refused,
    }
}

/// The policies that a file of overrides leads to, or `None` if it must be rejected: it is one
/// JSON object (without a byte order mark), in which each key stands once, is the key of a tool,
/// and has a policy that is a word we know and not less strict than that tool's tier.
pub fn overridden(
    file: &str,
    tiers: &[(&'static str, Strictness)],
) -> Option<BTreeMap<&'static str, Strictness>> {
    let json = read(file).ok()??;
    let Json::Object(members) = &json else {
        return None;
    };
    let mut policies: BTreeMap<_, _> = tiers.iter().copied().collect();
    for (key, value) in members {
        let key = key.as_ref()?;
        json.once(key)?;
        let (key, tier) = tiers.iter().find(|(known, _)| known == key)?;
        let policy = match value {
            word if word.is_text("auto_approve") => Strictness::Auto,
            word if word.is_text("confirm") => Strictness::Confirm,
            word if word.is_text("block") => Strictness::Block,
            _ => return None,
        };
        if policy < *tier {
            return None;
        }
        policies.insert(key, policy);
    }
    Some(policies)
}

/// Of several files the strictest counts.
pub fn merged(
    one: &BTreeMap<&'static str, Strictness>,
    other: &BTreeMap<&'static str, Strictness>,
) -> BTreeMap<&'static str, Strictness> {
    one.iter()
        .map(|(key, policy)| (*key, max(*policy, other[key])))
        .collect()
}

// ---------------------------------------------------------------------------------------------
// Arguments

/// Whether two arguments are the same call: objects without regard to order, numbers as the
/// doubles of RFC 8785, except that an integer beyond 2^53 is only itself. `None` where it hangs
/// on how a decimal with many digits is rounded.
pub fn same(one: &Json, other: &Json) -> Option<bool> {
    match (one, other) {
        (Json::Number(one), Json::Number(other)) => same_number(one, other),
        (Json::Array(one), Json::Array(other)) if one.len() == other.len() => {
            all(one.iter().zip(other).map(|(one, other)| same(one, other)))
        }
        (Json::Object(_), Json::Object(_)) => {
            let [one, other] = [one, other].map(collapsed);
            if !one.keys().eq(other.keys()) {
                return Some(false);
            }
            all(one.iter().map(|(key, value)| same(value, other[key])))
        }
        _ => Some(one == other),
    }
}

#[allow(
    clippy::manual_try_fold,
    reason = "a later `Some(false)` decides over a `None`"
)]
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    parts.fold(Some(true), |all, part| match (all, part) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    })
}

/// Of repeated keys the last one counts.
fn collapsed(object: &Json) -> BTreeMap<&str, &Json> {
    let Json::Object(members) = object else {
        return BTreeMap::new();
    };
    let members = members.iter();
    members
        .filter_map(|(key, value)| Some((key.as_deref()?, value)))
        .collect()
}

/// Up to here every integer is a double of its own.
const EXACT: i128 = 1 << 53;

/// An integer is what is spelled as one and fits 64 bits; the rest are doubles, and so is `-0`.
fn integer(spelling: &str) -> Option<i128> {
    let fits = |n: &i128| i64::try_from(*n).is_ok() || u64::try_from(*n).is_ok();
    let is_integer = spelling.bytes().all(|b| b == b'-' || b.is_ascii_digit());
    let integer = is_integer.then(|| spelling.parse().ok())?;
    integer.filter(fits).filter(|_| spelling != "-0")
}

#[allow(
    clippy::float_cmp,
    reason = "whether they are the same double is the question"
)]
fn same_number(one: &str, other: &str) -> Option<bool> {
    if one == other {
        return Some(true);
    }
    let [a, b] = [one, other].map(integer);
    if let (Some(a), Some(b)) = (a, b) {
        return Some(a == b);
    }
    if [a, b].into_iter().flatten().any(|n| n.abs() > EXACT) {
        return Some(false);
    }
    let [x, y] = [one, other].map(|spelling| spelling.parse::<f64>().expect("a number"));
    if x == y || (x - y).abs() <= x.abs() * 1e-14 {
        let exact = |spelling, integer: Option<i128>| integer.is_some() || is_exact(spelling);
        return (exact(one, a) && exact(other, b)).then_some(x == y);
    }
    Some(false)
}

/// Few digits and a small exponent: every parser gets the same double.
fn is_exact(spelling: &str) -> bool {
    let mut parts = spelling.split(['e', 'E']);
    let digits = parts.next().unwrap_or_default();
    let exponent: i32 = parts.next().unwrap_or("0").parse().unwrap_or(i32::MAX);
    digits.bytes().filter(u8::is_ascii_digit).count() <= 15 && (-6..=6).contains(&exponent)
}

// ---------------------------------------------------------------------------------------------
// Languages

/// The language of a tag: `en` or `es` in any case, alone or before well-formed subtags, which
/// are one to eight ASCII letters or digits after a hyphen each.
pub fn language(tag: &str) -> Option<&'static str> {
    let (language, subtags) = tag.split_at_checked(2)?;
    let language = match (language.as_bytes()[0] | 0x20, language.as_bytes()[1] | 0x20) {
        (b'e', b'n') => "en",
        (b'e', b's') => "es",
        _ => return None,
    };
    let mut length = 8;
    for c in subtags.chars() {
        length = match c {
            '-' if length > 0 => 0,
            c if c.is_ascii_alphanumeric() && length < 8 => length + 1,
            _ => return None,
        };
    }
    (length > 0).then_some(language)
}

// ---------------------------------------------------------------------------------------------
// Texts

/// Whether a text has control characters, or characters that turn its direction or have no
/// width: in a log or a prompt it may seem to say something else.
pub fn may_deceive(text: &str) -> bool {
    text.chars().any(|c| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    })
}
