//! The memory ledger, run by loom in every order that its threads can run in. What runs are the
//! files of `src/mcp`, by way of `tests/loom`; only the locks and the wall clock are loom's.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use ledger_on_loom::mcp::{
    ledger::{Epoch, Ledger, LedgerError, MemoryLedger, Nonce, Redemption},
    sync::{START, last_read, set_wall, wall},
};

/// What the ledger said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Redeemed,
    Spent,
    Full,
}
use Said::{Full, Redeemed, Spent};

/// What a thread does.
#[derive(Clone, Copy)]
enum Step {
    /// Redeems this nonce, which expires so many seconds after the start.
    Redeem(u8, u64),
    /// Sets the wall clock to so many seconds after the start.
    Wall(u64),
}
use Step::{Redeem, Wall};

/// The ledger forgets by slots of this many seconds; the start is not at the edge of one.
const SLOT: u64 = 30;

fn after_start(secs: u64) -> Duration {
    START + Duration::from_secs(secs)
}

/// One redeem, and what the wall clock said meanwhile.
#[derive(Clone, Copy)]
struct Asked {
    nonce: u8,
    expires_at: Duration,
    read: Duration,
    said: Said,
}

fn redeem(ledger: &MemoryLedger, epoch: &Epoch, n: u8, expires_at: Duration) -> Asked {
    let redeemed = ledger.redeem(epoch, Nonce::from_bytes([n; 16]), expires_at);
    let said = match pollster::block_on(redeemed) {
        Ok(Redemption::Redeemed) => Redeemed,
        Ok(Redemption::Spent) => Spent,
        Err(LedgerError::Full) => Full,
        Err(error) => panic!("{error:?}"),
    };
    Asked {
        nonce: n,
        expires_at,
        read: last_read(),
        said,
    }
}

/// Threads that start together, and what comes before and after them.
struct Scenario {
    capacity: usize,
    before: &'static [Step],
    threads: &'static [&'static [Step]],
    after: &'static [Step],
}

/// What is true of every order.
fn check(asked: &[Asked], capacity: usize, end: Duration) {
    let redeemed: Vec<_> = asked
        .iter()
        .filter(|asked| asked.said == Redeemed)
        .collect();
    let nonces: BTreeSet<_> = redeemed.iter().map(|asked| asked.nonce).collect();
    assert_eq!(nonces.len(), redeemed.len(), "a nonce was redeemed twice");
    for asked in &redeemed {
        assert!(asked.read < asked.expires_at, "redeemed after its expiry");
    }
    let live = redeemed.iter().filter(|asked| asked.expires_at > end);
    assert!(
        live.count() <= capacity,
        "more live nonces than it may hold"
    );
    for full in asked.iter().filter(|asked| asked.said == Full) {
        assert!(redeemed.len() >= capacity, "full of nothing");
        assert!(full.read < full.expires_at, "expired, and not spent");
    }
}

impl Scenario {
    /// Runs it in every order. What the threads were told in each of them, and in how many.
    fn explore(self) -> (BTreeSet<Vec<Said>>, usize) {
        let seen = Arc::new(Mutex::new(BTreeSet::new()));
        let orders = Arc::new(AtomicUsize::new(0));
        let mut loom = loom::model::Builder::new();
        // All of them, whatever the environment says.
        (
            loom.preemption_bound,
            loom.max_permutations,
            loom.max_duration,
        ) = (None, None, None);
        let (told, count) = (seen.clone(), orders.clone());
        loom.check(move || {
            count.fetch_add(1, Ordering::Relaxed);
            told.lock().unwrap().insert(self.run());
        });
        let seen = Arc::into_inner(seen).unwrap().into_inner().unwrap();
        (seen, orders.load(Ordering::Relaxed))
    }

    fn run(&self) -> Vec<Said> {
        let ledger = Arc::new(MemoryLedger::with_capacity(self.capacity));
        let epoch = pollster::block_on(ledger.epoch()).unwrap();
        let take = |steps: &[Step], ledger: &MemoryLedger, epoch: &Epoch| {
            let mut asked = Vec::new();
            for step in steps {
                match *step {
                    Redeem(n, secs) => asked.push(redeem(ledger, epoch, n, after_start(secs))),
                    Wall(secs) => set_wall(after_start(secs)),
                }
            }
            asked
        };
        let mut asked = take(self.before, &ledger, &epoch);
        let threads: Vec<_> = self
            .threads
            .iter()
            .map(|steps| {
                let (ledger, epoch) = (ledger.clone(), epoch.clone());
                loom::thread::spawn(move || take(steps, &ledger, &epoch))
            })
            .collect();
        let mut told = Vec::new();
        for thread in threads {
            let theirs = thread.join().unwrap();
            told.extend(theirs.iter().map(|asked| asked.said));
            asked.extend(theirs);
        }
        asked.extend(take(self.after, &ledger, &epoch));
        // Whatever was redeemed is spent, live or not.
        for once in asked.clone() {
            if once.said == Redeemed {
                asked.push(redeem(&ledger, &epoch, once.nonce, once.expires_at));
            }
        }
        check(&asked, self.capacity, wall());
        told
    }
}

/// In these orders and no others: each one was seen.
#[track_caller]
fn assert_told<const N: usize>(scenario: Scenario, expected: impl IntoIterator<Item = [Said; N]>) {
    let (told, orders) = scenario.explore();
    println!("{orders} orders");
    let expected: BTreeSet<_> = expected.into_iter().map(Vec::from).collect();
    assert_eq!(told, expected);
    assert!(orders > 1, "the threads never met");
}

#[test]
fn two_threads_with_one_nonce() {
    let scenario = Scenario {
        capacity: 10,
        before: &[],
        threads: &[&[Redeem(1, 600)], &[Redeem(1, 600)]],
        after: &[],
    };
    assert_told(scenario, [[Redeemed, Spent], [Spent, Redeemed]]);
}

#[test]
fn three_threads_with_one_nonce() {
    let scenario = Scenario {
        capacity: 10,
        before: &[],
        threads: &[&[Redeem(1, 600)], &[Redeem(1, 600)], &[Redeem(1, 600)]],
        after: &[],
    };
    let told = [
        [Redeemed, Spent, Spent],
        [Spent, Redeemed, Spent],
        [Spent, Spent, Redeemed],
    ];
    assert_told(scenario, told);
}

#[test]
fn different_nonces_in_one_slot() {
    let scenario = Scenario {
        capacity: 10,
        before: &[],
        threads: &[&[Redeem(1, 600)], &[Redeem(2, 601)], &[Redeem(2, 601)]],
        after: &[Redeem(3, 602)],
    };
    let told = [[Redeemed, Redeemed, Spent], [Redeemed, Spent, Redeemed]];
    assert_told(scenario, told);
}

#[test]
fn the_last_place_of_a_full_ledger() {
    let scenario = Scenario {
        capacity: 2,
        before: &[Redeem(1, 600)],
        threads: &[&[Redeem(2, 600)], &[Redeem(3, 900)], &[Redeem(1, 600)]],
        after: &[],
    };
    assert_told(scenario, [[Redeemed, Full, Spent], [Full, Redeemed, Spent]]);
}

#[test]
fn a_full_ledger_makes_room_when_time_has_passed() {
    // What is kept longer than it lives may take up a place until it is swept.
    let scenario = Scenario {
        capacity: 1,
        before: &[Redeem(1, 10)],
        threads: &[&[Redeem(2, 600)], &[Wall(10 + SLOT), Redeem(3, 600)]],
        after: &[Redeem(1, 10)],
    };
    assert_told(scenario, [[Redeemed, Full], [Full, Redeemed]]);
}

#[test]
fn a_thread_that_saw_the_time_before_another_swept() {
    // Redeemed, and about to be again by a thread that reads the clock while it lives.
    let scenario = Scenario {
        capacity: 10,
        before: &[Redeem(1, 10)],
        threads: &[&[Redeem(1, 10)], &[Wall(10 + SLOT), Redeem(2, 600)]],
        after: &[Redeem(1, 10)],
    };
    assert_told(scenario, [[Spent, Redeemed]]);
}

#[test]
fn three_threads_while_time_passes_and_one_sweeps() {
    let scenario = Scenario {
        capacity: 10,
        before: &[],
        threads: &[
            &[Redeem(1, 10)],
            &[Redeem(1, 10)],
            &[Wall(10 + SLOT), Redeem(2, 600)],
        ],
        after: &[Redeem(1, 10)],
    };
    // Swept, it is spent for both.
    let told = [
        [Redeemed, Spent, Redeemed],
        [Spent, Redeemed, Redeemed],
        [Spent, Spent, Redeemed],
    ];
    assert_told(scenario, told);
}

#[test]
fn the_moment_of_expiry() {
    // The clock is at the expiry, and the slot is not over.
    let scenario = Scenario {
        capacity: 10,
        before: &[],
        threads: &[&[Redeem(1, 10)], &[Redeem(1, 10)], &[Wall(10)]],
        after: &[Redeem(1, 10)],
    };
    let told = [[Redeemed, Spent], [Spent, Redeemed], [Spent, Spent]];
    assert_told(scenario, told);
}

#[test]
fn a_clock_that_is_set_back_under_way() {
    let scenario = Scenario {
        capacity: 10,
        before: &[Redeem(1, 10)],
        threads: &[
            &[Redeem(1, 10)],
            &[Wall(10 + SLOT), Redeem(2, 600), Wall(0), Redeem(1, 10)],
        ],
        after: &[Redeem(1, 10)],
    };
    assert_told(scenario, [[Spent, Redeemed, Spent]]);
}

#[test]
fn a_clock_that_is_set_back_after_an_expiry() {
    // Who has seen that it expired does not see it alive again, though nothing was swept.
    let scenario = Scenario {
        capacity: 10,
        before: &[],
        threads: &[
            &[Redeem(2, 600)],
            &[Wall(10), Redeem(3, 600), Wall(0), Redeem(1, 10)],
        ],
        after: &[Redeem(1, 10)],
    };
    assert_told(scenario, [[Redeemed, Redeemed, Spent]]);
}

#[test]
fn sweeps_side_by_side_with_other_slots() {
    // Two threads sweep at different times; what lives is not swept.
    let scenario = Scenario {
        capacity: 3,
        before: &[Redeem(1, 10), Redeem(2, 600)],
        threads: &[
            &[Wall(10 + SLOT), Redeem(3, 10 + 3 * SLOT)],
            &[Wall(10 + 2 * SLOT), Redeem(2, 600)],
        ],
        after: &[Redeem(4, 900)],
    };
    assert_told(scenario, [[Redeemed, Spent]]);
}
