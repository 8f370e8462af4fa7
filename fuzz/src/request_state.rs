//! The sealed state that comes back from a client (MCP 2026-07-28).

use rmcp::model::{RequestStateCodec, SealOptions};

use super::wire::{self, Desk, KEY, Session};

const ARGUMENTS: &[u8] = br#"{"filing":"2025-q3"}"#;

/// Takes the first byte for where the state comes from, and the rest for what is done to it.
/// Whatever comes back but the one state of this call, unaltered, runs nothing and spends
/// nothing; that one runs once.
pub fn check(bytes: &[u8]) {
    let (&source, script) = bytes.split_first().unwrap_or((&b'o', &[]));
    wire::run(async {
        let desk = Desk::new();
        let mut session = Session::stateless(&desk).await;
        let own = session.ask("own", "export", ARGUMENTS).await;
        let own = own.expect("a question");
        let returned = match source {
            // Any text.
            b'r' => String::from_utf8_lossy(script).into_owned(),
            // Sealed with the right key, for something else.
            b'k' => sealed(script),
            // The state of this call, of another tool, of other arguments, of another caller, of
            // another server, of another question.
            _ => {
                let theirs = match source {
                    b't' => session.ask("tool", "delete", ARGUMENTS).await,
                    b'a' => {
                        session
                            .ask("other", "export", br#"{"filing":"2025-q4"}"#)
                            .await
                    }
                    b'p' => of(&desk.with(|settings| settings.principal(|_| Ok("bob")))).await,
                    b's' => of(&Desk::new()).await,
                    b'q' => of(&desk.with(|settings| settings.ask_key("sign"))).await,
                    b'x' => {
                        of(&desk.with(|settings| settings.state_ttl(std::time::Duration::ZERO)))
                            .await
                    }
                    _ => Some(own.clone()),
                };
                altered(theirs.expect("a question"), script)
            }
        };

        let is_own = returned == own;
        let reply = session
            .confirm("returned", "export", ARGUMENTS, &returned)
            .await;
        let reply = reply.expect("a call is answered");
        assert_eq!(desk.journal.count(), usize::from(is_own), "{reply}");
        assert_eq!(wire::is_invalid_state(&reply), !is_own, "{reply}");

        let reply = session
            .confirm("own-again", "export", ARGUMENTS, &own)
            .await;
        let reply = reply.expect("a call is answered");
        assert_eq!(desk.journal.count(), usize::from(!is_own), "{reply}");

        for (id, state) in [("third", &own), ("fourth", &returned)] {
            let reply = session.confirm(id, "export", ARGUMENTS, state).await;
            assert!(reply.is_some_and(|reply| wire::is_invalid_state(&reply)));
        }
        assert_eq!(desk.journal.count(), 0);
        session.close().await;
    });
}

/// A state for the same call from another desk.
async fn of(desk: &Desk) -> Option<String> {
    let mut session = Session::stateless(desk).await;
    let state = session.ask("theirs", "export", ARGUMENTS).await;
    session.close().await;
    state
}

/// The script as associated data and payload, with a line break between.
fn sealed(script: &[u8]) -> String {
    let mut parts = script.splitn(2, |b| *b == b'\n');
    let [bound, payload] = [(); 2].map(|()| parts.next().unwrap_or_default());
    let codec = RequestStateCodec::try_new(KEY).expect("the key is long enough");
    let options = SealOptions::new()
        .associated_data(bound)
        .ttl(std::time::Duration::from_secs(600));
    codec.seal_with(payload, &options)
}

/// Alters a state. Three bytes say what to do, where, and with which character.
fn altered(state: String, script: &[u8]) -> String {
    let mut state = state.into_bytes();
    for edit in script.chunks_exact(3) {
        let [what, at, with] = [edit[0], edit[1], edit[2] & 0x7f];
        // Counted from the end in the upper half, where the seal is.
        let at = match at {
            0x80.. => state.len().saturating_sub(usize::from(at & 0x7f) + 1),
            at => usize::from(at).min(state.len()),
        };
        match what {
            b'+' => state.insert(at, with),
            b'-' => drop((at < state.len()).then(|| state.remove(at))),
            b'|' => state.truncate(at),
            b'<' => drop(state.drain(..at)),
            b'^' => state
                .iter_mut()
                .skip(at)
                .take(1)
                .for_each(|b| *b ^= with & 0x1f),
            b'2' => state.extend_from_within(at..),
            _ => state.iter_mut().skip(at).take(1).for_each(|b| *b = with),
        }
        // Kept short: what is longer is no state of ours either.
        state.truncate(2000);
    }
    String::from_utf8(state).expect("all of it is ASCII")
}
