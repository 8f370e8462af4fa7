//! Asking on MCP 2026-07-28, where a server may not call its client: the call is answered with
//! the question and a sealed state, and the client calls again with the answer and the state.
//!
//! *Trusted code*: it implements [`Channel`].

use std::time::Duration;

use rmcp::{
    ErrorData, RoleServer,
    model::{ElicitRequest, InputRequest, InputRequiredResult, InputResponses, SealOptions},
    service::RequestContext,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Confirmations,
    binding::Binding,
    ledger::{LedgerError, Nonce, Redemption},
    live,
};
use crate::{
    ConfirmDecision, ConfirmationRequest, Reason, decision_from_elicitation,
    trusted::{Answer, Channel, ClientSupport, NoAnswer, Question},
};

/// Where a call on MCP 2026-07-28 stands.
pub(super) enum Resumed {
    /// The question, and the state to come back with.
    Ask(Box<InputRequiredResult>),
    /// An answer, whose state is spent now.
    Answered(Answered),
    /// The state is not one of ours, is not of this call, or is spent or expired.
    InvalidState,
    /// It could not be found out.
    Refused(Reason),
}

/// What the client keeps for us. Signed, not secret.
#[derive(Serialize, Deserialize)]
struct State {
    nonce: [u8; 16],
    /// Milliseconds since the Unix epoch. The codec checks an expiry, too, but does not tell it.
    expires_at: u64,
}

/// What a call brings along on MCP 2026-07-28.
pub(super) struct Suspension {
    /// `false` for a state on an earlier revision, which has none.
    pub(super) is_stateless: bool,
    pub(super) arguments: Value,
    pub(super) state: Option<String>,
    pub(super) responses: Option<InputResponses>,
}

impl Suspension {
    /// Whether the client says that it has been asked.
    pub(super) const fn is_retry(&self) -> bool {
        self.state.is_some()
    }

    /// Resumes the call, or begins to ask about it.
    pub(super) async fn resume(
        &self,
        command: &str,
        question: ConfirmationRequest,
        support: ClientSupport,
        request: &RequestContext<RoleServer>,
        settings: &Confirmations,
    ) -> Result<Resumed, ErrorData> {
        if !self.is_stateless {
            return Ok(Resumed::InvalidState);
        }
        let Some(principal) = settings.principal_of(request) else {
            return Ok(Resumed::Refused(Reason::PrincipalUnknown));
        };
        let epoch = match settings.ledger_ref().epoch().await {
            Ok(epoch) => epoch,
            Err(error) => return Ok(Resumed::Refused(reason(error))),
        };
        let ask_key = settings.ask_key_ref();
        let arguments = &self.arguments;
        let binding = Binding::new(&principal, command, &question, ask_key, &epoch, arguments)
            .to_bytes()
            .map_err(|_| ErrorData::internal_error("the call could not be bound", None))?;

        let Some(sealed) = &self.state else {
            return ask(question, &binding, settings);
        };
        let Ok(state) = settings.codec().open_json_with::<State>(sealed, &binding) else {
            return Ok(Resumed::InvalidState);
        };
        let expires_at = Duration::from_millis(state.expires_at);
        if expires_at <= settings.now() {
            return Ok(Resumed::InvalidState);
        }
        let responses = self.responses.as_ref();
        let Some(answer) = responses.and_then(|responses| responses.get(ask_key)) else {
            // Only a client that says it can ask is asked.
            return match support {
                ClientSupport::FormElicitation => ask(question, &binding, settings),
                ClientSupport::NoFormElicitation => Ok(Resumed::Refused(Reason::NoChannel)),
            };
        };
        // Redeemed whatever the answer says: a no is not turned into a yes with the same state.
        let nonce = Nonce::from_bytes(state.nonce);
        match settings
            .ledger_ref()
            .redeem(&epoch, nonce, expires_at)
            .await
        {
            Ok(Redemption::Redeemed) => Ok(Resumed::Answered(Answered(decision(answer)))),
            Ok(Redemption::Spent) => Ok(Resumed::InvalidState),
            Err(error) => Ok(Resumed::Refused(reason(error))),
        }
    }
}

fn ask(
    question: ConfirmationRequest,
    binding: &[u8],
    settings: &Confirmations,
) -> Result<Resumed, ErrorData> {
    let ttl = settings.ttl();
    let expires_at = settings.now().saturating_add(ttl).as_millis();
    let state = State {
        nonce: super::random(),
        expires_at: u64::try_from(expires_at).unwrap_or(u64::MAX),
    };
    let options = SealOptions::new().associated_data(binding).ttl(ttl);
    let sealed = settings
        .codec()
        .seal_json_with(&state, &options)
        .map_err(|_| ErrorData::internal_error("the confirmation could not be sealed", None))?;
    let asked = InputRequest::Elicitation(ElicitRequest::new(live::form(question)));
    let requests = [(settings.ask_key_ref().to_owned(), asked)].into();
    let result = InputRequiredResult::new(Some(requests), Some(sealed));
    Ok(Resumed::Ask(Box::new(result)))
}

const fn reason(error: LedgerError) -> Reason {
    match error {
        LedgerError::Full => Reason::LedgerFull,
        LedgerError::Unavailable => Reason::LedgerUnavailable,
    }
}

/// Reads an entry of `inputResponses`: the result of an elicitation, unvalidated.
fn decision(answer: &Value) -> Result<ConfirmDecision, NoAnswer> {
    match answer.get("action") {
        Some(Value::String(action)) => Ok(decision_from_elicitation(action, answer.get("content"))),
        _ => Err(NoAnswer::ClientError),
    }
}

/// A channel that already holds the answer.
pub(super) struct Answered(Result<ConfirmDecision, NoAnswer>);

impl Channel for Answered {
    fn support(&self) -> ClientSupport {
        ClientSupport::FormElicitation
    }

    async fn ask<'q>(&self, question: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
        self.0.map(|decision| question.answer(decision))
    }
}

#[cfg(test)]
mod replay;
#[cfg(test)]
mod tests;
