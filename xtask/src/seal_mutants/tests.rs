use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::{
    equivalent,
    find::{self, Mutant, Sources},
    report::{self, Report, Row},
    run::{self, Asked, Class, Outcome, Scratch},
    source::{self, Edit, Source},
    verdict,
};

fn sources() -> Sources {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    Sources::read(xtask.parent().expect("the repository")).expect("its sources")
}

/// The sources, with `from` made `to` in one of them.
fn planted(path: &str, from: &str, to: &str) -> Sources {
    let mut sources = sources();
    let at = sources.all.iter().position(|source| source.path == path);
    let source = &mut sources.all[at.expect("a source")];
    assert_eq!(source.text.matches(from).count(), 1, "{from}");
    let text = source.text.replace(from, to);
    *source = Source::parse(path, text).expect("Rust");
    sources
}

fn names(sources: &Sources) -> BTreeSet<String> {
    let mutants = find::mutants(sources).expect("mutants");
    mutants.into_iter().map(|mutant| mutant.name).collect()
}

/// What is found beyond what there is.
fn new(planted: &Sources) -> Vec<String> {
    let known = names(&sources());
    names(planted).difference(&known).cloned().collect()
}

/// The texts of what a mutant changes.
fn applied(sources: &Sources, name: &str) -> BTreeMap<String, String> {
    let mutants = find::mutants(sources).expect("mutants");
    let mutant = mutants.iter().find(|mutant| mutant.name == name);
    let mutant = mutant.unwrap_or_else(|| panic!("no mutant {name}"));
    apply(sources, mutant)
}

fn apply(sources: &Sources, mutant: &Mutant) -> BTreeMap<String, String> {
    source::apply(&mutant.edits, |path| Ok(text(sources, path))).expect("it can be applied")
}

fn text(sources: &Sources, path: &str) -> String {
    let found = sources.all.iter().find(|source| source.path == path);
    found.expect("a source").text.clone()
}

#[test]
fn a_planted_field_is_found() {
    let planted = planted(
        "src/call/pending.rs",
        "pub struct Pending<T: Tool> {\n",
        "pub struct Pending<T: Tool> {\n    planted: u8,\n",
    );
    assert_eq!(
        new(&planted),
        [
            "pending.rs Pending.planted: private field made `pub(crate)`",
            "pending.rs Pending.planted: private field made `pub`",
        ]
    );
}

#[test]
fn a_planted_function_and_its_bounds_are_found() {
    let planted = planted(
        "src/call/pending.rs",
        "impl<T: Tool> Pending<T> {\n",
        "impl<T: Tool> Pending<T> {\n    #[must_use] fn planted<P: Copy + Send>(self) -> impl Clone + Sync { 1 }\n",
    );
    assert_eq!(
        new(&planted),
        [
            "pending.rs Pending::planted: `must_use` removed",
            "pending.rs Pending::planted: `self` made `&self`",
            "pending.rs Pending::planted: private function made `pub(crate)`",
            "pending.rs Pending::planted: private function made `pub`",
            "pending.rs impl Pending::planted: bound `Clone` of `impl Trait` dropped",
            "pending.rs impl Pending::planted: bound `Copy` of `P` dropped",
            "pending.rs impl Pending::planted: bound `Send` of `P` dropped",
            "pending.rs impl Pending::planted: bound `Sync` of `impl Trait` dropped",
        ]
    );
}

#[test]
fn a_planted_state_is_found() {
    let planted = planted(
        "src/call/pending.rs",
        "impl<T: Tool> Pending<T> {\n",
        "#[must_use] pub struct Planted<'p>(PhantomData<fn(&'p ()) -> &'p ()>);\nimpl<T: Tool> Pending<T> {\n",
    );
    let new = new(&planted);
    for name in [
        "pending.rs Planted: `Clone` derived",
        "pending.rs Planted: `Clone` implemented",
        "pending.rs Planted: `DerefMut` implemented",
        "pending.rs Planted: `Deserialize` implemented",
        "pending.rs Planted: `must_use` removed",
        "pending.rs Planted.0: private field made `pub`",
    ] {
        assert!(new.iter().any(|found| found == name), "{name}: {new:#?}");
    }
}

#[test]
fn a_planted_route_policy_and_arm_are_found() {
    let route = planted(
        "src/policy.rs",
        "    RefuseBlocked,\n}",
        "    RefuseBlocked,\n    Planted,\n}",
    );
    assert_eq!(
        new(&route).len(),
        10,
        "each row of the matrix to it: {:#?}",
        new(&route)
    );
    let arm = planted(
        "src/call/pending.rs",
        "Err(no_answer) =>",
        "Err(no_answer) if false => Reason::Cancelled,\n Err(other) =>",
    );
    assert_eq!(
        new(&arm),
        ["pending.rs Pending::ask: `Err(other)` made `return Ok(Confirmed::mint(self.call))`"]
    );
}

#[test]
fn an_anchor_that_is_gone_is_an_error() {
    for (path, from, to) in [
        ("src/call/mod.rs", "const { &T::COMMAND }", "&T::COMMAND"),
        ("src/call/unconfirmed.rs", "pub fn route(", "pub fn routed("),
        ("src/call/unconfirmed.rs", ".without_client_hint()", ""),
        ("src/command.rs", "|| scalar >= 0xE0000", ""),
    ] {
        let found = find::mutants(&planted(path, from, to));
        assert!(found.is_err(), "{path}: without {from}");
    }
}

#[test]
fn a_mutant_is_what_its_name_says() {
    let sources = sources();
    for (name, path, from, to) in [
        (
            "pending.rs Pending.call: private field made `pub`",
            "src/call/pending.rs",
            "    call: T,\n",
            "    pub call: T,\n",
        ),
        (
            "pending.rs Pending::mint: `pub(super)` function made `pub`",
            "src/call/pending.rs",
            "pub(super) const fn mint",
            "pub const fn mint",
        ),
        (
            "unconfirmed.rs Mint: `Clone` derived",
            "src/call/unconfirmed.rs",
            "pub struct Mint(());",
            "#[derive(Clone)]\npub struct Mint(());",
        ),
        (
            "tool.rs Tool: bound `Send` of `Self` dropped",
            "src/call/tool.rs",
            "pub trait Tool: Sized + Send + 'static {",
            "pub trait Tool: Sized + 'static {",
        ),
        (
            "tool.rs Tool: bound `'static` of `Self` dropped",
            "src/call/tool.rs",
            "pub trait Tool: Sized + Send + 'static {",
            "pub trait Tool: Sized + Send {",
        ),
        (
            "guarded.rs impl Guarded::open: binding `<Tier = L>` of `T` dropped",
            "src/guarded.rs",
            "T: Tool<Tier = L>, //",
            "T: Tool, //",
        ),
        (
            "unconfirmed.rs Unconfirmed::route: `max(tighten.policy)` made `min`",
            "src/call/unconfirmed.rs",
            ".max(tighten.policy)",
            ".min(tighten.policy)",
        ),
        (
            "unconfirmed.rs Unconfirmed::route: operand `tighten.policy` dropped",
            "src/call/unconfirmed.rs",
            "\n            .max(tighten.policy)",
            "",
        ),
        (
            "tier.rs impl Tier for Confirm<Handoff>::row: `_` made `Routed::Elicit(Pending::mint(call))`",
            "src/call/tier.rs",
            "            ConfirmRoute::Elicit => Routed::Elicit(Pending::mint(call)),\n            _ => refused(route),",
            "            ConfirmRoute::Elicit => Routed::Elicit(Pending::mint(call)),\n            _ => Routed::Elicit(Pending::mint(call)),",
        ),
        (
            "pending.rs Pending::ask: `ConfirmDecision::RefusedDeclined` made `return Ok(Confirmed::mint(self.call))`",
            "src/call/pending.rs",
            "RefusedDeclined => Reason::Declined",
            "RefusedDeclined => return Ok(Confirmed::mint(self.call))",
        ),
        (
            "policy.rs Policy: `AutoApprove` and `Confirm` exchanged",
            "src/policy.rs",
            "    AutoApprove,\n    /// Needs a human's yes.\n    Confirm,",
            "    Confirm,\n    /// Needs a human's yes.\n    AutoApprove,",
        ),
        (
            "command.rs is_deceptive: `0x00AD` let through",
            "src/command.rs",
            "            | 0x00AD\n            | 0x034F",
            "            | 0x034F",
        ),
    ] {
        let applied = applied(&sources, name);
        let original = text(&sources, path);
        let place = original
            .rfind(from)
            .unwrap_or_else(|| panic!("{path}: {from}"));
        let mut expected = original.clone();
        // The last: three tiers have the same arms, and the handoff comes last.
        expected.replace_range(place..place + from.len(), to);
        assert_eq!(applied.len(), 1, "{name}");
        assert_eq!(applied[path], expected, "{name}");
    }
}

#[test]
fn every_mutant_is_rust_and_none_is_there_twice() {
    let sources = sources();
    let mut seen = BTreeMap::new();
    for mutant in find::mutants(&sources).expect("mutants") {
        let applied = apply(&sources, &mutant);
        for (path, changed) in &applied {
            assert_ne!(*changed, text(&sources, path), "{}", mutant.name);
            if let Err(error) = syn::parse_file(changed) {
                panic!("{}: {error}", mutant.name);
            }
        }
        if let Some(other) = seen.insert(applied, mutant.name.clone()) {
            panic!("the same: {other} and {}", mutant.name);
        }
    }
    assert!(seen.len() > 500, "{} mutants", seen.len());
}

#[test]
fn every_reason_has_its_mutant() {
    let mutants = find::mutants(&sources()).expect("mutants");
    assert_eq!(equivalent::unused(&mutants), <[&str; 0]>::default());
}

/// A package with one test, and no dependencies.
fn package() -> (tempfile::TempDir, Scratch) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("repo");
    for (path, text) in [
        (
            "Cargo.toml",
            "[package]\nname = \"planted\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n",
        ),
        (
            "src/lib.rs",
            "pub fn seen() -> u8 { 1 }\npub fn unseen() -> u8 { 1 }\n",
        ),
        (
            "tests/types.rs",
            "#[test]\nfn it_is_one() { assert_eq!(planted::seen(), 1); }\n",
        ),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let scratch = Scratch::of_one_test(&root, &folder.path().join("target"), "types");
    (folder, scratch)
}

fn weakened(name: &str, from: &str, to: &str) -> Mutant {
    let text = "pub fn seen() -> u8 { 1 }\npub fn unseen() -> u8 { 1 }\n";
    let at = text.find(from).expect("a place");
    Mutant {
        name: format!("lib.rs {name}: weakened"),
        kind: "planted",
        edits: vec![Edit {
            path: "src/lib.rs".to_owned(),
            range: at..at + from.len(),
            with: to.to_owned(),
        }],
        aim: &["types"],
    }
}

#[test]
fn a_planted_survivor_is_reported_and_fails() {
    let (folder, scratch) = package();
    scratch.baseline().expect("green without a mutant");
    let judge = |mutant: &Mutant| {
        scratch
            .judge(mutant, None, Asked::TheBest)
            .expect("an outcome")
    };
    let killed = weakened("seen", "seen() -> u8 { 1 }", "seen() -> u8 { 2 }");
    let survivor = weakened("unseen", "unseen() -> u8 { 1 }", "unseen() -> u8 { 2 }");
    let rejected = weakened("no", "seen() -> u8 { 1 }", "seen() -> u8 { \"\" }");
    let uncompiled = weakened("api", "seen() -> u8 { 1 }", "seen(_: u8) -> u8 { 1 }");
    let rows: Vec<_> = [&killed, &survivor, &rejected, &uncompiled]
        .map(|mutant| Row {
            name: mutant.name.clone(),
            kind: mutant.kind.to_owned(),
            outcome: judge(mutant),
        })
        .into();
    let outcomes: Vec<_> = rows.iter().map(|row| row.outcome.to_string()).collect();
    assert_eq!(
        outcomes,
        [
            "killed by types: it_is_one",
            "SURVIVED",
            "rejected by the compiler: E0308",
            "killed by types: does not compile (E0061)",
        ]
    );
    // The copy is as it was.
    let source = fs::read_to_string(folder.path().join("repo/src/lib.rs")).expect("a source");
    assert_eq!(
        source,
        "pub fn seen() -> u8 { 1 }\npub fn unseen() -> u8 { 1 }\n"
    );

    let sources = sources();
    let error = verdict(&Report::new(&sources, rows.clone())).expect_err("a survivor");
    assert!(
        error
            .to_string()
            .contains("survived: lib.rs unseen: weakened"),
        "{error}"
    );
    let without = rows
        .into_iter()
        .filter(|row| row.outcome.class() != Class::Survived);
    verdict(&Report::new(&sources, without.collect())).expect("nothing survived");
}

#[test]
fn a_baseline_that_is_red_is_an_error() {
    let (folder, scratch) = package();
    let source = folder.path().join("repo/src/lib.rs");
    fs::write(source, "pub fn seen() -> u8 { 3 }\n").expect("a source");
    let error = scratch.baseline().expect_err("a red test");
    assert!(error.to_string().contains("it_is_one"), "{error}");
}

fn rows() -> Vec<Row> {
    let killed = |by: &str, how: &str| Outcome::Killed {
        by: by.to_owned(),
        how: how.to_owned(),
    };
    let outcomes = [
        killed("types", "does not compile (E0283)"),
        killed(
            "ui attempts",
            "no longer rejected: g05/field_of_pending and 2 more",
        ),
        Outcome::Text {
            by: "source text".to_owned(),
            how: "a | b".to_owned(),
        },
        Outcome::Lint {
            by: "clippy".to_owned(),
            how: "clippy::must_use_candidate".to_owned(),
        },
        Outcome::Rejected {
            code: "E0392".to_owned(),
        },
        Outcome::Equivalent {
            reason: "it is so: because".to_owned(),
        },
        Outcome::Survived,
    ];
    let named = outcomes.into_iter().enumerate();
    named
        .map(|(index, outcome)| Row {
            name: format!("a.rs impl A for B<{index}>::c: `A | B` made `C: D`"),
            kind: "planted".to_owned(),
            outcome,
        })
        .collect()
}

#[test]
fn the_report_is_read_as_it_was_written() {
    let sources = sources();
    let report = Report::new(&sources, rows());
    let written = report.to_string();
    let read = Report::parse(&written).expect("a report");
    assert_eq!(read.to_string(), written);
    for row in rows() {
        assert_eq!(read.outcome(&row.name), Some(&row.outcome));
    }
    let second = &rows()[1].outcome;
    assert_eq!(
        second.hint(),
        Some(("ui attempts", Some("g05/field_of_pending")))
    );
}

#[test]
fn a_stale_report_is_seen() {
    let sources = sources();
    let mutants = find::mutants(&sources).expect("mutants");
    let rows: Vec<_> = mutants
        .iter()
        .map(|mutant| Row {
            name: mutant.name.clone(),
            kind: mutant.kind.to_owned(),
            outcome: Outcome::Rejected {
                code: "E0000".to_owned(),
            },
        })
        .collect();
    let report = Report::new(&sources, rows);
    assert_eq!(report.stale(&sources, &mutants), Vec::<String>::new());

    let changed = planted("src/policy.rs", "/// Never runs.", "/// Never runs!");
    assert_eq!(
        report.stale(&changed, &mutants),
        ["src/policy.rs has changed"]
    );

    let fewer = &mutants[1..];
    let stale = format!("no longer there: {}", mutants[0].name);
    assert_eq!(report.stale(&sources, fewer), [stale]);

    let mut more = mutants.clone();
    more[0].name = "new".to_owned();
    assert_eq!(report.stale(&sources, &more).len(), 2);
}

#[test]
fn a_part_of_the_report_is_replaced() {
    let sources = sources();
    let recorded = || Report::new(&sources, rows());
    let mut part = rows().split_off(6);
    assert_eq!(part[0].outcome, Outcome::Survived);
    part[0].outcome = Outcome::Rejected {
        code: "E0308".to_owned(),
    };
    let part = || Report::new(&sources, part.clone());
    let whole = part().onto(recorded()).expect("the same sources");
    let expected = recorded()
        .to_string()
        .replace("SURVIVED", "rejected by the compiler: E0308");
    let table = |report: &str| report.split_once("## All").expect("a table").1.to_owned();
    assert_eq!(table(&whole.to_string()), table(&expected));
    assert!(recorded().wrong().len() == 1 && whole.wrong().is_empty());

    let changed = planted("src/policy.rs", "/// Never runs.", "/// Never runs!");
    assert!(part().onto(Report::new(&changed, rows())).is_err());
}

#[test]
fn only_what_was_found_of_the_same_sources_is_taken_over() {
    let now = report::fingerprint(&sources());
    let changed = planted("src/policy.rs", "/// Never runs.", "/// Never runs!");
    let before = report::fingerprint(&changed);
    let lines = format!(
        "{before}\ta.rs A: b\tSURVIVED\n{now}\ta.rs C: d\trejected by the compiler: E0308\nbroken\n"
    );
    let mut hints = Report::default();
    hints.add_hints(&lines, Some(&now));
    assert_eq!(hints.outcome("a.rs A: b"), None);
    let rejected = Outcome::Rejected {
        code: "E0308".to_owned(),
    };
    assert_eq!(hints.outcome("a.rs C: d"), Some(&rejected));
    hints.add_hints(&lines, None);
    assert_eq!(hints.outcome("a.rs A: b"), Some(&Outcome::Survived));
}

#[test]
fn the_words_of_the_compile_fail_suite_are_understood() {
    let vanished = "\x1b[0mtest \x1b[0m\x1b[1mg03/literal_pending.rs\x1b[0m ... \x1b[0m\x1b[1m\x1b[31merror\n\
        \x1b[0m\x1b[31mExpected test case to fail to compile, but it succeeded.\n\x1b[0m\n\
        test \x1b[0m\x1b[1mg03/mint_pending.rs\x1b[0m ... \x1b[0m\x1b[32mok\n\
        \x1b[0mtest \x1b[0m\x1b[1mg05/field_of_pending.rs\x1b[0m ... \x1b[0m\x1b[1m\x1b[31mmismatch\n";
    assert_eq!(
        run::attempts_say(vanished),
        Some(("no longer rejected: g03/literal_pending".to_owned(), true))
    );
    let differs = "test g05/field_of_pending.rs ... mismatch\ntest g05/other.rs ... mismatch\n";
    assert_eq!(
        run::attempts_say(differs),
        Some((
            "another message: g05/field_of_pending and 1 more".to_owned(),
            false
        ))
    );
    // As where messages are not compared.
    let unpinned = "g03/a: Some(Code(\"E0451\")) is named, and found was []\n\
        g03/b: Some(Code(\"E0451\")) is named, and found was [Code(\"E0308\")]\n";
    assert_eq!(
        run::attempts_say(unpinned),
        Some(("no longer rejected: g03/a".to_owned(), true))
    );
    assert_eq!(
        run::attempts_say("test g05/field_of_pending.rs ... ok\n"),
        None
    );
}
