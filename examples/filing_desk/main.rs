//! A tax adviser's desk as an MCP server, with four tools: one that runs at once, two that need
//! a human's yes, and one that never runs.
//!
//!     cargo run --all-features --example filing_desk                  # you are the user
//!     cargo run --all-features --example filing_desk -- --help
//!     cargo run --all-features --example filing_desk -- serve         # MCP over stdio
//!
//! | file | what it holds |
//! |---|---|
//! | `tools.rs` | the tools: begin here |
//! | `server.rs` | the MCP server around them, and its transports |
//! | `desk.rs`, `journal.rs` | what they work on: files, and a log of what ran |
//! | `options.rs` | options, which can only make the tools stricter |
//! | `demo.rs` | a client that plays a model's calls |
//! | `printable.rs` | foreign text, made safe to show |
//!
//! It exits with 0 when all went well, with 2 when something was wrong before it began to serve
//! (an option, a file, nobody to ask), and with 1 when it failed later.

mod demo;
mod desk;
mod journal;
mod options;
mod printable;
mod server;
mod tools;

use std::{net::TcpListener, process::ExitCode, sync::Arc};

use anyhow::{Context as _, bail};
use clap::Parser;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::{
    Layer, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

use crate::{
    demo::{End, Human, Routes},
    desk::Desk,
    options::{Command, Options},
    printable::printable,
    server::Server,
};

/// What is wrong with the options, the files or the terminal.
const NOT_STARTED: u8 = 2;

fn main() -> ExitCode {
    let options = Options::parse();
    let prepared = match prepare(options) {
        Ok(prepared) => prepared,
        Err(error) => return fail(&error, NOT_STARTED),
    };
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error.into(), NOT_STARTED),
    };
    let ended = runtime.block_on(run(prepared));
    // A read from standard input cannot be cancelled, and may not keep the process.
    runtime.shutdown_background();
    ended.unwrap_or_else(|error| fail(&error, 1))
}

/// All that can be wrong is found here, before anything is served.
struct Prepared {
    desk: Arc<Desk>,
    server: Server,
    task: Task,
}

enum Task {
    Demo(Human, Routes),
    ServeStdio,
    ServeHttp(TcpListener),
}

fn prepare(options: Options) -> anyhow::Result<Prepared> {
    let settings = options.settings;
    let routes = Routes::default();
    let task = match options.command.unwrap_or(Command::Demo) {
        Command::Demo => {
            log(LevelFilter::ERROR, Some(routes.clone()));
            let human = match &settings.answers {
                Some(replies) => Human::script(replies),
                None => Human::at_terminal()?.context(
                    "the demo asks you before a tool deletes or exports something, and there is \
                     no terminal to ask at; run it in one, or give the answers: \
                     --answers yes,no,cancel",
                )?,
            };
            Task::Demo(human, routes)
        }
        Command::Serve(serve) => {
            log(LevelFilter::INFO, None);
            if settings.answers.is_some() {
                tracing::warn!("answers by script are for the demo only; the user is asked");
            }
            match serve.address()? {
                None => Task::ServeStdio,
                Some(address) => Task::ServeHttp(
                    TcpListener::bind(address)
                        .with_context(|| format!("cannot listen on {address}"))?,
                ),
            }
        }
        Command::Export(_) => bail!("to come"),
    };
    let gate = settings.gate()?;
    let desk = Desk::open(settings.desk.as_deref(), settings.journal.as_deref())?;
    tracing::info!(
        desk = %desk.folder().display(),
        journal = %desk.journal().path().display(),
        answer_within = ?gate.wait(),
        state_ttl = ?settings.state_ttl,
        lang = %gate.locale(),
        "ready"
    );
    let desk = Arc::new(desk);
    Ok(Prepared {
        server: Server::new(Arc::clone(&desk), gate),
        desk,
        task,
    })
}

async fn run(prepared: Prepared) -> anyhow::Result<ExitCode> {
    let Prepared { desk, server, task } = prepared;
    match task {
        Task::Demo(human, routes) => {
            let end = demo::play(&server, &desk, human, routes).await?;
            let problem = match end {
                End::Played => return Ok(ExitCode::SUCCESS),
                End::OutOfAnswers => {
                    "there are more questions than --answers has answers; the last one was \
                     refused, and the demo ends here"
                }
                End::InputEnded => {
                    "the input ended before an answer; the question was refused, and the demo \
                     ends here"
                }
            };
            Ok(fail(&anyhow::anyhow!(problem), NOT_STARTED))
        }
        Task::ServeStdio => server::serve_stdio(server)
            .await
            .map(|()| ExitCode::SUCCESS),
        Task::ServeHttp(listener) => server::serve_http(server, listener)
            .await
            .map(|()| ExitCode::SUCCESS),
    }
}

/// Logs to standard error, and tells `routes` of every event. The arguments of calls are not in
/// what `countersign` logs; rmcp's are not shown below a warning, since they may be.
fn log(level: LevelFilter, routes: Option<Routes>) {
    let shown = Targets::new()
        .with_target("countersign", level)
        .with_target("filing_desk", level)
        .with_target("rmcp", level.min(LevelFilter::WARN));
    tracing_subscriber::registry()
        .with(routes)
        .with(fmt::layer().with_writer(std::io::stderr).with_filter(shown))
        .init();
}

fn fail(error: &anyhow::Error, code: u8) -> ExitCode {
    eprintln!("filing_desk: {}", printable(&format!("{error:#}")));
    ExitCode::from(code)
}
