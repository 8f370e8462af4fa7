//! Language tags.

use countersign::{
    Command, Consequence, Locale, Reason, command, confirmation_request, refusal_message,
};

use super::oracle;

const COMMAND: Command = command! { Command::new("export", "Export") };

/// Takes each line for a tag, and all of them for a list of preferences.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let tags = || text.split('\n');
    for tag in tags() {
        assert_eq!(
            Locale::from_tag(tag).map(Locale::tag),
            oracle::language(tag),
            "{tag:?}"
        );
    }
    let locale = Locale::negotiate(tags());
    assert_eq!(
        locale.tag(),
        tags().find_map(oracle::language).unwrap_or("en")
    );
    let question = confirmation_request(&COMMAND, Consequence::Handoff, &locale);
    let asks = if locale == Locale::Es {
        "Sí, ejecutar `export`"
    } else {
        "Yes, run `export`"
    };
    assert_eq!(question.requested_schema.description(), asks);
    let refusal = refusal_message(&COMMAND, Reason::NoChannel, &locale);
    assert!(refusal.contains("`export`"));
}
