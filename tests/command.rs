//! What a command rejects, over all of Unicode (G11). `Command::new` runs at compile time in
//! use; here it runs at run time, so that every character can be tried.

use std::{
    cell::Cell,
    collections::BTreeSet,
    panic::{UnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Once,
};

use countersign::{Command, Consequence, Locale, command};
use icu_properties::{CodePointMapData, CodePointSetData, props, props::GeneralCategory};

/// `Command` is given `&'static str`: one text for all that is tried, leaked once.
fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// Whether a command is taken, or its constructor panics. Panics are what is tested here, a
/// million of them: those, and only those, are not printed.
fn is_taken(command: impl FnOnce() -> Command + UnwindSafe) -> bool {
    thread_local!(static TRYING: Cell<bool> = const { Cell::new(false) });
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            if !TRYING.get() {
                print(panic);
            }
        }));
    });
    TRYING.set(true);
    let taken = catch_unwind(command).is_ok();
    TRYING.set(false);
    taken
}

fn takes_title(title: &'static str) -> bool {
    is_taken(|| Command::new("key", title))
}

/// By Unicode's own data: not seen, or changes how others are seen.
fn must_be_rejected(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let blank = CodePointSetData::new::<props::WhiteSpace>().contains(c) && c != ' ';
    let ignorable = CodePointSetData::new::<props::DefaultIgnorableCodePoint>().contains(c);
    let bidi = CodePointSetData::new::<props::BidiControl>().contains(c);
    let noncharacter = CodePointSetData::new::<props::NoncharacterCodePoint>().contains(c);
    matches!(
        category,
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
    ) || blank
        || ignorable
        || bidi
        || noncharacter
        // The braille pattern without a dot: a symbol for Unicode, and a blank for who reads it.
        || c == '\u{2800}'
}

/// Rejected beyond what the categories say: what may become default-ignorable in the planes
/// where nothing visible is assigned.
fn may_be_rejected(c: char) -> bool {
    CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::Unassigned
}

#[test]
fn a_blank_that_unicode_counts_as_a_pattern_is_rejected() {
    // Braille without a dot: in no list of invisible characters, and nobody sees it.
    assert!(!takes_title("a\u{2800}b"));
    assert!(takes_title("a\u{2801}b"));
}

#[test]
fn every_character_of_unicode() {
    let all: Vec<char> = (char::MIN..=char::MAX).collect();
    assert_eq!(all.len(), 0x0011_0000 - 0x800);
    // In the middle of a text: at its ends a space is rejected too.
    let text = leak(all.iter().flat_map(|&c| ['a', c, 'b']).collect());
    let (mut at, mut wrongly_taken, mut wrongly_rejected) = (0, BTreeSet::new(), BTreeSet::new());
    let (mut taken, mut rejected) = (0, 0);
    for c in all {
        let title = &text[at..at + c.len_utf8() + 2];
        at += title.len();
        assert!(title.starts_with('a') && title.ends_with('b'));
        if takes_title(title) {
            taken += 1;
            if must_be_rejected(c) {
                wrongly_taken.insert(u32::from(c));
            }
        } else {
            rejected += 1;
            if !must_be_rejected(c) && !may_be_rejected(c) {
                wrongly_rejected.insert(u32::from(c));
            }
        }
    }
    assert!(wrongly_taken.is_empty(), "taken: {wrongly_taken:x?}");
    assert!(
        wrongly_rejected.is_empty(),
        "rejected: {wrongly_rejected:x?}"
    );
    // Guards the loop itself: both outcomes are there, in their thousands.
    assert!(taken > 100_000 && rejected > 130_000, "{taken} {rejected}");
}

#[test]
fn ordinary_text_is_taken() {
    for title in [
        "Delete a draft",
        "a",
        "¿Eliminar la declaración de José Ñandú? Sí, «ya» — 100 % (¡ojo!)",
        "Cafe\u{301} with a combining accent",
        "Straße, Łódź, Œuvre, İstanbul, ﬁn",
        "税務申告を提出する",
        "提交报税表",
        "세금 신고서 제출",
        "Отправить декларацию",
        "Υποβολή δήλωσης",
        "إرسال الإقرار",
        "הגשת הדוח",
        "विवरणी जमा करें",
        "ส่งแบบภาษี",
        "🗑 📤 ✅ 🇪🇸 👍🏽",
        "€ 1,000 ≠ $ 1.000 {key} `code` \\ / | ~ ^ \" '",
        "\u{fffd}",
    ] {
        assert_eq!(Command::new("key", title).title(&Locale::En), title);
    }
}

#[test]
fn every_text_is_checked_not_only_the_title() {
    let bad = "a\u{202e}b";
    let good = || {
        Command::new("key", "Title")
            .consequence("c")
            .no_channel("n")
    };
    assert!(!is_taken(|| good().consequence(bad)));
    assert!(!is_taken(|| good().no_channel(bad)));
    assert!(!is_taken(|| good().title_in(Locale::Es, bad)));
    assert!(!is_taken(|| good().consequence_in(Locale::Es, bad)));
    assert!(!is_taken(|| good().no_channel_in(Locale::Es, bad)));
    assert!(!is_taken(|| Command::new("key", bad)));
    assert!(is_taken(good));
}

#[test]
fn texts_neither_begin_nor_end_with_a_space_nor_are_empty() {
    for bad in [
        "",
        " ",
        "  ",
        " a",
        "a ",
        "a\n",
        "\ta",
        "a\r\nb",
        "a\0b",
        "\u{1b}[2Ja",
    ] {
        assert!(!takes_title(bad), "{bad:?}");
    }
    assert!(takes_title("a b  c"));
}

#[test]
fn keys_are_the_names_that_mcp_allows() {
    let takes = |key: &'static str| is_taken(|| Command::new(key, "Title"));
    for good in [
        "a",
        "A",
        "0",
        "_",
        "-",
        ".",
        "export_filing",
        "Desk.export-filing_2",
    ] {
        assert_eq!(Command::new(good, "Title").key(), good);
    }
    for bad in [
        "",
        " ",
        "a b",
        "a/b",
        "a:b",
        "é",
        "a\n",
        "\u{202e}a",
        "a`",
        "{key}",
        "ａ",
        "а",
    ] {
        assert!(!takes(bad), "{bad:?}");
    }
    for c in (0..=0x7f_u8).map(char::from) {
        let good = c.is_ascii_alphanumeric() || "_-.".contains(c);
        assert_eq!(takes(leak(c.to_string())), good, "{c:?}");
    }
    assert!(takes(leak("k".repeat(128))));
    assert!(!takes(leak("k".repeat(129))));
}

#[test]
fn translations_need_their_original_and_another_language() {
    let new = || Command::new("key", "Title");
    assert!(!is_taken(|| new().title_in(Locale::En, "Title")));
    assert!(!is_taken(|| new().consequence_in(Locale::Es, "c")));
    assert!(!is_taken(|| new().no_channel_in(Locale::Es, "n")));
    assert!(!is_taken(|| new()
        .consequence("c")
        .consequence_in(Locale::En, "c")));
}

#[test]
fn texts_fall_back_to_the_default_language_and_to_the_defaults() {
    const PLAIN: Command = command! { Command::new("plain", "Plain") };
    const FULL: Command = command! {
        Command::new("full", "Full")
            .consequence("It does.")
            .no_channel("Run it elsewhere.")
            .title_in(Locale::Es, "Completo")
            .consequence_in(Locale::Es, "Hace.")
            .no_channel_in(Locale::Es, "Ejecútelo en otro lugar.")
    };
    const HALF: Command = command! { Command::new("half", "Half").consequence("It does.") };
    let class = Consequence::Additive;
    for locale in Locale::ALL {
        assert_eq!(PLAIN.title(&locale), "Plain");
        assert_eq!(HALF.consequence_text(class, &locale), "It does.");
        assert!(!PLAIN.no_channel_text(&locale).is_empty());
    }
    assert_ne!(
        PLAIN.consequence_text(class, &Locale::En),
        PLAIN.consequence_text(class, &Locale::Es)
    );
    assert_eq!(FULL.title(&Locale::En), "Full");
    assert_eq!(FULL.title(&Locale::Es), "Completo");
    assert_eq!(FULL.consequence_text(class, &Locale::En), "It does.");
    assert_eq!(FULL.consequence_text(class, &Locale::Es), "Hace.");
    assert_eq!(FULL.no_channel_text(&Locale::En), "Run it elsewhere.");
    assert_eq!(
        FULL.no_channel_text(&Locale::Es),
        "Ejecútelo en otro lugar."
    );
}
