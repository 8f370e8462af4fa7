//! The scripted humans: what each reply makes of a call, and what they remember.

mod probe;

use countersign::{
    ConfirmDecision, Consequence, Gate, Locale, Overrides, Policy, Reason, Refusal, Unconfirmed,
    testing::{Reply, ScriptedHuman},
    tier,
    trusted::NoAnswer,
};
use pollster::block_on;
use probe::{Journal, Probe, all_listed};

type Handoff = tier::Confirm<tier::Handoff>;

fn gate() -> Gate {
    Gate::new(&all_listed(), Overrides::none()).unwrap()
}

fn call(human: &ScriptedHuman, journal: &Journal) -> Result<(), Refusal> {
    let call = Unconfirmed::new(Probe::<Handoff>::new(Policy::AutoApprove));
    block_on(gate().run(call, human, journal))
}

#[test]
fn each_reply_makes_its_own_outcome_and_only_a_yes_runs() {
    let runs = [Reply::Yes, Reply::Decision(ConfirmDecision::Proceed)];
    for reply in runs {
        let (human, journal) = (ScriptedHuman::new([reply]), Journal::new());
        assert_eq!(call(&human, &journal), Ok(()), "{reply:?}");
        assert_eq!(journal.lines(), ["probe_handoff"]);
        human.finish();
    }
    let refuses = [
        (Reply::Unticked, Reason::NotConfirmed),
        (Reply::EmptyForm, Reason::NotConfirmed),
        (Reply::Decline, Reason::Declined),
        (Reply::Cancel, Reason::Cancelled),
        (
            Reply::Decision(ConfirmDecision::RefusedDeclined),
            Reason::Declined,
        ),
        (
            Reply::Decision(ConfirmDecision::RefusedCancelled),
            Reason::Cancelled,
        ),
        (
            Reply::Decision(ConfirmDecision::RefusedNotConfirmed),
            Reason::NotConfirmed,
        ),
        (Reply::Silence, Reason::NoAnswer(NoAnswer::TimedOut)),
        (Reply::Disconnect, Reason::NoAnswer(NoAnswer::Disconnected)),
        (
            Reply::NoAnswer(NoAnswer::ClientError),
            Reason::NoAnswer(NoAnswer::ClientError),
        ),
    ];
    for (reply, reason) in refuses {
        let (human, journal) = (ScriptedHuman::new([reply]), Journal::new());
        assert_eq!(
            call(&human, &journal).unwrap_err().reason(),
            reason,
            "{reply:?}"
        );
        assert!(journal.lines().is_empty(), "{reply:?}");
        human.finish();
    }
}

#[test]
fn a_script_that_has_run_out_is_no_answer() {
    let (human, journal) = (ScriptedHuman::new([Reply::Yes]), Journal::new());
    assert_eq!(call(&human, &journal), Ok(()));
    for _ in 0..2 {
        let refusal = call(&human, &journal).unwrap_err();
        assert_eq!(refusal.reason(), Reason::NoAnswer(NoAnswer::Unavailable));
    }
    assert_eq!(journal.lines().len(), 1);
    assert_eq!(human.asked_keys(), ["probe_handoff"; 3]);
}

#[test]
fn a_client_without_elicitation_is_not_asked() {
    let (human, journal) = (ScriptedHuman::without_elicitation(), Journal::new());
    assert_eq!(
        call(&human, &journal).unwrap_err().reason(),
        Reason::NoChannel
    );
    assert!(journal.lines().is_empty());
    assert!(human.asked().is_empty());
    human.finish();
}

#[test]
fn the_questions_are_remembered_as_the_human_read_them() {
    for locale in Locale::ALL {
        let human = ScriptedHuman::new([Reply::Unticked, Reply::Yes]).in_locale(locale);
        assert_eq!(human.replies_left(), 2);
        let journal = Journal::new();
        let _ = call(&human, &journal).unwrap_err();
        assert_eq!(human.replies_left(), 1);
        let pending = Unconfirmed::new(Probe::<Handoff>::new(Policy::AutoApprove)).route(
            countersign::trusted::ClientSupport::FormElicitation,
            countersign::Tighten::NONE,
        );
        let countersign::Routed::Elicit(pending) = pending else {
            panic!("a handoff is asked about");
        };
        let message = pending.request(&locale).message;
        assert!(block_on(pending.ask(&human)).is_ok());
        let asked = human.asked();
        assert_eq!(asked.len(), 2);
        for question in asked {
            assert_eq!(question.key, "probe_handoff");
            assert_eq!(question.consequence, Consequence::Handoff);
            assert_eq!(question.message, message);
        }
        human.finish();
    }
}

#[test]
#[should_panic(expected = "these replies were not asked for: [Yes]; asked was [\"probe_handoff\"]")]
fn finish_sees_replies_that_are_left() {
    let human = ScriptedHuman::new([Reply::Yes, Reply::Yes]);
    let _ = call(&human, &Journal::new());
    human.finish();
}

#[test]
#[should_panic(expected = "1 of these questions had no reply in the script: [\"probe_handoff\"]")]
fn finish_sees_questions_without_a_reply() {
    let human = ScriptedHuman::new([]);
    let _ = call(&human, &Journal::new());
    human.finish();
}
