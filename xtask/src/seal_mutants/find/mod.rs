//! Finds what a careless change could weaken. Places come out of the syntax, so a new field, bound
//! or state is weakened without a word here. What is anchored to a text fails when it is gone.

mod bounds;
mod checks;
mod futures;
mod routes;
mod states;
mod traits;
mod visibility;

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context as _, Result, ensure};

use super::source::{Edit, Source};

/// Beside the kernel's own folder: where a guarantee lives.
const BESIDE_THE_KERNEL: [&str; 6] = [
    "src/command.rs",
    "src/debug.rs",
    "src/guarded.rs",
    "src/lib.rs",
    "src/missing.rs",
    "src/policy.rs",
];

/// The kind of the mutants that only silence a warning.
pub(crate) const MUST_USE: &str = "`must_use` removed";

/// One weakening.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// File, item and operator: the same in every run.
    pub(crate) name: String,
    /// The kind of weakening, for the summary.
    pub(crate) kind: &'static str,
    pub(crate) edits: Vec<Edit>,
    /// The checks to run first, since one of them should see it.
    pub(crate) aim: &'static [&'static str],
}

impl Mutant {
    /// Whether the code that runs is another, and not only what compiles.
    pub(crate) fn behaves(&self) -> bool {
        let types_only = [
            "private field opened",
            "private function opened",
            "private module opened",
            "import opened",
            "trait derived",
            "trait implemented",
            "conversion added",
            "bound dropped",
            "invariance loosened",
            MUST_USE,
        ];
        !types_only.contains(&self.kind)
    }
}

pub(crate) struct Sources {
    pub(crate) all: Vec<Source>,
}

impl Sources {
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let mut paths: Vec<String> = BESIDE_THE_KERNEL.map(str::to_owned).to_vec();
        for entry in fs::read_dir(root.join("src/call")).context("src/call")? {
            let name = entry?.file_name();
            paths.push(format!("src/call/{}", name.to_string_lossy()));
        }
        paths.sort();
        let all: Result<Vec<_>> = paths.iter().map(|path| Source::read(root, path)).collect();
        Ok(Self { all: all? })
    }

    pub(crate) fn kernel(&self) -> impl Iterator<Item = &Source> {
        self.all.iter().filter(|source| source.is_kernel())
    }

    fn get(&self, name: &str) -> Result<&Source> {
        let mut found = self.all.iter().filter(|source| source.name() == name);
        found.next().with_context(|| format!("{name} is gone"))
    }
}

/// Collects mutants.
struct Found {
    mutants: Vec<Mutant>,
}

impl Found {
    fn push(
        &mut self,
        source: &Source,
        item: &str,
        (kind, operator): (&'static str, impl AsRef<str>),
        edits: Vec<Edit>,
        aim: &'static [&'static str],
    ) {
        self.mutants.push(Mutant {
            name: format!("{} {item}: {}", source.name(), operator.as_ref()),
            kind,
            edits,
            aim,
        });
    }
}

/// All mutants of these sources, in the order of their names.
pub(crate) fn mutants(sources: &Sources) -> Result<Vec<Mutant>> {
    let mut found = Found {
        mutants: Vec::new(),
    };
    visibility::find(sources, &mut found)?;
    traits::find(sources, &mut found);
    bounds::find(sources, &mut found);
    routes::find(sources, &mut found)?;
    states::find(sources, &mut found)?;
    futures::find(sources, &mut found);
    checks::find(sources, &mut found)?;
    let mut mutants = found.mutants;
    mutants.sort_by(|a, b| a.name.cmp(&b.name));
    let mut names = BTreeSet::new();
    for mutant in &mutants {
        ensure!(!mutant.edits.is_empty(), "{}: changes nothing", mutant.name);
        ensure!(names.insert(&mutant.name), "two mutants: {}", mutant.name);
    }
    Ok(mutants)
}
