//! Kernel futures: all can be spawned, none runs a body twice.

use std::{
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Waker},
};

use countersign::{
    AutoApproved, Command, ConfirmDecision, Confirmed, Gate, Granted, Listed, Overrides, Pending,
    Refusal, Routed, Tighten, Tool, Unconfirmed, command,
    tier::{AutoApprove, Confirm, Destructive, Handoff, Tier},
    trusted::{Answer, Channel, ClientSupport, NoAnswer, Question},
};

/// Waits once, so that a future that is spawned is polled more than once.
async fn wait() {
    let mut waited = false;
    poll_fn(|context| {
        if waited {
            return Poll::Ready(());
        }
        waited = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Says yes, or has nobody to ask.
struct Human {
    asked: AtomicUsize,
    support: ClientSupport,
}

impl Human {
    const fn who(support: ClientSupport) -> Self {
        Self {
            asked: AtomicUsize::new(0),
            support,
        }
    }

    const fn reachable() -> Self {
        Self::who(ClientSupport::FormElicitation)
    }
}

impl Channel for Human {
    fn support(&self) -> ClientSupport {
        self.support
    }

    async fn ask<'q>(&self, question: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
        wait().await;
        self.asked.fetch_add(1, Ordering::Relaxed);
        Ok(question.answer(ConfirmDecision::Proceed))
    }
}

/// Works on something that is borrowed for writing.
struct Append<L> {
    line: String,
    tier: std::marker::PhantomData<fn() -> L>,
}

fn append<L: Tier>(line: &str) -> Unconfirmed<Append<L>> {
    Unconfirmed::new(Append {
        line: line.to_owned(),
        tier: std::marker::PhantomData,
    })
}

impl<L: Tier> Tool for Append<L> {
    type Tier = L;
    type Context<'a> = &'a mut Vec<String>;
    type Output = usize;
    const COMMAND: Command = command! { Command::new("append", "Append a line") };

    async fn run(call: Granted<'_, Self>, lines: Self::Context<'_>) -> usize {
        wait().await;
        // The grant is held across the wait.
        lines.push(call.line.clone());
        lines.len()
    }
}

fn auto(call: Unconfirmed<Append<AutoApprove>>) -> AutoApproved<Append<AutoApprove>> {
    match call.route(ClientSupport::NoFormElicitation, Tighten::NONE) {
        Routed::Auto(call) => call,
        other => panic!("{other:?}"),
    }
}

fn pending<T: Tool>(call: Unconfirmed<T>) -> Pending<T> {
    match call.route(ClientSupport::FormElicitation, Tighten::NONE) {
        Routed::Elicit(call) => call.into(),
        other => panic!("{other:?}"),
    }
}

fn gate<T: Tool>() -> Gate {
    Gate::new(&[Listed::of::<T>()], Overrides::default()).expect("one tool")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_future_of_the_kernel_can_be_spawned() {
    let execution = tokio::spawn(async {
        let mut lines = Vec::new();
        auto(append("approved")).execute(&mut lines).await;
        lines
    });
    assert_eq!(execution.await.unwrap(), ["approved"]);

    let asking = tokio::spawn(async {
        let human = Human::reachable();
        let mut lines = Vec::new();
        let confirmed = pending(append::<Confirm<Handoff>>("asked"))
            .ask(&human)
            .await?;
        confirmed.execute(&mut lines).await;
        Ok::<_, Refusal>((lines, human.asked.into_inner()))
    });
    assert_eq!(asking.await.unwrap(), Ok((vec!["asked".to_owned()], 1)));

    let hinted = tokio::spawn(async {
        let mut lines = Vec::new();
        let call = append::<Confirm<Destructive>>("hinted");
        match call.route(ClientSupport::NoFormElicitation, Tighten::NONE) {
            Routed::ClientHint(call) => call.execute(&mut lines).await,
            other => panic!("{other:?}"),
        };
        lines
    });
    assert_eq!(hinted.await.unwrap(), ["hinted"]);

    let gated = tokio::spawn(async {
        let human = Human::reachable();
        let mut lines = Vec::new();
        let gate = gate::<Append<Confirm<Handoff>>>();
        let length = gate
            .run(append::<Confirm<Handoff>>("gated"), &human, &mut lines)
            .await?;
        Ok::<_, Refusal>((length, lines))
    });
    assert_eq!(gated.await.unwrap(), Ok((1, vec!["gated".to_owned()])));
}

/// What borrows nothing is spawned as it is: the futures are `'static` then.
#[tokio::test]
async fn a_future_that_borrows_nothing_is_static() {
    static HUMAN: Human = Human::reachable();
    let asking = tokio::spawn(pending(append::<Confirm<Handoff>>("static")).ask(&HUMAN));
    let confirmed = asking.await.unwrap().expect("a yes");
    let lines = Box::leak(Box::default());
    assert_eq!(tokio::spawn(confirmed.execute(lines)).await.unwrap(), 1);
    let lines = Box::leak(Box::default());
    assert_eq!(
        tokio::spawn(auto(append("static")).execute(lines))
            .await
            .unwrap(),
        1
    );
    let gate = Box::leak(Box::new(gate::<Append<Confirm<Handoff>>>()));
    let lines = Box::leak(Box::default());
    let run = gate.run(append::<Confirm<Handoff>>("static"), &HUMAN, lines);
    assert_eq!(tokio::spawn(run).await.unwrap(), Ok(1));
}

/// For any tool, and any context: spawning does not need to know them.
#[tokio::test]
async fn generic_code_can_spawn() {
    async fn spawn<T: Tool>(call: Confirmed<T>, context: T::Context<'static>) -> T::Output
    where
        T::Context<'static>: 'static,
        T::Output: 'static,
    {
        tokio::spawn(call.execute(context)).await.unwrap()
    }
    async fn ask<T: Tool>(
        call: Pending<T>,
        channel: &'static impl Channel,
    ) -> Result<Confirmed<T>, Refusal> {
        tokio::spawn(call.ask(channel)).await.unwrap()
    }
    static HUMAN: Human = Human::reachable();
    let call = pending(append::<Confirm<Handoff>>("generic"));
    let confirmed = ask(call, &HUMAN).await.expect("a yes");
    assert_eq!(spawn(confirmed, Box::leak(Box::default())).await, 1);
}

/// A body whose future is written by hand, and would run again if it were polled again.
struct Again<L>(std::marker::PhantomData<fn() -> L>);

struct Runs<'a>(&'a AtomicUsize);

impl Future for Runs<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Poll::Ready(())
    }
}

impl<L: Tier> Tool for Again<L> {
    type Tier = L;
    type Context<'a> = &'a AtomicUsize;
    type Output = ();
    const COMMAND: Command = command! { Command::new("again", "Counts its runs") };

    // Without `async`, which would protect it.
    fn run(_: Granted<'_, Self>, runs: Self::Context<'_>) -> impl Future<Output = ()> + Send {
        Runs(runs)
    }
}

fn again<L: Tier>() -> Unconfirmed<Again<L>> {
    Unconfirmed::new(Again(std::marker::PhantomData))
}

/// Polls a future to its end, and then again.
fn poll_beyond_the_end<F: Future>(future: F) {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    assert!(future.as_mut().poll(&mut context).is_ready());
    for _ in 0..3 {
        let polled = catch_unwind(AssertUnwindSafe(|| {
            future.as_mut().poll(&mut context).is_ready()
        }));
        assert!(polled.is_err(), "a finished execution went on");
    }
}

#[test]
fn the_hand_written_body_would_run_again() {
    // Without this, the tests below would prove nothing.
    let runs = AtomicUsize::new(0);
    let mut body = pin!(Runs(&runs));
    let mut context = Context::from_waker(Waker::noop());
    assert!(body.as_mut().poll(&mut context).is_ready());
    assert!(body.as_mut().poll(&mut context).is_ready());
    assert_eq!(runs.into_inner(), 2);
}

#[test]
fn a_finished_execution_does_not_run_again() {
    let runs = AtomicUsize::new(0);
    match again::<AutoApprove>().route(ClientSupport::NoFormElicitation, Tighten::NONE) {
        Routed::Auto(call) => poll_beyond_the_end(call.execute(&runs)),
        other => panic!("{other:?}"),
    }
    assert_eq!(runs.load(Ordering::Relaxed), 1, "AutoApproved");
    match again::<Confirm<Destructive>>().route(ClientSupport::NoFormElicitation, Tighten::NONE) {
        Routed::ClientHint(call) => poll_beyond_the_end(call.execute(&runs)),
        other => panic!("{other:?}"),
    }
    assert_eq!(runs.load(Ordering::Relaxed), 2, "Confirmed");
    let gate = gate::<Again<AutoApprove>>();
    let nobody = Human::who(ClientSupport::NoFormElicitation);
    poll_beyond_the_end(gate.run(again::<AutoApprove>(), &nobody, &runs));
    assert_eq!(runs.load(Ordering::Relaxed), 3, "Gate::run");
}

#[test]
fn an_execution_that_is_not_polled_does_not_run() {
    let runs = AtomicUsize::new(0);
    match again::<AutoApprove>().route(ClientSupport::NoFormElicitation, Tighten::NONE) {
        Routed::Auto(call) => drop(call.execute(&runs)),
        other => panic!("{other:?}"),
    }
    assert_eq!(runs.into_inner(), 0);
}

/// A channel that is answered more than once by its own future.
struct AskedAgain(Mutex<usize>);

impl Channel for AskedAgain {
    fn support(&self) -> ClientSupport {
        ClientSupport::FormElicitation
    }

    fn ask<'q>(
        &self,
        question: Question<'q>,
    ) -> impl Future<Output = Result<Answer<'q>, NoAnswer>> + Send {
        let mut question = Some(question);
        poll_fn(move |_| {
            *self.0.lock().unwrap() += 1;
            let question = question.take().ok_or(NoAnswer::Unavailable);
            Poll::Ready(question.map(|question| question.answer(ConfirmDecision::Proceed)))
        })
    }
}

#[test]
fn a_finished_question_is_not_asked_again() {
    let channel = AskedAgain(Mutex::new(0));
    poll_beyond_the_end(pending(append::<Confirm<Handoff>>("once")).ask(&channel));
    assert_eq!(channel.0.into_inner().unwrap(), 1);
}
