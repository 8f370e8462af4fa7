//! The kernel allocates nothing: no future is boxed, no text is made unless somebody reads it.

use std::{
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
};

use allocation_counter::measure;
use countersign::{
    Command, ConfirmDecision, Granted, Pending, Refusal, Routed, Tighten, Tool, Unconfirmed,
    command,
    tier::{AutoApprove, Block, Confirm, Destructive, Handoff},
    trusted::{Answer, Channel, ClientSupport, NoAnswer, Question},
};

macro_rules! tool {
    ($tool:ident, $tier:ty, $key:literal) => {
        struct $tool([u64; 16]);

        impl Tool for $tool {
            type Tier = $tier;
            type Context<'a> = &'a mut u64;
            type Output = u64;
            const COMMAND: Command = command! { Command::new($key, "A tool") };

            async fn run(call: Granted<'_, Self>, sum: Self::Context<'_>) -> u64 {
                *sum += call.0.iter().sum::<u64>();
                *sum
            }
        }
    };
}

tool!(Lists, AutoApprove, "lists");
tool!(Deletes, Confirm<Destructive>, "deletes");
tool!(Exports, Confirm<Handoff>, "exports");
tool!(Submits, Block, "submits");

/// Answers at once.
struct Ready(Result<ConfirmDecision, NoAnswer>);

impl Channel for Ready {
    fn support(&self) -> ClientSupport {
        ClientSupport::FormElicitation
    }

    async fn ask<'q>(&self, question: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
        self.0.map(|decision| question.answer(decision))
    }
}

fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("nothing here waits"),
    }
}

const FORMS: ClientSupport = ClientSupport::FormElicitation;
const NO_FORMS: ClientSupport = ClientSupport::NoFormElicitation;
const ARGUMENTS: [u64; 16] = [1; 16];

#[track_caller]
fn assert_allocates_nothing(work: impl FnOnce()) {
    let counted = measure(work);
    assert_eq!(counted.count_total, 0, "{counted:?}");
}

#[test]
fn the_counter_counts() {
    assert_eq!(measure(|| drop(Box::new(ARGUMENTS))).count_total, 1);
}

#[test]
fn an_approved_call() {
    assert_allocates_nothing(|| {
        let mut sum = 0;
        let routed = Unconfirmed::new(Lists(ARGUMENTS)).route(NO_FORMS, Tighten::NONE);
        let Routed::Auto(call) = routed else {
            unreachable!("an auto-approved tool")
        };
        assert_eq!(now(call.execute(&mut sum)), 16);
    });
}

#[test]
fn a_confirmed_call() {
    assert_allocates_nothing(|| {
        let mut sum = 0;
        let human = Ready(Ok(ConfirmDecision::Proceed));
        let routed = Unconfirmed::new(Exports(ARGUMENTS)).route(FORMS, Tighten::NONE);
        let Routed::Elicit(call) = routed else {
            unreachable!("a human can be asked")
        };
        let Ok(confirmed) = now(call.ask(&human)) else {
            unreachable!("the human said yes")
        };
        assert_eq!(now(confirmed.execute(&mut sum)), 16);
    });
}

#[test]
fn a_client_hinted_call() {
    assert_allocates_nothing(|| {
        let mut sum = 0;
        let routed = Unconfirmed::new(Deletes(ARGUMENTS)).route(NO_FORMS, Tighten::NONE);
        let Routed::ClientHint(call) = routed else {
            unreachable!("the client is trusted to ask")
        };
        assert_eq!(now(call.execute(&mut sum)), 16);
    });
}

#[test]
fn a_refused_call() {
    let ask =
        |call: Pending<Exports>, answer| -> Option<Refusal> { now(call.ask(&Ready(answer))).err() };
    for answer in [
        Ok(ConfirmDecision::RefusedDeclined),
        Ok(ConfirmDecision::RefusedCancelled),
        Ok(ConfirmDecision::RefusedNotConfirmed),
        Err(NoAnswer::TimedOut),
    ] {
        assert_allocates_nothing(|| {
            let routed = Unconfirmed::new(Exports(ARGUMENTS)).route(FORMS, Tighten::NONE);
            let Routed::Elicit(call) = routed else {
                unreachable!("a human can be asked")
            };
            assert!(ask(call, answer).is_some());
        });
    }
    assert_allocates_nothing(|| {
        let Routed::Refused(refusal) =
            Unconfirmed::new(Submits(ARGUMENTS)).route(FORMS, Tighten::NONE);
        drop(refusal);
    });
}
