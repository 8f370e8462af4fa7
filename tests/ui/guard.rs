//! Guards the suite against itself: a case that fails for another reason than the one it names
//! proves nothing, and neither does one that was forgotten.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::{message::Message, source::Source};

/// The guarantees that the compiler holds, G1 to G14.
pub(crate) const GUARANTEES: std::ops::RangeInclusive<usize> = 1..=14;

/// How a case says, below its first line, that the crate does not speak in its message.
const NO_ROOM: &str = "// No room: ";

/// How a case says that its message lets out private names.
const SHOWS: &str = "// Shows ";

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
pub(crate) fn defects(suite: &Path, source: &Source) -> Vec<String> {
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
                let found = defects_of_case(suite, &case, guarantee, source);
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

fn defects_of_case(suite: &Path, case: &str, guarantee: usize, source: &Source) -> Vec<String> {
    let read = |ending| fs::read_to_string(suite.join(format!("{case}{ending}")));
    let (Ok(attempt), Ok(twin), Ok(snapshot)) = (read(".rs"), read(".twin.rs"), read(".stderr"))
    else {
        return vec!["cannot be read".to_owned()];
    };
    let message = Message::of(&snapshot);
    let mut defects = defects_of_message(&message, &attempt, source);
    let attempt: Vec<&str> = attempt.lines().collect();
    let twin: Vec<&str> = twin.lines().collect();

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
    if snapshot.contains("$RUST/") || snapshot.contains("$CARGO/") {
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

/// The message tells the author what to do, in the words of the crate, or the case says why it
/// cannot; and it lets out no private name, or the case says why it does.
fn defects_of_message(message: &Message, attempt: &str, source: &Source) -> Vec<String> {
    let mut defects = Vec::new();
    let remarks: Vec<&str> = attempt.lines().skip(1).take_while(is_remark).collect();
    let no_room = remarks.iter().find_map(|line| line.strip_prefix(NO_ROOM));
    let says_both = |text: &str| {
        let (why, next) = text.split_once("; next: ")?;
        (!why.is_empty() && !next.is_empty()).then_some(())
    };
    match (message.speaks(source), no_room) {
        (Err(defect), _) => defects.push(defect),
        (Ok(true), Some(_)) => {
            defects.push("says that there is no room, and the crate speaks in the message".into());
        }
        (Ok(false), None) => defects.push(format!(
            "nothing in the message is a text of the crate that names a guarantee and says what to \
             do. Where the compiler takes none, say below the first line: \
             `{NO_ROOM}why; next: what to do`"
        )),
        (Ok(false), Some(text)) if says_both(text).is_none() => {
            defects.push(format!(
                "is not of the form `{NO_ROOM}why; next: what to do`"
            ));
        }
        (Ok(_), _) => {}
    }
    let shows = remarks.iter().find_map(|line| line.strip_prefix(SHOWS));
    let (list, why) = match shows {
        Some(text) => text.split_once(": ").unwrap_or((text, "")),
        None => ("", "nothing to say"),
    };
    let named: BTreeSet<_> = list
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    let found = message.lets_out(source, attempt);
    if named != found || why.is_empty() || shows.is_some_and(|_| found.is_empty()) {
        defects.push(format!(
            "the message lets out the private names {found:?}, and the case says {named:?}. Keep \
             them out of it, or say below the first line: `{SHOWS}`name`, `name`: why`"
        ));
    }
    let expected = usize::from(no_room.is_some()) + usize::from(shows.is_some());
    let all = attempt.lines().filter(is_remark).count();
    if remarks.len() != expected || all != expected {
        defects.push(format!("says {NO_ROOM:?} or {SHOWS:?} twice, or elsewhere"));
    }
    defects
}

fn is_remark(line: &&str) -> bool {
    line.starts_with(NO_ROOM.trim_end()) || line.starts_with(SHOWS.trim_end())
}

/// The lines of the attempt that its twin has not, counted from 1. Their first lines, which are
/// comments, always differ, and only the attempt has remarks on its message.
fn lines_at_fault(attempt: &[&str], twin: &[&str]) -> Result<Vec<usize>, String> {
    let remarks = attempt
        .iter()
        .skip(1)
        .take_while(|line| is_remark(line))
        .count();
    let head = 1 + remarks;
    let (attempt, twin) = (
        &attempt[head.min(attempt.len())..],
        &twin[1.min(twin.len())..],
    );
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
    Ok((1 + head + before..1 + head + before + changed).collect())
}

/// The line numbers that a message shows. Those of other files are blank in a snapshot.
fn shown_lines(snapshot: &str) -> impl Iterator<Item = usize> {
    snapshot.lines().filter_map(|line| {
        let number: &str = line.trim_start().split(' ').next()?;
        number.parse().ok()
    })
}
