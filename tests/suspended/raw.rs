//! A client that writes its JSON by hand, for what rmcp's would spell in its own way.

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

use rmcp::ServiceExt;

use crate::desk::Desk;

pub(crate) struct Raw {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    write: WriteHalf<DuplexStream>,
    id: u64,
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"raw","version":"0"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;

impl Raw {
    pub(crate) async fn of(desk: &Desk) -> Self {
        let (theirs, ours) = tokio::io::duplex(1 << 16);
        let desk = desk.clone();
        tokio::spawn(async move { desk.serve(theirs).await.unwrap().waiting().await.unwrap() });
        let (read, write) = tokio::io::split(ours);
        let lines = BufReader::new(read).lines();
        let mut raw = Self {
            lines,
            write,
            id: 0,
        };
        let discovered = raw.request("server/discover", "").await;
        assert!(discovered["result"].is_object(), "{discovered}");
        raw
    }

    async fn request(&mut self, method: &str, params: &str) -> Value {
        self.id += 1;
        let id = self.id;
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{{{META}{params}}}}}\n"
        );
        self.write.write_all(line.as_bytes()).await.unwrap();
        loop {
            let line = self.lines.next_line().await.unwrap().unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Asks about `pay` with the arguments spelled like this.
    pub(crate) async fn ask(&mut self, arguments: &str) -> String {
        let params = format!(r#","name":"pay","arguments":{arguments}"#);
        let reply = self.request("tools/call", &params).await;
        let state = reply["result"]["requestState"].as_str();
        state.unwrap_or_else(|| panic!("{reply}")).to_owned()
    }

    /// Sends `pay` with one argument and these other members.
    pub(crate) async fn pay(&mut self, members: &str) -> Value {
        let params = format!(r#","name":"pay","arguments":{{"a":1}}{members}"#);
        self.request("tools/call", &params).await
    }

    /// Says yes, with the arguments spelled like this: whether it ran.
    pub(crate) async fn confirm(&mut self, state: &str, arguments: &str) -> bool {
        let params = format!(
            r#","name":"pay","arguments":{arguments},"requestState":{},"inputResponses":{{"confirm":{{"action":"accept","content":{{"confirm":true}}}}}}"#,
            json!(state)
        );
        let reply = self.request("tools/call", &params).await;
        if reply["error"]["code"] == -32602 {
            return false;
        }
        assert_eq!(reply["result"]["isError"], false, "{reply}");
        true
    }
}
