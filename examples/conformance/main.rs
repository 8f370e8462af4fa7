//! A server for the official MCP conformance suite: the names of tools that its scenarios call,
//! gated as any other tool is.
//!
//!     cargo run --all-features --example conformance -- --http 127.0.0.1:0
//!
//! The suite has forms of its own in mind: it accepts with a name or an `ok`, which is no yes
//! here. So its scenarios are refused politely and pass, and no body ever runs under the suite,
//! which the journal shows. Clients that tick `confirm` run them.

use std::{
    fs::{File, OpenOptions},
    io::Write as _,
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use clap::Parser;
use countersign::{
    Command, Gate, Granted, Listed, Overrides, Tool, command,
    mcp::{self, Confirmations, Confirming},
    tier,
};
use rmcp::{
    ServerHandler, ServiceExt,
    handler::server::router::tool::ToolRouter,
    tool_handler,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Serves the tools of the MCP conformance suite, each of which asks before it runs.
#[derive(Debug, Parser)]
#[command(name = "conformance")]
struct Options {
    /// Serve streamable HTTP on this loopback address, such as 127.0.0.1:0, which takes a free
    /// port [default: standard input and output].
    #[arg(long, value_name = "ADDR")]
    http: Option<SocketAddr>,

    /// Where every run of a tool adds a line.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// How often to report progress while a human is asked.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    progress_every: Option<Duration>,
}

/// Asks, and greets nobody by name: what is written into the form is not for the tool.
#[derive(Deserialize, JsonSchema)]
struct TestElicitation {
    /// A text for the user. It comes from the model, so the user does not get to see it.
    #[serde(default)]
    message: String,
}

impl Tool for TestElicitation {
    type Tier = tier::Confirm<tier::Handoff>;
    type Context<'a> = &'a Server;
    type Output = Result<String, String>;
    const COMMAND: Command = command! { Command::new("test_elicitation", "Test elicitation") };

    async fn run(call: Granted<'_, Self>, server: Self::Context<'_>) -> Self::Output {
        server.record::<Self>(&format!("message={:?}", call.message))
    }
}

/// A tool without arguments, under the name that a scenario calls.
macro_rules! tool {
    ($(#[$doc:meta])* $name:ident, $key:literal, $title:literal, $tier:ty) => {
        $(#[$doc])*
        #[derive(Deserialize, JsonSchema)]
        struct $name {}

        impl Tool for $name {
            type Tier = $tier;
            type Context<'a> = &'a Server;
            type Output = Result<String, String>;
            const COMMAND: Command = command! { Command::new($key, $title) };

            async fn run(_: Granted<'_, Self>, server: Self::Context<'_>) -> Self::Output {
                server.record::<Self>("")
            }
        }
    };
}

tool!(
    /// Asks in a later request.
    TestInputRequired,
    "test_input_required_result_elicitation",
    "Test elicitation in a later request",
    tier::Confirm<tier::Handoff>
);
tool!(
    /// Asks in a later request, which brings a state back.
    TestRequestState,
    "test_input_required_result_request_state",
    "Test the state between two requests",
    tier::Confirm<tier::Handoff>
);
tool!(
    /// Asks in a later request, which brings back a state that was tampered with.
    TestTamperedState,
    "test_input_required_result_tampered_state",
    "Test a state that was tampered with",
    tier::Confirm<tier::Destructive>
);

#[derive(Clone)]
struct Server {
    confirmations: Confirmations,
    journal: Option<Arc<File>>,
}

impl Server {
    fn new(options: &Options) -> anyhow::Result<Self> {
        let tools = [
            Listed::of::<TestElicitation>(),
            Listed::of::<TestInputRequired>(),
            Listed::of::<TestRequestState>(),
            Listed::of::<TestTamperedState>(),
        ];
        // The scenarios look for their question under this key.
        let mut confirmations =
            Confirmations::new(Gate::new(&tools, Overrides::none())?).ask_key("user_name");
        if let Some(interval) = options.progress_every {
            confirmations = confirmations.progress_every(interval);
        }
        let journal = match &options.journal {
            Some(path) => Some(Arc::new(
                OpenOptions::new()
                    .create(true)
                    .append(true)
                    .open(path)
                    .with_context(|| format!("journal {}", path.display()))?,
            )),
            None => None,
        };
        Ok(Self {
            confirmations,
            journal,
        })
    }

    fn tools() -> ToolRouter<Self> {
        ToolRouter::new()
            .with_route(mcp::route::<Self, TestElicitation>())
            .with_route(mcp::route::<Self, TestInputRequired>())
            .with_route(mcp::route::<Self, TestRequestState>())
            .with_route(mcp::route::<Self, TestTamperedState>())
    }

    /// Adds a line to the journal, and says so.
    fn record<T: Tool>(&self, details: &str) -> Result<String, String> {
        let key = T::COMMAND.key();
        if let Some(journal) = &self.journal {
            journal
                .as_ref()
                .write_all(format!("{key} {details}\n").as_bytes())
                .map_err(|error| format!("the journal cannot be written: {error}"))?;
        }
        Ok(format!("{key} ran"))
    }
}

impl Confirming for Server {
    fn confirmations(&self) -> &Confirmations {
        &self.confirmations
    }
}

#[tool_handler(router = Self::tools(), name = "conformance")]
impl ServerHandler for Server {}

fn main() -> ExitCode {
    let options = Options::parse();
    let prepared = listener(&options).and_then(|listener| Ok((Server::new(&options)?, listener)));
    let (server, listener) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => return fail(&error, 2),
    };
    match serve(server, listener) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error, 1),
    }
}

fn fail(error: &anyhow::Error, code: u8) -> ExitCode {
    eprintln!("conformance: {error:#}");
    ExitCode::from(code)
}

/// There is no authentication, so only this machine may connect.
fn listener(options: &Options) -> anyhow::Result<Option<std::net::TcpListener>> {
    let Some(address) = options.http else {
        return Ok(None);
    };
    ensure!(
        address.ip().is_loopback(),
        "--http {address}: not a loopback address"
    );
    let listener = std::net::TcpListener::bind(address)
        .with_context(|| format!("cannot listen on {address}"))?;
    listener.set_nonblocking(true)?;
    Ok(Some(listener))
}

#[tokio::main]
async fn serve(server: Server, listener: Option<std::net::TcpListener>) -> anyhow::Result<()> {
    let Some(listener) = listener else {
        server
            .serve(rmcp::transport::stdio())
            .await?
            .waiting()
            .await?;
        return Ok(());
    };
    let listener = tokio::net::TcpListener::from_std(listener)?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default().enforce_origin_validation(),
    );
    let router = axum::Router::new().nest_service("/mcp", service);
    axum::serve(listener, router).await?;
    Ok(())
}
