//! A tool of each tier. They have no arguments, but derive what they can: what a state then
//! lacks, it lacks by itself.

use countersign::{Command, Granted, Guarded, Listed, Tool, command, tier};
use tier::{Additive, AutoApprove, Block, Confirm, Destructive, Handoff, ReadOnly};

pub(crate) struct Drafts;
pub(crate) struct Outbox;

pub(crate) struct Desk {
    pub(crate) drafts: Guarded<Drafts, Confirm<Destructive>>,
    pub(crate) outbox: Guarded<Outbox, Confirm<Handoff>>,
}

macro_rules! tools {
    ($($name:ident: $tier:ty, $key:literal;)+) => {
        $(
            #[derive(Clone, Copy, Default, serde::Deserialize)]
            pub(crate) struct $name {}

            impl Tool for $name {
                type Tier = $tier;
                type Context<'a> = &'a Desk;
                type Output = ();
                const COMMAND: Command = command! { Command::new($key, "A title") };

                async fn run(_: Granted<'_, Self>, _: Self::Context<'_>) {}
            }
        )+

        pub(crate) fn listed() -> [Listed; 5] {
            [$( Listed::of::<$name>() ),+]
        }
    };
}

tools! {
    Read: AutoApprove<ReadOnly>, "read";
    Add: AutoApprove<Additive>, "add";
    Wipe: Confirm<Destructive>, "wipe";
    Export: Confirm<Handoff>, "export";
    Submit: Block, "submit";
}
