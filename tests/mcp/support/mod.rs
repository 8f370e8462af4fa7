//! A server with tools of all tiers, clients to be scripted, and the journal that is the witness.

pub(crate) mod client;
pub(crate) mod raw;
pub(crate) mod server;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use rmcp::{RoleClient, ServiceExt, model::CallToolResult, service::RunningService};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::timeout;

pub(crate) use client::{Human, Reply};
pub(crate) use server::Server;

/// What ran: one line by each body of a tool, and by nothing else.
#[derive(Clone)]
pub(crate) struct Journal {
    file: PathBuf,
    _folder: Option<Arc<TempDir>>,
}

impl Journal {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            file: folder.path().join("journal"),
            _folder: Some(Arc::new(folder)),
        }
    }

    /// The journal of another process.
    pub(crate) fn at(file: impl Into<PathBuf>) -> Self {
        Self {
            file: file.into(),
            _folder: None,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.file
    }

    pub(crate) fn append(&self, key: &str, details: &str) {
        let mut file = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.file)
            .unwrap();
        file.write_all(format!("{key} {details}\n").as_bytes())
            .unwrap();
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        match fs::read_to_string(&self.file) {
            Ok(text) => text.lines().map(str::to_owned).collect(),
            Err(_) => Vec::new(),
        }
    }

    #[track_caller]
    pub(crate) fn is_empty(&self) {
        assert_eq!(self.lines(), [""; 0], "nothing may have run");
    }
}

pub(crate) type Client = RunningService<RoleClient, Human>;

/// Longer than the default limit on a human.
pub(crate) const ANSWERED: Duration = Duration::from_secs(600);

/// A client and a server at the two ends of an in-memory pipe.
pub(crate) async fn pipe(server: &Server, human: &Human) -> Client {
    let (here, there) = tokio::io::duplex(1 << 20);
    let server = server.clone();
    tokio::spawn(async move { server.serve(there).await.unwrap().waiting().await });
    human.clone().serve(here).await.unwrap()
}

/// Calls a tool and expects a tool result.
pub(crate) async fn call(client: &Client, tool: &'static str, arguments: Value) -> CallToolResult {
    let result = client.call_tool(client::params(tool, arguments));
    timeout(ANSWERED, result)
        .await
        .expect("was answered")
        .unwrap()
}

pub(crate) fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

/// The refusal in a result: structured content, or in `_meta` where the tool has an output
/// schema.
#[track_caller]
pub(crate) fn refusal(result: &CallToolResult) -> Value {
    assert_eq!(result.is_error, Some(true), "{result:?}");
    let in_meta = result
        .meta
        .as_ref()
        .and_then(|meta| meta.get("countersign/refusal"));
    let refusal = match (&result.structured_content, in_meta) {
        (Some(refusal), None) | (None, Some(refusal)) => refusal.clone(),
        both_or_none => panic!("a refusal stands in one place: {both_or_none:?}"),
    };
    assert_eq!(refusal["message"], text(result));
    refusal
}

#[track_caller]
pub(crate) fn assert_refused(result: &CallToolResult, command: &str, reason: &str) {
    let refusal = refusal(result);
    assert_eq!(
        (&refusal["command"], &refusal["reason"]),
        (&json!(command), &json!(reason))
    );
    // Clients hold structured content against the output schema, where there is one.
    let has_output_schema = ["note", "export", "fault"].contains(&command);
    assert_eq!(result.structured_content.is_none(), has_output_schema);
    let named = format!("`{command}`");
    assert!(text(result).contains(&named), "{}", text(result));
}

#[track_caller]
pub(crate) fn assert_no_answer(result: &CallToolResult, command: &str, detail: &str) {
    assert_refused(result, command, "no_answer");
    assert_eq!(refusal(result)["detail"], detail);
}

#[track_caller]
pub(crate) fn assert_ran(result: &CallToolResult) {
    assert_ne!(result.is_error, Some(true), "{result:?}");
}
