//! Mutants by `cargo mutants`, a file at a time, each with the tests that are there for it, and
//! the report of what came of them, `audit/mutants.md`.
//!
//! Mutants that change nothing are excluded in `.cargo/mutants.toml`, each with its reason as
//! the comment before it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::Deserialize;
use toml_edit::DocumentMut;

#[derive(Args)]
pub(crate) struct Options {
    /// Such as `src/policy.rs`. Without any, all files are mutated, which takes hours.
    files: Vec<String>,
    /// Mutates nothing: asks whether the report and the excluded mutants are those of the
    /// present sources.
    #[arg(long, conflicts_with = "files")]
    check: bool,
    /// Reports what earlier runs of `cargo mutants` wrote to `outcomes.json`, the latest last.
    #[arg(long, conflicts_with_all = ["files", "check"])]
    outcomes: Vec<PathBuf>,
}

/// Each file with the features and the tests (`lib` for the unit tests) that have to see what is
/// wrong with it.
const FILES: [(&str, &str, &[&str]); 34] = [
    (
        "src/call/approved.rs",
        CORE,
        &["execution", "types", "matrix"],
    ),
    ("src/call/mod.rs", CORE, &["matrix"]),
    ("src/call/pending.rs", CORE, &["execution", "gate"]),
    ("src/call/tier.rs", CORE, &["matrix"]),
    ("src/call/tool.rs", CORE, &["matrix"]),
    ("src/call/trusted.rs", CORE, &["execution", "gate"]),
    ("src/call/unconfirmed.rs", CORE, &["execution", "matrix"]),
    ("src/command.rs", CORE, &["command"]),
    ("src/debug.rs", CORE, &["types", "gate"]),
    ("src/elicitation.rs", CORE, &["elicitation"]),
    ("src/gate.rs", CORE, &["gate"]),
    ("src/guarded.rs", CORE, &["guarded"]),
    ("src/locale.rs", CORE, &["locale"]),
    ("src/mcp/answers.rs", ALL, &["mcp", "suspended"]),
    ("src/mcp/binding.rs", ALL, &["lib"]),
    ("src/mcp/call.rs", ALL, &["mcp", "suspended"]),
    ("src/mcp/clock.rs", ALL, &["lib"]),
    ("src/mcp/context.rs", ALL, &["mcp"]),
    ("src/mcp/ledger/memory.rs", ALL, &["lib"]),
    ("src/mcp/ledger/mod.rs", ALL, &["lib", "suspended"]),
    ("src/mcp/ledger/redis.rs", ALL, &["redis"]),
    ("src/mcp/live.rs", ALL, &["mcp"]),
    ("src/mcp/mod.rs", ALL, &["mcp"]),
    ("src/mcp/output.rs", ALL, &["mcp"]),
    ("src/mcp/route.rs", ALL, &["mcp"]),
    ("src/mcp/settings.rs", ALL, &["lib", "mcp", "suspended"]),
    ("src/mcp/suspended.rs", ALL, &["lib", "suspended"]),
    ("src/policy.rs", CORE, &["matrix"]),
    ("src/refusal.rs", CORE, &["gate", "locale", "matrix"]),
    ("src/terminal.rs", ALL, &["lib", "terminal"]),
    ("src/testing.rs", CORE, &["testing"]),
    ("src/testing/gated.rs", ALL, &["gated", "gated_router"]),
    ("src/testing/gated/router.rs", ALL, &["gated_router"]),
    ("src/testing/gated/served.rs", ALL, &["gated_router"]),
];
const CORE: &str = "testing";
const ALL: &str = "rmcp,redis,terminal,testing";

const REPORT: &str = "audit/mutants.md";
const CONFIG: &str = ".cargo/mutants.toml";

pub(crate) fn run(repository: &Path, options: &Options) -> Result<()> {
    let listed = list(repository, &[])?;
    let equivalent = equivalent(repository, &listed)?;
    let old = fs::read_to_string(repository.join(REPORT)).unwrap_or_default();
    let mut rows = rows(&old)?;
    if options.check {
        return check(&listed, &equivalent, &rows, &old);
    }
    let mut outcomes = BTreeMap::new();
    for path in &options.outcomes {
        outcomes.extend(read(path)?);
    }
    if options.outcomes.is_empty() {
        for (file, features, tests) in files(&options.files)? {
            outcomes.extend(mutate(repository, file, features, tests)?);
        }
    }

    rows.retain(|file, _| in_file(&listed, file).next().is_some());
    let mut survivors = Vec::new();
    for (file, ..) in FILES {
        let mut row = Row::default();
        let mut untried = Vec::new();
        for name in in_file(&listed, file) {
            match outcomes.get(name) {
                _ if equivalent.contains_key(name) => row.equivalent += 1,
                Some(Summary::CaughtMutant) => row.caught += 1,
                Some(Summary::Timeout) => row.timeouts += 1,
                Some(Summary::Unviable) => row.unviable += 1,
                Some(Summary::MissedMutant) => {
                    row.survivors += 1;
                    survivors.push(name);
                }
                None => untried.push(name),
            }
        }
        if row.tried() > 0 {
            ensure!(untried.is_empty(), "not tried:\n{}", untried.join("\n"));
            rows.insert(file.to_owned(), row);
        }
    }
    let report = report(&rows, &equivalent, &survivors)?;
    fs::write(repository.join(REPORT), report)?;
    ensure!(
        survivors.is_empty(),
        "these survived:\n{}",
        survivors.join("\n")
    );
    Ok(())
}

/// What became of the mutants of a file.
#[derive(Default, PartialEq)]
struct Row {
    caught: usize,
    timeouts: usize,
    unviable: usize,
    survivors: usize,
    equivalent: usize,
}

impl Row {
    fn tried(&self) -> usize {
        self.caught + self.timeouts + self.unviable + self.survivors
    }

    fn total(&self) -> usize {
        self.tried() + self.equivalent
    }
}

#[derive(Deserialize)]
struct Mutant {
    name: String,
    file: String,
}

#[derive(Deserialize)]
struct Outcomes {
    outcomes: Vec<Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    scenario: Scenario,
    summary: serde_json::Value,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant(Mutant),
}

#[derive(Deserialize)]
enum Summary {
    CaughtMutant,
    MissedMutant,
    Timeout,
    Unviable,
}

fn files(named: &[String]) -> Result<Vec<(&'static str, &'static str, &'static [&'static str])>> {
    for file in named {
        ensure!(
            FILES.iter().any(|(known, ..)| known == file),
            "no such file in the table: {file}"
        );
    }
    let is_meant = |file: &str| named.is_empty() || named.iter().any(|named| named == file);
    Ok(FILES
        .into_iter()
        .filter(|(file, ..)| is_meant(file))
        .collect())
}

/// Runs `cargo mutants` on a copy of the tree, which shares the target folder, and with it what
/// is built of other crates.
fn mutate(
    repository: &Path,
    file: &str,
    features: &str,
    tests: &[&str],
) -> Result<BTreeMap<String, Summary>> {
    let output = repository
        .join("target/mutants")
        .join(file.replace('/', "-"));
    fs::create_dir_all(&output)?;
    let mut cargo = cargo_mutants(repository);
    cargo
        .args([
            "--package",
            "countersign",
            "--no-default-features",
            "--features",
            features,
            "--file",
            file,
        ])
        .args(["--colors=never", "--cargo-arg=--locked", "--output"])
        .arg(&output)
        .env("CARGO_TARGET_DIR", repository.join("target"))
        .env("COUNTERSIGN_REQUIRE_REDIS", "1")
        // That it fails is all there is to know.
        .env("PROPTEST_MAX_SHRINK_ITERS", "0")
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
    for test in tests {
        cargo.arg(match *test {
            "lib" => "--cargo-arg=--lib".to_owned(),
            test => format!("--cargo-arg=--test={test}"),
        });
    }
    let status = cargo.status().context(INSTALL)?;
    // 2 and 3: there are survivors or timeouts, which are reported.
    ensure!(
        matches!(status.code(), Some(0 | 2 | 3)),
        "{file}: `cargo mutants` failed: {status}"
    );
    read(&output.join("mutants.out/outcomes.json"))
}

const INSTALL: &str = "`cargo install --locked cargo-mutants`";

fn cargo_mutants(repository: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.arg("mutants").current_dir(repository);
    cargo
}

fn read(path: &Path) -> Result<BTreeMap<String, Summary>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let read: Outcomes = serde_json::from_str(&text)?;
    let mut found = BTreeMap::new();
    for Outcome { scenario, summary } in read.outcomes {
        if let Scenario::Mutant(mutant) = scenario {
            found.insert(mutant.name, serde_json::from_value(summary)?);
        }
    }
    Ok(found)
}

/// All mutants there are, the excluded ones among them.
fn list(repository: &Path, arguments: &[&str]) -> Result<Vec<Mutant>> {
    let output = cargo_mutants(repository)
        .args([
            "--package",
            "countersign",
            "--no-config",
            "--list",
            "--json",
        ])
        .args(arguments)
        .output()
        .context(INSTALL)?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn in_file<'l>(listed: &'l [Mutant], file: &str) -> impl Iterator<Item = &'l str> {
    listed
        .iter()
        .filter(move |mutant| mutant.file == file)
        .map(|mutant| mutant.name.as_str())
}

/// The excluded mutants, each with the reason.
fn equivalent(repository: &Path, listed: &[Mutant]) -> Result<BTreeMap<String, String>> {
    let config: DocumentMut = fs::read_to_string(repository.join(CONFIG))
        .context(CONFIG)?
        .parse()?;
    let excluded = config["exclude_re"]
        .as_array()
        .context("`exclude_re` is a list")?;
    let mut found = BTreeMap::new();
    for entry in excluded {
        let expression = entry.as_str().context("an expression")?;
        let before = entry
            .decor()
            .prefix()
            .and_then(|text| text.as_str())
            .unwrap_or_default();
        let reason: Vec<_> = before
            .lines()
            .filter_map(|line| line.trim().strip_prefix('#'))
            .map(str::trim)
            .collect();
        ensure!(
            !reason.is_empty(),
            "{CONFIG}: {expression} is excluded without a reason"
        );
        let others = list(repository, &["--exclude-re", expression])?;
        let others: BTreeSet<_> = others.iter().map(|mutant| &mutant.name).collect();
        let excluded: Vec<_> = listed
            .iter()
            .map(|mutant| &mutant.name)
            .filter(|name| !others.contains(name))
            .collect();
        let [excluded] = excluded.as_slice() else {
            bail!("{CONFIG}: {expression} excludes {excluded:?}, and should exclude one mutant");
        };
        found.insert((*excluded).clone(), reason.join(" "));
    }
    Ok(found)
}

fn check(
    listed: &[Mutant],
    equivalent: &BTreeMap<String, String>,
    rows: &BTreeMap<String, Row>,
    text: &str,
) -> Result<()> {
    let in_list = listed.iter().map(|mutant| mutant.file.as_str());
    let files: BTreeSet<_> = in_list.chain(rows.keys().map(String::as_str)).collect();
    let mut stale = Vec::new();
    for file in files {
        let total = in_file(listed, file).count();
        match rows.get(file) {
            None => stale.push(format!("{file} is not in the report")),
            Some(row) if row.total() != total => {
                let then = row.total();
                stale.push(format!("{file} has {total} mutants, the report {then}"));
            }
            Some(row) if row.survivors > 0 => stale.push(format!("{file} has survivors")),
            Some(_) => {}
        }
    }
    if stale.is_empty() && text != report(rows, equivalent, &[])? {
        stale.push("its tables are in order, and the rest is not what would be written".into());
    }
    ensure!(
        stale.is_empty(),
        "{REPORT} is not of the present sources; `cargo xtask mutants FILE` brings it up to date:\n{}",
        stale.join("\n")
    );
    Ok(())
}

/// The rows of a report.
fn rows(report: &str) -> Result<BTreeMap<String, Row>> {
    let mut rows = BTreeMap::new();
    for line in report.lines().filter(|line| line.starts_with("| `src/")) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [file, numbers @ ..] = cells.as_slice() else {
            bail!("{REPORT}: {line}");
        };
        let numbers: Result<Vec<usize>, _> = numbers.iter().map(|cell| cell.parse()).collect();
        let [_tried, caught, timeouts, unviable, survivors, equivalent] =
            numbers.with_context(|| line.to_owned())?[..]
        else {
            bail!("{REPORT}: {line}");
        };
        let row = Row {
            caught,
            timeouts,
            unviable,
            survivors,
            equivalent,
        };
        rows.insert(file.trim_matches('`').to_owned(), row);
    }
    Ok(rows)
}

fn report(
    rows: &BTreeMap<String, Row>,
    equivalent: &BTreeMap<String, String>,
    survivors: &[&str],
) -> Result<String> {
    let mut text = String::from(INTRODUCTION);
    let mut sum = Row::default();
    for (file, row) in rows {
        writeln!(text, "| `{file}` {}", cells(row))?;
        sum.caught += row.caught;
        sum.timeouts += row.timeouts;
        sum.unviable += row.unviable;
        sum.survivors += row.survivors;
        sum.equivalent += row.equivalent;
    }
    writeln!(text, "| all {}", cells(&sum))?;
    text.push_str("\n## Survivors\n\n");
    if sum.survivors == 0 {
        text.push_str("None.\n");
    }
    for name in survivors {
        writeln!(text, "- `{name}`")?;
    }
    text.push_str("\n## Equivalent\n\nThese change nothing that could be seen:\n\n");
    for (name, reason) in equivalent {
        writeln!(text, "- `{}`: {reason}", without_place(name))?;
    }
    text.push_str("\n## Which tests\n\n");
    for (file, features, tests) in FILES {
        writeln!(
            text,
            "- `{file}`: {} (features `{features}`)",
            tests.join(", ")
        )?;
    }
    Ok(text)
}

/// As `cargo mutants --list --line-col=false` names it: lines move.
fn without_place(name: &str) -> String {
    let parts: Vec<_> = name.splitn(4, ':').collect();
    match parts[..] {
        [file, _line, _column, change] => format!("{file}:{change}"),
        _ => name.to_owned(),
    }
}

fn cells(row: &Row) -> String {
    format!(
        "| {} | {} | {} | {} | {} | {} |",
        row.tried(),
        row.caught,
        row.timeouts,
        row.unviable,
        row.survivors,
        row.equivalent
    )
}

const INTRODUCTION: &str = "# Mutants

Written by `cargo xtask mutants`, which runs [cargo-mutants](https://mutants.rs) on one file after
another, each with the tests named below. `cargo xtask mutants --check` asks whether this page is
about the present sources: that each file has as many mutants as are accounted for here, and that
each excluded mutant, by `.cargo/mutants.toml`, still exists.

*Caught*: a test failed. *Timeout*: the tests or the build never ended. *Unviable*: it does not
compile. *Survived*: all tests passed. *Equivalent*: not tried, because no test could see it;
the reasons are below.

| file | tried | caught | timeout | unviable | survived | equivalent |
|---|---|---|---|---|---|---|
";

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(names: &[&str]) -> Vec<Mutant> {
        let mutant = |name: &&str| Mutant {
            name: (*name).to_owned(),
            file: name.split(':').next().unwrap().to_owned(),
        };
        names.iter().map(mutant).collect()
    }

    #[test]
    fn a_report_is_read_as_it_was_written() {
        let row = Row {
            caught: 5,
            timeouts: 4,
            unviable: 3,
            survivors: 2,
            equivalent: 1,
        };
        let rows = BTreeMap::from([("src/gate.rs".to_owned(), row)]);
        let text = report(&rows, &BTreeMap::new(), &[]).unwrap();
        assert!(text.contains("| `src/gate.rs` | 14 | 5 | 4 | 3 | 2 | 1 |"));
        assert!(super::rows(&text).unwrap() == rows);
    }

    #[test]
    fn a_report_of_other_sources_is_stale() {
        let one = "src/gate.rs:1:1: replace a with b";
        let row = |caught, survivors, equivalent| Row {
            caught,
            survivors,
            equivalent,
            ..Row::default()
        };
        let stale = |names: &[&str], row: Row, reason: &str| {
            let rows = BTreeMap::from([("src/gate.rs".to_owned(), row)]);
            let written = BTreeMap::from([(one.to_owned(), "a reason".to_owned())]);
            let now = BTreeMap::from([(one.to_owned(), reason.to_owned())]);
            let text = report(&rows, &written, &[]).unwrap();
            check(&listed(names), &now, &rows, &text).is_err()
        };
        let other = "src/gate.rs:2:1: replace a with b";
        assert!(!stale(&[one, other], row(1, 0, 1), "a reason"));
        assert!(stale(&[one, other], row(1, 0, 1), "another reason"));
        assert!(stale(&[one, other], row(0, 1, 1), "a reason"));
        assert!(stale(&[one], row(1, 0, 1), "a reason"));
        assert!(stale(&[], row(1, 0, 1), "a reason"));
        let elsewhere = "src/new.rs:1:1: replace a with b";
        assert!(stale(&[one, other, elsewhere], row(1, 0, 1), "a reason"));
    }

    #[test]
    fn the_place_is_left_out_of_a_name() {
        let name = "src/a.rs:6:13: replace a::b -> c::D with e";
        assert_eq!(without_place(name), "src/a.rs: replace a::b -> c::D with e");
    }
}
