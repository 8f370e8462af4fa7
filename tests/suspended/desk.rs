//! A server with gated tools that write what they did into a journal.

use std::{
    fmt,
    sync::{Arc, Mutex},
    time::Duration,
};

use countersign::{
    Command, Gate, Granted, Listed, Locale, Overrides, Policy, Tool, command,
    mcp::{
        self, Confirmations, Confirming, Epoch, Ledger, LedgerError, MemoryLedger, Nonce,
        Redemption,
    },
    tier,
};
use rmcp::{
    ServerHandler, handler::server::router::tool::ToolRouter, model::RequestStateCodec,
    tool_handler,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// What ran, in order. Only tool bodies write into it.
#[derive(Clone, Default)]
pub(crate) struct Journal(Arc<Mutex<Vec<String>>>);

impl Journal {
    pub(crate) fn write(&self, line: impl fmt::Display) {
        self.0.lock().unwrap().push(line.to_string());
    }

    pub(crate) fn read(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    #[track_caller]
    pub(crate) fn assert_empty(&self) {
        assert_eq!(self.read(), [""; 0], "something ran that may not run");
    }
}

/// Destructive: without elicitation it goes by the client's own prompt.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeleteDraft {
    draft: String,
}

impl Tool for DeleteDraft {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a Desk;
    type Output = String;
    const COMMAND: Command = command! { Command::new("delete_draft", "Delete a draft") };

    async fn run(call: Granted<'_, Self>, desk: Self::Context<'_>) -> String {
        desk.journal.write(format_args!("deleted {}", call.draft));
        format!("{} is gone", call.draft)
    }
}

/// A handoff with the same arguments as [`DeleteDraft`].
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ExportDraft {
    draft: String,
}

impl Tool for ExportDraft {
    type Tier = tier::Confirm<tier::Handoff>;
    type Context<'a> = &'a Desk;
    type Output = String;
    const COMMAND: Command = command! {
        Command::new("export_draft", "Export a draft").no_channel("Export it at the desk.")
    };

    async fn run(call: Granted<'_, Self>, desk: Self::Context<'_>) -> String {
        desk.journal.write(format_args!("exported {}", call.draft));
        format!("{} is out", call.draft)
    }
}

/// A handoff that takes any arguments, and writes down what it got.
#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Pay(Map<String, Value>);

impl Tool for Pay {
    type Tier = tier::Confirm<tier::Handoff>;
    type Context<'a> = &'a Desk;
    type Output = String;
    const COMMAND: Command = command! { Command::new("pay", "Pay") };

    async fn run(call: Granted<'_, Self>, desk: Self::Context<'_>) -> String {
        desk.journal
            .write(format_args!("paid {}", Value::Object(call.0.clone())));
        "paid".to_owned()
    }
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Explode {}

impl Tool for Explode {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a Desk;
    type Output = String;
    const COMMAND: Command = command! { Command::new("explode", "Explode") };

    async fn run(_: Granted<'_, Self>, desk: Self::Context<'_>) -> String {
        desk.journal.write("exploded");
        panic!("the body of a test explodes on purpose");
    }
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct ListDrafts {}

impl Tool for ListDrafts {
    type Tier = tier::AutoApprove<tier::ReadOnly>;
    type Context<'a> = &'a Desk;
    type Output = String;
    const COMMAND: Command = command! { Command::new("list_drafts", "List the drafts") };

    async fn run(_: Granted<'_, Self>, desk: Self::Context<'_>) -> String {
        desk.journal.write("listed");
        "none".to_owned()
    }
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Wipe {}

impl Tool for Wipe {
    type Tier = tier::Block;
    type Context<'a> = &'a Desk;
    type Output = String;
    const COMMAND: Command = command! { Command::new("wipe", "Wipe the desk") };

    async fn run(_: Granted<'_, Self>, desk: Self::Context<'_>) -> String {
        desk.journal.write("wiped");
        "wiped".to_owned()
    }
}

#[derive(Clone)]
pub(crate) struct Desk {
    pub(crate) confirmations: Confirmations,
    pub(crate) journal: Journal,
}

impl Desk {
    /// A desk with a key and a ledger of its own.
    pub(crate) fn new() -> Self {
        Self::with(settings())
    }

    pub(crate) fn with(confirmations: Confirmations) -> Self {
        Self {
            confirmations,
            journal: Journal::default(),
        }
    }

    /// The same journal, with other settings.
    pub(crate) fn reconfigured(&self, change: impl FnOnce(Confirmations) -> Confirmations) -> Self {
        Self {
            confirmations: change(self.confirmations.clone()),
            journal: self.journal.clone(),
        }
    }

    fn tool_router() -> ToolRouter<Self> {
        ToolRouter::new()
            .with_route(mcp::route::<Self, DeleteDraft>())
            .with_route(mcp::route::<Self, ExportDraft>())
            .with_route(mcp::route::<Self, Pay>())
            .with_route(mcp::route::<Self, Explode>())
            .with_route(mcp::route::<Self, ListDrafts>())
            .with_route(mcp::route::<Self, Wipe>())
    }
}

impl Confirming for Desk {
    fn confirmations(&self) -> &Confirmations {
        &self.confirmations
    }
}

#[tool_handler]
impl ServerHandler for Desk {}

pub(crate) fn gate() -> Gate {
    gate_with(Overrides::none())
}

/// A gate that asks before `list_drafts`, too.
pub(crate) fn tightened_gate() -> Gate {
    gate_with(Overrides::none().tighten("list_drafts", Policy::Confirm))
}

fn gate_with(overrides: Overrides) -> Gate {
    let listed = [
        Listed::of::<DeleteDraft>(),
        Listed::of::<ExportDraft>(),
        Listed::of::<Pay>(),
        Listed::of::<Explode>(),
        Listed::of::<ListDrafts>(),
        Listed::of::<Wipe>(),
    ];
    Gate::new(&listed, overrides).unwrap()
}

/// One ledger for several desks.
pub(crate) struct Shared<L>(pub(crate) Arc<L>);

impl<L: Ledger> Ledger for Shared<L> {
    async fn epoch(&self) -> Result<Epoch, LedgerError> {
        self.0.epoch().await
    }

    async fn redeem(
        &self,
        epoch: &Epoch,
        nonce: Nonce,
        expires_at: Duration,
    ) -> Result<Redemption, LedgerError> {
        self.0.redeem(epoch, nonce, expires_at).await
    }
}

pub(crate) const KEY: &str = "the key of these tests, which is nobody's business";

pub(crate) fn codec(key: &str) -> RequestStateCodec {
    RequestStateCodec::try_new(key).unwrap()
}

pub(crate) fn settings() -> Confirmations {
    settings_with(gate(), MemoryLedger::new())
}

pub(crate) fn spanish() -> Confirmations {
    settings_with(gate().in_locale(Locale::Es), MemoryLedger::new())
}

pub(crate) fn settings_with(gate: Gate, ledger: impl Ledger) -> Confirmations {
    Confirmations::new(gate)
        .state_key(codec(KEY))
        .ledger(ledger)
}
