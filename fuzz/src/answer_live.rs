//! The answer to `elicitation/create`, as it comes through rmcp (MCP 2025-11-25).

use super::{
    json::{Json, read},
    oracle::{self, Said},
    wire::{self, Desk, Session},
};

/// Takes the bytes for the result with which a client answers a question about a handoff.
pub fn check(bytes: &[u8]) {
    wire::run(async {
        let desk = Desk::new();
        let (mut session, welcomed) = Session::handshake(&desk, br#"{"elicitation":{}}"#).await;
        assert!(welcomed);
        let call = wire::request("call", "tools/call", &[br#"{"name":"export"}"#]);
        session.send(&call).await;
        let question = session.question_or_reply("call").await.expect("a question");
        let id = question["id"].to_string();
        let line = [
            br#"{"jsonrpc":"2.0","id":"#,
            id.as_bytes(),
            br#","result":"#,
            bytes,
            b"}",
        ]
        .concat();
        session.send(&line).await;
        let reply = session.reply("call").await;
        session.close().await;

        let ran = desk.journal.count();
        let Some(result) = answered(bytes) else {
            // The bytes may also end the result, and go on with the message.
            let message = answered(&line);
            let is_yes = message.is_some_and(|message| {
                let results = message.all("result");
                results.into_iter().any(oracle::yes_through_rmcp)
            });
            assert!(ran == 0 || ran == 1 && is_yes);
            return;
        };
        assert!(ran <= usize::from(oracle::yes_through_rmcp(&result)));
        if is_plain(&result) {
            let said = oracle::result(&result);
            assert_eq!(ran, usize::from(said == Said::Yes));
            let reply = reply.expect("a call is answered");
            let reason = match said {
                Said::Yes => None,
                Said::Unconfirmed => Some("refused_not_confirmed"),
                Said::Declined => Some("refused_declined"),
                Said::Cancelled => Some("refused_cancelled"),
                Said::Nothing => Some("no_answer"),
            };
            assert_eq!(wire::refusal(&reply), reason, "{reply}");
        }
    });
}

fn answered(bytes: &[u8]) -> Option<Json> {
    // As it was sent.
    let text = str::from_utf8(bytes).ok()?.replace('\n', " ");
    read(&text).ok()?
}

/// An answer as MCP writes it: rmcp tries one type of result after another, and what has other
/// members may be taken for something else.
fn is_plain(result: &Json) -> bool {
    let Json::Object(members) = result else {
        return false;
    };
    result.is_plain()
        && matches!(result.once("action"), Some(Json::String(_)))
        && members
            .iter()
            .all(|(key, _)| matches!(key.as_deref(), Some("action" | "content")))
}
