//! Each tool of the desk is gated as its author believes, and the server serves it so. A tool
//! that is added to `listed` and not here fails the last test.
//!
//! In a package with a library write `use my_server::..` instead of the modules.

#[path = "../desk.rs"]
#[allow(dead_code, reason = "the tests use a part of it")]
mod desk;
#[path = "../journal.rs"]
#[allow(dead_code, reason = "the tests use a part of it")]
mod journal;
#[path = "../printable.rs"]
mod printable;
#[path = "../server.rs"]
#[allow(dead_code, reason = "the tests use a part of it")]
mod server;
#[path = "../tools.rs"]
mod tools;

use std::sync::Arc;

use countersign::{Gate, Overrides, assert_gated, mcp::Confirmations, testing::assert_served};
use desk::{Desk, Format};
use server::Server;
use tempfile::TempDir;
use tools::{DeleteDraft, ExportFiling, ListFilings, SubmitFiling, listed};

fn gate() -> Gate {
    Gate::new(&listed(), Overrides::none()).expect("the tools of the desk")
}

/// A server with a desk of its own.
fn server() -> (TempDir, Server) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let desk = Desk::open(Some(folder.path()), None).expect("a sample desk");
    let server = Server::new(Arc::new(desk), Confirmations::new(gate()));
    (folder, server)
}

#[tokio::test]
async fn listing_runs_at_once() {
    let (_folder, server) = server();
    assert_gated!(
        ListFilings: AutoApprove<ReadOnly>,
        key = "list_filings",
        router = server.tools,
        gate = gate(),
        call = ListFilings {},
        with_forms = Auto,
        without_forms = Auto,
    );
    assert_served::<ListFilings>(server).await;
}

#[tokio::test]
async fn deleting_asks_or_is_left_to_the_client_s_own_prompt() {
    let (_folder, server) = server();
    assert_gated!(
        DeleteDraft: Confirm<Destructive>,
        key = "delete_draft",
        router = server.tools,
        gate = gate(),
        call = DeleteDraft { draft: "2025-q3".to_owned() },
        with_forms = Elicit,
        without_forms = ClientHint,
    );
    assert_served::<DeleteDraft>(server).await;
}

#[tokio::test]
async fn exporting_asks_or_is_refused_and_opens_the_outbox() {
    let (_folder, server) = server();
    assert_gated!(
        ExportFiling: Confirm<Handoff>,
        key = "export_filing",
        opens = |desk| &desk.outbox,
        router = server.tools,
        gate = gate(),
        call = ExportFiling { filing: "2025-q1".to_owned(), format: Format::Xml },
        with_forms = Elicit,
        without_forms = RefuseNoChannel,
    );
    assert_served::<ExportFiling>(server).await;
}

#[tokio::test]
async fn submitting_never_runs() {
    let (_folder, server) = server();
    assert_gated!(
        SubmitFiling: Block,
        key = "submit_filing",
        router = server.tools,
        gate = gate(),
        call = SubmitFiling { filing: "2025-q1".to_owned() },
        with_forms = RefuseBlocked,
        without_forms = RefuseBlocked,
    );
    assert_served::<SubmitFiling>(server).await;
}

#[test]
fn no_other_tool_is_served() {
    let (_folder, server) = server();
    let tools = server.tools.list_all();
    let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
    let known = [
        "delete_draft",
        "export_filing",
        "list_filings",
        "submit_filing",
    ];
    assert_eq!(names, known);
    assert_eq!(listed().len(), known.len());
}
