//! What the fuzz targets check: one module for each, whose `check` takes any bytes and panics if
//! the crate does something else with them than [`oracle`] expects. `tests/fuzz_seeds.rs` runs
//! the same checks on the seeds, without a fuzzer.

pub mod answer;
pub mod answer_live;
pub mod answer_retry;
pub mod arguments;
pub mod capability;
pub mod json;
pub mod locale;
pub mod oracle;
pub mod overrides;
pub mod request_state;
mod tools;
mod wire;

/// A check, and the name of its target, its seeds and its dictionary.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: [Target; 8] = [
    ("answer", answer::check),
    ("answer_live", answer_live::check),
    ("answer_retry", answer_retry::check),
    ("arguments", arguments::check),
    ("capability", capability::check),
    ("locale", locale::check),
    ("overrides", overrides::check),
    ("request_state", request_state::check),
];
