//! `inputResponses`, as they come back through rmcp with a valid state (MCP 2026-07-28).

use super::{
    json::{Json, read},
    oracle::{self, Said},
    wire::{self, Desk, Session},
};

const ARGUMENTS: &str = r#"{"filing":"2025-q3"}"#;

/// Takes the bytes for `inputResponses`, and then says yes with the same state.
pub fn check(bytes: &[u8]) {
    wire::run(async {
        let desk = Desk::new();
        let mut session = Session::stateless(&desk).await;
        let state = session.ask("ask", "export", ARGUMENTS.as_bytes()).await;
        let state = state.expect("a question");
        let members = format!(
            r#""name":"export","arguments":{ARGUMENTS},"requestState":"{state}","inputResponses":"#
        );
        let reply = session.call("call", &[members.as_bytes(), bytes]).await;
        let ran = desk.journal.count();

        let Some(responses) = read_line(bytes) else {
            // The bytes may also end the responses, and go on with the parameters.
            let params = [b"{", members.as_bytes(), bytes, b"}"].concat();
            let is_yes = read_line(&params).is_some_and(|params| {
                let responses = params.all("inputResponses");
                responses.into_iter().any(oracle::yes_in_responses)
            });
            assert!(ran == 0 || ran == 1 && is_yes);
            session.close().await;
            return;
        };
        assert!(ran <= usize::from(oracle::yes_in_responses(&responses)));
        let mut spent = ran == 1;
        if responses.is_plain() {
            let reply = reply.expect("a call is answered");
            let said = match (&responses, responses.once("confirm")) {
                (Json::Null | Json::Object(_), None) => None,
                // In another shape they are no responses, and the call is none.
                (Json::Object(_), Some(answer)) => Some(oracle::result(answer)),
                _ => {
                    assert!(reply["error"].is_object(), "{reply}");
                    session.close().await;
                    return;
                }
            };
            assert_eq!(ran, usize::from(said == Some(Said::Yes)), "{reply}");
            let reason = match said {
                Some(Said::Yes) | None => None,
                Some(Said::Unconfirmed) => Some("refused_not_confirmed"),
                Some(Said::Declined) => Some("refused_declined"),
                Some(Said::Cancelled) => Some("refused_cancelled"),
                Some(Said::Nothing) => Some("no_answer"),
            };
            assert_eq!(wire::refusal(&reply), reason, "{reply}");
            let asked_again = reply["result"]["requestState"].is_string();
            assert_eq!(asked_again, said.is_none(), "{reply}");
            // An answer spends its question, whatever it says.
            spent = said.is_some();
        }
        let reply = session
            .confirm("again", "export", ARGUMENTS.as_bytes(), &state)
            .await;
        let reply = reply.expect("a call is answered");
        let again = desk.journal.count();
        if spent {
            assert_eq!(again, 0);
            assert!(wire::is_invalid_state(&reply), "{reply}");
        } else if responses.is_plain() {
            assert_eq!(again, 1, "{reply}");
        }
        session.close().await;
    });
}

fn read_line(bytes: &[u8]) -> Option<Json> {
    // As it was sent.
    let text = str::from_utf8(bytes).ok()?.replace('\n', " ");
    read(&text).ok()?
}
