//! The MCP server: four gated routes on the desk, over standard input and output or HTTP.

use std::{future::Future, net, sync::Arc, time::Duration};

#[cfg(unix)]
use anyhow::Context as _;
use countersign::mcp::{self, Confirmations, Confirming, FromCall};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    handler::server::router::tool::ToolRouter,
    service::{RequestContext, ServerInitializeError},
    tool_handler,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use tokio::net::TcpListener;

use crate::{
    desk::Desk,
    tools::{DeleteDraft, ExportFiling, ListFilings, SubmitFiling},
};

/// One connection's server. Clones share the desk and the settings: over HTTP each session gets
/// a server of its own, but there is one desk.
#[derive(Clone)]
pub(crate) struct Server {
    desk: Arc<Desk>,
    confirmations: Confirmations,
    pub(crate) tools: ToolRouter<Self>,
}

impl Server {
    pub(crate) fn new(desk: Arc<Desk>, confirmations: Confirmations) -> Self {
        Self {
            desk,
            confirmations,
            // Name, description, schemas and annotations of each come from its type.
            tools: ToolRouter::new()
                .with_route(mcp::route::<Self, ListFilings>())
                .with_route(mcp::route::<Self, DeleteDraft>())
                .with_route(mcp::route::<Self, ExportFiling>())
                .with_route(mcp::route::<Self, SubmitFiling>()),
        }
    }
}

impl Confirming for Server {
    fn confirmations(&self) -> &Confirmations {
        &self.confirmations
    }
}

/// The bodies of the tools work on the desk, and see nothing else of the server.
impl<'a> FromCall<'a, Server> for &'a Desk {
    fn from_call(server: &'a Server, _: &'a RequestContext<RoleServer>) -> Result<Self, ErrorData> {
        Ok(&server.desk)
    }
}

#[tool_handler(
    router = self.tools,
    name = "filing_desk",
    instructions = "A tax adviser's desk with filings and drafts. `list_filings` shows what is there. Deleting a draft and exporting a filing ask the user first; submitting to the agency is not possible here."
)]
impl ServerHandler for Server {}

/// Serves one client over standard input and output, until its input ends or the process is
/// told to stop. Standard output carries the protocol and nothing else.
pub(crate) async fn serve_stdio(server: Server) -> anyhow::Result<()> {
    let stop = stop_signal()?;
    let running = async {
        match server.serve(stdio()).await {
            Ok(running) => {
                running.waiting().await?;
                Ok(())
            }
            // A client that leaves before it has said anything has done no harm.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    };
    tokio::select! {
        ended = running => ended,
        () = stop => Ok(()),
    }
}

/// Serves any number of clients over streamable HTTP, until the process is told to stop.
///
/// They are not told apart, since nothing authenticates them. A server that does would say who
/// is calling with [`Confirmations::principal`], so that no user answers for another.
pub(crate) async fn serve_http(server: Server, listener: net::TcpListener) -> anyhow::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let address = listener.local_addr()?;

    // A page in the user's browser may not call the desk: no origin is let in. Nor may one that
    // gives its own name the address of this machine, as long as only this machine can connect.
    let mut config = StreamableHttpServerConfig::default().enforce_origin_validation();
    if !address.ip().is_loopback() {
        config = config.disable_allowed_hosts();
    }
    // rmcp ends a session in which nothing moves, even while its user thinks about a question.
    let mut manager = LocalSessionManager::default();
    let keep_alive = &mut manager.session_config.keep_alive;
    *keep_alive = keep_alive.map(|idle| idle.saturating_add(server.confirmations.gate().wait()));

    let sessions = config.cancellation_token.clone();
    let service = StreamableHttpService::new(move || Ok(server.clone()), Arc::new(manager), config);
    let router = axum::Router::new().nest_service("/mcp", service);

    let stop = stop_signal()?;
    let (stopping, stopped) = tokio::sync::oneshot::channel();
    let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
        stop.await;
        sessions.cancel();
        // Nobody listens only if the server has ended already.
        let _ = stopping.send(());
    });
    eprintln!("listening on http://{address}/mcp");
    tokio::select! {
        ended = serving => Ok(ended?),
        () = async {
            match stopped.await {
                // A client that keeps its connection open may not keep the process.
                Ok(()) => tokio::time::sleep(Duration::from_secs(5)).await,
                Err(_) => std::future::pending().await,
            }
        } => Ok(()),
    }
}

/// Ends when the process is told to stop: Ctrl-C, or SIGTERM. It listens from now on.
#[cfg(unix)]
fn stop_signal() -> anyhow::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};

    let listen = |kind| signal(kind).context("cannot listen for signals");
    let mut interrupt = listen(SignalKind::interrupt())?;
    let mut terminate = listen(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends when the process is told to stop: Ctrl-C.
#[cfg(not(unix))]
fn stop_signal() -> anyhow::Result<impl Future<Output = ()> + Send> {
    Ok(async {
        // Where it cannot be listened for, the process ends by itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}
