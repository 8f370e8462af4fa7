//! The four tools: what a model may ask for, and how much consent each needs.
//!
//! A body never asks and never checks whether it may run. It takes a [`Granted`] call, and the
//! only way to one is through the gate.
//!
//! The doc comments of the types are the descriptions that the model reads; the [`Command`] is
//! what the human reads. Nothing of the first can get into the second.

use countersign::{Command, Granted, Listed, Locale, Tool, command, tier};
use rmcp::Json;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    desk::{Desk, DeskError, Format, Listing},
    journal::Journal,
};

/// The tools that the gate lets pass at all.
pub(crate) fn listed() -> [Listed; 4] {
    [
        Listed::of::<ListFilings>(),
        Listed::of::<DeleteDraft>(),
        Listed::of::<ExportFiling>(),
        Listed::of::<SubmitFiling>(),
    ]
}

/// What a body returns. The text of a failure goes to the model, as a tool result with
/// `isError`: it is no refusal, for the call was allowed.
type Outcome<T> = Result<T, String>;

/// Lists the filings and drafts on the desk, and whether each is open or was handed off.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ListFilings {}

impl Tool for ListFilings {
    type Tier = tier::AutoApprove<tier::ReadOnly>;
    type Context<'a> = &'a Desk;
    type Output = Outcome<Json<Listing>>;
    const COMMAND: Command = command! {
        Command::new("list_filings", "List filings and drafts")
            .title_in(Locale::Es, "Listar declaraciones y borradores")
    };

    async fn run(_: Granted<'_, Self>, desk: Self::Context<'_>) -> Self::Output {
        record::<Self>(desk.journal(), "all")?;
        desk.list().map(Json).map_err(to_model)
    }
}

/// Deletes a draft. The user is asked first.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DeleteDraft {
    /// The name of the draft, as `list_filings` shows it.
    pub(crate) draft: String,
}

impl Tool for DeleteDraft {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a Desk;
    type Output = Outcome<String>;
    const COMMAND: Command = command! {
        Command::new("delete_draft", "Delete a draft")
            .title_in(Locale::Es, "Eliminar un borrador")
            .consequence("A draft is removed from the desk, and there is no copy of it.")
            .consequence_in(
                Locale::Es,
                "Se elimina un borrador del escritorio, y no queda ninguna copia.",
            )
    };

    async fn run(call: Granted<'_, Self>, desk: Self::Context<'_>) -> Self::Output {
        record::<Self>(desk.journal(), &format!("draft={:?}", call.draft))?;
        desk.delete_draft(&call.draft).map_err(to_model)?;
        Ok(format!("The draft `{}` was deleted.", call.draft))
    }
}

/// Exports a filing: hands it off to the outbox, from where it goes out. This cannot be taken
/// back, and works once for each filing. The user is asked first.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExportFiling {
    /// The name of the filing, as `list_filings` shows it.
    pub(crate) filing: String,
    /// The format to write it in.
    pub(crate) format: Format,
}

impl Tool for ExportFiling {
    type Tier = tier::Confirm<tier::Handoff>;
    type Context<'a> = &'a Desk;
    type Output = Outcome<String>;
    const COMMAND: Command = command! {
        Command::new("export_filing", "Export a filing")
            .title_in(Locale::Es, "Exportar una declaración")
            .consequence("A filing goes to the outbox and leaves this desk; it cannot be taken back.")
            .consequence_in(
                Locale::Es,
                "Una declaración pasa a la bandeja de salida y deja este escritorio; no se puede retirar.",
            )
            .no_channel(
                "The user can run `filing_desk export` in a terminal, \
                 or use a client that supports MCP elicitation with forms.",
            )
            .no_channel_in(
                Locale::Es,
                "El usuario puede ejecutar `filing_desk export` en un terminal, \
                 o usar un cliente que admita la elicitación de MCP con formularios.",
            )
    };

    async fn run(call: Granted<'_, Self>, desk: Self::Context<'_>) -> Self::Output {
        let details = format!(
            "filing={:?} format={}",
            call.filing,
            call.format.extension()
        );
        record::<Self>(desk.journal(), &details)?;
        let outbox = desk.outbox.open(&call);
        let file = desk
            .hand_off(&call.filing, call.format, outbox)
            .map_err(to_model)?;
        Ok(format!(
            "The filing `{}` was handed off: outbox/{file}",
            call.filing
        ))
    }
}

/// Submits a filing to the live agency. Assistants may not do this here.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SubmitFiling {
    /// The name of the filing.
    pub(crate) filing: String,
}

impl Tool for SubmitFiling {
    type Tier = tier::Block;
    type Context<'a> = &'a Desk;
    type Output = Outcome<String>;
    const COMMAND: Command = command! {
        Command::new("submit_filing", "Submit a filing to the agency")
            .title_in(Locale::Es, "Presentar una declaración ante la agencia")
            .consequence("A filing is submitted to the live agency, with legal effect.")
            .consequence_in(
                Locale::Es,
                "Se presenta una declaración ante la agencia real, con efectos legales.",
            )
    };

    /// Never runs: no state of a blocked call has `execute`. If it ever did, the journal would
    /// show it.
    async fn run(call: Granted<'_, Self>, desk: Self::Context<'_>) -> Self::Output {
        record::<Self>(desk.journal(), &format!("filing={:?}", call.filing))?;
        Err("this desk is not connected to the agency; nothing was sent".to_owned())
    }
}

/// Nothing is done that the journal does not know of.
fn record<T: Tool>(journal: &Journal, details: &str) -> Outcome<()> {
    journal
        .record::<T>(details)
        .map_err(|error| format!("the journal cannot be written, so nothing was done: {error}"))
}

#[allow(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn to_model(error: DeskError) -> String {
    error.to_string()
}
