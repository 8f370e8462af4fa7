//! What a client declares under `capabilities.elicitation`: the pure function, the handshake
//! (MCP 2025-11-25), and the `_meta` of a request (2026-07-28).

use countersign::trusted::ClientSupport;
use serde_json::Value;

use super::{
    json::{Json, read},
    oracle,
    wire::{self, Desk, Session},
};

/// Takes the bytes for the value of `elicitation`.
pub fn check(bytes: &[u8]) {
    let json = read_line(bytes);
    if let Ok(value) = serde_json::from_slice::<Value>(bytes) {
        let support = ClientSupport::from_capability(Some(&value));
        let forms = oracle::elicits_forms(json.as_ref());
        assert_eq!(support == ClientSupport::FormElicitation, forms);
    }
    wire::run(async {
        let capabilities = [br#"{"elicitation":"#, bytes, b"}"].concat();
        let desk = Desk::new();
        let (session, welcomed) = Session::handshake(&desk, &capabilities).await;
        let live = welcomed.then_some(Revision::Live);
        observe(&desk, session, live, json.as_ref(), &capabilities).await;
        let session = Session::stateless(&desk).await;
        observe(
            &desk,
            session,
            Some(Revision::Stateless),
            json.as_ref(),
            &capabilities,
        )
        .await;
    });
}

#[derive(Clone, Copy, PartialEq)]
enum Revision {
    Live,
    Stateless,
}

#[derive(Debug, PartialEq)]
enum Seen {
    Asked,
    Ran,
    Refused,
    Error,
}

async fn observe(
    desk: &Desk,
    mut session: Session,
    revision: Option<Revision>,
    json: Option<&Json>,
    capabilities: &[u8],
) {
    let mut seen = Vec::new();
    for tool in ["delete", "export"] {
        let Some(revision) = revision else {
            // Turned away.
            break;
        };
        let name = format!(r#""name":"{tool}""#);
        let reply = if revision == Revision::Live {
            let params: [&[u8]; 3] = [b"{", name.as_bytes(), b"}"];
            session
                .send(&wire::request(tool, "tools/call", &params))
                .await;
            session.question_or_reply(tool).await
        } else {
            let meta = wire::meta(capabilities);
            let params: [&[u8]; 5] = [b"{", &meta, b",", name.as_bytes(), b"}"];
            session
                .send(&wire::request(tool, "tools/call", &params))
                .await;
            session.reply(tool).await
        };
        seen.push(reply.map(|reply| {
            if reply["method"] == "elicitation/create"
                || reply["result"]["requestState"].is_string()
            {
                Seen::Asked
            } else if reply["result"]["isError"] == false {
                Seen::Ran
            } else if wire::refusal(&reply) == Some("refuse_no_channel")
                || reply["error"]["code"] == -32021
            {
                Seen::Refused
            } else {
                Seen::Error
            }
        }));
    }
    session.close().await;
    let ran = desk.journal.take();

    // Nobody said yes: a handoff never ran, and a deletion only by the client's own prompt.
    assert!(ran.iter().all(|ran| ran.tool == "delete"));
    let hinted = seen.contains(&Some(Seen::Ran));
    assert_eq!(ran.len(), usize::from(hinted));
    let forms = oracle::elicits_forms(json);
    if hinted {
        assert!(!forms, "forms are declared, and nobody was asked");
    }
    if json.is_some_and(is_plain) {
        let expected = if forms {
            [Seen::Asked, Seen::Asked]
        } else {
            [Seen::Ran, Seen::Refused]
        };
        assert_eq!(seen, expected.map(Some));
    }
}

/// As MCP writes it: modes are objects, and there is nothing in them.
fn is_plain(elicitation: &Json) -> bool {
    let is_mode = |mode: &Json| matches!(mode, Json::Null) || *mode == Json::Object(Vec::new());
    elicitation.is_plain()
        && matches!(elicitation, Json::Null | Json::Object(_))
        && ["form", "url"]
            .into_iter()
            .all(|mode| elicitation.all(mode).into_iter().all(is_mode))
}

fn read_line(bytes: &[u8]) -> Option<Json> {
    read(str::from_utf8(bytes).ok()?).ok()?
}
