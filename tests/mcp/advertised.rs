//! The client hint rests on what the client was told: a destructive tool that is not advertised
//! as one is not run on the strength of a prompt that no client would show.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::SeqCst},
};

use countersign::{
    Command, Gate, Granted, Listed, Overrides, Tool, command,
    mcp::{self, Confirmations, Confirming, Parameters},
    tier,
};
use rmcp::{
    ErrorData, ServerHandler, ServiceExt,
    handler::server::router::tool::ToolRouter,
    model::{
        CallToolRequestParams, CallToolResponse, ClientCapabilities, ClientConfig, Implementation,
        ProtocolVersion,
    },
    tool, tool_handler, tool_router,
};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Wipe {}

impl Tool for Wipe {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a AtomicUsize;
    type Output = ();
    const COMMAND: Command = command! { Command::new("wipe", "Wipe the disk") };

    async fn run(_: Granted<'_, Self>, runs: Self::Context<'_>) {
        runs.fetch_add(1, SeqCst);
    }
}

/// One server for each way to advertise the tool.
macro_rules! server {
    ($name:ident, $router:expr, $(#[$attribute:meta])*) => {
        #[derive(Clone)]
        struct $name {
            confirmations: Confirmations,
            runs: Arc<AtomicUsize>,
        }

        impl Confirming for $name {
            fn confirmations(&self) -> &Confirmations {
                &self.confirmations
            }
        }

        impl<'a> mcp::FromCall<'a, $name> for &'a AtomicUsize {
            fn from_call(
                server: &'a $name,
                _: &'a rmcp::service::RequestContext<rmcp::RoleServer>,
            ) -> Result<Self, ErrorData> {
                Ok(&server.runs)
            }
        }

        #[tool_router]
        impl $name {
            $(#[$attribute])*
            async fn wipe(&self, call: Parameters<Wipe>) -> Result<CallToolResponse, ErrorData> {
                call.run(self).await
            }
        }

        #[tool_handler(router = $router)]
        impl ServerHandler for $name {}
    };
}

server!(Honest, Self::tool_router(), #[tool(annotations(read_only_hint = false, destructive_hint = true))]);
server!(Silent, Self::tool_router(), #[tool(description = "Wipes.")]);
server!(ReadOnly, Self::tool_router(), #[tool(annotations(read_only_hint = true))]);
server!(Harmless, Self::tool_router(), #[tool(annotations(destructive_hint = false))]);
server!(
    Routed,
    ToolRouter::new().with_route(mcp::route::<Self, Wipe>()),
    #[allow(dead_code)]
    #[tool(annotations(read_only_hint = true))]
);

/// Calls the tool from a client that cannot ask. Returns whether the reply was an error, and how
/// often the body ran.
async fn call<S: ServerHandler>(
    make: impl Fn(Confirmations, Arc<AtomicUsize>) -> S,
) -> (bool, usize) {
    let gate = Gate::new(&[Listed::of::<Wipe>()], Overrides::none()).unwrap();
    let runs = Arc::new(AtomicUsize::new(0));
    let server = make(Confirmations::new(gate), Arc::clone(&runs));
    let (client_end, server_end) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        server
            .serve(server_end)
            .await?
            .waiting()
            .await
            .map_err(anyhow::Error::from)
    });
    let client = ClientConfig::new(
        ClientCapabilities::default(),
        Implementation::new("test", "1"),
    )
    .with_protocol_version(ProtocolVersion::V_2025_11_25);
    let client = client.serve(client_end).await.unwrap();
    let result = client
        .call_tool(CallToolRequestParams::new("wipe"))
        .await
        .unwrap();
    (result.is_error == Some(true), runs.load(SeqCst))
}

#[tokio::test]
async fn a_destructive_tool_runs_by_the_client_hint_only_if_it_is_advertised_as_one() {
    let ran = (false, 1);
    let refused = (true, 0);
    assert_eq!(
        call(|confirmations, runs| Honest {
            confirmations,
            runs
        })
        .await,
        ran
    );
    // Without annotations a tool counts as destructive.
    assert_eq!(
        call(|confirmations, runs| Silent {
            confirmations,
            runs
        })
        .await,
        ran
    );
    assert_eq!(
        call(|confirmations, runs| Routed {
            confirmations,
            runs
        })
        .await,
        ran
    );
    assert_eq!(
        call(|confirmations, runs| ReadOnly {
            confirmations,
            runs
        })
        .await,
        refused
    );
    assert_eq!(
        call(|confirmations, runs| Harmless {
            confirmations,
            runs
        })
        .await,
        refused
    );
}
