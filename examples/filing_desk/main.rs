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
//! | `tests/gated.rs` | each tool is gated as its author believes, and served so |
//! | `tests/compile_fail/` | attempts to get around the gate: a folder to copy |
//! | `Cargo.toml`, `clippy.toml` | the desk as a package of its own, and what clippy flags in it |
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

use std::{
    io::{self, Write},
    net::TcpListener,
    process::ExitCode,
    sync::Arc,
};

use anyhow::{Context as _, anyhow, bail};
use clap::Parser;
use countersign::{Unconfirmed, mcp::Confirmations, terminal::Terminal};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::{
    Layer, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

use crate::{
    demo::{End, Human, Routes},
    desk::Desk,
    options::{Command, Export, Options},
    printable::printable,
    server::Server,
    tools::ExportFiling,
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

/// What a command needs. All that can be wrong is found before there is one.
struct Prepared {
    desk: Arc<Desk>,
    confirmations: Confirmations,
    task: Task,
}

enum Task {
    Demo(Human, Routes),
    ServeStdio,
    ServeHttp(TcpListener),
    Export(ExportFiling, Terminal),
}

fn prepare(options: Options) -> anyhow::Result<Prepared> {
    let settings = options.settings;
    let command = options.command.unwrap_or(Command::Demo);
    let routes = Routes::default();
    log(&command, &routes);
    if settings.answers.is_some() && !matches!(command, Command::Demo) {
        tracing::warn!("answers by script are for the demo only; a person is asked");
    }
    let confirmations = settings.confirmations()?;
    let gate = confirmations.gate();
    let task = match command {
        Command::Demo => Task::Demo(
            match &settings.answers {
                Some(replies) => Human::script(replies),
                None => Human::at_terminal()?.context(
                    "the demo asks you before a tool deletes or exports something, and there is \
                     no terminal to ask at; run it in one, or give the answers: \
                     --answers yes,no,cancel",
                )?,
            },
            routes,
        ),
        Command::Serve(serve) => match serve.address()? {
            None => Task::ServeStdio,
            Some(address) => Task::ServeHttp(
                TcpListener::bind(address)
                    .with_context(|| format!("cannot listen on {address}"))?,
            ),
        },
        Command::Export(export) => {
            let terminal = Terminal::for_gate(gate);
            if !terminal.is_available() {
                bail!("an export needs a person's yes, and there is no terminal to ask at");
            }
            if settings.desk.is_none() {
                bail!("an export needs a desk: --desk DIR");
            }
            let Export { filing, format } = export;
            Task::Export(ExportFiling { filing, format }, terminal)
        }
    };
    let desk = Desk::open(settings.desk.as_deref(), settings.journal.as_deref())?;
    tracing::info!(
        desk = %desk.folder().display(),
        journal = %desk.journal().path().display(),
        answer_within = ?confirmations.gate().wait(),
        lang = %confirmations.gate().locale(),
        "ready"
    );
    Ok(Prepared {
        desk: Arc::new(desk),
        confirmations,
        task,
    })
}

async fn run(prepared: Prepared) -> anyhow::Result<ExitCode> {
    let Prepared {
        desk,
        confirmations,
        task,
    } = prepared;
    match task {
        Task::Demo(human, routes) => {
            let server = Server::new(Arc::clone(&desk), confirmations);
            let problem = match demo::play(&server, &desk, human, routes).await? {
                End::Played => return Ok(ExitCode::SUCCESS),
                End::OutOfAnswers => {
                    "there are more questions than --answers has answers; the last one was \
                     not confirmed, and the demo ends here"
                }
                End::InputEnded => {
                    "the input ended before an answer; the question was not confirmed, and the demo \
                     ends here"
                }
            };
            return Ok(fail(&anyhow!(problem), NOT_STARTED));
        }
        Task::ServeStdio => server::serve_stdio(Server::new(desk, confirmations)).await?,
        Task::ServeHttp(listener) => {
            server::serve_http(Server::new(desk, confirmations), listener).await?;
        }
        Task::Export(export, terminal) => {
            // The same tool and the same gate, without MCP: only the channel is another.
            let gate = confirmations.gate();
            let outcome = gate.run(Unconfirmed::new(export), &terminal, &desk).await;
            let done = outcome.map_err(|refusal| anyhow!(refusal.message(gate.locale())))?;
            let done = done.map_err(|failure| anyhow!(failure))?;
            // Where nobody reads it, there is nobody to tell; it is done.
            let _ = writeln!(io::stdout(), "{}", printable(&done));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Logs to standard error: what a server does, and for the others what goes wrong. The
/// arguments of calls are not in what `countersign` logs; rmcp's are not shown below a warning,
/// since they may be.
///
/// The demonstration learns from the events which route a call took.
fn log(command: &Command, routes: &Routes) {
    let level = match command {
        Command::Serve(_) => LevelFilter::INFO,
        Command::Demo => LevelFilter::ERROR,
        Command::Export(_) => LevelFilter::WARN,
    };
    let shown = Targets::new()
        .with_target("countersign", level)
        .with_target("filing_desk", level)
        .with_target("rmcp", level.min(LevelFilter::WARN));
    let routes = matches!(command, Command::Demo).then(|| routes.clone());
    tracing_subscriber::registry()
        .with(routes)
        .with(fmt::layer().with_writer(io::stderr).with_filter(shown))
        .init();
}

fn fail(error: &anyhow::Error, code: u8) -> ExitCode {
    eprintln!("filing_desk: {}", printable(&format!("{error:#}")));
    ExitCode::from(code)
}
