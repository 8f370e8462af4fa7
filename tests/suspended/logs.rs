//! What may not be seen: the key, the arguments, the state.

use std::{
    cell::RefCell,
    fmt::{self, Write as _},
    sync::LazyLock,
};

use countersign::mcp::{MemoryLedger, Nonce};
use serde_json::json;
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
    subscriber::Interest,
};

use crate::{
    client::{Client, call, decline, export, yes},
    desk::{Desk, KEY, settings},
};

/// What is logged, at every level, with its target.
type Kept = Vec<(String, String)>;

thread_local! {
    /// What is logged on this thread, while somebody wants to know.
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// One subscriber for all threads: tracing caches what a thread that has none is interested in.
struct Keeper;

static KEEPER: LazyLock<()> =
    LazyLock::new(|| tracing::subscriber::set_global_default(Keeper).unwrap());

fn start_keeping() {
    LazyLock::force(&KEEPER);
    KEPT.set(Some(Kept::new()));
}

fn stop_keeping() -> Kept {
    KEPT.take().unwrap()
}

fn keep(target: &str, text: String) {
    KEPT.with_borrow_mut(|kept| {
        if let Some(kept) = kept {
            kept.push((target.to_owned(), text));
        }
    });
}

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Keeper {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, _: &Metadata<'_>) -> bool {
        KEPT.with_borrow(Option::is_some)
    }

    fn new_span(&self, span: &span::Attributes<'_>) -> span::Id {
        let mut text = span.metadata().name().to_owned();
        span.record(&mut Fields(&mut text));
        keep(span.metadata().target(), text);
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        let mut text = String::new();
        values.record(&mut Fields(&mut text));
        keep("span", text);
    }

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut text = event.metadata().level().to_string();
        event.record(&mut Fields(&mut text));
        keep(event.metadata().target(), text);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

/// The ways in which a key could be written.
fn spellings(key: &str) -> [String; 4] {
    let hex = key.bytes().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    });
    let decimals = format!("{:?}", key.as_bytes());
    [
        key.to_owned(),
        hex.clone(),
        hex.to_uppercase(),
        decimals.trim_matches(['[', ']']).to_owned(),
    ]
}

#[tokio::test]
async fn neither_the_key_nor_what_is_confirmed_is_logged() {
    // All tasks of this test run on its thread.
    start_keeping();
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    let secret = call(
        "pay",
        json!({ "to": "secret-argument", "amount": 9_007_199_254_740_993_u64 }),
    );
    let mut states = Vec::new();
    let mut errors = String::new();
    for answer in [yes(), decline()] {
        let state = client.state_of(secret.clone()).await;
        let retry = secret.clone().state(state.clone()).answer(answer);
        client.send(retry.clone()).await;
        let error = client.send(retry).await.error();
        write!(errors, "{error:?} {error}").unwrap();
        states.push(state);
    }
    let without = Client::without_forms(&desk)
        .await
        .send(secret.clone())
        .await;
    write!(errors, "{:?}", without.error()).unwrap();
    let altered = secret.state(format!("{}A", states[0])).answer(yes());
    write!(errors, "{:?}", client.send(altered).await.error()).unwrap();
    let kept = stop_keeping();

    let ours: Vec<_> = kept
        .iter()
        .filter(|(target, _)| target.starts_with("countersign"))
        .collect();
    assert!(
        ours.iter()
            .any(|(_, text)| text.contains("route=\"elicit\"")),
        "{ours:?}"
    );
    assert!(
        ours.iter()
            .any(|(_, text)| text.contains("reason=\"refused_declined\"")),
        "{ours:?}"
    );
    for (_, text) in &ours {
        assert!(
            !text.contains("secret-argument") && !text.contains("9007199254740993"),
            "{text}"
        );
        assert!(states.iter().all(|state| !text.contains(state)), "{text}");
    }
    let debugged = format!("{:?} {:#?}", desk.confirmations, desk.confirmations);
    let everything = kept
        .iter()
        .map(|(_, text)| text.as_str())
        .chain([debugged.as_str(), errors.as_str()]);
    for text in everything {
        for key in spellings(KEY) {
            assert!(!text.contains(&key), "{text}");
        }
    }
    for secret in ["secret-argument", "9007199254740993"] {
        assert!(!errors.contains(secret), "{errors}");
    }
    assert!(debugged.contains("confirm"), "{debugged}");
    assert_eq!(desk.journal.read().len(), 1);
}

#[test]
fn the_keeper_sees_what_is_logged() {
    start_keeping();
    tracing::trace!(key = ?KEY.as_bytes(), "a leak");
    let kept = stop_keeping();
    assert!(
        kept.iter()
            .any(|(_, text)| text.contains(&spellings(KEY)[3])),
        "{kept:?}"
    );
}

#[test]
fn settings_and_ledgers_show_neither_keys_nor_nonces() {
    let shown = format!("{:?}", settings());
    let rest = "ask_key: \"confirm\", state_ttl: 600s, progress_every: 5s, .. }";
    assert!(shown.starts_with("Confirmations { gate: Gate {"), "{shown}");
    assert!(shown.ends_with(rest), "{shown}");
    let ledger = MemoryLedger::with_capacity(7);
    assert_eq!(format!("{ledger:?}"), "MemoryLedger { capacity: 7, .. }");
    let nonce = Nonce::from_bytes([0x5E; 16]);
    assert_eq!(format!("{nonce:?}"), "Nonce(..)");
}

#[tokio::test]
async fn the_state_shows_nothing_of_the_arguments_or_the_key() {
    let desk = Desk::new();
    let state = Client::of(&desk)
        .await
        .state_of(export("secret-argument"))
        .await;
    let body = state.split('.').nth(1).unwrap();
    let body = String::from_utf8_lossy(&base64url(body)).into_owned();
    assert!(body.contains("\"nonce\""), "{body}");
    for hidden in ["secret-argument", "export_draft", KEY] {
        assert!(!body.contains(hidden), "{body}");
    }
}

/// Base64 without padding, with the alphabet for URLs.
fn base64url(text: &str) -> Vec<u8> {
    let (mut bits, mut held, mut bytes) = (0_u32, 0, Vec::new());
    for digit in text.bytes() {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => panic!("not base64"),
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).unwrap());
            bits &= (1 << held) - 1;
        }
    }
    bytes
}
