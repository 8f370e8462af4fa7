//! Attempts to get around the gate. They must not compile, and their twins must. `README.md`
//! says how to copy this folder, and how to add a case.

use std::{collections::BTreeSet, env, fs, io::Write, path::Path, process::Command};

/// The compiler that wrote the snapshots. Others word their messages differently.
const SNAPSHOTS_OF: &str = "1.95.0";

/// Set where the snapshots must be compared: in CI, on that compiler.
const REQUIRE: &str = "REQUIRE_SNAPSHOTS";

/// From the root of the package, where cargo runs tests.
const FOLDER: &str = "tests/compile_fail";

/// The cases. Their twins are modules of this test: if one does not compile, nor does the test.
macro_rules! cases {
    ($($name:ident),+ $(,)?) => {
        const CASES: &[&str] = &[$(stringify!($name)),+];

        #[allow(dead_code, reason = "a twin only has to compile")]
        mod allowed {
            $(mod $name;)+
        }
    };
}

cases![export_unasked, outbox_opened_to_a_deletion];

// What the cases are about. A package with a library does not need this.
#[allow(dead_code, reason = "the twins use a part of it")]
#[path = "../../desk.rs"]
mod desk;
#[allow(dead_code, reason = "the twins use a part of it")]
#[path = "../../journal.rs"]
mod journal;
#[path = "../../printable.rs"]
mod printable;
#[allow(dead_code, reason = "the twins use a part of it")]
#[path = "../../tools.rs"]
mod tools;

/// The files with this ending, without it.
fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let folder = Path::new(FOLDER).join(folder);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let names = entries.map(|entry| entry.expect("a file").file_name().into_string());
    let names = names.map(|name| name.expect("a name in Unicode"));
    names
        .filter_map(|name| Some(name.strip_suffix(ending)?.to_owned()))
        .collect()
}

#[test]
fn the_cases_are_those_in_the_folders() {
    // A glob that matches nothing passes, and so does a file that nobody compiles.
    let cases: BTreeSet<String> = CASES.iter().map(|&case| case.to_owned()).collect();
    assert_eq!(cases, names("rejected", ".rs"));
    assert_eq!(cases, names("rejected", ".stderr"), "the snapshots");
    assert_eq!(cases, names("allowed", ".rs"), "the twins");
}

#[test]
fn each_snapshot_is_of_the_one_error_that_its_case_names() {
    for case in CASES {
        let read = |ending| fs::read_to_string(format!("{FOLDER}/rejected/{case}.{ending}"));
        let (source, snapshot) = (
            read("rs").expect("a case"),
            read("stderr").expect("a snapshot"),
        );
        let code = source.get(3..8).expect("`// E0599: what it tries`");
        let errors: Vec<&str> = snapshot
            .lines()
            .filter(|line| line.starts_with("error"))
            .collect();
        assert!(
            errors.len() == 1 && errors[0].starts_with(&format!("error[{code}]")),
            "{case} names {code}, and its snapshot has {errors:#?}"
        );
    }
}

#[test]
fn attempts_are_rejected() {
    let required = env::var_os(REQUIRE).is_some();
    assert!(
        !required || env::var_os("TRYBUILD").is_none(),
        "TRYBUILD accepts whatever the compiler says"
    );
    let version = Command::new("rustc").arg("--version").output();
    let version = String::from_utf8(version.expect("rustc runs").stdout).expect("a version");
    if version.split(' ').nth(1) != Some(SNAPSHOTS_OF) {
        assert!(
            !required,
            "the snapshots are of {SNAPSHOTS_OF}, not of {version}"
        );
        // Not `eprintln!`, which the test harness hides.
        let _ = writeln!(
            std::io::stderr(),
            "\nNOT TESTED: {FOLDER}/rejected. The snapshots are of rustc {SNAPSHOTS_OF}, and this is {version}"
        );
        return;
    }
    // Only attempts: one `pass` would switch all of them from check to build.
    trybuild::TestCases::new().compile_fail(format!("{FOLDER}/rejected/*.rs"));
}
