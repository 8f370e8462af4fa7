//! rmcp's own client, with a hand on every part of a call.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::http::{HeaderName, HeaderValue};
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient, ServiceExt,
    model::{
        CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
        ClientRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability,
        Implementation, InputRequest, JsonObject, ProtocolVersion, RequestMetaObject, ServerResult,
    },
    service::{PeerRequestOptions, RequestContext, RunningService, ServiceError},
    transport::{
        StreamableHttpClientTransport,
        streamable_http_client::StreamableHttpClientTransportConfig,
        streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService},
    },
};
use serde_json::{Value, json};

use crate::desk::Desk;

/// One call, and what a client brings along with it.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    tool: &'static str,
    arguments: JsonObject,
    state: Option<String>,
    responses: Option<JsonObject>,
    meta: JsonObject,
}

pub(crate) fn call(tool: &'static str, arguments: Value) -> Call {
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object")
    };
    Call {
        tool,
        arguments,
        state: None,
        responses: None,
        meta: JsonObject::new(),
    }
}

pub(crate) fn delete(draft: &str) -> Call {
    call("delete_draft", json!({ "draft": draft }))
}

pub(crate) fn export(draft: &str) -> Call {
    call("export_draft", json!({ "draft": draft }))
}

pub(crate) fn yes() -> Value {
    json!({ "action": "accept", "content": { "confirm": true } })
}

pub(crate) fn no() -> Value {
    json!({ "action": "accept", "content": { "confirm": false } })
}

pub(crate) fn decline() -> Value {
    json!({ "action": "decline" })
}

impl Call {
    pub(crate) fn state(mut self, state: impl Into<String>) -> Self {
        self.state = Some(state.into());
        self
    }

    /// An answer under the default key.
    pub(crate) fn answer(self, answer: Value) -> Self {
        self.answer_under("confirm", answer)
    }

    pub(crate) fn answer_under(mut self, key: &str, answer: Value) -> Self {
        self.responses
            .get_or_insert_default()
            .insert(key.to_owned(), answer);
        self
    }

    /// Says something else than the rest of the session about what the client can do.
    pub(crate) fn capabilities(mut self, capabilities: Value) -> Self {
        let key = "io.modelcontextprotocol/clientCapabilities".to_owned();
        self.meta.insert(key, capabilities);
        self
    }

    /// Is of another revision than the rest of the session.
    pub(crate) fn revision(mut self, revision: &str) -> Self {
        let key = "io.modelcontextprotocol/protocolVersion".to_owned();
        self.meta.insert(key, revision.into());
        self
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) enum Reply {
    Asked(Asked),
    Result(CallToolResult),
    Error(ErrorData),
}

#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) state: String,
    /// The keys of `inputRequests`.
    pub(crate) keys: Vec<String>,
    pub(crate) question: ElicitRequestParams,
}

impl Reply {
    #[track_caller]
    pub(crate) fn asked(self) -> Asked {
        match self {
            Self::Asked(asked) => asked,
            other => panic!("not asked: {other:?}"),
        }
    }

    /// The text of a result that is no error.
    #[track_caller]
    pub(crate) fn done(self) -> String {
        match self {
            Self::Result(result) if result.is_error != Some(true) => text(&result),
            other => panic!("not done: {other:?}"),
        }
    }

    /// The refusal and the text of a result that is an error.
    #[track_caller]
    pub(crate) fn refused(self) -> (Value, String) {
        match self {
            Self::Result(result) if result.is_error == Some(true) => {
                let text = text(&result);
                (result.structured_content.unwrap_or_default(), text)
            }
            other => panic!("not refused: {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn refused_for(self, reason: &str) -> String {
        let (refusal, text) = self.refused();
        assert_eq!(refusal["reason"], reason, "{refusal}");
        text
    }

    #[track_caller]
    pub(crate) fn error(self) -> ErrorData {
        match self {
            Self::Error(error) => error,
            other => panic!("no error: {other:?}"),
        }
    }

    /// The state is not valid here: -32602, and the one text for it.
    #[track_caller]
    pub(crate) fn invalid_state(self) {
        let error = self.error();
        assert_eq!(error.code.0, -32602, "{error:?}");
        let texts = [
            ["requestState is not valid here", "Call again without it"],
            ["requestState no es válido aquí", "Llame de nuevo sin él"],
        ];
        let told = |texts: &[&str; 2]| texts.iter().all(|text| error.message.contains(text));
        assert!(texts.iter().any(told), "{error:?}");
        assert_eq!(error.data, None);
    }

    /// Whether the body ran to its end.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self, Self::Result(result) if result.is_error != Some(true))
    }
}

fn text(result: &CallToolResult) -> String {
    result.content[0].as_text().unwrap().text.clone()
}

/// The client's side: declares something, and says yes to whatever it is asked live.
struct Human {
    capabilities: ClientCapabilities,
    asked_live: Arc<AtomicUsize>,
}

impl ClientHandler for Human {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(
            self.capabilities.clone(),
            Implementation::new("client-of-these-tests", "0"),
        )
        .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.asked_live.fetch_add(1, Ordering::SeqCst);
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({ "confirm": true })))
    }
}

/// How long a reply may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub(crate) struct Client {
    running: Arc<RunningService<RoleClient, Human>>,
    asked_live: Arc<AtomicUsize>,
}

pub(crate) fn forms() -> ClientCapabilities {
    let mut capabilities = ClientCapabilities::default();
    capabilities.elicitation = Some(ElicitationCapability::default());
    capabilities
}

pub(crate) fn no_forms() -> ClientCapabilities {
    ClientCapabilities::default()
}

fn stateless() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    }
}

impl Client {
    /// A client of this desk on 2026-07-28 that declares forms, through a pipe in memory.
    pub(crate) async fn of(desk: &Desk) -> Self {
        Self::through_pipe(desk, forms(), stateless()).await
    }

    /// One that declares nothing.
    pub(crate) async fn without_forms(desk: &Desk) -> Self {
        Self::through_pipe(desk, no_forms(), stateless()).await
    }

    /// One on 2025-11-25.
    pub(crate) async fn legacy(desk: &Desk, capabilities: ClientCapabilities) -> Self {
        Self::through_pipe(desk, capabilities, ClientLifecycleMode::Initialize).await
    }

    async fn through_pipe(
        desk: &Desk,
        capabilities: ClientCapabilities,
        lifecycle: ClientLifecycleMode,
    ) -> Self {
        let (theirs, ours) = tokio::io::duplex(1 << 16);
        let desk = desk.clone();
        tokio::spawn(async move { desk.serve(theirs).await.unwrap().waiting().await.unwrap() });
        Self::over(ours, capabilities, lifecycle).await
    }

    /// The other end of a transport that somebody serves.
    pub(crate) async fn at(pipe: tokio::io::DuplexStream) -> Self {
        Self::over(pipe, forms(), stateless()).await
    }

    async fn over<T, E, A>(
        transport: T,
        capabilities: ClientCapabilities,
        lifecycle: ClientLifecycleMode,
    ) -> Self
    where
        T: rmcp::transport::IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let asked_live = Arc::new(AtomicUsize::new(0));
        let human = Human {
            capabilities,
            asked_live: asked_live.clone(),
        };
        let running = human
            .serve_with_lifecycle(transport, lifecycle)
            .await
            .unwrap();
        Self {
            running: Arc::new(running),
            asked_live,
        }
    }

    /// Over streamable HTTP, as this user.
    pub(crate) async fn http(url: &str, user: &'static str) -> Self {
        Self::http_with(url, user, stateless()).await
    }

    pub(crate) async fn legacy_http(url: &str, user: &'static str) -> Self {
        Self::http_with(url, user, ClientLifecycleMode::Initialize).await
    }

    async fn http_with(url: &str, user: &'static str, lifecycle: ClientLifecycleMode) -> Self {
        let headers = [(
            HeaderName::from_static(USER),
            HeaderValue::from_static(user),
        )];
        let config = StreamableHttpClientTransportConfig::with_uri(url.to_owned())
            .custom_headers(headers.into());
        let transport = StreamableHttpClientTransport::from_config(config);
        Self::over(transport, forms(), lifecycle).await
    }

    /// Sends one call and waits for its reply.
    pub(crate) async fn send(&self, call: Call) -> Reply {
        let mut params = CallToolRequestParams::new(call.tool).with_arguments(call.arguments);
        if let Some(state) = call.state {
            params = params.with_request_state(state);
        }
        if let Some(responses) = call.responses {
            params = params.with_input_responses(responses.into_iter().collect());
        }
        let options =
            PeerRequestOptions::no_options().with_meta(RequestMetaObject::from(call.meta));
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let sent = self
            .running
            .send_request_with_option(request, options)
            .await;
        let reply = tokio::time::timeout(PATIENCE, sent.unwrap().await_response()).await;
        match reply.expect("the call was never answered") {
            Ok(ServerResult::InputRequiredResult(result)) => {
                let requests = result.input_requests.unwrap();
                let keys = requests.keys().cloned().collect();
                let Some(InputRequest::Elicitation(request)) = requests.into_values().next() else {
                    panic!("no question")
                };
                Reply::Asked(Asked {
                    state: result.request_state.unwrap(),
                    keys,
                    question: request.params,
                })
            }
            Ok(ServerResult::CallToolResult(result)) => Reply::Result(result),
            Err(ServiceError::McpError(error)) => Reply::Error(error),
            other => panic!("unexpected: {other:?}"),
        }
    }

    /// The state of a first call.
    pub(crate) async fn state_of(&self, call: Call) -> String {
        self.send(call).await.asked().state
    }

    /// What [`send`](Client::send) would do, but given up after it was sent.
    pub(crate) async fn send_and_cancel(&self, call: Call) {
        let params = CallToolRequestParams::new(call.tool)
            .with_arguments(call.arguments)
            .with_request_state(call.state.unwrap())
            .with_input_responses(call.responses.unwrap().into_iter().collect());
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let sent = self
            .running
            .send_cancellable_request(request, PeerRequestOptions::no_options())
            .await
            .unwrap();
        // The server reads in order: when this is answered, the call has begun ..
        self.running.list_tools(None).await.unwrap();
        sent.cancel(None).await.unwrap();
        // .. and when this is, its cancellation has arrived.
        self.running.list_tools(None).await.unwrap();
    }

    /// rmcp's own loop: asks its human, and calls again by itself.
    pub(crate) async fn call_until_done(&self, call: Call) -> Result<CallToolResult, ServiceError> {
        let params = CallToolRequestParams::new(call.tool).with_arguments(call.arguments);
        self.running.call_tool(params).await
    }

    /// How often its human was asked in the middle of a call.
    pub(crate) fn asked_live(&self) -> usize {
        self.asked_live.load(Ordering::SeqCst)
    }
}

/// The header that names the user, as a proxy in front of the server would set it.
pub(crate) const USER: &str = "x-user";

/// Serves over HTTP, with a desk that is built anew for each request.
pub(crate) async fn serve_http(desk: impl Fn() -> Desk + Send + Sync + 'static) -> String {
    let service = StreamableHttpService::new(
        move || Ok(desk()),
        Arc::<rmcp::transport::streamable_http_server::session::local::LocalSessionManager>::default(),
        StreamableHttpServerConfig::default(),
    );
    let router = axum::Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    format!("http://{address}/mcp")
}
