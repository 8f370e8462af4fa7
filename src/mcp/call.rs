use std::{borrow::Cow, fmt, marker::PhantomData, mem::forget, panic::AssertUnwindSafe};

use futures_util::FutureExt;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::{common::FromContextPart, tool::ToolCallContext},
    model::{CallToolResponse, InputResponses, JsonObject},
    service::RequestContext,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Confirmations, Confirming, FromCall, ToolOutput, answers, binding,
    live::{self, Live},
    suspended::{Resumed, Suspension},
};
use crate::{
    AutoApproved, ClientHinted, ConfirmRoute, Confirmed, Consequence, Reason, Refusal, Routed,
    Tool, Unconfirmed,
    tier::Tier,
    trusted::{ClientSupport, NoAnswer},
};

/// An unconfirmed call in a `#[tool]` method: the arguments, and what is needed to confirm
/// exactly them. One extractor holds both, so that a yes cannot be moved to other arguments.
///
/// Name the parameter's type [`Parameters<T>`](Parameters), so that rmcp finds the schema.
///
/// ```
/// # use countersign::{*, mcp::{Confirmations, Confirming}};
/// # use rmcp::{ErrorData, ServerHandler, model::CallToolResponse, tool, tool_handler, tool_router};
/// # /// Deletes a draft.
/// # #[derive(serde::Deserialize, schemars::JsonSchema)]
/// # struct DeleteDraft { draft: String }
/// # impl Tool for DeleteDraft {
/// #     type Tier = tier::Confirm<tier::Destructive>;
/// #     type Context<'a> = &'a Desk;
/// #     type Output = String;
/// #     const COMMAND: Command = command! { Command::new("delete_draft", "Delete a draft") };
/// #     async fn run(call: Granted<'_, Self>, _: Self::Context<'_>) -> String { call.draft.clone() }
/// # }
/// # struct Desk { confirmations: Confirmations }
/// # impl Confirming for Desk {
/// #     fn confirmations(&self) -> &Confirmations { &self.confirmations }
/// # }
/// # #[tool_handler]
/// # impl ServerHandler for Desk {}
/// use countersign::mcp::Parameters;
///
/// #[tool_router]
/// impl Desk {
///     /// Deletes a draft.
///     #[tool(annotations(read_only_hint = false, destructive_hint = true))]
///     async fn delete_draft(
///         &self,
///         call: Parameters<DeleteDraft>,
///     ) -> Result<CallToolResponse, ErrorData> {
///         call.run(self).await
///     }
/// }
/// ```
///
/// rmcp reads name, description and annotations of such a method from its attributes: hold
/// them against [`describe`](super::describe) in a test, or use [`route`](super::route). A tool
/// that is not advertised as destructive, as its tier demands, is never run on the strength of
/// the client's own prompt.
///
/// Take nothing else of the arguments beside it: an extractor that comes first, such as rmcp's
/// `JsonObject` or its own `Parameters`, takes them away, and the call is one without arguments.
#[must_use = "a call that is dropped does not run: `run` it, or `confirm` it (G13)"]
pub struct Call<T> {
    unconfirmed: Unconfirmed<T>,
    /// A call of one tool cannot be coerced into that of another, whose name it was not.
    invariant: PhantomData<fn(T) -> T>,
    client: Client,
    request: RequestContext<RoleServer>,
    settings: Confirmations,
    suspension: Option<Suspension>,
}

/// [`Call`], under the name by which rmcp's `#[tool]` finds the schema of the arguments.
pub type Parameters<T> = Call<T>;

impl<T> Call<T>
where
    T: Tool,
    T::Output: ToolOutput,
{
    /// Takes the call through all its states, and answers the client.
    ///
    /// # Errors
    ///
    /// What travels as a JSON-RPC error. A refusal is a tool result, but for the one that MCP
    /// 2026-07-28 wants as an error. Wrong arguments never get here.
    pub async fn run<S>(self, server: &S) -> Result<CallToolResponse, ErrorData>
    where
        for<'a> T::Context<'a>: FromCall<'a, S>,
    {
        let settings = self.settings.clone();
        let (ready, request) = match self.confirm().await {
            Ok(ready) => ready,
            Err(stopped) => return stopped.reply(),
        };
        let locale = settings.gate().locale();
        let context = AssertUnwindSafe(|| T::Context::from_call(server, &request));
        let context = match std::panic::catch_unwind(context) {
            Ok(context) => context.map_err(|error| {
                answers::protocol_error(error, "the call could not be prepared")
            })?,
            Err(panic) => {
                forget(panic);
                return Ok(answers::panicked_before::<T>(locale));
            }
        };
        // Writing the output is code of the tool, too.
        let body = async { answers::completed(ready.execute(context).await) };
        match AssertUnwindSafe(body).catch_unwind().await {
            Ok(reply) => reply,
            Err(panic) => {
                forget(panic);
                Ok(answers::panicked_during::<T>(locale))
            }
        }
    }

    /// Takes the call as far as it goes without running it, for a method that wants to run it
    /// itself.
    ///
    /// ```
    /// # use countersign::{*, mcp::{Confirmations, Confirming, Parameters}};
    /// # use rmcp::{ErrorData, ServerHandler, model::{CallToolResponse, CallToolResult}, tool, tool_handler, tool_router};
    /// # /// Deletes a draft.
    /// # #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// # struct DeleteDraft { draft: String }
    /// # impl Tool for DeleteDraft {
    /// #     type Tier = tier::Confirm<tier::Destructive>;
    /// #     type Context<'a> = &'a Office;
    /// #     type Output = ();
    /// #     const COMMAND: Command = command! { Command::new("delete_draft", "Delete a draft") };
    /// #     async fn run(_: Granted<'_, Self>, _: Self::Context<'_>) {}
    /// # }
    /// # struct Office;
    /// # struct Desk { confirmations: Confirmations, office: Office }
    /// # impl Confirming for Desk {
    /// #     fn confirmations(&self) -> &Confirmations { &self.confirmations }
    /// # }
    /// # #[tool_handler]
    /// # impl ServerHandler for Desk {}
    /// # #[tool_router]
    /// # impl Desk {
    /// # #[tool(description = "Deletes a draft.")]
    /// async fn delete_draft(
    ///     &self,
    ///     call: Parameters<DeleteDraft>,
    /// ) -> Result<CallToolResponse, ErrorData> {
    ///     let (ready, _request) = match call.confirm().await {
    ///         Ok(ready) => ready,
    ///         Err(stopped) => return stopped.reply(),
    ///     };
    ///     ready.execute(&self.office).await;
    ///     Ok(CallToolResult::success(vec![]).into())
    /// }
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`Stopped`], if it does not run now. Return its [`reply`](Stopped::reply): `?` would
    /// lose it.
    pub async fn confirm(self) -> Result<(Ready<T>, RequestContext<RoleServer>), Stopped> {
        let Self {
            unconfirmed,
            invariant: _,
            client,
            request,
            settings,
            suspension,
        } = self;
        let gate = settings.gate();
        let confirmed = ready(unconfirmed, client, &request, &settings, suspension);
        let confirmed = AssertUnwindSafe(confirmed);
        let stopped = match confirmed.catch_unwind().await {
            // Checked last, so that a call that was cancelled in the meantime does not run.
            Ok(Ok(_)) if request.ct.is_cancelled() => {
                let refusal = refusal::<T>(Reason::NoAnswer(NoAnswer::CallCancelled));
                answers::refused::<T>(&refusal, gate.locale(), &request)
            }
            Ok(Ok(ready)) => return Ok((ready, request)),
            Ok(Err(reply)) => reply,
            Err(panic) => {
                // What was thrown may panic itself when it is dropped.
                forget(panic);
                Ok(answers::panicked_before::<T>(gate.locale()))
            }
        };
        Err(Stopped(Box::new(stopped)))
    }
}

/// Where the events of gated calls go, whatever file they come from.
const EVENTS: &str = "countersign::mcp";

type Reply = Result<CallToolResponse, ErrorData>;

const fn refusal<T: Tool>(reason: Reason) -> Refusal {
    Refusal::new(crate::call::command::<T>(), T::Tier::CONSEQUENCE, reason)
}

/// Routes, and asks where a human must say yes. An error is the reply of a call that does not
/// run now.
async fn ready<T>(
    call: Unconfirmed<T>,
    client: Client,
    request: &RequestContext<RoleServer>,
    settings: &Confirmations,
    suspension: Option<Suspension>,
) -> Result<Ready<T>, Reply>
where
    T: Tool,
    T::Output: ToolOutput,
{
    let gate = settings.gate();
    let command = T::COMMAND.key();
    let refused = |refusal: Refusal| {
        let route = refusal.route().map(ConfirmRoute::name);
        tracing::info!(target: EVENTS, command, route, reason = refusal.reason().name(), "call refused");
        answers::refused::<T>(&refusal, gate.locale(), request)
    };
    let routed = |route: ConfirmRoute| {
        tracing::info!(target: EVENTS, command, route = route.name(), "call routed");
    };
    // A retry goes to where its question was asked, whatever it declares now: the answer to a
    // question is not got around by taking the capability back.
    let is_retry = suspension.as_ref().is_some_and(Suspension::is_retry);
    let support = if is_retry {
        ClientSupport::FormElicitation
    } else {
        client.support
    };
    match gate.route(call, support) {
        Routed::Auto(call) => {
            routed(ConfirmRoute::Auto);
            Ok(Ready(State::Auto(call.into())))
        }
        Routed::Elicit(call) => {
            routed(ConfirmRoute::Elicit);
            let pending = call.into();
            let Some(suspension) = suspension else {
                let channel = Live {
                    request,
                    gate,
                    progress_every: settings.progress_interval(),
                };
                let confirmed = pending.ask(&channel).await.map_err(refused)?;
                return Ok(Ready(State::Elicited(confirmed)));
            };
            let question = pending.request(gate.locale());
            match suspension
                .resume(command, question, client.support, request, settings)
                .await
            {
                Ok(Resumed::Answered(answered)) => {
                    let confirmed = pending.ask(&answered).await.map_err(refused)?;
                    Ok(Ready(State::Elicited(confirmed)))
                }
                Ok(Resumed::Ask(question)) => Err(Ok((*question).into())),
                Ok(Resumed::InvalidState) => Err(Err(answers::invalid_state::<T>(gate.locale()))),
                Ok(Resumed::Refused(reason)) => Err(refused(refusal::<T>(reason))),
                Err(error) => Err(Err(error)),
            }
        }
        // Nobody would have asked about a tool that is advertised as harmless.
        Routed::ClientHint(_) if !client.hint_is_honest => {
            tracing::warn!(target: EVENTS, command, "not advertised as destructive, as its tier demands");
            Err(refused(refusal::<T>(Reason::NoChannel)))
        }
        Routed::ClientHint(call) => {
            routed(ConfirmRoute::ClientHint);
            Ok(Ready(State::ClientHinted(call.into())))
        }
        Routed::Refused(refusal) => Err(refused(refusal)),
    }
}

/// A call that may run. [`execute`](Ready::execute) it.
#[must_use = "a call that is dropped does not run: `execute` it (G13)"]
pub struct Ready<T: Tool>(State<T>);

enum State<T: Tool> {
    Auto(AutoApproved<T>),
    Elicited(Confirmed<T>),
    ClientHinted(Confirmed<T, ClientHinted>),
}

impl<T: Tool> Ready<T> {
    /// The arguments.
    pub fn call(&self) -> &T {
        match &self.0 {
            State::Auto(call) => call.call(),
            State::Elicited(call) => call.call(),
            State::ClientHinted(call) => call.call(),
        }
    }

    /// Runs the body, once.
    ///
    /// # Panics
    ///
    /// Only if the body does. rmcp never answers a call whose handler panics, and its client
    /// waits for ever: [`Call::run`] catches it.
    pub async fn execute(self, context: T::Context<'_>) -> T::Output {
        match self.0 {
            State::Auto(call) => call.execute(context).await,
            State::Elicited(call) => call.execute(context).await,
            State::ClientHinted(call) => call.execute(context).await,
        }
    }
}

/// A call that does not run now, and what the client is to be told.
#[must_use = "the client waits for an answer: return its `reply()`"]
pub struct Stopped(Box<Reply>);

impl Stopped {
    /// What the method has to return.
    ///
    /// # Errors
    ///
    /// Where the answer is a JSON-RPC error.
    pub fn reply(self) -> Result<CallToolResponse, ErrorData> {
        *self.0
    }
}

/// What the client of a call can do.
#[derive(Clone, Copy)]
struct Client {
    support: ClientSupport,
    /// Whether it was told that the tool is destructive.
    hint_is_honest: bool,
}

/// A call as it arrived.
pub(super) struct Arrived {
    pub(super) name: Cow<'static, str>,
    pub(super) arguments: Option<JsonObject>,
    pub(super) state: Option<String>,
    pub(super) responses: Option<InputResponses>,
    pub(super) request: RequestContext<RoleServer>,
}

impl<S, T> FromContextPart<ToolCallContext<'_, S>> for Call<T>
where
    S: Confirming,
    T: Tool + DeserializeOwned,
{
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let arrived = Arrived {
            name: context.name.clone(),
            arguments: context.arguments.take(),
            state: context.request_state.take(),
            responses: context.input_responses.take(),
            request: context.request_context.clone(),
        };
        Self::extract(
            arrived,
            context.service,
            is_advertised_as_destructive::<T, S>,
        )
    }
}

impl<T: Tool + DeserializeOwned> Call<T> {
    /// Takes the call out of a request. Whether the server advertises it as destructive is asked
    /// only where the client hint could be taken: the server may have to build its router.
    pub(super) fn extract<S: Confirming>(
        arrived: Arrived,
        server: &S,
        is_advertised_as_destructive: impl FnOnce(&S) -> bool,
    ) -> Result<Self, ErrorData> {
        let settings = server.confirmations().clone();
        let key = T::COMMAND.key();
        if arrived.name != key {
            // The human would be asked about another name than the model called.
            return Err(ErrorData::internal_error(
                format!(
                    "this tool is served as `{}`, but its command is `{key}`: give both the same name",
                    arrived.name
                ),
                None,
            ));
        }
        let request = arrived.request;
        #[cfg(feature = "testing")]
        if let Some(probe) = request
            .extensions
            .get::<crate::testing::gated::served::Probe>()
        {
            return Err(probe.reach::<T>());
        }
        let support = live::support(&request);
        let client = Client {
            support,
            hint_is_honest: support == ClientSupport::NoFormElicitation
                && is_advertised_as_destructive(server),
        };
        let mut arguments = Value::Object(arrived.arguments.unwrap_or_default());
        let is_stateless = answers::is_stateless(&request);
        if arrived.state.is_some() {
            // What has the same binding as the call that was shown is the same call.
            binding::normalize(&mut arguments);
        }
        let parsed = std::panic::catch_unwind(|| serde_path_to_error::deserialize(&arguments));
        let call: T = match parsed {
            Ok(parsed) => parsed.map_err(|error| answers::wrong_arguments(&error))?,
            Err(panic) => {
                forget(panic);
                return Err(answers::panicked_reading::<T>(settings.gate().locale()));
            }
        };
        let suspension = (is_stateless || arrived.state.is_some()).then_some(Suspension {
            is_stateless,
            arguments,
            state: arrived.state,
            responses: arrived.responses,
        });
        Ok(Self {
            unconfirmed: Unconfirmed::new(call),
            invariant: PhantomData,
            client,
            request,
            settings,
            suspension,
        })
    }
}

/// Whether the server tells its clients so, as far as [`ServerHandler::get_tool`] knows. Only
/// asked of tools that could take the client hint.
fn is_advertised_as_destructive<T: Tool, S: ServerHandler>(server: &S) -> bool {
    T::Tier::CONSEQUENCE == Consequence::Destructive
        && server.get_tool(T::COMMAND.key()).is_some_and(|tool| {
            // Without annotations a tool counts as destructive (MCP, `ToolAnnotations`).
            let annotations = tool.annotations.unwrap_or_default();
            annotations.read_only_hint != Some(true) && annotations.is_destructive()
        })
}

impl<T: JsonSchema> JsonSchema for Call<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// Names the command, never the arguments (G14).
impl<T: Tool> fmt::Debug for Call<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Call({})", T::COMMAND.key())
    }
}

/// The reply may hold a sealed state.
impl fmt::Debug for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stopped(..)")
    }
}

/// Names the command, never the arguments (G14).
impl<T: Tool> fmt::Debug for Ready<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ready({})", T::COMMAND.key())
    }
}
