//! A tiny command-line agent: it lists and deletes files, and deletes only what the person at
//! the terminal says yes to. The command line plays the model.
//!
//!     cargo run --features terminal --example terminal -- list
//!     cargo run --features terminal --example terminal -- delete todo.txt
//!
//! Without `--folder` it works on a fresh sample folder. Exit status: 0 if all calls ran, 3 if
//! one was refused, 1 if one failed.
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use clap::{Parser, Subcommand};
use countersign::{
    Command, Gate, Granted, Listed, Locale, Overrides, Refusal, Tool, Unconfirmed, command,
    terminal::Terminal, tier,
};
use futures::future::join_all;

struct ListFiles;

impl Tool for ListFiles {
    type Tier = tier::AutoApprove;
    type Context<'a> = &'a Path;
    type Output = io::Result<String>;
    const COMMAND: Command = command! {
        Command::new("list_files", "List the files")
            .title_in(Locale::Es, "Listar los archivos")
    };

    async fn run(_: Granted<'_, Self>, folder: Self::Context<'_>) -> Self::Output {
        let names: io::Result<Vec<_>> = fs::read_dir(folder)?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect();
        let mut names = names?;
        names.sort_unstable();
        Ok(names.join("\n"))
    }
}

struct DeleteFile {
    name: String,
}

impl Tool for DeleteFile {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a Path;
    type Output = io::Result<String>;
    const COMMAND: Command = command! {
        Command::new("delete_file", "Delete a file of the folder")
            .consequence("The file is removed for good.")
            .no_channel("Run this program in a terminal.")
            .title_in(Locale::Es, "Eliminar un archivo de la carpeta")
            .consequence_in(Locale::Es, "El archivo se elimina definitivamente.")
            .no_channel_in(Locale::Es, "Ejecute este programa en un terminal.")
    };

    async fn run(call: Granted<'_, Self>, folder: Self::Context<'_>) -> Self::Output {
        // A name, and not a path to somewhere else.
        let name = Path::new(&call.name).file_name();
        let name = name.ok_or(io::ErrorKind::InvalidInput)?;
        fs::remove_file(folder.join(name))?;
        Ok(format!("deleted {}", name.display()))
    }
}

#[derive(Parser)]
struct Options {
    /// The folder to work on.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// The language, as a BCP 47 tag.
    #[arg(long, default_value = "en")]
    lang: String,
    /// How many seconds to wait for an answer.
    #[arg(long, default_value_t = 300.0)]
    answer_within: f64,
    /// Gives all calls up after so many seconds, whatever their state.
    #[arg(long)]
    give_up_after: Option<f64>,
    /// Appends what became of each call to this file.
    #[arg(long)]
    journal: Option<PathBuf>,
    #[command(subcommand)]
    call: Call,
}

#[derive(Subcommand)]
enum Call {
    /// Lists the files.
    List,
    /// Deletes files: one call for each name, all at the same time.
    Delete { names: Vec<String> },
}

/// One thread: a prompt that blocked it would stop everything else.
#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<ExitCode> {
    let options = Options::parse();
    let sample = tempfile::tempdir()?;
    let folder = options.folder.unwrap_or_else(|| {
        for name in ["notes.txt", "todo.txt"] {
            // A sample without its files is still a folder to look into.
            let _ = fs::write(sample.path().join(name), "sample\n");
        }
        sample.path().to_owned()
    });

    let gate = Gate::new(
        &[Listed::of::<ListFiles>(), Listed::of::<DeleteFile>()],
        Overrides::none(),
    )?
    // The person is here: nobody else is trusted to have asked.
    .close_client_hint()
    .in_locale(Locale::from_tag(&options.lang).unwrap_or_default())
    .answer_within(Duration::try_from_secs_f64(options.answer_within)?);
    let terminal = Terminal::for_gate(&gate);

    let run = async {
        match options.call {
            Call::List => {
                let list = Unconfirmed::new(ListFiles);
                vec![gate.run(list, &terminal, &folder).await]
            }
            Call::Delete { names } => {
                let (gate, terminal, folder) = (&gate, &terminal, folder.as_path());
                let calls = names.into_iter().map(|name| async move {
                    let delete = Unconfirmed::new(DeleteFile { name });
                    gate.run(delete, terminal, folder).await
                });
                join_all(calls).await
            }
        }
    };
    let outcomes = match options.give_up_after {
        None => run.await,
        Some(limit) => {
            let limit = Duration::try_from_secs_f64(limit)?;
            match tokio::time::timeout(limit, run).await {
                Ok(outcomes) => outcomes,
                Err(_) => return report(options.journal.as_deref(), "given up").map(|()| 1.into()),
            }
        }
    };

    let mut status = 0;
    for outcome in outcomes {
        let (line, code) = match outcome {
            Ok(Ok(done)) => (done, 0),
            Ok(Err(error)) => (format!("failed: {error}"), 1),
            Err(refusal) => (explain(&refusal, &gate), 3),
        };
        report(options.journal.as_deref(), &line)?;
        status = status.max(code);
    }
    Ok(status.into())
}

fn explain(refusal: &Refusal, gate: &Gate) -> String {
    let name = refusal.reason().name();
    format!("{name}: {}", refusal.message(gate.locale()))
}

/// To standard output, which may be gone with the terminal, and to the journal.
fn report(journal: Option<&Path>, line: &str) -> anyhow::Result<()> {
    let _ = writeln!(io::stdout(), "{line}");
    if let Some(journal) = journal {
        let mut journal = fs::File::options()
            .create(true)
            .append(true)
            .open(journal)?;
        writeln!(journal, "{line}")?;
    }
    Ok(())
}
