//! A tool for each tier, and the journal that says what ran.
#![allow(dead_code, reason = "each test file uses a part")]

use std::{
    marker::PhantomData,
    sync::{Arc, Mutex},
};

use countersign::{Command, Granted, Listed, Policy, Tool, command, tier};

/// What the bodies of the tools write to: one line for each that ran.
#[derive(Clone, Default)]
pub(crate) struct Journal(Arc<Mutex<Vec<String>>>);

impl Journal {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn write(&self, line: impl Into<String>) {
        self.0.lock().unwrap().push(line.into());
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// A tool of tier `L`. Its `at_least` is part of its arguments.
pub(crate) struct Probe<L> {
    pub(crate) at_least: Policy,
    pub(crate) secret: &'static str,
    tier: PhantomData<fn() -> L>,
}

/// An argument that must not be seen anywhere.
pub(crate) const SECRET: &str = "s3cret-argument";

impl<L> Probe<L> {
    pub(crate) fn new(at_least: Policy) -> Self {
        Self {
            at_least,
            secret: SECRET,
            tier: PhantomData,
        }
    }
}

/// The tiers, with what a test says of each.
pub(crate) trait ProbeTier: tier::Tier {
    const PROBE: Command;
}

impl ProbeTier for tier::AutoApprove<tier::ReadOnly> {
    const PROBE: Command = command! { Command::new("probe_read_only", "Probe reading") };
}
impl ProbeTier for tier::AutoApprove<tier::Additive> {
    const PROBE: Command = command! { Command::new("probe_additive", "Probe adding") };
}
impl ProbeTier for tier::Confirm<tier::Destructive> {
    const PROBE: Command = command! { Command::new("probe_destructive", "Probe destruction") };
}
impl ProbeTier for tier::Confirm<tier::Handoff> {
    const PROBE: Command = command! { Command::new("probe_handoff", "Probe a handoff") };
}
impl ProbeTier for tier::Block {
    const PROBE: Command = command! { Command::new("probe_block", "Probe a block") };
}

impl<L: ProbeTier> Tool for Probe<L> {
    type Tier = L;
    type Context<'a> = &'a Journal;
    type Output = ();
    const COMMAND: Command = L::PROBE;

    async fn run(_: Granted<'_, Self>, journal: Self::Context<'_>) {
        journal.write(Self::COMMAND.key());
    }

    fn at_least(&self) -> Policy {
        self.at_least
    }
}

/// All probes, listed.
pub(crate) fn all_listed() -> [Listed; 5] {
    [
        Listed::of::<Probe<tier::AutoApprove<tier::ReadOnly>>>(),
        Listed::of::<Probe<tier::AutoApprove<tier::Additive>>>(),
        Listed::of::<Probe<tier::Confirm<tier::Destructive>>>(),
        Listed::of::<Probe<tier::Confirm<tier::Handoff>>>(),
        Listed::of::<Probe<tier::Block>>(),
    ]
}

pub(crate) const POLICIES: [Policy; 3] = [Policy::AutoApprove, Policy::Confirm, Policy::Block];
