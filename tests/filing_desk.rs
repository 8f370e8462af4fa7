//! The worked example: its command line, its demonstration, and its desk.
//!
//! Cargo builds the examples along with the tests, but not under `--test filing_desk` alone.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

#[allow(dead_code, reason = "the tests use a part of it")]
#[path = "../examples/filing_desk/desk.rs"]
mod desk;
#[allow(dead_code, reason = "the tests use a part of it")]
#[path = "../examples/filing_desk/journal.rs"]
mod journal;
#[path = "../examples/filing_desk/printable.rs"]
mod printable;
#[allow(dead_code, reason = "the tests use a part of it")]
#[path = "../examples/filing_desk/tools.rs"]
mod tools;

fn program() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let target = test
        .parent()
        .and_then(Path::parent)
        .expect("in target/*/deps");
    let program = target
        .join("examples")
        .join(format!("filing_desk{}", std::env::consts::EXE_SUFFIX));
    let built = fs::metadata(&program).and_then(|program| program.modified());
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/filing_desk");
    let is_current = built.is_ok_and(|built| {
        fs::read_dir(sources)
            .expect("the sources")
            .map(|file| file.expect("a file"))
            // What lies beside them belongs to the package of the example, and not to its program.
            .filter(|file| {
                let path = file.path();
                path.extension().is_some_and(|ending| ending == "rs") || path.ends_with("sample")
            })
            .map(|file| file.metadata().and_then(|file| file.modified()))
            .all(|changed| changed.expect("a time") <= built)
    });
    assert!(
        is_current,
        "the example is out of date: cargo build --all-features --example filing_desk"
    );
    program
}

/// The program, without a terminal and without options from the environment of the test.
fn filing_desk(arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("FILING_DESK_") {
            command.env_remove(name);
        }
    }
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    finish(&mut filing_desk(arguments))
}

/// Runs it to its end. What serves by mistake, instead of ending, is ended.
fn finish(command: &mut Command) -> Output {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(30);
    while child.try_wait().expect("a child").is_none() {
        if Instant::now() > deadline {
            child.kill().expect("a child");
            panic!("it did not end: {:?}", child.wait_with_output());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("its output")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// What is shown under a label, in order.
fn shown<'o>(output: &'o str, label: &str) -> Vec<&'o str> {
    let lines = output.lines();
    lines
        .filter_map(|line| line.strip_prefix(&format!("   {label:<9} ")))
        .collect()
}

/// All files below a folder, hidden ones too.
fn files(folder: &Path) -> BTreeSet<String> {
    fn walk(root: &Path, folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(root, &path, found);
            } else {
                let name = path.strip_prefix(root).expect("below the root");
                found.insert(name.to_str().expect("UTF-8").replace('\\', "/"));
            }
        }
    }
    let mut found = BTreeSet::new();
    walk(folder, folder, &mut found);
    found
}

fn set<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.map(str::to_owned).into()
}

/// A folder for a desk that is not there yet.
fn place() -> (TempDir, PathBuf) {
    let temporary = TempDir::new().expect("a temporary folder");
    let desk = temporary.path().join("desk");
    (temporary, desk)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// It ended before it served or made anything: exit 2, and a message on standard error only.
fn assert_not_started(output: &Output, says: &[&str]) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(stdout(output), "");
    for words in says {
        assert!(
            stderr(output).contains(words),
            "no {words:?} in: {}",
            stderr(output)
        );
    }
}

const ALL_ROUTES: [&str; 7] = [
    "auto",
    "elicit",
    "elicit",
    "elicit",
    "refuse_blocked",
    "client_hint",
    "refuse_no_channel",
];

mod demo {
    use super::*;

    fn play(desk: &Path, answers: &str) -> Output {
        let output = run(&["--desk", text(desk), "--answers", answers]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(stderr(&output), "");
        output
    }

    #[test]
    fn shows_the_five_routes_and_what_each_answer_did() {
        let (_temporary, desk) = place();
        let output = play(&desk, "yes,no,cancel");
        let output = stdout(&output);
        assert_eq!(shown(&output, "route"), ALL_ROUTES);
        assert_eq!(
            shown(&output, "answer"),
            [
                "none",
                "yes",
                "no",
                "cancel",
                "none",
                "none: the client is trusted to have got a yes",
                "none"
            ]
        );
        let questions = shown(&output, "question");
        for (question, key) in
            questions[1..4]
                .iter()
                .zip(["delete_draft", "export_filing", "export_filing"])
        {
            assert!(question.contains(&format!("`{key}`")), "{question}");
        }
        assert_eq!(
            shown(&output, "on disk"),
            [
                "nothing changed",
                "removed drafts/2025-q3.json",
                "nothing changed",
                "nothing changed",
                "nothing changed",
                "removed drafts/2025-q4.json",
                "nothing changed",
            ]
        );
        let there = set([
            "filings/2025-q1.json",
            "filings/2025-q2.json",
            "journal.log",
        ]);
        assert_eq!(files(&desk), there);
        assert_eq!(
            fs::read_to_string(desk.join("journal.log")).expect("the journal"),
            "list_filings all\ndelete_draft draft=\"2025-q3\"\ndelete_draft draft=\"2025-q4\"\n"
        );
        assert!(output.contains(text(&desk)), "it says where the desk is");
    }

    #[test]
    fn asks_on_both_revisions() {
        let (_temporary, desk) = place();
        let output = stdout(&play(&desk, "yes,yes,no"));
        let scenes: Vec<_> = output.split("\n== ").skip(1).collect();
        for (scene, revision, ran) in [
            (scenes[0], "2025-11-25", "delete_draft"),
            (scenes[1], "2026-07-28", "export_filing"),
        ] {
            let title = scene.lines().next().expect("a title");
            assert!(title.contains(revision), "{title}");
            assert!(shown(scene, "answer").contains(&"yes"), "{scene}");
            let journal = shown(scene, "journal");
            assert!(journal.iter().any(|line| line.starts_with(ran)), "{scene}");
        }
    }

    #[test]
    fn nothing_that_was_refused_happened() {
        for answers in [
            "no,no,no",
            "cancel,cancel,cancel",
            "unticked,unticked,unticked",
        ] {
            let (_temporary, desk) = place();
            let output = play(&desk, answers);
            assert_eq!(shown(&stdout(&output), "route"), ALL_ROUTES);
            // The draft of the client hint is gone: there the user is taken to have said yes.
            let there = set([
                "drafts/2025-q3.json",
                "filings/2025-q1.json",
                "filings/2025-q2.json",
                "journal.log",
            ]);
            assert_eq!(files(&desk), there, "{answers}");
            assert_eq!(
                fs::read_to_string(desk.join("journal.log")).expect("the journal"),
                "list_filings all\ndelete_draft draft=\"2025-q4\"\n"
            );
        }
    }

    #[test]
    fn what_was_confirmed_happened() {
        let (_temporary, desk) = place();
        play(&desk, "yes,yes,yes");
        let there = set([
            "filings/2025-q1.handed-off",
            "filings/2025-q1.json",
            "filings/2025-q2.handed-off",
            "filings/2025-q2.json",
            "journal.log",
            "outbox/2025-q1.xml",
            "outbox/2025-q2.json",
        ]);
        assert_eq!(files(&desk), there);
        let filing = fs::read(desk.join("filings/2025-q2.json")).expect("the filing");
        assert_eq!(
            fs::read(desk.join("outbox/2025-q2.json")).expect("the export"),
            filing
        );
    }

    #[test]
    fn a_desk_that_is_there_is_used_as_it_is() {
        let (_temporary, desk) = place();
        play(&desk, "yes,yes,no");
        let output = play(&desk, "yes,yes,no");
        let errors = shown(&stdout(&output), "error").join("\n");
        assert!(
            errors.contains("draft: there is no draft \"2025-q3\"; there are none"),
            "{errors}"
        );
        assert!(
            errors.contains("filing: `2025-q1` was handed off before"),
            "{errors}"
        );
        let journal = fs::read_to_string(desk.join("journal.log")).expect("the journal");
        assert_eq!(
            journal.lines().count(),
            8,
            "a body that fails has its line: {journal}"
        );
    }

    #[test]
    fn an_empty_folder_gets_the_sample_and_a_foreign_one_is_left_alone() {
        let (_temporary, desk) = place();
        fs::create_dir(&desk).expect("a folder");
        play(&desk, "no,no,no");

        let (_temporary, foreign) = place();
        fs::create_dir(&foreign).expect("a folder");
        fs::write(foreign.join("letter.txt"), "dear").expect("a file");
        let output = run(&["--desk", text(&foreign), "--answers", "yes,yes,yes"]);
        assert_not_started(&output, &[text(&foreign), "no folder `filings`"]);
        assert_eq!(files(&foreign), set(["letter.txt"]));
    }

    #[test]
    fn without_an_answer_it_goes_no_further() {
        for (answers, asked) in [("yes", 2), ("yes,no", 3)] {
            let (_temporary, desk) = place();
            let output = run(&["demo", "--desk", text(&desk), "--answers", answers]);
            assert_eq!(output.status.code(), Some(2));
            assert!(stderr(&output).contains("--answers"), "{}", stderr(&output));
            assert_eq!(shown(&stdout(&output), "form").len(), asked);
            let there = set([
                "drafts/2025-q4.json",
                "filings/2025-q1.json",
                "filings/2025-q2.json",
                "journal.log",
            ]);
            assert_eq!(files(&desk), there);
        }
    }

    #[test]
    fn without_a_terminal_it_explains_itself() {
        for arguments in [&[][..], &["demo"]] {
            let (_temporary, desk) = place();
            let output = run(&[arguments, &["--desk", text(&desk)]].concat());
            assert_not_started(&output, &["no terminal", "--answers yes,no,cancel"]);
            assert!(!desk.exists());
        }
    }

    #[test]
    fn speaks_spanish() {
        let (_temporary, desk) = place();
        let output = run(&[
            "--lang",
            "es-ES",
            "--answers",
            "no,no,no",
            "--desk",
            text(&desk),
        ]);
        let output = stdout(&output);
        let question = shown(&output, "question")[1];
        assert_eq!(
            question,
            "El asistente quiere ejecutar `delete_draft`: Eliminar un borrador. Se elimina un \
             borrador del escritorio, y no queda ninguna copia. ¿Quiere que se haga?"
        );
    }

    #[test]
    fn a_policy_tightens() {
        let (temporary, desk) = place();
        let policy = temporary.path().join("policy.json");
        fs::write(
            &policy,
            r#"{ "list_filings": "block", "delete_draft": "block" }"#,
        )
        .expect("a file");
        let output = run(&[
            "--policy",
            text(&policy),
            "--answers",
            "no,no",
            "--desk",
            text(&desk),
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let routes = [
            "refuse_blocked",
            "refuse_blocked",
            "elicit",
            "elicit",
            "refuse_blocked",
            "refuse_blocked",
            "refuse_no_channel",
        ];
        assert_eq!(shown(&stdout(&output), "route"), routes);
        assert_eq!(
            fs::read_to_string(desk.join("journal.log")).expect("the journal"),
            ""
        );
    }
}

mod options {
    use super::*;

    #[test]
    fn an_export_by_hand_needs_a_terminal() {
        let (_temporary, desk) = place();
        let output = run(&[
            "export",
            "2025-q1",
            "--desk",
            text(&desk),
            "--answers",
            "yes",
        ]);
        let output = Output {
            stderr: own_lines(&output.stderr),
            ..output
        };
        assert_not_started(&output, &["no terminal"]);
        assert!(!desk.exists());
    }

    #[test]
    fn a_bad_one_stops_it() {
        let cases: [(&[&str], &str); 14] = [
            (&["--answers", "maybe"], "maybe"),
            (&["serve", "--answer-within", "0s"], "--answer-within"),
            (&["serve", "--answer-within", "soon"], "--answer-within"),
            (&["--state-ttl", "0ms", "serve"], "--state-ttl"),
            (&["serve", "--state-ttl", "-5m"], "-5"),
            (&["serve", "--ledger", "paper"], "memory"),
            (&["serve", "--lang", "tlh"], "en, es"),
            (&["serve", "--http", "nowhere"], "nowhere"),
            (&["serve", "--http", "0.0.0.0:0"], "--allow-remote"),
            (&["serve", "--http", "[::]:0"], "--allow-remote"),
            (&["serve", "--allow-remote"], "--http"),
            (&["serve", "--verbose"], "--verbose"),
            (&["deliver"], "deliver"),
            (
                &["--policy", "/does/not/exist.json", "serve"],
                "/does/not/exist.json",
            ),
        ];
        for (arguments, says) in cases {
            assert_not_started(&run(arguments), &[says]);
        }
    }

    #[test]
    fn a_key_has_32_bytes_or_more() {
        let (temporary, desk) = place();
        let file = temporary.path().join("key");
        let play = || {
            let options = ["--key-file", text(&file), "--answers", "yes,yes,yes"];
            run(&[&["--desk", text(&desk)][..], &options].concat())
        };
        assert_not_started(&play(), &[text(&file), "No such file"]);
        for (len, says) in [(0, "has 0"), (31, "has 31"), (4097, "at most 4096")] {
            fs::write(&file, vec![0xFF; len]).expect("a file");
            assert_not_started(&play(), &[text(&file), says]);
        }
        assert!(!desk.exists());
        for len in [32, 4096] {
            fs::write(&file, vec![0xFF; len]).expect("a file");
            let output = play();
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        }
    }

    #[test]
    fn a_bad_policy_is_named_with_its_key_and_line() {
        let cases = [
            (
                "{\n\"list_filings\": \"confirm\",\n\"list_drafts\": \"block\"}",
                ["list_drafts", "line 3"],
            ),
            ("{\n\"list_filings\": \"ask\"}", ["list_filings", "line 2"]),
            (
                "{\n\n\"export_filing\": \"auto_approve\"}",
                ["export_filing", "line 3"],
            ),
            (
                "{\"list_filings\": \"confirm\",\n\"list_filings\": \"block\"}",
                ["list_filings", "line 2"],
            ),
            (
                "{\n\"list_filings\" \"confirm\"}",
                ["cannot be read", "line 2"],
            ),
            ("[]", ["cannot be read", "line 1"]),
        ];
        for (policy, says) in cases {
            for command in ["serve", "demo"] {
                let (temporary, desk) = place();
                let file = temporary.path().join("policy.json");
                fs::write(&file, policy).expect("a file");
                let output = run(&[
                    command,
                    "--policy",
                    text(&file),
                    "--desk",
                    text(&desk),
                    "--answers",
                    "yes",
                ]);
                assert_not_started(&output, &[text(&file), says[0], says[1]]);
                assert!(!desk.exists());
            }
        }
    }

    #[test]
    fn what_cannot_be_written_stops_it() {
        let (temporary, desk) = place();
        assert_eq!(
            run(&["--desk", text(&desk), "--answers", "no,no,no"])
                .status
                .code(),
            Some(0)
        );
        let file = temporary.path().join("file");
        fs::write(&file, "").expect("a file");
        let below_a_file = file.join("desk");
        let broken = temporary.path().join("broken");
        for part in ["filings", "drafts"] {
            fs::create_dir_all(broken.join(part)).expect("a folder");
        }
        fs::write(broken.join("outbox"), "").expect("a file");

        // As root, too, nobody can make a file in there.
        #[cfg(target_os = "linux")]
        {
            let fixed = temporary.path().join("fixed");
            for part in ["filings", "drafts"] {
                fs::create_dir_all(fixed.join(part)).expect("a folder");
            }
            std::os::unix::fs::symlink("/proc", fixed.join("outbox")).expect("a link");
            let output = run(&["--desk", text(&fixed), "--answers", "no,no,no"]);
            assert_not_started(&output, &[text(&fixed), "cannot write into `outbox`"]);
        }

        let folder = text(temporary.path());
        let cases: [(&[&str], &str); 5] = [
            (&["--desk", text(&file)], text(&file)),
            (&["--desk", text(&below_a_file)], text(&below_a_file)),
            (&["--desk", text(&broken)], "`outbox`"),
            (&["--desk", text(&desk), "--journal", folder], folder),
            (
                &["--desk", text(&desk), "--journal", text(&below_a_file)],
                text(&below_a_file),
            ),
        ];
        for command in ["serve", "demo"] {
            for (arguments, says) in cases {
                let output = run(&[&[command, "--answers", "yes,yes,yes"], arguments].concat());
                let output = Output {
                    stderr: own_lines(&output.stderr),
                    ..output
                };
                assert_not_started(&output, &[says]);
            }
        }
    }

    /// Without the log of `serve`.
    fn own_lines(stderr: &[u8]) -> Vec<u8> {
        let stderr = String::from_utf8_lossy(stderr);
        let lines = stderr
            .lines()
            .filter(|line| line.starts_with("filing_desk: "));
        lines.collect::<Vec<_>>().join("\n").into_bytes()
    }

    #[test]
    fn come_from_the_environment_too_and_the_command_line_wins() {
        let (temporary, desk) = place();
        let journal = temporary.path().join("journal");
        let policy = temporary.path().join("policy.json");
        fs::write(&policy, r#"{ "export_filing": "block" }"#).expect("a file");
        let from_environment = |command: &mut Command| {
            finish(
                command
                    .env("FILING_DESK_DESK", &desk)
                    .env("FILING_DESK_JOURNAL", &journal)
                    .env("FILING_DESK_POLICY", &policy)
                    .env("FILING_DESK_LANG", "es")
                    .env("FILING_DESK_ANSWER_WITHIN", "90s")
                    .env("FILING_DESK_STATE_TTL", "10m")
                    .env("FILING_DESK_ANSWERS", "no"),
            )
        };
        let output = from_environment(&mut filing_desk(&[]));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(
            fs::read_to_string(&journal).expect("the journal"),
            "list_filings all\ndelete_draft draft=\"2025-q4\"\n"
        );
        let output = stdout(&output);
        assert_eq!(shown(&output, "answer")[1], "no");
        assert!(shown(&output, "question")[1].starts_with("El asistente"));
        assert_eq!(
            shown(&output, "route")[2..4],
            ["refuse_blocked", "refuse_blocked"]
        );

        for arguments in [["--lang", "en", "demo"], ["demo", "--lang", "en"]] {
            let output = stdout(&from_environment(&mut filing_desk(&arguments)));
            assert!(
                shown(&output, "question")[1].starts_with("The assistant"),
                "{arguments:?}"
            );
        }

        for (name, value) in [
            ("FILING_DESK_ANSWER_WITHIN", "0s"),
            ("FILING_DESK_STATE_TTL", "never"),
            ("FILING_DESK_LANG", "tlh"),
            ("FILING_DESK_ANSWERS", "perhaps"),
            ("FILING_DESK_DESK", text(&policy)),
            ("FILING_DESK_POLICY", "/does/not/exist.json"),
        ] {
            let mut command = filing_desk(&["--answers", "no,no,no"]);
            if name == "FILING_DESK_ANSWERS" {
                command = filing_desk(&[]);
            }
            let output = finish(command.env(name, value));
            assert_not_started(&output, &[value]);
        }
    }
}

mod on_the_desk {
    use std::sync::Arc;

    use countersign::{
        ConfirmDecision, Gate, Overrides, Tool, Unconfirmed,
        trusted::{Answer, Channel, ClientSupport, NoAnswer, Question},
    };
    use rmcp::Json;

    use super::*;
    use crate::{
        desk::{Desk, Entry, Format, State},
        tools::{DeleteDraft, ExportFiling, ListFilings, SubmitFiling, listed},
    };

    /// A human who says yes to everything.
    struct Yes;

    impl Channel for Yes {
        fn support(&self) -> ClientSupport {
            ClientSupport::FormElicitation
        }

        async fn ask<'q>(&self, question: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
            Ok(question.answer(ConfirmDecision::Proceed))
        }
    }

    /// Runs a tool as a server would: there is no other way to its body.
    async fn call<T>(desk: &Desk, tool: T) -> T::Output
    where
        T: for<'a> Tool<Context<'a> = &'a Desk>,
    {
        let gate = Gate::new(&listed(), Overrides::none()).expect("a gate");
        let outcome = gate.run(Unconfirmed::new(tool), &Yes, desk).await;
        outcome.expect("the human said yes")
    }

    fn export(filing: &str, format: Format) -> ExportFiling {
        let filing = filing.to_owned();
        ExportFiling { filing, format }
    }

    fn sample() -> (TempDir, PathBuf, Desk) {
        let (temporary, folder) = place();
        let desk = Desk::open(Some(&folder), None).expect("a sample desk");
        (temporary, folder, desk)
    }

    fn journal(folder: &Path) -> String {
        fs::read_to_string(folder.join("journal.log")).expect("the journal")
    }

    /// Neither a file in the outbox, not even a hidden one, nor a mark.
    fn assert_nothing_left(folder: &Path) {
        let left = files(folder);
        let left: Vec<_> = left
            .iter()
            .filter(|name| name.starts_with("outbox/") || name.ends_with(".handed-off"))
            .collect();
        assert!(left.is_empty(), "{left:?}");
    }

    #[tokio::test]
    async fn names_lead_nowhere_else() {
        let (temporary, folder, desk) = sample();
        fs::write(temporary.path().join("outside.json"), "{}").expect("a file");
        let outside = text(temporary.path()).to_owned() + "/outside";
        let before = files(&folder);
        for name in [
            "",
            ".",
            "..",
            "../outside",
            "../../outside",
            &outside,
            "/etc/passwd",
            "../filings/2025-q1",
            "drafts/2025-q3",
            "./2025-q3",
            "2025-q3/",
            "2025-q3.json",
            "2025-q3\0",
            "2025-Q3",
            "*",
            "2025-q1",
            " 2025-q3",
            "..\\outside",
        ] {
            let draft = name.to_owned();
            let error = call(&desk, DeleteDraft { draft }).await.expect_err(name);
            assert!(error.starts_with("draft: "), "{error}");
            assert!(error.contains("2025-q3, 2025-q4"), "{error}");
        }
        for name in ["../drafts/2025-q3", "2025-q3", ""] {
            let error = call(&desk, export(name, Format::Xml))
                .await
                .expect_err(name);
            assert!(error.starts_with("filing: "), "{error}");
            assert!(error.contains("2025-q1, 2025-q2"), "{error}");
        }
        assert_eq!(files(&folder), before);
        assert!(temporary.path().join("outside.json").exists());
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn links_are_no_documents() {
        let (temporary, folder, desk) = sample();
        let secret = temporary.path().join("secret.json");
        fs::write(&secret, "{}").expect("a file");
        std::os::unix::fs::symlink(&secret, folder.join("filings/link.json")).expect("a link");
        call(&desk, export("link", Format::Json))
            .await
            .expect_err("a link");
        assert_nothing_left(&folder);
    }

    #[tokio::test]
    async fn a_filing_is_handed_off_once() {
        let (_temporary, folder, desk) = sample();
        let done = call(&desk, export("2025-q1", Format::Xml))
            .await
            .expect("it works");
        assert!(done.contains("outbox/2025-q1.xml"), "{done}");
        let xml = fs::read_to_string(folder.join("outbox/2025-q1.xml")).expect("the export");
        assert!(xml.contains("<filing name=\"2025-q1\">"), "{xml}");
        assert!(xml.contains("<field name=\"due\">2054.58</field>"), "{xml}");

        for format in [Format::Xml, Format::Json] {
            let error = call(&desk, export("2025-q1", format))
                .await
                .expect_err("once");
            assert!(error.contains("handed off before"), "{error}");
        }
        let there = files(&folder);
        let sent: Vec<_> = there
            .iter()
            .filter(|name| name.starts_with("outbox/"))
            .collect();
        assert_eq!(sent, ["outbox/2025-q1.xml"]);

        let Json(listing) = call(&desk, ListFilings {}).await.expect("it works");
        let state = |name: &str, state| Entry {
            name: name.to_owned(),
            state,
        };
        assert_eq!(
            listing.filings,
            [
                state("2025-q1", State::HandedOff),
                state("2025-q2", State::Open)
            ]
        );
        assert_eq!(
            listing.drafts,
            [state("2025-q3", State::Open), state("2025-q4", State::Open)]
        );
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn of_many_exports_at_once_one_works() {
        for _ in 0..20 {
            let (_temporary, folder, desk) = sample();
            let desk = Arc::new(desk);
            let exports: Vec<_> = (0..8)
                .map(|i| {
                    let desk = Arc::clone(&desk);
                    let format = if i % 2 == 0 {
                        Format::Xml
                    } else {
                        Format::Json
                    };
                    tokio::spawn(async move { call(&desk, export("2025-q1", format)).await })
                })
                .collect();
            let mut done = 0;
            for export in exports {
                done += u32::from(export.await.expect("no panic").is_ok());
            }
            assert_eq!(done, 1);
            let left = files(&folder);
            assert_eq!(
                left.iter()
                    .filter(|name| name.starts_with("outbox/"))
                    .count(),
                1
            );
        }
    }

    #[tokio::test]
    async fn an_export_that_cannot_be_marked_leaves_nothing() {
        let (_temporary, folder, desk) = sample();
        fs::create_dir(folder.join("filings/2025-q1.handed-off")).expect("a folder");
        let error = call(&desk, export("2025-q1", Format::Xml))
            .await
            .expect_err("no mark");
        assert!(error.contains("cannot be marked"), "{error}");
        assert_nothing_left(&folder);
        assert_eq!(journal(&folder).lines().count(), 1, "it ran, and failed");
    }

    #[tokio::test]
    async fn an_export_that_cannot_be_put_down_leaves_nothing() {
        let (_temporary, folder, desk) = sample();
        fs::create_dir(folder.join("outbox/2025-q1.xml")).expect("a folder");
        call(&desk, export("2025-q1", Format::Xml))
            .await
            .expect_err("no place");
        assert_nothing_left(&folder);
        // It is not lost for ever.
        call(&desk, export("2025-q1", Format::Json))
            .await
            .expect("another place");

        let (_temporary, folder, desk) = sample();
        fs::write(folder.join("outbox/2025-q1.xml"), "of somebody else").expect("a file");
        let error = call(&desk, export("2025-q1", Format::Xml))
            .await
            .expect_err("taken");
        assert!(error.contains("already holds"), "{error}");
        assert!(!folder.join("filings/2025-q1.handed-off").exists());
        let there = fs::read_to_string(folder.join("outbox/2025-q1.xml")).expect("a file");
        assert_eq!(there, "of somebody else");

        let (_temporary, folder, desk) = sample();
        fs::remove_dir(folder.join("outbox")).expect("it is empty");
        call(&desk, export("2025-q1", Format::Xml))
            .await
            .expect_err("no outbox");
        assert_nothing_left(&folder);
    }

    #[tokio::test]
    async fn a_filing_that_cannot_be_read_leaves_nothing() {
        let (_temporary, folder, desk) = sample();
        fs::write(folder.join("filings/broken.json"), "{ \"due\": ").expect("a file");
        fs::write(folder.join("filings/binary.json"), [0xff, 0xfe]).expect("a file");
        fs::write(folder.join("filings/bell.json"), r#"{ "note": "\u0007" }"#).expect("a file");
        for format in [Format::Xml, Format::Json] {
            for name in ["broken", "binary"] {
                call(&desk, export(name, format)).await.expect_err(name);
                assert_nothing_left(&folder);
            }
        }
        let error = call(&desk, export("bell", Format::Xml))
            .await
            .expect_err("no such character");
        assert!(error.contains("export it as json"), "{error}");
        assert_nothing_left(&folder);
        call(&desk, export("bell", Format::Json))
            .await
            .expect("as it is");
    }

    #[tokio::test]
    async fn what_a_filing_says_cannot_break_its_xml() {
        let (_temporary, folder, desk) = sample();
        let filing = r#"{ "a\"><b": "</field>&\n\"", "list": [null, true, 1.5] }"#;
        fs::write(folder.join("filings/odd.json"), filing).expect("a file");
        call(&desk, export("odd", Format::Xml))
            .await
            .expect("it works");
        let xml = fs::read_to_string(folder.join("outbox/odd.xml")).expect("the export");
        assert_eq!(
            xml,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <filing name=\"odd\">\n  \
               <field name=\"a&quot;&gt;&lt;b\">&lt;/field&gt;&amp;&#10;&quot;</field>\n  \
               <field name=\"list\">\n    \
                 <item/>\n    \
                 <item>true</item>\n    \
                 <item>1.5</item>\n  \
               </field>\n\
             </filing>\n"
        );
    }

    #[tokio::test]
    async fn the_journal_has_one_line_for_each_run() {
        let (_temporary, folder, desk) = sample();
        let hostile = "x\nexport_filing filing=\"2025-q1\"\r\u{1b}[2K\u{2028}\u{202e}";
        let draft = hostile.to_owned();
        call(&desk, DeleteDraft { draft })
            .await
            .expect_err("no such draft");
        call(&desk, ListFilings {}).await.expect("it works");
        let draft = "2025-q3".to_owned();
        call(&desk, DeleteDraft { draft }).await.expect("it works");

        let journal = journal(&folder);
        let keys: Vec<_> = journal
            .lines()
            .map(|line| line.split_once(' ').expect("a space").0)
            .collect();
        assert_eq!(keys, ["delete_draft", "list_filings", "delete_draft"]);
        assert!(
            journal
                .chars()
                .all(|c| c == '\n' || printable::printable(&c.to_string()) == c.to_string())
        );
    }

    #[test]
    fn no_details_break_a_line_of_the_journal() {
        let (_temporary, folder, desk) = sample();
        for details in ["a\nb", "a\r\nb", "\u{85}", "\u{2028}", "\u{1b}[2K", ""] {
            desk.journal()
                .record::<ListFilings>(details)
                .expect("a line");
        }
        let journal = journal(&folder);
        assert_eq!(journal.lines().count(), 6);
        assert!(journal.starts_with("list_filings a\\nb\n"), "{journal}");
        assert!(!journal.contains(['\r', '\u{85}', '\u{2028}', '\u{1b}']));
    }

    /// `/dev/full` can be opened, but not written.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn without_a_line_in_the_journal_nothing_is_done() {
        let (_temporary, folder) = place();
        let desk = Desk::open(Some(&folder), Some(Path::new("/dev/full"))).expect("a desk");
        let before = files(&folder);
        let draft = "2025-q3".to_owned();
        let error = call(&desk, DeleteDraft { draft })
            .await
            .expect_err("no journal");
        assert!(error.contains("nothing was done"), "{error}");
        call(&desk, export("2025-q1", Format::Xml))
            .await
            .expect_err("no journal");
        assert_eq!(files(&folder), before);
    }

    #[tokio::test]
    async fn a_blocked_tool_has_no_way_to_its_body() {
        let (_temporary, folder, desk) = sample();
        let gate = Gate::new(&listed(), Overrides::none()).expect("a gate");
        let filing = "2025-q1".to_owned();
        let call = Unconfirmed::new(SubmitFiling { filing });
        assert!(gate.run(call, &Yes, &desk).await.is_err());
        assert_eq!(journal(&folder), "");
    }
}

#[cfg(unix)]
mod at_the_terminal {
    use std::{
        fs::File,
        io::{Read, Write},
        os::{fd::OwnedFd, unix::fs::OpenOptionsExt},
    };

    use rustix::{
        fs::OFlags,
        pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    };

    use super::*;

    const PROMPT: &str = "then Enter: ";

    /// Runs the demo at a terminal, where a person types each line after its prompt.
    fn play(desk: &Path, typed: &[&str]) -> (Option<i32>, String) {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&ours).expect("a terminal");
        unlockpt(&ours).expect("a terminal");
        let name = ptsname(&ours, Vec::new()).expect("a terminal has a name");
        let theirs: OwnedFd = File::options()
            .read(true)
            .write(true)
            .custom_flags(OFlags::NOCTTY.bits().cast_signed())
            .open(name.to_str().expect("UTF-8"))
            .expect("a terminal")
            .into();
        let clone = || theirs.try_clone().expect("a descriptor");
        let mut command = filing_desk(&["--desk", text(desk)]);
        command.stdin(clone()).stdout(clone()).stderr(clone());
        let mut child = command.spawn().expect("it starts");
        // Only the child holds their side now: reading ends when it does.
        drop((command, theirs));

        let mut terminal = File::from(ours);
        let mut screen = Vec::new();
        let mut typed = typed.iter();
        let mut seen = 0;
        let mut part = [0; 4096];
        while let Ok(read @ 1..) = terminal.read(&mut part) {
            screen.extend_from_slice(&part[..read]);
            let new = String::from_utf8_lossy(&screen[seen..]);
            if new.ends_with(PROMPT) {
                seen = screen.len();
                let line = typed.next().expect("as many lines as prompts");
                terminal.write_all(line.as_bytes()).expect("it listens");
            }
        }
        let status = child.wait().expect("a child");
        let screen = String::from_utf8(screen).expect("UTF-8");
        (status.code(), screen.replace('\r', ""))
    }

    #[test]
    fn the_person_decides() {
        let (_temporary, desk) = place();
        let (code, screen) = play(&desk, &["no\n", "maybe\n", "\n", "y\n", "cancel\n"]);
        assert_eq!(code, Some(0), "{screen}");
        assert_eq!(shown(&screen, "answer")[1..4], ["no", "yes", "cancel"]);
        assert_eq!(shown(&screen, "route"), ALL_ROUTES);
        let there = set([
            "drafts/2025-q3.json",
            "filings/2025-q1.handed-off",
            "filings/2025-q1.json",
            "filings/2025-q2.json",
            "journal.log",
            "outbox/2025-q1.xml",
        ]);
        assert_eq!(files(&desk), there);
    }

    #[test]
    fn the_end_of_input_is_no_answer() {
        let (_temporary, desk) = place();
        let (code, screen) = play(&desk, &["\u{4}"]);
        assert_eq!(code, Some(2), "{screen}");
        assert!(screen.contains("the input ended"), "{screen}");
        assert_eq!(
            fs::read_to_string(desk.join("journal.log")).expect("the journal"),
            "list_filings all\n"
        );
    }
}
