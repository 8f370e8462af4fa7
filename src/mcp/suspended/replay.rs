//! The model of `tests/model` against the code: what happens in the model is done to servers, with
//! rmcp's client, and compared after each step: where each call stands, what the client is told,
//! and what has run.
//!
//! The servers keep their settings, codec, binding and [`MemoryLedger`]. Made for this are the
//! clocks, and the lines to the ledgers: calls wait there, and in the body, for what comes next.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet, VecDeque},
    future::pending,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, RoleClient, ServerHandler, ServiceExt,
    handler::server::router::tool::ToolRouter,
    model::{
        CallToolRequest, CallToolRequestParams, ClientCapabilities, ClientConfig, ClientRequest,
        ElicitationCapability, Implementation, ProtocolVersion, RequestMetaObject,
        RequestStateCodec, ServerResult,
    },
    service::{PeerRequestOptions, RunningService, ServiceError},
    tool_handler,
};
use serde_json::json;
use stateright::Model as _;
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

use super::{Confirmations, State};
use crate::{
    Command, Gate, Granted, Listed, Locale, Overrides, Tool, command,
    mcp::{
        Confirming, Env, Epoch, Ledger, LedgerError, MemoryLedger, Nonce, Redemption, clock::Clock,
        route,
    },
    tier,
};

#[path = "../../../tests/model/protocol.rs"]
mod protocol;

use protocol::{
    Action, Answer, Call, Line, Memory, Message, Outcome, Place, Protocol, REPLICAS, Rule, Sealed,
    Straggler, Subject, Token, World,
};

/// In what the two subjects of the model differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Arguments,
    Principal,
    Question,
}

/// A call that waits, and the way to let it go on.
type Waiting = (Place, oneshot::Sender<Line>);

/// Waits until the test says how to go on. For ever, if it never does.
async fn stop(at: Place, waiting: &mpsc::UnboundedSender<Waiting>) -> Line {
    let (go, on) = oneshot::channel();
    waiting.send((at, go)).unwrap();
    match on.await {
        Ok(line) => line,
        Err(_) => pending().await,
    }
}

/// A redeem that was given up.
struct Late {
    ledger: Arc<MemoryLedger>,
    epoch: Epoch,
    nonce: Nonce,
    expires_at: Duration,
}

/// The line of a replica to its ledger.
#[derive(Clone)]
struct Connection {
    ledger: Arc<Mutex<Arc<MemoryLedger>>>,
    is_up: Arc<Mutex<bool>>,
    late: Arc<Mutex<Option<Late>>>,
    waiting: mpsc::UnboundedSender<Waiting>,
}

impl Connection {
    fn ledger(&self) -> Arc<MemoryLedger> {
        self.ledger.lock().unwrap().clone()
    }
}

impl Ledger for Connection {
    async fn epoch(&self) -> Result<Epoch, LedgerError> {
        let is_up = *self.is_up.lock().unwrap();
        if !is_up {
            return Err(LedgerError::Unavailable);
        }
        self.ledger().epoch().await
    }

    async fn redeem(
        &self,
        epoch: &Epoch,
        nonce: Nonce,
        expires_at: Duration,
    ) -> Result<Redemption, LedgerError> {
        match stop(Place::Checked, &self.waiting).await {
            Line::Up => {}
            Line::Down => return Err(LedgerError::Unavailable),
            Line::Late => {
                *self.late.lock().unwrap() = Some(Late {
                    ledger: self.ledger(),
                    epoch: epoch.clone(),
                    nonce,
                    expires_at,
                });
                return Err(LedgerError::Unavailable);
            }
        }
        let redemption = self.ledger().redeem(epoch, nonce, expires_at).await;
        if redemption == Ok(Redemption::Redeemed) {
            stop(Place::Redeemed, &self.waiting).await;
        }
        redemption
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Export {
    draft: String,
}

impl Tool for Export {
    type Tier = tier::Confirm<tier::Handoff>;
    type Context<'a> = Env<'a, Desk>;
    type Output = ();
    const COMMAND: Command = command! { Command::new("export", "Export") };

    async fn run(call: Granted<'_, Self>, context: Self::Context<'_>) {
        let desk = context.server;
        let ran = Ran {
            draft: call.draft.clone(),
            principal: principal(context.request),
            is_spanish: desk.is_spanish,
        };
        desk.journal.lock().unwrap().push(ran);
        stop(Place::Ran, &desk.waiting).await;
    }
}

/// What a body has done, for whom, and what was asked before.
#[derive(Debug, PartialEq, Eq)]
struct Ran {
    draft: String,
    principal: String,
    is_spanish: bool,
}

type Journal = Arc<Mutex<Vec<Ran>>>;

fn principal(request: &rmcp::service::RequestContext<rmcp::RoleServer>) -> String {
    request.meta["principal"].as_str().unwrap().to_owned()
}

struct Desk {
    confirmations: Confirmations,
    is_spanish: bool,
    journal: Journal,
    waiting: mpsc::UnboundedSender<Waiting>,
}

impl Desk {
    fn tool_router() -> ToolRouter<Self> {
        ToolRouter::new().with_route(route::<Self, Export>())
    }
}

impl Confirming for Desk {
    fn confirmations(&self) -> &Confirmations {
        &self.confirmations
    }
}

#[tool_handler]
impl ServerHandler for Desk {}

struct Human;

impl ClientHandler for Human {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(ElicitationCapability::default());
        ClientConfig::new(capabilities, Implementation::new("replay", "0"))
    }
}

type Client = RunningService<RoleClient, Human>;
type Reply = Result<ServerResult, ServiceError>;

/// A call that is under way.
struct UnderWay {
    waiting: Waiting,
    reply: JoinHandle<Reply>,
}

thread_local! {
    /// The clock of the replicas, and that of the ledgers. A test has one thread.
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    static LEDGER_NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A lifetime of a state, and a tick of the clock of the replicas.
const TTL: Duration = Confirmations::STATE_TTL;

/// The world of the model, made of servers.
struct Servers {
    protocol: Protocol,
    part: Part,
    connections: Vec<Connection>,
    /// Of each replica: to where it asks in English, and to where it asks in Spanish.
    clients: Vec<[Client; 2]>,
    ledgers: Vec<Arc<MemoryLedger>>,
    /// The `requestState` of each question.
    states: Vec<String>,
    stragglers: Vec<(Straggler, Late)>,
    calls: Vec<Option<UnderWay>>,
    /// What died is never let go on.
    dead: Vec<UnderWay>,
    journal: Journal,
    waiting: mpsc::UnboundedReceiver<Waiting>,
}

fn codec(key: &str) -> RequestStateCodec {
    RequestStateCodec::try_new(key).unwrap()
}

impl Servers {
    async fn start(protocol: Protocol, part: Part) -> Self {
        let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        NOW.set(start);
        LEDGER_NOW.set(start);
        let (sender, waiting) = mpsc::unbounded_channel();
        let world = &protocol.init_states()[0];
        let ledgers: Vec<_> = world.ledgers.iter().map(|_| ledger(&protocol)).collect();
        let connection = |at: u8| Connection {
            ledger: Arc::new(Mutex::new(ledgers[usize::from(at)].clone())),
            is_up: Arc::new(Mutex::new(true)),
            late: Arc::default(),
            waiting: sender.clone(),
        };
        let connections = world.at.map(connection).into();
        let mut servers = Self {
            protocol,
            part,
            connections,
            clients: Vec::new(),
            ledgers,
            states: Vec::new(),
            stragglers: Vec::new(),
            calls: (0..protocol.calls).map(|_| None).collect(),
            dead: Vec::new(),
            journal: Journal::default(),
            waiting,
        };
        for replica in 0..REPLICAS {
            let client = servers.serve(replica).await;
            servers.clients.push(client);
        }
        servers
    }

    /// Starts a replica, and connects to it.
    async fn serve(&self, replica: usize) -> [Client; 2] {
        let connection = &self.connections[replica];
        let client = async |is_spanish: bool| {
            let locale = if is_spanish { Locale::Es } else { Locale::En };
            let gate = Gate::new(&[Listed::of::<Export>()], Overrides::none()).unwrap();
            let desk = Desk {
                confirmations: Confirmations::new(gate.in_locale(locale))
                    .ledger(connection.clone())
                    .state_key(codec("the key that all replicas share, and nobody else"))
                    .principal(|request| Ok(principal(request)))
                    .with_now(|| NOW.get()),
                is_spanish,
                journal: self.journal.clone(),
                waiting: connection.waiting.clone(),
            };
            let (theirs, ours) = tokio::io::duplex(1 << 16);
            // It ends when its client goes away, even before it has been called.
            tokio::spawn(async move { desk.serve(theirs).await.ok()?.waiting().await.ok() });
            let lifecycle = ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            };
            Human.serve_with_lifecycle(ours, lifecycle).await.unwrap()
        };
        [client(false).await, client(true).await]
    }

    fn differs(&self, subject: Subject, part: Part) -> bool {
        subject == 1 && self.part == part
    }

    /// What a body writes down about this subject.
    fn ran(&self, subject: Subject) -> Ran {
        let differs = |part| self.differs(subject, part);
        let draft = if differs(Part::Arguments) { "b" } else { "a" };
        let principal = if differs(Part::Principal) {
            "bob"
        } else {
            "alice"
        };
        Ran {
            draft: draft.to_owned(),
            principal: principal.to_owned(),
            is_spanish: differs(Part::Question),
        }
    }

    async fn send(&self, replica: usize, message: Message) -> JoinHandle<Reply> {
        let Ran {
            draft,
            principal,
            is_spanish,
        } = self.ran(message.subject);
        let arguments = json!({ "draft": draft }).as_object().cloned().unwrap();
        let mut params = CallToolRequestParams::new("export").with_arguments(arguments);
        match message.token {
            Token::None => {}
            Token::Sealed(number) => {
                params = params.with_request_state(&self.states[usize::from(number)]);
            }
            Token::Forged => {
                let state = State {
                    nonce: [7; 16],
                    expires_at: u64::MAX,
                };
                let forged = codec("a key of somebody else, who is not in the know")
                    .seal_json_with(&state, &rmcp::model::SealOptions::new());
                params = params.with_request_state(forged.unwrap());
            }
        }
        let yes = json!({ "action": "accept", "content": { "confirm": true } });
        let (key, answer) = match message.answer {
            Answer::Absent => ("another", yes),
            Answer::No => ("confirm", json!({ "action": "decline" })),
            Answer::Yes => ("confirm", yes),
        };
        params = params.with_input_responses([(key.to_owned(), answer)].into());
        let meta = json!({ "principal": principal })
            .as_object()
            .cloned()
            .unwrap();
        let options = PeerRequestOptions::no_options().with_meta(RequestMetaObject::from(meta));
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let client = &self.clients[replica][usize::from(is_spanish)];
        let sent = client
            .send_request_with_option(request, options)
            .await
            .unwrap();
        tokio::spawn(sent.await_response())
    }

    /// Lets the call in this slot go on, up to where it waits next.
    async fn go_on(&mut self, slot: usize, line: Line) -> Option<Outcome> {
        let UnderWay { waiting, reply } = self.calls[slot].take().unwrap();
        waiting.1.send(line).unwrap();
        self.settle(slot, reply).await
    }

    async fn settle(&mut self, slot: usize, mut reply: JoinHandle<Reply>) -> Option<Outcome> {
        tokio::select! {
            waiting = self.waiting.recv() => {
                let waiting = waiting.unwrap();
                self.calls[slot] = Some(UnderWay { waiting, reply });
                None
            }
            reply = &mut reply => Some(self.outcome(reply.unwrap())),
            () = tokio::time::sleep(Duration::from_secs(60)) => {
                panic!("a call neither waits nor was answered")
            }
        }
    }

    fn outcome(&mut self, reply: Reply) -> Outcome {
        match reply {
            Ok(ServerResult::InputRequiredResult(asked)) => {
                self.states.push(asked.request_state.unwrap());
                Outcome::Asked(u8::try_from(self.states.len() - 1).unwrap())
            }
            Ok(ServerResult::CallToolResult(result)) if result.is_error == Some(false) => {
                Outcome::Done
            }
            Ok(ServerResult::CallToolResult(result)) => {
                let refusal = result.structured_content.unwrap();
                match refusal["reason"].as_str().unwrap() {
                    "refused_declined" => Outcome::Declined,
                    "ledger_unavailable" => Outcome::Unavailable,
                    "ledger_full" => Outcome::Full,
                    _ => panic!("{refusal}"),
                }
            }
            Err(ServiceError::McpError(error)) if error.code.0 == -32602 => Outcome::Rejected,
            other => panic!("{other:?}"),
        }
    }

    /// Does what the model did. What a client was told.
    async fn act(&mut self, before: &World, action: Action) -> Option<Outcome> {
        match action {
            Action::Send(replica, message, line) => {
                *self.connections[replica].is_up.lock().unwrap() = line == Line::Up;
                let slot = self.calls.iter().position(Option::is_none).unwrap();
                let reply = self.send(replica, message).await;
                self.settle(slot, reply).await
            }
            Action::Redeem(slot, line) => {
                let outcome = self.go_on(slot, line).await;
                if line == Line::Late {
                    let call = before.calls[slot].unwrap();
                    let Token::Sealed(number) = call.message.token else {
                        panic!("{call:?}")
                    };
                    let straggler = Straggler {
                        ledger: before.at[call.replica],
                        epoch: call.epoch,
                        number,
                    };
                    let late = self.connections[call.replica].late.lock().unwrap().take();
                    if !before.stragglers.contains(&straggler) {
                        self.stragglers.push((straggler, late.unwrap()));
                        self.stragglers
                            .sort_unstable_by_key(|(straggler, _)| *straggler);
                    }
                }
                outcome
            }
            Action::Insert(_) => unreachable!("the ledger redeems in one step"),
            Action::Proceed(slot) | Action::Finish(slot) => self.go_on(slot, Line::Up).await,
            Action::Crash(replica) => {
                for (call, model) in self.calls.iter_mut().zip(&before.calls) {
                    if model.is_some_and(|call| call.replica == replica) {
                        self.dead.extend(call.take());
                    }
                }
                if self.protocol.memory == Memory::Private {
                    self.new_ledger();
                    self.reconnect(replica);
                }
                self.clients[replica] = self.serve(replica).await;
                None
            }
            Action::Failover => {
                self.new_ledger();
                None
            }
            Action::Reconnect(replica) => {
                self.reconnect(replica);
                None
            }
            Action::Arrive(at) => {
                let (_, late) = self.stragglers.remove(at);
                let redeemed = late.ledger.redeem(&late.epoch, late.nonce, late.expires_at);
                // Nobody hears what it says.
                let _ = redeemed.await;
                None
            }
            Action::Tick => {
                NOW.set(NOW.get() + TTL);
                None
            }
            Action::LedgerTick => {
                // To the moment of an expiry; where room is scarce, to when it was swept, too.
                let is_scarce = self.protocol.capacity == 1;
                let sweep = Duration::from_secs(if is_scarce { 60 } else { 0 });
                LEDGER_NOW.set(LEDGER_NOW.get() + TTL + sweep);
                None
            }
        }
    }

    fn new_ledger(&mut self) {
        self.ledgers.push(ledger(&self.protocol));
    }

    fn reconnect(&self, replica: usize) {
        let newest = self.ledgers.last().unwrap();
        *self.connections[replica].ledger.lock().unwrap() = newest.clone();
    }

    /// What can be seen of the servers.
    fn seen(&self, told: Option<Outcome>) -> Seen {
        let journal = self.journal.lock().unwrap();
        let ran = [0, 1].map(|subject| {
            let own = self.ran(subject);
            journal.iter().filter(|ran| **ran == own).count()
        });
        assert_eq!(journal.len(), ran[0] + ran[1], "{journal:?}");
        let place = |call: &Option<UnderWay>| call.as_ref().map(|call| call.waiting.0);
        Seen {
            told,
            places: self.calls.iter().map(place).collect(),
            ran,
        }
    }
}

/// What is compared after a step.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    told: Option<Outcome>,
    places: Vec<Option<Place>>,
    /// How often each subject ran.
    ran: [usize; 2],
}

impl Seen {
    /// What should be.
    fn in_model(world: &World, told: Option<Outcome>) -> Self {
        let ran = [0, 1].map(|subject| {
            let own = |sealed: &&Sealed| sealed.subject == subject;
            let ran = world.sealed.iter().filter(own);
            ran.map(|sealed| usize::from(sealed.ran)).sum()
        });
        let place = |call: &Option<Call>| call.map(|call| call.place);
        Self {
            told,
            places: world.calls.iter().map(place).collect(),
            ran,
        }
    }
}

fn ledger(protocol: &Protocol) -> Arc<MemoryLedger> {
    let clock = Clock::new((|| UNIX_EPOCH + LEDGER_NOW.get()) as fn() -> SystemTime);
    Arc::new(MemoryLedger::with_clock(
        protocol.capacity.try_into().unwrap(),
        clock,
    ))
}

/// Does to servers what is done to the model. An error is where they part.
async fn replay(protocol: Protocol, part: Part, actions: &[Action]) -> Result<(), String> {
    let mut servers = Servers::start(protocol, part).await;
    let mut world = protocol.init_states().remove(0);
    for (n, action) in actions.iter().enumerate() {
        let (after, told) = protocol.step(&world, *action);
        let expected = Seen::in_model(&after, told);
        let told = servers.act(&world, *action).await;
        let seen = servers.seen(told);
        if seen != expected {
            let actions = &actions[..=n];
            return Err(format!(
                "{actions:#?}\nseen: {seen:?}\nin the model: {expected:?}"
            ));
        }
        world = after;
    }
    Ok(())
}

/// What tells one step from another: what the code looks at, and what it makes of it.
fn class(protocol: &Protocol, before: &World, action: Action) -> String {
    let (_, outcome) = protocol.step(before, action);
    let outcome = match outcome {
        Some(Outcome::Asked(_)) => "Asked".to_owned(),
        other => format!("{other:?}"),
    };
    // Of a state: its epoch, expiry and nonce, as they are at this ledger.
    let state = |token: Token, at: u8| match token {
        Token::Sealed(number) => {
            let sealed = before.sealed[usize::from(number)];
            let nonces = before.ledgers[usize::from(at)];
            format!(
                "{:?}",
                (
                    sealed.epoch == at,
                    sealed.expires_at <= before.now,
                    sealed.expires_at <= before.ledger_now,
                    nonces & (1 << number) != 0,
                    nonces.count_ones() >= protocol.capacity,
                )
            )
        }
        other => format!("{other:?}"),
    };
    let mut others: Vec<_> = before
        .calls
        .iter()
        .flatten()
        .map(|call| call.place)
        .collect();
    others.sort_unstable();
    match action {
        Action::Send(replica, message, line) => {
            let is_bound = match message.token {
                Token::Sealed(number) => {
                    before.sealed[usize::from(number)].subject == message.subject
                }
                Token::None | Token::Forged => true,
            };
            let state = state(message.token, before.at[replica]);
            format!(
                "send {state} {is_bound} {:?} {line:?} {others:?}: {outcome}",
                message.answer
            )
        }
        Action::Redeem(slot, line) => {
            let call = before.calls[slot].unwrap();
            let at = before.at[call.replica];
            let state = state(call.message.token, at);
            let answer = call.message.answer;
            format!(
                "redeem {state} {} {answer:?} {line:?} {others:?}: {outcome}",
                call.epoch == at
            )
        }
        Action::Proceed(slot) => {
            let answer = before.calls[slot].unwrap().message.answer;
            format!("proceed {answer:?} {others:?}: {outcome}")
        }
        Action::Crash(replica) => {
            let calls = before.calls.iter().flatten();
            let here = calls.filter(|call| call.replica == replica);
            let mut here: Vec<_> = here.map(|call| call.place).collect();
            here.sort_unstable();
            format!("crash {here:?} {others:?}")
        }
        Action::Arrive(at) => {
            let straggler = before.stragglers[at];
            let is_forged = usize::from(straggler.number) >= before.sealed.len();
            let token = if is_forged {
                Token::Forged
            } else {
                Token::Sealed(straggler.number)
            };
            let state = state(token, straggler.ledger);
            format!("arrive {state} {others:?}")
        }
        Action::Insert(_)
        | Action::Finish(_)
        | Action::Failover
        | Action::Reconnect(_)
        | Action::Tick
        | Action::LedgerTick => {
            let name = format!("{action:?}");
            format!("{} {others:?}: {outcome}", name.split('(').next().unwrap())
        }
    }
}

/// Ways through the model that take a step of each class.
fn ways(protocol: &Protocol) -> (Vec<Vec<Action>>, HashSet<String>) {
    let first = protocol.init_states().remove(0);
    let mut found = HashMap::from([(first.clone(), None)]);
    let mut queue = VecDeque::from([first]);
    let mut classes: HashMap<String, (World, Action)> = HashMap::new();
    let mut order = Vec::new();
    while let Some(world) = queue.pop_front() {
        let mut actions = Vec::new();
        protocol.actions(&world, &mut actions);
        for action in actions {
            let class = class(protocol, &world, action);
            if !classes.contains_key(&class) {
                classes.insert(class.clone(), (world.clone(), action));
                order.push(class);
            }
            let (after, _) = protocol.step(&world, action);
            // Where a rule is left out, this has no end.
            if after.ran_unasked || after.sealed.iter().any(|sealed| sealed.ran > 1) {
                continue;
            }
            if !found.contains_key(&after) {
                found.insert(after.clone(), Some((world.clone(), action)));
                queue.push_back(after);
            }
        }
    }
    println!("{} states, {} classes", found.len(), order.len());
    // The longest first: they cover many of the others.
    let mut covered = HashSet::new();
    let mut ways = Vec::new();
    for class_ in order.iter().rev() {
        if covered.contains(class_) {
            continue;
        }
        let (mut world, action) = classes[class_].clone();
        let mut way = vec![(world.clone(), action)];
        while let Some((before, action)) = found[&world].clone() {
            way.push((before.clone(), action));
            world = before;
        }
        way.reverse();
        for (world, action) in &way {
            covered.insert(class(protocol, world, *action));
        }
        ways.push(way.into_iter().map(|(_, action)| action).collect());
    }
    assert_eq!(covered.len(), order.len());
    (ways, covered)
}

/// Replays a step of each class. The classes, which end with what the client is told.
async fn replay_all(protocol: Protocol, part: Part) -> HashSet<String> {
    let (ways, classes) = ways(&protocol);
    for way in &ways {
        if let Err(difference) = replay(protocol, part, way).await {
            panic!("{difference}");
        }
    }
    let steps: usize = ways.iter().map(Vec::len).sum();
    println!("{} ways, {steps} steps", ways.len());
    classes
}

#[track_caller]
fn assert_told(classes: &HashSet<String>, outcomes: &[&str]) {
    for outcome in outcomes {
        let told = classes.iter().any(|class| class.ends_with(outcome));
        assert!(told, "never: {outcome}");
    }
}

#[tokio::test]
async fn two_calls_at_replicas_with_a_shared_ledger() {
    let protocol = Protocol {
        questions: 1,
        ..Protocol::SHARED
    };
    let classes = replay_all(protocol, Part::Arguments).await;
    let outcomes = ["Asked", "Done)", "Declined)", "Rejected)", "Unavailable)"];
    assert_told(&classes, &outcomes);
}

#[tokio::test]
async fn two_calls_at_processes_with_a_memory_each() {
    let protocol = Protocol {
        questions: 1,
        ..Protocol::PRIVATE
    };
    let classes = replay_all(protocol, Part::Arguments).await;
    assert_told(&classes, &["Asked", "Done)", "Declined)", "Rejected)"]);
}

#[tokio::test]
async fn two_questions_at_a_ledger_that_is_soon_full() {
    let protocol = Protocol {
        calls: 1,
        losses: 0,
        ..Protocol::FULL
    };
    let classes = replay_all(protocol, Part::Arguments).await;
    assert_told(&classes, &["Asked", "Done)", "Full)"]);
    // A retry without an answer is asked again.
    let is_asked_again = |class: &String| class.contains("true Absent") && class.ends_with("Asked");
    assert!(classes.iter().any(is_asked_again));
}

#[tokio::test]
async fn whatever_two_calls_differ_in() {
    let protocol = Protocol {
        questions: 2,
        calls: 1,
        faults: false,
        ..Protocol::SHARED
    };
    for part in [Part::Arguments, Part::Principal, Part::Question] {
        let classes = replay_all(protocol, part).await;
        assert_told(&classes, &["Asked", "Done)", "Declined)", "Rejected)"]);
    }
}

const RULES: [Rule; 13] = [
    Rule::Seal,
    Rule::Binding,
    Rule::BoundEpoch,
    Rule::Expiry,
    Rule::Answer,
    Rule::ExplicitYes,
    Rule::RedeemFirst,
    Rule::RedeemAnyAnswer,
    Rule::DoubtRefuses,
    Rule::LedgerEpoch,
    Rule::LedgerExpiry,
    Rule::Atomic,
    Rule::NoEviction,
];

/// A model that leaves out a rule is not what the code does.
#[tokio::test]
async fn each_rule_of_the_model_is_seen_in_the_code() {
    for rule in RULES {
        let memory = match rule {
            Rule::NoEviction => Protocol::FULL,
            _ => Protocol::SHARED,
        };
        let protocol = Protocol {
            without: Some(rule),
            calls: 1,
            // No more than it takes to tell.
            questions: match rule {
                Rule::NoEviction | Rule::Answer => 2,
                _ => 1,
            },
            losses: match rule {
                Rule::BoundEpoch | Rule::LedgerEpoch => 1,
                _ => 0,
            },
            ..memory
        };
        let mut difference = None;
        for way in ways(&protocol).0 {
            difference = replay(protocol, Part::Arguments, &way).await.err();
            if difference.is_some() {
                break;
            }
        }
        let difference = difference.unwrap_or_else(|| panic!("{rule:?} makes no difference"));
        println!("without {rule:?}: {difference}");
    }
}
