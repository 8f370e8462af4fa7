use serde::{Deserialize, Deserializer};

use super::{Tool, tier::Tier, trusted::ClientSupport};
use crate::{Refusal, Tighten, resolve_confirm_route};

/// A call as the model made it. Holding one means nothing: anybody can make one.
///
/// The only state that can be deserialized: what comes from the wire is unconfirmed. The
/// next step is [`route`](Unconfirmed::route), or [`Gate::run`](crate::Gate::run), which
/// takes all of them.
#[must_use = "a call that is dropped does not run: route it, or hand it to `Gate::run` (G13)"]
pub struct Unconfirmed<T> {
    call: T,
}

impl<T: Tool> Unconfirmed<T> {
    /// Takes the arguments of a call.
    pub const fn new(call: T) -> Self {
        Self { call }
    }

    /// The arguments.
    pub const fn call(&self) -> &T {
        &self.call
    }

    /// Gives the arguments back, to be changed or dropped.
    pub fn into_inner(self) -> T {
        self.call
    }

    /// The kernel's router. Programs use [`Gate::route`](crate::Gate::route), which adds the
    /// run-time settings; this one knows only what it is handed.
    ///
    /// Decides which way this call goes: the strictest of its tier, of
    /// [`Tool::at_least`] and of `tighten`, then
    /// [the matrix](crate::resolve_confirm_route).
    ///
    /// # Panics
    ///
    /// Only if `T::at_least` does. The call is then lost; nothing ran.
    pub fn route(self, client: ClientSupport, tighten: Tighten) -> Routed<T> {
        let policy = T::Tier::POLICY
            .max(self.call.at_least())
            .max(tighten.policy);
        let consequence = if tighten.close_client_hint {
            T::Tier::CONSEQUENCE.without_client_hint()
        } else {
            T::Tier::CONSEQUENCE
        };
        let route = resolve_confirm_route(policy, consequence, client);
        T::Tier::row(self.call, route, Mint(()))
    }
}

impl<T: Tool> From<T> for Unconfirmed<T> {
    fn from(call: T) -> Self {
        Self::new(call)
    }
}

impl<'de, T: Tool + Deserialize<'de>> Deserialize<'de> for Unconfirmed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::new)
    }
}

/// Where a call goes. The impossible routes of a tier are [`Infallible`](core::convert::Infallible):
///
/// - a match on the owned value may leave their arms out, and for a blocked tool
///   `let Routed::Refused(refusal) = ..` is irrefutable. Matching a reference needs all arms;
/// - generic code turns what it holds into a state with `into()`.
#[must_use = "a call that is dropped does not run: match on the route (G13)"]
pub enum Routed<T: Tool> {
    /// May run at once: [`AutoApproved`](super::AutoApproved).
    Auto(<T::Tier as Tier>::Auto<T>), // G7: `Infallible` where the tier never runs unasked: match on what `route` gives
    /// Needs a human's yes: [`Pending`](super::Pending).
    Elicit(<T::Tier as Tier>::Elicit<T>), // G8: `Infallible` where the tier never runs: match on what `route` gives
    /// The client cannot ask for us and is trusted to have asked by itself, since the tool is
    /// advertised as destructive: [`Confirmed<T, ClientHinted>`](super::Confirmed).
    ClientHint(<T::Tier as Tier>::ClientHint<T>), // G9: `Infallible` where no client may confirm: match on what `route` gives
    /// Does not run.
    Refused(Refusal),
}

/// Proof that the router is calling. Its field is private to this file, which has no child
/// module, so [`route`](Unconfirmed::route) is the one place that makes it.
#[allow(
    unnameable_types,
    reason = "it stands in the hidden method of a sealed trait"
)]
pub struct Mint(());
