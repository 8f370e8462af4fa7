//! What humans and models read: complete in every language, and never alike where it must differ.

use std::collections::HashSet;

use countersign::{
    Command, Consequence, Locale, Reason, command, confirmation_request, refusal_message,
    trusted::NoAnswer,
};

const EXPORT: Command = command! {
    Command::new("export_filing", "Export a filing")
        .no_channel("Run `desk export` in a terminal.")
        .title_in(Locale::Es, "Exportar una declaración")
        .no_channel_in(Locale::Es, "Ejecute `desk export` en un terminal.")
};

const REASONS: [Reason; 12] = [
    Reason::Blocked,
    Reason::NoChannel,
    Reason::Declined,
    Reason::Cancelled,
    Reason::NotConfirmed,
    Reason::NoAnswer(NoAnswer::TimedOut),
    Reason::NoAnswer(NoAnswer::Disconnected),
    Reason::NoAnswer(NoAnswer::ClientError),
    Reason::NoAnswer(NoAnswer::CallCancelled),
    Reason::NoAnswer(NoAnswer::Unavailable),
    Reason::NotListed,
    Reason::PolicyFailed,
];

const CONSEQUENCES: [Consequence; 4] = [
    Consequence::ReadOnly,
    Consequence::Additive,
    Consequence::Destructive,
    Consequence::Handoff,
];

#[test]
fn tags_are_looked_up() {
    for (tag, locale) in [
        ("en", Some(Locale::En)),
        ("EN", Some(Locale::En)),
        ("en-US", Some(Locale::En)),
        ("en-GB-oxendict", Some(Locale::En)),
        ("es", Some(Locale::Es)),
        ("Es", Some(Locale::Es)),
        ("es-ES", Some(Locale::Es)),
        ("es-419", Some(Locale::Es)),
        ("es-Latn-419", Some(Locale::Es)),
        ("es-x-private", Some(Locale::Es)),
        ("", None),
        ("-", None),
        ("es-", None),
        ("-es", None),
        ("es--ES", None),
        ("es_ES", None),
        ("es-ES.UTF-8", None),
        (" es", None),
        ("es ", None),
        ("est", None),
        ("e", None),
        ("fr", None),
        ("fr-ES", None),
        ("x-es", None),
        ("*", None),
        ("es-toolongtag", None),
        ("es-ñ", None),
    ] {
        assert_eq!(Locale::from_tag(tag), locale, "{tag:?}");
    }
    for locale in Locale::ALL {
        assert_eq!(Locale::from_tag(locale.tag()), Some(locale));
        assert_eq!(locale.to_string(), locale.tag());
    }
}

#[test]
fn the_first_language_that_is_there_is_taken() {
    assert_eq!(Locale::negotiate(["es"]), Locale::Es);
    assert_eq!(Locale::negotiate(["fr", "es-MX", "en"]), Locale::Es);
    assert_eq!(Locale::negotiate(["en-GB", "es"]), Locale::En);
    assert_eq!(Locale::negotiate(["fr", "de"]), Locale::En);
    assert_eq!(Locale::negotiate([]), Locale::En);
    assert_eq!(Locale::default(), Locale::En);
}

/// A text of one place, in every language.
fn in_all(text: impl Fn(Locale) -> String) -> Vec<String> {
    Locale::ALL.into_iter().map(text).collect()
}

/// All texts, each in every language.
fn all_texts() -> Vec<Vec<String>> {
    let plain = const { &command!(Command::new("plain", "Plain")) };
    let mut texts = Vec::new();
    for command in [&EXPORT, plain] {
        for reason in REASONS {
            texts.push(in_all(|locale| refusal_message(command, reason, &locale)));
        }
        for class in CONSEQUENCES {
            texts.push(in_all(|locale| {
                confirmation_request(command, class, &locale).message
            }));
            texts.push(in_all(|locale| {
                let request = confirmation_request(command, class, &locale);
                request.requested_schema.description().to_owned()
            }));
        }
    }
    texts
}

#[test]
fn every_text_is_there_in_every_language_names_the_command_and_is_filled_in() {
    for texts in all_texts() {
        let different: HashSet<_> = texts.iter().collect();
        assert_eq!(
            different.len(),
            Locale::ALL.len(),
            "not translated: {texts:?}"
        );
        for text in texts {
            assert!(
                text.contains("`export_filing`") || text.contains("`plain`"),
                "{text}"
            );
            assert!(!text.contains(['{', '}']), "{text}");
            assert!(!text.contains("  ") && text.trim() == text, "{text:?}");
            assert!(!text.contains(char::is_control), "{text:?}");
            assert!(!text.contains("..") && !text.contains(". ."), "{text}");
        }
    }
}

#[test]
fn refusals_are_pairwise_distinct() {
    for locale in Locale::ALL {
        let texts: HashSet<_> = REASONS
            .iter()
            .map(|&reason| refusal_message(&EXPORT, reason, &locale))
            .collect();
        assert_eq!(texts.len(), REASONS.len());
    }
    let names: HashSet<_> = REASONS.iter().map(|reason| reason.name()).collect();
    // The five ways of no answer share a name, and differ in `detail`.
    assert_eq!(names.len(), REASONS.len() - 4);
}

#[test]
fn a_refusal_never_claims_that_the_user_said_no() {
    // Only the client is known to have answered. "the user" may stand in what to do next only.
    let claims = [
        "user said",
        "user declined",
        "user refused",
        "user rejected",
        "user denied",
        "user cancel",
        "user did not",
        "declined by",
        "rejected by",
        "person declined",
        "person said",
        "usuario rechazó",
        "usuario ha rechazado",
        "usuario dijo",
        "usuario canceló",
        "usuario no",
        "rechazado por",
        "usuario se negó",
        "persona rechazó",
        "persona dijo",
    ];
    for reason in REASONS {
        for locale in Locale::ALL {
            let text = refusal_message(&EXPORT, reason, &locale);
            for claim in claims {
                assert!(!text.to_lowercase().contains(claim), "{text}");
            }
            // What happened comes first, and the user does not come into it.
            let first = text.split(['.', ';']).next().unwrap();
            assert!(
                !first.contains("user") && !first.contains("usuario"),
                "{first}"
            );
        }
    }
}

#[test]
fn a_refusal_says_that_nothing_was_run_and_what_would_work() {
    for reason in REASONS {
        for (locale, not_run) in [
            (Locale::En, "`export_filing` was not run: "),
            (Locale::Es, "`export_filing` no se ha ejecutado: "),
        ] {
            let text = refusal_message(&EXPORT, reason, &locale);
            let why = text.strip_prefix(not_run).expect(&text);
            // Why, and then at least one sentence more.
            assert!(why.trim_end_matches('.').contains(". "), "{text}");
        }
    }
}

#[test]
fn the_way_out_is_the_commands_own() {
    for reason in [Reason::NoChannel, Reason::NoAnswer(NoAnswer::Unavailable)] {
        let text = refusal_message(&EXPORT, reason, &Locale::En);
        assert!(
            text.ends_with(" Run `desk export` in a terminal."),
            "{text}"
        );
        let text = refusal_message(&EXPORT, reason, &Locale::Es);
        assert!(
            text.ends_with(" Ejecute `desk export` en un terminal."),
            "{text}"
        );
        let plain = const { &command!(Command::new("plain", "Plain")) };
        assert!(refusal_message(plain, reason, &Locale::En).contains("elicitation"));
        assert!(refusal_message(plain, reason, &Locale::Es).contains("elicitación"));
    }
}

#[test]
fn a_handoff_and_a_local_change_never_read_alike() {
    for locale in Locale::ALL {
        let texts: HashSet<_> = CONSEQUENCES
            .iter()
            .map(|&class| EXPORT.consequence_text(class, &locale))
            .collect();
        assert_eq!(texts.len(), CONSEQUENCES.len());
        let handoff = EXPORT.consequence_text(Consequence::Handoff, &locale);
        let local = EXPORT.consequence_text(Consequence::Destructive, &locale);
        // Nothing of any weight is shared: no word of five letters or more.
        let words = |text: &'static str| -> HashSet<&str> {
            text.split(|c: char| !c.is_alphabetic())
                .filter(|word| word.chars().count() >= 5 && !["something", "puede"].contains(word))
                .collect()
        };
        let (handoff, local) = (words(handoff), words(local));
        assert!(handoff.is_disjoint(&local), "{handoff:?} {local:?}");
    }
}
