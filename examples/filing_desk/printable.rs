//! Foreign text, made safe for a terminal and for a log of lines.

/// The text with everything that a terminal would obey, or a reader would not see, written as
/// an escape: control characters and line ends among them.
pub(crate) fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\'' | '\\' => safe.push(c),
            _ => safe.extend(c.escape_debug()),
        }
    }
    safe
}
