//! Mutants that weaken nothing, with the reason. They are run all the same: one that a test sees
//! is not equivalent, and is reported.

use super::{find::Mutant, run::Outcome};

/// The name, or its beginning and end around a `*`, and the reason.
const EQUIVALENT: &[(&str, &str)] = &[
    (
        "approved.rs AutoApproved: bound `Tool` of `T` dropped",
        NO_TOOL,
    ),
    (
        "approved.rs Confirmed: bound `Tool` of `T` dropped",
        NO_TOOL,
    ),
    ("approved.rs Granted: bound `Tool` of `T` dropped", NO_TOOL),
    ("pending.rs Pending: bound `Tool` of `T` dropped", NO_TOOL),
    ("approved.rs Granted: `AsRef` implemented", READ_ANYWAY),
    (
        "approved.rs AutoApproved.invariant: `fn(T) -> T` made `fn(T)`",
        HOLDS_A_CALL,
    ),
    (
        "approved.rs Confirmed.invariant: `fn(T) -> T` made `fn(T)`",
        HOLDS_A_CALL,
    ),
    (
        "approved.rs Granted.invariant: `fn(T) -> T` made `fn(T)`",
        HOLDS_A_CALL,
    ),
    (
        "pending.rs Pending.invariant: `fn(T) -> T` made `fn(T)`",
        HOLDS_A_CALL,
    ),
    ("approved.rs *.invariant: private field made `pub`", MARKER),
    ("approved.rs *.by: private field made `pub`", MARKER),
    ("approved.rs *.brand: private field made `pub`", MARKER),
    ("pending.rs *.invariant: private field made `pub`", MARKER),
    ("trusted.rs *.brand: private field made `pub`", MARKER),
    ("guarded.rs Guarded.tier: private field made `pub`", MARKER),
    ("guarded.rs Guarded.tier: `fn(L) -> L` made *", NO_SUBTYPES),
    (
        "pending.rs impl Pending::ask: bound `Send` of `impl Trait` dropped",
        SENT_ALL_THE_SAME,
    ),
    ("unconfirmed.rs Mint: `Clone` *", NOBODY_HAS_ONE),
    ("unconfirmed.rs Mint: `Copy` *", NOBODY_HAS_ONE),
    ("unconfirmed.rs Mint.0: private field made *", NOT_NAMED),
    ("trusted.rs NoAnswer: *", REFUSES),
    (
        "trusted.rs Answer::decision: `self` made `&self`",
        READ_BY_THE_KERNEL,
    ),
    ("trusted.rs use crate: import made `pub`", EXPORTED),
    ("tier.rs use crate: import made `pub`", EXPORTED),
    ("lib.rs mod command: private module made `pub`", EXPORTED),
    ("lib.rs mod debug: private module made `pub`", EXPORTED),
    ("lib.rs mod guarded: private module made `pub`", EXPORTED),
    ("lib.rs mod policy: private module made `pub`", EXPORTED),
    ("lib.rs mod call: private module made `pub`", EXPORTED),
    ("lib.rs mod missing: private module made `pub`", EXPORTED),
    ("command.rs Text.*: private field made `pub`", PRIVATE_TYPE),
    (
        "command.rs Text::*: private function made `pub`",
        PRIVATE_TYPE,
    ),
    (
        "command.rs check_*: private function made `pub`",
        PRIVATE_MODULE,
    ),
    (
        "command.rs decode: private function made `pub`",
        PRIVATE_MODULE,
    ),
    (
        "command.rs is_deceptive: `pub(crate)` function made `pub`",
        PRIVATE_MODULE,
    ),
    ("guarded.rs Guarded: `Clone` derived", NO_SUCH_TIER),
    ("guarded.rs Guarded: `Copy` derived", NO_SUCH_TIER),
    ("guarded.rs Guarded: `Default` derived", NO_SUCH_TIER),
    ("guarded.rs Guarded: `PartialEq` derived", NO_SUCH_TIER),
    ("tier.rs Tier: bound `Sized` of `Self` dropped", ALL_SIZED),
    (
        "mod.rs command: `const { &T::COMMAND }` made `&T::COMMAND`",
        PROMOTED,
    ),
];

const NO_TOOL: &str = "the state can then be named for what is no tool, but all that makes or \
    takes one is in impls that keep the bound";
const READ_ANYWAY: &str = "a running call gives its arguments to be read, by `Deref`";
const HOLDS_A_CALL: &str = "`call: T` is covariant and `fn(T)` is contravariant: together they \
    are invariant";
const MARKER: &str = "a marker: there is nothing to read in it or to write to it, and a literal \
    still lacks the private field beside it";
const NO_SUBTYPES: &str = "a tier is one of five types without a lifetime, of which none is a \
    subtype of another";
const NOBODY_HAS_ONE: &str = "only the router makes a token and only the rows take it: nobody \
    else has one to copy";
const NOT_NAMED: &str = "the module of the token is private, so it cannot be named to be written \
    down";
const REFUSES: &str = "all variants are public, and each of them refuses";
const READ_BY_THE_KERNEL: &str = "only `Pending::ask` can call it, and drops the answer then";
const PRIVATE_TYPE: &str = "the type is private: other crates can neither read nor write a value \
    of it";
const PRIVATE_MODULE: &str = "the module is private, and the crate exports what it names";
const NO_SUCH_TIER: &str = "a derive asks for the same trait of the tier, and no tier has it";
const PROMOTED: &str = "a reference to a constant is promoted: it is evaluated where `command` is \
    instantiated, as the block is";
const ALL_SIZED: &str = "the five tiers are sized, and there is no other";
const SENT_ALL_THE_SAME: &str = "the future is `Send` by what it holds, and shows it; \
    `tests/execution.rs` spawns it in generic code";
const EXPORTED: &str = "all public names in it are exported by the crate already; what is private \
    stays private";

/// What a test sees stays seen: the report then says that the entry is wrong.
pub(crate) fn weigh(mutant: &Mutant, outcome: Outcome) -> Outcome {
    match (reason(&mutant.name), outcome) {
        (Some(reason), Outcome::Survived | Outcome::Text { .. }) => Outcome::Equivalent {
            reason: reason.to_owned(),
        },
        (_, outcome) => outcome,
    }
}

pub(crate) fn reason(name: &str) -> Option<&'static str> {
    let mut entries = EQUIVALENT.iter();
    let found = entries.find(|(pattern, _)| matches(pattern, name))?;
    Some(found.1)
}

/// The entries that are about no mutant.
pub(crate) fn unused(mutants: &[Mutant]) -> Vec<&'static str> {
    let patterns = EQUIVALENT.iter().map(|(pattern, _)| *pattern);
    patterns
        .filter(|pattern| !mutants.iter().any(|mutant| matches(pattern, &mutant.name)))
        .collect()
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        Some((begin, end)) => {
            name.len() >= begin.len() + end.len() && name.starts_with(begin) && name.ends_with(end)
        }
        None => name == pattern,
    }
}
