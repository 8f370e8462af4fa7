use core::{fmt, marker::PhantomData};

use crate::{Granted, Tool, tier::Tier};

/// A resource that opens only to a running call of tier `L`, and only while it runs (G12).
///
/// ```
/// # use countersign::{Command, Granted, Guarded, Tool, command, tier};
/// use std::sync::Mutex;
///
/// type Outbox = Guarded<Mutex<Vec<String>>, tier::Confirm<tier::Handoff>>;
///
/// # struct Export { filing: String }
/// impl Tool for Export {
///     type Tier = tier::Confirm<tier::Handoff>;
///     type Context<'a> = &'a Outbox;
///     # type Output = ();
///     # const COMMAND: Command = command! { Command::new("export", "Export a filing") };
///     // ..
///     async fn run(call: Granted<'_, Self>, outbox: Self::Context<'_>) {
///         let mut outbox = outbox.open(&call).lock().unwrap();
///         outbox.push(call.filing.clone());
///     }
/// }
/// ```
///
/// It binds the tier, not the tool. A resource that can be cloned can be carried out of the
/// call: guard what cannot.
pub struct Guarded<R, L: Tier> {
    resource: R,
    tier: PhantomData<fn(L) -> L>,
}

impl<R, L: Tier> Guarded<R, L> {
    /// Locks the resource away. There is no way back.
    pub const fn new(resource: R) -> Self {
        Self {
            resource,
            tier: PhantomData,
        }
    }

    /// Opens the resource to a running call, for as long as the grant is there.
    pub const fn open<'a, T>(&'a self, call: &'a Granted<'_, T>) -> &'a R
    where
        T: Tool<Tier = L>, // G12: open it in the body of a tool of the guard's own tier
    {
        let _ = call;
        &self.resource
    }
}

/// Shows nothing of the resource.
impl<R, L: Tier> fmt::Debug for Guarded<R, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guarded(..)")
    }
}
