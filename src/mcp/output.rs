use std::sync::Arc;

use rmcp::{
    ErrorData, Json,
    handler::server::tool::{IntoCallToolResult, schema_for_output},
    model::{CallToolResult, ContentBlock, JsonObject},
};
use schemars::JsonSchema;
use serde::Serialize;

/// What the body of a tool may return to an MCP client.
///
/// A trait of its own because rmcp's [`IntoCallToolResult`] also accepts a request for more
/// input, whose answer would arrive at the gate instead of the body.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned to an MCP client from a gated tool",
    label = "`countersign::mcp::ToolOutput` is not implemented for `{Self}`",
    note = "a tool's `Output` may be `()`, `String`, `ContentBlock`, `CallToolResult`, `Json<T>`, `ErrorData`, or a `Result` of these: turn any other error into a `String`"
)]
pub trait ToolOutput: IntoCallToolResult {
    /// The schema of the structured output, if there is any.
    #[must_use]
    fn output_schema() -> Option<Arc<JsonObject>> {
        None
    }
}

impl ToolOutput for () {}
impl ToolOutput for String {}
impl ToolOutput for ContentBlock {}
impl ToolOutput for CallToolResult {}
impl ToolOutput for ErrorData {}

impl<T: Serialize + JsonSchema + 'static> ToolOutput for Json<T> {
    fn output_schema() -> Option<Arc<JsonObject>> {
        Some(schema_for_output::<T>())
    }
}

impl<T: ToolOutput, E: ToolOutput> ToolOutput for Result<T, E> {
    fn output_schema() -> Option<Arc<JsonObject>> {
        T::output_schema()
    }
}
