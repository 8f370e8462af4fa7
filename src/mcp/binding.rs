//! What a suspended confirmation is bound to (G17).

use std::collections::BTreeMap;

use rmcp::model::JsonObject;
use serde::Serialize;
use serde_json::Value;

use super::ledger::Epoch;
use crate::ConfirmationRequest;

/// The associated data of a sealed state: authenticated, and not stored in it.
#[derive(Serialize)]
pub(super) struct Binding<'a> {
    pub(super) principal: &'a [u8],
    pub(super) command: &'a str,
    pub(super) question: &'a ConfirmationRequest,
    pub(super) ask_key: &'a str,
    pub(super) ledger: &'a [u8],
    pub(super) arguments: &'a JsonObject,
    pub(super) integers: BTreeMap<String, String>,
}

impl<'a> Binding<'a> {
    pub(super) fn new(
        principal: &'a [u8],
        command: &'a str,
        question: &'a ConfirmationRequest,
        ask_key: &'a str,
        ledger: &'a Epoch,
        arguments: &'a JsonObject,
    ) -> Self {
        let mut integers = BTreeMap::new();
        for (key, value) in arguments {
            exact_integers(&pointer("", key), value, &mut integers);
        }
        Self {
            principal,
            command,
            question,
            ask_key,
            ledger: ledger.as_bytes(),
            arguments,
            integers,
        }
    }

    /// Canonical JSON (RFC 8785): the order of keys and the spelling of numbers and strings
    /// make no difference.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json_canonicalizer::to_vec(self)
    }
}

/// The greatest integer up to which every one is a number of its own in RFC 8785, which
/// writes numbers as IEEE 754 doubles.
const EXACT: u64 = 1 << 53;

/// Collects the decimals of the integers that RFC 8785 would map onto a neighbour: a yes for
/// 9007199254740993 must not run 9007199254740992.
fn exact_integers(path: &str, value: &Value, found: &mut BTreeMap<String, String>) {
    match value {
        Value::Number(number) => {
            let is_large = match (number.as_u64(), number.as_i64()) {
                (Some(n), _) => n > EXACT,
                (None, Some(n)) => n.unsigned_abs() > EXACT,
                (None, None) => false,
            };
            if is_large {
                found.insert(path.to_owned(), number.to_string());
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                exact_integers(&pointer(path, &index.to_string()), value, found);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                exact_integers(&pointer(path, key), value, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// A JSON Pointer (RFC 6901), in which no two places share a spelling.
fn pointer(path: &str, key: &str) -> String {
    format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"))
}
