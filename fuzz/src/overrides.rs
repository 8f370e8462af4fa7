//! Files of overrides: which are accepted, and what they lead to.

use std::collections::BTreeMap;

use countersign::{
    Gate, Listed, Overrides, OverridesError, Routed, Tool, Unconfirmed, trusted::ClientSupport,
};
use serde_json::Map;

use super::{
    oracle::{self, Route, Strictness},
    tools::{Delete, Export, List, Note, Wipe},
};

const TIERS: [(&str, Strictness); 5] = [
    ("list", Strictness::Auto),
    ("note", Strictness::Auto),
    ("delete", Strictness::Confirm),
    ("export", Strictness::Confirm),
    ("wipe", Strictness::Block),
];

/// Stands between two files that are merged.
const SEPARATOR: &str = "\n---\n";

type Policies = BTreeMap<&'static str, Strictness>;

/// Takes the bytes for one file, or for two.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let (one, other) = text.split_once(SEPARATOR).unwrap_or((text, "{}"));
    // Deeper than the reader of what is expected goes is no file of overrides.
    let expected = [one, other].map(|file| oracle::overridden(file, &TIERS));
    let mut read = Vec::new();
    for (file, expected) in [one, other].into_iter().zip(&expected) {
        let gate = Overrides::from_json(file).and_then(|overrides| {
            read.push(overrides.clone());
            gate(overrides)
        });
        match gate {
            Ok(gate) => decides(
                &gate,
                expected.as_ref().expect("this file must be rejected"),
            ),
            Err(error) => {
                assert_eq!(*expected, None, "{error}");
                is_readable(&error, file);
            }
        }
    }
    if let ([a, b], [Some(one), Some(other)]) = (&read[..], &expected) {
        let expected = oracle::merged(one, other);
        for (first, second) in [(a, b), (b, a)] {
            let merged = gate(first.clone().merge(second.clone()));
            decides(&merged.expect("both were accepted"), &expected);
        }
    }
}

fn gate(overrides: Overrides) -> Result<Gate, OverridesError> {
    let listed = [
        Listed::of::<List>(),
        Listed::of::<Note>(),
        Listed::of::<Delete>(),
        Listed::of::<Export>(),
        Listed::of::<Wipe>(),
    ];
    Gate::new(&listed, overrides)
}

/// Every tool goes where the policies say, and none is less strict than its tier.
fn decides(gate: &Gate, policies: &Policies) {
    for (key, tier) in TIERS {
        assert!(policies[key] >= tier);
    }
    let closed = gate.clone().close_client_hint();
    for (gate, hint_closed) in [(gate, false), (&closed, true)] {
        for (client, forms) in [
            (ClientSupport::FormElicitation, true),
            (ClientSupport::NoFormElicitation, false),
        ] {
            let expected =
                |key: &str| oracle::route(policies[key], key == "delete", forms, hint_closed);
            assert_eq!(route(gate, List(Map::new()), client), expected("list"));
            assert_eq!(route(gate, Note(Map::new()), client), expected("note"));
            assert_eq!(route(gate, Delete(Map::new()), client), expected("delete"));
            assert_eq!(route(gate, Export(Map::new()), client), expected("export"));
            assert_eq!(route(gate, Wipe(Map::new()), client), expected("wipe"));
        }
    }
}

fn route<T: Tool>(gate: &Gate, call: T, client: ClientSupport) -> Route {
    match gate.route(Unconfirmed::new(call), client) {
        Routed::Auto(_) => Route::Auto,
        Routed::Elicit(_) => Route::Elicit,
        Routed::ClientHint(_) => Route::ClientHint,
        Routed::Refused(_) => Route::Refused,
    }
}

/// The error can stand in a log, on one line, and names a line that is there.
fn is_readable(error: &OverridesError, file: &str) {
    let text = error.to_string();
    assert!(!oracle::may_deceive(&text), "{text:?}");
    if let Some(line) = error.line() {
        assert!((1..=file.split('\n').count()).contains(&line), "{text}");
    }
}
