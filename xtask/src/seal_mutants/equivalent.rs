//! Mutants that weaken nothing, with the reason. They are run all the same: one that a test sees
//! is not equivalent, and is reported.

use super::{find::Mutant, run::Outcome};

/// The name, or its beginning and end around a `*`, and the reason.
const EQUIVALENT: &[(&str, &str)] = &[];

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
