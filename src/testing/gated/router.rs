//! Knows the handlers that [`mcp::route`](crate::mcp::route) made from all others.

use core::any::TypeId;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rmcp::{
    handler::server::{
        router::tool::{ToolRoute, ToolRouter},
        tool::DynCallToolHandler,
    },
    model,
    service::MaybeSend,
};
use schemars::JsonSchema;

use super::{Gated, name};
use crate::{
    Tool,
    call::command,
    mcp::{ToolOutput, describe},
};

/// Lives as long as the handler that holds it.
struct Seal {
    tool: TypeId,
    name: &'static str,
}

/// A handler by its address. As long as its seal lives, nothing else can be there.
struct Sealed {
    address: usize,
    seal: Weak<Seal>,
}

static SEALED: Mutex<Vec<Sealed>> = Mutex::new(Vec::new());

fn address<S>(handler: &Arc<DynCallToolHandler<S>>) -> usize {
    Arc::as_ptr(handler).cast::<()>().addr()
}

/// Remembers the handler of a route that was just made for `T`.
pub(crate) fn seal<S: MaybeSend + 'static, T: Tool>(route: ToolRoute<S>) -> ToolRoute<S> {
    let seal = Arc::new(Seal {
        tool: TypeId::of::<T>(),
        name: core::any::type_name::<T>(),
    });
    let remembered = Arc::downgrade(&seal);
    let ToolRoute { attr, call, .. } = route;
    let route = ToolRoute::new_dyn(attr, move |context| {
        // Moves the seal into the handler.
        let _ = &seal;
        call(context)
    });
    let mut sealed = SEALED.lock().unwrap_or_else(PoisonError::into_inner);
    // A server may make its routes anew for each request.
    sealed.retain(|sealed| sealed.seal.strong_count() > 0);
    sealed.push(Sealed {
        address: address(&route.call),
        seal: remembered,
    });
    route
}

/// The tool that a handler was made for, if `mcp::route` made it.
fn seal_of<S>(handler: &Arc<DynCallToolHandler<S>>) -> Option<Arc<Seal>> {
    let sealed = SEALED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut here = sealed
        .iter()
        .filter(|sealed| sealed.address == address(handler));
    here.find_map(|sealed| sealed.seal.upgrade())
}

impl<T: Tool + JsonSchema> Gated<T>
where
    T::Output: ToolOutput,
{
    /// # Panics
    ///
    /// If not.
    #[track_caller]
    pub fn is_served_by<S: MaybeSend + 'static>(&self, router: &ToolRouter<S>) {
        if let Err(problem) = check::<S, T>(router) {
            panic!("assert_gated!({}): {problem}", name::<T>());
        }
    }
}

fn check<S: MaybeSend + 'static, T>(router: &ToolRouter<S>) -> Result<(), String>
where
    T: Tool + JsonSchema,
    T::Output: ToolOutput,
{
    let (key, tool) = (command::<T>().key(), name::<T>());
    let add = format!("add `.with_route(mcp::route::<_, {tool}>())` after all other routes");
    let is_ours = |route: &ToolRoute<S>| {
        seal_of(&route.call).is_some_and(|seal| seal.tool == TypeId::of::<T>())
    };
    let Some(route) = router.map.get(key) else {
        let mut names: Vec<_> = router.map.keys().map(|name| &**name).collect();
        names.sort_unstable();
        let other = router.map.iter().find(|(_, route)| is_ours(route));
        return Err(match other {
            Some((other, _)) => format!(
                "its gated route is there, but under the name `{other}`, where every call is an error; leave `attr.name` of the route as it is, which is its key `{key}`"
            ),
            None => format!("the router has no tool `{key}`, but {names:?}; {add}"),
        });
    };
    if router.is_disabled(key) {
        return Err(format!(
            "the router has `{key}`, but disabled; enable the route, or expect nothing of it"
        ));
    }
    if !is_ours(route) {
        return Err(match seal_of(&route.call) {
            Some(seal) => format!(
                "`{key}` is served by the gated route of another tool, `{}`; give each command a key of its own",
                seal.name
            ),
            None => format!(
                "`{key}` is served by a handler that `mcp::route` did not make: a tool of that name was added after the gated one and replaced it, or the gated one was never added, or wrapped. Delete the other tool, and {add}"
            ),
        });
    }
    advertised(&route.attr, &describe::<T>())
        .map_err(|problem| format!("`{key}` is gated, but {problem}"))
}

/// What clients go by must be that of the type. Title and description are for the author.
fn advertised(found: &model::Tool, expected: &model::Tool) -> Result<(), String> {
    let differs = |what: &str, found: &dyn core::fmt::Debug, expected: &dyn core::fmt::Debug| {
        format!(
            "it is advertised with another {what} than its type has: found {found:?}, expected {expected:?}; leave `attr` of the route as `mcp::route` made it"
        )
    };
    if found.name != expected.name {
        return Err(differs("name", &found.name, &expected.name));
    }
    if found.annotations != expected.annotations {
        return Err(differs(
            "set of annotations",
            &found.annotations,
            &expected.annotations,
        ));
    }
    if found.input_schema != expected.input_schema {
        return Err(differs(
            "input schema",
            &found.input_schema,
            &expected.input_schema,
        ));
    }
    if found.output_schema != expected.output_schema {
        return Err(differs(
            "output schema",
            &found.output_schema,
            &expected.output_schema,
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rmcp::model::CallToolResult;

    use super::*;

    #[test]
    fn what_lies_where_a_dropped_handler_was_is_not_taken_for_it() {
        let other = ToolRoute::<()>::new_dyn(model::Tool::default(), |_| {
            Box::pin(async { Ok(CallToolResult::success(vec![]).into()) })
        });
        let seal = Arc::new(Seal {
            tool: TypeId::of::<()>(),
            name: "()",
        });
        SEALED.lock().unwrap().push(Sealed {
            address: address(&other.call),
            seal: Arc::downgrade(&seal),
        });
        assert!(seal_of(&other.call).is_some());
        drop(seal);
        assert!(seal_of(&other.call).is_none());
    }
}
