use core::{any::TypeId, fmt, future::Future, mem::forget, time::Duration};
use std::{
    collections::{HashMap, HashSet},
    panic::{AssertUnwindSafe, catch_unwind},
};

use serde::{
    Deserialize, Deserializer as _,
    de::{
        IntoDeserializer, MapAccess, Visitor,
        value::{self, StringDeserializer},
    },
};
use serde_json::value::RawValue;

use crate::{
    Locale, Policy, Reason, Refusal, Routed, Tighten, Tool, Unconfirmed,
    call::command,
    command::is_deceptive,
    tier::Tier,
    trusted::{Channel, ClientSupport},
};

/// Policies that are stricter than the tiers of the tools, as read from configuration.
///
/// The text is a JSON object from command keys to policies:
///
/// ```
/// # use countersign::Overrides;
/// let overrides = Overrides::from_json(r#"{ "list_filings": "confirm", "delete_draft": "block" }"#)?;
/// # Ok::<(), countersign::OverridesError>(())
/// ```
///
/// [`Gate::new`] checks it against the tools that exist. Nothing here can loosen a tier (G16).
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    key: String,
    policy: Policy,
    line: Option<usize>,
}

impl Overrides {
    /// No overrides.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            entries: Vec::new(),
        }
    }

    /// Reads overrides from JSON.
    ///
    /// # Errors
    ///
    /// If the text is not a JSON object, a key stands there twice, or a value is not a
    /// policy. The error names the key and the line.
    pub fn from_json(text: &str) -> Result<Self, OverridesError> {
        if text.starts_with('\u{FEFF}') {
            let error = "a byte order mark at line 1; save the text without it".to_owned();
            return Err(OverridesError::new(
                None,
                Some(1),
                Problem::Malformed(error),
            ));
        }
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let malformed = |error: &serde_json::Error| {
            let line = Some(error.line());
            OverridesError::new(None, line, Problem::Malformed(error.to_string()))
        };
        let found = deserializer
            .deserialize_map(InOrder)
            .and_then(|found| deserializer.end().map(|()| found))
            .map_err(|error| malformed(&error))?;

        let mut seen = HashSet::new();
        let mut entries = Vec::with_capacity(found.len());
        for (key, value) in found {
            let line = Some(line_of(text, value.get()));
            let policy = policy(value.get());
            if !seen.insert(key.clone()) {
                return Err(OverridesError::new(Some(key), line, Problem::Duplicate));
            }
            let Some(policy) = policy else {
                let problem = Problem::UnknownPolicy(excerpt(value.get()));
                return Err(OverridesError::new(Some(key), line, problem));
            };
            entries.push(Entry { key, policy, line });
        }
        Ok(Self { entries })
    }

    /// Adds an override. Where there are several for one key, the strictest counts.
    #[must_use]
    pub fn tighten(mut self, key: impl Into<String>, policy: Policy) -> Self {
        self.entries.push(Entry {
            key: key.into(),
            policy,
            line: None,
        });
        self
    }

    /// Adds all overrides of `other`. The order does not matter: the strictest counts.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.entries.extend(other.entries);
        self
    }
}

/// Collects the entries of a JSON object in order, repeated keys and all.
struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object from command keys to policies")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// A policy by its word. Read as an enum, `{"block": null}` would be one, too.
fn policy(json: &str) -> Option<Policy> {
    let word: String = serde_json::from_str(json).ok()?;
    let word: StringDeserializer<value::Error> = word.into_deserializer();
    Policy::deserialize(word).ok()
}

/// The beginning of what was found, on one line.
fn excerpt(found: &str) -> String {
    const LENGTH: usize = 40;
    let mut excerpt: String = found
        .chars()
        .map(|c| if is_deceptive(c.into()) { ' ' } else { c })
        .take(LENGTH)
        .collect();
    if found.chars().nth(LENGTH).is_some() {
        excerpt.push('…');
    }
    excerpt
}

/// The line of `text` in which `part`, a slice of it, begins.
fn line_of(text: &str, part: &str) -> usize {
    let offset = part.as_ptr().addr() - text.as_ptr().addr();
    1 + text[..offset].matches('\n').count()
}

/// What is wrong with the overrides, or with the list of tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverridesError {
    key: Option<String>,
    line: Option<usize>,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    Malformed(String),
    Duplicate,
    UnknownPolicy(String),
    UnknownCommand { known: Vec<&'static str> },
    Loosens { policy: Policy, tier: Policy },
    ListedTwice,
}

impl OverridesError {
    fn new(key: Option<String>, line: Option<usize>, problem: Problem) -> Self {
        Self { key, line, problem }
    }

    /// The command key that is at fault, if it is one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// The line of the configuration that is at fault, if it is known.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for OverridesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), false) = (self.line, matches!(self.problem, Problem::Malformed(_))) {
            write!(f, "line {line}: ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "{key:?}: ")?;
        }
        match &self.problem {
            Problem::Malformed(error) => write!(f, "the overrides cannot be read: {error}"),
            Problem::Duplicate => f.write_str("stands there twice; keep one"),
            Problem::UnknownPolicy(word) => write!(
                f,
                "unknown policy {word}; write \"confirm\" or \"block\" (or \"auto_approve\", where that is the tier)"
            ),
            Problem::UnknownCommand { known } => {
                write!(f, "no such command; there are: {}", known.join(", "))
            }
            Problem::Loosens { policy, tier } => write!(
                f,
                "{} would loosen its tier, which is {}; overrides can only tighten",
                word(*policy),
                word(*tier)
            ),
            Problem::ListedTwice => {
                f.write_str("listed twice; each tool, and each command key, is listed once")
            }
        }
    }
}

impl std::error::Error for OverridesError {}

const fn word(policy: Policy) -> &'static str {
    match policy {
        Policy::AutoApprove => "\"auto_approve\"",
        Policy::Confirm => "\"confirm\"",
        Policy::Block => "\"block\"",
    }
}

/// A tool that a [`Gate`] lets pass at all.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    tool: TypeId,
    key: &'static str,
    tier: Policy,
}

impl Listed {
    /// Lists `T`.
    #[must_use]
    pub fn of<T: Tool>() -> Self {
        Self {
            tool: TypeId::of::<T>(),
            key: command::<T>().key(),
            tier: T::Tier::POLICY,
        }
    }
}

/// The run-time settings, checked. They can only tighten what the types say (G16).
#[derive(Clone)]
pub struct Gate {
    tools: HashMap<TypeId, Policy>,
    close_client_hint: bool,
    locale: Locale,
    answer_within: Duration,
}

impl Gate {
    /// How long a human has to answer, unless [`answer_within`](Gate::answer_within) says
    /// otherwise: five minutes.
    pub const ANSWER_WITHIN: Duration = Duration::from_secs(300);

    /// A gate for these tools, with these overrides. A tool that is not listed is refused.
    ///
    /// # Errors
    ///
    /// If a tool or a key is listed twice, or an override names no listed tool or would
    /// loosen its tier.
    pub fn new(listed: &[Listed], overrides: Overrides) -> Result<Self, OverridesError> {
        let mut by_key = HashMap::with_capacity(listed.len());
        let mut tools = HashMap::with_capacity(listed.len());
        for tool in listed {
            let same_key = by_key.insert(tool.key, tool);
            let same_tool = tools.insert(tool.tool, tool.tier);
            if same_key.is_some() || same_tool.is_some() {
                let key = Some(tool.key.to_owned());
                return Err(OverridesError::new(key, None, Problem::ListedTwice));
            }
        }
        for Entry { key, policy, line } in overrides.entries {
            let Some(tool) = by_key.get(key.as_str()) else {
                let mut known: Vec<_> = by_key.into_keys().collect();
                known.sort_unstable();
                let problem = Problem::UnknownCommand { known };
                return Err(OverridesError::new(Some(key), line, problem));
            };
            if policy < tool.tier {
                let tier = tool.tier;
                let problem = Problem::Loosens { policy, tier };
                return Err(OverridesError::new(Some(key), line, problem));
            }
            tools
                .entry(tool.tool)
                .and_modify(|strictest| *strictest = policy.max(*strictest));
        }
        Ok(Self {
            tools,
            close_client_hint: false,
            locale: Locale::default(),
            answer_within: Self::ANSWER_WITHIN,
        })
    }

    /// No longer accepts the client's own prompt as consent: where nobody can be asked, a
    /// destructive call is refused like a handoff. Nothing opens it again.
    #[must_use]
    pub const fn close_client_hint(mut self) -> Self {
        self.close_client_hint = true;
        self
    }

    /// The language of questions and refusals.
    #[must_use]
    pub const fn in_locale(mut self, locale: Locale) -> Self {
        self.locale = locale;
        self
    }

    /// How long a channel waits for a human before it gives up with
    /// [`NoAnswer::TimedOut`](crate::trusted::NoAnswer::TimedOut).
    #[must_use]
    pub const fn answer_within(mut self, limit: Duration) -> Self {
        self.answer_within = limit;
        self
    }

    /// The language of questions and refusals.
    #[must_use]
    pub const fn locale(&self) -> &Locale {
        &self.locale
    }

    /// How long a channel waits for a human.
    #[must_use]
    pub const fn wait(&self) -> Duration {
        self.answer_within
    }

    /// [Routes](Unconfirmed::route) a call with these settings. A tool that is not listed is
    /// refused, and so is a call whose [`Tool::at_least`] panics (where panics unwind; with
    /// `panic = "abort"` the process ends, and nothing runs either).
    pub fn route<T: Tool>(&self, call: Unconfirmed<T>, client: ClientSupport) -> Routed<T> {
        let refuse =
            |reason| Routed::Refused(Refusal::new(command::<T>(), T::Tier::CONSEQUENCE, reason));
        let Some(&policy) = self.tools.get(&TypeId::of::<T>()) else {
            return refuse(Reason::NotListed);
        };
        let tighten = Tighten {
            policy,
            close_client_hint: self.close_client_hint,
        };
        // The call is moved in and lost with the panic, so nothing half-changed is seen again.
        catch_unwind(AssertUnwindSafe(|| call.route(client, tighten))).unwrap_or_else(|panic| {
            // What was thrown may panic itself when it is dropped.
            forget(panic);
            refuse(Reason::PolicyFailed)
        })
    }

    /// Takes a call through all its states: routes it, asks where a human must say yes, and
    /// runs it.
    ///
    /// # Errors
    ///
    /// A [`Refusal`], if the call was not run. What fails in the body is in `T::Output`.
    ///
    /// # Panics
    ///
    /// Only if the channel or the body does.
    pub fn run<'a, T: Tool, C: Channel>(
        &'a self,
        call: Unconfirmed<T>,
        channel: &'a C,
        context: T::Context<'a>,
    ) -> impl Future<Output = Result<T::Output, Refusal>> + Send {
        async move {
            match self.route(call, channel.support()) {
                Routed::Auto(call) => Ok(call.into().execute(context).await),
                Routed::Elicit(call) => {
                    let confirmed = call.into().ask(channel).await?;
                    Ok(confirmed.execute(context).await)
                }
                Routed::ClientHint(call) => Ok(call.into().execute(context).await),
                Routed::Refused(refusal) => Err(refusal),
            }
        }
    }
}

/// Counts the tools: what it knows them by says nothing to a reader.
impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate")
            .field("tools", &self.tools.len())
            .field("close_client_hint", &self.close_client_hint)
            .field("locale", &self.locale)
            .field("answer_within", &self.answer_within)
            .finish()
    }
}
