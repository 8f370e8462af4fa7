//! What a recorded message says to the author of a tool, and what it lets out.

use std::collections::BTreeSet;

use crate::source::{Source, words};

/// What a clause begins with that tells an author what to write. Code in backticks does, too.
const INSTRUCTIONS: [&str; 12] = [
    "choose", "give", "let", "match", "open", "read", "remove", "return", "route", "tell", "use",
    "write",
];

/// A recorded message, without the lines of the case that it quotes and the names of files.
#[derive(Debug, Default)]
pub(crate) struct Message {
    /// Messages, labels, notes and helps, each on one line.
    said: Vec<String>,
    /// Lines that the compiler would write instead.
    suggested: Vec<String>,
    /// The comments that end lines of the crate, where the message quotes those.
    comments: Vec<String>,
}

/// Whose lines a message quotes. Only those of a case are numbered: the others may move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Case,
    Crate,
    Elsewhere,
}

impl Message {
    pub(crate) fn of(snapshot: &str) -> Self {
        let mut message = Self::default();
        let mut origin = Origin::Case;
        for line in snapshot.lines() {
            let inner = line.trim_start();
            let unnumbered = inner.trim_start_matches(|c: char| c.is_ascii_digit());
            let (is_numbered, gutter) = (unnumbered != inner, unnumbered.trim_start());
            if let Some(place) = strip_any(inner, &["--> ", "::: "]) {
                origin = match place {
                    _ if place.starts_with("$COUNTERSIGN/") => Origin::Crate,
                    _ if place.starts_with('g') => Origin::Case,
                    _ => Origin::Elsewhere,
                };
            } else if let Some(said) = heading(line).or(strip_any(inner, &["= note: ", "= help: "]))
            {
                message.said.push(said.to_owned());
            } else if let Some(instead) = strip_any(gutter, &["+ ", "~ "]) {
                message.suggested.push(instead.trim().to_owned());
            } else if let Some(quoted) = gutter.strip_prefix('|') {
                let drawn = [' ', '|', '/'];
                let text = quoted.trim_start_matches(drawn);
                let label = text.trim_start_matches(['^', '-', '_', '+', '~', ' ', '|']);
                if is_numbered {
                    continue;
                }
                if label != text || origin == Origin::Case {
                    message.said.push(label.to_owned());
                } else if let (Origin::Crate, Some((_, comment))) =
                    (origin, text.split_once(" // "))
                {
                    message.comments.push(comment.to_owned());
                }
            } else if !is_numbered && !gutter.starts_with("- ") && inner != "..." {
                // Goes on from the line before.
                if let (Some(said), false) = (message.said.last_mut(), inner.is_empty()) {
                    *said = format!("{said} {inner}");
                }
            }
        }
        message.said.retain(|said| !said.is_empty());
        message
    }

    /// What the crate itself has put into it: its texts, and its comments that name a guarantee.
    fn own<'m>(&'m self, source: &Source) -> Vec<&'m str> {
        let said = self.said.iter().map(|said| {
            said.strip_prefix("evaluation panicked: ")
                .unwrap_or(said.as_str())
        });
        let texts = said.filter(|said| source.texts.iter().any(|text| is_filled_in(text, said)));
        let comments = self.comments.iter().map(String::as_str);
        texts
            .chain(comments.filter(|comment| comment.starts_with('G') && names_guarantee(comment)))
            .collect()
    }

    /// Whether the crate speaks in it. If it does, it must name a guarantee, and say what to do.
    pub(crate) fn speaks(&self, source: &Source) -> Result<bool, String> {
        let own = self.own(source);
        if own.is_empty() {
            return Ok(false);
        }
        if !own.iter().any(|text| names_guarantee(text)) {
            return Err(format!("no text of the crate names a guarantee: {own:?}"));
        }
        if !own.iter().any(|text| instructs(text)) {
            return Err(format!(
                "no text of the crate says what to do, with code or one of {INSTRUCTIONS:?} \
                 at the start of a clause: {own:?}"
            ));
        }
        Ok(true)
    }

    /// The private names that it lets out, though the case did not write them.
    pub(crate) fn lets_out(&self, source: &Source, case: &str) -> BTreeSet<String> {
        let code: Vec<_> = case
            .lines()
            .filter_map(|line| line.split("//").next())
            .flat_map(words)
            .collect();
        let in_backticks = self
            .said
            .iter()
            .flat_map(|said| said.split('`').skip(1).step_by(2));
        let paths = self
            .said
            .iter()
            .flat_map(|said| said.split_whitespace())
            .filter(|word| word.contains("countersign::"));
        let suggested = self.suggested.iter().map(String::as_str);
        in_backticks
            .chain(paths)
            .chain(suggested)
            .flat_map(words)
            .filter(|word| source.private.contains(*word) && !code.contains(word))
            .map(str::to_owned)
            .collect()
    }
}

fn heading(line: &str) -> Option<&str> {
    if let Some(coded) = line.strip_prefix("error[") {
        return Some(coded.split_once("]: ")?.1);
    }
    strip_any(line, &["error: ", "warning: ", "note: ", "help: "])
}

fn strip_any<'t>(text: &'t str, prefixes: &[&str]) -> Option<&'t str> {
    prefixes.iter().find_map(|prefix| text.strip_prefix(prefix))
}

/// Whether this is the text, with something in the place of what stands in braces.
fn is_filled_in(text: &str, said: &str) -> bool {
    let mut fixed = text
        .split('{')
        .enumerate()
        .map(|(i, part)| if i == 0 { part } else { after_brace(part) });
    let Some(mut rest) = fixed.next().and_then(|first| said.strip_prefix(first)) else {
        return false;
    };
    let mut last = None;
    for part in fixed {
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        (rest, last) = (after, Some(part));
    }
    // An empty last part takes what is left.
    rest.is_empty() || last == Some("")
}

fn after_brace(part: &str) -> &str {
    part.split_once('}').map_or(part, |(_, after)| after)
}

/// `G1` to `G17`, as a word.
fn names_guarantee(text: &str) -> bool {
    words(text).any(|word| {
        let number = word.strip_prefix('G').map(str::parse::<usize>);
        matches!(number, Some(Ok(1..=17)))
    })
}

fn instructs(text: &str) -> bool {
    let clauses = text.split([':', ';']).map(str::trim_start);
    clauses.enumerate().any(|(i, clause)| {
        let first = clause.split(' ').next().unwrap_or_default();
        // A text that begins with code is about it.
        INSTRUCTIONS.contains(&first) || (i > 0 && first.len() > 1 && first.starts_with('`'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> Source {
        let texts = [
            "`{Self}` cannot be executed: nobody has confirmed this call",
            "G1: only `Confirmed` has `execute`",
            "a call that is dropped does not run: route it (G13)",
            "G11: a text is empty: write one",
            "closures are not channels",
        ];
        Source {
            texts: texts.map(str::to_owned).to_vec(),
            private: ["mint", "missing", "Executable"].map(str::to_owned).into(),
        }
    }

    #[track_caller]
    fn speaks(snapshot: &str) -> Result<bool, String> {
        Message::of(snapshot).speaks(&source())
    }

    const QUOTED: &str = "\
error[E0382]: use of moved value: `call`
 --> g04/rule.rs:3:5
  |
3 |     call.run(); // G1: route it
  |     ^^^^ value used here after move
  |     |
  |     and a label that hangs
  |
  = note: one note
          that goes on
note: `ask` takes ownership of `self`
 --> $COUNTERSIGN/src/call/pending.rs
  |
  |         self, // G4: one call, one question: route the call again
  |         ^^^^
help: write this
  |
3 -     call.run();
3 +     mint.run();
  |
";

    #[test]
    fn a_message_is_taken_apart() {
        let message = Message::of(QUOTED);
        assert_eq!(
            message.said,
            [
                "use of moved value: `call`",
                "value used here after move",
                "and a label that hangs",
                "one note that goes on",
                "`ask` takes ownership of `self`",
                "write this",
            ]
        );
        assert_eq!(message.suggested, ["mint.run();"]);
        let comments = ["G4: one call, one question: route the call again"];
        assert_eq!(message.comments, comments);
    }

    #[test]
    fn what_the_case_wrote_says_nothing() {
        let case_only = QUOTED.replace("$COUNTERSIGN/src/call/pending.rs", "fixtures/lib.rs");
        assert_eq!(speaks(&case_only), Ok(false));
        // Neither does the compiler, whatever names it takes from the case.
        assert_eq!(speaks("error: `G1` is not `execute`: use `G1`"), Ok(false));
        // Nor a file of that name, nor a comment of the crate that names no guarantee.
        assert_eq!(speaks(&QUOTED.replace("G4: one", "one")), Ok(false));
        assert_eq!(speaks(&QUOTED.replace("G4: ", "G18: ")), Ok(false));
    }

    #[test]
    fn the_crate_speaks_in_its_texts_and_in_its_comments() {
        assert_eq!(speaks(QUOTED), Ok(true));
        assert_eq!(
            speaks("error: evaluation panicked: G11: a text is empty: write one\n"),
            Ok(true)
        );
        let dropped =
            "error: unused\n  = note: a call that is dropped does not run: route it (G13)";
        assert_eq!(speaks(dropped), Ok(true));
        // Not half of a text, and not one with something after it.
        assert_eq!(speaks(&dropped.replace(" (G13)", "")), Ok(false));
        assert_eq!(speaks(&dropped.replace("(G13)", "(G13) or not")), Ok(false));
    }

    #[test]
    fn a_text_of_the_crate_names_a_guarantee_and_says_what_to_do() {
        let executed = "error: `A<B>` cannot be executed: nobody has confirmed this call";
        let error = speaks(executed).expect_err("no guarantee");
        assert!(error.contains("names a guarantee"), "{error}");
        let label = "\n  |\n  |  ^^^ G1: only `Confirmed` has `execute`";
        let error = speaks(&format!("{executed}{label}")).expect_err("no instruction");
        assert!(error.contains("says what to do"), "{error}");
        let error = speaks("error: no\n  = note: closures are not channels").expect_err("neither");
        assert!(error.contains("names a guarantee"), "{error}");
    }

    #[test]
    fn an_instruction_begins_a_clause() {
        for text in [
            "G1: route it",
            "G1: no: `execute` it",
            "let it be",
            "that is none; use another",
        ] {
            assert!(instructs(text), "{text}");
        }
        for text in [
            "G1: `",
            "a use of `execute`",
            "G1 only: it is written",
            "routed: used",
        ] {
            assert!(!instructs(text), "{text}");
        }
    }

    #[test]
    fn private_names_are_seen_where_the_compiler_prints_them() {
        let lets_out = |snapshot: &str, case: &str| -> Vec<String> {
            let names = Message::of(snapshot).lets_out(&source(), case);
            names.into_iter().collect()
        };
        let bound = "error: no\n  = note: the bound was not satisfied:\n          `A: countersign::missing::Executable`";
        assert_eq!(lets_out(bound, ""), ["Executable", "missing"]);
        assert_eq!(lets_out(bound, "use missing;"), ["Executable"]);
        assert_eq!(lets_out(bound, "// missing"), ["Executable", "missing"]);
        assert_eq!(lets_out(QUOTED, ""), ["mint"]);
        let list = "error: no\n  = help: these do:\n            countersign::missing::A";
        assert_eq!(lets_out(list, ""), ["missing"]);
        // A word like any other, and a quoted line.
        assert_eq!(lets_out("error: it is missing", ""), [""; 0]);
        let quoted = "error: no\n --> g01/a.rs:1:1\n  |\n1 | `missing`\n";
        assert_eq!(lets_out(quoted, ""), [""; 0]);
    }
}
