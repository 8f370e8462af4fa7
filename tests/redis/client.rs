//! A client on MCP 2026-07-28 that writes its JSON by hand, so that one state can be sent to two
//! servers at once.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::server::Settings;

/// A server in a process of its own, which ends with this value.
pub(crate) struct Server {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    id: u64,
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It ran.
    Ran,
    /// It asks; the state.
    Asked(String),
    /// A refusal, and its reason.
    Refused(String),
    /// The state is not accepted.
    Rejected,
    /// The server is gone.
    Gone,
}

pub(crate) use Outcome::{Asked, Gone, Ran, Refused, Rejected};

/// A refusal because of the ledger.
pub(crate) fn unavailable() -> Outcome {
    Refused("ledger_unavailable".to_owned())
}

impl Server {
    pub(crate) fn start(settings: &Settings<'_>) -> Self {
        let mut child = settings
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            // Until the server ends, or nobody reads any more.
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut server = Self {
            child,
            stdin,
            lines,
            id: 0,
        };
        let id = server.send("server/discover", json!({}));
        let discovered = server.reply(id).unwrap();
        assert!(discovered["result"].is_object(), "{discovered}");
        server
    }

    fn send(&mut self, method: &str, mut params: Value) -> u64 {
        self.id += 1;
        let id = self.id;
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "0" },
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        });
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        // A server that is gone shows in the reply.
        let _ = writeln!(self.stdin, "{request}");
        id
    }

    /// `None` if the server is gone.
    fn reply(&mut self, id: u64) -> Option<Value> {
        loop {
            let line = match self.lines.recv_timeout(Duration::from_secs(20)) {
                Ok(line) => line,
                Err(mpsc::RecvTimeoutError::Disconnected) => return None,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("the server does not answer"),
            };
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return Some(message);
            }
        }
    }

    fn outcome(&mut self, id: u64) -> Outcome {
        let Some(reply) = self.reply(id) else {
            return Gone;
        };
        if reply["error"]["code"] == -32602 {
            return Rejected;
        }
        let result = &reply["result"];
        if let Some(state) = result["requestState"].as_str() {
            return Asked(state.to_owned());
        }
        match (&result["isError"], &result["structuredContent"]["reason"]) {
            (Value::Bool(true), Value::String(reason)) => Refused(reason.clone()),
            (Value::Bool(false), _) => Ran,
            _ => panic!("{reply}"),
        }
    }

    /// Calls for the first time.
    pub(crate) fn call(&mut self, name: &str) -> Outcome {
        let params = json!({ "name": "file", "arguments": { "name": name } });
        let id = self.send("tools/call", params);
        self.outcome(id)
    }

    /// Calls for the first time, and is asked.
    #[track_caller]
    pub(crate) fn ask(&mut self, name: &str) -> String {
        match self.call(name) {
            Asked(state) => state,
            other => panic!("not asked: {other:?}"),
        }
    }

    fn send_answer(&mut self, name: &str, state: &str, confirm: bool) -> u64 {
        let answer = json!({ "action": "accept", "content": { "confirm": confirm } });
        let params = json!({
            "name": "file",
            "arguments": { "name": name },
            "requestState": state,
            "inputResponses": { "confirm": answer },
        });
        self.send("tools/call", params)
    }

    pub(crate) fn yes(&mut self, name: &str, state: &str) -> Outcome {
        let id = self.send_answer(name, state, true);
        self.outcome(id)
    }

    pub(crate) fn no(&mut self, name: &str, state: &str) -> Outcome {
        let id = self.send_answer(name, state, false);
        self.outcome(id)
    }
}

/// Says yes to both before either has answered.
pub(crate) fn yes_to_both(servers: [&mut Server; 2], name: &str, state: &str) -> [Outcome; 2] {
    servers
        .map(|server| (server.send_answer(name, state, true), server))
        .map(|(id, server)| server.outcome(id))
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What ran, in order.
pub(crate) fn journal(path: &Path) -> Vec<String> {
    match fs::read_to_string(path) {
        Ok(text) => text.lines().map(str::to_owned).collect(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => panic!("{error}"),
    }
}
