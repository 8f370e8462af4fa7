//! The journal: what ran, one line for each run of a tool's body.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use countersign::Tool;

use crate::printable::printable;

/// A file that lines are only ever added to.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens the journal, and makes it where there is none.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            file,
            path: path.to_owned(),
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line: the command key, a space, the details. A body calls this before it does
    /// anything, so that nothing happens that the journal does not know of.
    pub(crate) fn record<T: Tool>(&self, details: &str) -> io::Result<()> {
        // Line ends in arguments are escaped: a model cannot forge a line.
        let line = format!("{} {}\n", T::COMMAND.key(), printable(details));
        // The file is in append mode, and this is one write: lines of several processes do not
        // mix.
        (&self.file).write_all(line.as_bytes())
    }
}
