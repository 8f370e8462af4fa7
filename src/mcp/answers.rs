//! Every outcome of a call, as it travels to the client.

use rmcp::{
    ErrorData, RoleServer,
    model::{
        CallToolResponse, CallToolResult, ContentBlock, ErrorCode, JsonObject, MetaObject,
        ProtocolVersion,
    },
    service::RequestContext,
};
use serde_json::{Value, json};

use super::ToolOutput;
use crate::{Locale, Reason, Refusal, Tool, command::is_deceptive, elicitation::fill};

/// An error with this beginning becomes a tool result in rmcp's router.
const WRONG_ARGUMENTS: &str = "failed to deserialize parameters:";

/// Where a refusal stands in `_meta`.
const REFUSAL_KEY: &str = "countersign/refusal";

/// Whether this request is on MCP 2026-07-28 or later, where servers may not call clients.
pub(super) fn is_stateless(request: &RequestContext<RoleServer>) -> bool {
    request
        .protocol_version()
        .is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}

/// Names the argument, and what is expected there. What stood there is not repeated: it would
/// reach logs, and clients show such text to people (G14).
pub(super) fn wrong_arguments(error: &serde_path_to_error::Error<serde_json::Error>) -> ErrorData {
    let path = error.path().to_string();
    let message = error.inner().to_string();
    let message = match message.rsplit_once(", expected ") {
        Some((_found, expected)) => format!("expected {expected}"),
        None => message,
    };
    argument_error(&if path == "." {
        visible(&message)
    } else {
        format!("{}: {}", visible(&path), visible(&message))
    })
}

fn argument_error(text: &str) -> ErrorData {
    ErrorData::invalid_params(format!("{WRONG_ARGUMENTS} {text}"), None)
}

/// The beginning of a text in which the model may have a part, unable to spoof anything.
fn visible(text: &str) -> String {
    const LENGTH: usize = 200;
    let mut visible = String::new();
    for c in text.chars().take(LENGTH) {
        if is_deceptive(c.into()) {
            visible.extend(c.escape_unicode());
        } else {
            visible.push(c);
        }
    }
    if text.chars().nth(LENGTH).is_some() {
        visible.push('…');
    }
    visible
}

/// An error of ours or of the server's, kept from being read as wrong arguments.
pub(super) fn protocol_error(mut error: ErrorData, what: &str) -> ErrorData {
    if error.message.starts_with(WRONG_ARGUMENTS) {
        error.message = format!("{what}: {}", error.message).into();
    }
    error
}

/// A refusal: a tool result with `isError`; on MCP 2026-07-28 an error where the client could
/// mend it by declaring a capability, as the specification demands.
pub(super) fn refused<T>(
    refusal: &Refusal,
    locale: &Locale,
    request: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData>
where
    T: Tool,
    T::Output: ToolOutput,
{
    let text = refusal.message(locale);
    if refusal.reason() == Reason::NoChannel && is_stateless(request) {
        return Err(ErrorData::new(
            ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
            text,
            Some(json!({ "requiredCapabilities": { "elicitation": { "form": {} } } })),
        ));
    }
    Ok(refusal_result::<T>(refusal, text))
}

/// The refusal with its text. It is structured content where that is free: clients hold it
/// against the tool's output schema, if there is one.
fn refusal_result<T>(refusal: &Refusal, text: String) -> CallToolResponse
where
    T: Tool,
    T::Output: ToolOutput,
{
    let mut structured = match serde_json::to_value(refusal) {
        Ok(Value::Object(structured)) => structured,
        _ => JsonObject::new(),
    };
    structured.insert("message".to_owned(), Value::String(text.clone()));
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    if T::Output::output_schema().is_none() {
        result.structured_content = Some(Value::Object(structured));
    } else {
        let mut meta = MetaObject::new();
        meta.insert(REFUSAL_KEY.to_owned(), Value::Object(structured));
        result.meta = Some(meta);
    }
    result.into()
}

/// A state that fails. One text for all ways, since the ways are for nobody to learn.
pub(super) fn invalid_state<T: Tool>(locale: &Locale) -> ErrorData {
    let text = fill(locale.texts().invalid_state, &[("key", T::COMMAND.key())]);
    ErrorData::invalid_params(text, None)
}

/// What the body returned. It may not ask for more input: the answer would reach the gate.
pub(super) fn completed(output: impl ToolOutput) -> Result<CallToolResponse, ErrorData> {
    match output.into_call_tool_result() {
        Ok(complete @ CallToolResponse::Complete(_)) => Ok(complete),
        Ok(_) => Err(ErrorData::internal_error(
            "a gated tool returned something other than a complete result; it has run",
            None,
        )),
        Err(error) => Err(protocol_error(error, "the tool failed")),
    }
}

/// A panic before the body began.
pub(super) fn panicked_before<T: Tool>(locale: &Locale) -> CallToolResponse {
    error_result(panicked_text::<T>(locale))
}

/// A panic while the arguments were read. It has to look like wrong arguments to become a
/// result of the tool.
pub(super) fn panicked_reading<T: Tool>(locale: &Locale) -> ErrorData {
    argument_error(&panicked_text::<T>(locale))
}

fn panicked_text<T: Tool>(locale: &Locale) -> String {
    fill(locale.texts().panicked_before, &[("key", T::COMMAND.key())])
}

/// A panic of the body.
pub(super) fn panicked_during<T: Tool>(locale: &Locale) -> CallToolResponse {
    error_result(fill(
        locale.texts().panicked_during,
        &[("key", T::COMMAND.key())],
    ))
}

fn error_result(text: String) -> CallToolResponse {
    CallToolResult::error(vec![ContentBlock::text(text)]).into()
}
