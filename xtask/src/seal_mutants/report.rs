//! The report: what was tried, what saw it, and of which sources.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write as _},
};

use anyhow::{Context as _, Result, ensure};
use sha2::{Digest, Sha256};

use super::{
    equivalent,
    find::{Mutant, Sources},
    run::{Class, Outcome},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) outcome: Outcome,
}

#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
    /// The hash of each source, by its path.
    hashes: BTreeMap<String, String>,
}

/// Begins the table of all mutants.
const ALL: &str = "| place | weakening | kind | outcome |";
/// Begins the table of the sources.
const SOURCES: &str = "| source | SHA-256 |";

impl Row {
    pub(crate) fn new(mutant: &Mutant, outcome: Outcome) -> Self {
        Self {
            name: mutant.name.clone(),
            kind: mutant.kind.to_owned(),
            outcome,
        }
    }
}

/// One hash of all sources.
pub(crate) fn fingerprint(sources: &Sources) -> String {
    let all: Vec<_> = hashes(sources).into_values().collect();
    hash(&all.concat())
}

fn hash(text: &str) -> String {
    let mut hash = String::new();
    for byte in Sha256::digest(text) {
        write!(hash, "{byte:02x}").expect("a String takes all");
    }
    hash
}

fn hashes(sources: &Sources) -> BTreeMap<String, String> {
    let all = sources.all.iter();
    all.map(|s| (s.path.clone(), hash(&s.text))).collect()
}

impl Report {
    pub(crate) fn new(sources: &Sources, rows: Vec<Row>) -> Self {
        Self {
            rows,
            hashes: hashes(sources),
        }
    }

    /// These rows in place of the same ones of a report of the same sources.
    pub(crate) fn onto(mut self, recorded: Self) -> Result<Self> {
        ensure!(
            self.hashes == recorded.hashes,
            "the report is of other sources: all has to be run"
        );
        let others = recorded.rows.into_iter();
        let names: BTreeSet<_> = self.rows.iter().map(|row| row.name.clone()).collect();
        self.rows
            .extend(others.filter(|row| !names.contains(&row.name)));
        self.rows.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(self)
    }

    /// Lines of a fingerprint of the sources, a name and an outcome; the last of a name counts.
    pub(crate) fn add_hints(&mut self, lines: &str, fingerprint: Option<&str>) {
        let hints = lines.lines().filter_map(|line| {
            let (of, line) = line.split_once('\t')?;
            let (name, outcome) = line.split_once('\t')?;
            let same = fingerprint.is_none_or(|fingerprint| fingerprint == of);
            same.then_some(Row {
                name: name.to_owned(),
                kind: String::new(),
                outcome: Outcome::parse(outcome).ok()?,
            })
        });
        self.rows.extend(hints);
    }

    pub(crate) fn outcome(&self, name: &str) -> Option<&Outcome> {
        let row = self.rows.iter().rev().find(|row| row.name == name)?;
        Some(&row.outcome)
    }

    /// What the report says of other sources or mutants than there are.
    pub(crate) fn stale(&self, sources: &Sources, mutants: &[Mutant]) -> Vec<String> {
        let now = hashes(sources);
        let mut stale = Vec::new();
        let paths: BTreeSet<_> = now.keys().chain(self.hashes.keys()).collect();
        for path in paths {
            if now.get(path) != self.hashes.get(path) {
                stale.push(format!("{path} has changed"));
            }
        }
        let names: BTreeSet<_> = mutants.iter().map(|m| m.name.as_str()).collect();
        let recorded: BTreeSet<_> = self.rows.iter().map(|row| row.name.as_str()).collect();
        stale.extend(
            names
                .difference(&recorded)
                .map(|name| format!("not in it: {name}")),
        );
        stale.extend(
            recorded
                .difference(&names)
                .map(|name| format!("no longer there: {name}")),
        );
        stale
    }

    /// Survivors, and what is said to be equivalent and was seen.
    pub(crate) fn wrong(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for row in &self.rows {
            match (row.outcome.class(), equivalent::reason(&row.name)) {
                (Class::Survived, _) => wrong.push(format!("survived: {}", row.name)),
                (Class::Killed, Some(_)) => wrong.push(format!(
                    "listed as equivalent, and {}: {}",
                    row.outcome, row.name
                )),
                _ => {}
            }
        }
        wrong
    }

    fn count(&self, kind: Option<&str>, class: Option<Class>) -> usize {
        let counted = |row: &&Row| {
            kind.is_none_or(|kind| row.kind == kind)
                && class.is_none_or(|class| row.outcome.class() == class)
        };
        self.rows.iter().filter(counted).count()
    }

    pub(crate) fn summary(&self) -> String {
        let of = |class| self.count(None, Some(class));
        format!(
            "{} mutants: {} killed by a test, {} seen by a comparison of texts only, {} by a lint \
             only, {} rejected by the compiler, {} equivalent, {} survived.",
            self.rows.len(),
            of(Class::Killed),
            of(Class::Text),
            of(Class::Lint),
            of(Class::Rejected),
            of(Class::Equivalent),
            of(Class::Survived),
        )
    }

    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut report = Self::default();
        let table = |begin: &str| -> Result<Vec<&str>> {
            let (_, after) = text
                .split_once(begin)
                .with_context(|| format!("no table `{begin}`"))?;
            // The line below the head is a rule.
            let rows = after.trim_start().lines().skip(1);
            Ok(rows.take_while(|line| line.starts_with('|')).collect())
        };
        for line in table(ALL)? {
            let [place, weakening, kind, outcome] = cells(line)?;
            report.rows.push(Row {
                name: format!("{}: {weakening}", place.trim_matches('`')),
                kind,
                outcome: Outcome::parse(&outcome)?,
            });
        }
        for line in table(SOURCES)? {
            let [path, hash] = cells(line)?;
            report
                .hashes
                .insert(path, hash.trim_matches('`').to_owned());
        }
        ensure!(!report.rows.is_empty(), "no mutants");
        Ok(report)
    }
}

/// A `|` within a cell is written `\|`.
fn escaped(cell: &str) -> String {
    cell.replace('|', "\\|")
}

fn cells<const N: usize>(line: &str) -> Result<[String; N]> {
    let line = line.replace("\\|", "\0");
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    let cells: Vec<_> = inner
        .split('|')
        .map(|cell| cell.trim().replace('\0', "|"))
        .collect();
    let cells: Option<[String; N]> = cells.try_into().ok();
    cells.with_context(|| format!("not {N} cells: {line}"))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Seal mutants\n")?;
        writeln!(
            f,
            "Each line is one weakening of the kernel that a careless change could make. It was applied\n\
             alone to a copy of this repository, and the tests were run until one went red.\n\n\
             `cargo xtask seal-mutants` writes this file, and fails when something survives;\n\
             `cargo xtask seal-mutants --check` fails when it is stale, or when it is not so any more.\n\
             The places are found in the syntax of the sources (`xtask/src/seal_mutants/find`), so what\n\
             is added to the kernel is weakened, too.\n\n{}\n",
            self.summary()
        )?;
        writeln!(
            f,
            "- *Killed*: a test fails, does not compile, or sees an attempt of `ui-tests` compile.\n\
             - *Text*: only the wording of a recorded compiler message, or of the source, differs.\n\
             - *Lint*: only clippy, which denies warnings in CI, sees it.\n\
             - *Rejected*: the crate itself does not compile, so the change cannot be made.\n\
             - *Equivalent*: it weakens nothing, for the reason that is given. It was run all the same.\n"
        )?;
        let classes = [
            ("killed", Class::Killed),
            ("text", Class::Text),
            ("lint", Class::Lint),
            ("rejected", Class::Rejected),
            ("equivalent", Class::Equivalent),
            ("survived", Class::Survived),
        ];
        writeln!(f, "## By kind\n")?;
        write!(f, "| kind | tried |")?;
        for (name, _) in classes {
            write!(f, " {name} |")?;
        }
        writeln!(f, "\n|---|{}", "---|".repeat(classes.len() + 1))?;
        let kinds: BTreeSet<_> = self.rows.iter().map(|row| row.kind.as_str()).collect();
        for kind in kinds {
            write!(f, "| {kind} | {} |", self.count(Some(kind), None))?;
            for (_, class) in classes {
                write!(f, " {} |", self.count(Some(kind), Some(class)))?;
            }
            writeln!(f)?;
        }
        for (title, class) in [
            ("Survivors", Class::Survived),
            ("Equivalent", Class::Equivalent),
            ("Seen by a comparison of texts only", Class::Text),
        ] {
            writeln!(f, "\n## {title}\n")?;
            let mut none = true;
            for row in self.rows.iter().filter(|r| r.outcome.class() == class) {
                none = false;
                let (place, weakening) = row.name.split_once(": ").unwrap_or((&row.name, ""));
                writeln!(f, "- `{place}`: {weakening}. {}", row.outcome)?;
            }
            if none {
                writeln!(f, "None.")?;
            }
        }
        writeln!(f, "\n## All\n\n{ALL}\n|---|---|---|---|")?;
        for row in &self.rows {
            let (place, weakening) = row.name.split_once(": ").unwrap_or((&row.name, ""));
            writeln!(
                f,
                "| `{}` | {} | {} | {} |",
                escaped(place),
                escaped(weakening),
                row.kind,
                escaped(&row.outcome.to_string())
            )?;
        }
        writeln!(f, "\n## Sources\n\n{SOURCES}\n|---|---|")?;
        for (path, hash) in &self.hashes {
            writeln!(f, "| {path} | `{hash}` |")?;
        }
        Ok(())
    }
}
