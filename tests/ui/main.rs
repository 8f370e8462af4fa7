//! The compile-fail suite: each attempt to get around a guarantee is rejected, for the reason
//! it names, and its twin, which differs in the line at fault only, compiles.
//!
//! A case is `ui-tests/gNN/RULE.rs`, with `RULE.twin.rs` and `RULE.stderr` next to it.
//! `ui-tests/README.md` says how to write one; [`guard`] sees to it that it was done.
//!
//! Where the compiler is [`PINNED`], the whole message is compared. Elsewhere the wording may
//! differ, but the attempt must be rejected, with the code it names. [`TOOLCHAINS`] names other
//! compilers that are asked, too.

use std::{
    collections::BTreeMap,
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use check::Compiler;

mod check;
mod guard;
mod guard_tests;
mod message;
mod source;

/// The compiler whose messages are recorded in the snapshots.
const PINNED: &str = "1.95.0";

/// Toolchains of rustup, with blanks between them, such as `nightly`. CI names it, and one that is
/// not installed fails.
const TOOLCHAINS: &str = "COUNTERSIGN_UI_TOOLCHAINS";

/// Set for the process that [`compare_snapshots`] starts.
const INNER: &str = "COUNTERSIGN_UI_INNER";

fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui-tests")
}

#[test]
fn the_suite_is_whole() {
    assert_whole();
}

#[test]
fn every_attempt_is_rejected() {
    let cases = guard::cases(&suite());
    if env::var_os(INNER).is_some() {
        // Only fail cases: one `pass` would switch all of them from check to build.
        let tests = trybuild::TestCases::new();
        for case in cases {
            tests.compile_fail(format!("{case}.rs"));
        }
        return;
    }
    let version = Compiler::Own.version();
    if version == PINNED {
        compare_snapshots();
    } else {
        say(&format!(
            "NOT COMPARED: {} snapshots. They are those of rustc {PINNED}, and this is {version}. \
             Each attempt must still be rejected with the code it names.",
            cases.len(),
        ));
        demand_codes(&Compiler::Own, &cases);
    }
}

#[test]
fn other_compilers_judge_alike() {
    let Ok(toolchains) = env::var(TOOLCHAINS) else {
        say(&format!(
            "NOT ASKED: other compilers. {TOOLCHAINS}=nightly asks the one of that toolchain."
        ));
        return;
    };
    let toolchains: Vec<_> = toolchains.split_whitespace().collect();
    assert!(!toolchains.is_empty(), "{TOOLCHAINS} names none");
    let cases = guard::cases(&suite());
    for toolchain in toolchains {
        let compiler = Compiler::Toolchain(toolchain.to_owned());
        let version = compiler.version();
        say(&format!("{toolchain}: asking rustc {version}"));
        demand_codes(&compiler, &cases);
        demand_twins(&compiler, &cases);
    }
}

/// Not `eprintln!`, which the test harness hides.
fn say(what: &str) {
    let _ = writeln!(io::stderr(), "\n{what}\n");
}

/// Runs trybuild in a process that takes `ui-tests` for its package: the cases are then compiled
/// against the crate without features and without its dev-dependencies.
fn compare_snapshots() {
    let before = snapshots();
    let status = Command::new(env::current_exe().expect("a test has a path"))
        .args(["--exact", "every_attempt_is_rejected"])
        .args(env::args().filter(|arg| arg.starts_with("trybuild=")))
        .current_dir(suite())
        .env(INNER, "1")
        .env("CARGO_MANIFEST_DIR", suite())
        .env("CARGO_TARGET_DIR", Compiler::Own.target_dir())
        .stdin(Stdio::null())
        .status()
        .expect("the test can be started again");
    let after = snapshots();
    let rewritten: Vec<_> = after
        .iter()
        .filter(|(path, text)| before.get(*path) != Some(text))
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert!(
        rewritten.is_empty(),
        "snapshots were rewritten; read them, and run again without TRYBUILD: {rewritten:#?}"
    );
    assert!(status.success(), "see the messages of trybuild above");
    // Once more: what was there before may have been replaced by something worse.
    assert_whole();
}

fn snapshots() -> BTreeMap<PathBuf, String> {
    guard::cases(&suite())
        .into_iter()
        .map(|case| suite().join(case + ".stderr"))
        .filter_map(|path| Some((path.clone(), fs::read_to_string(path).ok()?)))
        .collect()
}

/// Compiles the cases without comparing what the compiler says beyond its code.
#[track_caller]
fn demand_codes(compiler: &Compiler, cases: &[String]) {
    let wrong = judged_otherwise(compiler, "programs", &suite(), cases);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The cases that are accepted, or rejected for something else than they name.
fn judged_otherwise(
    compiler: &Compiler,
    package: &str,
    suite: &Path,
    cases: &[String],
) -> Vec<String> {
    let programs = cases.iter().map(|case| format!("{case}.rs"));
    let messages = check::programs(compiler, package, suite, programs);
    let mut wrong = Vec::new();
    for case in cases {
        let named = guard::Fault::named_by(&suite.join(format!("{case}.rs")));
        let found = messages.get(case).map_or(&[][..], Vec::as_slice);
        let errors: Vec<_> = found.iter().map(check::Error::fault).collect();
        if errors.is_empty() || errors.iter().any(|error| Some(error) != named.as_ref()) {
            wrong.push(format!(
                "{case}: {named:?} is named, and found was {errors:?}"
            ));
        }
    }
    wrong
}

#[test]
fn codes_are_seen_without_snapshots() {
    // What stands in for the snapshots on another compiler is tried on this one, too.
    let scratch = tempfile::tempdir().expect("a folder for the suite");
    let folder = scratch.path().join("g01");
    fs::create_dir(&folder).expect("a folder for the cases");
    let program = |name: &str, header: &str, body: &str| {
        fs::write(folder.join(name), format!("// G1 {header}\n{body}\n")).expect("a case");
    };
    let mismatched = "fn main() { let _: u8 = \"\"; }";
    program("rejected.rs", "E0308: a text for a number", mismatched);
    program("accepted.rs", "E0308: nothing", "fn main() {}");
    program("for_another_reason.rs", "E0277: a text", mismatched);
    let body = "fn main() { let _: u8 = \"\"; missing(); }";
    program("for_another_reason_too.rs", "E0308: two faults", body);
    let unused = "#![deny(unused_must_use)] fn main() { Ok::<(), ()>(()); }";
    let header = "no code: unused `Result` that must be used";
    program("without_code.rs", header, unused);
    program("with_a_code.rs", "E0308: has none", unused);
    let cases = [
        "accepted",
        "for_another_reason",
        "for_another_reason_too",
        "rejected",
        "with_a_code",
        "without_code",
    ];
    let cases = cases.map(|name| format!("g01/{name}"));
    let wrong = judged_otherwise(&Compiler::Own, "probe", scratch.path(), &cases);
    let named: Vec<_> = wrong
        .iter()
        .filter_map(|defect| defect.split(':').next())
        .collect();
    let expected = [
        "g01/accepted",
        "g01/for_another_reason",
        "g01/for_another_reason_too",
        "g01/with_a_code",
    ];
    assert_eq!(named, expected, "{wrong:#?}");
}

#[test]
fn every_twin_compiles() {
    demand_twins(&Compiler::Own, &guard::cases(&suite()));
}

#[track_caller]
fn demand_twins(compiler: &Compiler, cases: &[String]) {
    let twins = cases.iter().map(|case| format!("{case}.twin.rs"));
    let errors = check::modules(compiler, &suite(), twins);
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

fn assert_whole() {
    let source = source::Source::of(Path::new(env!("CARGO_MANIFEST_DIR")));
    let defects = guard::defects(&suite(), &source);
    assert!(defects.is_empty(), "{}", defects.join("\n"));
}
