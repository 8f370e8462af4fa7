use core::{convert::Infallible, future::Future, marker::PhantomData, ops::Deref};

use super::{Tool, Unconfirmed};

/// A call that may run without asking. Holding one means: its tier auto-approves, and nothing
/// tightened that for this call (G7).
#[must_use = "an approved call that is dropped does not run: `execute` it (G13)"]
pub struct AutoApproved<T: Tool> {
    call: T,
    invariant: PhantomData<fn(T) -> T>,
}

impl<T: Tool> AutoApproved<T> {
    pub(super) const fn mint(call: T) -> Self {
        Self {
            call,
            invariant: PhantomData,
        }
    }

    /// The arguments. They cannot be changed any more (G5).
    pub const fn call(&self) -> &T {
        &self.call
    }

    /// Takes the call back, to change it. It must be routed again (G5).
    pub fn into_unconfirmed(self) -> Unconfirmed<T> {
        Unconfirmed::new(self.call)
    }

    /// Runs the body, once (G4).
    ///
    /// # Panics
    ///
    /// Only if the body does, or if the finished future is polled again.
    pub fn execute(self, context: T::Context<'_>) -> impl Future<Output = T::Output> + Send {
        // The block keeps a hand-written body future from being polled again after it
        // finished, and makes the future `Send` (rustc #100013).
        async move { T::run(Granted::mint(self.call), context).await }
    }
}

/// A call that was confirmed and has not run. Holding one means, depending on `By`:
///
/// - [`Elicited`], the default: a [`Channel`](super::trusted::Channel) answered the question
///   about exactly this call with an explicit yes;
/// - [`ClientHinted`]: nobody was asked by us; the client is trusted to have asked by itself.
///
/// The two are different types, and one does not pass for the other (G9).
#[must_use = "a confirmed call that is dropped does not run: `execute` it (G13)"]
pub struct Confirmed<T: Tool, By = Elicited> {
    call: T,
    invariant: PhantomData<fn(T) -> T>,
    by: PhantomData<fn(By) -> By>,
}

/// Evidence in [`Confirmed`]: a channel's answer to a [`Question`](super::trusted::Question).
#[derive(Debug)]
pub enum Elicited {}

/// Evidence in [`Confirmed`]: the client cannot ask for us, and is trusted to have asked its
/// user before it sent a call of a tool that is advertised as destructive.
#[derive(Debug)]
pub enum ClientHinted {}

impl<T: Tool, By> Confirmed<T, By> {
    pub(super) const fn mint(call: T) -> Self {
        Self {
            call,
            invariant: PhantomData,
            by: PhantomData,
        }
    }

    /// The arguments. They cannot be changed any more (G5).
    pub const fn call(&self) -> &T {
        &self.call
    }

    /// Takes the call back, to change it. It must be routed, and asked about, again (G5).
    pub fn into_unconfirmed(self) -> Unconfirmed<T> {
        Unconfirmed::new(self.call)
    }

    /// Runs the body, once (G4).
    ///
    /// # Panics
    ///
    /// Only if the body does, or if the finished future is polled again.
    pub fn execute(self, context: T::Context<'_>) -> impl Future<Output = T::Output> + Send {
        // As in `AutoApproved::execute`.
        async move { T::run(Granted::mint(self.call), context).await }
    }
}

/// A call that is running. Holding one means: `execute` was called on an approved call, and
/// this is its body.
///
/// The lifetime is a brand: no body can choose it, so a grant cannot be parked anywhere that
/// outlives the execution (G4, G12). Work that goes on in the background takes the arguments
/// out with [`into_inner`](Granted::into_inner), which gives the grant up.
#[must_use = "a grant that is dropped runs nothing: read the arguments, or take them with `into_inner` (G13)"]
pub struct Granted<'g, T: Tool> {
    call: T,
    invariant: PhantomData<fn(T) -> T>,
    brand: PhantomData<fn(&'g ()) -> &'g ()>,
}

impl<T: Tool> Granted<'_, T> {
    const fn mint(call: T) -> Self {
        Self {
            call,
            invariant: PhantomData,
            brand: PhantomData,
        }
    }

    /// The arguments, without the grant.
    pub fn into_inner(self) -> T {
        self.call
    }
}

/// Reads the arguments. There is no `DerefMut`: the call that was confirmed is the call that
/// runs (G5).
impl<T: Tool> Deref for Granted<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.call
    }
}

impl<T: Tool> From<Infallible> for AutoApproved<T> {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl<T: Tool, By> From<Infallible> for Confirmed<T, By> {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
