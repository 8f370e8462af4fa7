//! For the tests of tool authors: scripted humans, and what proves that a tool is gated as its
//! author believes. Feature `testing`.
//!
//! | | |
//! |---|---|
//! | [`ScriptedHuman`] | plays the human in a test of a tool |
//! | [`assert_gated!`](crate::assert_gated) | the tier, key, guard, route and routing of a tool are the ones that are named |
//! | `assert_served` | a server brings a call of the tool to its gate (with the feature `rmcp`) |
//!
//! This file belongs to what is trusted: it implements [`Channel`], and
//! answers without any human. Switch the feature on under `[dev-dependencies]` only. With it,
//! `mcp::route` also remembers the handlers that it made, and a gated tool knows the probe of
//! `assert_served` and answers it without running.
//!
//! `examples/filing_desk/` of the repository has what a package of tools can copy: tests that its
//! tools are gated (`tests/gated.rs`), attempts that must not compile (`tests/compile_fail/`), and
//! a clippy configuration that flags each use of [`trusted`](crate::trusted) (`clippy.toml`).
//!
//! A whole test of a tool. [`Gate::run`](crate::Gate::run) and `execute` are futures; the crate
//! [`pollster`](https://docs.rs/pollster) drives them from a test, or a program, that is not
//! async.
//!
//! ```
//! # use countersign::{Command, Granted, Tool, command, tier};
//! use countersign::{Gate, Listed, Overrides, Reason, Unconfirmed};
//! use countersign::testing::{Reply, ScriptedHuman};
//! # struct DeleteDraft { draft: &'static str }
//! # impl Tool for DeleteDraft {
//! #     type Tier = tier::Confirm<tier::Destructive>;
//! #     type Context<'a> = &'a std::sync::Mutex<Vec<&'static str>>;
//! #     type Output = ();
//! #     const COMMAND: Command = command! { Command::new("delete_draft", "Delete a draft") };
//! #     async fn run(call: Granted<'_, Self>, drafts: Self::Context<'_>) {
//! #         drafts.lock().unwrap().retain(|draft| *draft != call.draft);
//! #     }
//! # }
//!
//! let gate = Gate::new(&[Listed::of::<DeleteDraft>()], Overrides::none())?;
//! let drafts = std::sync::Mutex::new(vec!["2025-q3", "2025-q4"]);
//! let human = ScriptedHuman::new([Reply::Decline, Reply::Yes]);
//! let delete = || Unconfirmed::new(DeleteDraft { draft: "2025-q4" });
//!
//! let refusal = pollster::block_on(gate.run(delete(), &human, &drafts)).unwrap_err();
//! assert_eq!(refusal.reason(), Reason::Declined);
//! assert_eq!(drafts.lock().unwrap().len(), 2);
//!
//! pollster::block_on(gate.run(delete(), &human, &drafts))?;
//! assert_eq!(*drafts.lock().unwrap(), ["2025-q3"]);
//!
//! assert_eq!(human.asked_keys(), ["delete_draft", "delete_draft"]);
//! human.finish();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::future::Future;
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde_json::json;

use crate::{
    ConfirmDecision, Consequence, Locale, decision_from_elicitation,
    trusted::{Answer, Channel, ClientSupport, NoAnswer, Question},
};

pub(crate) mod gated;

#[cfg(feature = "rmcp")]
pub use gated::served::assert_served;
#[doc(hidden)]
pub use gated::{Gated, gated};
#[doc(hidden)]
pub use serde::de::DeserializeOwned;

/// What a [`ScriptedHuman`] does with one question. Only [`Yes`](Reply::Yes) and
/// `Decision(Proceed)` let a call run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// Accepts the form with the box ticked.
    Yes,
    /// Accepts the form with the box not ticked.
    Unticked,
    /// Accepts an empty form, as some clients do by themselves.
    EmptyForm,
    /// Declines.
    Decline,
    /// Closes the question without a choice.
    Cancel,
    /// Decides this.
    Decision(ConfirmDecision),
    /// Never answers. The wait is not played: this is [`NoAnswer::TimedOut`] at once.
    Silence,
    /// Goes away before answering.
    Disconnect,
    /// Gives no answer, for this reason.
    NoAnswer(NoAnswer),
}

/// One question that a [`ScriptedHuman`] was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Asked {
    /// The key of the command.
    pub key: &'static str,
    /// What the call would do.
    pub consequence: Consequence,
    /// What the human read.
    pub message: String,
}

/// A human who follows a script and remembers what was asked.
///
/// Once the script has run out there is no answer, [`NoAnswer::Unavailable`]: never a yes.
#[derive(Debug)]
pub struct ScriptedHuman {
    support: ClientSupport,
    locale: Locale,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    script: VecDeque<Reply>,
    asked: Vec<Asked>,
    unscripted: usize,
}

impl ScriptedHuman {
    /// A human who gives these replies, one for each question.
    pub fn new(script: impl IntoIterator<Item = Reply>) -> Self {
        Self {
            support: ClientSupport::FormElicitation,
            locale: Locale::default(),
            state: Mutex::new(State {
                script: script.into_iter().collect(),
                asked: Vec::new(),
                unscripted: 0,
            }),
        }
    }

    /// A client that cannot ask anybody. Asked all the same, it gives no answer.
    #[must_use]
    pub fn without_elicitation() -> Self {
        Self {
            support: ClientSupport::NoFormElicitation,
            ..Self::new([])
        }
    }

    /// The language in which this human is asked.
    #[must_use]
    pub const fn in_locale(mut self, locale: Locale) -> Self {
        self.locale = locale;
        self
    }

    /// All questions so far, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        self.state().asked.clone()
    }

    /// The command keys of all questions so far, in order.
    #[must_use]
    pub fn asked_keys(&self) -> Vec<&'static str> {
        self.state().asked.iter().map(|asked| asked.key).collect()
    }

    /// How many replies are left in the script.
    #[must_use]
    pub fn replies_left(&self) -> usize {
        self.state().script.len()
    }

    /// Ends the test of this human: there were exactly as many questions as replies.
    ///
    /// # Panics
    ///
    /// If replies are left over, or a question came after the last of them.
    #[track_caller]
    pub fn finish(self) {
        let State {
            script,
            asked,
            unscripted,
        } = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let asked: Vec<_> = asked.iter().map(|asked| asked.key).collect();
        assert!(
            script.is_empty(),
            "these replies were not asked for: {script:?}; asked was {asked:?}"
        );
        assert!(
            unscripted == 0,
            "{unscripted} of these questions had no reply in the script: {asked:?}"
        );
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Channel for ScriptedHuman {
    fn support(&self) -> ClientSupport {
        self.support
    }

    fn ask<'q>(
        &self,
        question: Question<'q>,
    ) -> impl Future<Output = Result<Answer<'q>, NoAnswer>> + Send {
        async move {
            let reply = {
                let mut state = self.state();
                state.asked.push(Asked {
                    key: question.command().key(),
                    consequence: question.consequence(),
                    message: question.request(&self.locale).message,
                });
                let reply = state.script.pop_front();
                state.unscripted += usize::from(reply.is_none());
                reply.unwrap_or(Reply::NoAnswer(NoAnswer::Unavailable))
            };
            // Replies that a client would send take the way of what a client sends.
            let elicited = |action, content| decision_from_elicitation(action, Some(&content));
            let decision = match reply {
                Reply::Yes => elicited("accept", json!({ "confirm": true })),
                Reply::Unticked => elicited("accept", json!({ "confirm": false })),
                Reply::EmptyForm => elicited("accept", json!({})),
                Reply::Decline => decision_from_elicitation("decline", None),
                Reply::Cancel => decision_from_elicitation("cancel", None),
                Reply::Decision(decision) => decision,
                Reply::Silence => return Err(NoAnswer::TimedOut),
                Reply::Disconnect => return Err(NoAnswer::Disconnected),
                Reply::NoAnswer(reason) => return Err(reason),
            };
            Ok(question.answer(decision))
        }
    }
}
