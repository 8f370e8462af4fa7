//! What the states are, and above all what they are not.
//!
//! All is asserted on [`Everything`], which implements whatever can be asked for: on arguments
//! that lack a trait, that a state lacks it, too, would say nothing.

use std::{
    borrow::{Borrow, BorrowMut},
    convert::Infallible,
    fmt::{Debug, Display},
    hash::Hash,
    marker::PhantomPinned,
    ops::{Deref, DerefMut},
    panic::{RefUnwindSafe, UnwindSafe},
    str::FromStr,
};

use countersign::{
    AutoApproved, ClientHinted, Command, ConfirmDecision, ConfirmRoute, Confirmed, Elicited, Gate,
    Granted, Guarded, Pending, Policy, Refusal, Routed, Tighten, Tool, Unconfirmed, command,
    tier::{self, Tier},
    trusted::{Answer, Channel, ClientSupport, NoAnswer, Question},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use static_assertions::{assert_impl_all, assert_not_impl_any, assert_type_eq_all};

macro_rules! tool {
    ($(#[$attribute:meta])* $tool:ident, $tier:ty, $key:literal) => {
        $(#[$attribute])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        struct $tool {
            first: u8,
            second: u64,
        }

        impl Tool for $tool {
            type Tier = $tier;
            type Context<'a> = ();
            type Output = u64;
            const COMMAND: Command = command! { Command::new($key, "A tool") };

            async fn run(call: Granted<'_, Self>, (): Self::Context<'_>) -> u64 {
                call.second + u64::from(call.first)
            }
        }

        impl Display for $tool {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{self:?}")
            }
        }

        impl Deref for $tool {
            type Target = u64;
            fn deref(&self) -> &u64 {
                &self.second
            }
        }

        impl DerefMut for $tool {
            fn deref_mut(&mut self) -> &mut u64 {
                &mut self.second
            }
        }

        impl AsRef<$tool> for $tool {
            fn as_ref(&self) -> &Self {
                self
            }
        }

        impl AsMut<$tool> for $tool {
            fn as_mut(&mut self) -> &mut Self {
                self
            }
        }
    };
}

tool!(
    /// A destructive tool: its `Routed` can hold all states but `AutoApproved`.
    Everything, tier::Confirm<tier::Destructive>, "everything"
);
tool!(
    /// An auto-approved one.
    Lax, tier::AutoApprove, "lax"
);

// What follows would be vacuous without this.
assert_impl_all!(
    Everything: Clone, Copy, Default, PartialEq, PartialOrd, Ord, Hash, Serialize, DeserializeOwned,
    Debug, Display, Deref, DerefMut, AsRef<Everything>, AsMut<Everything>, BorrowMut<Everything>,
    Send, Sync, Unpin, UnwindSafe, RefUnwindSafe
);

/// No state can be made again, or written to, or compared, or told.
macro_rules! assert_sealed {
    ($($state:ty),+ $(,)?) => { $(
        // G3, G4: made once.
        assert_not_impl_any!($state: Clone, Copy, ToOwned, Default, DeserializeOwned);
        assert_not_impl_any!($state: FromIterator<Everything>, Extend<Everything>, FromStr);
        // G5: not written to.
        assert_not_impl_any!($state: DerefMut, AsMut<Everything>, AsMut<u64>);
        assert_not_impl_any!($state: Borrow<Everything>, BorrowMut<Everything>, IntoIterator);
        // G14: does not tell.
        assert_not_impl_any!($state: Serialize, Display, PartialEq, PartialOrd, Hash);
    )+ };
}

assert_sealed!(
    AutoApproved<Everything>,
    Pending<Everything>,
    Confirmed<Everything>,
    Confirmed<Everything, ClientHinted>,
    // The evidence must not be what a trait is missing for.
    Confirmed<Everything, Everything>,
    Routed<Everything>,
    Granted<'static, Everything>,
    Question<'static>,
    Answer<'static>,
);
// Anybody can make an unconfirmed call, from the wire, too; but not by copying one.
assert_not_impl_any!(Unconfirmed<Everything>: Clone, Copy, ToOwned, Default);
assert_not_impl_any!(Unconfirmed<Everything>: DerefMut, AsMut<Everything>, AsMut<u64>);
assert_not_impl_any!(Unconfirmed<Everything>: Borrow<Everything>, BorrowMut<Everything>);
assert_not_impl_any!(Unconfirmed<Everything>: IntoIterator);
assert_not_impl_any!(Unconfirmed<Everything>: Serialize, Display, PartialEq, PartialOrd, Hash);
assert_impl_all!(Unconfirmed<Everything>: DeserializeOwned, From<Everything>);

/// No state can be converted from what is at hand (G3). Every type is `From` itself, and from
/// [`Infallible`], of which there is no value: so each names what it is not from.
macro_rules! assert_not_from {
    ($($state:ty: $($other:ty),+;)+) => { $( $(
        assert_not_impl_any!($state: From<$other>);
    )+ )+ };
}

type Hinted = Confirmed<Everything, ClientHinted>;
assert_not_from! {
    AutoApproved<Everything>: Everything, Unconfirmed<Everything>, Pending<Everything>,
        Confirmed<Everything>, Hinted, Routed<Everything>, Granted<'static, Everything>,
        AutoApproved<Lax>, Answer<'static>, ConfirmDecision, ConfirmRoute, Policy, Tighten,
        ClientSupport, Refusal, bool, ();
    Pending<Everything>: Everything, Unconfirmed<Everything>, AutoApproved<Everything>,
        Confirmed<Everything>, Hinted, Routed<Everything>, Granted<'static, Everything>,
        Pending<Lax>, Answer<'static>, ConfirmDecision, ConfirmRoute, Policy, Refusal, bool, ();
    Confirmed<Everything>: Everything, Unconfirmed<Everything>, AutoApproved<Everything>,
        Pending<Everything>, Hinted, Routed<Everything>, Granted<'static, Everything>,
        Confirmed<Lax>, Answer<'static>, ConfirmDecision, ConfirmRoute, Policy, Refusal, bool, ();
    Hinted: Everything, Unconfirmed<Everything>, AutoApproved<Everything>, Pending<Everything>,
        Confirmed<Everything>, Routed<Everything>, Granted<'static, Everything>, ClientSupport,
        Answer<'static>, ConfirmDecision, ConfirmRoute, Policy, Refusal, bool, ();
    Routed<Everything>: Everything, Unconfirmed<Everything>, AutoApproved<Everything>,
        Pending<Everything>, Confirmed<Everything>, Hinted, Granted<'static, Everything>,
        ConfirmRoute, bool, ();
    Granted<'static, Everything>: Everything, Unconfirmed<Everything>, AutoApproved<Everything>,
        Pending<Everything>, Confirmed<Everything>, Hinted, Routed<Everything>, bool, ();
    Question<'static>: Command, &'static Command, Pending<Everything>, Answer<'static>, ();
    Answer<'static>: ConfirmDecision, Question<'static>, NoAnswer, bool, ();
}
assert_impl_all!(AutoApproved<Everything>: From<Infallible>);
assert_impl_all!(Pending<Everything>: From<Infallible>);
assert_impl_all!(Confirmed<Everything>: From<Infallible>);

// Read access is `call()`, or a method of the arguments named `execute` would show through.
assert_not_impl_any!(Unconfirmed<Everything>: Deref, AsRef<Everything>);
assert_not_impl_any!(Pending<Everything>: Deref, AsRef<Everything>);
assert_not_impl_any!(Confirmed<Everything>: Deref, AsRef<Everything>);
assert_not_impl_any!(Confirmed<Everything, ClientHinted>: Deref, AsRef<Everything>);
assert_not_impl_any!(AutoApproved<Everything>: Deref, AsRef<Everything>);
assert_not_impl_any!(Routed<Everything>: Deref, AsRef<Everything>);
assert_impl_all!(Granted<'static, Everything>: Deref<Target = Everything>);

// What a human decides is not to be read, or written, past the kernel.
assert_not_impl_any!(Question<'static>: Deref, AsRef<Command>, AsMut<Command>, Borrow<Command>);
assert_not_impl_any!(Answer<'static>: Deref, AsRef<ConfirmDecision>, AsMut<ConfirmDecision>);
assert_not_impl_any!(Answer<'static>: Borrow<ConfirmDecision>);

// Nobody can make evidence, or a tier, as a value.
assert_not_impl_any!(Elicited: Clone, Default, DeserializeOwned);
assert_not_impl_any!(ClientHinted: Clone, Default, DeserializeOwned);
assert_not_impl_any!(tier::Block: Clone, Default, DeserializeOwned);
assert_not_impl_any!(tier::AutoApprove: Clone, Default, DeserializeOwned);
assert_not_impl_any!(tier::Confirm<tier::Handoff>: Clone, Default, DeserializeOwned);

// What is taken on trust is said, not inferred. An outcome is not a condition.
assert_not_impl_any!(ClientSupport: Default, From<bool>, From<()>, From<Option<()>>,
    DeserializeOwned, FromStr);
assert_not_impl_any!(ConfirmDecision: Default, Into<bool>, From<bool>, Deref, std::ops::Not);
assert_not_impl_any!(Policy: Default, Into<bool>, From<bool>);
assert_not_impl_any!(Refusal: DeserializeOwned, Default, Into<bool>);
assert_not_impl_any!(fn(Question<'static>) -> Answer<'static>: Channel);
assert_not_impl_any!((): Channel);
assert_not_impl_any!(bool: Channel);
assert_not_impl_any!(ConfirmDecision: Channel);

// The tiers there are, and no other.
assert_impl_all!(tier::AutoApprove<tier::ReadOnly>: Tier);
assert_impl_all!(tier::AutoApprove<tier::Additive>: Tier);
assert_impl_all!(tier::Confirm<tier::Destructive>: Tier);
assert_impl_all!(tier::Confirm<tier::Handoff>: Tier);
assert_impl_all!(tier::Block: Tier);
assert_not_impl_any!(tier::AutoApprove<tier::Destructive>: Tier);
assert_not_impl_any!(tier::AutoApprove<tier::Handoff>: Tier);
assert_not_impl_any!(tier::AutoApprove<()>: Tier);
assert_not_impl_any!(tier::Confirm<tier::ReadOnly>: Tier);
assert_not_impl_any!(tier::Confirm<tier::Additive>: Tier);
assert_not_impl_any!(tier::Confirm<()>: Tier);
assert_not_impl_any!((): Tier);

/// The routes that each tier can take, and `Infallible` for the others (G7, G8, G9).
macro_rules! assert_routes {
    ($($tier:ty: $auto:ty, $elicit:ty, $client_hint:ty;)+) => { $(
        assert_type_eq_all!(<$tier as Tier>::Auto<Everything>, $auto);
        assert_type_eq_all!(<$tier as Tier>::Elicit<Everything>, $elicit);
        assert_type_eq_all!(<$tier as Tier>::ClientHint<Everything>, $client_hint);
    )+ };
}

assert_routes! {
    tier::AutoApprove<tier::ReadOnly>: AutoApproved<Everything>, Pending<Everything>, Infallible;
    tier::AutoApprove<tier::Additive>: AutoApproved<Everything>, Pending<Everything>, Infallible;
    tier::Confirm<tier::Destructive>: Infallible, Pending<Everything>, Hinted;
    tier::Confirm<tier::Handoff>: Infallible, Pending<Everything>, Infallible;
    tier::Block: Infallible, Infallible, Infallible;
}

// A guard does not give away what it guards.
type Guard = Guarded<Everything, tier::Block>;
// A guard that can be had again, or read from the wire, is another resource than the guarded one.
assert_not_impl_any!(Guard: Clone, Copy, ToOwned, Default, DeserializeOwned);
assert_not_impl_any!(Guard: Deref, DerefMut, AsRef<Everything>, AsMut<Everything>,
    Borrow<Everything>, BorrowMut<Everything>, Into<Everything>, Serialize, Display, PartialEq, Hash, IntoIterator);

// The states are as thread-safe as their arguments, whatever the evidence and the tier are.
type Handle = Confirmed<Everything, *const u8>;
assert_impl_all!(Unconfirmed<Everything>: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe);
assert_impl_all!(Routed<Everything>: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe);
assert_impl_all!(AutoApproved<Everything>: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe);
assert_impl_all!(Pending<Everything>: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe);
assert_impl_all!(Confirmed<Everything>: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe);
assert_impl_all!(Handle: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe);
assert_impl_all!(Granted<'static, Everything>: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe);
assert_impl_all!(Question<'static>: Send, Sync, Unpin);
assert_impl_all!(Answer<'static>: Send, Sync, Unpin);
assert_impl_all!(Refusal: Send, Sync, Unpin, std::error::Error);
assert_impl_all!(Gate: Send, Sync, Unpin, Clone);
assert_impl_all!(Guard: Send, Sync, Unpin);

/// What code may rely on that knows no more than that it has a tool, a tier, a channel.
#[expect(dead_code, reason = "it is compiled, not run")]
fn for_any_tool<T: Tool, C: Channel>(
    call: T,
    output: T::Output,
    context: T::Context<'_>,
    routed: Routed<T>,
    channel: &C,
) {
    fn sent(_: impl Send) {}
    fn kept(_: impl Send + 'static) {}
    fn tier<L: Tier + 'static>() {}
    kept(call);
    sent(output);
    sent(context);
    kept(routed);
    sent(channel);
    tier::<T::Tier>();
}

/// Arguments that may be sent to another thread, but not be shared with one, nor moved.
struct Unshared(
    #[expect(dead_code, reason = "only its traits matter")] std::cell::Cell<u8>,
    PhantomPinned,
);

impl Tool for Unshared {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("unshared", "A tool") };

    async fn run(call: Granted<'_, Self>, (): Self::Context<'_>) {
        // Held across an await: the future must be `Send` all the same.
        let call = call.into_inner();
        std::future::ready(()).await;
        let _ = &call;
    }
}

assert_impl_all!(Pending<Unshared>: Send);
assert_not_impl_any!(Pending<Unshared>: Sync, Unpin);
assert_impl_all!(Confirmed<Unshared>: Send);
assert_not_impl_any!(Confirmed<Unshared>: Sync, Unpin);
assert_impl_all!(AutoApproved<Unshared>: Send);
assert_not_impl_any!(AutoApproved<Unshared>: Sync, Unpin);
assert_impl_all!(Granted<'static, Unshared>: Send);
assert_not_impl_any!(Granted<'static, Unshared>: Sync, Unpin);
assert_impl_all!(Routed<Unshared>: Send);
assert_not_impl_any!(Routed<Unshared>: Sync, Unpin);
assert_impl_all!(Unconfirmed<Unshared>: Send);
assert_not_impl_any!(Unconfirmed<Unshared>: Sync, Unpin);

/// Zero cost: a state is as large, and laid out as freely, as what it holds.
macro_rules! assert_same_layout {
    ($($state:ident $(<$by:ty>)?),+ $(,)?) => { $(
        static_assertions::assert_eq_size!($state<Everything $(, $by)?>, Everything);
        static_assertions::assert_eq_align!($state<Everything $(, $by)?>, Everything);
        static_assertions::assert_eq_size!($state<Niche $(, $by)?>, Option<$state<Niche $(, $by)?>>);
    )+ };
}

assert_same_layout!(
    Unconfirmed,
    AutoApproved,
    Pending,
    Confirmed,
    Confirmed<ClientHinted>,
);
static_assertions::assert_eq_size!(Granted<'static, Everything>, Everything);
static_assertions::assert_eq_align!(Granted<'static, Everything>, Everything);
static_assertions::assert_eq_size!(Guarded<u64, tier::Block>, u64);
static_assertions::assert_eq_size!(Answer<'static>, ConfirmDecision);
// The routes that a tier cannot take have no room in it: a blocked call is its refusal.
static_assertions::assert_eq_size!(Routed<Blocked>, Refusal);

/// Arguments that leave room for an enum: the invariance of a state must not take it away.
struct Niche(#[expect(dead_code, reason = "only its layout matters")] Box<u8>);

impl Tool for Niche {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("niche", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

struct Blocked(#[expect(dead_code, reason = "only its layout matters")] [u64; 9]);

impl Tool for Blocked {
    type Tier = tier::Block;
    type Context<'a> = ();
    type Output = ();
    const COMMAND: Command = command! { Command::new("blocked", "A tool") };

    async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
}

#[test]
fn the_states_print_the_command_and_nothing_of_the_arguments() {
    const SECRET: u64 = 8_675_309;
    let call = || {
        Unconfirmed::new(Everything {
            first: 0,
            second: SECRET,
        })
    };
    let unconfirmed = call();
    let elicit = call().route(ClientSupport::FormElicitation, Tighten::NONE);
    let hint = call().route(ClientSupport::NoFormElicitation, Tighten::NONE);
    let auto = Unconfirmed::new(Lax {
        first: 0,
        second: SECRET,
    })
    .route(ClientSupport::NoFormElicitation, Tighten::NONE);
    let printed = [
        format!("{unconfirmed:?} {unconfirmed:#?}"),
        format!("{elicit:?} {elicit:#?}"),
        format!("{hint:?} {hint:#?}"),
        format!("{auto:?} {auto:#?}"),
        match elicit {
            Routed::Elicit(call) => format!("{call:?} {call:#?}"),
            other => panic!("{other:?}"),
        },
        match hint {
            Routed::ClientHint(call) => format!("{call:?} {call:#?}"),
            other => panic!("{other:?}"),
        },
        match auto {
            Routed::Auto(call) => format!("{call:?} {call:#?}"),
            other => panic!("{other:?}"),
        },
    ];
    for text in printed {
        assert!(
            text.contains("everything") || text.contains("lax"),
            "{text}"
        );
        assert!(!text.contains(&SECRET.to_string()), "{text}");
        assert!(!text.contains("second"), "{text}");
    }
}
