//! Run-time settings can only tighten (G16), and what runs is what they and a human let run. The
//! journal is the witness, never a return value alone.

mod probe;

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Mutex,
    task::{Context, Poll, Waker},
    time::Duration,
};

use countersign::{
    Command, ConfirmDecision, ConfirmRoute, Gate, Granted, Listed, Locale, Overrides,
    OverridesError, Policy, Reason, Refusal, Routed, Tighten, Tool, Unconfirmed, command,
    testing::{Reply, ScriptedHuman},
    tier,
    trusted::{Answer, Channel, ClientSupport, NoAnswer, Question},
};
use futures::{channel::oneshot, future::join};
use pollster::block_on;
use probe::{Journal, POLICIES, Probe, ProbeTier, SECRET, all_listed};
use proptest::prelude::*;

type Reading = tier::AutoApprove<tier::ReadOnly>;
type Adding = tier::AutoApprove<tier::Additive>;
type Destruction = tier::Confirm<tier::Destructive>;
type Handoff = tier::Confirm<tier::Handoff>;

const CLIENTS: [ClientSupport; 2] = [
    ClientSupport::FormElicitation,
    ClientSupport::NoFormElicitation,
];

fn gate() -> Gate {
    Gate::new(&all_listed(), Overrides::none()).unwrap()
}

fn load(json: &str) -> Result<Gate, OverridesError> {
    Overrides::from_json(json).and_then(|overrides| Gate::new(&all_listed(), overrides))
}

fn call<L: ProbeTier>() -> Unconfirmed<Probe<L>> {
    Unconfirmed::new(Probe::new(Policy::AutoApprove))
}

fn route<L: ProbeTier>(gate: &Gate, at_least: Policy, client: ClientSupport) -> ConfirmRoute {
    match gate.route(Unconfirmed::new(Probe::<L>::new(at_least)), client) {
        Routed::Auto(_) => ConfirmRoute::Auto,
        Routed::Elicit(_) => ConfirmRoute::Elicit,
        Routed::ClientHint(_) => ConfirmRoute::ClientHint,
        Routed::Refused(refusal) => match refusal.reason() {
            Reason::Blocked => ConfirmRoute::RefuseBlocked,
            Reason::NoChannel => ConfirmRoute::RefuseNoChannel,
            other => panic!("{other:?} is no route"),
        },
    }
}

// ---- overrides ----

#[test]
fn good_overrides_are_taken() {
    for (json, expected) in [
        ("{}", ConfirmRoute::Auto),
        (" {\n} \n", ConfirmRoute::Auto),
        (r#"{"probe_read_only":"auto_approve"}"#, ConfirmRoute::Auto),
        (r#"{"probe_read_only":"confirm"}"#, ConfirmRoute::Elicit),
        (
            r#"{"probe_read_only":"block"}"#,
            ConfirmRoute::RefuseBlocked,
        ),
        (
            r#"{"probe\u005fread_only":"\u0062lock"}"#,
            ConfirmRoute::RefuseBlocked,
        ),
    ] {
        let gate = load(json).unwrap();
        let client = ClientSupport::FormElicitation;
        assert_eq!(
            route::<Reading>(&gate, Policy::AutoApprove, client),
            expected,
            "{json}"
        );
        // And nothing else is touched.
        assert_eq!(
            route::<Adding>(&gate, Policy::AutoApprove, client),
            ConfirmRoute::Auto
        );
    }
}

/// Text, key and line of the error, and a part of what it says.
#[rustfmt::skip]
const BAD: [(&str, Option<&str>, Option<usize>, &str); 35] = [
    // No such command: a typo never switches anything off.
    (r#"{"probe_red_only":"confirm"}"#, Some("probe_red_only"), Some(1), "no such command; there are: probe_additive, probe_block,"),
    ("{\n\n\"Probe_read_only\":\n\"confirm\"}", Some("Probe_read_only"), Some(4), "no such command"),
    (r#"{"":"confirm"}"#, Some(""), Some(1), "no such command"),
    (r#"{"probe_read_only ":"confirm"}"#, Some("probe_read_only "), Some(1), "no such command"),
    // No such policy.
    (r#"{"probe_read_only":"blok"}"#, Some("probe_read_only"), Some(1), "unknown policy \"blok\""),
    ("{\n  \"probe_additive\": \"confirm\",\n  \"probe_read_only\": \"Block\"\n}", Some("probe_read_only"), Some(3), "unknown policy \"Block\""),
    (r#"{"probe_read_only":" block"}"#, Some("probe_read_only"), Some(1), "unknown policy"),
    (r#"{"probe_read_only":""}"#, Some("probe_read_only"), Some(1), "unknown policy"),
    (r#"{"probe_read_only":null}"#, Some("probe_read_only"), Some(1), "unknown policy null"),
    (r#"{"probe_read_only":true}"#, Some("probe_read_only"), Some(1), "unknown policy true"),
    (r#"{"probe_read_only":2}"#, Some("probe_read_only"), Some(1), "unknown policy 2"),
    (r#"{"probe_read_only":["block"]}"#, Some("probe_read_only"), Some(1), "unknown policy"),
    (r#"{"probe_read_only":{"block":null}}"#, Some("probe_read_only"), Some(1), "unknown policy"),
    (r#"{"probe_read_only":{"policy":"block"}}"#, Some("probe_read_only"), Some(1), "unknown policy"),
    (r#"{"probe_read_only":"deny"}"#, Some("probe_read_only"), Some(1), "\"confirm\" or \"block\""),
    // Twice, the same or not, and however it is spelled.
    ("{\"probe_read_only\":\"block\",\n\"probe_read_only\":\"block\"}", Some("probe_read_only"), Some(2), "twice"),
    ("{\"probe_read_only\":\"block\",\n\n\"probe\\u005fread_only\":\"confirm\"}", Some("probe_read_only"), Some(3), "twice"),
    (r#"{"probe_read_only":"block","probe_additive":"block","probe_read_only":"auto_approve"}"#, Some("probe_read_only"), Some(1), "twice"),
    // Looser than the tier.
    (r#"{"probe_destructive":"auto_approve"}"#, Some("probe_destructive"), Some(1), "\"auto_approve\" would loosen its tier, which is \"confirm\""),
    ("\n{\"probe_handoff\":\"auto_approve\"}", Some("probe_handoff"), Some(2), "would loosen"),
    (r#"{"probe_block":"confirm"}"#, Some("probe_block"), Some(1), "\"confirm\" would loosen its tier, which is \"block\""),
    (r#"{"probe_block":"auto_approve"}"#, Some("probe_block"), Some(1), "would loosen"),
    // No object of overrides.
    ("", None, Some(1), "cannot be read"),
    ("\n\n ", None, Some(3), "cannot be read"),
    ("null", None, Some(1), "an object from command keys to policies"),
    ("[]", None, Some(1), "an object from command keys to policies"),
    (r#"["probe_read_only","block"]"#, None, Some(1), "an object from command keys to policies"),
    (r#""block""#, None, Some(1), "cannot be read"),
    ("true", None, Some(1), "cannot be read"),
    (r#"{"probe_read_only":"block"} {}"#, None, Some(1), "trailing"),
    ("{\"probe_read_only\":\"block\",\n}", None, Some(2), "trailing comma"),
    ("{\"probe_read_only\":\n\"block\"", None, Some(2), "cannot be read"),
    (r#"{probe_read_only:"block"}"#, None, Some(1), "cannot be read"),
    ("{} // none", None, Some(1), "trailing"),
    ("\u{feff}{\"probe_read_only\":\"block\"}", None, Some(1), "byte order mark"),
];

#[test]
fn bad_overrides_are_errors_that_name_the_place() {
    for (json, key, line, says) in BAD {
        let error = load(json).expect_err(json);
        assert_eq!(error.key(), key, "{json}: {error}");
        assert_eq!(error.line(), line, "{json}: {error}");
        let text = error.to_string();
        assert!(text.contains(says), "{json}: {text}");
        if let Some(key) = key {
            assert!(text.contains(&format!("{key:?}")), "{text}");
        }
        assert!(text.contains(&format!("line {}", line.unwrap())), "{text}");
    }
}

#[test]
fn a_long_value_is_cut_in_the_error() {
    let error = load(&format!(
        r#"{{"probe_read_only":"{}"}}"#,
        "é".repeat(10_000)
    ))
    .unwrap_err();
    assert!(error.to_string().len() < 400, "{error}");
    let error = load(&format!(
        r#"{{"probe_read_only":{}1{}}}"#,
        "[\n".repeat(500),
        "]".repeat(500)
    ));
    let error = error.unwrap_err().to_string();
    assert!(error.len() < 400 && !error.contains('\n'), "{error}");
}

#[test]
fn deep_nesting_is_an_error() {
    for depth in [10, 127, 128, 200, 100_000] {
        let nested = format!("{}{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
        assert!(load(&nested).is_err());
        let arrays = format!(
            r#"{{"probe_read_only":{}{}}}"#,
            "[".repeat(depth),
            "]".repeat(depth)
        );
        assert!(load(&arrays).is_err());
    }
}

#[test]
fn listing_twice_is_an_error() {
    struct SameKey;
    impl Tool for SameKey {
        type Tier = Reading;
        type Context<'a> = ();
        type Output = ();
        const COMMAND: Command = command! { Command::new("probe_handoff", "Another one") };
        async fn run(_: Granted<'_, Self>, (): Self::Context<'_>) {}
    }
    let twice = [
        Listed::of::<Probe<Handoff>>(),
        Listed::of::<Probe<Handoff>>(),
    ];
    let same_key = [Listed::of::<Probe<Handoff>>(), Listed::of::<SameKey>()];
    for listed in [twice, same_key] {
        let error = Gate::new(&listed, Overrides::none()).unwrap_err();
        assert_eq!(error.key(), Some("probe_handoff"));
        assert!(error.to_string().contains("listed twice"), "{error}");
    }
}

#[test]
fn merging_takes_the_strictest_in_any_order() {
    let key = Probe::<Reading>::COMMAND.key();
    for first in POLICIES {
        for second in POLICIES {
            for third in POLICIES {
                let [a, b, c] = [first, second, third].map(|p| Overrides::none().tighten(key, p));
                let merged = a.merge(b.merge(c));
                let gate = Gate::new(&all_listed(), merged).unwrap();
                let expected = match first.max(second).max(third) {
                    Policy::AutoApprove => ConfirmRoute::Auto,
                    Policy::Confirm => ConfirmRoute::Elicit,
                    // Block absorbs.
                    Policy::Block => ConfirmRoute::RefuseBlocked,
                };
                let client = ClientSupport::FormElicitation;
                assert_eq!(
                    route::<Reading>(&gate, Policy::AutoApprove, client),
                    expected
                );
            }
        }
    }
}

#[test]
fn a_loosening_override_is_an_error_even_beside_a_strict_one() {
    for overrides in [
        Overrides::none()
            .tighten("probe_handoff", Policy::Block)
            .tighten("probe_handoff", Policy::AutoApprove),
        Overrides::none()
            .tighten("probe_handoff", Policy::AutoApprove)
            .tighten("probe_handoff", Policy::Block),
    ] {
        let error = Gate::new(&all_listed(), overrides).unwrap_err();
        assert_eq!((error.key(), error.line()), (Some("probe_handoff"), None));
    }
}

// ---- G16 ----

/// How little consent a route asks for: nobody's, the client's word, a human's, none is enough.
fn strictness(route: ConfirmRoute) -> u8 {
    match route {
        ConfirmRoute::Auto => 0,
        ConfirmRoute::ClientHint => 1,
        ConfirmRoute::Elicit => 2,
        ConfirmRoute::RefuseNoChannel | ConfirmRoute::RefuseBlocked => 3,
    }
}

fn routes(gate: &Gate, at_least: Policy, client: ClientSupport) -> [ConfirmRoute; 5] {
    [
        route::<Reading>(gate, at_least, client),
        route::<Adding>(gate, at_least, client),
        route::<Destruction>(gate, at_least, client),
        route::<Handoff>(gate, at_least, client),
        route::<tier::Block>(gate, at_least, client),
    ]
}

const KEYS: [&str; 5] = [
    "probe_read_only",
    "probe_additive",
    "probe_destructive",
    "probe_handoff",
    "probe_block",
];

#[derive(Clone, Debug)]
struct Step {
    key: usize,
    policy: Policy,
    from_json: bool,
}

fn any_policy() -> impl Strategy<Value = Policy> {
    prop::sample::select(&POLICIES[..])
}

fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (0..KEYS.len(), any_policy(), any::<bool>());
    prop::collection::vec(
        step.prop_map(|(key, policy, from_json)| Step {
            key,
            policy,
            from_json,
        }),
        0..8,
    )
}

impl Step {
    fn overrides(&self) -> Overrides {
        let key = KEYS[self.key];
        if self.from_json {
            let policy = serde_json::to_string(&self.policy).unwrap();
            Overrides::from_json(&format!("{{\"{key}\":{policy}}}")).unwrap()
        } else {
            Overrides::none().tighten(key, self.policy)
        }
    }
}

fn gate_of<'s>(
    steps: impl IntoIterator<Item = &'s Step>,
    close: bool,
) -> Result<Gate, OverridesError> {
    let merged = steps
        .into_iter()
        .fold(Overrides::none(), |all, step| all.merge(step.overrides()));
    let gate = Gate::new(&all_listed(), merged)?;
    Ok(if close {
        gate.close_client_hint()
    } else {
        gate
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn g16_nothing_loosens_a_tier(
        steps in any_steps(),
        at_least in any_policy(),
        close in any::<bool>(),
        client in prop::sample::select(&CLIENTS[..]),
    ) {
        let Ok(tightened) = gate_of(&steps, close) else {
            // Refused when it is loaded, and only because it would loosen.
            let tiers = [
                Policy::AutoApprove, Policy::AutoApprove, Policy::Confirm, Policy::Confirm, Policy::Block,
            ];
            prop_assert!(steps.iter().any(|step| step.policy < tiers[step.key]));
            return Ok(());
        };
        let bare = routes(&gate(), Policy::AutoApprove, client);
        let routes_now = routes(&tightened, at_least, client);
        for (now, tier) in routes_now.into_iter().zip(bare) {
            prop_assert!(strictness(now) >= strictness(tier), "{now:?} for {tier:?}");
        }
        // One setting after the other, each only tightens.
        let mut before = bare;
        for length in 0..=steps.len() {
            let so_far = routes(&gate_of(&steps[..length], false).unwrap(), Policy::AutoApprove, client);
            for (now, before) in so_far.into_iter().zip(before) {
                prop_assert!(strictness(now) >= strictness(before));
            }
            before = so_far;
        }
        for (now, before) in routes_now.into_iter().zip(before) {
            prop_assert!(strictness(now) >= strictness(before));
        }
        // Backwards it is the same.
        let backwards = gate_of(steps.iter().rev(), close).unwrap();
        prop_assert_eq!(routes(&backwards, at_least, client), routes_now);
    }

    #[test]
    fn overrides_of_any_text_never_panic_and_never_loosen(text in ".{0,64}") {
        if let Ok(gate) = load(&text) {
            for client in CLIENTS {
                prop_assert_eq!(
                    routes(&gate, Policy::AutoApprove, client),
                    routes(&self::gate(), Policy::AutoApprove, client)
                );
            }
        }
    }
}

// ---- what is refused before anybody is asked ----

#[test]
fn a_tool_that_is_not_listed_is_refused() {
    let gate = Gate::new(&[Listed::of::<Probe<Destruction>>()], Overrides::none()).unwrap();
    let journal = Journal::new();
    for human in [
        ScriptedHuman::new([Reply::Yes]),
        ScriptedHuman::without_elicitation(),
    ] {
        let refusal = block_on(gate.run(call::<Reading>(), &human, &journal)).unwrap_err();
        assert_eq!(refusal.reason(), Reason::NotListed);
        let refusal = block_on(gate.run(call::<Handoff>(), &human, &journal)).unwrap_err();
        assert_eq!(refusal.reason(), Reason::NotListed);
        assert!(human.asked().is_empty());
    }
    assert!(journal.lines().is_empty());
}

/// `at_least` panics for some arguments.
struct Touchy {
    panics: bool,
}

/// A panic's payload that panics itself when it is dropped.
struct Mine;

impl Drop for Mine {
    fn drop(&mut self) {
        panic!("the payload of the panic");
    }
}

impl Tool for Touchy {
    type Tier = Reading;
    type Context<'a> = &'a Journal;
    type Output = ();
    const COMMAND: Command = command! { Command::new("touchy", "Touchy") };

    async fn run(_: Granted<'_, Self>, journal: Self::Context<'_>) {
        journal.write("touchy");
    }

    fn at_least(&self) -> Policy {
        if self.panics {
            std::panic::panic_any(Mine);
        }
        Policy::AutoApprove
    }
}

#[test]
fn a_policy_that_panics_refuses_and_the_gate_goes_on() {
    let gate = Gate::new(&[Listed::of::<Touchy>()], Overrides::none()).unwrap();
    let (human, journal) = (ScriptedHuman::new([]), Journal::new());
    let run = |panics| {
        let call = Unconfirmed::new(Touchy { panics });
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            block_on(gate.run(call, &human, &journal))
        }));
        outcome.unwrap_or_else(|payload| {
            // The test harness would hang on it.
            std::mem::forget(payload);
            panic!("the panic of the policy came through");
        })
    };
    for _ in 0..2 {
        assert_eq!(run(true).unwrap_err().reason(), Reason::PolicyFailed);
        assert_eq!(journal.lines().len(), 0);
    }
    assert_eq!(run(false), Ok(()));
    assert_eq!(journal.lines(), ["touchy"]);
    assert_eq!(run(true).unwrap_err().reason(), Reason::PolicyFailed);
    assert_eq!(journal.lines(), ["touchy"]);
    human.finish();
}

// ---- run, over all routes ----

/// Runs one probe. Gives the outcome, how often the human was asked, and what ran.
fn run<L: ProbeTier>(
    gate: &Gate,
    at_least: Policy,
    human: &ScriptedHuman,
) -> (Result<(), Reason>, usize, Vec<String>) {
    let journal = Journal::new();
    let call = Unconfirmed::new(Probe::<L>::new(at_least));
    let outcome = block_on(gate.run(call, human, &journal));
    let asked = human.asked();
    assert!(asked.iter().all(|asked| asked.key == L::PROBE.key()));
    (
        outcome.map_err(|refusal| refusal.reason()),
        asked.len(),
        journal.lines(),
    )
}

#[test]
fn run_takes_every_route() {
    let (gate, no_human) = (gate(), ScriptedHuman::without_elicitation);
    let yes = || ScriptedHuman::new([Reply::Yes]);
    let auto = Policy::AutoApprove;
    let ran = |key: &str| vec![key.to_owned()];

    assert_eq!(
        run::<Reading>(&gate, auto, &yes()),
        (Ok(()), 0, ran("probe_read_only"))
    );
    assert_eq!(
        run::<Adding>(&gate, auto, &no_human()),
        (Ok(()), 0, ran("probe_additive"))
    );
    assert_eq!(
        run::<Destruction>(&gate, auto, &yes()),
        (Ok(()), 1, ran("probe_destructive"))
    );
    assert_eq!(
        run::<Handoff>(&gate, auto, &yes()),
        (Ok(()), 1, ran("probe_handoff"))
    );
    assert_eq!(
        run::<Destruction>(&gate, auto, &no_human()),
        (Ok(()), 0, ran("probe_destructive"))
    );
    assert_eq!(
        run::<Handoff>(&gate, auto, &no_human()),
        (Err(Reason::NoChannel), 0, vec![])
    );
    assert_eq!(
        run::<tier::Block>(&gate, auto, &yes()),
        (Err(Reason::Blocked), 0, vec![])
    );
    assert_eq!(
        run::<tier::Block>(&gate, auto, &no_human()),
        (Err(Reason::Blocked), 0, vec![])
    );

    // Tightened by the arguments.
    let confirm = Policy::Confirm;
    assert_eq!(
        run::<Reading>(&gate, confirm, &yes()),
        (Ok(()), 1, ran("probe_read_only"))
    );
    assert_eq!(
        run::<Reading>(&gate, confirm, &no_human()),
        (Err(Reason::NoChannel), 0, vec![])
    );
    assert_eq!(
        run::<Adding>(&gate, Policy::Block, &yes()),
        (Err(Reason::Blocked), 0, vec![])
    );

    // Tightened by settings.
    let closed = gate.clone().close_client_hint();
    assert_eq!(
        run::<Destruction>(&closed, auto, &no_human()),
        (Err(Reason::NoChannel), 0, vec![])
    );
    assert_eq!(
        run::<Destruction>(&closed, auto, &yes()),
        (Ok(()), 1, ran("probe_destructive"))
    );
    let blocked = load(r#"{"probe_handoff":"block"}"#).unwrap();
    assert_eq!(
        run::<Handoff>(&blocked, auto, &yes()),
        (Err(Reason::Blocked), 0, vec![])
    );
}

#[test]
fn whatever_is_no_yes_runs_nothing() {
    let gate = gate();
    for reply in [
        Reply::Unticked,
        Reply::EmptyForm,
        Reply::Decline,
        Reply::Cancel,
        Reply::Decision(ConfirmDecision::RefusedDeclined),
        Reply::Silence,
        Reply::Disconnect,
        Reply::NoAnswer(NoAnswer::ClientError),
        Reply::NoAnswer(NoAnswer::CallCancelled),
        Reply::NoAnswer(NoAnswer::Unavailable),
    ] {
        for at_least in [Policy::AutoApprove, Policy::Confirm] {
            let human = ScriptedHuman::new([reply]);
            let (outcome, asked, ran) = run::<Handoff>(&gate, at_least, &human);
            assert!(
                outcome.is_err() && asked == 1 && ran.is_empty(),
                "{reply:?}"
            );
            let human = ScriptedHuman::new([reply]);
            let (outcome, asked, ran) = run::<Destruction>(&gate, at_least, &human);
            assert!(
                outcome.is_err() && asked == 1 && ran.is_empty(),
                "{reply:?}"
            );
        }
        let human = ScriptedHuman::new([reply]);
        let (outcome, asked, ran) = run::<Reading>(&gate, Policy::Confirm, &human);
        assert!(
            outcome.is_err() && asked == 1 && ran.is_empty(),
            "{reply:?}"
        );
    }
}

#[test]
fn the_settings_are_what_was_set() {
    let gate = gate();
    assert_eq!(gate.wait(), Duration::from_secs(300));
    assert_eq!(gate.locale(), &Locale::En);
    let gate = gate
        .in_locale(Locale::Es)
        .answer_within(Duration::from_secs(7));
    assert_eq!(gate.wait(), Duration::from_secs(7));
    assert_eq!(gate.locale(), &Locale::Es);
}

// ---- channels and callers that misbehave ----

/// Panics when it is asked.
struct Broken;

impl Channel for Broken {
    fn support(&self) -> ClientSupport {
        ClientSupport::FormElicitation
    }

    async fn ask<'q>(&self, _: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
        panic!("a channel that breaks");
    }
}

#[test]
fn a_channel_that_panics_runs_nothing() {
    let (gate, journal) = (gate(), Journal::new());
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        block_on(gate.run(call::<Handoff>(), &Broken, &journal))
    }));
    assert!(outcome.is_err());
    assert!(journal.lines().is_empty());
    // The gate is as good as before.
    let human = ScriptedHuman::new([Reply::Yes]);
    assert_eq!(
        block_on(gate.run(call::<Handoff>(), &human, &journal)),
        Ok(())
    );
    assert_eq!(journal.lines(), ["probe_handoff"]);
}

/// Answers when the test says so: each question waits for its own word.
#[derive(Default)]
struct Later {
    open: Mutex<Vec<oneshot::Sender<ConfirmDecision>>>,
}

impl Later {
    /// Takes the question that was asked as the `n`th of those open.
    fn take(&self, n: usize) -> oneshot::Sender<ConfirmDecision> {
        self.open.lock().unwrap().remove(n)
    }
}

impl Channel for Later {
    fn support(&self) -> ClientSupport {
        ClientSupport::FormElicitation
    }

    async fn ask<'q>(&self, question: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
        let (sender, receiver) = oneshot::channel();
        self.open.lock().unwrap().push(sender);
        let decision = receiver.await.map_err(|_| NoAnswer::Disconnected)?;
        Ok(question.answer(decision))
    }
}

/// A handoff with an argument that the journal shows.
struct Send(&'static str);

impl Tool for Send {
    type Tier = Handoff;
    type Context<'a> = &'a Journal;
    type Output = &'static str;
    const COMMAND: Command = command! { Command::new("send", "Send a filing") };

    async fn run(call: Granted<'_, Self>, journal: Self::Context<'_>) -> &'static str {
        journal.write(call.0);
        call.into_inner().0
    }
}

fn poll_once<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

#[test]
fn two_calls_answered_in_reverse_order_get_their_own_answers() {
    let gate = Gate::new(&[Listed::of::<Send>()], Overrides::none()).unwrap();
    for (first_says, second_says, ran) in [
        (
            ConfirmDecision::Proceed,
            ConfirmDecision::RefusedDeclined,
            "first",
        ),
        (
            ConfirmDecision::RefusedDeclined,
            ConfirmDecision::Proceed,
            "second",
        ),
    ] {
        let (later, journal) = (Later::default(), Journal::new());
        let mut both = pin!(join(
            gate.run(Unconfirmed::new(Send("first")), &later, &journal),
            gate.run(Unconfirmed::new(Send("second")), &later, &journal),
        ));
        assert!(poll_once(both.as_mut()).is_pending());
        let (first, second) = (later.take(0), later.take(0));
        second.send(second_says).unwrap();
        assert!(poll_once(both.as_mut()).is_pending());
        first.send(first_says).unwrap();
        let Poll::Ready((first, second)) = poll_once(both.as_mut()) else {
            panic!("both are answered");
        };
        // One yes, one execution, and of the call that was asked about.
        assert_eq!(journal.lines(), [ran]);
        assert_eq!(first.is_ok(), ran == "first");
        assert_eq!(second.is_ok(), ran == "second");
    }
}

#[test]
fn a_future_that_is_dropped_runs_nothing() {
    let gate = Gate::new(
        &[Listed::of::<Send>(), Listed::of::<Probe<Reading>>()],
        Overrides::none(),
    );
    let gate = gate.unwrap();
    let (later, journal) = (Later::default(), Journal::new());

    // Never polled: not even what needs no yes.
    drop(gate.run(call::<Reading>(), &later, &journal));
    drop(gate.run(Unconfirmed::new(Send("unpolled")), &later, &journal));
    assert!(later.open.lock().unwrap().is_empty());
    assert!(journal.lines().is_empty());

    // Dropped while it waits: the late yes finds nobody.
    {
        let mut waiting = pin!(gate.run(Unconfirmed::new(Send("late")), &later, &journal));
        assert!(poll_once(waiting.as_mut()).is_pending());
    }
    assert!(later.take(0).send(ConfirmDecision::Proceed).is_err());
    assert!(journal.lines().is_empty());

    // Dropped after the yes, before it was polled again.
    {
        let mut waiting = pin!(gate.run(Unconfirmed::new(Send("too late")), &later, &journal));
        assert!(poll_once(waiting.as_mut()).is_pending());
        later.take(0).send(ConfirmDecision::Proceed).unwrap();
    }
    assert!(journal.lines().is_empty());

    // Confirmed, and dropped before `execute`, or before its future is polled.
    let pending = |name| {
        let routed =
            Unconfirmed::new(Send(name)).route(ClientSupport::FormElicitation, Tighten::NONE);
        let Routed::Elicit(pending) = routed else {
            panic!("a handoff is asked about");
        };
        pending
    };
    let human = ScriptedHuman::new([Reply::Yes, Reply::Yes, Reply::Yes]);
    drop(block_on(pending("confirmed").ask(&human)).unwrap());
    drop(
        block_on(pending("unpolled").ask(&human))
            .unwrap()
            .execute(&journal),
    );
    assert!(journal.lines().is_empty());
    let confirmed = block_on(pending("polled").ask(&human)).unwrap();
    assert_eq!(block_on(confirmed.execute(&journal)), "polled");
    assert_eq!(journal.lines(), ["polled"]);
    human.finish();
}

#[test]
fn a_channel_that_goes_away_while_it_asks_runs_nothing() {
    let gate = Gate::new(&[Listed::of::<Send>()], Overrides::none()).unwrap();
    let (later, journal) = (Later::default(), Journal::new());
    let mut waiting = pin!(gate.run(Unconfirmed::new(Send("gone")), &later, &journal));
    assert!(poll_once(waiting.as_mut()).is_pending());
    drop(later.take(0));
    let Poll::Ready(Err(refusal)) = poll_once(waiting.as_mut()) else {
        panic!("the loss is noticed");
    };
    assert_eq!(refusal.reason(), Reason::NoAnswer(NoAnswer::Disconnected));
    assert!(journal.lines().is_empty());
}

// ---- what refusals and states show ----

#[test]
fn refusals_tell_type_text_and_json_apart() {
    fn json(refusal: &Refusal) -> serde_json::Value {
        serde_json::to_value(refusal).unwrap()
    }
    let gate = gate();
    let reasons = [
        (Reply::Decline, "refused_declined", None),
        (Reply::Cancel, "refused_cancelled", None),
        (Reply::Unticked, "refused_not_confirmed", None),
        (Reply::Silence, "no_answer", Some("timed_out")),
        (Reply::Disconnect, "no_answer", Some("disconnected")),
        (
            Reply::NoAnswer(NoAnswer::ClientError),
            "no_answer",
            Some("client_error"),
        ),
        (
            Reply::NoAnswer(NoAnswer::CallCancelled),
            "no_answer",
            Some("call_cancelled"),
        ),
        (
            Reply::NoAnswer(NoAnswer::Unavailable),
            "no_answer",
            Some("unavailable"),
        ),
    ];
    let mut seen = Vec::new();
    for (reply, reason, detail) in reasons {
        let human = ScriptedHuman::new([reply]);
        let refusal = block_on(gate.run(call::<Handoff>(), &human, &Journal::new())).unwrap_err();
        seen.push((refusal, reason, detail));
    }
    let refused = |routed| match routed {
        Routed::<Probe<Handoff>>::Refused(refusal) => refusal,
        other => panic!("{other:?}"),
    };
    let no_channel = refused(gate.route(call(), ClientSupport::NoFormElicitation));
    seen.push((no_channel, "refuse_no_channel", None));
    let Routed::Refused(blocked) = gate.route(call::<tier::Block>(), CLIENTS[0]);
    seen.push((blocked, "refuse_blocked", None));
    let unlisted = Gate::new(&[], Overrides::none()).unwrap();
    seen.push((
        refused(unlisted.route(call(), CLIENTS[0])),
        "not_listed",
        None,
    ));

    for (refusal, reason, detail) in &seen {
        let json = json(refusal);
        assert_eq!(json["command"], refusal.command().key());
        assert_eq!(json["reason"], *reason);
        let route = reason.starts_with("refuse_").then_some(*reason);
        assert_eq!(refusal.route().map(ConfirmRoute::name), route);
        assert_eq!(
            json.get("detail").and_then(|detail| detail.as_str()),
            *detail
        );
        assert_eq!(json["message"], refusal.to_string());
        assert_eq!(
            json.as_object().unwrap().len(),
            if detail.is_some() { 4 } else { 3 }
        );
    }
    for (i, (one, ..)) in seen.iter().enumerate() {
        for (other, ..) in &seen[..i] {
            assert_ne!(one, other);
            assert_ne!(one.to_string(), other.to_string());
            assert_ne!(json(one), json(other));
        }
    }
}

#[test]
fn a_gate_shows_its_settings_and_counts_its_tools() {
    let gate = gate()
        .close_client_hint()
        .in_locale(Locale::Es)
        .answer_within(Duration::from_secs(7));
    assert_eq!(
        format!("{gate:?}"),
        "Gate { tools: 5, close_client_hint: true, locale: Es, answer_within: 7s }"
    );
}

/// Shows its running call.
struct Shows;

impl Tool for Shows {
    type Tier = Reading;
    type Context<'a> = ();
    type Output = String;
    const COMMAND: Command = command! { Command::new("probe_shows", "Show") };
    async fn run(call: Granted<'_, Self>, (): Self::Context<'_>) -> String {
        format!("{call:?} {call:#?}")
    }
}

#[test]
fn g14_no_state_and_no_refusal_shows_an_argument() {
    let hides = |shown: String| {
        assert!(!shown.contains(SECRET), "{shown}");
        assert!(shown.contains("probe_"), "{shown}");
    };
    let form = ClientSupport::FormElicitation;
    let none = ClientSupport::NoFormElicitation;
    hides(format!("{:?} {:#?}", call::<Reading>(), call::<Reading>()));
    for at_least in POLICIES {
        for client in CLIENTS {
            let call = || Unconfirmed::new(Probe::<Reading>::new(at_least));
            hides(format!("{:?}", call().route(client, Tighten::NONE)));
            hides(format!("{:#?}", gate().route(call(), client)));
        }
    }
    let Routed::Auto(auto) = call::<Reading>().route(form, Tighten::NONE) else {
        panic!("reading is approved");
    };
    hides(format!("{auto:?} {auto:#?}"));
    let Routed::ClientHint(hinted) = call::<Destruction>().route(none, Tighten::NONE) else {
        panic!("destruction degrades to the client's own prompt");
    };
    hides(format!("{hinted:?} {hinted:#?}"));
    let Routed::Elicit(pending) = call::<Handoff>().route(form, Tighten::NONE) else {
        panic!("a handoff is asked about");
    };
    hides(format!("{pending:?} {pending:#?}"));
    let human = ScriptedHuman::new([Reply::Yes, Reply::Unticked]);
    let confirmed = block_on(pending.ask(&human)).unwrap();
    hides(format!("{confirmed:?} {confirmed:#?}"));
    let refusal = block_on(gate().run(call::<Handoff>(), &human, &Journal::new())).unwrap_err();
    hides(format!("{refusal:?}"));
    hides(refusal.to_string());
    hides(serde_json::to_string(&refusal).unwrap());
    hides(format!("{human:?}"));

    // A running call, from its body.
    let Routed::Auto(auto) = Unconfirmed::new(Shows).route(form, Tighten::NONE) else {
        panic!("reading is approved");
    };
    assert_eq!(
        block_on(auto.execute(())),
        "Granted(probe_shows) Granted(probe_shows)"
    );
}
