//! Guards the suite against itself: a case that fails for another reason than the one it names
//! proves nothing, and neither does one that was forgotten.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The guarantees that the compiler holds, G1 to G14.
pub(crate) const GUARANTEES: std::ops::RangeInclusive<usize> = 1..=14;

/// The line at fault may be a struct literal, which the formatter writes on several.
const LINES_AT_FAULT: usize = 5;

/// What a case says it is rejected for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Code(String),
    /// The first line of an error that has no code.
    Message(String),
}

impl Fault {
    pub(crate) fn named_by(case: &Path) -> Option<Self> {
        let source = fs::read_to_string(case).ok()?;
        Some(Header::of(source.lines().next()?)?.fault)
    }

    /// What a snapshot was rejected for.
    fn of(first_line: &str) -> Option<Self> {
        let message = first_line.strip_prefix("error")?;
        match message.strip_prefix('[') {
            Some(coded) => Some(Self::Code(coded.split_once("]: ")?.0.to_owned())),
            None => Some(Self::Message(message.strip_prefix(": ")?.to_owned())),
        }
    }
}

/// `// G1 E0599: what the attempt is`, or `// G6 no code: the first line of the error`.
struct Header {
    guarantee: usize,
    fault: Fault,
}

impl Header {
    fn of(line: &str) -> Option<Self> {
        let (number, rest) = line.strip_prefix("// G")?.split_once(' ')?;
        let (code, text) = rest.split_once(": ")?;
        let fault = if code == "no code" {
            Fault::Message(text.to_owned())
        } else {
            let digits = code.strip_prefix('E')?;
            let is_code = digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit());
            is_code.then(|| Fault::Code(code.to_owned()))?
        };
        let guarantee = number.parse().ok()?;
        text.contains(char::is_alphabetic)
            .then_some(Self { guarantee, fault })
    }
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names: BTreeSet<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.into_iter().collect()
}

fn folder(guarantee: usize) -> String {
    format!("g{guarantee:02}")
}

/// All cases, as `g01/rule`.
pub(crate) fn cases(suite: &Path) -> Vec<String> {
    GUARANTEES
        .map(folder)
        .flat_map(|folder| {
            let names = names(&suite.join(&folder));
            names.into_iter().filter_map(move |name| {
                let rule = name.strip_suffix(".rs")?;
                is_rule(rule).then(|| format!("{folder}/{rule}"))
            })
        })
        .collect()
}

/// What is wrong with the suite in this folder.
pub(crate) fn defects(suite: &Path) -> Vec<String> {
    let mut defects = Vec::new();
    let known: BTreeSet<String> = GUARANTEES
        .map(folder)
        .chain(["Cargo.toml", "README.md", "fixtures"].map(str::to_owned))
        .collect();
    for name in names(suite) {
        if !known.contains(&name) {
            defects.push(format!("{name}: does not belong here"));
        }
    }
    for guarantee in GUARANTEES {
        let folder = folder(guarantee);
        let mut rules: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for name in names(&suite.join(&folder)) {
            // The longest ending first: a twin is Rust, too.
            let part = [".twin.rs", ".rs", ".stderr"]
                .into_iter()
                .find_map(|ending| Some((name.strip_suffix(ending)?, ending)));
            match part {
                Some((rule, ending)) if is_rule(rule) => {
                    rules.entry(rule.to_owned()).or_default().insert(ending);
                }
                _ => defects.push(format!("{folder}/{name}: is no part of a case")),
            }
        }
        if !rules.values().any(|parts| parts.contains(".rs")) {
            defects.push(format!("{folder}: G{guarantee} has no case"));
        }
        for (rule, parts) in rules {
            let case = format!("{folder}/{rule}");
            let missing: Vec<_> = [".rs", ".twin.rs", ".stderr"]
                .into_iter()
                .filter(|part| !parts.contains(part))
                .collect();
            if missing.is_empty() {
                let found = defects_of_case(suite, &case, guarantee);
                defects.extend(found.into_iter().map(|defect| format!("{case}: {defect}")));
            } else {
                defects.push(format!("{case}: without {}", missing.join(" and ")));
            }
        }
    }
    defects
}

/// Named by what it tries, never by a number.
fn is_rule(rule: &str) -> bool {
    !rule.is_empty() && rule.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
}

/// Whether the message of a case leads into the standard library. It then depends on whether its
/// sources are installed.
pub(crate) fn leads_into_standard_library(suite: &Path, case: &str) -> bool {
    let snapshot = fs::read_to_string(suite.join(format!("{case}.stderr")));
    snapshot.is_ok_and(|snapshot| snapshot.contains("$RUST"))
}

fn defects_of_case(suite: &Path, case: &str, guarantee: usize) -> Vec<String> {
    let read = |ending| fs::read_to_string(suite.join(format!("{case}{ending}")));
    let (Ok(attempt), Ok(twin), Ok(snapshot)) = (read(".rs"), read(".twin.rs"), read(".stderr"))
    else {
        return vec!["cannot be read".to_owned()];
    };
    let attempt: Vec<&str> = attempt.lines().collect();
    let twin: Vec<&str> = twin.lines().collect();
    let mut defects = Vec::new();

    let header = attempt.first().and_then(|line| Header::of(line));
    if header
        .as_ref()
        .is_none_or(|header| header.guarantee != guarantee)
    {
        defects.push(format!(
            "does not begin with `// G{guarantee} CODE: what it tries`"
        ));
    }
    let says_what = |line: &&str| {
        line.strip_prefix("// Twin: ")
            .is_some_and(|text| text.len() > 1)
    };
    if !twin.first().is_some_and(says_what) {
        defects.push("the twin does not begin with `// Twin: what is allowed`".to_owned());
    }
    let at_fault = match lines_at_fault(&attempt, &twin) {
        Ok(lines) => lines,
        Err(defect) => {
            defects.push(defect);
            return defects;
        }
    };

    let errors: Vec<&str> = snapshot
        .lines()
        .filter(|line| line.starts_with("error") || line.starts_with("warning"))
        .collect();
    match errors[..] {
        [error] if snapshot.starts_with(error) => {
            let named = header.map(|header| header.fault);
            let found = Fault::of(error);
            if found.is_none() || found != named {
                defects.push(format!("names {named:?}, and the snapshot has {error:?}"));
            }
        }
        _ => defects.push(format!("the snapshot has not one error, but {errors:?}")),
    }
    if !shown_lines(&snapshot).any(|line| at_fault.contains(&line)) {
        defects.push(format!(
            "the snapshot shows no line of {at_fault:?}, which are at fault"
        ));
    }
    // A failed evaluation ends in the standard library; all else need not.
    let evaluated = snapshot.starts_with("error[E0080]");
    if (snapshot.contains("$RUST") && !evaluated) || snapshot.contains("$CARGO/") {
        defects.push("the snapshot holds a place that is not ours".to_owned());
    }
    let is_absolute = |line: &str| {
        ["--> /", "::: /", "`/", "@/", ":\\"]
            .iter()
            .any(|path| line.contains(path))
    };
    if snapshot.lines().any(is_absolute) {
        defects.push("the snapshot holds a path of some machine".to_owned());
    }
    defects
}

/// The lines of the attempt that its twin has not, counted from 1. Their first lines, which are
/// comments, always differ.
fn lines_at_fault(attempt: &[&str], twin: &[&str]) -> Result<Vec<usize>, String> {
    let (attempt, twin) = (&attempt[1.min(attempt.len())..], &twin[1.min(twin.len())..]);
    let same = |(a, b): &(&&str, &&str)| a == b;
    let before = attempt.iter().zip(twin).take_while(same).count();
    let rest = (&attempt[before..], &twin[before..]);
    let after = rest
        .0
        .iter()
        .rev()
        .zip(rest.1.iter().rev())
        .take_while(same)
        .count();
    let (changed, instead) = (rest.0.len() - after, rest.1.len() - after);
    if changed == 0 {
        return Err("has nothing that its twin has not".to_owned());
    }
    if changed > LINES_AT_FAULT || instead > LINES_AT_FAULT {
        return Err(format!(
            "differs from its twin in more than the line at fault: {changed} lines against {instead}"
        ));
    }
    Ok((before + 2..before + 2 + changed).collect())
}

/// The line numbers that a message shows. Those of other files are blank in a snapshot.
fn shown_lines(snapshot: &str) -> impl Iterator<Item = usize> {
    snapshot.lines().filter_map(|line| {
        let number: &str = line.trim_start().split(' ').next()?;
        number.parse().ok()
    })
}
