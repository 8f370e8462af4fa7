//! The tools of this repository. `cargo xtask --help` lists them.

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Checks of this repository that are more than a test")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {}
}
