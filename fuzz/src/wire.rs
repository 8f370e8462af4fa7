//! A gated server at one end of a pipe in memory, and at the other a client that writes its
//! lines by hand.

use std::{future::Future, sync::LazyLock, time::Duration};

use countersign::{
    Gate, Listed, Overrides,
    mcp::{self, Confirmations, Confirming, FromCall, MemoryLedger},
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt, handler::server::router::tool::ToolRouter,
    model::RequestStateCodec, service::RequestContext, tool_handler,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf},
    task::JoinHandle,
    time::timeout,
};

use super::tools::{Delete, Export, Journal, List, Note, Retitle, Wipe};

/// A plain answer, for where another one is not what is tested.
pub(super) const YES: &str = r#"{"action":"accept","content":{"confirm":true}}"#;

pub(super) const KEY: [u8; 32] = *b"the key of a server in a fuzzer.";

#[derive(Clone)]
pub(super) struct Desk {
    pub(super) journal: Journal,
    confirmations: Confirmations,
}

impl Desk {
    pub(super) fn new() -> Self {
        let listed = [
            Listed::of::<List>(),
            Listed::of::<Note>(),
            Listed::of::<Delete>(),
            Listed::of::<Export>(),
            Listed::of::<Wipe>(),
            Listed::of::<Retitle>(),
        ];
        let gate = Gate::new(&listed, Overrides::none()).expect("each is listed once");
        Self {
            journal: Journal::default(),
            // A key that does not change, so that an input does the same again. A ledger of its
            // own, since the one of the process would be full after a million runs.
            confirmations: Confirmations::new(gate)
                .state_key(RequestStateCodec::try_new(KEY).expect("the key is long enough"))
                .ledger(MemoryLedger::new()),
        }
    }

    /// The same desk with other settings, and the same journal and ledger.
    pub(super) fn with(&self, change: impl FnOnce(Confirmations) -> Confirmations) -> Self {
        Self {
            journal: self.journal.clone(),
            confirmations: change(self.confirmations.clone()),
        }
    }
}

impl Confirming for Desk {
    fn confirmations(&self) -> &Confirmations {
        &self.confirmations
    }
}

impl<'a> FromCall<'a, Desk> for &'a Journal {
    fn from_call(desk: &'a Desk, _: &'a RequestContext<RoleServer>) -> Result<Self, ErrorData> {
        Ok(&desk.journal)
    }
}

static TOOLS: LazyLock<ToolRouter<Desk>> = LazyLock::new(|| {
    ToolRouter::new()
        .with_route(mcp::route::<Desk, List>())
        .with_route(mcp::route::<Desk, Note>())
        .with_route(mcp::route::<Desk, Delete>())
        .with_route(mcp::route::<Desk, Export>())
        .with_route(mcp::route::<Desk, Wipe>())
        .with_route(mcp::route::<Desk, Retitle>())
});

#[tool_handler(router = TOOLS)]
impl ServerHandler for Desk {}

/// Runs this with a clock that jumps to the next timer when nothing else can happen: a question
/// that is not answered has timed out at once.
pub(super) fn run(check: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime")
        .block_on(check);
}

/// Longer than the server waits for anything. The clock jumps there, if nothing else happens.
const SILENCE: Duration = Duration::from_secs(3600);

pub(super) struct Session {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
    server: JoinHandle<()>,
}

impl Session {
    fn open(desk: &Desk) -> Self {
        let (here, there) = tokio::io::duplex(1 << 20);
        let desk = desk.clone();
        let server = tokio::spawn(async move {
            // A client whose first words are no good is turned away.
            if let Ok(server) = desk.serve(there).await {
                server.waiting().await.expect("the server ends in order");
            }
        });
        let (read, write) = tokio::io::split(here);
        Self {
            lines: BufReader::new(read).lines(),
            write,
            server,
        }
    }

    /// On MCP 2025-11-25, with these capabilities. `false` if the server turned the client away.
    pub(super) async fn handshake(desk: &Desk, capabilities: &[u8]) -> (Self, bool) {
        let mut session = Self::open(desk);
        let line = [
            br#"{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"raw","version":"1"},"capabilities":"#,
            capabilities,
            b"}}",
        ];
        session.send(&line.concat()).await;
        let welcome = session.reply("init").await;
        let welcomed = welcome.is_some_and(|reply| reply["result"].is_object());
        session
            .send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            .await;
        (session, welcomed)
    }

    /// On MCP 2026-07-28.
    pub(super) async fn stateless(desk: &Desk) -> Self {
        let mut session = Self::open(desk);
        let meta = meta(br#"{"elicitation":{}}"#);
        let line = request("discover", "server/discover", &[b"{", &meta, b"}"]);
        session.send(&line).await;
        let discovered = session.reply("discover").await;
        assert!(discovered.is_some_and(|reply| reply["result"].is_object()));
        session
    }

    /// Sends a message. A line break ends one, so there is none within.
    pub(super) async fn send(&mut self, message: &[u8]) {
        let mut line: Vec<_> = message
            .iter()
            .map(|b| if *b == b'\n' { b' ' } else { *b })
            .collect();
        line.push(b'\n');
        // A server that is gone shows when its answer is read.
        let _ = self.write.write_all(&line).await;
    }

    /// `None` if the server is gone, or has nothing to say.
    async fn receive(&mut self) -> Option<Value> {
        let line = timeout(SILENCE, self.lines.next_line()).await;
        let line = line.ok()?.ok()??;
        Some(serde_json::from_str(&line).expect("the server writes JSON"))
    }

    /// The reply to a request, if there is one.
    pub(super) async fn reply(&mut self, id: &str) -> Option<Value> {
        loop {
            let message = self.receive().await?;
            if message["id"] == id && message.get("method").is_none() {
                return Some(message);
            }
        }
    }

    /// The next question, or the reply to this call, whichever comes first.
    pub(super) async fn question_or_reply(&mut self, id: &str) -> Option<Value> {
        loop {
            let message = self.receive().await?;
            if message["method"] == "elicitation/create" || message["id"] == id {
                return Some(message);
            }
        }
    }

    /// Calls on MCP 2026-07-28, with these members of the parameters beside `_meta`, and gives
    /// the reply, if the server took it for a call.
    pub(super) async fn call(&mut self, id: &str, members: &[&[u8]]) -> Option<Value> {
        let meta = meta(br#"{"elicitation":{}}"#);
        let params = [&[b"{", meta.as_slice(), b","], members, &[b"}"]].concat();
        self.send(&request(id, "tools/call", &params)).await;
        self.reply(id).await
    }

    /// Asks about `tool` on MCP 2026-07-28: the sealed state, if there was a question.
    pub(super) async fn ask(&mut self, id: &str, tool: &str, arguments: &[u8]) -> Option<String> {
        let name = format!(r#""name":"{tool}","arguments":"#);
        let reply = self.call(id, &[name.as_bytes(), arguments]).await?;
        Some(reply["result"]["requestState"].as_str()?.to_owned())
    }

    /// Says yes on MCP 2026-07-28.
    pub(super) async fn confirm(
        &mut self,
        id: &str,
        tool: &str,
        arguments: &[u8],
        state: &str,
    ) -> Option<Value> {
        let name = format!(r#""name":"{tool}","arguments":"#);
        let state = format!(
            r#","requestState":{},"inputResponses":{{"confirm":{YES}}}"#,
            json!(state)
        );
        self.call(id, &[name.as_bytes(), arguments, state.as_bytes()])
            .await
    }

    /// Hangs up, and waits until nothing of the server runs any more.
    pub(super) async fn close(self) {
        let Self {
            lines,
            write,
            server,
        } = self;
        drop((lines, write));
        server.await.expect("the server does not panic");
    }
}

/// The `_meta` of a request on MCP 2026-07-28, with these capabilities.
pub(super) fn meta(capabilities: &[u8]) -> Vec<u8> {
    [
        br#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"raw","version":"1"},"io.modelcontextprotocol/clientCapabilities":"#,
        capabilities,
        b"}",
    ]
    .concat()
}

pub(super) fn request(id: &str, method: &str, params: &[&[u8]]) -> Vec<u8> {
    let start = format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"{method}","params":"#);
    [start.as_bytes(), &params.concat(), b"}"].concat()
}

/// The word for why a call was refused, from its reply.
pub(super) fn refusal(reply: &Value) -> Option<&str> {
    reply["result"]["structuredContent"]["reason"].as_str()
}

/// Whether the reply is that the state is not valid here.
pub(super) fn is_invalid_state(reply: &Value) -> bool {
    reply["error"]["code"] == -32602
}
