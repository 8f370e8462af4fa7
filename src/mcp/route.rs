use rmcp::{
    handler::server::{
        common::{schema_for_input, schema_for_type},
        router::tool::ToolRoute,
        tool::ToolCallContext,
    },
    model::{self, ToolAnnotations},
};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Call, Confirming, FromCall, ToolOutput, call::Arrived};
use crate::{Consequence, Locale, Tool, tier::Tier};

/// The route of a gated tool, for `ToolRouter::with_route`.
///
/// # Panics
///
/// As [`describe`].
#[must_use]
pub fn route<S, T>() -> ToolRoute<S>
where
    S: Confirming,
    T: Tool + DeserializeOwned + JsonSchema,
    T::Output: ToolOutput,
    for<'a> T::Context<'a>: FromCall<'a, S>,
{
    let route = ToolRoute::new_dyn(describe::<T>(), |context: ToolCallContext<'_, S>| {
        let server = context.service;
        let arrived = Arrived {
            name: context.name,
            arguments: context.arguments,
            state: context.request_state,
            responses: context.input_responses,
            request: context.request_context,
        };
        Box::pin(async move {
            // The annotations are those of the tier.
            let call = Call::<T>::extract(arrived, server, |_| true)?;
            call.run(server).await
        })
    });
    // So that a test can tell it from a route that took its place.
    #[cfg(feature = "testing")]
    let route = crate::testing::gated::router::seal::<S, T>(route);
    route
}

/// How a gated tool is advertised: name, title, description, schemas and annotations, all from
/// its type.
///
/// The description is the doc comment of the type, else the consequence of its command. For a
/// `#[tool]` method, whose attributes rmcp takes from literals, a test can compare the two.
///
/// # Panics
///
/// If the arguments are not a JSON object, which MCP demands. Write a tool without arguments as
/// `struct ListFilings {}`, with braces.
#[must_use]
pub fn describe<T>() -> model::Tool
where
    T: Tool + JsonSchema,
    T::Output: ToolOutput,
{
    let command = &T::COMMAND;
    let locale = Locale::default();
    let title = command.title(&locale);
    let input_schema = schema_for_input::<T>().unwrap_or_else(|error| {
        panic!(
            "`{}` takes arguments that are no JSON object; write a struct with named fields, or with empty braces: {error}",
            command.key()
        )
    });
    let description = match schema_for_type::<T>().get("description") {
        Some(Value::String(doc_comment)) => doc_comment.clone(),
        _ => command
            .consequence_text(T::Tier::CONSEQUENCE, &locale)
            .to_owned(),
    };
    let mut tool = model::Tool::new(command.key(), description, input_schema)
        .with_title(title)
        .with_annotations(annotations::<T::Tier>(title));
    tool.output_schema = T::Output::output_schema();
    tool
}

/// A blocked tool has the strictest consequence, and is advertised so.
fn annotations<L: Tier>(title: &str) -> ToolAnnotations {
    let annotations = ToolAnnotations::with_title(title);
    match L::CONSEQUENCE {
        Consequence::ReadOnly => annotations.read_only(true).destructive(false),
        Consequence::Additive => annotations.read_only(false).destructive(false),
        Consequence::Destructive => annotations.read_only(false).destructive(true),
        Consequence::Handoff => annotations
            .read_only(false)
            .destructive(true)
            .open_world(true),
    }
}
