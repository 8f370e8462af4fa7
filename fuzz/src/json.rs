//! A JSON reader of our own (RFC 8259), so that what is expected is not read by the parser whose
//! reading is tested. It keeps what others lose: repeated keys, the spelling of numbers, and
//! escapes that are no Unicode text.

/// The text of a string, or `None` if its escapes are no Unicode text (a lone surrogate).
pub type Text = Option<String>;

/// A value as it was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    /// In its spelling.
    Number(String),
    String(Text),
    Array(Vec<Json>),
    /// In order, repeated keys and all.
    Object(Vec<(Text, Json)>),
}

/// Deeper than anything `serde_json` reads into a value (128).
const DEPTH: usize = 200;

/// `Err` if it is nested too deep for this reader, `Ok(None)` if it is not JSON.
pub fn read(text: &str) -> Result<Option<Json>, TooDeep> {
    let mut reader = Reader { rest: text };
    let value = match reader.value(DEPTH) {
        Ok(value) => value,
        Err(Stop::TooDeep) => return Err(TooDeep),
        Err(Stop::Malformed) => return Ok(None),
    };
    reader.space();
    Ok(reader.rest.is_empty().then_some(value))
}

#[derive(Debug)]
pub struct TooDeep;

enum Stop {
    TooDeep,
    Malformed,
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn take(&mut self, token: &str) -> bool {
        let after = self.rest.strip_prefix(token);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn next(&mut self) -> Result<char, Stop> {
        let c = self.rest.chars().next().ok_or(Stop::Malformed)?;
        self.rest = &self.rest[c.len_utf8()..];
        Ok(c)
    }

    fn value(&mut self, depth: usize) -> Result<Json, Stop> {
        let depth = depth.checked_sub(1).ok_or(Stop::TooDeep)?;
        self.space();
        if self.take("null") {
            Ok(Json::Null)
        } else if self.take("true") {
            Ok(Json::Bool(true))
        } else if self.take("false") {
            Ok(Json::Bool(false))
        } else if self.take("\"") {
            Ok(Json::String(self.string()?))
        } else if self.take("[") {
            self.array(depth)
        } else if self.take("{") {
            self.object(depth)
        } else {
            self.number()
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, Stop> {
        let mut values = Vec::new();
        self.space();
        if self.take("]") {
            return Ok(Json::Array(values));
        }
        loop {
            values.push(self.value(depth)?);
            self.space();
            if self.take("]") {
                return Ok(Json::Array(values));
            }
            if !self.take(",") {
                return Err(Stop::Malformed);
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, Stop> {
        let mut members = Vec::new();
        self.space();
        if self.take("}") {
            return Ok(Json::Object(members));
        }
        loop {
            self.space();
            if !self.take("\"") {
                return Err(Stop::Malformed);
            }
            let key = self.string()?;
            self.space();
            if !self.take(":") {
                return Err(Stop::Malformed);
            }
            members.push((key, self.value(depth)?));
            self.space();
            if self.take("}") {
                return Ok(Json::Object(members));
            }
            if !self.take(",") {
                return Err(Stop::Malformed);
            }
        }
    }

    /// The rest of a string, as UTF-16: that is what its escapes are written in.
    fn string(&mut self) -> Result<Text, Stop> {
        let mut units = Vec::new();
        loop {
            let c = match self.next()? {
                '"' => return Ok(String::from_utf16(&units).ok()),
                '\\' => match self.next()? {
                    c @ ('"' | '\\' | '/') => c,
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => {
                        let mut unit = 0;
                        for _ in 0..4 {
                            let digit = self.next()?.to_digit(16).ok_or(Stop::Malformed)?;
                            unit = unit * 16 + digit;
                        }
                        units.push(u16::try_from(unit).expect("four digits"));
                        continue;
                    }
                    _ => return Err(Stop::Malformed),
                },
                '\0'..='\u{1f}' => return Err(Stop::Malformed),
                c => c,
            };
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        }
    }

    fn number(&mut self) -> Result<Json, Stop> {
        let start = self.rest;
        self.take("-");
        if !self.take("0") {
            self.digits()?;
        }
        if self.take(".") {
            self.digits()?;
        }
        if self.take("e") || self.take("E") {
            let _ = self.take("+") || self.take("-");
            self.digits()?;
        }
        let length = start.len() - self.rest.len();
        Ok(Json::Number(start[..length].to_owned()))
    }

    fn digits(&mut self) -> Result<(), Stop> {
        let after = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() == self.rest.len() {
            return Err(Stop::Malformed);
        }
        self.rest = after;
        Ok(())
    }
}

impl Json {
    /// The values under a key, in order. None of what is no object.
    pub fn all(&self, key: &str) -> Vec<&Json> {
        let Json::Object(members) = self else {
            return Vec::new();
        };
        let members = members.iter();
        members
            .filter(|(name, _)| name.as_deref() == Some(key))
            .map(|(_, value)| value)
            .collect()
    }

    /// The value under a key that stands there once.
    pub fn once(&self, key: &str) -> Option<&Json> {
        match self.all(key)[..] {
            [value] => Some(value),
            _ => None,
        }
    }

    /// The value that is left where repeated keys collapse.
    pub fn last(&self, key: &str) -> Option<&Json> {
        self.all(key).pop()
    }

    pub fn is_text(&self, expected: &str) -> bool {
        matches!(self, Json::String(Some(text)) if text == expected)
    }

    /// Whether every parser reads the same in it: text that is Unicode, no key twice, numbers
    /// that are no strain, little depth.
    pub fn is_plain(&self) -> bool {
        self.is_plain_within(60)
    }

    fn is_plain_within(&self, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        match self {
            Json::Null | Json::Bool(_) => true,
            Json::String(text) => text.is_some(),
            Json::Number(spelling) => is_readable(spelling),
            Json::Array(values) => values.iter().all(|value| value.is_plain_within(depth)),
            Json::Object(members) => members.iter().all(|(key, value)| {
                let unique = key.as_ref().is_some_and(|key| self.all(key).len() == 1);
                unique && value.is_plain_within(depth)
            }),
        }
    }

    /// As [`is_plain`](Json::is_plain), but keys may repeat.
    pub fn is_readable(&self) -> bool {
        match self {
            Json::Object(members) => members
                .iter()
                .all(|(key, value)| key.is_some() && value.is_readable()),
            Json::Array(values) => values.iter().all(Json::is_readable),
            leaf => leaf.is_plain(),
        }
    }

    pub fn depth(&self) -> usize {
        let deepest = match self {
            Json::Array(values) => values.iter().map(Json::depth).max(),
            Json::Object(members) => members.iter().map(|(_, value)| value.depth()).max(),
            _ => None,
        };
        1 + deepest.unwrap_or(0)
    }

    /// Calls this for every text in it, keys first.
    pub fn texts<'j>(&'j self, see: &mut impl FnMut(&'j str, IsKey)) {
        match self {
            Json::String(Some(text)) => see(text, false),
            Json::Array(values) => values.iter().for_each(|value| value.texts(see)),
            Json::Object(members) => {
                for (key, value) in members {
                    if let Some(key) = key {
                        see(key, true);
                    }
                    value.texts(see);
                }
            }
            _ => {}
        }
    }
}

pub type IsKey = bool;

/// Within the range of a double, with room to spare.
fn is_readable(number: &str) -> bool {
    let exponent = number.split(['e', 'E']).nth(1).unwrap_or("0");
    number.len() < 200
        && exponent
            .parse::<i32>()
            .is_ok_and(|n| (-99..100).contains(&n))
}
