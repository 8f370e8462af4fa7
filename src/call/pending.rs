use core::{future::Future, marker::PhantomData};

use super::{
    Confirmed, Tool, Unconfirmed,
    tier::Tier,
    trusted::{Channel, Question},
};
use crate::{ConfirmDecision, ConfirmationRequest, Locale, Reason, Refusal, confirmation_request};

/// A call that waits for a human. Holding one means: this call may be asked about.
///
/// Invariant in `T`: a state of one tool cannot be coerced into that of another (G2).
#[must_use = "a pending call that is dropped does not run: `ask` a human about it (G13)"]
pub struct Pending<T: Tool> {
    call: T,
    invariant: PhantomData<fn(T) -> T>,
}

impl<T: Tool> Pending<T> {
    pub(super) const fn mint(call: T) -> Self {
        Self {
            call,
            invariant: PhantomData,
        }
    }

    /// The arguments. They cannot be changed while they wait (G5).
    pub const fn call(&self) -> &T {
        &self.call
    }

    /// Takes the call back, to change it. It must be routed again (G5).
    pub fn into_unconfirmed(self) -> Unconfirmed<T> {
        Unconfirmed::new(self.call)
    }

    /// What a human would be shown, without asking.
    pub fn request(&self, locale: &Locale) -> ConfirmationRequest {
        confirmation_request(super::command::<T>(), T::Tier::CONSEQUENCE, locale)
    }

    /// Asks. An explicit yes, and nothing else, gives a [`Confirmed`] call (G15).
    ///
    /// # Errors
    ///
    /// A [`Refusal`] for every other answer, and for none.
    pub fn ask<C: Channel>(
        self, // G4: one call, one question: route the call again to ask again
        channel: &C,
    ) -> impl Future<Output = Result<Confirmed<T>, Refusal>> + Send {
        async move {
            let command = super::command::<T>();
            let consequence = T::Tier::CONSEQUENCE;
            let reason = match channel.ask(Question::mint(command, consequence)).await {
                Ok(answer) => match answer.decision() {
                    ConfirmDecision::Proceed => return Ok(Confirmed::mint(self.call)),
                    ConfirmDecision::RefusedDeclined => Reason::Declined,
                    ConfirmDecision::RefusedCancelled => Reason::Cancelled,
                    ConfirmDecision::RefusedNotConfirmed => Reason::NotConfirmed,
                },
                Err(no_answer) => Reason::NoAnswer(no_answer),
            };
            Err(Refusal::new(command, consequence, reason))
        }
    }
}

impl<T: Tool> From<core::convert::Infallible> for Pending<T> {
    fn from(never: core::convert::Infallible) -> Self {
        match never {}
    }
}
