use core::{any::TypeId, fmt::Write, future::Future, panic::Location};
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::{
    ErrorData, ServerHandler,
    model::{
        CallToolRequest, CallToolRequestParams, ClientCapabilities, ClientConfig,
        ClientJsonRpcMessage, ClientRequest, Implementation, NumberOrString, ServerJsonRpcMessage,
    },
    service::serve_directly,
    transport::OneshotTransport,
};

use super::name;
use crate::{Consequence, Tool, call::command, tier::Tier};

/// A call that is not to run: the gate takes it for what it is, says so, and goes no further.
/// It travels beside the request inside the process, so that no client can send one.
#[derive(Clone, Default)]
pub(crate) struct Probe(Arc<Mutex<Option<Reached>>>);

#[derive(Clone, Copy)]
struct Reached {
    tool: TypeId,
    name: &'static str,
}

impl Probe {
    /// Says which tool the call reached, and answers it.
    pub(crate) fn reach<T: Tool>(&self) -> ErrorData {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Reached {
            tool: TypeId::of::<T>(),
            name: core::any::type_name::<T>(),
        });
        ErrorData::internal_error("reached the gate, as a test wanted to know", None)
    }

    fn reached(&self) -> Option<Reached> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Fails unless `server`, asked as a client would ask it, brings a call of `T` to its gate.
/// Needs a Tokio runtime.
///
/// ```
/// # use countersign::{Command, Gate, Granted, Listed, Overrides, Tool, command, mcp::{self, Confirmations, Confirming}, tier};
/// # use rmcp::{ServerHandler, handler::server::router::tool::ToolRouter, tool_handler};
/// # #[derive(serde::Deserialize, schemars::JsonSchema)]
/// # struct DeleteDraft { draft: String }
/// # impl Tool for DeleteDraft {
/// #     type Tier = tier::Confirm<tier::Destructive>;
/// #     type Context<'a> = &'a Desk;
/// #     type Output = String;
/// #     const COMMAND: Command = command! { Command::new("delete_draft", "Delete a draft") };
/// #     async fn run(call: Granted<'_, Self>, _: Self::Context<'_>) -> String { call.draft.clone() }
/// # }
/// # struct Desk { confirmations: Confirmations, tools: ToolRouter<Self> }
/// # impl Desk {
/// #     fn new() -> Self {
/// #         let gate = Gate::new(&[Listed::of::<DeleteDraft>()], Overrides::none()).unwrap();
/// #         let tools = ToolRouter::new().with_route(mcp::route::<Self, DeleteDraft>());
/// #         Self { confirmations: Confirmations::new(gate), tools }
/// #     }
/// # }
/// # impl Confirming for Desk { fn confirmations(&self) -> &Confirmations { &self.confirmations } }
/// # #[tool_handler(router = self.tools)]
/// # impl ServerHandler for Desk {}
/// use countersign::testing::assert_served;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// assert_served::<DeleteDraft>(Desk::new()).await;
/// # }
/// ```
///
/// It makes one `tools/call` with the key of `T` and no arguments, through rmcp and all of the
/// server's own handling. Where a gated route, or a `#[tool]` method that takes
/// [`mcp::Parameters<T>`](crate::mcp::Parameters), would take the call, the probe is recognised
/// and answered; nothing is parsed, routed or run. It also fails if `get_tool` of the server does
/// not advertise the tool with the hints of its tier.
///
/// Where something else is served under the name, *that is called*, without arguments: use a
/// server that is made for the test.
///
/// # What it does not prove
///
/// That nothing else happens before or after: a handler around the gated one, or a method that
/// does more than [`Call::run`](crate::mcp::Call::run), passes. `router = ..` of
/// [`assert_gated!`](crate::assert_gated) finds the handler. Nor what other calls would reach, or
/// what the server does behind another transport.
///
/// # Panics
///
/// If not, and outside of a Tokio runtime.
#[track_caller]
pub fn assert_served<T: Tool>(server: impl ServerHandler) -> impl Future<Output = ()> {
    let caller = Location::caller();
    async move {
        if let Err(problem) = check::<T>(server).await {
            panic!("assert_served::<{}> at {caller}: {problem}", name::<T>());
        }
    }
}

async fn check<T: Tool>(server: impl ServerHandler) -> Result<(), String> {
    let key = command::<T>().key();
    hints::<T>(&server)?;

    let probe = Probe::default();
    let mut request = CallToolRequest::new(CallToolRequestParams::new(key));
    request.extensions.insert(probe.clone());
    let message = ClientJsonRpcMessage::request(
        ClientRequest::CallToolRequest(request),
        NumberOrString::Number(1),
    );
    let client = ClientConfig::new(
        ClientCapabilities::default(),
        Implementation::new("countersign::testing", "1"),
    );
    let (transport, mut messages) = OneshotTransport::new(message);
    let running = serve_directly(server, transport, Some(client));
    let mut reply = "no answer".to_owned();
    while let Some(message) = messages.recv().await {
        if let ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_) = message {
            reply.clear();
            write!(reply, "{message:?}").expect("a String");
            break;
        }
    }
    drop(running);

    match probe.reached() {
        Some(reached) if reached.tool == TypeId::of::<T>() => Ok(()),
        Some(reached) => Err(format!(
            "a call of `{key}` reaches the gate as another tool, `{}`; give each command a key of its own",
            reached.name
        )),
        None => Err(format!(
            "a call of `{key}` does not reach the gate: the server has no such tool, or another was added after the gated one and replaced it, or it serves another router (look for `#[tool_handler(router = ..)]`). It answered: {reply}"
        )),
    }
}

/// The hints that clients go by are those of the tier.
fn hints<T: Tool>(server: &impl ServerHandler) -> Result<(), String> {
    let key = command::<T>().key();
    let Some(tool) = server.get_tool(key) else {
        return Err(format!(
            "`ServerHandler::get_tool` knows no `{key}`, so the server does not advertise it; `#[tool_handler]` writes `get_tool`"
        ));
    };
    let annotations = tool.annotations.unwrap_or_default();
    let consequence = T::Tier::CONSEQUENCE;
    let expected = (
        Some(consequence == Consequence::ReadOnly),
        Some(matches!(
            consequence,
            Consequence::Destructive | Consequence::Handoff
        )),
    );
    let found = (annotations.read_only_hint, annotations.destructive_hint);
    if found == expected {
        return Ok(());
    }
    Err(format!(
        "`{key}` is advertised with (readOnlyHint, destructiveHint) = {found:?}, and its tier is {expected:?}; write `annotations(..)` of `#[tool]` so, or use `mcp::route`"
    ))
}
