//! The server: gated routes, gated `#[tool]` methods, one tool that is not gated.

use std::{
    fmt::Write,
    future::Future,
    panic::Location,
    sync::{Arc, Mutex, mpsc},
    time::Duration,
};

use countersign::{
    Command, Gate, Granted, Guarded, Listed, Overrides, Policy, Tool, command,
    mcp::{self, Confirmations, Confirming, Env, FromCall, Parameters},
    tier,
};
use rmcp::{
    ErrorData, Json, RoleServer, ServerHandler,
    handler::server::{router::tool::ToolRouter, tool::ToolCallContext},
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, CancelledNotificationParam,
        ContentBlock, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    },
    service::{NotificationContext, RequestContext},
    tool, tool_router,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::{Journal, client::PATIENCE};

/// Looks at something.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Look {
    /// What to look at. Needs a confirmation if it begins with `private`, and is blocked if it
    /// begins with `forbidden`.
    #[serde(default)]
    pub(crate) what: String,
}

impl Tool for Look {
    type Tier = tier::AutoApprove;
    type Context<'a> = &'a Server;
    type Output = String;
    const COMMAND: Command = command! { Command::new("look", "Look at something") };

    async fn run(call: Granted<'_, Self>, server: Self::Context<'_>) -> String {
        server.journal.append("look", &call.what);
        "seen".to_owned()
    }

    fn at_least(&self) -> Policy {
        if self.what.starts_with("forbidden") {
            Policy::Block
        } else if self.what.starts_with("private") {
            Policy::Confirm
        } else {
            Policy::AutoApprove
        }
    }
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Note {
    pub(crate) text: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Noted {
    pub(crate) length: usize,
}

impl Tool for Note {
    type Tier = tier::AutoApprove<tier::Additive>;
    type Context<'a> = Env<'a, Server>;
    type Output = Json<Noted>;
    const COMMAND: Command = command! {
        Command::new("note", "Note something").consequence("A note is added.")
    };

    async fn run(call: Granted<'_, Self>, env: Self::Context<'_>) -> Json<Noted> {
        env.server.journal.append("note", &call.text);
        Json(Noted {
            length: call.text.len(),
        })
    }
}

/// Deletes a draft.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Delete {
    pub(crate) draft: String,
    pub(crate) options: Option<Options>,
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Options {
    pub(crate) copies: u8,
    #[serde(default)]
    pub(crate) labels: std::collections::BTreeMap<String, u8>,
    pub(crate) mode: Option<Mode>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    Quick,
    Thorough,
}

impl Tool for Delete {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a Server;
    type Output = String;
    const COMMAND: Command = command! { Command::new("delete", "Delete a draft") };

    async fn run(call: Granted<'_, Self>, server: Self::Context<'_>) -> String {
        let mut details = call.draft.clone();
        if let Some(options) = &call.options {
            let Options {
                copies,
                labels,
                mode,
            } = options;
            write!(details, " {copies} {labels:?} {mode:?}").unwrap();
        }
        server.journal.append("delete", &details);
        "deleted".to_owned()
    }
}

/// Exports a filing.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Export {
    pub(crate) filing: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Exported {
    pub(crate) filing: String,
}

impl Tool for Export {
    type Tier = tier::Confirm<tier::Handoff>;
    type Context<'a> = Outbox<'a>;
    type Output = Result<Json<Exported>, String>;
    const COMMAND: Command = command! {
        Command::new("export", "Export a filing")
            .consequence("The filing leaves this desk and cannot be taken back.")
            .no_channel("Run `desk export` in a terminal.")
    };

    async fn run(call: Granted<'_, Self>, outbox: Self::Context<'_>) -> Self::Output {
        outbox.0.open(&call).append("export", &call.filing);
        let filing = call.into_inner().filing;
        if filing == "unreadable" {
            return Err("the filing is unreadable".to_owned());
        }
        Ok(Json(Exported { filing }))
    }
}

/// Opens to exports only.
pub(crate) struct Outbox<'a>(&'a Guarded<Journal, tier::Confirm<tier::Handoff>>);

impl<'a> FromCall<'a, Server> for Outbox<'a> {
    fn from_call(server: &'a Server, _: &'a RequestContext<RoleServer>) -> Result<Self, ErrorData> {
        Ok(Self(&server.outbox))
    }
}

/// Submits a filing.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Submit {
    pub(crate) filing: String,
}

impl Tool for Submit {
    type Tier = tier::Block;
    type Context<'a> = &'a Server;
    type Output = ();
    const COMMAND: Command = command! { Command::new("submit", "Submit a filing") };

    async fn run(call: Granted<'_, Self>, server: Self::Context<'_>) {
        server.journal.append("submit", &call.filing);
    }
}

/// Shreds a paper.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Shred {
    pub(crate) paper: String,
}

impl Tool for Shred {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a Server;
    type Output = ();
    const COMMAND: Command = command! { Command::new("shred", "Shred a paper") };

    async fn run(call: Granted<'_, Self>, server: Self::Context<'_>) {
        server.journal.append("shred", &call.paper);
    }
}

/// Publishes a page.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Publish {
    pub(crate) page: String,
}

impl Tool for Publish {
    type Tier = tier::Confirm<tier::Handoff>;
    type Context<'a> = &'a Journal;
    type Output = ();
    const COMMAND: Command = command! { Command::new("publish", "Publish a page") };

    async fn run(call: Granted<'_, Self>, journal: Self::Context<'_>) {
        journal.append("publish", &call.page);
    }
}

/// Where [`Fault`] panics. Its context panics if `_meta` of the request says so.
#[derive(Clone, Copy, PartialEq, JsonSchema)]
#[schemars(with = "String")]
pub(crate) enum At {
    Policy,
    Body,
    AfterAwait,
    /// With something that panics when it is dropped.
    Bomb,
    /// While the output is written.
    Output,
    /// No panic: an error whose text would be read as one about arguments.
    Error,
    Nowhere,
}

/// Panics when it is dropped, as what a panic throws may do.
pub(crate) struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a bomb");
    }
}

/// Panics when it is written.
#[derive(JsonSchema)]
pub(crate) struct Broken {}

impl Serialize for Broken {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("output")
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Fine {
    broken: Option<Broken>,
}

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match String::deserialize(deserializer)?.as_str() {
            "deserialize" => panic!("deserialize"),
            "policy" => Self::Policy,
            "body" => Self::Body,
            "after_await" => Self::AfterAwait,
            "deserialize_bomb" => std::panic::panic_any(Bomb),
            "bomb" => Self::Bomb,
            "output" => Self::Output,
            "error" => Self::Error,
            _ => Self::Nowhere,
        })
    }
}

/// Panics.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Fault {
    pub(crate) at: At,
}

impl Tool for Fault {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = Faulty<'a>;
    type Output = Result<Json<Fine>, ErrorData>;
    const COMMAND: Command = command! { Command::new("fault", "Fail") };

    async fn run(call: Granted<'_, Self>, Faulty(server): Self::Context<'_>) -> Self::Output {
        assert!(call.at != At::Body, "body");
        server.journal.append("fault", "before the await");
        tokio::task::yield_now().await;
        assert!(call.at != At::AfterAwait, "after the await");
        if call.at == At::Bomb {
            std::panic::panic_any(Bomb);
        }
        server.journal.append("fault", "after the await");
        if call.at == At::Error {
            return Err(looks_like_wrong_arguments());
        }
        let broken = (call.at == At::Output).then_some(Broken {});
        Ok(Json(Fine { broken }))
    }

    fn at_least(&self) -> Policy {
        assert!(self.at != At::Policy, "policy");
        Policy::AutoApprove
    }
}

pub(crate) struct Faulty<'a>(&'a Server);

impl<'a> FromCall<'a, Server> for Faulty<'a> {
    fn from_call(
        server: &'a Server,
        request: &'a RequestContext<RoleServer>,
    ) -> Result<Self, ErrorData> {
        match request.meta.get("at").and_then(|at| at.as_str()) {
            Some("context") => panic!("context"),
            Some("context_bomb") => std::panic::panic_any(Bomb),
            Some("context_error") => Err(looks_like_wrong_arguments()),
            _ => Ok(Self(server)),
        }
    }
}

/// rmcp makes a result of the tool of an error that begins so.
fn looks_like_wrong_arguments() -> ErrorData {
    ErrorData::invalid_params("failed to deserialize parameters: not really", None)
}

/// Stands still while its policy is looked up, until the test lets it go on.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Slow {
    #[serde(skip)]
    #[schemars(skip)]
    latch: Latch,
}

#[derive(Default)]
struct Latch;

/// The policy has no other way to the test than this.
pub(crate) static SLOW: Mutex<Option<(mpsc::Sender<()>, mpsc::Receiver<()>)>> = Mutex::new(None);

impl Tool for Slow {
    type Tier = tier::AutoApprove;
    type Context<'a> = &'a Server;
    type Output = ();
    const COMMAND: Command = command! { Command::new("slow", "Take a while") };

    async fn run(_: Granted<'_, Self>, server: Self::Context<'_>) {
        server.journal.append("slow", "");
    }

    fn at_least(&self) -> Policy {
        let Latch = self.latch;
        if let Some((reached, go_on)) = SLOW.lock().unwrap().take() {
            reached.send(()).unwrap();
            go_on.recv_timeout(Duration::from_secs(30)).unwrap();
        }
        Policy::AutoApprove
    }
}

/// Never listed in the gate.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Unlisted {}

impl Tool for Unlisted {
    type Tier = tier::AutoApprove;
    type Context<'a> = &'a Server;
    type Output = ();
    const COMMAND: Command = command! { Command::new("unlisted", "Not listed") };

    async fn run(_: Granted<'_, Self>, server: Self::Context<'_>) {
        server.journal.append("unlisted", "");
    }
}

pub(crate) fn gate() -> Gate {
    let listed = [
        Listed::of::<Look>(),
        Listed::of::<Note>(),
        Listed::of::<Delete>(),
        Listed::of::<Export>(),
        Listed::of::<Submit>(),
        Listed::of::<Shred>(),
        Listed::of::<Publish>(),
        Listed::of::<Fault>(),
        Listed::of::<Slow>(),
    ];
    Gate::new(&listed, Overrides::none()).unwrap()
}

#[derive(Clone)]
pub(crate) struct Server {
    confirmations: Confirmations,
    pub(crate) journal: Journal,
    outbox: Arc<Guarded<Journal, tier::Confirm<tier::Handoff>>>,
    /// How many calls are being handled.
    handling: watch::Sender<usize>,
    /// How many calls were cancelled by the client.
    pub(crate) cancelled: watch::Sender<usize>,
    /// What the handlers returned, whether the client got it or not.
    replies: Arc<Mutex<Vec<Result<CallToolResult, ErrorData>>>>,
}

#[tool_router]
impl Server {
    /// Shreds a paper.
    #[tool(annotations(
        title = "Shred a paper",
        read_only_hint = false,
        destructive_hint = true
    ))]
    async fn shred(&self, call: Parameters<Shred>) -> Result<CallToolResponse, ErrorData> {
        call.run(self).await
    }

    /// Publishes a page.
    #[tool(annotations(
        read_only_hint = false,
        destructive_hint = true,
        open_world_hint = true
    ))]
    async fn publish(&self, call: Parameters<Publish>) -> Result<CallToolResponse, ErrorData> {
        let (ready, request) = match call.confirm().await {
            Ok(ready) => ready,
            Err(stopped) => return stopped.reply(),
        };
        let page = ready.call().page.clone();
        ready.execute(&self.journal).await;
        let text = format!("{page} published by request {}", request.id);
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }

    /// Served under a name that is not its command's.
    #[tool]
    async fn misnamed(&self, call: Parameters<Look>) -> Result<CallToolResponse, ErrorData> {
        call.run(self).await
    }

    #[tool(description = "Not gated.")]
    async fn free(&self) -> String {
        self.journal.append("free", "");
        "free".to_owned()
    }

    pub(crate) fn router() -> ToolRouter<Self> {
        Self::tool_router()
            .with_route(mcp::route::<Self, Look>())
            .with_route(mcp::route::<Self, Note>())
            .with_route(mcp::route::<Self, Delete>())
            .with_route(mcp::route::<Self, Export>())
            .with_route(mcp::route::<Self, Submit>())
            .with_route(mcp::route::<Self, Fault>())
            .with_route(mcp::route::<Self, Slow>())
            .with_route(mcp::route::<Self, Unlisted>())
    }
}

impl Server {
    pub(crate) fn new() -> Self {
        Self::with(gate())
    }

    pub(crate) fn with(gate: Gate) -> Self {
        Self::writing(gate, Journal::new())
    }

    pub(crate) fn writing(gate: Gate, journal: Journal) -> Self {
        Self {
            confirmations: Confirmations::new(gate),
            outbox: Arc::new(Guarded::new(journal.clone())),
            journal,
            handling: watch::Sender::new(0),
            cancelled: watch::Sender::new(0),
            replies: Arc::default(),
        }
    }

    /// Waits until so many calls are being handled, and not for ever.
    #[track_caller]
    pub(crate) fn handles(&self, calls: usize) -> impl Future<Output = ()> + 'static {
        let caller = Location::caller();
        let mut handling = self.handling.subscribe();
        async move {
            let handled = handling.wait_for(|now| *now == calls);
            let Ok(handled) = tokio::time::timeout(PATIENCE, handled).await else {
                panic!("{caller}: not {calls} calls");
            };
            handled.unwrap();
        }
    }

    /// Notices when a call begins to be handled.
    pub(crate) fn handled(&self) -> watch::Receiver<usize> {
        self.handling.subscribe()
    }

    pub(crate) fn replies(&self) -> Vec<Result<CallToolResult, ErrorData>> {
        self.replies.lock().unwrap().clone()
    }
}

/// Counts a handler for as long as it is there, also if it is dropped or panics.
struct Handling<'a>(&'a watch::Sender<usize>);

impl<'a> Handling<'a> {
    fn begin(handling: &'a watch::Sender<usize>) -> Self {
        handling.send_modify(|now| *now += 1);
        Self(handling)
    }
}

impl Drop for Handling<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|now| *now -= 1);
    }
}

impl Confirming for Server {
    fn confirmations(&self) -> &Confirmations {
        &self.confirmations
    }
}

/// As `#[tool_handler]` writes it, and watched.
impl ServerHandler for Server {
    fn get_tool(&self, name: &str) -> Option<rmcp::model::Tool> {
        Self::router().get(name).cloned()
    }

    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(Self::router().list_all()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let _handling = Handling::begin(&self.handling);
        let context = ToolCallContext::new(self, request, context);
        let reply = Self::router().call(context).await;
        let kept = match &reply {
            Ok(CallToolResponse::Complete(result)) => Some(Ok(result.clone())),
            Err(error) => Some(Err(error.clone())),
            // A question, on MCP 2026-07-28.
            Ok(_) => None,
        };
        self.replies.lock().unwrap().extend(kept);
        reply
    }

    async fn on_cancelled(
        &self,
        _: CancelledNotificationParam,
        _: NotificationContext<RoleServer>,
    ) {
        self.cancelled.send_modify(|calls| *calls += 1);
    }
}
