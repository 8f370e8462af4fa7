//! Confirmation tiers: how much consent a tool needs, as a type.
//!
//! | tier | for tools that |
//! |---|---|
//! | [`AutoApprove<ReadOnly>`](AutoApprove) | only read |
//! | [`AutoApprove<Additive>`](AutoApprove) | add something that can be removed again |
//! | [`Confirm<Destructive>`](Confirm) | change or remove what is there |
//! | [`Confirm<Handoff>`](Confirm) | cross an irreversible boundary: an export, a filing, a payment |
//! | [`Block`] | must never run |
//!
//! The set is closed (G10), and which routes a tier can take at all is part of its type:
//!
//! | tier | `Auto` | `Elicit` | `ClientHint` | `Refused` |
//! |---|---|---|---|---|
//! | `AutoApprove<_>` | yes | by tightening | never | by tightening |
//! | `Confirm<Destructive>` | never | yes | yes | yes |
//! | `Confirm<Handoff>` | never | yes | never | yes |
//! | `Block` | never | never | never | always |

use core::{convert::Infallible, marker::PhantomData};

use super::{AutoApproved, ClientHinted, Confirmed, Pending, Routed, Tool, unconfirmed::Mint};
use crate::{ConfirmRoute, Consequence, Policy, Refusal};

/// Consequence: nothing is changed.
#[derive(Debug)]
pub enum ReadOnly {}

/// Consequence: something is added, nothing is lost.
#[derive(Debug)]
pub enum Additive {}

/// Consequence: something that exists is changed or removed.
#[derive(Debug)]
pub enum Destructive {}

/// Consequence: an irreversible boundary is crossed.
#[derive(Debug)]
pub enum Handoff {}

/// Runs without asking, unless tightened. `AutoApprove` alone is `AutoApprove<ReadOnly>`.
#[derive(Debug)]
pub struct AutoApprove<C = ReadOnly>(PhantomData<fn() -> C>);

/// Needs a human's yes.
#[derive(Debug)]
pub struct Confirm<C>(PhantomData<fn() -> C>);

/// Never runs.
#[derive(Debug)]
pub struct Block(());

mod sealed {
    #[allow(unnameable_types, reason = "nobody may implement it")]
    pub trait Sealed {}
}

/// A confirmation tier. Sealed: the five below are all there are (G10).
///
/// [`Infallible`] as a route's type means that this tier cannot take that route (G7, G8, G9).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a confirmation tier",
    label = "not a tier",
    note = "G10: choose `AutoApprove<ReadOnly>`, `AutoApprove<Additive>`, `Confirm<Destructive>`, `Confirm<Handoff>` or `Block` from `countersign::tier`"
)]
pub trait Tier: sealed::Sealed + Sized + 'static {
    /// The least strict policy this tier allows.
    const POLICY: Policy;
    /// What a call of this tier does to the world.
    const CONSEQUENCE: Consequence;

    /// What [`Routed::Auto`] holds: [`AutoApproved`], or [`Infallible`].
    type Auto<T: Tool>: Into<AutoApproved<T>> + Send;
    /// What [`Routed::Elicit`] holds: [`Pending`], or [`Infallible`].
    type Elicit<T: Tool>: Into<Pending<T>> + Send;
    /// What [`Routed::ClientHint`] holds: [`Confirmed`] by the client's own prompt, or
    /// [`Infallible`].
    type ClientHint<T: Tool>: Into<Confirmed<T, ClientHinted>> + Send;

    /// This tier's row of the matrix. Sealing stops implementors, not callers: `Mint`, which
    /// only the router can make, and the bound on `T` stop those.
    #[doc(hidden)]
    fn row<T: Tool<Tier = Self>>(call: T, route: ConfirmRoute, mint: Mint) -> Routed<T>;
}

/// What is left of a row: a refusal. A route that the tier cannot take is one, too.
fn refused<T: Tool>(route: ConfirmRoute) -> Routed<T> {
    Routed::Refused(Refusal::routed(
        super::command::<T>(),
        T::Tier::CONSEQUENCE,
        route,
    ))
}

impl sealed::Sealed for AutoApprove<ReadOnly> {}
impl Tier for AutoApprove<ReadOnly> {
    const POLICY: Policy = Policy::AutoApprove;
    const CONSEQUENCE: Consequence = Consequence::ReadOnly;
    type Auto<T: Tool> = AutoApproved<T>;
    type Elicit<T: Tool> = Pending<T>;
    type ClientHint<T: Tool> = Infallible;

    fn row<T: Tool<Tier = Self>>(call: T, route: ConfirmRoute, _: Mint) -> Routed<T> {
        match route {
            ConfirmRoute::Auto => Routed::Auto(AutoApproved::mint(call)),
            ConfirmRoute::Elicit => Routed::Elicit(Pending::mint(call)),
            _ => refused(route),
        }
    }
}

impl sealed::Sealed for AutoApprove<Additive> {}
impl Tier for AutoApprove<Additive> {
    const POLICY: Policy = Policy::AutoApprove;
    const CONSEQUENCE: Consequence = Consequence::Additive;
    type Auto<T: Tool> = AutoApproved<T>;
    type Elicit<T: Tool> = Pending<T>;
    type ClientHint<T: Tool> = Infallible;

    fn row<T: Tool<Tier = Self>>(call: T, route: ConfirmRoute, _: Mint) -> Routed<T> {
        match route {
            ConfirmRoute::Auto => Routed::Auto(AutoApproved::mint(call)),
            ConfirmRoute::Elicit => Routed::Elicit(Pending::mint(call)),
            _ => refused(route),
        }
    }
}

impl sealed::Sealed for Confirm<Destructive> {}
impl Tier for Confirm<Destructive> {
    const POLICY: Policy = Policy::Confirm;
    const CONSEQUENCE: Consequence = Consequence::Destructive;
    type Auto<T: Tool> = Infallible;
    type Elicit<T: Tool> = Pending<T>;
    type ClientHint<T: Tool> = Confirmed<T, ClientHinted>;

    fn row<T: Tool<Tier = Self>>(call: T, route: ConfirmRoute, _: Mint) -> Routed<T> {
        match route {
            ConfirmRoute::Elicit => Routed::Elicit(Pending::mint(call)),
            ConfirmRoute::ClientHint => Routed::ClientHint(Confirmed::mint(call)),
            _ => refused(route),
        }
    }
}

impl sealed::Sealed for Confirm<Handoff> {}
impl Tier for Confirm<Handoff> {
    const POLICY: Policy = Policy::Confirm;
    const CONSEQUENCE: Consequence = Consequence::Handoff;
    type Auto<T: Tool> = Infallible;
    type Elicit<T: Tool> = Pending<T>;
    type ClientHint<T: Tool> = Infallible;

    fn row<T: Tool<Tier = Self>>(call: T, route: ConfirmRoute, _: Mint) -> Routed<T> {
        match route {
            ConfirmRoute::Elicit => Routed::Elicit(Pending::mint(call)),
            _ => refused(route),
        }
    }
}

impl sealed::Sealed for Block {}
impl Tier for Block {
    const POLICY: Policy = Policy::Block;
    /// Nothing is known of what it would do, so the strictest.
    const CONSEQUENCE: Consequence = Consequence::Handoff;
    type Auto<T: Tool> = Infallible;
    type Elicit<T: Tool> = Infallible;
    type ClientHint<T: Tool> = Infallible;

    fn row<T: Tool<Tier = Self>>(_: T, _: ConfirmRoute, _: Mint) -> Routed<T> {
        refused(ConfirmRoute::RefuseBlocked)
    }
}
