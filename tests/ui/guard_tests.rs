//! Each defect that the guard is there for is put into a small suite, and the guard must see it.

use std::{fs, path::Path};

use tempfile::TempDir;

use crate::{
    guard::{self, GUARANTEES, cases},
    source::Source,
};

const ATTEMPT: &str = "\
// G1 E0599: runs it
fn attack() {
    run();
}
";
const TWIN: &str = "\
// Twin: asks first.
fn attack() {
    ask();
}
";
const SNAPSHOT: &str = "\
error[E0599]: there is no `run`
 --> g01/rule.rs:3:5
  |
3 |     run();
  |     ^^^
  |
  = note: G1: `ask` first
";

fn defects(suite: &Path) -> Vec<String> {
    let source = Source {
        texts: vec!["G1: `ask` first".to_owned(), "G1: no".to_owned()],
        private: ["mint".to_owned()].into(),
    };
    guard::defects(suite, &source)
}

/// A whole suite: one case for each guarantee.
fn whole() -> TempDir {
    let suite = tempfile::tempdir().expect("a folder for the suite");
    fs::create_dir(suite.path().join("fixtures")).expect("a folder for the fixtures");
    for guarantee in GUARANTEES {
        let folder = format!("g{guarantee:02}");
        fs::create_dir(suite.path().join(&folder)).expect("a folder for the cases");
        let attempt = ATTEMPT.replace("G1 ", &format!("G{guarantee} "));
        write(suite.path(), &format!("{folder}/rule.rs"), &attempt);
        write(suite.path(), &format!("{folder}/rule.twin.rs"), TWIN);
        write(suite.path(), &format!("{folder}/rule.stderr"), SNAPSHOT);
    }
    suite
}

fn write(suite: &Path, name: &str, text: &str) {
    fs::write(suite.join(name), text).expect("a part of a case");
}

fn remove(suite: &Path, name: &str) {
    fs::remove_file(suite.join(name)).expect("there was one");
}

/// The one defect of a whole suite after `damage`.
#[track_caller]
fn only_defect(damage: impl FnOnce(&Path)) -> String {
    let suite = whole();
    damage(suite.path());
    let mut found = defects(suite.path());
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

#[test]
fn a_whole_suite_has_no_defect() {
    let suite = whole();
    assert_eq!(defects(suite.path()), [""; 0]);
    assert_eq!(cases(suite.path()).len(), 14);
}

#[test]
fn a_folder_that_is_not_there() {
    let suite = tempfile::tempdir().expect("a folder");
    let found = defects(&suite.path().join("nowhere"));
    assert_eq!(found.len(), 14, "{found:#?}");
}

#[test]
fn a_guarantee_without_a_case() {
    let defect = only_defect(|suite| {
        for part in ["rule.rs", "rule.twin.rs", "rule.stderr"] {
            remove(suite, &format!("g09/{part}"));
        }
    });
    assert_eq!(defect, "g09: G9 has no case");
    let defect = only_defect(|suite| fs::remove_dir_all(suite.join("g14")).expect("was there"));
    assert_eq!(defect, "g14: G14 has no case");
}

#[test]
fn parts_without_their_case() {
    let defect = only_defect(|suite| remove(suite, "g02/rule.twin.rs"));
    assert_eq!(defect, "g02/rule: without .twin.rs");
    let defect = only_defect(|suite| remove(suite, "g02/rule.stderr"));
    assert_eq!(defect, "g02/rule: without .stderr");
    let defect = only_defect(|suite| write(suite, "g02/orphan.stderr", SNAPSHOT));
    assert_eq!(defect, "g02/orphan: without .rs and .twin.rs");
    let defect = only_defect(|suite| write(suite, "g02/orphan.twin.rs", TWIN));
    assert_eq!(defect, "g02/orphan: without .rs and .stderr");
}

#[test]
fn files_that_are_no_part_of_a_case() {
    let defect = only_defect(|suite| write(suite, "g02/notes.txt", ""));
    assert_eq!(defect, "g02/notes.txt: is no part of a case");
    let defect = only_defect(|suite| write(suite, "g02/case_7.rs", ATTEMPT));
    assert_eq!(defect, "g02/case_7.rs: is no part of a case");
    let defect = only_defect(|suite| write(suite, "stray.rs", ATTEMPT));
    assert_eq!(defect, "stray.rs: does not belong here");
    let defect = only_defect(|suite| fs::create_dir(suite.join("g15")).expect("a folder"));
    assert_eq!(defect, "g15: does not belong here");
    let defect = only_defect(|suite| fs::create_dir(suite.join("wip")).expect("a folder"));
    assert_eq!(defect, "wip: does not belong here");
}

#[test]
fn a_case_that_does_not_say_what_it_tries() {
    for header in [
        "fn main() {}",
        "// G2 E0599: of another guarantee",
        "// G1 E599: no such code",
        "// G1: no code",
        "// G1 E0599: ",
        "// G1 E0599: ?",
        "// E0599: no guarantee",
    ] {
        let attempt = ATTEMPT.replace("// G1 E0599: runs it", header);
        let suite = whole();
        write(suite.path(), "g01/rule.rs", &attempt);
        let found = defects(suite.path());
        assert!(
            found
                .iter()
                .any(|defect| defect.contains("does not begin with")),
            "{header}: {found:#?}"
        );
    }
    let twin = TWIN.replace("// Twin: asks first.", "// asks first");
    let defect = only_defect(|suite| write(suite, "g01/rule.twin.rs", &twin));
    assert!(defect.contains("the twin does not begin with"), "{defect}");
}

#[test]
fn a_pair_that_differs_elsewhere() {
    let twin = TWIN.replace("attack", "defence");
    let defect = only_defect(|suite| {
        let apart = "    let a = 1;\n".repeat(5);
        let longer = |text: &str| text.replace(") {\n", &format!(") {{\n{apart}"));
        write(suite, "g01/rule.rs", &longer(ATTEMPT));
        write(suite, "g01/rule.twin.rs", &longer(&twin));
    });
    assert!(
        defect.contains("in more than the line at fault"),
        "{defect}"
    );
    // Close to the line at fault, but not in the message.
    let defect = only_defect(|suite| {
        let attempt = ATTEMPT.replace("    run();\n", "    let a = 1;\n    run();\n");
        let twin = TWIN.replace("    ask();\n", "    let a = 2;\n    run();\n");
        write(suite, "g01/rule.rs", &attempt);
        write(suite, "g01/rule.twin.rs", &twin);
        write(suite, "g01/rule.stderr", &SNAPSHOT.replace('3', "4"));
    });
    assert!(defect.contains("shows no line of [3]"), "{defect}");
    let same = ATTEMPT.replace("// G1 E0599: runs it", "// Twin: the same.");
    let defect = only_defect(|suite| write(suite, "g01/rule.twin.rs", &same));
    assert!(
        defect.contains("has nothing that its twin has not"),
        "{defect}"
    );
}

#[test]
fn a_snapshot_of_something_else() {
    let damage = |snapshot: &str| {
        let snapshot = snapshot.to_owned();
        only_defect(move |suite| write(suite, "g01/rule.stderr", &snapshot))
    };
    let defect = damage(&format!("{SNAPSHOT}\nerror[E0599]: and another\n"));
    assert!(defect.contains("not one error"), "{defect}");
    let defect = damage(&format!("warning: something\n\n{SNAPSHOT}"));
    assert!(defect.contains("not one error"), "{defect}");
    let defect = damage(&SNAPSHOT.replace("E0599", "E0433"));
    assert!(defect.contains("E0433"), "{defect}");
    let defect = damage(&SNAPSHOT.replace("error[E0599]", "error"));
    assert!(defect.contains("names Some(Code(\"E0599\"))"), "{defect}");
    let defect = damage(&SNAPSHOT.replace("g01/rule.rs", "$RUST/core/src/option.rs"));
    assert!(defect.contains("not ours"), "{defect}");
    let defect = damage(&SNAPSHOT.replace("g01/rule.rs", "/opt/g01/rule.rs"));
    assert!(defect.contains("path of some machine"), "{defect}");
    let suite = whole();
    write(suite.path(), "g01/rule.stderr", "");
    let found = defects(suite.path());
    let not_one = found.iter().any(|defect| defect.contains("not one error"));
    assert!(not_one, "{found:#?}");
}

#[test]
fn a_message_that_does_not_say_what_to_do() {
    let silent = SNAPSHOT.replace("  = note: G1: `ask` first\n", "");
    let defect = only_defect(|suite| write(suite, "g01/rule.stderr", &silent));
    assert!(
        defect.contains("nothing in the message is a text of the crate"),
        "{defect}"
    );
    let half = SNAPSHOT.replace("G1: `ask` first", "G1: no");
    let defect = only_defect(|suite| write(suite, "g01/rule.stderr", &half));
    assert!(defect.contains("says what to do"), "{defect}");
}

/// The attempt with these remarks below its first line, and a message that is right for that.
fn remark(suite: &Path, remarks: &str, snapshot: &str) {
    let attempt = ATTEMPT.replace("fn attack", &format!("{remarks}fn attack"));
    let lines = 3 + remarks.lines().count();
    write(suite, "g01/rule.rs", &attempt);
    let snapshot = snapshot.replace('3', &lines.to_string());
    write(suite, "g01/rule.stderr", &snapshot);
}

#[test]
fn a_case_that_has_no_room_says_so_while_it_is_true() {
    let silent = SNAPSHOT.replace("  = note: G1: `ask` first\n", "");
    let no_room = "// No room: it is mute; next: `ask`.\n";
    let suite = whole();
    remark(suite.path(), no_room, &silent);
    assert_eq!(defects(suite.path()), [""; 0]);

    let defect = only_defect(|suite| remark(suite, no_room, SNAPSHOT));
    assert!(
        defect.contains("there is no room, and the crate speaks"),
        "{defect}"
    );
    for remark_of in [
        "// No room: it is mute.\n",
        "// No room: ; next: `ask`.\n",
        "// No room: it is mute; next: \n",
    ] {
        let defect = only_defect(|suite| remark(suite, remark_of, &silent));
        assert!(defect.contains("is not of the form"), "{defect}");
    }
    let twice = format!("{no_room}{no_room}");
    let defect = only_defect(|suite| remark(suite, &twice, &silent));
    assert!(defect.contains("twice, or elsewhere"), "{defect}");
    let attempt = ATTEMPT.replace("    run();\n", "    run();\n// No room: a; next: b\n");
    let twin = TWIN.replace("    ask();\n", "    ask();\n// No room: a; next: b\n");
    let defect = only_defect(|suite| {
        write(suite, "g01/rule.rs", &attempt);
        write(suite, "g01/rule.twin.rs", &twin);
    });
    assert!(defect.contains("twice, or elsewhere"), "{defect}");
}

#[test]
fn a_message_that_lets_out_a_private_name() {
    let leak = SNAPSHOT.replace("there is no `run`", "there is no `run`, only `mint`");
    let defect = only_defect(|suite| write(suite, "g01/rule.stderr", &leak));
    assert!(
        defect.contains("lets out the private names {\"mint\"}"),
        "{defect}"
    );
    let shows = "// Shows `mint`: it lists all there is.\n";
    let suite = whole();
    remark(suite.path(), shows, &leak);
    assert_eq!(defects(suite.path()), [""; 0]);

    let defect = only_defect(|suite| remark(suite, shows, SNAPSHOT));
    assert!(defect.contains("the case says {\"mint\"}"), "{defect}");
    for remark_of in [
        "// Shows `mint`: \n",
        "// Shows `mint`\n",
        "// Shows `run`: why\n",
    ] {
        let defect = only_defect(|suite| remark(suite, remark_of, &leak));
        assert!(defect.contains("or say below the first line"), "{defect}");
    }
    let defect = only_defect(|suite| remark(suite, "// Shows nothing: why\n", SNAPSHOT));
    assert!(defect.contains("or say below the first line"), "{defect}");
}

#[test]
fn an_error_without_a_code_is_named_by_its_first_line() {
    let attempt = ATTEMPT.replace(
        "E0599: runs it",
        "no code: lifetime may not live long enough",
    );
    let snapshot = |message: &str| {
        SNAPSHOT.replace(
            "error[E0599]: there is no `run`",
            &format!("error: {message}"),
        )
    };
    let suite = whole();
    write(suite.path(), "g01/rule.rs", &attempt);
    write(
        suite.path(),
        "g01/rule.stderr",
        &snapshot("lifetime may not live long enough"),
    );
    assert_eq!(defects(suite.path()), [""; 0]);
    write(
        suite.path(),
        "g01/rule.stderr",
        &snapshot("lifetime may not live"),
    );
    assert!(defects(suite.path())[0].contains("names Some(Message("));
}
