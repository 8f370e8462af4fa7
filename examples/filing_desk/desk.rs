//! The desk: filings and drafts, as files in a folder. It knows nothing of models or of MCP.
//!
//! | file | what it is |
//! |---|---|
//! | `filings/2025-q1.json` | a filing, any JSON document |
//! | `filings/2025-q1.handed-off` | the mark of a filing that has left the desk |
//! | `drafts/2025-q3.json` | a draft |
//! | `outbox/2025-q1.xml` | what was handed off; a courier collects it from there |

use std::{
    fmt,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use countersign::{Guarded, tier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::journal::Journal;

const FILINGS: &str = "filings";
const DRAFTS: &str = "drafts";
const OUTBOX: &str = "outbox";
const HANDED_OFF: &str = "handed-off";

/// The documents of the sample desk.
const SAMPLE: [(&str, &str, &str); 4] = [
    (FILINGS, "2025-q1.json", include_str!("sample/2025-q1.json")),
    (FILINGS, "2025-q2.json", include_str!("sample/2025-q2.json")),
    (DRAFTS, "2025-q3.json", include_str!("sample/2025-q3.json")),
    (DRAFTS, "2025-q4.json", include_str!("sample/2025-q4.json")),
];

/// A folder of filings and drafts, and the journal of what was done to them.
#[derive(Debug)]
pub(crate) struct Desk {
    folder: PathBuf,
    journal: Journal,
    /// What is in here goes out into the world, so only the body of a confirmed handoff can
    /// open it. Any other code has no way to an [`Outbox`].
    pub(crate) outbox: Guarded<Outbox, tier::Confirm<tier::Handoff>>,
}

impl Desk {
    /// Opens the desk in `folder`:
    ///
    /// - a folder that does not exist, or is empty, becomes a sample desk;
    /// - a desk is used as it is;
    /// - a folder with anything else in it is left alone;
    /// - no folder means a sample desk in a new temporary folder, which stays when the program
    ///   ends.
    ///
    /// The journal is `journal.log` in the desk, unless another file is named.
    ///
    /// Whatever could not be written later is an error now.
    pub(crate) fn open(folder: Option<&Path>, journal: Option<&Path>) -> anyhow::Result<Self> {
        let folder = match folder {
            Some(folder) => folder.to_owned(),
            None => tempfile::Builder::new()
                .prefix("filing-desk-")
                .tempdir()
                .context("cannot make a temporary folder for the desk")?
                .keep(),
        };
        set_up(&folder).with_context(|| format!("cannot use {} as a desk", folder.display()))?;
        let journal = journal.map_or_else(|| folder.join("journal.log"), Path::to_owned);
        let journal = Journal::open(&journal)
            .with_context(|| format!("cannot write the journal {}", journal.display()))?;
        Ok(Self {
            outbox: Guarded::new(Outbox {
                folder: folder.join(OUTBOX),
            }),
            folder,
            journal,
        })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn journal(&self) -> &Journal {
        &self.journal
    }

    /// What is on the desk.
    pub(crate) fn list(&self) -> Result<Listing, DeskError> {
        let filings = self.names(Kind::Filing)?.into_iter().map(|name| {
            let state = if self.mark_of(&name).is_file() {
                State::HandedOff
            } else {
                State::Open
            };
            Entry { name, state }
        });
        let drafts = self.names(Kind::Draft)?.into_iter().map(|name| Entry {
            name,
            state: State::Open,
        });
        Ok(Listing {
            filings: filings.collect(),
            drafts: drafts.collect(),
        })
    }

    /// Removes a draft. There is no copy.
    pub(crate) fn delete_draft(&self, name: &str) -> Result<(), DeskError> {
        let draft = self.find(Kind::Draft, name)?;
        fs::remove_file(draft).map_err(|error| DeskError::io("the draft cannot be removed", error))
    }

    /// Hands a filing off, once: writes it into the outbox and marks it. Returns the name of
    /// the file in the outbox.
    ///
    /// If anything fails, there is neither a file in the outbox nor a mark. What can be picked
    /// up from the outbox cannot be taken back, so putting it there is the last step, after
    /// everything else has worked. A process that is killed just before that step leaves a mark
    /// without a file: of the two possible mistakes, it never makes the one of sending twice.
    ///
    /// There is no point in here at which a cancelled call could stop it halfway.
    pub(crate) fn hand_off(
        &self,
        name: &str,
        format: Format,
        outbox: &Outbox,
    ) -> Result<String, DeskError> {
        let filing = self.find(Kind::Filing, name)?;
        let mark = self.mark_of(name);
        if mark.is_file() {
            return Err(DeskError::HandedOff(name.to_owned()));
        }
        let filing = fs::read_to_string(filing)
            .map_err(|error| DeskError::io("the filing cannot be read", error))?;
        let parcel = outbox.pack(name, format, &filing)?;
        set_mark(&mark, &parcel.name).map_err(|error| {
            // A second export, at the same time, was first.
            if error.kind() == io::ErrorKind::AlreadyExists && mark.is_file() {
                DeskError::HandedOff(name.to_owned())
            } else {
                DeskError::io("the filing cannot be marked as handed off", error)
            }
        })?;
        parcel.send().map_err(|error| match fs::remove_file(&mark) {
            Ok(()) => error,
            Err(undo) => DeskError::io(
                "the filing was not handed off, and its mark could not be removed",
                undo,
            ),
        })
    }

    /// The documents of a kind, sorted. Folders, links and hidden files are none.
    fn names(&self, kind: Kind) -> Result<Vec<String>, DeskError> {
        let read = || -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in fs::read_dir(self.folder.join(kind.folder()))? {
                let entry = entry?;
                let name = entry.file_name();
                let name = name.to_str().and_then(|name| name.strip_suffix(".json"));
                if let Some(name) = name
                    && !name.is_empty()
                    && !name.starts_with('.')
                    && entry.file_type()?.is_file()
                {
                    names.push(name.to_owned());
                }
            }
            names.sort_unstable();
            Ok(names)
        };
        read().map_err(|error| DeskError::io("the desk cannot be read", error))
    }

    /// The file of a document. A name is compared with what is there, never made into a path
    /// on trust: `../x` is no document's name, and names nothing.
    fn find(&self, kind: Kind, name: &str) -> Result<PathBuf, DeskError> {
        let known = self.names(kind)?;
        if known.iter().any(|there| there == name) {
            let file = format!("{name}.json");
            Ok(self.folder.join(kind.folder()).join(file))
        } else {
            Err(DeskError::Unknown {
                kind,
                name: name.chars().take(64).collect(),
                known,
            })
        }
    }

    fn mark_of(&self, filing: &str) -> PathBuf {
        let file = format!("{filing}.{HANDED_OFF}");
        self.folder.join(FILINGS).join(file)
    }
}

fn set_up(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("it is not a folder");
    }
    fs::create_dir_all(folder)?;
    let is_empty = fs::read_dir(folder)?.next().is_none();
    if is_empty {
        for part in [FILINGS, DRAFTS, OUTBOX] {
            fs::create_dir(folder.join(part))?;
        }
        for (part, name, text) in SAMPLE {
            fs::write(folder.join(part).join(name), text)?;
        }
    }
    for part in [FILINGS, DRAFTS, OUTBOX] {
        let folder = folder.join(part);
        if !folder.is_dir() {
            bail!("it is not empty, and it has no folder `{part}`");
        }
        // The one sure way to know whether a folder can be written is to write.
        NamedTempFile::new_in(folder).with_context(|| format!("cannot write into `{part}`"))?;
    }
    Ok(())
}

/// Makes the mark, or fails: of two that try at once, one does. A mark that could not be
/// completed is removed.
fn set_mark(mark: &Path, parcel: &str) -> io::Result<()> {
    let mut file = File::create_new(mark)?;
    writeln!(file, "outbox/{parcel}")
        .and_then(|()| file.sync_all())
        .inspect_err(|_| {
            // The error of the write is the one to report.
            let _ = fs::remove_file(mark);
        })
}

/// Where filings leave the desk.
#[derive(Debug)]
pub(crate) struct Outbox {
    folder: PathBuf,
}

impl Outbox {
    /// Writes a filing out completely, under a temporary name that the courier does not
    /// collect. A parcel that is not sent is removed when it is dropped.
    fn pack(&self, name: &str, format: Format, filing: &str) -> Result<Parcel, DeskError> {
        let text = format.render(name, filing)?;
        let write = || -> io::Result<NamedTempFile> {
            let mut file = tempfile::Builder::new()
                .prefix(".")
                .suffix(".part")
                .tempfile_in(&self.folder)?;
            file.write_all(text.as_bytes())?;
            file.as_file().sync_all()?;
            Ok(file)
        };
        let file = write().map_err(|error| DeskError::io("the outbox cannot be written", error))?;
        let name = format!("{name}.{}", format.extension());
        Ok(Parcel {
            target: self.folder.join(&name),
            name,
            file,
        })
    }
}

/// A filing in the outbox that has no name there yet.
struct Parcel {
    file: NamedTempFile,
    target: PathBuf,
    name: String,
}

impl Parcel {
    /// Gives it its name, in one step, and never in place of another file.
    fn send(self) -> Result<String, DeskError> {
        match self.file.persist_noclobber(&self.target) {
            Ok(_) => Ok(self.name),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(DeskError::OutboxHolds(self.name))
            }
            Err(error) => Err(DeskError::io("the outbox cannot be written", error.error)),
        }
    }
}

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// An XML document.
    Xml,
    /// The filing as it is on the desk.
    Json,
}

impl Format {
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Json => "json",
        }
    }

    fn render(self, name: &str, filing: &str) -> Result<String, DeskError> {
        let document: Value = serde_json::from_str(filing).map_err(|error| {
            DeskError::Malformed(format!("`{name}` is not a JSON document: {error}"))
        })?;
        match self {
            // As it was written: reading and writing it again could round its numbers.
            Self::Json => Ok(filing.to_owned()),
            Self::Xml => {
                let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
                write_xml(&mut xml, "filing", Some(name), &document, 0)
                    .map_err(|unfit| DeskError::Malformed(format!("`{name}` has {unfit}")))?;
                Ok(xml)
            }
        }
    }
}

/// Writes a value as an element. The names of members become attributes, since not every one
/// is a name in XML.
fn write_xml(
    xml: &mut String,
    element: &str,
    name: Option<&str>,
    value: &Value,
    depth: usize,
) -> Result<(), &'static str> {
    let indent = "  ".repeat(depth);
    xml.push_str(&indent);
    xml.push('<');
    xml.push_str(element);
    if let Some(name) = name {
        xml.push_str(" name=\"");
        escape_xml(xml, name)?;
        xml.push('"');
    }
    match value {
        Value::Null => {
            xml.push_str("/>\n");
            return Ok(());
        }
        Value::Object(members) => {
            xml.push_str(">\n");
            for (name, value) in members {
                write_xml(xml, "field", Some(name), value, depth + 1)?;
            }
            xml.push_str(&indent);
        }
        Value::Array(items) => {
            xml.push_str(">\n");
            for value in items {
                write_xml(xml, "item", None, value, depth + 1)?;
            }
            xml.push_str(&indent);
        }
        Value::String(text) => {
            xml.push('>');
            escape_xml(xml, text)?;
        }
        Value::Bool(_) | Value::Number(_) => {
            xml.push('>');
            xml.push_str(&value.to_string());
        }
    }
    xml.push_str("</");
    xml.push_str(element);
    xml.push_str(">\n");
    Ok(())
}

fn escape_xml(xml: &mut String, text: &str) -> Result<(), &'static str> {
    for c in text.chars() {
        match c {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            // As characters, a reader would turn them into spaces or line ends.
            '\t' => xml.push_str("&#9;"),
            '\n' => xml.push_str("&#10;"),
            '\r' => xml.push_str("&#13;"),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                return Err("a character that XML cannot carry; export it as json");
            }
            _ => xml.push(c),
        }
    }
    Ok(())
}

/// What [`Desk::list`] finds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Listing {
    /// Filings, which can be exported.
    pub(crate) filings: Vec<Entry>,
    /// Drafts, which can be deleted.
    pub(crate) drafts: Vec<Entry>,
}

/// A filing or a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Entry {
    /// The name to call it by.
    pub(crate) name: String,
    /// Whether it is still on the desk only.
    pub(crate) state: State,
}

/// The state of a filing or a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    /// On the desk.
    Open,
    /// Handed off. It cannot be taken back.
    HandedOff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Filing,
    Draft,
}

impl Kind {
    const fn folder(self) -> &'static str {
        match self {
            Self::Filing => FILINGS,
            Self::Draft => DRAFTS,
        }
    }

    /// The argument that names one.
    const fn field(self) -> &'static str {
        match self {
            Self::Filing => "filing",
            Self::Draft => "draft",
        }
    }
}

/// Why something could not be done at the desk. Written for the model that called, which can
/// then call again with other arguments: it begins with the argument that is at fault.
#[derive(Debug)]
pub(crate) enum DeskError {
    Unknown {
        kind: Kind,
        name: String,
        known: Vec<String>,
    },
    HandedOff(String),
    OutboxHolds(String),
    Malformed(String),
    Io {
        what: &'static str,
        error: io::Error,
    },
}

impl DeskError {
    const fn io(what: &'static str, error: io::Error) -> Self {
        Self::Io { what, error }
    }
}

impl fmt::Display for DeskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { kind, name, known } => {
                let field = kind.field();
                write!(f, "{field}: there is no {field} {name:?}; ")?;
                if known.is_empty() {
                    f.write_str("there are none")
                } else {
                    write!(f, "there are: {}", known.join(", "))
                }
            }
            Self::HandedOff(name) => write!(
                f,
                "filing: `{name}` was handed off before, and goes out only once; nothing was done"
            ),
            Self::OutboxHolds(file) => write!(
                f,
                "filing: the outbox already holds `{file}`; nothing was done"
            ),
            Self::Malformed(problem) => write!(f, "filing: {problem}; nothing was done"),
            Self::Io { what, error } => write!(f, "{what}: {error}"),
        }
    }
}

impl std::error::Error for DeskError {}
