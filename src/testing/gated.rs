//! What stands behind [`assert_gated!`](crate::assert_gated).

use core::marker::PhantomData;

use crate::{
    ConfirmRoute, Gate, Guarded, Routed, Tool, Unconfirmed,
    call::command,
    tier::Tier,
    trusted::ClientSupport::{self, FormElicitation, NoFormElicitation},
};

#[cfg(feature = "rmcp")]
pub(crate) mod router;
#[cfg(feature = "rmcp")]
pub(crate) mod served;

/// Fails unless a tool is what its author believes. For the author's own tests.
///
/// ```
/// # use countersign::{Command, Gate, Granted, Guarded, Listed, Overrides, OverridesError, Tool, command, tier};
/// # struct Outbox;
/// # struct Desk { outbox: Guarded<Outbox, tier::Confirm<tier::Handoff>> }
/// # struct ExportFiling { filing: String }
/// # impl Tool for ExportFiling {
/// #     type Tier = tier::Confirm<tier::Handoff>;
/// #     type Context<'a> = &'a Desk;
/// #     type Output = ();
/// #     const COMMAND: Command = command! { Command::new("export_filing", "Export a filing") };
/// #     async fn run(call: Granted<'_, Self>, desk: Self::Context<'_>) { let _ = desk.outbox.open(&call); }
/// # }
/// use countersign::assert_gated;
///
/// assert_gated!(ExportFiling: Confirm<Handoff>);
///
/// # fn gate() -> Result<Gate, OverridesError> { Gate::new(&[Listed::of::<ExportFiling>()], Overrides::none()) }
/// assert_gated!(
///     ExportFiling: Confirm<Handoff>,
///     key = "export_filing",
///     opens = |desk| &desk.outbox,
///     gate = gate()?,
///     call = ExportFiling { filing: "2025-q1".to_owned() },
///     with_forms = Elicit,
///     without_forms = RefuseNoChannel,
/// );
/// # Ok::<(), OverridesError>(())
/// ```
///
/// The tool and its tier come first; all that follows may be left out, but stays in this order.
/// The tier needs no import.
///
/// | | proves | fails |
/// |---|---|---|
/// | `Tool: Tier` | the tier is this one | to compile: E0271 |
/// | | no state of this tool but `Unconfirmed` can be cloned, defaulted, deserialized, dereferenced, made from the arguments or changed | to compile: E0283 |
/// | | neither the arguments nor a call that is not approved has a method `execute`, of its own or by a trait that is in scope at the macro | to compile: E0034, E0061 or E0308 |
/// | `key = "export_filing"` | the command has this key | at run time |
/// | `opens = \|context\| &context.outbox` | the body's context leads to a [`Guarded`] resource, and its guard is this tool's tier | to compile |
/// | `router = server.tools` | the route of this name in the `ToolRouter` is the one that `mcp::route` made for this tool, is not disabled, and is advertised with the schemas and annotations of the type (feature `rmcp`) | at run time |
/// | `gate`, `call`, `with_forms`, `without_forms` | how this gate routes this call, where the client elicits forms and where it does not: the names are those of [`ConfirmRoute`] | at run time |
///
/// # The router
///
/// Of two routes with one name the later one wins, silently. A tool that replaced the gated one
/// may have copied its name, schema and annotations, so it is not these that are looked at first
/// but the handler: it must be the very one that `mcp::route` made, which the crate remembers
/// where `testing` is on. Nothing is called. A handler of your own around the gated one is
/// another handler, and fails: what it does before is not behind the gate.
///
/// A `#[tool]` method that takes `mcp::Parameters` is a handler of rmcp, and fails here;
/// `testing::assert_served` knows it.
///
/// # What it does not prove
///
/// - That the server serves this router: `#[tool_handler]` without `router = ..` serves another.
///   `testing::assert_served` asks the server.
/// - That no other tool, method or function does the same thing by another name. Lock what it
///   works on into a [`Guarded`], and name it in `opens`.
/// - That the body does nothing but what its tier says, or uses what it opens.
/// - That nothing has the method under another name than `execute`, or through `Deref` of the
///   arguments' type.
/// - Anything that [the crate](crate#what-is-not) does not guarantee.
#[macro_export]
macro_rules! assert_gated {
    (
        $tool:ty: $tier:ty
        $(, key = $key:expr)?
        $(, opens = $opens:expr)?
        $(, router = $router:expr)?
        $(, gate = $gate:expr, call = $call:expr, with_forms = $with:ident, without_forms = $without:ident)?
        $(,)?
    ) => {{
        $crate::__assert_no_way_around!($tool);
        let gated = $crate::testing::gated::<$tool>();
        gated.has_tier({
            #[allow(unused_imports, clippy::wildcard_imports, clippy::enum_glob_use)]
            use $crate::tier::*;
            ::core::marker::PhantomData::<fn() -> $tier>
        });
        $( gated.has_key($key); )?
        $( gated.opens($opens); )?
        $( gated.is_served_by(&$router); )?
        $( gated.is_routed(
            &$gate,
            || $call,
            $crate::ConfirmRoute::$with,
            $crate::ConfirmRoute::$without,
        ); )?
    }};
}

/// The part of [`assert_gated!`](crate::assert_gated) that needs no belief: it holds for every
/// tool, and is checked on this one.
#[doc(hidden)]
#[macro_export]
macro_rules! __assert_no_way_around {
    ($tool:ty) => {
        $crate::__assert_no_way_around!(states $tool =>
            $crate::AutoApproved<$tool>,
            $crate::Pending<$tool>,
            $crate::Confirmed<$tool>,
            $crate::Confirmed<$tool, $crate::ClientHinted>,
            $crate::Granted<'static, $tool>,
        );
        $crate::__assert_no_execute!(
            $tool,
            $crate::Unconfirmed<$tool>,
            $crate::Pending<$tool>,
            $crate::Routed<$tool>,
            $crate::Refusal,
        );
    };
    (states $tool:ty => $($state:ty,)+) => {
        $( $crate::__assert_not_impl!($state:
            CanBeCloned = ::core::clone::Clone,
            HasADefault = ::core::default::Default,
            CanBeDeserialized = $crate::testing::DeserializeOwned,
            CanBeMadeFromTheArguments = ::core::convert::From<$tool>,
            CanBeChanged = ::core::ops::DerefMut,
            CanBeChangedAsMut = ::core::convert::AsMut<$tool>,
        ); )+
    };
}

/// Does not compile if the type implements one of the traits: two impls then fit, and the
/// compiler names what the state should not be.
#[doc(hidden)]
#[macro_export]
macro_rules! __assert_not_impl {
    ($state:ty: $($found:ident = $trait:path),+ $(,)?) => {
        $( const _: fn() = || {
            trait $found<A> {
                fn look() {}
            }
            impl<T: ?Sized> $found<()> for T {}
            impl<T: ?Sized + $trait> $found<u8> for T {}
            let _ = <$state as $found<_>>::look;
        }; )+
    };
}

/// Does not compile if a method `execute` can be called. The last that the compiler tries is
/// one that takes `&mut self`: it is reached only where nothing else of that name is there.
#[doc(hidden)]
#[macro_export]
macro_rules! __assert_no_execute {
    ($($call:ty),+ $(,)?) => {
        const _: fn() = || {
            struct NothingToExecute;
            trait NoExecute {
                fn execute(&mut self) -> NothingToExecute {
                    NothingToExecute
                }
            }
            impl<T> NoExecute for T {}
            $( let _ = |mut call: $call| {
                let NothingToExecute = call.execute();
            }; )+
        };
    };
}

/// A tool about which something is believed.
#[doc(hidden)]
#[derive(Debug)]
pub struct Gated<T: Tool>(PhantomData<fn() -> T>);

#[doc(hidden)]
#[must_use]
pub const fn gated<T: Tool>() -> Gated<T> {
    Gated(PhantomData)
}

impl<T: Tool> Gated<T> {
    /// The bound is the check.
    pub const fn has_tier<L: Tier>(&self, _: PhantomData<fn() -> L>)
    where
        T: Tool<Tier = L>,
    {
    }

    /// # Panics
    ///
    /// If not.
    #[track_caller]
    pub fn has_key(&self, expected: &str) {
        let found = command::<T>().key();
        assert!(
            found == expected,
            "assert_gated!({}): its key is {found:?}, and {expected:?} was expected; correct `COMMAND`, or this test. \
             Overrides, and what clients know of the tool, go by the key",
            name::<T>()
        );
    }

    /// The type of the function is the check.
    pub fn opens<R>(&self, _: impl for<'a> Fn(&'a T::Context<'a>) -> &'a Guarded<R, T::Tier>) {}

    /// # Panics
    ///
    /// If not.
    #[track_caller]
    pub fn is_routed(
        &self,
        gate: &Gate,
        call: impl Fn() -> T,
        with_forms: ConfirmRoute,
        without_forms: ConfirmRoute,
    ) {
        let expected = [
            ("with_forms", FormElicitation, with_forms),
            ("without_forms", NoFormElicitation, without_forms),
        ];
        for (field, client, expected) in expected {
            let found = route(gate, call(), client);
            assert!(
                found == Ok(expected),
                "assert_gated!({}): {field} = {expected:?} was expected, and the gate {}; \
                 look at the tier, at `Tool::at_least`, and at the gate's list and overrides, or correct this test",
                name::<T>(),
                match &found {
                    Ok(route) => format!("takes the route {route:?}"),
                    Err(reason) => format!("refuses the call: {reason}"),
                }
            );
        }
    }
}

fn route<T: Tool>(gate: &Gate, call: T, client: ClientSupport) -> Result<ConfirmRoute, String> {
    match gate.route(Unconfirmed::new(call), client) {
        Routed::Auto(_) => Ok(ConfirmRoute::Auto),
        Routed::Elicit(_) => Ok(ConfirmRoute::Elicit),
        Routed::ClientHint(_) => Ok(ConfirmRoute::ClientHint),
        Routed::Refused(refusal) => refusal.route().ok_or_else(|| refusal.to_string()),
    }
}

/// The name of a tool's type, without its path.
fn name<T>() -> &'static str {
    let path = core::any::type_name::<T>();
    // The path ends before the parameters of the type.
    let parameters = path.find('<').unwrap_or(path.len());
    path[..parameters]
        .rfind("::")
        .map_or(path, |colons| &path[colons + 2..])
}
