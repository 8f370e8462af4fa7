//! Asking a client up to MCP 2025-11-25: `elicitation/create`, and wait.
//!
//! *Trusted code*: it implements [`Channel`].

use std::{convert::Infallible, time::Duration};

use rmcp::{
    RoleServer,
    model::{
        BooleanSchema, ClientResult, ElicitRequest, ElicitRequestParams, ElicitationAction,
        ElicitationSchema, PrimitiveSchemaDefinition, ProgressNotificationParam, ServerRequest,
    },
    service::{PeerRequestOptions, RequestContext, RequestHandle, ServiceError},
};
use serde_json::Value;

use crate::{
    ConfirmDecision, ConfirmationRequest, Gate, decision_from_elicitation,
    elicitation::CONFIRM,
    trusted::{Answer, Channel, ClientSupport, NoAnswer, Question},
};

/// After the input has ended nobody serves the withdrawal, so it is not waited for longer.
const WITHDRAWAL: Duration = Duration::from_millis(200);

/// The client of one request, as a channel to its user.
pub(super) struct Live<'a> {
    pub(super) request: &'a RequestContext<RoleServer>,
    pub(super) gate: &'a Gate,
    pub(super) progress_every: Duration,
}

/// What the client of this request can do: what the request says, else the handshake.
pub(super) fn support(request: &RequestContext<RoleServer>) -> ClientSupport {
    let elicitation = request
        .client_capabilities()
        .and_then(|capabilities| capabilities.elicitation);
    match elicitation {
        Some(modes) if modes.form.is_some() || modes.url.is_none() => {
            ClientSupport::FormElicitation
        }
        _ => ClientSupport::NoFormElicitation,
    }
}

impl Channel for Live<'_> {
    fn support(&self) -> ClientSupport {
        support(self.request)
    }

    async fn ask<'q>(&self, question: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
        let form = form(question.request(self.gate.locale()));
        let form = ServerRequest::ElicitRequest(ElicitRequest::new(form));
        let mut sent = self
            .request
            .peer
            .send_cancellable_request(form, PeerRequestOptions::no_options())
            .await
            .map_err(|_| NoAnswer::Disconnected)?;
        let given_up = tokio::select! {
            biased;
            () = self.request.ct.cancelled() => NoAnswer::CallCancelled,
            reply = &mut sent.rx => {
                let reply = reply.map_err(|_| NoAnswer::Disconnected)?;
                return Ok(question.answer(decision(reply)?));
            }
            () = tokio::time::sleep(self.gate.wait()) => NoAnswer::TimedOut,
            never = self.report_progress() => match never {},
        };
        withdraw(sent, given_up).await;
        Err(given_up)
    }
}

impl Live<'_> {
    /// Keeps a client with a limit of its own waiting, for as long as a human is asked.
    async fn report_progress(&self) -> Infallible {
        let Some(token) = self.request.meta.get_progress_token() else {
            return std::future::pending().await;
        };
        let mut progress = 0.0;
        loop {
            tokio::time::sleep(self.progress_every).await;
            progress += 1.0;
            let progress = ProgressNotificationParam::new(token.clone(), progress);
            // A client that is gone shows in the reply, not here.
            let _ = self.request.peer.notify_progress(progress).await;
        }
    }
}

/// A question in rmcp's terms. Its schema is the one that [`ConfirmationRequest`] serializes as.
pub(super) fn form(question: ConfirmationRequest) -> ElicitRequestParams {
    let description = question.requested_schema.description().to_owned();
    let confirm = BooleanSchema::new().description(description);
    let properties = [(
        CONFIRM.to_owned(),
        PrimitiveSchemaDefinition::Boolean(confirm),
    )];
    let schema = ElicitationSchema::new(properties.into());
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question.message,
        requested_schema: schema.with_required(vec![CONFIRM.to_owned()]),
    }
}

/// Reads what came back. rmcp does not validate it, and tries one type of result after the
/// other: only what it takes for an elicitation's is an answer.
fn decision(reply: Result<ClientResult, ServiceError>) -> Result<ConfirmDecision, NoAnswer> {
    match reply {
        Ok(ClientResult::ElicitResult(result)) => {
            let action = match result.action {
                ElicitationAction::Accept => "accept",
                ElicitationAction::Cancel => "cancel",
                _ => "decline",
            };
            Ok(decision_from_elicitation(action, result.content.as_ref()))
        }
        Ok(ClientResult::CustomResult(result)) => match result.0.get("action") {
            // An action that MCP does not know. A known one here has something else wrong.
            Some(Value::String(action))
                if !matches!(action.as_str(), "accept" | "decline" | "cancel") =>
            {
                Ok(decision_from_elicitation(action, None))
            }
            _ => Err(NoAnswer::ClientError),
        },
        Ok(_) | Err(ServiceError::McpError(_) | ServiceError::UnexpectedResponse) => {
            Err(NoAnswer::ClientError)
        }
        Err(_) => Err(NoAnswer::Disconnected),
    }
}

/// Takes the question back, so that the client can close its form.
async fn withdraw(question: RequestHandle<RoleServer>, reason: NoAnswer) {
    let reason = match reason {
        NoAnswer::TimedOut => "no answer in time",
        _ => "the call was cancelled",
    };
    // Whether it arrives makes no difference to us: an answer is not listened to any more.
    let _ = tokio::time::timeout(WITHDRAWAL, question.cancel(Some(reason.to_owned()))).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Consequence, Locale, command, confirmation_request};

    const DELETE: Command = command! { Command::new("delete_draft", "Delete a draft") };

    #[test]
    fn the_form_is_the_question_as_it_serializes() {
        let question = confirmation_request(&DELETE, Consequence::Destructive, &Locale::Es);
        let serialized = serde_json::to_value(&question).unwrap();
        assert_eq!(serialized["requestedSchema"]["required"][0], "confirm");
        let mut form = serde_json::to_value(form(question)).unwrap();
        assert_eq!(
            form.as_object_mut().unwrap().remove("mode"),
            Some("form".into())
        );
        assert_eq!(form, serialized);
    }
}
