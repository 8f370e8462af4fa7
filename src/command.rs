use crate::{Consequence, Locale};

/// What a human is shown about a tool, fixed at compile time: nothing that a model wrote can
/// get into it (G11).
///
/// Write it with [`command!`](crate::command), which has it checked as soon as it is compiled.
///
/// ```
/// use countersign::{Command, Locale, command};
///
/// const EXPORT: Command = command! {
///     Command::new("export_filing", "Export a filing")
///         .consequence("The filing leaves this desk and cannot be taken back.")
///         .no_channel("Run `desk export` in a terminal.")
///         .title_in(Locale::Es, "Exportar una declaración")
/// };
/// assert_eq!(EXPORT.key(), "export_filing");
/// ```
///
/// Every text must be visible text: control, bidirectional, zero-width and other invisible
/// characters are rejected, and blanks other than the space. The key is what MCP allows as the name of a tool: 1 to 128 of
/// `A-Z a-z 0-9 _ - .`
#[derive(Debug, PartialEq, Eq)]
pub struct Command {
    key: &'static str,
    title: Text,
    consequence: Option<Text>,
    no_channel: Option<Text>,
}

/// A text in the default language, and its translations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Text {
    default: &'static str,
    translations: [Option<&'static str>; Locale::ALL.len()],
}

// `track_caller`, here and below: the compiler's message then points at the line that gave a bad
// text, and shows none of what is called in here.
impl Command {
    /// A command with its key, which is the name of the tool, and its title in the default
    /// language.
    ///
    /// # Panics
    ///
    /// If the key or the title is malformed. In [`command!`](crate::command) that is a compile
    /// error, as for all functions below.
    #[must_use]
    #[track_caller]
    pub const fn new(key: &'static str, title: &'static str) -> Self {
        check_key(key);
        Self {
            key,
            title: Text::new(title),
            consequence: None,
            no_channel: None,
        }
    }

    /// Says in words what the call does, as one or more whole sentences. Without it the
    /// default of its [`Consequence`] is shown.
    ///
    /// # Panics
    ///
    /// If the text is malformed.
    #[must_use]
    #[track_caller]
    pub const fn consequence(mut self, text: &'static str) -> Self {
        self.consequence = Some(Text::new(text));
        self
    }

    /// Says what to do where nobody can be asked, such as "Run `desk export` in a terminal."
    ///
    /// # Panics
    ///
    /// If the text is malformed.
    #[must_use]
    #[track_caller]
    pub const fn no_channel(mut self, text: &'static str) -> Self {
        self.no_channel = Some(Text::new(text));
        self
    }

    /// Translates the title.
    ///
    /// # Panics
    ///
    /// If the text is malformed or `locale` is the default language.
    #[must_use]
    #[track_caller]
    pub const fn title_in(mut self, locale: Locale, text: &'static str) -> Self {
        self.title = self.title.translated(locale, text);
        self
    }

    /// Translates [`consequence`](Command::consequence), which comes first.
    ///
    /// # Panics
    ///
    /// If the text is malformed, `locale` is the default language, or there is nothing to
    /// translate.
    #[must_use]
    #[track_caller]
    pub const fn consequence_in(mut self, locale: Locale, text: &'static str) -> Self {
        self.consequence = match self.consequence {
            Some(default) => Some(default.translated(locale, text)),
            None => panic!(
                "G11: there is nothing to translate: write `consequence` before its translation"
            ),
        };
        self
    }

    /// Translates [`no_channel`](Command::no_channel), which comes first.
    ///
    /// # Panics
    ///
    /// If the text is malformed, `locale` is the default language, or there is nothing to
    /// translate.
    #[must_use]
    #[track_caller]
    pub const fn no_channel_in(mut self, locale: Locale, text: &'static str) -> Self {
        self.no_channel = match self.no_channel {
            Some(default) => Some(default.translated(locale, text)),
            None => panic!(
                "G11: there is nothing to translate: write `no_channel` before its translation"
            ),
        };
        self
    }

    /// The name of the tool, as it is called, shown and logged.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// The title, in the default language where it is not translated.
    #[must_use]
    pub const fn title(&self, locale: &Locale) -> &'static str {
        self.title.get(*locale)
    }

    /// What the call does: the command's own words, else the default of `class`.
    #[must_use]
    pub fn consequence_text(&self, class: Consequence, locale: &Locale) -> &'static str {
        match &self.consequence {
            Some(text) => text.get(*locale),
            None => (locale.texts().consequence)(class),
        }
    }

    /// What to do where nobody can be asked: the command's own words, else a default.
    #[must_use]
    pub const fn no_channel_text(&self, locale: &Locale) -> &'static str {
        match &self.no_channel {
            Some(text) => text.get(*locale),
            None => locale.texts().no_channel_help,
        }
    }
}

impl Text {
    #[track_caller]
    const fn new(default: &'static str) -> Self {
        check_text(default);
        Self {
            default,
            translations: [None; Locale::ALL.len()],
        }
    }

    #[track_caller]
    const fn translated(mut self, locale: Locale, text: &'static str) -> Self {
        check_text(text);
        assert!(
            !matches!(locale, Locale::En),
            "G11: English is the default language: write its text where there is no locale to give"
        );
        self.translations[locale as usize] = Some(text);
        self
    }

    const fn get(&self, locale: Locale) -> &'static str {
        match self.translations[locale as usize] {
            Some(text) => text,
            None => self.default,
        }
    }
}

/// Makes a [`Command`] that is evaluated, and checked, as soon as it is compiled.
///
/// Without the macro an associated constant is only evaluated where it is used, and a
/// malformed command passes `cargo check` (G11).
#[macro_export]
macro_rules! command {
    ($command:expr $(,)?) => {{
        const COUNTERSIGN_COMMAND: $crate::Command = $command;
        COUNTERSIGN_COMMAND
    }};
}

#[track_caller]
const fn check_key(key: &str) {
    let bytes = key.as_bytes();
    assert!(
        !bytes.is_empty() && bytes.len() <= 128,
        "G11: the key of a command has 1 to 128 characters: choose the name of the tool"
    );
    let mut i = 0;
    while i < bytes.len() {
        assert!(
            matches!(bytes[i], b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.'),
            "G11: the key of a command holds a character that MCP does not allow in a name: use A-Z a-z 0-9 _ - and . only"
        );
        i += 1;
    }
}

#[track_caller]
const fn check_text(text: &str) {
    let bytes = text.as_bytes();
    assert!(
        !bytes.is_empty(),
        "G11: a text of a command is empty: write what a human should read"
    );
    assert!(
        bytes[0] != b' ' && bytes[bytes.len() - 1] != b' ',
        "G11: a text of a command begins or ends with a space: remove it"
    );
    let mut i = 0;
    while i < bytes.len() {
        let (scalar, len) = decode(bytes, i);
        assert!(
            !is_deceptive(scalar),
            "G11: a text of a command holds a control, bidirectional or invisible character: write visible text on one line"
        );
        i += len;
    }
}

/// The Unicode scalar value at `i`, and how many bytes it takes. `bytes` come from a `str`.
const fn decode(bytes: &[u8], i: usize) -> (u32, usize) {
    let (first, len) = match bytes[i] {
        b @ 0x00..0x80 => (b, 1),
        b @ 0x80..0xE0 => (b & 0x1F, 2),
        b @ 0xE0..0xF0 => (b & 0x0F, 3),
        b => (b & 0x07, 4),
    };
    let mut scalar = first as u32;
    let mut k = 1;
    while k < len {
        scalar = scalar << 6 | (bytes[i + k] & 0x3F) as u32;
        k += 1;
    }
    (scalar, len)
}

/// Whether a character is not seen, or changes how others are seen, by Unicode's own data: control
/// and format characters, bidirectional ones among them, line and paragraph separators, blanks
/// other than the space, default-ignorable characters, private use and noncharacters.
pub(crate) const fn is_deceptive(scalar: u32) -> bool {
    matches!(
        scalar,
        0x0000..=0x001F
            | 0x007F..=0x00A0
            | 0x00AD
            | 0x034F
            | 0x0600..=0x0605
            | 0x061C
            | 0x06DD
            | 0x070F
            | 0x0890..=0x0891
            | 0x08E2
            | 0x115F..=0x1160
            | 0x1680
            | 0x17B4..=0x17B5
            | 0x180B..=0x180F
            | 0x2000..=0x200F
            | 0x2028..=0x202F
            | 0x205F..=0x206F
            | 0x2800
            | 0x3000
            | 0x3164
            | 0xE000..=0xF8FF
            | 0xFDD0..=0xFDEF
            | 0xFE00..=0xFE0F
            | 0xFEFF
            | 0xFFA0
            | 0xFFF0..=0xFFFB
            | 0x110BD
            | 0x110CD
            | 0x13430..=0x1343F
            | 0x1BCA0..=0x1BCA3
            | 0x1D173..=0x1D17A
    ) || scalar >= 0xE0000
        || scalar & 0xFFFE == 0xFFFE
}
