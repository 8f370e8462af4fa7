//! `assert_gated!` on routers and `assert_served` on servers: the gated route passes, and what
//! replaced, wrapped, renamed or lost it fails.

use std::{
    future::Future,
    panic::AssertUnwindSafe,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
};

use countersign::{
    Command, Gate, Granted, Listed, Overrides, Tool, assert_gated, command,
    mcp::{self, Confirmations, Confirming, Parameters},
    testing::assert_served,
    tier,
};
use futures::FutureExt;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::{
        router::tool::{ToolRoute, ToolRouter},
        tool::ToolCallContext,
    },
    model::{self, CallToolRequestParams, CallToolResponse, CallToolResult, ToolAnnotations},
    service::RequestContext,
    tool, tool_handler, tool_router,
};

/// Wipes the disk.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Wipe {
    #[allow(dead_code, reason = "a call without it cannot be parsed")]
    disk: String,
}

impl Tool for Wipe {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a Server;
    type Output = ();
    const COMMAND: Command = command! { Command::new("wipe", "Wipe the disk") };

    async fn run(_: Granted<'_, Self>, server: Self::Context<'_>) {
        server.gated.fetch_add(1, SeqCst);
    }
}

/// A tool that would run if it was called, with whatever arguments.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Sweep {}

impl Tool for Sweep {
    type Tier = tier::AutoApprove<tier::Additive>;
    type Context<'a> = &'a Server;
    type Output = ();
    const COMMAND: Command = command! { Command::new("sweep", "Sweep the disk") };

    async fn run(_: Granted<'_, Self>, server: Self::Context<'_>) {
        server.gated.fetch_add(1, SeqCst);
    }
}

/// Another tool with the same key.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Polish {}

impl Tool for Polish {
    type Tier = tier::AutoApprove<tier::Additive>;
    type Context<'a> = &'a Server;
    type Output = ();
    const COMMAND: Command = command! { Command::new("wipe", "Wipe the screen") };

    async fn run(_: Granted<'_, Self>, _: Self::Context<'_>) {}
}

#[derive(Clone)]
struct Server {
    confirmations: Confirmations,
    tools: ToolRouter<Self>,
    gated: Arc<AtomicUsize>,
    plain: Arc<AtomicUsize>,
}

impl Server {
    fn with(tools: ToolRouter<Self>) -> Self {
        let gate = Gate::new(
            &[Listed::of::<Wipe>(), Listed::of::<Sweep>()],
            Overrides::none(),
        )
        .unwrap();
        Self {
            confirmations: Confirmations::new(gate),
            tools,
            gated: Arc::default(),
            plain: Arc::default(),
        }
    }
}

impl Confirming for Server {
    fn confirmations(&self) -> &Confirmations {
        &self.confirmations
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Server {}

#[tool_router(router = plain)]
impl Server {
    /// Wipes.
    #[tool(
        name = "wipe",
        annotations(read_only_hint = false, destructive_hint = true)
    )]
    async fn wipe_at_once(&self) {
        self.plain.fetch_add(1, SeqCst);
    }
}

#[tool_router(router = list)]
impl Server {
    /// Lists.
    #[tool(name = "list")]
    async fn list_all(&self) {}
}

#[tool_router(router = method)]
impl Server {
    /// Wipes.
    #[tool(
        name = "wipe",
        annotations(read_only_hint = false, destructive_hint = true)
    )]
    async fn wipe(&self, call: Parameters<Wipe>) -> Result<CallToolResponse, ErrorData> {
        call.run(self).await
    }
}

#[tool_router(router = silent_method)]
impl Server {
    /// Wipes.
    #[tool(name = "wipe")]
    async fn wipe_silently(&self, call: Parameters<Wipe>) -> Result<CallToolResponse, ErrorData> {
        call.run(self).await
    }
}

#[tool_router(router = renamed_method)]
impl Server {
    /// Wipes.
    #[tool(name = "remove")]
    async fn remove(&self, call: Parameters<Wipe>) -> Result<CallToolResponse, ErrorData> {
        call.run(self).await
    }
}

fn gated() -> ToolRoute<Server> {
    mcp::route::<Server, Wipe>()
}

fn router() -> ToolRouter<Server> {
    ToolRouter::new().with_route(gated())
}

/// A handler that does not ask, advertised in every detail like the gated tool.
fn impostor() -> ToolRoute<Server> {
    ToolRoute::new_dyn(
        mcp::describe::<Wipe>(),
        |context: ToolCallContext<'_, Server>| {
            Box::pin(async move {
                context.service.plain.fetch_add(1, SeqCst);
                Ok(CallToolResult::success(vec![]).into())
            })
        },
    )
}

/// A handler that does something of its own, and then what the gated one does.
fn wrapper() -> ToolRoute<Server> {
    let ToolRoute { attr, call, .. } = gated();
    ToolRoute::new_dyn(attr, move |context: ToolCallContext<'_, Server>| {
        context.service.plain.fetch_add(1, SeqCst);
        call(context)
    })
}

/// What `assert_gated!` says about a router. Empty, if it passes.
fn said(router: &ToolRouter<Server>) -> String {
    let assertion = || assert_gated!(Wipe: Confirm<Destructive>, router = router);
    match std::panic::catch_unwind(AssertUnwindSafe(assertion)) {
        Ok(()) => String::new(),
        Err(panic) => *panic.downcast::<String>().expect("a message"),
    }
}

#[track_caller]
fn assert_says(said: &str, words: &[&str]) {
    assert!(!said.is_empty(), "it passed");
    for words in words {
        assert!(said.contains(words), "no {words:?} in: {said}");
    }
}

#[test]
fn the_gated_route_passes_alone_and_after_others() {
    let server = Server::with(Server::list().with_route(gated()));
    assert_gated!(Wipe: Confirm<Destructive>, router = server.tools);
    assert_gated!(Wipe: Confirm<Destructive>, key = "wipe", router = &server.tools);
    assert_gated!(Wipe: Confirm<Destructive>, router = server.clone().tools);
    // Added last, it replaced the plain one.
    assert_eq!(said(&Server::plain().with_route(gated())), "");
    assert_eq!(said(&(router() + Server::list())), "");
    assert_eq!(said(&(Server::plain() + router())), "");
    // Other words for the model are the author's affair.
    let mut described = gated();
    described.attr.description = Some("Wipes it all.".into());
    described.attr.title = None;
    assert_eq!(said(&ToolRouter::new().with_route(described)), "");
}

#[test]
fn a_tool_that_replaced_it_fails() {
    for replaced in [
        router().with_route(impostor()),
        router() + Server::plain(),
        Server::plain(),
        router().with_route(Server::plain().map.remove("wipe").unwrap()),
    ] {
        assert_says(
            &said(&replaced),
            &[
                "assert_gated!(Wipe)",
                "`wipe` is served by a handler that `mcp::route` did not make",
                ".with_route(mcp::route::<_, Wipe>())",
            ],
        );
    }
}

#[test]
fn copied_name_schemas_and_annotations_do_not_help() {
    let replaced = router().with_route(impostor());
    assert_eq!(replaced.get("wipe"), router().get("wipe"));
    assert_says(&said(&replaced), &["did not make"]);
}

#[test]
fn a_wrapped_route_fails() {
    let wrapped = ToolRouter::new().with_route(wrapper());
    assert_says(&said(&wrapped), &["did not make", "wrapped"]);
}

#[test]
fn a_method_fails_and_is_left_to_assert_served() {
    assert_says(&said(&Server::method()), &["did not make"]);
}

#[test]
fn a_missing_tool_fails() {
    let words = [
        "has no tool `wipe`, but [\"list\"]",
        "mcp::route::<_, Wipe>",
    ];
    assert_says(&said(&Server::list()), &words);
}

#[test]
fn another_name_fails() {
    let mut renamed = gated();
    renamed.attr.name = "erase".into();
    let renamed = ToolRouter::new().with_route(renamed);
    assert_says(&said(&renamed), &["under the name `erase`", "`wipe`"]);

    // Under its key, but advertised under another name.
    let mut renamed = router();
    renamed.map.get_mut("wipe").unwrap().attr.name = "erase".into();
    assert_says(&said(&renamed), &["another name", "\"erase\"", "\"wipe\""]);
}

#[test]
fn a_disabled_route_fails() {
    assert_says(&said(&router().with_disabled("wipe")), &["disabled"]);
    // Merged with a server that disabled a tool of that name.
    let merged = router() + ToolRouter::new().with_disabled("wipe");
    assert_says(&said(&merged), &["disabled"]);
}

#[test]
fn the_gated_route_of_another_tool_fails() {
    let other = router().with_route(mcp::route::<Server, Polish>());
    assert_says(&said(&other), &["another tool", "Polish", "key of its own"]);
}

#[test]
fn advertised_otherwise_fails() {
    let with = |change: fn(&mut model::Tool)| {
        let mut route = gated();
        change(&mut route.attr);
        said(&ToolRouter::new().with_route(route))
    };
    let harmless = |tool: &mut model::Tool| {
        tool.annotations = Some(ToolAnnotations::new().read_only(true));
    };
    assert_says(
        &with(harmless),
        &["is gated, but", "annotations", "Some(true)"],
    );
    assert_says(
        &with(|tool| tool.annotations = None),
        &["annotations", "None"],
    );
    assert_says(
        &with(|tool| tool.input_schema = Arc::default()),
        &["another input schema", "disk"],
    );
    assert_says(
        &with(|tool| tool.output_schema = Some(Arc::default())),
        &["another output schema"],
    );
}

/// What `assert_served` says. Empty, if it passes.
async fn served(assertion: impl Future<Output = ()>) -> String {
    match AssertUnwindSafe(assertion).catch_unwind().await {
        Ok(()) => String::new(),
        Err(panic) => *panic.downcast::<String>().expect("a message"),
    }
}

async fn served_by(router: ToolRouter<Server>) -> (String, usize, usize) {
    let server = Server::with(router);
    let (gated, plain) = (Arc::clone(&server.gated), Arc::clone(&server.plain));
    let said = served(assert_served::<Wipe>(server)).await;
    (said, gated.load(SeqCst), plain.load(SeqCst))
}

#[tokio::test]
async fn a_server_that_brings_the_call_to_its_gate_passes_and_runs_nothing() {
    for router in [
        router(),
        Server::plain().with_route(gated()),
        Server::method(),
    ] {
        assert_eq!(served_by(router).await, (String::new(), 0, 0));
    }
}

#[tokio::test]
async fn what_needs_no_yes_does_not_run_either() {
    let server = Server::with(router().with_route(mcp::route::<Server, Sweep>()));
    let runs = Arc::clone(&server.gated);
    assert_gated!(Sweep: AutoApprove<Additive>, router = server.tools);
    assert_served::<Sweep>(server).await;
    assert_eq!(runs.load(SeqCst), 0);
}

#[tokio::test]
async fn a_server_whose_tool_was_replaced_fails() {
    for router in [router().with_route(impostor()), router() + Server::plain()] {
        let (said, gated, plain) = served_by(router).await;
        let words = [
            "assert_served::<Wipe> at tests/gated_router.rs:",
            "does not reach the gate",
            "It answered: Response",
        ];
        assert_says(&said, &words);
        // As documented: what took the name is called.
        assert_eq!((gated, plain), (0, 1));
    }
}

#[tokio::test]
async fn a_server_without_the_tool_fails() {
    for router in [
        Server::list(),
        router().with_disabled("wipe"),
        Server::renamed_method(),
    ] {
        let (said, ..) = served_by(router).await;
        assert_says(&said, &["`ServerHandler::get_tool` knows no `wipe`"]);
    }
}

#[tokio::test]
async fn a_method_that_is_not_advertised_as_its_tier_demands_fails() {
    let (said, ..) = served_by(Server::silent_method()).await;
    assert_says(
        &said,
        &[
            "(None, None)",
            "(Some(false), Some(true))",
            "annotations(..)",
        ],
    );
}

#[tokio::test]
async fn another_tool_at_the_gate_fails() {
    let mut route = mcp::route::<Server, Polish>();
    route.attr = mcp::describe::<Wipe>();
    let (said, ..) = served_by(ToolRouter::new().with_route(route)).await;
    assert_says(&said, &["as another tool", "Polish"]);
}

/// Serves another router than the one it holds.
struct Unplugged(Server);

impl ServerHandler for Unplugged {
    fn get_tool(&self, name: &str) -> Option<model::Tool> {
        self.0.tools.get(name).cloned()
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.0.plain.fetch_add(1, SeqCst);
        Ok(CallToolResult::success(vec![]).into())
    }
}

#[tokio::test]
async fn a_server_that_does_not_serve_its_router_fails() {
    let server = Server::with(router());
    assert_gated!(Wipe: Confirm<Destructive>, router = server.tools);
    let said = served(assert_served::<Wipe>(Unplugged(server))).await;
    assert_says(&said, &["does not reach the gate", "router = .."]);
}
