//! Runs the tests on a scratch copy of the repository, with one mutant applied at a time.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use super::{
    find::{MUST_USE, Mutant},
    source::{self, Edit},
};

/// Dev-dependencies that no test of the core needs. A test that comes to need one fails without a
/// mutant, which is an error.
const NOT_NEEDED: [&str; 9] = [
    "anyhow",
    "axum",
    "clap",
    "humantime",
    "libtest-mimic",
    "rmcp",
    "rustix",
    "schemars",
    "tracing-subscriber",
];

/// The order of the checks, where nothing says which sees a mutant: the quick ones first, and what
/// compares texts last. Test files that are not named here come before the last three.
const ORDER: [&str; 9] = [
    "types",
    "matrix",
    "execution",
    "no_allocation",
    "command",
    "elicitation",
    "lib",
    TWINS,
    ATTEMPTS,
];

/// Tests of documents, and of what a tool author copies from the example. They see nothing of the
/// kernel that the others do not.
const NOT_ASKED: [&str; 4] = ["clippy", "gated_rejected", "guarantees", "readme"];

const TWINS: &str = "ui twins";
const ATTEMPTS: &str = "ui attempts";
const INTRUDER: &str = "intruder";
const TEXT: &str = "source text";
const CLIPPY: &str = "clippy";

/// What sees a change of types that runs the same code. The other tests would see it only by not
/// compiling, and these use more of what the kernel offers.
const SEE_TYPES: [&str; 7] = [
    "types",
    "execution",
    TWINS,
    ATTEMPTS,
    INTRUDER,
    TEXT,
    CLIPPY,
];

/// What can see a warning that is gone.
const SEE_WARNINGS: [&str; 2] = [TEXT, CLIPPY];

/// The test in `kernel_source` that compiles an intruder, and compares no texts.
const INTRUDER_TEST: &str = "the_rest_of_the_crate_cannot_make_a_state";

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A test goes red for what the mutant does.
    Killed {
        by: String,
        how: String,
    },
    /// Only the wording of a message, or of the source, differs from what is recorded.
    Text {
        by: String,
        how: String,
    },
    /// Nothing but a lint sees it.
    Lint {
        by: String,
        how: String,
    },
    /// The crate itself does not compile.
    Rejected {
        code: String,
    },
    /// It weakens nothing, for this reason. What sees it all the same, if anything does.
    Equivalent {
        reason: String,
    },
    Survived,
}

/// What an [`Outcome`] is, without the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Killed,
    Text,
    Lint,
    Rejected,
    Equivalent,
    Survived,
}

impl Outcome {
    pub(crate) fn class(&self) -> Class {
        match self {
            Self::Killed { .. } => Class::Killed,
            Self::Text { .. } => Class::Text,
            Self::Lint { .. } => Class::Lint,
            Self::Rejected { .. } => Class::Rejected,
            Self::Equivalent { .. } => Class::Equivalent,
            Self::Survived => Class::Survived,
        }
    }

    /// The check that saw it, and for a case of the compile-fail suite which.
    pub(crate) fn hint(&self) -> Option<(&str, Option<&str>)> {
        let (Self::Killed { by, how } | Self::Text { by, how } | Self::Lint { by, how }) = self
        else {
            return None;
        };
        let cases = how.strip_prefix(VANISHED).or(how.strip_prefix(DIFFERS));
        let case = cases.map(|cases| {
            let end = cases.find(' ').unwrap_or(cases.len());
            &cases[..end]
        });
        Some((by, case))
    }
}

const VANISHED: &str = "no longer rejected: ";
const DIFFERS: &str = "another message: ";
const UNFIT: &str = "not as the suite wants it: ";

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Killed { by, how } => write!(f, "killed by {by}: {how}"),
            Self::Text { by, how } => write!(f, "text only, {by}: {how}"),
            Self::Lint { by, how } => write!(f, "lint only, {by}: {how}"),
            Self::Rejected { code } => write!(f, "rejected by the compiler: {code}"),
            Self::Equivalent { reason } => write!(f, "equivalent: {reason}"),
            Self::Survived => f.write_str("SURVIVED"),
        }
    }
}

impl Outcome {
    /// What [`Display`](fmt::Display) wrote.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        if text == "SURVIVED" {
            return Ok(Self::Survived);
        }
        let (head, rest) = text
            .split_once(": ")
            .with_context(|| format!("no outcome: {text}"))?;
        let rest = rest.to_owned();
        if let Some(by) = head.strip_prefix("killed by ") {
            let by = by.to_owned();
            return Ok(Self::Killed { by, how: rest });
        }
        if let Some(by) = head.strip_prefix("text only, ") {
            let by = by.to_owned();
            return Ok(Self::Text { by, how: rest });
        }
        if let Some(by) = head.strip_prefix("lint only, ") {
            let by = by.to_owned();
            return Ok(Self::Lint { by, how: rest });
        }
        match head {
            "rejected by the compiler" => Ok(Self::Rejected { code: rest }),
            "equivalent" => Ok(Self::Equivalent { reason: rest }),
            _ => bail!("no outcome: {text}"),
        }
    }
}

/// What is wanted of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The best of what sees a mutant: a test rather than a comparison of texts.
    TheBest,
    /// What saw it the last time.
    TheSame,
}

/// One check.
#[derive(Clone, Debug)]
struct Stage {
    name: String,
    runs: Runs,
}

#[derive(Clone, Debug)]
enum Runs {
    /// `cargo test` of a target, which links the crate.
    Cargo(Vec<String>),
    /// A test that compiles the crate by itself, with these arguments: it is built once.
    Built(PathBuf, Vec<String>),
    Clippy,
}

/// What a check says.
enum Said {
    Green,
    Rejected(String),
    Red { how: String, strong: bool },
}

/// A copy of the repository, and what was built of it.
pub(crate) struct Scratch {
    repo: PathBuf,
    target: PathBuf,
    stages: Vec<Stage>,
}

impl Scratch {
    /// Copies what git knows or would know. What was built before is kept.
    pub(crate) fn new(root: &Path, folder: &Path) -> Result<Self> {
        let repo = folder.join("repo");
        let _ = fs::remove_dir_all(&repo);
        for path in files(root)? {
            let to = repo.join(&path);
            fs::create_dir_all(to.parent().context("a folder")?)?;
            fs::copy(root.join(&path), to).with_context(|| path.display().to_string())?;
        }
        let mut scratch = Self {
            repo,
            target: folder.join("target"),
            stages: Vec::new(),
        };
        scratch.trim_manifest(root)?;
        scratch.stages = scratch.find_stages()?;
        Ok(scratch)
    }

    /// A package that has one test and is no copy.
    #[cfg(test)]
    pub(super) fn of_one_test(repo: &Path, target: &Path, test: &str) -> Self {
        Self {
            repo: repo.to_owned(),
            target: target.to_owned(),
            stages: vec![Stage {
                name: test.to_owned(),
                runs: Runs::Cargo(test_args(&["--test", test])),
            }],
        }
    }

    /// Leaves in the manifest what the tests of the core need.
    fn trim_manifest(&self, root: &Path) -> Result<()> {
        let path = self.repo.join("Cargo.toml");
        let mut manifest: toml_edit::DocumentMut = fs::read_to_string(&path)?.parse()?;
        let dev = manifest["dev-dependencies"]
            .as_table_mut()
            .context("dev-dependencies")?;
        for name in NOT_NEEDED {
            ensure!(dev.remove(name).is_some(), "{name} is no dev-dependency");
        }
        for kind in ["example", "bench", "test"] {
            let Some(targets) = manifest[kind].as_array_of_tables_mut() else {
                continue;
            };
            targets.retain(|target| {
                kind == "test"
                    && target["required-features"]
                        .as_array()
                        .is_none_or(|needs| needs.iter().all(|f| f.as_str() == Some("testing")))
            });
        }
        for auto in ["autoexamples", "autobenches"] {
            manifest["package"][auto] = toml_edit::value(false);
        }
        if let Some(workspace) = manifest["workspace"].as_table_mut() {
            workspace.remove("members");
            workspace.remove("default-members");
        }
        fs::write(path, manifest.to_string())?;
        // Tests that need more are found by their place, too.
        for target in tests_with_more(root)? {
            let _ = fs::remove_file(self.repo.join("tests").join(format!("{target}.rs")));
            let _ = fs::remove_dir_all(self.repo.join("tests").join(target));
        }
        Ok(())
    }

    fn cargo(&self) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(&self.repo);
        self.environment(&mut cargo);
        cargo
    }

    fn environment(&self, command: &mut Command) {
        command
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_TERM_COLOR", "never")
            .env_remove("TRYBUILD")
            .env_remove("CARGO_MANIFEST_DIR")
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .stdin(Stdio::null());
    }

    fn find_stages(&self) -> Result<Vec<Stage>> {
        let mut metadata = self.cargo();
        metadata.args(["metadata", "--offline", "--no-deps", "--format-version=1"]);
        let output = output(&mut metadata)?;
        ensure!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let metadata: Value = serde_json::from_slice(&output.stdout)?;
        let packages = metadata["packages"].as_array().context("packages")?;
        let package = packages.iter().find(|p| p["name"] == "countersign");
        let targets = package.context("countersign")?["targets"]
            .as_array()
            .context("targets")?;
        let mut stages = vec![Stage {
            name: "lib".to_owned(),
            runs: Runs::Cargo(test_args(&["--lib"])),
        }];
        let ui = self.built("ui")?;
        let kernel_source = self.built("kernel_source")?;
        for (name, binary, args) in [
            (TWINS, &ui, &["--exact", "every_twin_compiles"][..]),
            (ATTEMPTS, &ui, &["--exact", "every_attempt_is_rejected"]),
            (INTRUDER, &kernel_source, &["--exact", INTRUDER_TEST]),
            (TEXT, &kernel_source, &["--skip", INTRUDER_TEST]),
        ] {
            stages.push(Stage {
                name: name.to_owned(),
                runs: Runs::Built(
                    binary.clone(),
                    args.iter().map(|a| (*a).to_owned()).collect(),
                ),
            });
        }
        for target in targets {
            let name = target["name"].as_str().context("a name")?;
            let is_test = target["kind"][0] == "test";
            let is_built = ["ui", "kernel_source"].contains(&name);
            if !is_test || is_built || NOT_ASKED.contains(&name) {
                continue;
            }
            let needs = target["required-features"].as_array();
            let mut args = test_args(&["--test", name]);
            if needs.is_some_and(|needs| !needs.is_empty()) {
                args.extend(["--features".to_owned(), "testing".to_owned()]);
            }
            stages.push(Stage {
                name: name.to_owned(),
                runs: Runs::Cargo(args),
            });
        }
        stages.push(Stage {
            name: CLIPPY.to_owned(),
            runs: Runs::Clippy,
        });
        let place = |name: &str| match name {
            INTRUDER => ORDER.len() + 1,
            TEXT => ORDER.len() + 2,
            CLIPPY => ORDER.len() + 3,
            name => ORDER.iter().position(|o| *o == name).unwrap_or(ORDER.len()),
        };
        stages.sort_by_key(|stage| (place(&stage.name), stage.name.clone()));
        for name in ORDER {
            let known = stages.iter().any(|stage| stage.name == name);
            ensure!(known, "there is no test `{name}`");
        }
        Ok(stages)
    }

    /// The path of a test that does not link what is mutated.
    fn built(&self, test: &str) -> Result<PathBuf> {
        let mut args = test_args(&["--test", test]);
        args.push("--no-run".to_owned());
        let output = output(self.cargo().args(&args))?;
        ensure!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let stdout = String::from_utf8_lossy(&output.stdout);
        let path = messages(&stdout)
            .filter(|m| m["target"]["name"] == test)
            .find_map(|m| Some(PathBuf::from(m["executable"].as_str()?)));
        path.with_context(|| format!("no executable of {test}"))
    }

    /// Everything must be green before something can go red.
    pub(crate) fn baseline(&self) -> Result<()> {
        for stage in &self.stages {
            match self.run(stage, None)? {
                Said::Green => {}
                Said::Rejected(code) => bail!("{}: {code}", stage.name),
                Said::Red { how, .. } => bail!("{}: {how}", stage.name),
            }
        }
        Ok(())
    }

    /// Applies a mutant, runs the checks until one sees it, and takes it back. What saw it the
    /// last time comes first, and is enough where only that is `asked`.
    pub(crate) fn judge(
        &self,
        mutant: &Mutant,
        last: Option<&Outcome>,
        asked: Asked,
    ) -> Result<Outcome> {
        let originals = self.apply(&mutant.edits)?;
        let outcome = self.look(mutant, last.and_then(Outcome::hint), asked);
        for (path, text) in originals {
            fs::write(self.repo.join(&path), text).with_context(|| path.clone())?;
        }
        outcome
    }

    fn apply(&self, edits: &[Edit]) -> Result<Vec<(String, String)>> {
        let read =
            |path: &str| fs::read_to_string(self.repo.join(path)).with_context(|| path.to_owned());
        let changed = source::apply(edits, read)?;
        let mut originals = Vec::new();
        for (path, text) in changed {
            let original = read(&path)?;
            ensure!(original != text, "{path} is not changed");
            fs::write(self.repo.join(&path), text)?;
            originals.push((path, original));
        }
        Ok(originals)
    }

    fn look(
        &self,
        mutant: &Mutant,
        hint: Option<(&str, Option<&str>)>,
        asked: Asked,
    ) -> Result<Outcome> {
        let mut order = Vec::new();
        if let Some((name, case)) = hint
            && let Some(stage) = self.stages.iter().find(|stage| stage.name == name)
        {
            order.push((stage, case));
        }
        let near = cases_near(&mutant.name);
        for name in mutant.aim {
            let stage = self.stages.iter().find(|stage| stage.name == *name);
            let stage = stage.with_context(|| format!("there is no `{name}`"))?;
            if stage.name == ATTEMPTS {
                order.push((stage, Some(near.as_str())));
            }
            // Only the cases of G13 look at warnings.
            if mutant.kind != MUST_USE {
                order.push((stage, None));
            }
        }
        let rest = self.stages.iter().filter(|stage| {
            let name = stage.name.as_str();
            let can_see = if mutant.kind == MUST_USE {
                SEE_WARNINGS.contains(&name)
            } else {
                mutant.behaves() || SEE_TYPES.contains(&name)
            };
            can_see && !mutant.aim.contains(&name)
        });
        order.extend(rest.map(|stage| (stage, None)));

        // `cargo test` says by itself that the crate does not compile.
        if !matches!(
            order.first(),
            Some((
                Stage {
                    runs: Runs::Cargo(_),
                    ..
                },
                _
            ))
        ) && let Some(code) = self.rejected()?
        {
            return Ok(Outcome::Rejected { code });
        }

        let mut text = None;
        for (stage, case) in order {
            let is_lint = stage.name == CLIPPY;
            // Elsewhere, clippy would find fault with how a mutant is written.
            if is_lint && (mutant.kind != MUST_USE || text.is_some()) {
                continue;
            }
            let by = stage.name.clone();
            match self.run(stage, case)? {
                Said::Green => {}
                Said::Rejected(code) => return Ok(Outcome::Rejected { code }),
                Said::Red { how, strong: true } => return Ok(Outcome::Killed { by, how }),
                Said::Red { how, .. } if is_lint => return Ok(Outcome::Lint { by, how }),
                Said::Red { how, .. } => {
                    let seen = text.get_or_insert(Outcome::Text { by, how });
                    if asked == Asked::TheSame && hint.is_some_and(|(name, _)| name == stage.name) {
                        return Ok(seen.clone());
                    }
                }
            }
        }
        Ok(text.unwrap_or(Outcome::Survived))
    }

    /// The error with which the crate does not compile.
    fn rejected(&self) -> Result<Option<String>> {
        let args = ["check", "--offline", "--no-default-features", "--lib", JSON];
        let check = output(self.cargo().args(args))?;
        let stdout = String::from_utf8_lossy(&check.stdout);
        let code = messages(&stdout).find_map(|message| error_code(&message));
        let stderr = String::from_utf8_lossy(&check.stderr);
        ensure!(check.status.success() == code.is_none(), "{stderr}");
        Ok(code)
    }

    fn run(&self, stage: &Stage, case: Option<&str>) -> Result<Said> {
        let output = match &stage.runs {
            Runs::Cargo(args) => output(self.cargo().args(args))?,
            Runs::Built(binary, args) => {
                let mut command = Command::new(binary);
                self.environment(&mut command);
                command.current_dir(&self.repo).args(args);
                if let Some(case) = case {
                    command.arg(format!("trybuild={case}"));
                }
                output(&mut command)?
            }
            Runs::Clippy => {
                let mut command = self.cargo();
                command.args(["clippy", "--offline", "--no-default-features", JSON]);
                output(command.args(["--", "-D", "warnings"]))?
            }
        };
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            return Ok(Said::Green);
        }
        let error = messages(&stdout).find_map(|message| {
            let code = error_code(&message)?;
            let kind = message["target"]["kind"][0].as_str().unwrap_or_default();
            Some((kind != "test", code))
        });
        if let Some((in_the_crate, code)) = error {
            if let Runs::Clippy = stage.runs {
                return Ok(Said::Red {
                    how: code,
                    strong: false,
                });
            }
            // With a feature, the crate may not compile though it did without.
            return Ok(if in_the_crate && stage.name != "lib" {
                Said::Rejected(code)
            } else {
                Said::Red {
                    how: format!("does not compile ({code})"),
                    strong: true,
                }
            });
        }
        if stage.name == ATTEMPTS {
            let said = attempts_say(&format!("{stdout}\n{stderr}"));
            let (how, strong) =
                said.with_context(|| format!("no attempt is at fault:\n{stdout}{stderr}"))?;
            return Ok(Said::Red { how, strong });
        }
        let failed: Vec<_> = stdout
            .lines()
            .filter_map(|line| {
                let test = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
                Some(test.trim_end_matches(" - should panic").to_owned())
            })
            .collect();
        // Anything else is no verdict of a test: a full disk, a missing crate.
        ensure!(
            !failed.is_empty(),
            "{} ended with {}, and no test failed:\n{stdout}{stderr}",
            stage.name,
            output.status
        );
        Ok(Said::Red {
            how: some(&failed),
            strong: stage.name != TEXT,
        })
    }
}

/// What is in the names of the cases that are most likely to see a mutant. A part of the suite
/// takes a second, and all of it ten.
fn cases_near(mutant: &str) -> String {
    let (file, item) = mutant.split_once(' ').unwrap_or((mutant, ""));
    if mutant.ends_with(MUST_USE) {
        return "g13/".to_owned();
    }
    match file {
        "command.rs" => return "g11/".to_owned(),
        "guarded.rs" => return "g12/".to_owned(),
        "tier.rs" => return "g10/".to_owned(),
        _ => {}
    }
    let name = |c: &char| c.is_alphanumeric();
    let skipped = item.trim_start_matches("impl ");
    let mut snake = String::new();
    for c in skipped.chars().take_while(name) {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

const JSON: &str = "--message-format=json";

fn test_args(of: &[&str]) -> Vec<String> {
    let all = ["test", "--offline", "--no-default-features", JSON];
    all.iter().chain(of).map(|arg| (*arg).to_owned()).collect()
}

fn output(command: &mut Command) -> Result<Output> {
    command.output().with_context(|| format!("{command:?}"))
}

/// What cargo says among what the tests say.
fn messages(stdout: &str) -> impl Iterator<Item = Value> {
    stdout
        .lines()
        .filter(|line| line.starts_with("{\"reason\":"))
        .filter_map(|line| serde_json::from_str(line).ok())
}

fn error_code(message: &Value) -> Option<String> {
    let message = (message["reason"] == "compiler-message").then(|| &message["message"])?;
    if message["level"] != "error" {
        return None;
    }
    let text = message["message"].as_str().unwrap_or_default();
    let code = message["code"]["code"].as_str();
    Some(code.unwrap_or(text).to_owned())
}

/// The first of a list, and how many there are beyond.
fn some(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    }
}

/// What the compile-fail suite found, and whether a rejection is gone, which counts for more than
/// a message that reads otherwise.
pub(super) fn attempts_say(output: &str) -> Option<(String, bool)> {
    let output = plain(output);
    let mut vanished = Vec::new();
    let mut differ = Vec::new();
    let mut unfit = Vec::new();
    let mut current = None;
    for line in output.lines() {
        // As trybuild says it, and as the suite does where messages are not compared.
        if let Some(rest) = line.strip_prefix("test g")
            && let Some((case, verdict)) = rest.split_once(".rs ... ")
        {
            current = Some(format!("g{case}"));
            if verdict.starts_with("mismatch") {
                differ.extend(current.take());
            }
        } else if line.contains("Expected test case to fail to compile, but it succeeded") {
            vanished.extend(current.take());
        } else if let Some((case, found)) = line.split_once(": Some(")
            && let Some((_, found)) = found.split_once(" is named, and found was ")
        {
            let list = if found == "[]" {
                &mut vanished
            } else {
                &mut differ
            };
            list.push(case.to_owned());
        } else if let Some((case, _)) = line.split_once(": ")
            && case.starts_with('g')
            && case.contains('/')
            && !case.contains(' ')
        {
            unfit.push(case.to_owned());
        }
    }
    if !vanished.is_empty() {
        return Some((format!("{VANISHED}{}", some(&vanished)), true));
    }
    // The guard of the suite reads the sources, too: which names are private, what they say.
    let (how, cases) = if differ.is_empty() {
        (UNFIT, unfit)
    } else {
        (DIFFERS, differ)
    };
    (!cases.is_empty()).then(|| (format!("{how}{}", some(&cases)), false))
}

/// Without colors.
fn plain(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
    }
    plain
}

/// Tests of the original manifest that need other features than `testing`.
fn tests_with_more(root: &Path) -> Result<Vec<String>> {
    let original: toml_edit::DocumentMut = fs::read_to_string(root.join("Cargo.toml"))?.parse()?;
    let Some(tests) = original["test"].as_array_of_tables() else {
        return Ok(Vec::new());
    };
    let more = tests.iter().filter(|test| {
        let needs = test.get("required-features").and_then(|n| n.as_array());
        needs.is_some_and(|needs| needs.iter().any(|f| f.as_str() != Some("testing")))
    });
    more.map(|test| Ok(test["name"].as_str().context("a name")?.to_owned()))
        .collect()
}

/// What git knows, or would know if it were added.
fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let args = ["ls-files", "-co", "--exclude-standard", "-z"];
    let output = output(Command::new("git").args(args).current_dir(root))?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let list = String::from_utf8(output.stdout)?;
    let paths = list.split('\0').filter(|path| !path.is_empty());
    // What is deleted and not committed is listed, too.
    Ok(paths
        .map(PathBuf::from)
        .filter(|path| root.join(path).is_file())
        .collect())
}
