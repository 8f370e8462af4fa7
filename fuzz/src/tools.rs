//! Tools of each tier. Their bodies, and nothing else, write into a journal.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use countersign::{Command, Granted, Tool, command, tier};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// What ran, in order.
#[derive(Clone, Default)]
pub(super) struct Journal(Arc<Mutex<Vec<Ran>>>);

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ran {
    pub(super) tool: &'static str,
    /// The arguments that the body got, as JSON.
    pub(super) arguments: String,
}

impl Journal {
    fn write(&self, tool: &'static str, arguments: String) {
        self.0.lock().unwrap().push(Ran { tool, arguments });
    }

    /// What ran since the last time.
    pub(super) fn take(&self) -> Vec<Ran> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    /// How often it ran since the last time.
    pub(super) fn count(&self) -> usize {
        self.take().len()
    }
}

macro_rules! tools {
    ($($tool:ident $key:literal $tier:ty;)*) => {$(
        /// Takes any arguments, and writes down what it got.
        #[derive(Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub(super) struct $tool(pub(super) Map<String, Value>);

        impl Tool for $tool {
            type Tier = $tier;
            type Context<'a> = &'a Journal;
            type Output = ();
            const COMMAND: Command = command! { Command::new($key, "Do it") };

            async fn run(call: Granted<'_, Self>, journal: Self::Context<'_>) {
                journal.write($key, Value::Object(call.into_inner().0).to_string());
            }
        }
    )*};
}

tools! {
    List "list" tier::AutoApprove<tier::ReadOnly>;
    Note "note" tier::AutoApprove<tier::Additive>;
    Delete "delete" tier::Confirm<tier::Destructive>;
    Export "export" tier::Confirm<tier::Handoff>;
    Wipe "wipe" tier::Block;
}

/// A tool whose arguments have types.
#[derive(Deserialize, JsonSchema)]
#[allow(
    dead_code,
    reason = "it is never run: what is looked at is how its arguments are read"
)]
pub(super) struct Retitle {
    draft: String,
    page: u8,
    kind: Option<Kind>,
    #[serde(default)]
    marks: BTreeMap<String, u8>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Draft,
    Filing,
}

impl Tool for Retitle {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a Journal;
    type Output = ();
    const COMMAND: Command = command! { Command::new("retitle", "Change a title") };

    async fn run(_: Granted<'_, Self>, journal: Self::Context<'_>) {
        journal.write("retitle", String::new());
    }
}
