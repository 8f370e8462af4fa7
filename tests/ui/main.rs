//! The compile-fail suite: each attempt to get around a guarantee is rejected, for the reason
//! it names, and its twin, which differs in the line at fault only, compiles.
//!
//! A case is `ui-tests/gNN/RULE.rs`, with `RULE.twin.rs` and `RULE.stderr` next to it.
//! `ui-tests/README.md` says how to write one; [`guard`] sees to it that it was done.
//!
//! Where the compiler is [`PINNED`], the whole message is compared. Elsewhere the wording may
//! differ, but the attempt must be rejected, with the code it names.

use std::{
    collections::BTreeMap,
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

mod check;
mod guard;
mod guard_tests;

/// The compiler whose messages are recorded in the snapshots.
const PINNED: &str = "1.95.0";

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
    let version = check::compiler_version();
    let (compared, not_compared) = if version == PINNED {
        let shown = check::shows_standard_library();
        guard::cases(&suite())
            .into_iter()
            .partition(|case| !(shown && guard::leads_into_standard_library(&suite(), case)))
    } else {
        (Vec::new(), guard::cases(&suite()))
    };
    if env::var_os(INNER).is_some() {
        // Only fail cases: one `pass` would switch all of them from check to build.
        let tests = trybuild::TestCases::new();
        for case in compared {
            tests.compile_fail(format!("{case}.rs"));
        }
        return;
    }
    if !compared.is_empty() {
        compare_snapshots();
    }
    if !not_compared.is_empty() {
        // Not `eprintln!`, which the test harness hides.
        let _ = writeln!(
            io::stderr(),
            "\nNOT COMPARED: {} of {} snapshots. They are those of rustc {PINNED} without rust-src, \
             and this is {version}. Each attempt must still be rejected with the code it names.\n",
            not_compared.len(),
            compared.len() + not_compared.len(),
        );
        demand_codes(&not_compared);
    }
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
        .env("CARGO_TARGET_DIR", check::target_dir())
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
fn demand_codes(cases: &[String]) {
    let programs = cases.iter().map(|case| format!("{case}.rs"));
    let messages = check::programs("programs", &suite(), programs);
    let mut wrong = Vec::new();
    for case in cases {
        let named = guard::Fault::named_by(&suite().join(format!("{case}.rs")));
        let found = messages.get(case).map_or(&[][..], Vec::as_slice);
        let errors: Vec<_> = found.iter().map(check::Error::fault).collect();
        if errors.is_empty() || errors.iter().any(|error| Some(error) != named.as_ref()) {
            wrong.push(format!(
                "{case}: {named:?} is named, and found was {errors:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn codes_are_seen_without_snapshots() {
    // What stands in for the snapshots on another compiler is tried on this one, too.
    let scratch = tempfile::tempdir().expect("a folder for the suite");
    let folder = scratch.path().join("g01");
    fs::create_dir(&folder).expect("a folder for the cases");
    let program = |name: &str, body: &str| fs::write(folder.join(name), body).expect("a case");
    program("rejected.rs", "fn main() { let _: u8 = \"\"; }");
    program("accepted.rs", "fn main() {}");
    program(
        "without_code.rs",
        "#![deny(unused_must_use)] fn main() { Ok::<(), ()>(()); }",
    );
    let names = ["rejected", "accepted", "without_code"];
    let programs = names.map(|name| format!("g01/{name}.rs"));
    let messages = check::programs("probe", scratch.path(), programs);
    let faults = |name: &str| -> Vec<guard::Fault> {
        let found = messages.get(&format!("g01/{name}"));
        found
            .into_iter()
            .flatten()
            .map(check::Error::fault)
            .collect()
    };
    assert_eq!(faults("rejected"), [guard::Fault::Code("E0308".to_owned())]);
    assert_eq!(faults("accepted"), []);
    let message = "unused `Result` that must be used".to_owned();
    assert_eq!(faults("without_code"), [guard::Fault::Message(message)]);
}

#[test]
fn every_twin_compiles() {
    let cases = guard::cases(&suite());
    let errors = check::modules(&suite(), cases.iter().map(|case| format!("{case}.twin.rs")));
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

fn assert_whole() {
    let defects = guard::defects(&suite());
    assert!(defects.is_empty(), "{}", defects.join("\n"));
}
