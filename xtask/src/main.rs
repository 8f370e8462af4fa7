//! The tools of this repository. `cargo xtask --help` lists them.

mod doors;
mod mutants;
mod seal_mutants;

use std::path::Path;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Checks of this repository that are more than a test")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Compares the public API, and every way to a state of a call, with the lists in `audit`.
    Doors(doors::Options),
    /// Has `cargo mutants` change the code, and demands that a test sees it.
    Mutants(mutants::Options),
    /// Weakens the kernel in every way there is, one at a time, and demands that a test sees it.
    SealMutants(seal_mutants::Options),
}

fn main() -> anyhow::Result<()> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = repository
        .parent()
        .expect("this package is in a folder of the repository");
    match Cli::parse().task {
        Task::Doors(options) => doors::run(repository, &options),
        Task::Mutants(options) => mutants::run(repository, &options),
        Task::SealMutants(options) => seal_mutants::run(repository, &options),
    }
}
