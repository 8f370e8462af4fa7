//! A server of one gated tool, in a process of its own: this program, started with [`SERVE`].

use std::{
    env,
    fs::OpenOptions,
    io::Write as _,
    path::{Path, PathBuf},
    process,
    time::Duration,
};

use countersign::{
    Command, Gate, Granted, Listed, Overrides, Tool, command,
    mcp::{
        self, Confirmations, Confirming, Epoch, Ledger, LedgerError, Nonce, Redemption, RedisLedger,
    },
    tier,
};
use rmcp::{
    ServerHandler, ServiceExt, handler::server::router::tool::ToolRouter, model::RequestStateCodec,
    tool_handler, transport,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::block_on;

/// The argument that makes this program a server.
pub(crate) const SERVE: &str = "serve";

/// The settings of a server, which travel in its environment.
pub(crate) struct Settings<'a> {
    pub(crate) redis: &'a str,
    pub(crate) time_limit: Duration,
    pub(crate) journal: &'a Path,
    /// Whether the process dies once a nonce is redeemed, before anything runs.
    pub(crate) dies: bool,
}

const REDIS: &str = "TEST_REDIS";
const TIME_LIMIT: &str = "TEST_TIME_LIMIT";
const JOURNAL: &str = "TEST_JOURNAL";
const DIES: &str = "TEST_DIES";

impl Settings<'_> {
    pub(crate) fn command(&self) -> process::Command {
        let mut command = process::Command::new(env::current_exe().unwrap());
        command
            .arg(SERVE)
            .env(REDIS, self.redis)
            .env(TIME_LIMIT, self.time_limit.as_millis().to_string())
            .env(JOURNAL, self.journal)
            .env(DIES, self.dies.to_string());
        command
    }
}

/// Files something.
#[derive(Deserialize, JsonSchema)]
struct File {
    name: String,
}

impl Tool for File {
    type Tier = tier::Confirm<tier::Handoff>;
    type Context<'a> = &'a Desk;
    type Output = String;
    const COMMAND: Command = command! { Command::new("file", "File it") };

    async fn run(call: Granted<'_, Self>, desk: Self::Context<'_>) -> String {
        let mut journal = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&desk.journal)
            .unwrap();
        // One write, so that the lines of two processes do not mix.
        journal
            .write_all(format!("{}\n", call.name).as_bytes())
            .unwrap();
        "filed".to_owned()
    }
}

#[derive(Clone)]
struct Desk {
    confirmations: Confirmations,
    journal: PathBuf,
}

impl Desk {
    fn tool_router() -> ToolRouter<Self> {
        ToolRouter::new().with_route(mcp::route::<Self, File>())
    }
}

impl Confirming for Desk {
    fn confirmations(&self) -> &Confirmations {
        &self.confirmations
    }
}

#[tool_handler]
impl ServerHandler for Desk {}

/// After which the process may be dead.
struct Fatal {
    ledger: RedisLedger,
    dies: bool,
}

impl Ledger for Fatal {
    async fn epoch(&self) -> Result<Epoch, LedgerError> {
        self.ledger.epoch().await
    }

    async fn redeem(
        &self,
        epoch: &Epoch,
        nonce: Nonce,
        expires_at: Duration,
    ) -> Result<Redemption, LedgerError> {
        let redemption = self.ledger.redeem(epoch, nonce, expires_at).await;
        if self.dies && redemption == Ok(Redemption::Redeemed) {
            process::abort();
        }
        redemption
    }
}

/// Serves on standard input and output.
pub(crate) fn serve() {
    let setting = |name| env::var(name).unwrap();
    let gate = Gate::new(&[Listed::of::<File>()], Overrides::none()).unwrap();
    let limit = Duration::from_millis(setting(TIME_LIMIT).parse().unwrap());
    let ledger = Fatal {
        ledger: RedisLedger::new(&setting(REDIS)).unwrap().time_limit(limit),
        dies: setting(DIES).parse().unwrap(),
    };
    let desk = Desk {
        confirmations: Confirmations::new(gate)
            .ledger(ledger)
            .state_key(RequestStateCodec::try_new([7; 32]).unwrap()),
        journal: setting(JOURNAL).into(),
    };
    block_on(async {
        let service = desk.serve(transport::stdio()).await.unwrap();
        service.waiting().await.unwrap();
    });
}
