//! Seal mutants: every weakening of the kernel that a careless change could make, one at a time,
//! and for each the test that goes red.

mod equivalent;
mod find;
mod report;
mod run;
mod source;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap, fs, io::Write as _, num::NonZeroUsize, path::Path, sync::Mutex, thread,
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;

use find::{Mutant, Sources};
use report::{Report, Row};
use run::{Asked, Class, Scratch};

/// Where the report is, from the root of the repository.
const REPORT: &str = "audit/seal-mutants.md";

/// What became of mutants in runs that may not have come to an end.
const HINTS: &str = "target/seal-mutants/hints";

#[derive(Args)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "they are the flags of a command"
)]
pub(crate) struct Options {
    /// Only the mutants whose name contains this text
    filter: Option<String>,
    /// With a filter: replaces in the report what is run, and leaves the rest of it
    #[arg(long, requires = "filter")]
    update: bool,
    /// Names the mutants, and runs none
    #[arg(long)]
    list: bool,
    /// Takes over what earlier runs found of the same sources, for one that was
    /// given up; `--check` runs it again
    #[arg(long, conflicts_with = "check")]
    resume: bool,
    /// How many at a time, each in a copy of its own
    #[arg(long, default_value_t = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))]
    jobs: NonZeroUsize,
    /// Compares the report with the sources, and runs for each mutant what the report says sees it
    #[arg(long, conflicts_with_all = ["filter", "list"])]
    check: bool,
    /// With `--check`: runs one mutant of so many
    #[arg(long, requires = "check", default_value_t = NonZeroUsize::MIN)]
    every: NonZeroUsize,
}

pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let sources = Sources::read(root)?;
    let mut mutants = find::mutants(&sources)?;
    let unused = equivalent::unused(&mutants);
    ensure!(unused.is_empty(), "reasons without a mutant: {unused:#?}");
    if let Some(filter) = &options.filter {
        mutants.retain(|mutant| mutant.name.contains(filter));
        ensure!(!mutants.is_empty(), "no mutant has `{filter}` in its name");
    }
    if options.list {
        for mutant in &mutants {
            println!("{}", mutant.name);
        }
        println!("{} mutants", mutants.len());
        return Ok(());
    }
    let path = root.join(REPORT);
    let recorded = fs::read_to_string(&path).ok();
    if options.check {
        let recorded = recorded.with_context(|| format!("{REPORT} is missing"))?;
        return check(options, root, &sources, mutants, &Report::parse(&recorded)?);
    }
    // What saw a mutant the last time comes first, for the report and for a run that was given up.
    let mut hints = recorded
        .and_then(|text| Report::parse(&text).ok())
        .unwrap_or_default();
    let found = fs::read_to_string(root.join(HINTS)).unwrap_or_default();
    hints.add_hints(&found, None);
    let mut taken_over = Vec::new();
    if options.resume {
        let mut earlier = Report::default();
        earlier.add_hints(&found, Some(&report::fingerprint(&sources)));
        mutants.retain(|mutant| {
            // What nothing saw may be seen by now.
            let outcome = earlier.outcome(&mutant.name).filter(|outcome| {
                matches!(
                    outcome.class(),
                    Class::Killed | Class::Rejected | Class::Equivalent
                )
            });
            taken_over.extend(outcome.map(|outcome| Row::new(mutant, outcome.clone())));
            outcome.is_none()
        });
        println!("{} are taken over", taken_over.len());
    }
    let mut rows = run_all(
        root,
        &sources,
        options.jobs,
        &mutants,
        &hints,
        Asked::TheBest,
    )?;
    rows.extend(taken_over);
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    let mut report = Report::new(&sources, rows);
    if options.update {
        let recorded = fs::read_to_string(&path).with_context(|| format!("{REPORT} is missing"))?;
        report = report.onto(Report::parse(&recorded)?)?;
    }
    if options.filter.is_none() || options.update {
        fs::create_dir_all(path.parent().context("a folder")?)?;
        fs::write(&path, report.to_string())?;
        println!("written: {REPORT}");
    }
    verdict(&report)
}

/// Fails where something is not seen, or is seen though it is said to be the same.
fn verdict(report: &Report) -> Result<()> {
    println!("{}", report.summary());
    let wrong = report.wrong();
    ensure!(
        wrong.is_empty(),
        "not as it should be:\n{}",
        wrong.join("\n")
    );
    Ok(())
}

fn check(
    options: &Options,
    root: &Path,
    sources: &Sources,
    mutants: Vec<Mutant>,
    recorded: &Report,
) -> Result<()> {
    let stale = recorded.stale(sources, &mutants);
    if !stale.is_empty() {
        bail!(
            "{REPORT} is stale; run `cargo xtask seal-mutants`:\n{}",
            stale.join("\n")
        );
    }
    let wrong = recorded.wrong();
    ensure!(wrong.is_empty(), "{REPORT}:\n{}", wrong.join("\n"));
    let every = options.every.get();
    let all = mutants.len();
    // All tests are run on one that nothing sees: that is left to the run that writes the report.
    let (equivalent, seen): (Vec<_>, Vec<_>) = mutants
        .into_iter()
        .partition(|mutant| equivalent::reason(&mutant.name).is_some());
    let sample: Vec<_> = seen.into_iter().step_by(every).collect();
    println!(
        "{} of {all} mutants: 1 of {every}, without {} that weaken nothing, which \
         `cargo xtask seal-mutants` runs.",
        sample.len(),
        equivalent.len()
    );
    let rows = run_all(
        root,
        sources,
        options.jobs,
        &sample,
        recorded,
        Asked::TheSame,
    )?;
    let mut differ = Vec::new();
    for row in &rows {
        let was = recorded.outcome(&row.name).context("compared above")?;
        if was.class() != row.outcome.class() {
            differ.push(format!("{}: {was}, and now {}", row.name, row.outcome));
        }
    }
    ensure!(
        differ.is_empty(),
        "not as {REPORT} says:\n{}",
        differ.join("\n")
    );
    println!("all as {REPORT} says");
    Ok(())
}

/// Runs them all, in as many scratch copies as there are jobs.
fn run_all(
    root: &Path,
    sources: &Sources,
    jobs: NonZeroUsize,
    mutants: &[Mutant],
    hints: &Report,
    asked: Asked,
) -> Result<Vec<Row>> {
    let fingerprint = report::fingerprint(sources);
    let queue = Mutex::new(mutants.iter().enumerate());
    let next = || queue.lock().expect("no job panics").next();
    let done = Mutex::new(BTreeMap::new());
    let folder = root.join("target/seal-mutants");
    fs::create_dir_all(&folder)?;
    let hints_file = fs::File::options()
        .create(true)
        .append(true)
        .open(root.join(HINTS))?;
    // Two runs in the same copies would judge each other's mutants.
    hints_file
        .try_lock()
        .with_context(|| format!("another run is going on: {HINTS} is locked"))?;
    let work = |job: usize| -> Result<()> {
        let scratch = Scratch::new(root, &folder.join(job.to_string()))?;
        scratch
            .baseline()
            .context("without a mutant the tests must pass")?;
        while let Some((index, mutant)) = next() {
            let outcome = scratch
                .judge(mutant, hints.outcome(&mutant.name), asked)
                .with_context(|| mutant.name.clone())?;
            let outcome = equivalent::weigh(mutant, outcome);
            let mut done = done.lock().expect("no job panics");
            done.insert(index, Row::new(mutant, outcome));
            let row = &done[&index];
            writeln!(&hints_file, "{fingerprint}\t{}\t{}", row.name, row.outcome)?;
            println!(
                "[{}/{}] {}: {}",
                done.len(),
                mutants.len(),
                row.name,
                row.outcome
            );
        }
        Ok(())
    };
    let jobs = jobs.get().min(mutants.len().max(1));
    thread::scope(|scope| {
        let handles: Vec<_> = (0..jobs)
            .map(|job| {
                scope.spawn({
                    let work = &work;
                    move || work(job)
                })
            })
            .collect();
        handles
            .into_iter()
            .try_for_each(|handle| handle.join().expect("no job panics"))
    })?;
    let done = done.into_inner().expect("no job panics");
    Ok(done.into_values().collect())
}
