//! The same guarantee for `#[tool]` methods, which take the call by its extractor.

use countersign::{
    Command, Gate, Granted, Listed, Overrides, Tool, command,
    mcp::{Confirmations, Confirming, MemoryLedger, Parameters},
    tier,
};
use rmcp::{
    ErrorData, ServerHandler, ServiceExt,
    model::{CallToolResponse, CallToolResult, ContentBlock},
    tool, tool_handler, tool_router,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    client::{Call, Client, call, decline, yes},
    desk::{Journal, KEY, codec},
};

#[derive(Deserialize, JsonSchema)]
struct Shred {
    paper: String,
}

impl Tool for Shred {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a Office;
    type Output = String;
    const COMMAND: Command = command! { Command::new("shred", "Shred a paper") };

    async fn run(call: Granted<'_, Self>, office: Self::Context<'_>) -> String {
        office
            .journal
            .write(format_args!("shredded {}", call.paper));
        "shredded".to_owned()
    }
}

#[derive(Deserialize, JsonSchema)]
struct Mail {
    paper: String,
}

impl Tool for Mail {
    type Tier = tier::Confirm<tier::Handoff>;
    type Context<'a> = &'a Journal;
    type Output = ();
    const COMMAND: Command = command! { Command::new("mail", "Mail a paper") };

    async fn run(call: Granted<'_, Self>, journal: Self::Context<'_>) {
        journal.write(format_args!("mailed {}", call.paper));
    }
}

#[derive(Clone)]
struct Office {
    confirmations: Confirmations,
    journal: Journal,
    /// The states that `mail` had in hand, as they print.
    shown: Journal,
}

#[tool_router]
impl Office {
    #[tool(description = "Shreds a paper.")]
    async fn shred(&self, call: Parameters<Shred>) -> Result<CallToolResponse, ErrorData> {
        call.run(self).await
    }

    #[tool(description = "Mails a paper.")]
    async fn mail(&self, call: Parameters<Mail>) -> Result<CallToolResponse, ErrorData> {
        self.shown.write(format_args!("{call:?}"));
        let (ready, _request) = match call.confirm().await {
            Ok(ready) => ready,
            Err(stopped) => {
                self.shown.write(format_args!("{stopped:?}"));
                return stopped.reply();
            }
        };
        self.shown.write(format_args!("{ready:?}"));
        ready.execute(&self.journal).await;
        Ok(CallToolResult::success(vec![ContentBlock::text("mailed")]).into())
    }
}

impl Confirming for Office {
    fn confirmations(&self) -> &Confirmations {
        &self.confirmations
    }
}

#[tool_handler]
impl ServerHandler for Office {}

async fn office() -> (Client, Office) {
    let listed = [Listed::of::<Shred>(), Listed::of::<Mail>()];
    let gate = Gate::new(&listed, Overrides::none()).unwrap();
    let settings = Confirmations::new(gate).state_key(codec(KEY));
    let office = Office {
        confirmations: settings.ledger(MemoryLedger::new()),
        journal: Journal::default(),
        shown: Journal::default(),
    };
    let (theirs, pipe) = tokio::io::duplex(1 << 16);
    let server = office.clone();
    tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
    (Client::at(pipe).await, office)
}

fn with(tool: &'static str, paper: &str) -> Call {
    call(tool, json!({ "paper": paper }))
}

#[tokio::test]
async fn a_method_runs_what_was_confirmed_once_and_nothing_else() {
    for (tool, other, ran) in [
        ("shred", "mail", "shredded a"),
        ("mail", "shred", "mailed a"),
    ] {
        let (client, Office { journal, .. }) = office().await;
        let declined = client.state_of(with(tool, "a")).await;
        let refused = with(tool, "a").state(declined.clone()).answer(decline());
        client.send(refused).await.refused_for("refused_declined");
        let state = client.state_of(with(tool, "a")).await;
        for rejected in [
            with(tool, "a").state(declined),
            with(tool, "b").state(state.clone()),
            with(other, "a").state(state.clone()),
            with(tool, "a").state(format!("{state}A")),
        ] {
            let without = rejected.clone().answer(yes()).capabilities(json!({}));
            client.send(without).await.invalid_state();
            client.send(rejected.answer(yes())).await.invalid_state();
        }
        journal.assert_empty();
        let retry = with(tool, "a").state(state).answer(yes());
        client.send(retry.clone()).await.done();
        client.send(retry).await.invalid_state();
        assert_eq!(journal.read(), [ran]);
    }
}

#[tokio::test]
async fn what_a_method_has_in_hand_shows_the_command_alone() {
    let (client, Office { shown, .. }) = office().await;
    let state = client.state_of(with("mail", "a")).await;
    let retry = with("mail", "a").state(state).answer(yes());
    client.send(retry).await.done();
    assert_eq!(
        shown.read(),
        ["Call(mail)", "Stopped(..)", "Call(mail)", "Ready(mail)"]
    );
}
