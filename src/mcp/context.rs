use rmcp::{ErrorData, RoleServer, service::RequestContext};

/// How the body of a tool gets its [`Context`](crate::Tool::Context) in a server of type `S`.
///
/// Implemented for `()`, for `&S` and for [`Env`]. Implement it for a type of your own to hand
/// the body a part of the server:
///
/// ```
/// # use countersign::mcp::FromCall;
/// # use rmcp::{ErrorData, RoleServer, service::RequestContext};
/// # struct Office;
/// struct Server {
///     office: Office,
/// }
///
/// impl<'a> FromCall<'a, Server> for &'a Office {
///     fn from_call(server: &'a Server, _: &'a RequestContext<RoleServer>) -> Result<Self, ErrorData> {
///         Ok(&server.office)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "a call to server `{S}` cannot provide `{Self}`, the context of this tool",
    label = "`countersign::mcp::FromCall<{S}>` is not implemented for `{Self}`",
    note = "a tool's `Context<'a>` may be `()`, `&'a {S}`, `countersign::mcp::Env<'a, {S}>`, or a type of yours that implements `FromCall<'a, {S}>`"
)]
pub trait FromCall<'a, S>: Sized {
    /// Makes the context. It is called after the yes and before the body.
    ///
    /// # Errors
    ///
    /// What the client is told instead; the body does not run.
    fn from_call(server: &'a S, request: &'a RequestContext<RoleServer>)
    -> Result<Self, ErrorData>;
}

/// The server and the request, for bodies that report progress, watch for cancellation or
/// read who is calling.
#[derive(Debug)]
pub struct Env<'a, S> {
    /// The server that handles the call.
    pub server: &'a S,
    /// The request. `request.ct` is cancelled with the call; `request.peer` reaches the client.
    pub request: &'a RequestContext<RoleServer>,
}

impl<'a, S> FromCall<'a, S> for Env<'a, S> {
    fn from_call(
        server: &'a S,
        request: &'a RequestContext<RoleServer>,
    ) -> Result<Self, ErrorData> {
        Ok(Self { server, request })
    }
}

impl<'a, S> FromCall<'a, S> for &'a S {
    fn from_call(server: &'a S, _: &'a RequestContext<RoleServer>) -> Result<Self, ErrorData> {
        Ok(server)
    }
}

impl<S> FromCall<'_, S> for () {
    fn from_call(_: &S, _: &RequestContext<RoleServer>) -> Result<Self, ErrorData> {
        Ok(())
    }
}
