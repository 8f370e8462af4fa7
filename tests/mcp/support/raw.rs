//! A client that writes JSON-RPC by hand, for what a typed client cannot send.

use rmcp::ServiceExt;
use serde_json::{Value, json};
use tokio::{
    io::{
        AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, Lines,
        ReadHalf, WriteHalf,
    },
    task::JoinHandle,
    time::timeout,
};

use super::{ANSWERED, Server};

pub(crate) struct Raw<R = ReadHalf<DuplexStream>, W = WriteHalf<DuplexStream>> {
    read: Lines<BufReader<R>>,
    write: W,
}

impl Raw {
    /// A server, and a client that has shaken hands and declared these capabilities. The task
    /// ends when the server does.
    pub(crate) async fn connect(server: &Server, capabilities: &str) -> (Self, JoinHandle<()>) {
        let (here, there) = tokio::io::duplex(1 << 20);
        let server = server.clone();
        let task = tokio::spawn(async move {
            server.serve(there).await.unwrap().waiting().await.unwrap();
        });
        let (read, write) = tokio::io::split(here);
        let mut raw = Self::new(read, write);
        raw.handshake(capabilities).await;
        (raw, task)
    }
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Raw<R, W> {
    pub(crate) fn new(read: R, write: W) -> Self {
        Self {
            read: BufReader::new(read).lines(),
            write,
        }
    }

    pub(crate) async fn handshake(&mut self, capabilities: &str) {
        self.send(&initialize(capabilities)).await;
        self.reply_to("init").await;
        self.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            .await;
    }

    pub(crate) async fn send(&mut self, line: &str) {
        self.write.write_all(line.as_bytes()).await.unwrap();
        self.write.write_all(b"\n").await.unwrap();
        self.write.flush().await.unwrap();
    }

    /// Calls a tool, with a request id that is a string.
    pub(crate) async fn call(&mut self, id: &str, tool: &str, arguments: Value) {
        self.send(&call(id, tool, arguments)).await;
    }

    /// Answers a question with this text as the result.
    pub(crate) async fn answer(&mut self, question: &Value, result: &str) {
        let id = &question["id"];
        self.send(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#
        ))
        .await;
    }

    pub(crate) async fn receive(&mut self) -> Value {
        let line = timeout(ANSWERED, self.read.next_line()).await;
        let line = line.expect("a message came").unwrap();
        serde_json::from_str(&line.expect("the server is there")).unwrap()
    }

    /// The next question.
    pub(crate) async fn question(&mut self) -> Value {
        loop {
            let message = self.receive().await;
            if message["method"] == "elicitation/create" {
                return message;
            }
            assert!(
                message.get("result").is_none(),
                "answered unasked: {message}"
            );
        }
    }

    /// The answer to a request.
    pub(crate) async fn reply_to(&mut self, id: &str) -> Value {
        loop {
            let message = self.receive().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            let asked = message["method"] == "elicitation/create";
            assert!(!asked, "asked: {message}");
        }
    }

    /// Stops reading, and leaves only the input of the server open.
    pub(crate) fn stop_listening(self) -> W {
        self.write
    }

    /// Ends the input of the server.
    pub(crate) async fn hang_up(&mut self) {
        self.write.shutdown().await.unwrap();
    }
}

pub(crate) fn initialize(capabilities: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":"init","method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"clientInfo":{{"name":"raw","version":"1"}}}}}}"#
    )
}

#[allow(clippy::needless_pass_by_value, reason = "callers write `json!`")]
pub(crate) fn call(id: &str, tool: &str, arguments: Value) -> String {
    json!({
        "jsonrpc": "2.0",
        "id": id,
        "method": "tools/call",
        "params": { "name": tool, "arguments": arguments },
    })
    .to_string()
}

pub(crate) fn cancelled(id: &str) -> String {
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": { "requestId": id },
    })
    .to_string()
}
