//! The model: what a suspended confirmation goes through, as a system of states and actions.
//!
//! Each place of a call is one at which something else can come in between. The checks of a state
//! (seal, binding, expiry, is there an answer) stand in one action with the arrival of the call:
//! they touch nothing that another call could change, and only the time, which goes one way.

use stateright::{Model, Property};

/// What the crate does. The model can leave out one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rule {
    /// A state that was not sealed here is rejected.
    Seal,
    /// A state is bound to the call that was shown: principal, arguments and question.
    Binding,
    /// A state is bound to the epoch of the ledger.
    BoundEpoch,
    /// The replica rejects what has expired by its clock.
    Expiry,
    /// No answer is not an answer.
    Answer,
    /// Only an explicit yes runs.
    ExplicitYes,
    /// The nonce is redeemed before the body runs.
    RedeemFirst,
    /// The nonce is redeemed whatever the answer says.
    RedeemAnyAnswer,
    /// A ledger that does not answer redeems nothing.
    DoubtRefuses,
    /// The ledger redeems nothing of another epoch.
    LedgerEpoch,
    /// The ledger redeems nothing that has expired by its clock.
    LedgerExpiry,
    /// To look for a nonce and to put it in is one operation.
    Atomic,
    /// A full ledger refuses, and forgets no nonce that lives.
    NoEviction,
}

/// Where the nonces are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// In one ledger for all replicas, which outlives them and can fail over.
    Shared,
    /// In each process by itself.
    Private,
}

/// How far the model goes, and what it leaves out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Protocol {
    pub(crate) without: Option<Rule>,
    pub(crate) memory: Memory,
    /// Questions that are asked, and so states that are sealed.
    pub(crate) questions: usize,
    /// Calls that are under way at one time.
    pub(crate) calls: usize,
    /// Nonces that a ledger holds.
    pub(crate) capacity: u32,
    /// Failovers of a shared ledger, or restarts of processes with private ones. A restart at a
    /// shared ledger changes nothing but the calls under way: there is no limit on those.
    pub(crate) losses: u8,
    /// How far each of the two clocks goes, in lifetimes of a state.
    pub(crate) ticks: u8,
    /// Whether anything fails, and time passes.
    pub(crate) faults: bool,
    /// Whether the client sends whatever it can.
    pub(crate) is_hostile: bool,
}

pub(crate) const REPLICAS: usize = 2;

impl Protocol {
    /// Two replicas of two calls at a time and two questions, at a ledger that fails over once.
    pub(crate) const SHARED: Self = Self {
        without: None,
        memory: Memory::Shared,
        questions: 2,
        calls: 2,
        capacity: 8,
        losses: 1,
        ticks: 1,
        faults: true,
        is_hostile: true,
    };

    /// The same with a ledger that holds one nonce.
    pub(crate) const FULL: Self = Self {
        capacity: 1,
        ..Self::SHARED
    };

    /// Two processes with a memory each, and two restarts.
    pub(crate) const PRIVATE: Self = Self {
        memory: Memory::Private,
        losses: 2,
        ..Self::SHARED
    };

    fn holds(&self, rule: Rule) -> bool {
        self.without != Some(rule)
    }
}

/// What is asked about: the arguments, the principal and the question. There are two, which
/// differ in one of the three, whichever it is.
pub(crate) type Subject = u8;

/// The number of a question: the place of its state in [`World::sealed`].
pub(crate) type Number = u8;

/// What a client brings along as `requestState`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Token {
    None,
    Sealed(Number),
    /// Made up, with a nonce of its own that never expires.
    Forged,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Answer {
    /// None, or one under another key.
    Absent,
    No,
    Yes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Message {
    pub(crate) subject: Subject,
    pub(crate) token: Token,
    pub(crate) answer: Answer,
}

/// How an operation on the ledger goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Line {
    Up,
    /// It never arrives.
    Down,
    /// The replica gives up. The operation may still be carried out at any later time, or never.
    Late,
}

/// One step of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    /// A client sends a call to a replica, which asks its ledger for the epoch and checks it.
    Send(usize, Message, Line),
    /// The call in this slot redeems its nonce.
    Redeem(usize, Line),
    /// Without [`Rule::Atomic`]: puts in the nonce that it did not find.
    Insert(usize),
    /// The call in this slot goes on with what the ledger said: its body runs, or it is refused.
    Proceed(usize),
    /// The call in this slot is answered.
    Finish(usize),
    /// The replica dies and starts again.
    Crash(usize),
    /// A ledger takes over that remembers nothing. The replicas are still at the old one.
    Failover,
    /// The replica goes over to the newest ledger.
    Reconnect(usize),
    /// A redeem that was given up is carried out.
    Arrive(usize),
    /// Time passes for the replicas.
    Tick,
    /// Time passes for the ledgers.
    LedgerTick,
}

/// What a client gets to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    Asked(Number),
    Done,
    Declined,
    Rejected,
    Unavailable,
    Full,
}

/// Where a call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    /// Its state is good, and it has an answer.
    Checked,
    /// Without [`Rule::Atomic`]: the ledger did not hold its nonce.
    NotFound,
    /// Its nonce is redeemed.
    Redeemed,
    /// Its body has run.
    Ran,
}

/// A call that is under way at a replica.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Call {
    pub(crate) replica: usize,
    pub(crate) message: Message,
    pub(crate) epoch: u8,
    pub(crate) place: Place,
    /// Its state had expired when it came in.
    pub(crate) is_late: bool,
}

/// A question that was asked, its state, and what has come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Sealed {
    pub(crate) subject: Subject,
    pub(crate) epoch: u8,
    pub(crate) expires_at: u8,
    /// Somebody was told that it counts as declined.
    pub(crate) declined: bool,
    pub(crate) ran: u8,
}

/// A redeem that was given up, and is still on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Straggler {
    pub(crate) ledger: u8,
    pub(crate) epoch: u8,
    pub(crate) number: Number,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct World {
    pub(crate) now: u8,
    pub(crate) ledger_now: u8,
    pub(crate) sealed: Vec<Sealed>,
    /// The nonces in each ledger, as a set of bits. A ledger's place is its epoch.
    pub(crate) ledgers: Vec<u32>,
    /// The ledger that each replica uses.
    pub(crate) at: [u8; REPLICAS],
    pub(crate) stragglers: Vec<Straggler>,
    pub(crate) calls: Vec<Option<Call>>,
    pub(crate) losses: u8,
    /// Something ran that nobody said yes to.
    pub(crate) ran_unasked: bool,
    /// Something ran on a state that had expired when it came in.
    pub(crate) ran_late: bool,
}

/// The number of a nonce that nobody sealed.
const FORGED: Number = 7;

enum Redemption {
    Redeemed,
    Spent,
    Full,
}

impl World {
    fn number(message: Message) -> Number {
        match message.token {
            Token::Sealed(number) => number,
            Token::None | Token::Forged => FORGED,
        }
    }

    fn expires_at(&self, number: Number) -> u8 {
        match self.sealed.get(usize::from(number)) {
            Some(sealed) => sealed.expires_at,
            None => u8::MAX,
        }
    }

    /// Forgets what has expired.
    fn sweep(&mut self) {
        for number in 0..=FORGED {
            if self.expires_at(number) <= self.ledger_now {
                for nonces in &mut self.ledgers {
                    *nonces &= !(1 << number);
                }
            }
        }
    }

    /// Everything that a ledger does but to put the nonce in. `None`: it may be.
    fn look_up(&mut self, rules: &Protocol, line: Straggler) -> Option<Redemption> {
        if rules.holds(Rule::LedgerEpoch) && line.epoch != line.ledger {
            return Some(Redemption::Spent);
        }
        let has_expired = self.expires_at(line.number) <= self.ledger_now;
        let nonces = &mut self.ledgers[usize::from(line.ledger)];
        if (has_expired && rules.holds(Rule::LedgerExpiry)) || *nonces & (1 << line.number) != 0 {
            return Some(Redemption::Spent);
        }
        if nonces.count_ones() >= rules.capacity {
            if rules.holds(Rule::NoEviction) {
                return Some(Redemption::Full);
            }
            *nonces = 0;
        }
        None
    }

    /// Whether a redeem that was given up can still change anything.
    fn has_effect(&self, rules: &Protocol, straggler: Straggler) -> bool {
        let is_elsewhere = straggler.epoch != straggler.ledger && rules.holds(Rule::LedgerEpoch);
        let has_expired = self.expires_at(straggler.number) <= self.ledger_now;
        let nonces = self.ledgers[usize::from(straggler.ledger)];
        !is_elsewhere && !has_expired && nonces & (1 << straggler.number) == 0
    }

    fn insert(&mut self, line: Straggler) {
        self.ledgers[usize::from(line.ledger)] |= 1 << line.number;
    }

    fn redeem(&mut self, rules: &Protocol, line: Straggler) -> Redemption {
        self.look_up(rules, line).unwrap_or_else(|| {
            self.insert(line);
            Redemption::Redeemed
        })
    }

    /// The redeem of this call at the ledger that its replica uses now.
    fn line(&self, call: &Call) -> Straggler {
        Straggler {
            ledger: self.at[call.replica],
            epoch: call.epoch,
            number: Self::number(call.message),
        }
    }

    fn ask(&mut self, subject: Subject, epoch: u8) -> Outcome {
        let number = Number::try_from(self.sealed.len()).unwrap();
        self.sealed.push(Sealed {
            subject,
            epoch,
            expires_at: self.now + 1,
            declined: false,
            ran: 0,
        });
        Outcome::Asked(number)
    }

    /// The body runs.
    fn run(&mut self, call: &Call) {
        let number = usize::from(Self::number(call.message));
        match self.sealed.get_mut(number) {
            Some(sealed) => {
                self.ran_unasked |=
                    call.message.answer != Answer::Yes || sealed.subject != call.message.subject;
                sealed.ran += 1;
            }
            None => self.ran_unasked = true,
        }
        self.ran_late |= call.is_late;
    }

    /// Of all worlds that are the same but for the names of replicas, slots and subjects, one;
    /// and without what has no consequences any more.
    fn canonical(mut self, rules: &Protocol) -> Self {
        for ledger in 0..self.ledgers.len() {
            let may_be_used = rules.memory == Memory::Shared && ledger + 1 == self.ledgers.len();
            if !may_be_used && self.at.iter().all(|at| usize::from(*at) != ledger) {
                self.ledgers[ledger] = 0;
                self.stragglers
                    .retain(|straggler| usize::from(straggler.ledger) != ledger);
            }
        }
        // What is spent, or was sealed elsewhere, it will find so.
        let mut stragglers = std::mem::take(&mut self.stragglers);
        stragglers.retain(|straggler| self.has_effect(rules, *straggler));
        self.stragglers = stragglers;
        if self
            .sealed
            .first()
            .is_some_and(|sealed| sealed.subject == 1)
        {
            self.sealed
                .iter_mut()
                .for_each(|sealed| sealed.subject ^= 1);
            self.calls
                .iter_mut()
                .flatten()
                .for_each(|call| call.message.subject ^= 1);
        }
        let mut mirrored = self.clone();
        mirrored.at.reverse();
        mirrored
            .calls
            .iter_mut()
            .flatten()
            .for_each(|call| call.replica ^= 1);
        self.calls.sort_unstable();
        mirrored.calls.sort_unstable();
        self.min(mirrored)
    }

    fn newest(&self) -> u8 {
        u8::try_from(self.ledgers.len() - 1).unwrap()
    }
}

impl Protocol {
    /// What the checks say of a call that comes in: how it ends, or where it waits.
    fn receive(
        &self,
        world: &mut World,
        replica: usize,
        message: Message,
    ) -> Result<Call, Outcome> {
        let epoch = world.at[replica];
        let mut is_late = false;
        match message.token {
            Token::None => return Err(world.ask(message.subject, epoch)),
            Token::Forged if self.holds(Rule::Seal) => return Err(Outcome::Rejected),
            Token::Forged => {}
            Token::Sealed(number) => {
                let sealed = world.sealed[usize::from(number)];
                let is_bound = sealed.subject == message.subject;
                is_late = sealed.expires_at <= world.now;
                if (self.holds(Rule::Binding) && !is_bound)
                    || (self.holds(Rule::BoundEpoch) && sealed.epoch != epoch)
                    || (self.holds(Rule::Expiry) && is_late)
                {
                    return Err(Outcome::Rejected);
                }
            }
        }
        if message.answer == Answer::Absent && self.holds(Rule::Answer) {
            return Err(world.ask(message.subject, epoch));
        }
        Ok(Call {
            replica,
            message,
            epoch,
            place: Place::Checked,
            is_late,
        })
    }

    /// Whether the answer of this call is a yes.
    fn is_yes(&self, call: &Call) -> bool {
        match call.message.answer {
            Answer::Yes => true,
            Answer::No => !self.holds(Rule::ExplicitYes),
            Answer::Absent => !self.holds(Rule::Answer),
        }
    }

    /// Goes on with a redeemed nonce.
    fn proceed(&self, world: &mut World, slot: usize, mut call: Call) -> Option<Outcome> {
        if self.is_yes(&call) {
            world.run(&call);
            call.place = Place::Ran;
            world.calls[slot] = Some(call);
            return None;
        }
        if let Some(sealed) = world
            .sealed
            .get_mut(usize::from(World::number(call.message)))
        {
            sealed.declined = true;
        }
        Some(Outcome::Declined)
    }

    fn redeem(
        &self,
        world: &mut World,
        slot: usize,
        mut call: Call,
        line: Line,
    ) -> Option<Outcome> {
        let straggler = world.line(&call);
        if !self.holds(Rule::RedeemAnyAnswer) && !self.is_yes(&call) {
            return self.proceed(world, slot, call);
        }
        let said = match line {
            Line::Up if !self.holds(Rule::Atomic) => {
                let found = world.look_up(self, straggler);
                call.place = Place::NotFound;
                found
            }
            Line::Up => {
                call.place = Place::Redeemed;
                match world.redeem(self, straggler) {
                    Redemption::Redeemed => None,
                    otherwise => Some(otherwise),
                }
            }
            Line::Down | Line::Late => {
                if line == Line::Late && !world.stragglers.contains(&straggler) {
                    world.stragglers.push(straggler);
                    world.stragglers.sort_unstable();
                }
                if self.holds(Rule::DoubtRefuses) {
                    return Some(Outcome::Unavailable);
                }
                call.place = Place::Redeemed;
                None
            }
        };
        if !self.holds(Rule::RedeemFirst) && call.place == Place::Redeemed {
            // It has run, and this is what it was told too late.
            return Some(Outcome::Done);
        }
        match said {
            Some(Redemption::Full) => Some(Outcome::Full),
            Some(Redemption::Spent | Redemption::Redeemed) => Some(Outcome::Rejected),
            None => {
                world.calls[slot] = Some(call);
                None
            }
        }
    }

    /// Does one step, and says what a client is told in it.
    pub(crate) fn step(&self, before: &World, action: Action) -> (World, Option<Outcome>) {
        let mut world = before.clone();
        let outcome = match action {
            Action::Send(_, _, Line::Down | Line::Late) => Some(Outcome::Unavailable),
            Action::Send(replica, message, Line::Up) => {
                match self.receive(&mut world, replica, message) {
                    Ok(mut call) => {
                        let slot = world.calls.iter().position(Option::is_none).unwrap();
                        if !self.holds(Rule::RedeemFirst) && self.is_yes(&call) {
                            world.run(&call);
                            call.place = Place::Checked;
                        }
                        world.calls[slot] = Some(call);
                        None
                    }
                    Err(outcome) => Some(outcome),
                }
            }
            Action::Redeem(slot, line) => {
                let call = world.calls[slot].take().unwrap();
                self.redeem(&mut world, slot, call, line)
            }
            Action::Insert(slot) => {
                let mut call = world.calls[slot].unwrap();
                let line = world.line(&call);
                world.insert(line);
                call.place = Place::Redeemed;
                world.calls[slot] = Some(call);
                None
            }
            Action::Proceed(slot) => {
                let call = world.calls[slot].take().unwrap();
                self.proceed(&mut world, slot, call)
            }
            Action::Finish(slot) => {
                world.calls[slot] = None;
                Some(Outcome::Done)
            }
            Action::Crash(replica) => {
                for call in &mut world.calls {
                    if call.is_some_and(|call| call.replica == replica) {
                        *call = None;
                    }
                }
                if self.memory == Memory::Private {
                    world.losses += 1;
                    world.ledgers.push(0);
                    world.at[replica] = world.newest();
                }
                None
            }
            Action::Failover => {
                world.losses += 1;
                world.ledgers.push(0);
                None
            }
            Action::Reconnect(replica) => {
                world.at[replica] = world.newest();
                None
            }
            Action::Arrive(at) => {
                let straggler = world.stragglers.remove(at);
                // Nobody hears what it says.
                let _ = world.redeem(self, straggler);
                None
            }
            Action::Tick => {
                world.now += 1;
                None
            }
            Action::LedgerTick => {
                world.ledger_now += 1;
                world.sweep();
                None
            }
        };
        (world, outcome)
    }

    /// What a hostile client can send: anything, to any replica.
    fn hostile_messages(world: &World, may_ask: bool) -> Vec<Message> {
        let mut messages = Vec::new();
        for subject in 0..2 {
            let mut push = |token, answer| {
                messages.push(Message {
                    subject,
                    token,
                    answer,
                });
            };
            if may_ask {
                push(Token::None, Answer::Absent);
                // Without a state it answers nothing.
                push(Token::None, Answer::Yes);
            }
            push(Token::Forged, Answer::Yes);
            for number in 0..world.sealed.len() {
                let token = Token::Sealed(Number::try_from(number).unwrap());
                if may_ask {
                    push(token, Answer::Absent);
                }
                push(token, Answer::No);
                push(token, Answer::Yes);
            }
        }
        messages
    }

    /// What an honest client sends: each call once, and a yes to each question once.
    fn honest_messages(world: &World) -> Vec<Message> {
        let mut messages = Vec::new();
        for subject in 0..2 {
            let is_under_way = |call: &Call| call.message.subject == subject;
            if world.calls.iter().flatten().any(is_under_way) {
                continue;
            }
            let asked = world
                .sealed
                .iter()
                .position(|sealed| sealed.subject == subject);
            let (token, answer) = match asked {
                None => (Token::None, Answer::Absent),
                Some(number) if world.sealed[number].ran == 0 => (
                    Token::Sealed(Number::try_from(number).unwrap()),
                    Answer::Yes,
                ),
                Some(_) => continue,
            };
            messages.push(Message {
                subject,
                token,
                answer,
            });
        }
        messages
    }

    fn sends(&self, world: &World, actions: &mut Vec<Action>) {
        if world.calls.iter().all(Option::is_some) {
            return;
        }
        let may_ask = world.sealed.len() < self.questions;
        let messages = if self.is_hostile {
            Self::hostile_messages(world, may_ask)
        } else {
            Self::honest_messages(world)
        };
        for replica in 0..REPLICAS {
            for &message in &messages {
                actions.push(Action::Send(replica, message, Line::Up));
                if self.faults && self.memory == Memory::Shared {
                    actions.push(Action::Send(replica, message, Line::Down));
                }
            }
        }
    }
}

pub(crate) const ONCE: &str = "at most one execution for each yes";
pub(crate) const ASKED: &str = "no execution without a yes to exactly this";
pub(crate) const FINAL: &str = "a no is final";
pub(crate) const IN_TIME: &str = "nothing runs on an expired state";
pub(crate) const RUNS: &str = "a yes runs";
pub(crate) const DECLINES: &str = "a no is told that it counts as one";
pub(crate) const LOST: &str = "an answer is lost, and a yes to another question runs";
pub(crate) const AFRESH: &str = "a yes runs after a ledger was lost";

impl Model for Protocol {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        let ledgers = match self.memory {
            Memory::Shared => vec![0],
            Memory::Private => vec![0; REPLICAS],
        };
        let at = match self.memory {
            Memory::Shared => [0, 0],
            Memory::Private => [0, 1],
        };
        vec![World {
            now: 0,
            ledger_now: 0,
            sealed: Vec::new(),
            ledgers,
            at,
            stragglers: Vec::new(),
            calls: vec![None; self.calls],
            losses: 0,
            ran_unasked: false,
            ran_late: false,
        }]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        self.sends(world, actions);
        for (slot, call) in world.calls.iter().enumerate() {
            match call.map(|call| call.place) {
                Some(Place::Checked) => {
                    actions.push(Action::Redeem(slot, Line::Up));
                    if self.faults && self.memory == Memory::Shared {
                        actions.push(Action::Redeem(slot, Line::Down));
                        actions.push(Action::Redeem(slot, Line::Late));
                    }
                }
                Some(Place::NotFound) => actions.push(Action::Insert(slot)),
                Some(Place::Redeemed) => actions.push(Action::Proceed(slot)),
                Some(Place::Ran) => actions.push(Action::Finish(slot)),
                None => {}
            }
        }
        if !self.faults {
            return;
        }
        let may_lose = world.losses < self.losses;
        for replica in 0..REPLICAS {
            let is_busy = world
                .calls
                .iter()
                .flatten()
                .any(|call| call.replica == replica);
            if (self.memory == Memory::Private && may_lose)
                || (self.memory == Memory::Shared && is_busy)
            {
                actions.push(Action::Crash(replica));
            }
            if self.memory == Memory::Shared && world.at[replica] != world.newest() {
                actions.push(Action::Reconnect(replica));
            }
        }
        if self.memory == Memory::Shared && may_lose {
            actions.push(Action::Failover);
        }
        actions.extend((0..world.stragglers.len()).map(Action::Arrive));
        if world.now < self.ticks {
            actions.push(Action::Tick);
        }
        if world.ledger_now < self.ticks {
            actions.push(Action::LedgerTick);
        }
    }

    fn next_state(&self, world: &World, action: Action) -> Option<World> {
        let (after, _) = self.step(world, action);
        (after != *world).then(|| after.canonical(self))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let mut properties = vec![
            Property::always(ONCE, |_, world: &World| {
                world.sealed.iter().all(|sealed| sealed.ran <= 1)
            }),
            Property::always(ASKED, |_, world: &World| !world.ran_unasked),
            Property::always(FINAL, |_, world: &World| {
                !world
                    .sealed
                    .iter()
                    .any(|sealed| sealed.declined && sealed.ran > 0)
            }),
            Property::always(IN_TIME, |_, world: &World| !world.ran_late),
            Property::sometimes(RUNS, |_, world: &World| {
                world.sealed.iter().any(|sealed| sealed.ran == 1)
            }),
        ];
        if self.is_hostile {
            properties.push(Property::sometimes(DECLINES, |_, world: &World| {
                world.sealed.iter().any(|sealed| sealed.declined)
            }));
        }
        if self.faults {
            properties.push(Property::sometimes(
                AFRESH,
                |rules: &Self, world: &World| {
                    let first = rules.init_states()[0].ledgers.len();
                    let is_later = |sealed: &Sealed| usize::from(sealed.epoch) >= first;
                    world
                        .sealed
                        .iter()
                        .any(|sealed| is_later(sealed) && sealed.ran == 1)
                },
            ));
        }
        if self.is_hostile && self.faults && self.memory == Memory::Shared {
            properties.push(Property::sometimes(LOST, |_, world: &World| {
                let [first, second, ..] = &world.sealed[..] else {
                    return false;
                };
                let is_spent = world.ledgers[usize::from(first.epoch)] & 1 != 0;
                let is_over = world.calls.iter().all(Option::is_none);
                is_over
                    && is_spent
                    && (first.declined, first.ran) == (false, 0)
                    && (second.subject, second.ran) == (first.subject, 1)
            }));
        }
        properties
    }
}
