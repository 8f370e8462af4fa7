//! Two servers behind one Redis, on which everything happens that may. The journal that the
//! tool writes is the witness.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::{
    Test,
    client::{
        Asked, Gone, Outcome, Ran, Refused, Rejected, Server, journal, unavailable, yes_to_both,
    },
    instance::{Address, Instance},
    server::Settings,
    tests,
};

pub(crate) const TESTS: &[Test] = &tests![wire:
    one_state_at_two_servers_at_once_runs_once_a_thousand_times,
    redis_killed_and_restarted_empty,
    redis_killed_and_restarted_with_everything,
    redis_paused,
    redis_flushed,
    redis_full,
    a_server_that_dies_after_the_redeem_has_run_nothing,
    a_no_stays_a_no_at_the_other_server,
    a_failover_to_a_replica_that_lags_behind_runs_nothing_twice,
    whatever_happens_to_redis_nothing_runs_twice,
];

/// A refusal because of a no.
fn no() -> Outcome {
    Refused("refused_not_confirmed".to_owned())
}

const LIMIT: Duration = Duration::from_millis(500);

/// Where servers write what ran.
struct Journal {
    dir: TempDir,
}

impl Journal {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self { dir }
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("journal")
    }

    fn server(&self, redis: &str) -> Server {
        self.start(redis, false)
    }

    fn start(&self, redis: &str, dies: bool) -> Server {
        Server::start(&Settings {
            redis,
            time_limit: LIMIT,
            journal: &self.path(),
            dies,
        })
    }

    #[track_caller]
    fn assert_is(&self, ran: &[&str]) {
        assert_eq!(journal(&self.path()), ran);
    }
}

fn one_state_at_two_servers_at_once_runs_once_a_thousand_times() {
    let redis = Instance::start(&[]);
    let journal = Journal::new();
    let mut a = journal.server(&redis.url());
    let mut b = journal.server(&redis.url());
    let names: Vec<_> = (0..1_000).map(|n| n.to_string()).collect();
    let (mut at_a, mut at_b) = (0, 0);
    for (n, name) in names.iter().enumerate() {
        let state = if n % 2 == 0 { &mut a } else { &mut b }.ask(name);
        // Neither is always the first.
        let outcomes = if n % 4 < 2 {
            yes_to_both([&mut a, &mut b], name, &state)
        } else {
            let [b, a] = yes_to_both([&mut b, &mut a], name, &state);
            [a, b]
        };
        match outcomes {
            [Ran, Rejected] => at_a += 1,
            [Rejected, Ran] => at_b += 1,
            other => panic!("{name}: {other:?}"),
        }
    }
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    journal.assert_is(&names);
    println!("{at_a} ran at one server, {at_b} at the other");
    assert!(at_a > 50 && at_b > 50, "no race: {at_a} and {at_b}");
}

fn redis_killed_and_restarted(options: &[&str], survives: bool) {
    let mut redis = Instance::start(options);
    let journal = Journal::new();
    let mut a = journal.server(&redis.url());
    let mut b = journal.server(&redis.url());
    let done = a.ask("done");
    assert_eq!(a.yes("done", &done), Ran);
    let open = a.ask("open");

    redis.kill();
    let start = Instant::now();
    assert_eq!(a.yes("open", &open), unavailable());
    assert_eq!(b.yes("done", &done), unavailable());
    assert_eq!(b.call("new"), unavailable());
    assert!(start.elapsed() < 4 * LIMIT);
    journal.assert_is(&["done"]);

    redis.restart();
    let keys: u64 = redis.run(&["DBSIZE"]);
    assert_eq!(keys > 0, survives);
    assert_eq!(b.yes("done", &done), Rejected);
    assert_eq!(a.yes("open", &open), Rejected);
    journal.assert_is(&["done"]);
    let open = a.ask("open");
    assert_eq!(b.yes("open", &open), Ran);
    journal.assert_is(&["done", "open"]);
}

fn redis_killed_and_restarted_empty() {
    redis_killed_and_restarted(&[], false);
}

fn redis_killed_and_restarted_with_everything() {
    redis_killed_and_restarted(&["--appendonly", "yes", "--appendfsync", "always"], true);
}

fn redis_paused() {
    let redis = Instance::start(&[]);
    let journal = Journal::new();
    let mut a = journal.server(&redis.url());
    let mut b = journal.server(&redis.url());
    let state = a.ask("it");
    let pause = 6 * LIMIT;
    let start = Instant::now();
    redis.pause(pause);
    assert_eq!(
        yes_to_both([&mut a, &mut b], "it", &state),
        [unavailable(), unavailable()]
    );
    assert_eq!(a.call("another"), unavailable());
    assert!(start.elapsed() < pause, "not within the time limit");
    journal.assert_is(&[]);
    thread::sleep(pause.saturating_sub(start.elapsed()) + LIMIT);
    // It was not answered yet.
    let outcomes = yes_to_both([&mut a, &mut b], "it", &state);
    assert!(
        outcomes == [Ran, Rejected] || outcomes == [Rejected, Ran],
        "{outcomes:?}"
    );
    journal.assert_is(&["it"]);
}

fn redis_flushed() {
    let redis = Instance::start(&[]);
    let journal = Journal::new();
    let mut a = journal.server(&redis.url());
    let mut b = journal.server(&redis.url());
    let (done, open) = (a.ask("done"), b.ask("open"));
    assert_eq!(b.yes("done", &done), Ran);
    redis.run::<()>(&["FLUSHALL"]);
    for server in [&mut a, &mut b] {
        assert_eq!(server.yes("done", &done), Rejected);
        assert_eq!(server.yes("open", &open), Rejected);
    }
    journal.assert_is(&["done"]);
    let open = a.ask("open");
    assert_eq!(b.yes("open", &open), Ran);
    journal.assert_is(&["done", "open"]);
}

fn redis_full() {
    let redis = Instance::start(&[]);
    let journal = Journal::new();
    let mut a = journal.server(&redis.url());
    let state = a.ask("it");
    redis.full(true);
    assert_eq!(a.yes("it", &state), Refused("ledger_full".to_owned()));
    journal.assert_is(&[]);
    redis.full(false);
    assert_eq!(a.yes("it", &state), Ran);
    journal.assert_is(&["it"]);
}

fn a_server_that_dies_after_the_redeem_has_run_nothing() {
    let redis = Instance::start(&[]);
    let journal = Journal::new();
    let mut a = journal.start(&redis.url(), true);
    let mut b = journal.server(&redis.url());
    let state = a.ask("it");
    assert_eq!(a.yes("it", &state), Gone);
    journal.assert_is(&[]);
    assert_eq!(b.yes("it", &state), Rejected);
    let mut a = journal.server(&redis.url());
    assert_eq!(a.yes("it", &state), Rejected);
    journal.assert_is(&[]);
    let state = a.ask("it");
    assert_eq!(b.yes("it", &state), Ran);
    journal.assert_is(&["it"]);
}

fn a_no_stays_a_no_at_the_other_server() {
    let redis = Instance::start(&[]);
    let journal = Journal::new();
    let mut a = journal.server(&redis.url());
    let mut b = journal.server(&redis.url());
    let state = a.ask("it");
    assert_eq!(b.no("it", &state), no());
    assert_eq!(
        yes_to_both([&mut a, &mut b], "it", &state),
        [Rejected, Rejected]
    );
    journal.assert_is(&[]);
}

fn a_failover_to_a_replica_that_lags_behind_runs_nothing_twice() {
    let mut master = Instance::start(&[]);
    let replica = Instance::start(&[]);
    let address = Address::of(&master);
    let journal = Journal::new();
    let mut a = journal.server(&address.url());
    let mut b = journal.server(&address.url());
    // Else its coming begins another epoch.
    replica.follow(&master);
    let (done, open) = (a.ask("done"), b.ask("open"));
    replica.follow(&master);
    let nonces = |redis: &Instance| redis.run::<u64>(&["ZCARD", "countersign"]);
    assert_eq!(nonces(&replica), nonces(&master));
    replica.lag();
    assert_eq!(a.yes("done", &done), Ran);
    assert_eq!(
        nonces(&replica) + 1,
        nonces(&master),
        "the replica does not lag"
    );

    master.kill();
    assert_eq!(b.yes("open", &open), unavailable());
    address.lead_to(&replica);
    address.cut();
    // Before somebody promotes it.
    assert_eq!(b.yes("open", &open), unavailable());
    replica.promote();
    for server in [&mut a, &mut b] {
        assert_eq!(
            server.yes("done", &done),
            Rejected,
            "what the replica never heard of"
        );
        assert_eq!(server.yes("open", &open), Rejected);
    }
    journal.assert_is(&["done"]);
    let open = a.ask("open");
    assert_eq!(b.yes("open", &open), Ran);
    journal.assert_is(&["done", "open"]);
}

/// Does something to Redis every now and then, until told to stop.
fn disturb(redis: &mut Instance, stop: &AtomicBool) -> u32 {
    let mut times = 0;
    while !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(150));
        match times % 6 {
            0 => redis.run::<()>(&["FLUSHALL"]),
            1 => redis.pause(Duration::from_millis(400)),
            2 => redis.run::<()>(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]),
            3 => {
                redis.kill();
                thread::sleep(Duration::from_millis(100));
                redis.restart();
            }
            4 => {
                redis.full(true);
                thread::sleep(Duration::from_millis(100));
                redis.full(false);
            }
            _ => redis.pause(Duration::from_millis(50)),
        }
        times += 1;
    }
    times
}

/// Also when an assertion fails, or the failure would wait for what it has to stop.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn whatever_happens_to_redis_nothing_runs_twice() {
    let mut redis = Instance::start(&["--appendonly", "yes"]);
    let url = redis.url();
    let journal = Journal::new();
    let mut a = journal.server(&url);
    let mut b = journal.server(&url);
    let stop = AtomicBool::new(false);
    let mut ran = Vec::new();
    let mut refused = 0;
    thread::scope(|scope| {
        let disturber = scope.spawn(|| disturb(&mut redis, &stop));
        let stop = Stop(&stop);
        let start = Instant::now();
        let mut states: Vec<(String, String, bool)> = Vec::new();
        for n in 0.. {
            if start.elapsed() > Duration::from_secs(12) {
                break;
            }
            let name = n.to_string();
            match a.call(&name) {
                Asked(state) => {
                    let declined = n % 3 == 0 && b.no(&name, &state) == no();
                    states.push((name, state, declined));
                }
                other => {
                    assert_is_a_refusal(&other);
                    refused += 1;
                    continue;
                }
            }
            // The last one, and one from before, which is spent by now or was refused.
            for which in [states.len() - 1, n * 7 % states.len()] {
                let (name, state, declined) = &states[which];
                for outcome in yes_to_both([&mut a, &mut b], name, state) {
                    match outcome {
                        Ran => {
                            assert!(!declined, "{name}: a no became a yes");
                            assert!(!ran.contains(name), "{name} ran twice");
                            ran.push(name.clone());
                        }
                        Rejected => {}
                        other => {
                            assert_is_a_refusal(&other);
                            refused += 1;
                        }
                    }
                }
            }
        }
        drop(stop);
        let times = disturber.join().unwrap();
        println!(
            "{} ran, {refused} refused, Redis disturbed {times} times",
            ran.len()
        );
        assert!(times > 12, "not much happened to Redis");
    });
    assert!(ran.len() > 20, "hardly anything ran: {}", ran.len());
    assert!(refused > 5, "hardly anything was refused: {refused}");
    let ran: Vec<_> = ran.iter().map(String::as_str).collect();
    journal.assert_is(&ran);
}

#[track_caller]
fn assert_is_a_refusal(outcome: &Outcome) {
    let Refused(reason) = outcome else {
        panic!("{outcome:?}");
    };
    assert!(
        ["ledger_unavailable", "ledger_full"].contains(&&**reason),
        "{reason}"
    );
}
