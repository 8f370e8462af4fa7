//! The person at the terminal: a real pseudo-terminal, and the built example on it. What ran is
//! witnessed by the folder, and why not by the example's journal.
#![cfg(unix)]

use std::{
    fs::{self, File},
    io::{Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{LazyLock, Mutex},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::OFlags,
    io::{FdFlags, fcntl_setfd},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, tcgetattr},
};

const ENGLISH: &str = "Type yes or no, then Enter (Esc cancels): ";
const SPANISH: &str = "Escriba sí o no y pulse Intro (Esc cancela): ";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const ESC: &str = "\x1b";
const ENTER: &str = "\r";

fn hint(lang: &str) -> &'static str {
    if lang == "es" { SPANISH } else { ENGLISH }
}

/// Longer than anything here takes; a test that waits for it has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// A folder with the files `a` and `b`, next to a journal.
struct Desk {
    root: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("folder");
        fs::create_dir(&folder).unwrap();
        for name in ["a", "b"] {
            fs::write(folder.join(name), "").unwrap();
        }
        Self { root }
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root.path().join("folder")).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn journal(&self) -> String {
        fs::read_to_string(self.root.path().join("journal")).unwrap_or_default()
    }

    fn args(&self, more: &str) -> Vec<String> {
        let root = self.root.path().display();
        let all = format!("--folder {root}/folder --journal {root}/journal {more}");
        all.split(' ').map(str::to_owned).collect()
    }

    fn agent(&self, more: &str) -> Agent {
        Agent::on_terminal(Command::new(example()).args(self.args(more)))
    }

    #[track_caller]
    fn assert_refused(&self, reason: &str) {
        assert_eq!(self.files(), ["a", "b"]);
        let journal = self.journal();
        assert!(journal.starts_with(reason), "{journal:?}");
        assert_eq!(journal.lines().count(), 1, "{journal:?}");
    }
}

/// The example, built. `cargo test --test terminal` alone does not build it, and one that was
/// left there from before would be the wrong one.
fn example() -> &'static Path {
    static BUILT: LazyLock<PathBuf> = LazyLock::new(|| {
        // The features of this run, so that nothing is built twice.
        let on = [
            ("rmcp", cfg!(feature = "rmcp")),
            ("terminal", true),
            ("testing", cfg!(feature = "testing")),
        ];
        let features: Vec<_> = on
            .iter()
            .filter(|(_, on)| *on)
            .map(|(name, _)| *name)
            .collect();
        let output = Command::new(env!("CARGO"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["build", "--example", "terminal", "--message-format", "json"])
            .args(["--features", &features.join(",")])
            .stderr(Stdio::inherit())
            .output()
            .unwrap();
        assert!(output.status.success(), "the example does not build");
        output
            .stdout
            .split(|byte| *byte == b'\n')
            .filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok())
            .filter(|message| message["target"]["name"] == "terminal")
            .find_map(|message| message["executable"].as_str().map(PathBuf::from))
            .expect("cargo names the executable")
    });
    &BUILT
}

/// Descriptors are made not to be inherited, but not in one step everywhere.
static NO_FORK_BETWEEN: Mutex<()> = Mutex::new(());

/// The example on a pseudo-terminal, which is not its controlling one: it gets no SIGHUP, and has
/// to notice a hangup by itself.
struct Agent {
    child: Child,
    terminal: File,
    screen: Vec<u8>,
    read_up_to: usize,
}

impl Agent {
    fn on_terminal(command: &mut Command) -> Self {
        let _alone = NO_FORK_BETWEEN.lock().unwrap();
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        fcntl_setfd(&master, FdFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = File::options()
            .read(true)
            .write(true)
            .custom_flags(OFlags::NOCTTY.bits().cast_signed())
            .open(name.to_str().unwrap())
            .unwrap();
        let child = command
            .stdin(slave.try_clone().unwrap())
            .stdout(slave.try_clone().unwrap())
            .stderr(slave)
            .spawn()
            .unwrap();
        Self {
            child,
            terminal: File::from(master),
            screen: Vec::new(),
            read_up_to: 0,
        }
    }

    /// Reads what is shown, for at most this long. An error is the end of the child.
    fn look(&mut self, limit: Duration) {
        let mut ready = [PollFd::new(&self.terminal, PollFlags::IN)];
        let limit = Timespec::try_from(limit).unwrap();
        if poll(&mut ready, Some(&limit)).unwrap() > 0 {
            let mut buffer = [0; 4096];
            match self.terminal.read(&mut buffer) {
                Ok(length) => self.screen.extend(&buffer[..length]),
                Err(_) => thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    fn shown(&self) -> &str {
        std::str::from_utf8(&self.screen).unwrap()
    }

    /// Waits until `text` is shown, after what was waited for before.
    #[track_caller]
    fn expect(&mut self, text: &str) -> &mut Self {
        let start = Instant::now();
        loop {
            let unread = &self.screen[self.read_up_to..];
            if let Some(at) = unread
                .windows(text.len())
                .position(|w| w == text.as_bytes())
            {
                self.read_up_to += at + text.len();
                return self;
            }
            if start.elapsed() > PATIENCE {
                self.child.kill().unwrap();
                panic!("no {text:?} in {:?}", self.shown());
            }
            self.look(Duration::from_millis(100));
        }
    }

    fn press(&mut self, keys: &str) -> &mut Self {
        self.terminal.write_all(keys.as_bytes()).unwrap();
        self
    }

    /// The exit status.
    #[track_caller]
    fn end(&mut self) -> i32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                self.look(Duration::from_millis(10));
                return status.code().expect("no signal");
            }
            if start.elapsed() > PATIENCE {
                self.child.kill().unwrap();
                panic!("hangs: {:?}", self.shown());
            }
            self.look(Duration::from_millis(10));
        }
    }

    fn is_raw(&self) -> bool {
        let modes = tcgetattr(&self.terminal).unwrap();
        !modes.local_modes.contains(LocalModes::ICANON)
    }
}

#[test]
fn yes_deletes_and_nothing_is_asked_of_reading() {
    for (lang, word) in [
        ("en", "yes"),
        ("en", "y"),
        ("en", "YES"),
        ("es", "sí"),
        ("es", "si"),
        ("es", "s"),
        ("es", "y"),
    ] {
        let desk = Desk::new();
        let mut agent = desk.agent(&format!("--lang {lang} delete a"));
        agent
            .expect(hint(lang))
            .press(word)
            .expect(word)
            .press(ENTER);
        assert_eq!(agent.end(), 0, "{word}");
        assert_eq!(desk.files(), ["b"], "{word}");
        assert_eq!(desk.journal(), "deleted a\n");
        assert!(!agent.is_raw(), "the terminal is left as it was");
    }
    let desk = Desk::new();
    let mut agent = desk.agent("list");
    assert_eq!(agent.end(), 0);
    assert_eq!(desk.journal(), "a\nb\n");
    assert_eq!(agent.shown(), "a\r\nb\r\n");
}

#[test]
fn the_question_is_in_the_language_and_names_the_command() {
    for (lang, question) in [
        (
            "en",
            "The assistant wants to run `delete_file`: Delete a file of the folder. The file is removed for good. ",
        ),
        (
            "es",
            "El asistente quiere ejecutar `delete_file`: Eliminar un archivo de la carpeta. El archivo se elimina definitivamente. ",
        ),
    ] {
        let desk = Desk::new();
        let mut agent = desk.agent(&format!("--lang {lang} delete a"));
        agent.expect(question).expect(hint(lang)).press(ESC);
        assert_eq!(agent.end(), 3);
    }
}

#[test]
fn no_is_a_decline() {
    for (lang, word) in [("en", "no"), ("en", "n"), ("es", "no"), ("es", "N")] {
        let desk = Desk::new();
        let mut agent = desk.agent(&format!("--lang {lang} delete a"));
        agent
            .expect(hint(lang))
            .press(word)
            .expect(word)
            .press(ENTER);
        assert_eq!(agent.end(), 3);
        desk.assert_refused("refused_declined");
    }
}

#[test]
fn enter_and_other_words_are_asked_again() {
    let desk = Desk::new();
    let mut agent = desk.agent("delete a");
    for other in [
        "",
        "  ",
        "ok",
        "sí",
        "true",
        "yesyesyesyesyesyesyesyes",
        "\x1b[Ayess",
        "\x1by",
        "\x19",
    ] {
        agent
            .expect(ENGLISH)
            .press(other)
            .press(ENTER)
            .expect("\r\n");
    }
    agent.expect(ENGLISH);
    assert_eq!(desk.files(), ["a", "b"]);
    // Backspace takes back what was typed: "yex" becomes "yes".
    agent.press("yex\x7fs").expect("yes").press(ENTER);
    assert_eq!(agent.end(), 0);
    assert_eq!(desk.files(), ["b"]);
}

#[test]
fn escape_and_ctrl_c_cancel() {
    for key in [ESC, CTRL_C, "yes\x03"] {
        let desk = Desk::new();
        let mut agent = desk.agent("delete a");
        agent.expect(ENGLISH).press(key);
        assert_eq!(agent.end(), 3);
        desk.assert_refused("refused_cancelled");
        assert!(!agent.is_raw());
    }
}

#[test]
fn end_of_input_is_no_answer() {
    for keys in [CTRL_D, "yes\x04"] {
        let desk = Desk::new();
        let mut agent = desk.agent("delete a");
        agent.expect(ENGLISH).press(keys);
        assert_eq!(agent.end(), 3);
        desk.assert_refused(
            "no_answer: `delete_file` was not run: the client, or its terminal, went away",
        );
    }
}

#[test]
fn a_hangup_is_no_answer_and_does_not_hang() {
    for typed in ["x", "yes"] {
        let desk = Desk::new();
        let mut agent = desk.agent("delete a");
        agent.expect(ENGLISH).press(typed).expect(typed);
        let Agent {
            mut child,
            terminal,
            ..
        } = agent;
        drop(terminal);
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("hangs");
            }
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(3));
        desk.assert_refused(
            "no_answer: `delete_file` was not run: the client, or its terminal, went away",
        );
    }
}

#[test]
fn without_a_terminal_nothing_is_asked() {
    // All of it redirected, and each of input and error output alone: a piped "yes" is no person.
    let desk = Desk::new();
    let mut child = Command::new(example())
        .args(desk.args("delete a"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The child may be gone already.
    let _ = child.stdin.take().unwrap().write_all(b"yes\nyes\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    desk.assert_refused("refuse_no_channel");

    for redirected in ["</dev/null", "2>/dev/null"] {
        let desk = Desk::new();
        let mut agent = Agent::on_terminal(
            Command::new("/bin/sh")
                .arg("-c")
                .arg(format!("exec \"$0\" \"$@\" {redirected}"))
                .arg(example())
                .args(desk.args("delete a")),
        );
        assert_eq!(agent.end(), 3, "{redirected}");
        desk.assert_refused("refuse_no_channel");
    }
}

#[test]
fn silence_ends_with_the_limit() {
    let desk = Desk::new();
    let mut agent = desk.agent("--answer-within 0.5 delete a");
    agent.expect(ENGLISH).press("yes");
    assert_eq!(agent.end(), 3);
    desk.assert_refused("no_answer: `delete_file` was not run: nobody answered");
    assert!(!agent.is_raw());
}

#[test]
fn a_call_that_is_given_up_takes_its_question_away() {
    let desk = Desk::new();
    let mut agent = desk.agent("--give-up-after 0.5 delete a");
    agent.expect(ENGLISH);
    // The executor has one thread: that its clock goes on shows that the prompt does not block it.
    assert_eq!(agent.end(), 1);
    desk.assert_refused("given up");
    assert!(!agent.is_raw());
}

#[test]
fn what_was_typed_before_the_question_is_no_answer() {
    let desk = Desk::new();
    let mut agent = desk.agent("delete a b");
    // The second line comes in one piece with the first, before the second question.
    agent.expect(ENGLISH).press("yes\ryes\r");
    agent.expect(ENGLISH).expect("\r\n").expect(ENGLISH);
    thread::sleep(Duration::from_millis(300));
    assert_eq!(desk.files().len(), 1, "one yes, one deletion");
    agent.press("no\r");
    assert_eq!(agent.end(), 3);
    assert_eq!(desk.files().len(), 1);
}

#[test]
fn pasted_text_is_not_typed() {
    let desk = Desk::new();
    let mut agent = desk.agent("delete a");
    agent.expect("\x1b[?2004h").expect(ENGLISH);
    agent
        .press("\x1b[200~yes\r\x1b[201~")
        .press("no")
        .expect("no");
    agent.press(ENTER);
    assert_eq!(agent.end(), 3);
    desk.assert_refused("refused_declined");
    assert!(agent.shown().ends_with('\n') && agent.shown().contains("\x1b[?2004l"));
}

#[test]
fn two_questions_are_asked_one_after_the_other() {
    let desk = Desk::new();
    let mut agent = desk.agent("delete a b");
    agent.expect(ENGLISH);
    // Longer than a prompt takes to appear: the other one waits for its turn.
    thread::sleep(Duration::from_millis(400));
    agent.look(Duration::from_millis(10));
    assert_eq!(agent.shown().matches(ENGLISH).count(), 1);
    agent
        .press("yes\r")
        .expect("The assistant wants to run")
        .expect(ENGLISH);
    assert_eq!(desk.files().len(), 1);
    agent.press("no\r");
    assert_eq!(agent.end(), 3);
    assert_eq!(desk.files().len(), 1, "one yes, one deletion");
    assert_eq!(
        agent.shown().matches("The assistant wants to run").count(),
        2
    );
}

#[test]
fn typed_escape_sequences_and_controls_are_not_echoed() {
    let desk = Desk::new();
    let mut agent = desk.agent("delete a");
    agent.expect(ENGLISH);
    agent
        .press("\x1b]0;title\x07\u{202e}\u{200b}\u{9b}2Jz")
        .expect("z");
    let echoed = agent.shown().rsplit(ENGLISH).next().unwrap().to_owned();
    assert!(!echoed.contains(char::is_control), "{echoed:?}");
    assert!(!echoed.contains(['\u{202e}', '\u{200b}']), "{echoed:?}");
    agent.press(CTRL_C);
    assert_eq!(agent.end(), 3);
}
