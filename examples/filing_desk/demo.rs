//! The demonstration: a model's calls, played by an MCP client against the server in the same
//! process, with a person (or a script) as the client's user.
//!
//! Nothing in here decides anything. The client is a real one, on a pipe in memory; the route
//! of a call is read from what the gate reports, and its effect from the files on the desk.

use std::{
    collections::{BTreeMap, VecDeque},
    fs,
    io::{self, BufRead, IsTerminal, Write},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::Context as _;
use countersign::ConfirmRoute;
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
        ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability,
        FormElicitationCapability, Implementation, ProtocolVersion,
    },
    service::{RequestContext, RunningService},
};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tracing::{Event, Subscriber, field};
use tracing_subscriber::layer::{Context, Layer};

use crate::{desk::Desk, options::Reply, printable::printable, server::Server};

/// How a demonstration ends, unless it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Played,
    /// A question came after the last answer.
    OutOfAnswers,
    /// The person's input ended.
    InputEnded,
}

/// What the model does: one scene for each connection.
struct Scene {
    title: &'static str,
    /// Whether the client declares elicitation with forms.
    can_ask: bool,
    /// The revision of MCP that the client speaks.
    revision: ProtocolVersion,
    calls: Vec<Call>,
}

struct Call {
    tool: &'static str,
    arguments: Value,
    /// What there is to see.
    note: &'static str,
}

fn scenes() -> [Scene; 3] {
    let call = |tool, arguments, note| Call {
        tool,
        arguments,
        note,
    };
    [
        Scene {
            title: "The client can ask its user: it declared elicitation with forms. In MCP 2025-11-25 the server asks in the middle of a call.",
            can_ask: true,
            revision: ProtocolVersion::V_2025_11_25,
            calls: vec![
                call("list_filings", json!({}), "Reading needs no yes."),
                call(
                    "delete_draft",
                    json!({ "draft": "2025-q3" }),
                    "Deleting needs one.",
                ),
            ],
        },
        Scene {
            title: "Another client can ask, too. In MCP 2026-07-28 the server answers a call with its question, and the client calls again with the answer.",
            can_ask: true,
            revision: ProtocolVersion::V_2026_07_28,
            calls: vec![
                call(
                    "export_filing",
                    json!({ "filing": "2025-q1", "format": "xml" }),
                    "So does an export, which cannot be taken back.",
                ),
                call(
                    "export_filing",
                    json!({ "filing": "2025-q2", "format": "json", "confirm": true }),
                    "The model says yes in its own arguments. You are asked all the same.",
                ),
                call(
                    "submit_filing",
                    json!({ "filing": "2025-q1" }),
                    "Never, whatever anyone answers: you are not even asked.",
                ),
            ],
        },
        Scene {
            title: "The client connects again, and cannot ask: it declares no elicitation.",
            can_ask: false,
            revision: ProtocolVersion::V_2025_11_25,
            calls: vec![
                call(
                    "delete_draft",
                    json!({ "draft": "2025-q4" }),
                    "The tool is advertised as destructive, and such a client is trusted to have \
                     asked its user by itself. This one plays a user who said yes.",
                ),
                call(
                    "export_filing",
                    json!({ "filing": "2025-q2", "format": "json" }),
                    "What cannot be taken back is never left to a client's own prompt.",
                ),
            ],
        },
    ]
}

/// Plays all scenes, and prints what happens.
pub(crate) async fn play(
    server: &Server,
    desk: &Desk,
    human: Human,
    routes: Routes,
) -> anyhow::Result<End> {
    say("A tax adviser's desk, and a model that calls its tools.");
    say(&format!("The desk is the folder {}", path(desk.folder())));
    let stage = Arc::new(Stage {
        routes,
        human,
        asking: tokio::sync::Mutex::new(()),
        ended: Mutex::new(None),
    });
    let mut number = 1..;
    for Scene {
        title,
        can_ask,
        revision,
        calls,
    } in scenes()
    {
        say("");
        say(&format!("== {title}"));
        let (client_end, server_end) = tokio::io::duplex(64 * 1024);
        let server = server.clone();
        let serving =
            tokio::spawn(
                async move { anyhow::Ok(server.serve(server_end).await?.waiting().await?) },
            );
        let lifecycle = if revision == ProtocolVersion::V_2026_07_28 {
            ClientLifecycleMode::Discover {
                preferred_versions: vec![revision],
            }
        } else {
            ClientLifecycleMode::Initialize
        };
        let client = Client {
            can_ask,
            stage: Arc::clone(&stage),
        };
        let client = client.serve_with_lifecycle(client_end, lifecycle).await?;
        for (call, number) in calls.iter().zip(&mut number) {
            one_call(&client, desk, &stage, number, call).await?;
            if let Some(end) = *lock(&stage.ended) {
                return Ok(end);
            }
        }
        client.cancel().await?;
        serving.await??;
    }
    say("");
    say(&format!("The desk is still there: {}", path(desk.folder())));
    say(&format!(
        "What ran is in its journal: {}",
        path(desk.journal().path())
    ));
    Ok(End::Played)
}

/// Makes one call, and tells what became of it.
async fn one_call(
    client: &RunningService<RoleClient, Client>,
    desk: &Desk,
    stage: &Stage,
    number: usize,
    call: &Call,
) -> anyhow::Result<()> {
    say("");
    say(&format!(
        "{number}. {} {}",
        call.tool,
        printable(&call.arguments.to_string())
    ));
    say(&format!("   {}", call.note));
    let before = Snapshot::of(desk)?;
    stage.routes.forget();

    let mut params = CallToolRequestParams::new(call.tool);
    params.arguments = call.arguments.as_object().cloned();
    let result = client.call_tool(params).await;
    // A server that takes its question back answers the call at once.
    let _asked = stage.asking.lock().await;

    // Where a question was asked, its route was shown with it.
    if stage.show_route() {
        show("question", "none: nobody was asked");
        show("answer", "none");
    }
    if result.is_err() && lock(&stage.ended).is_some() {
        show(
            "result",
            "none: without an answer the client does not call again",
        );
    } else {
        let result = result.with_context(|| format!("the call of `{}` failed", call.tool))?;
        let label = if result.is_error == Some(true) {
            "error"
        } else {
            "result"
        };
        show(label, &text_of(&result));
    }
    let changes = before.changes(&Snapshot::of(desk)?);
    show_all("on disk", changes.files, "nothing changed");
    show_all("journal", changes.journal, "no line, for nothing ran");
    Ok(())
}

/// What the scenes share.
struct Stage {
    routes: Routes,
    human: Human,
    /// Held while a question is on the screen.
    asking: tokio::sync::Mutex<()>,
    ended: Mutex<Option<End>>,
}

impl Stage {
    /// Shows the route of the call, unless that was done. Returns whether it did.
    fn show_route(&self) -> bool {
        match self.routes.take() {
            Seen::Nothing => show("route", "none: the call did not reach the gate"),
            Seen::Route(route) => show("route", route.name()),
            Seen::Shown => return false,
        }
        true
    }
}

/// An MCP client. A question reaches it in the same way on either revision.
struct Client {
    can_ask: bool,
    stage: Arc<Stage>,
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = self
            .can_ask
            .then(|| ElicitationCapability::new().with_form(FormElicitationCapability::default()));
        ClientConfig::new(capabilities, Implementation::new("filing_desk demo", "1"))
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }

    /// Shows the server's question to the user, and sends what the user answers. It fills in
    /// nothing by itself.
    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams {
            message,
            requested_schema,
            ..
        } = request
        else {
            return Ok(ElicitResult::new(ElicitationAction::Decline));
        };
        let schema = serde_json::to_string(&requested_schema)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        let _asking = self.stage.asking.lock().await;
        self.stage.show_route();
        show("question", &message);
        show("form", &schema);

        let reply = tokio::select! {
            reply = self.stage.human.answer() => reply,
            () = context.ct.cancelled() => {
                self.stage.human.leave_prompt();
                show("answer", "none: the server took the question back");
                return Ok(ElicitResult::new(ElicitationAction::Cancel));
            }
        };
        let reply = reply.map_err(|end| {
            self.stage.human.leave_prompt();
            show("answer", "none");
            *lock(&self.stage.ended) = Some(end);
            ErrorData::internal_error("nobody is there to answer", None)
        })?;
        let accept = |confirm| {
            ElicitResult::new(ElicitationAction::Accept).with_content(json!({ "confirm": confirm }))
        };
        let (words, result) = match reply {
            Reply::Yes => ("yes", accept(true)),
            Reply::No => ("no", ElicitResult::new(ElicitationAction::Decline)),
            Reply::Cancel => ("cancel", ElicitResult::new(ElicitationAction::Cancel)),
            Reply::Unticked => ("unticked", accept(false)),
        };
        show("answer", words);
        Ok(result)
    }
}

/// The client's user.
pub(crate) enum Human {
    Script(Mutex<VecDeque<Reply>>),
    Keyboard(tokio::sync::Mutex<mpsc::UnboundedReceiver<String>>),
}

impl Human {
    pub(crate) fn script(replies: &[Reply]) -> Self {
        Self::Script(Mutex::new(replies.iter().copied().collect()))
    }

    /// The person at the terminal, if there is one.
    pub(crate) fn at_terminal() -> io::Result<Option<Self>> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(None);
        }
        // A thread that reads all the time can tell what was typed after a question from what
        // was typed before it, and is no hindrance to a question that is taken back.
        let (typed, lines) = mpsc::unbounded_channel();
        std::thread::Builder::new().spawn(move || {
            for line in io::stdin().lock().lines() {
                let Ok(line) = line else { break };
                if typed.send(line).is_err() {
                    break;
                }
            }
        })?;
        Ok(Some(Self::Keyboard(tokio::sync::Mutex::new(lines))))
    }

    /// Ends the line of a prompt that nobody typed into.
    fn leave_prompt(&self) {
        if let Self::Keyboard(_) = self {
            say("");
        }
    }

    async fn answer(&self) -> Result<Reply, End> {
        match self {
            Self::Script(replies) => lock(replies).pop_front().ok_or(End::OutOfAnswers),
            Self::Keyboard(lines) => {
                let mut lines = lines.lock().await;
                while lines.try_recv().is_ok() {}
                loop {
                    show_prompt("you", "yes, no or cancel, then Enter: ");
                    let typed = lines.recv().await.ok_or(End::InputEnded)?;
                    match typed.trim().to_lowercase().as_str() {
                        "yes" | "y" | "sí" | "si" => return Ok(Reply::Yes),
                        "no" | "n" => return Ok(Reply::No),
                        "cancel" | "c" => return Ok(Reply::Cancel),
                        "unticked" => return Ok(Reply::Unticked),
                        _ => {}
                    }
                }
            }
        }
    }
}

/// The route that the gate took for the last call, as the crate reports it in its events.
#[derive(Clone, Default)]
pub(crate) struct Routes(Arc<Mutex<Seen>>);

#[derive(Clone, Copy, Default)]
enum Seen {
    #[default]
    Nothing,
    Route(ConfirmRoute),
    Shown,
}

impl Routes {
    fn forget(&self) {
        *lock(&self.0) = Seen::Nothing;
    }

    fn take(&self) -> Seen {
        std::mem::replace(&mut *lock(&self.0), Seen::Shown)
    }
}

impl<S: Subscriber> Layer<S> for Routes {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        /// The event of a route has the field `route`; that of a refusal has `reason`, which is
        /// the name of the route where a route is the reason.
        struct Fields(Option<ConfirmRoute>);
        impl field::Visit for Fields {
            fn record_str(&mut self, field: &field::Field, value: &str) {
                if matches!(field.name(), "route" | "reason") {
                    self.0 = serde_json::from_value(Value::String(value.to_owned())).ok();
                }
            }
            fn record_debug(&mut self, _: &field::Field, _: &dyn std::fmt::Debug) {}
        }

        if !event.metadata().target().starts_with("countersign::") {
            return;
        }
        let mut fields = Fields(None);
        event.record(&mut fields);
        let mut seen = lock(&self.0);
        if let (Seen::Nothing, Some(route)) = (*seen, fields.0) {
            *seen = Seen::Route(route);
        }
    }
}

/// The files on the desk, and the journal.
struct Snapshot {
    files: BTreeMap<String, Vec<u8>>,
    journal: String,
}

struct Changes {
    files: Vec<String>,
    journal: Vec<String>,
}

impl Snapshot {
    fn of(desk: &Desk) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        for folder in fs::read_dir(desk.folder())? {
            let folder = folder?;
            if !folder.file_type()?.is_dir() {
                continue;
            }
            for file in fs::read_dir(folder.path())? {
                let file = file?;
                if file.file_type()?.is_file() {
                    let name = Path::new(&folder.file_name()).join(file.file_name());
                    files.insert(path(&name), fs::read(file.path())?);
                }
            }
        }
        // A journal that cannot be read, such as a device, shows no lines.
        let journal = fs::read_to_string(desk.journal().path()).unwrap_or_default();
        Ok(Self { files, journal })
    }

    fn changes(&self, now: &Self) -> Changes {
        let mut files = Vec::new();
        for (name, content) in &self.files {
            match now.files.get(name) {
                None => files.push(format!("removed {name}")),
                Some(there) if there != content => files.push(format!("changed {name}")),
                Some(_) => {}
            }
        }
        let new = now
            .files
            .keys()
            .filter(|name| !self.files.contains_key(*name));
        files.extend(new.map(|name| format!("new     {name}")));
        let added = now.journal.strip_prefix(&self.journal).unwrap_or_default();
        Changes {
            files,
            journal: added.lines().map(str::to_owned).collect(),
        }
    }
}

fn text_of(result: &CallToolResult) -> String {
    let texts = result
        .content
        .iter()
        .filter_map(|content| content.as_text());
    texts
        .map(|text| text.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

fn show_all(label: &str, lines: Vec<String>, none: &str) {
    if lines.is_empty() {
        show(label, none);
    }
    for line in lines {
        show(label, &line);
    }
}

/// A labelled line. The text may come from anywhere.
fn show(label: &str, text: &str) {
    say(&format!("   {label:<9} {}", printable(text)));
}

fn show_prompt(label: &str, text: &str) {
    write_out(&format!("   {label:<9} {text}"));
}

fn say(line: &str) {
    write_out(&format!("{line}\n"));
}

/// Writes to standard output. Where nobody reads it any more, there is nobody to tell.
fn write_out(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn path(path: &Path) -> String {
    printable(&path.display().to_string())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
