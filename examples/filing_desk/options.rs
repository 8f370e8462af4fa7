//! Options, from the command line and from the environment. Whatever is wrong with one is an
//! error before anything is served.

use std::{
    fs,
    io::Read as _,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, Parser, Subcommand, ValueEnum};
use countersign::{
    Gate, Locale, Overrides,
    mcp::{Confirmations, MemoryLedger},
};
use rmcp::model::RequestStateCodec;

use crate::{desk::Format, tools};

/// A tax adviser's desk as an MCP server, whose tools ask a human before they delete or hand
/// off anything.
///
/// Options can stand before or after the command.
#[derive(Debug, Parser)]
#[command(name = "filing_desk", version)]
pub(crate) struct Options {
    /// `demo` unless given.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) settings: Settings,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plays a model's calls against the server, and asks you what it would ask a user.
    Demo,
    /// Serves MCP over standard input and output, or over HTTP.
    Serve(Serve),
    /// Exports a filing by hand: asks at the terminal, where no MCP client can ask.
    Export(Export),
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Serve streamable HTTP on this address, such as 127.0.0.1:8080; port 0 takes a free one.
    #[arg(long, value_name = "ADDR")]
    pub(crate) http: Option<SocketAddr>,

    /// Let `--http` listen on an address that other machines can reach. There is no
    /// authentication: anyone who reaches it can call the tools, and answer the questions.
    #[arg(long, requires = "http")]
    pub(crate) allow_remote: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The name of the filing.
    pub(crate) filing: String,

    /// The format to write it in.
    #[arg(long, value_enum, default_value = "xml")]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// The folder of the desk. One that is missing or empty becomes a sample desk [default: a
    /// sample desk in a new temporary folder].
    #[arg(long, value_name = "DIR", env = "FILING_DESK_DESK", global = true)]
    pub(crate) desk: Option<PathBuf>,

    /// Where every run of a tool adds a line [default: journal.log in the desk].
    #[arg(long, value_name = "FILE", env = "FILING_DESK_JOURNAL", global = true)]
    pub(crate) journal: Option<PathBuf>,

    /// How long to wait for a human's answer [default: 5m].
    #[arg(
        long,
        value_name = "TIME",
        env = "FILING_DESK_ANSWER_WITHIN",
        global = true,
        value_parser = duration
    )]
    pub(crate) answer_within: Option<Duration>,

    /// How long a question can be answered that MCP 2026-07-28 leaves open between two requests
    /// [default: 10m].
    #[arg(
        long,
        value_name = "TIME",
        env = "FILING_DESK_STATE_TTL",
        global = true,
        value_parser = duration
    )]
    pub(crate) state_ttl: Option<Duration>,

    /// Where answered questions are remembered, so that each is answered once: `memory`, which
    /// is right for one server, or a `redis://` address, which several servers share. They need
    /// the same --key-file, too.
    #[arg(
        long,
        value_name = "LEDGER",
        env = "FILING_DESK_LEDGER",
        hide_env_values = true,
        global = true,
        default_value = "memory"
    )]
    pub(crate) ledger: String,

    /// A file whose bytes, at least 32 and just as they are, are the key that questions are
    /// sealed with, such as one made by `head -c 32 /dev/urandom`. Only the server may be able
    /// to read it [default: a random key, for as long as the server runs].
    #[arg(long, value_name = "FILE", env = "FILING_DESK_KEY_FILE", global = true)]
    pub(crate) key_file: Option<PathBuf>,

    /// A JSON file that makes tools stricter, such as `{"list_filings": "confirm"}`. It can
    /// loosen nothing.
    #[arg(long, value_name = "FILE", env = "FILING_DESK_POLICY", global = true)]
    pub(crate) policy: Option<PathBuf>,

    /// The language of questions and refusals, such as en or es-ES.
    #[arg(
        long,
        value_name = "TAG",
        env = "FILING_DESK_LANG",
        global = true,
        default_value = "en",
        value_parser = locale
    )]
    pub(crate) lang: Locale,

    /// Answers for the demo, in place of a person at the terminal.
    #[arg(
        long,
        value_name = "LIST",
        env = "FILING_DESK_ANSWERS",
        global = true,
        value_enum,
        value_delimiter = ','
    )]
    pub(crate) answers: Option<Vec<Reply>>,
}

/// What the user of a client can answer to a form with one box to tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reply {
    /// Ticks the box, and accepts.
    Yes,
    /// Declines.
    #[value(alias = "decline")]
    No,
    /// Closes the form.
    Cancel,
    /// Accepts without ticking the box.
    Unticked,
}

/// Far more than a key needs, and an end to files that have none.
const KEY_FILE_MAX: u64 = 4096;

impl Settings {
    /// How questions are asked: the gate, and what survives between two requests.
    pub(crate) fn confirmations(&self) -> anyhow::Result<Confirmations> {
        let state_ttl = self.state_ttl.unwrap_or(Confirmations::STATE_TTL);
        let confirmations = Confirmations::new(self.gate()?).state_ttl(state_ttl);
        let confirmations = match self.ledger.as_str() {
            "memory" => confirmations.ledger(MemoryLedger::new()),
            // What is no address is not repeated: it may hold a password.
            #[cfg(feature = "redis")]
            address => confirmations.ledger(
                countersign::mcp::RedisLedger::new(address).context("--ledger is not `memory`")?,
            ),
            #[cfg(not(feature = "redis"))]
            _ => bail!("--ledger: other than `memory` there is none without the feature `redis`"),
        };
        Ok(match &self.key_file {
            Some(file) => confirmations.state_key(
                state_key(file).with_context(|| format!("key file {}", file.display()))?,
            ),
            None => confirmations,
        })
    }

    /// The gate, with the policies from the file.
    fn gate(&self) -> anyhow::Result<Gate> {
        let overrides = match &self.policy {
            Some(file) => fs::read_to_string(file)
                .map_err(anyhow::Error::from)
                .and_then(|text| Ok(Overrides::from_json(&text)?))
                .with_context(|| format!("policy file {}", file.display()))?,
            None => Overrides::none(),
        };
        let gate = Gate::new(&tools::listed(), overrides).with_context(|| match &self.policy {
            Some(file) => format!("policy file {}", file.display()),
            None => "the list of tools".to_owned(),
        })?;
        Ok(gate
            .in_locale(self.lang)
            .answer_within(self.answer_within.unwrap_or(Gate::ANSWER_WITHIN)))
    }
}

impl Serve {
    /// The address to listen on. One that others can reach has to be asked for twice.
    pub(crate) fn address(&self) -> anyhow::Result<Option<SocketAddr>> {
        match self.http {
            Some(address) if !address.ip().is_loopback() && !self.allow_remote => bail!(
                "--http {address}: other machines could reach this address, and there is no \
                 authentication; use 127.0.0.1, or add --allow-remote"
            ),
            address => Ok(address),
        }
    }
}

/// The bytes of the file are not looked at: what is written in hex is a key, too.
fn state_key(file: &Path) -> anyhow::Result<RequestStateCodec> {
    let mut key = Vec::new();
    fs::File::open(file)?
        .take(KEY_FILE_MAX + 1)
        .read_to_end(&mut key)?;
    if key.len() as u64 > KEY_FILE_MAX {
        bail!("a key has at most {KEY_FILE_MAX} bytes, and the file has more");
    }
    let has = key.len();
    RequestStateCodec::try_new(key).map_err(|_| {
        anyhow!(
            "a key has at least {} bytes, and the file has {has}",
            RequestStateCodec::MIN_KEY_LENGTH
        )
    })
}

fn duration(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("must be longer than zero".to_owned()),
        Ok(duration) => Ok(duration),
        Err(error) => Err(format!("{error}; write it like 90s or 5m")),
    }
}

fn locale(tag: &str) -> Result<Locale, String> {
    Locale::from_tag(tag).ok_or_else(|| {
        let known: Vec<_> = Locale::ALL.iter().map(|locale| locale.tag()).collect();
        format!("no such language; there are: {}", known.join(", "))
    })
}
