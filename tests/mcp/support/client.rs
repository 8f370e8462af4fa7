//! rmcp's own client, with a human behind it who answers by script.

use std::{
    collections::VecDeque,
    future::Future,
    sync::{Arc, Mutex},
    time::Duration,
};

use rmcp::{
    ErrorData, RoleClient, Service,
    model::{
        CallToolRequestParams, CancelledNotificationParam, ClientCapabilities, ClientConfig,
        ClientResult, CustomResult, ElicitRequestParams, ElicitResult, Implementation,
        ProgressNotificationParam, ProtocolVersion, RequestId, ServerNotification, ServerRequest,
    },
    service::{NotificationContext, RequestContext},
};
use serde_json::{Value, json};
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

/// What the client sends back when it is asked.
pub(crate) enum Reply {
    /// This, as the result of `elicitation/create`.
    Result(Value),
    Error,
    /// Nothing, ever.
    Silence,
    /// What comes through here, when it comes.
    Later(oneshot::Receiver<Value>),
}

impl Reply {
    pub(crate) fn yes() -> Self {
        Self::Result(yes())
    }

    pub(crate) fn no() -> Self {
        Self::Result(no())
    }

    pub(crate) fn later() -> (oneshot::Sender<Value>, Self) {
        let (answer, later) = oneshot::channel();
        (answer, Self::Later(later))
    }
}

pub(crate) fn yes() -> Value {
    json!({ "action": "accept", "content": { "confirm": true } })
}

pub(crate) fn no() -> Value {
    json!({ "action": "decline" })
}

/// One `elicitation/create`, as it arrived.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) id: RequestId,
    pub(crate) message: String,
    pub(crate) schema: Value,
}

/// The client and its user. Declares form elicitation unless told otherwise.
#[derive(Clone)]
pub(crate) struct Human {
    info: ClientConfig,
    script: Arc<Mutex<VecDeque<Reply>>>,
    asked: mpsc::UnboundedSender<Asked>,
    progress: mpsc::UnboundedSender<ProgressNotificationParam>,
    withdrawn: mpsc::UnboundedSender<CancelledNotificationParam>,
}

/// What reached the client besides the answers to its calls.
pub(crate) struct Seen {
    pub(crate) asked: mpsc::UnboundedReceiver<Asked>,
    pub(crate) progress: mpsc::UnboundedReceiver<ProgressNotificationParam>,
    pub(crate) withdrawn: mpsc::UnboundedReceiver<CancelledNotificationParam>,
}

/// Longer than anything but a human takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

impl Seen {
    /// The next question.
    pub(crate) async fn asked(&mut self) -> Asked {
        let asked = timeout(PATIENCE, self.asked.recv()).await;
        asked.expect("was asked").unwrap()
    }

    /// The next question that is taken back.
    pub(crate) async fn withdrawn(&mut self) -> CancelledNotificationParam {
        let withdrawn = timeout(PATIENCE, self.withdrawn.recv()).await;
        withdrawn.expect("was withdrawn").unwrap()
    }
}

impl Human {
    pub(crate) fn new(replies: impl IntoIterator<Item = Reply>) -> (Self, Seen) {
        Self::declaring(&json!({ "elicitation": {} }), replies)
    }

    pub(crate) fn declaring(
        capabilities: &Value,
        replies: impl IntoIterator<Item = Reply>,
    ) -> (Self, Seen) {
        let capabilities: ClientCapabilities =
            serde_json::from_value(capabilities.clone()).unwrap();
        let mut info = ClientConfig::new(capabilities, Implementation::new("human", "1"));
        info.protocol_version = ProtocolVersion::V_2025_11_25;
        let (asked, asked_seen) = mpsc::unbounded_channel();
        let (progress, progress_seen) = mpsc::unbounded_channel();
        let (withdrawn, withdrawn_seen) = mpsc::unbounded_channel();
        let human = Self {
            info,
            script: Arc::new(Mutex::new(replies.into_iter().collect())),
            asked,
            progress,
            withdrawn,
        };
        let seen = Seen {
            asked: asked_seen,
            progress: progress_seen,
            withdrawn: withdrawn_seen,
        };
        (human, seen)
    }

    /// Adds to the script.
    pub(crate) fn will(&self, reply: Reply) {
        self.script.lock().unwrap().push_back(reply);
    }
}

impl Service<RoleClient> for Human {
    async fn handle_request(
        &self,
        request: ServerRequest,
        context: RequestContext<RoleClient>,
    ) -> Result<ClientResult, ErrorData> {
        let ServerRequest::ElicitRequest(request) = request else {
            return Ok(ClientResult::empty(()));
        };
        let ElicitRequestParams::FormElicitationParams {
            message,
            requested_schema,
            ..
        } = request.params
        else {
            panic!("asked by URL");
        };
        let asked = Asked {
            id: context.id,
            message,
            schema: serde_json::to_value(requested_schema).unwrap(),
        };
        // Taken before the test can know of the question, so that the order is the script's.
        let reply = self.script.lock().unwrap().pop_front();
        let _ = self.asked.send(asked);
        let answer = match reply {
            // An error, so that a test that expected no question sees it at once.
            None => return Err(ErrorData::internal_error("not in the script", None)),
            Some(Reply::Result(answer)) => answer,
            Some(Reply::Later(answer)) => match answer.await {
                Ok(answer) => answer,
                Err(_) => std::future::pending().await,
            },
            Some(Reply::Silence) => std::future::pending().await,
            Some(Reply::Error) => {
                return Err(ErrorData::internal_error(
                    "the form could not be shown",
                    None,
                ));
            }
        };
        // Typed where the type loses nothing, since rmcp's loop for MCP 2026-07-28 wants it so.
        let typed: Result<ElicitResult, _> = serde_json::from_value(answer.clone());
        Ok(match typed {
            Ok(typed) if serde_json::to_value(&typed).unwrap() == answer => typed.into(),
            _ => CustomResult::new(answer).into(),
        })
    }

    fn handle_notification(
        &self,
        notification: ServerNotification,
        _: NotificationContext<RoleClient>,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send + '_ {
        match notification {
            ServerNotification::CancelledNotification(cancelled) => {
                let _ = self.withdrawn.send(cancelled.params);
            }
            ServerNotification::ProgressNotification(progress) => {
                let _ = self.progress.send(progress.params);
            }
            _ => {}
        }
        std::future::ready(Ok(()))
    }

    fn get_info(&self) -> ClientConfig {
        self.info.clone()
    }
}

pub(crate) fn params(tool: &'static str, arguments: Value) -> CallToolRequestParams {
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object");
    };
    CallToolRequestParams::new(tool).with_arguments(arguments)
}
