use std::borrow::Cow;

use serde::{Deserialize, Serialize, ser::SerializeMap};
use serde_json::{Map, Value, value::RawValue};

use crate::{
    Command, Consequence, Locale,
    trusted::{ClientSupport, NoAnswer},
};

/// What a human decided, as far as it can be told. Only [`Proceed`](ConfirmDecision::Proceed)
/// lets a call run. It does not convert to `bool`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[must_use = "an unused decision decides nothing: give it to `Question::answer` (G13)"]
pub enum ConfirmDecision {
    /// Accepted, and `confirm` is `true`.
    Proceed,
    /// The client answered `decline`, or with a word that MCP does not know.
    RefusedDeclined,
    /// The client answered `cancel`: the question was closed without a choice.
    RefusedCancelled,
    /// Accepted, but without the yes.
    RefusedNotConfirmed,
}

/// The name of the one property of the form.
pub(crate) const CONFIRM: &str = "confirm";

/// The payload of an MCP `elicitation/create` request in form mode. Serializes as its
/// parameters: `message` and `requestedSchema`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ConfirmationRequest {
    /// What the human reads: the command and its consequence.
    pub message: String,
    /// The form: one box to tick.
    pub requested_schema: RequestedSchema,
}

/// The schema of a form with one required boolean, `confirm`, and nothing that a client could
/// fill in by itself: no default, no other property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestedSchema {
    description: String,
}

impl RequestedSchema {
    /// The description of `confirm`. It names the command.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }
}

impl Serialize for RequestedSchema {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Property<'a> {
            r#type: &'static str,
            description: &'a str,
        }
        #[derive(Serialize)]
        struct Properties<'a> {
            confirm: Property<'a>,
        }
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry(
            "properties",
            &Properties {
                confirm: Property {
                    r#type: "boolean",
                    description: &self.description,
                },
            },
        )?;
        map.serialize_entry("required", &[CONFIRM])?;
        map.end()
    }
}

/// What to show to a human before `command` runs. Every word of it was fixed at compile time:
/// no argument of a call can get in (G11).
#[must_use]
pub fn confirmation_request(
    command: &Command,
    consequence: Consequence,
    locale: &Locale,
) -> ConfirmationRequest {
    let texts = locale.texts();
    let fill = |template| {
        fill(
            template,
            &[
                ("key", command.key()),
                ("title", command.title(locale)),
                ("consequence", command.consequence_text(consequence, locale)),
            ],
        )
    };
    ConfirmationRequest {
        message: fill(texts.question),
        requested_schema: RequestedSchema {
            description: fill(texts.confirm),
        },
    }
}

/// Fills `{name}` into a template. What is filled in is not looked at again.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(template.len() + 128);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            unreachable!("the texts close what they open")
        };
        let value = values.iter().find(|(known, _)| *known == name);
        text.push_str(value.map_or(name, |(_, value)| value));
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Reads the answer to an MCP elicitation: its `action` and `content`. Everything that is not
/// an explicit yes refuses (G15).
///
/// | action | content | decision |
/// |---|---|---|
/// | `accept` | an object whose `confirm` is `true` | [`Proceed`](ConfirmDecision::Proceed) |
/// | `accept` | anything else | [`RefusedNotConfirmed`](ConfirmDecision::RefusedNotConfirmed) |
/// | `cancel` | any | [`RefusedCancelled`](ConfirmDecision::RefusedCancelled) |
/// | any other word | any | [`RefusedDeclined`](ConfirmDecision::RefusedDeclined) |
///
/// A repeated key has already collapsed to its last value in a [`Value`];
/// [`decision_from_json`] sees it.
pub fn decision_from_elicitation(action: &str, content: Option<&Value>) -> ConfirmDecision {
    let confirmed = matches!(
        content.and_then(|content| content.as_object()?.get(CONFIRM)),
        Some(Value::Bool(true))
    );
    decide(action, confirmed)
}

/// Reads the answer to an MCP elicitation from the JSON text of its result. A `confirm` that
/// stands there twice is never a yes, whatever its values; other properties are ignored.
///
/// # Errors
///
/// [`NoAnswer::ClientError`] if the text is no such result: not JSON, not an object, an
/// `action` that is missing or no string, an `action` or `content` that stands there twice.
pub fn decision_from_json(result: &str) -> Result<ConfirmDecision, NoAnswer> {
    #[derive(Deserialize)]
    struct ElicitResult<'j> {
        #[serde(borrow)]
        action: Cow<'j, str>,
        #[serde(borrow)]
        content: Option<&'j RawValue>,
    }
    #[derive(Deserialize)]
    struct Form {
        confirm: bool,
    }

    let result: ElicitResult<'_> = from_object(result).ok_or(NoAnswer::ClientError)?;
    let confirmed = result
        .content
        .and_then(|content| from_object(content.get()))
        .is_some_and(|form: Form| form.confirm);
    Ok(decide(&result.action, confirmed))
}

/// Reads a JSON object. Derived structs can be read from an array, too: `[true]` would be a yes.
fn from_object<'j, T: Deserialize<'j>>(json: &'j str) -> Option<T> {
    let is_object = json.trim_ascii_start().starts_with('{');
    is_object.then(|| serde_json::from_str(json).ok()).flatten()
}

fn decide(action: &str, confirmed: bool) -> ConfirmDecision {
    match (action, confirmed) {
        ("accept", true) => ConfirmDecision::Proceed,
        ("accept", false) => ConfirmDecision::RefusedNotConfirmed,
        ("cancel", _) => ConfirmDecision::RefusedCancelled,
        _ => ConfirmDecision::RefusedDeclined,
    }
}

impl ClientSupport {
    /// Reads what an MCP client declares under `capabilities.elicitation`.
    ///
    /// `{}`, or any object with `form`, is form elicitation. Absent, `null`, an object with
    /// `url` alone, and whatever is not an object are not.
    ///
    /// ```
    /// # use countersign::trusted::ClientSupport;
    /// use serde_json::json;
    ///
    /// let url_only = json!({ "url": {} });
    /// assert_eq!(
    ///     ClientSupport::from_capability(Some(&url_only)),
    ///     ClientSupport::NoFormElicitation,
    /// );
    /// ```
    #[must_use]
    pub fn from_capability(elicitation: Option<&Value>) -> Self {
        let declared = |modes: &Map<String, Value>, mode| {
            modes.get(mode).is_some_and(|declared| !declared.is_null())
        };
        match elicitation {
            Some(Value::Object(modes)) if declared(modes, "form") || !declared(modes, "url") => {
                Self::FormElicitation
            }
            _ => Self::NoFormElicitation,
        }
    }
}
