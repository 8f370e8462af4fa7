//! A channel that asks the person at the terminal, for command-line agents. Feature `terminal`.
//!
//! This file belongs to what is trusted: it implements [`Channel`], and reads
//! the answer from the keyboard. Only a typed yes, followed by Enter, lets a call run.
//!
//! | at the prompt | what becomes of the call |
//! |---|---|
//! | `yes`, `y` (in Spanish also `sí`, `si`, `s`), and Enter | [`Proceed`](ConfirmDecision::Proceed) |
//! | `no`, `n`, and Enter | [`RefusedDeclined`](ConfirmDecision::RefusedDeclined) |
//! | Esc, Ctrl-C | [`RefusedCancelled`](ConfirmDecision::RefusedCancelled) |
//! | Enter alone, any other word, pasted text, anything typed before the question | asked again, or ignored |
//! | end of input (Ctrl-D), the terminal is closed | [`NoAnswer::Disconnected`] |
//! | nothing, until the time is up | [`NoAnswer::TimedOut`] |
//! | there is no terminal | [`NoAnswer::Unavailable`]; the gate knows it before and refuses or degrades |
//!
//! ```no_run
//! # use countersign::{Command, Granted, Tool, command, tier};
//! use countersign::{Gate, Listed, Overrides, Unconfirmed, terminal::Terminal};
//! # struct DeleteDraft;
//! # impl Tool for DeleteDraft {
//! #     type Tier = tier::Confirm<tier::Destructive>;
//! #     type Context<'a> = ();
//! #     type Output = ();
//! #     const COMMAND: Command = command! { Command::new("delete_draft", "Delete a draft") };
//! #     async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
//! # }
//!
//! let gate = Gate::new(&[Listed::of::<DeleteDraft>()], Overrides::none())?;
//! let terminal = Terminal::for_gate(&gate);
//! // In an async program: `.await`. The crate `pollster` serves one that is not.
//! pollster::block_on(gate.run(Unconfirmed::new(DeleteDraft), &terminal, ()))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::{future::Future, time::Duration};
use std::{
    io::{self, IsTerminal, Write},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use crossterm::{
    event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    queue,
    style::Print,
    terminal::{self, Clear, ClearType},
};

use crate::{
    ConfirmDecision, Gate, Locale,
    command::is_deceptive,
    trusted::{Answer, Channel, ClientSupport, NoAnswer, Question},
};

/// The person at the terminal: questions go to standard error, answers come from standard
/// input.
///
/// Questions that come at the same time are asked one after the other, from all `Terminal`s of
/// the process: there is one person. The prompt runs on a thread of its own and blocks no
/// executor. Dropping the future of a question takes the prompt away.
///
/// While it asks, nothing else should read standard input or write to the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    locale: Locale,
    answer_within: Duration,
}

impl Terminal {
    /// Asks in this language, and waits for [`Gate::ANSWER_WITHIN`].
    #[must_use]
    pub const fn new(locale: Locale) -> Self {
        Self {
            locale,
            answer_within: Gate::ANSWER_WITHIN,
        }
    }

    /// Asks in the language of the gate, and waits as long as it says.
    #[must_use]
    pub const fn for_gate(gate: &Gate) -> Self {
        Self {
            locale: *gate.locale(),
            answer_within: gate.wait(),
        }
    }

    /// How long to wait for an answer, from the moment the question is shown.
    #[must_use]
    pub const fn answer_within(mut self, limit: Duration) -> Self {
        self.answer_within = limit;
        self
    }
}

impl Channel for Terminal {
    /// Whether standard input and standard error are a terminal.
    fn support(&self) -> ClientSupport {
        if is_there() {
            ClientSupport::FormElicitation
        } else {
            ClientSupport::NoFormElicitation
        }
    }

    fn ask<'q>(
        &self,
        question: Question<'q>,
    ) -> impl Future<Output = Result<Answer<'q>, NoAnswer>> + Send {
        let Self {
            locale,
            answer_within,
        } = *self;
        async move {
            let message = question.request(&locale).message;
            let asking = Arc::new(Asking::default());
            let _withdraw_on_drop = WithdrawOnDrop(Arc::clone(&asking));
            let prompt = move || prompt(&message, locale, answer_within, &asking);
            Ok(question.answer(blocking::unblock(prompt).await?))
        }
    }
}

/// What a question and the thread of its prompt share.
#[derive(Default)]
struct Asking {
    withdrawn: AtomicBool,
    raw: Mutex<Option<RawMode>>,
}

impl Asking {
    fn is_withdrawn(&self) -> bool {
        self.withdrawn.load(Ordering::SeqCst)
    }

    fn raw(&self) -> MutexGuard<'_, Option<RawMode>> {
        self.raw.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells the thread of the prompt that nobody waits for its answer any more, and gives the
/// terminal back at once: the process may end before that thread looks.
struct WithdrawOnDrop(Arc<Asking>);

impl Drop for WithdrawOnDrop {
    fn drop(&mut self) {
        self.0.withdrawn.store(true, Ordering::SeqCst);
        drop(self.0.raw().take());
    }
}

fn is_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// One terminal, one question at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// How often a prompt looks whether it is still wanted, and whether the terminal is still there.
const TICK: Duration = Duration::from_millis(100);

/// No word that means something is longer.
const LONGEST_ANSWER: usize = 16;

fn prompt(
    message: &str,
    locale: Locale,
    answer_within: Duration,
    asking: &Asking,
) -> Result<ConfirmDecision, NoAnswer> {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    {
        let mut raw = asking.raw();
        // Looked at under the lock: what is withdrawn later finds the mode to leave.
        if asking.is_withdrawn() {
            return Err(NoAnswer::CallCancelled);
        }
        if !is_there() {
            return Err(NoAnswer::Unavailable);
        }
        *raw = Some(RawMode::enter().map_err(|_| NoAnswer::Unavailable)?);
    }
    let watch = Watch {
        deadline: Instant::now().checked_add(answer_within),
        asking,
    };
    let answer = converse(message, locale, &watch);
    drop(asking.raw().take());
    answer
}

fn converse(message: &str, locale: Locale, watch: &Watch<'_>) -> Result<ConfirmDecision, NoAnswer> {
    // What was typed before the question is no answer to it.
    while watch.next_key(Duration::from_millis(10))?.is_some() {}
    show(|out| queue!(out, Print(visible(message)), Print("\r\n")))?;
    let mut typed = String::new();
    show_line(locale, &typed)?;
    let answer = loop {
        let Some(key) = watch.next_key(TICK).transpose() else {
            continue;
        };
        match key {
            Err(no_answer) => break Err(no_answer),
            Ok(Key::Char(c)) if typed.chars().count() < LONGEST_ANSWER => typed.push(c),
            Ok(Key::Char(_)) => {}
            Ok(Key::Erase) => drop(typed.pop()),
            Ok(Key::Cancel) => break Ok(ConfirmDecision::RefusedCancelled),
            Ok(Key::EndOfInput) => break Err(NoAnswer::Disconnected),
            Ok(Key::Enter) => {
                if let Some(decision) = meaning(&typed, locale) {
                    break Ok(decision);
                }
                typed.clear();
                show(|out| queue!(out, Print("\r\n")))?;
            }
        }
        show_line(locale, &typed)?;
    };
    // Nothing hangs on this last line: the answer is known.
    let _ = show(|out| queue!(out, Print("\r\n")));
    answer
}

/// What an answer means. `None`, for all but the words for yes and no, is asked again.
fn meaning(typed: &str, locale: Locale) -> Option<ConfirmDecision> {
    // The last one is written with a combining accent, as some keyboards do.
    let yes: &[_] = match locale {
        Locale::En => &["yes", "y"],
        Locale::Es => &["sí", "si", "s", "yes", "y", "si\u{301}"],
    };
    let typed = typed.trim().to_lowercase();
    if yes.contains(&typed.as_str()) {
        Some(ConfirmDecision::Proceed)
    } else if matches!(typed.as_str(), "no" | "n") {
        Some(ConfirmDecision::RefusedDeclined)
    } else {
        None
    }
}

const fn hint(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "Type yes or no, then Enter (Esc cancels): ",
        Locale::Es => "Escriba sí o no y pulse Intro (Esc cancela): ",
    }
}

/// The line that is typed into, drawn anew.
fn show_line(locale: Locale, typed: &str) -> Result<(), NoAnswer> {
    show(|out| {
        queue!(
            out,
            Print('\r'),
            Clear(ClearType::CurrentLine),
            Print(hint(locale)),
            Print(visible(typed))
        )
    })
}

/// A terminal that cannot be written to is gone.
fn show(
    write: impl FnOnce(&mut io::StderrLock<'static>) -> io::Result<()>,
) -> Result<(), NoAnswer> {
    let mut out = io::stderr().lock();
    write(&mut out)
        .and_then(|()| out.flush())
        .map_err(|_| NoAnswer::Disconnected)
}

/// The text without what a terminal would obey or hide. Texts of commands were checked at
/// compile time; this holds whatever else may get here (G11).
fn visible(text: &str) -> String {
    text.chars()
        .map(|c| {
            if is_deceptive(u32::from(c)) {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        })
        .collect()
}

enum Key {
    Char(char),
    Erase,
    Enter,
    Cancel,
    EndOfInput,
}

impl Key {
    fn of(event: &Event) -> Option<Self> {
        // Pasted text comes as an event of its own, and is not typed.
        let Event::Key(KeyEvent {
            code,
            modifiers,
            kind: KeyEventKind::Press,
            ..
        }) = event
        else {
            return None;
        };
        let ctrl = *modifiers == KeyModifiers::CONTROL;
        let plain = (*modifiers - KeyModifiers::SHIFT).is_empty();
        match code {
            KeyCode::Esc => Some(Self::Cancel),
            KeyCode::Char('c') if ctrl => Some(Self::Cancel),
            KeyCode::Char('d') if ctrl => Some(Self::EndOfInput),
            KeyCode::Char(c) if plain => Some(Self::Char(*c)),
            KeyCode::Backspace => Some(Self::Erase),
            KeyCode::Enter => Some(Self::Enter),
            _ => None,
        }
    }
}

/// When to stop waiting.
struct Watch<'a> {
    deadline: Option<Instant>,
    asking: &'a Asking,
}

impl Watch<'_> {
    /// The next key within `limit` that means something here; `None` if there is none.
    fn next_key(&self, limit: Duration) -> Result<Option<Key>, NoAnswer> {
        let until = Instant::now() + limit;
        loop {
            if self.asking.is_withdrawn() {
                return Err(NoAnswer::CallCancelled);
            }
            let now = Instant::now();
            if self.deadline.is_some_and(|deadline| deadline <= now) {
                return Err(NoAnswer::TimedOut);
            }
            let left = self
                .deadline
                .map_or(until, |deadline| deadline.min(until))
                .saturating_duration_since(now);
            if left.is_zero() {
                return Ok(None);
            }
            if event::poll(left).map_err(|_| NoAnswer::Disconnected)? {
                let event = event::read().map_err(|_| NoAnswer::Disconnected)?;
                if let Some(key) = Key::of(&event) {
                    return Ok(Some(key));
                }
            } else if !is_there() {
                // A closed terminal is silent for ever, and is none any more.
                return Err(NoAnswer::Disconnected);
            }
        }
    }
}

/// Keys one by one instead of lines, and pastes marked as such, for as long as it lives.
struct RawMode {
    leave: bool,
}

impl RawMode {
    fn enter() -> io::Result<Self> {
        // A program that already is in raw mode stays there.
        let leave = !terminal::is_raw_mode_enabled()?;
        terminal::enable_raw_mode()?;
        let raw = Self { leave };
        queue!(io::stderr(), event::EnableBracketedPaste)?;
        io::stderr().flush()?;
        Ok(raw)
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        // Nothing can be done where these fail: the terminal is gone.
        let _ = queue!(io::stderr(), event::DisableBracketedPaste);
        if self.leave {
            let _ = terminal::disable_raw_mode();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_words_for_yes_are_a_yes() {
        let english = ["yes", "y", "YES", "Yes", "  yes ", "Y"];
        let spanish = ["sí", "si", "s", "SÍ", "Si", "S", "si\u{301}", " sí "];
        for word in english {
            for locale in Locale::ALL {
                assert_eq!(
                    meaning(word, locale),
                    Some(ConfirmDecision::Proceed),
                    "{word:?}"
                );
            }
        }
        for word in spanish {
            assert_eq!(
                meaning(word, Locale::Es),
                Some(ConfirmDecision::Proceed),
                "{word:?}"
            );
            assert_eq!(meaning(word, Locale::En), None, "{word:?}");
        }
        for locale in Locale::ALL {
            for word in ["no", "n", "NO", " No "] {
                assert_eq!(
                    meaning(word, locale),
                    Some(ConfirmDecision::RefusedDeclined)
                );
            }
            for word in [
                "",
                " ",
                "yess",
                "yes!",
                "y y",
                "ye",
                "ok",
                "true",
                "1",
                "on",
                "yeſ",
                "ＹＥＳ",
                "yes\u{200b}",
                "yes no",
                "sí sí",
                "да",
                "nope",
                "\u{1b}[Ayes",
            ] {
                assert_eq!(meaning(word, locale), None, "{word:?}");
            }
        }
    }

    #[test]
    fn nothing_that_a_terminal_obeys_is_printed() {
        let hostile = "\u{1b}[2K\u{1b}]0;x\u{7}a\rb\nc\u{8}\u{9b}31m\u{202e}d\u{200b}e\u{7f}";
        assert_eq!(
            visible(hostile),
            "\u{fffd}[2K\u{fffd}]0;x\u{fffd}a\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}31m\u{fffd}d\u{fffd}e\u{fffd}"
        );
        for c in char::MIN..=char::MAX {
            let shown = visible(&c.to_string());
            assert!(!shown.contains(char::is_control), "{c:?}");
        }
        assert_eq!(
            visible("¿Quiere que se haga? 税 🗑"),
            "¿Quiere que se haga? 税 🗑"
        );
        for locale in Locale::ALL {
            assert_eq!(visible(hint(locale)), hint(locale));
        }
    }
}
