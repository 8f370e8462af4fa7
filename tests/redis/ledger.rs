//! What may happen to the ledger in Redis.

use std::{
    fmt::Write as _,
    net::{Ipv4Addr, TcpListener},
    time::{Duration, Instant},
};

use countersign::mcp::{
    Epoch, Ledger, LedgerError, Nonce,
    Redemption::{self, Redeemed, Spent},
    RedisLedger,
};

use crate::{
    Test, block_on,
    contract::{fresh, later, now, redeem},
    events,
    instance::{Address, Instance, eventually, free_port, url},
    tests,
};

pub(crate) const TESTS: &[Test] = &tests![ledger:
    connections_share_it_and_keys_part_it,
    the_epoch_has_both_ids_of_redis,
    a_flush_or_a_deleted_key_ends_the_epoch,
    an_eviction_ends_the_epoch,
    a_restart_without_persistence_ends_the_epoch,
    a_restart_with_persistence_ends_the_epoch,
    a_restart_from_a_snapshot_ends_the_epoch,
    a_failover_to_a_replica_that_lags_behind_ends_the_epoch,
    a_failover_and_back_ends_the_epoch,
    a_master_that_does_not_know_it_was_replaced_is_on_its_own,
    a_replica_is_unavailable_and_left,
    a_redis_that_is_gone_is_unavailable_until_it_is_back,
    a_connection_that_died_unused_is_no_refusal,
    a_paused_redis_is_unavailable_and_redeems_at_most_once,
    a_stopped_redis_is_unavailable_and_spends_the_nonce_later,
    a_redis_that_never_answers_is_unavailable,
    a_loading_redis_is_unavailable,
    an_error_of_redis_is_unavailable,
    a_redis_without_memory_is_full,
    a_full_redis_forgets_what_has_expired_and_recovers,
    what_has_expired_is_forgotten,
    a_clock_set_back_a_little_stands_still,
    a_clock_set_back_a_lot_ends_the_epoch,
    what_was_judged_expired_stays_expired,
    the_account_needs_no_more_than_documented,
    nothing_shows_the_password,
    what_is_no_url_is_an_error_without_it,
];

const LIMIT: Duration = Duration::from_millis(500);

fn of(instance: &Instance) -> RedisLedger {
    at(&instance.url())
}

fn at(url: &str) -> RedisLedger {
    RedisLedger::new(url).unwrap().time_limit(LIMIT)
}

type Outcome = Result<Redemption, LedgerError>;

const UNAVAILABLE: Outcome = Err(LedgerError::Unavailable);

/// Nonces from before: one that was redeemed, one that was not.
struct Before {
    epoch: Epoch,
    redeemed: Nonce,
    open: Nonce,
    expiry: Duration,
}

impl Before {
    fn new(ledger: &RedisLedger) -> Self {
        let before = Self::open(ledger);
        before.redeem(ledger);
        before
    }

    fn open(ledger: &RedisLedger) -> Self {
        Self {
            epoch: block_on(ledger.epoch()).unwrap(),
            redeemed: fresh(),
            open: fresh(),
            expiry: later(),
        }
    }

    fn redeem(&self, ledger: &RedisLedger) {
        let outcome = block_on(ledger.redeem(&self.epoch, self.redeemed, self.expiry));
        assert_eq!(outcome, Ok(Redeemed));
    }

    /// The epoch is over, nothing from it is accepted, and the next one works.
    #[track_caller]
    fn assert_is_over(&self, ledger: &RedisLedger) {
        block_on(async {
            let epoch = ledger.epoch().await.unwrap();
            assert_ne!(epoch, self.epoch);
            for nonce in [self.redeemed, self.open] {
                let outcome = ledger.redeem(&self.epoch, nonce, self.expiry).await;
                assert_eq!(outcome, Ok(Spent));
            }
            let nonce = fresh();
            for expected in [Redeemed, Spent] {
                let outcome = ledger.redeem(&epoch, nonce, self.expiry).await;
                assert_eq!(outcome, Ok(expected));
            }
        });
    }

    #[track_caller]
    fn assert_goes_on(&self, ledger: &RedisLedger) {
        block_on(async {
            assert_eq!(ledger.epoch().await, Ok(self.epoch.clone()));
            let again = |nonce| ledger.redeem(&self.epoch, nonce, self.expiry);
            assert_eq!(again(self.redeemed).await, Ok(Spent));
            assert_eq!(again(self.open).await, Ok(Redeemed));
        });
    }
}

/// Asks for the epoch and redeems in one from before: neither may succeed, nor take long.
#[track_caller]
fn assert_unavailable(ledger: &RedisLedger) {
    let start = Instant::now();
    block_on(async {
        assert_eq!(ledger.epoch().await, Err(LedgerError::Unavailable));
        let epoch = Epoch::new("from before");
        assert_eq!(ledger.redeem(&epoch, fresh(), later()).await, UNAVAILABLE);
    });
    assert!(start.elapsed() < 3 * LIMIT, "not within the time limit");
}

fn connections_share_it_and_keys_part_it() {
    let redis = Instance::start(&[]);
    let (one, another) = (of(&redis), of(&redis));
    let apart = of(&redis).key("another {key}:with*odd characters");
    let before = Before::new(&one);
    before.assert_goes_on(&another);
    assert_ne!(block_on(apart.epoch()), Ok(before.epoch.clone()));
    let outcome = block_on(redeem(&apart, before.redeemed, before.expiry));
    assert_eq!(outcome, Ok(Redeemed), "nonces of another key");
    let keys: u64 = redis.run(&["DBSIZE"]);
    assert_eq!(keys, 2);
    for key in ["countersign", "another {key}:with*odd characters"] {
        let ttl: i64 = redis.run(&["TTL", key]);
        assert_eq!(ttl, -1, "volatile-* may evict it at any time");
    }
}

/// A restart changes both ids of Redis 7, a failover one of them: it leans on neither alone.
fn the_epoch_has_both_ids_of_redis() {
    let redis = Instance::start(&[]);
    let epoch = block_on(of(&redis).epoch()).unwrap();
    let epoch = String::from_utf8(epoch.as_bytes().to_vec()).unwrap();
    let info: String = redis.run(&["INFO"]);
    for field in ["run_id:", "master_replid:"] {
        let id = info.lines().find_map(|line| line.strip_prefix(field));
        let id = id.unwrap().trim();
        assert_eq!(id.len(), 40);
        assert!(epoch.contains(id), "{field}");
    }
}

fn a_flush_or_a_deleted_key_ends_the_epoch() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    for words in [&["FLUSHALL"][..], &["DEL", "countersign"]] {
        let before = Before::new(&ledger);
        redis.run::<()>(words);
        // Also if nobody has asked for the epoch since.
        let outcome = block_on(ledger.redeem(&before.epoch, before.open, before.expiry));
        assert_eq!(outcome, Ok(Spent));
        before.assert_is_over(&ledger);
    }
}

fn an_eviction_ends_the_epoch() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    let before = Before::new(&ledger);
    redis.run::<()>(&["CONFIG", "SET", "maxmemory-policy", "allkeys-random"]);
    redis.full(true);
    eventually("the ledger is evicted", || {
        // Evicts until it gives up.
        let _: Result<(), _> = redis.try_run(&["SET", "else", "else"]);
        redis.run::<u64>(&["EXISTS", "countersign"]) == 0
    });
    redis.full(false);
    before.assert_is_over(&ledger);
}

fn a_restart_without_persistence_ends_the_epoch() {
    let mut redis = Instance::start(&[]);
    let ledger = of(&redis);
    let before = Before::new(&ledger);
    redis.kill();
    redis.restart();
    before.assert_is_over(&ledger);
}

/// It cannot tell a restart that lost nothing from one that did.
fn a_restart_with_persistence_ends_the_epoch() {
    let mut redis = Instance::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let ledger = of(&redis);
    let before = Before::new(&ledger);
    redis.kill();
    redis.restart();
    assert_eq!(redis.run::<u64>(&["ZCARD", "countersign"]), 3);
    before.assert_is_over(&ledger);
}

fn a_restart_from_a_snapshot_ends_the_epoch() {
    let mut redis = Instance::start(&[]);
    let ledger = of(&redis);
    let before = Before::open(&ledger);
    redis.run::<()>(&["SAVE"]);
    before.redeem(&ledger);
    redis.kill();
    redis.restart();
    let nonces: u64 = redis.run(&["ZCARD", "countersign"]);
    assert_eq!(nonces, 2, "the snapshot has the epoch, and not the nonce");
    before.assert_is_over(&ledger);
}

fn a_failover_to_a_replica_that_lags_behind_ends_the_epoch() {
    let mut master = Instance::start(&[]);
    let replica = Instance::start(&[]);
    let address = Address::of(&master);
    let ledger = at(&address.url());
    replica.follow(&master);
    let before = Before::open(&ledger);
    replica.follow(&master);
    replica.lag();
    before.redeem(&ledger);
    assert_eq!(master.run::<u64>(&["ZCARD", "countersign"]), 3);
    assert_eq!(replica.run::<u64>(&["ZCARD", "countersign"]), 2);
    master.kill();
    replica.promote();
    address.lead_to(&replica);
    address.cut();
    before.assert_is_over(&ledger);
}

/// The first master comes back with the data of the second, without having been restarted: run
/// id and name are as before, and a nonce is missing.
fn a_failover_and_back_ends_the_epoch() {
    let first = Instance::start(&[]);
    let second = Instance::start(&[]);
    let ledger = of(&first);
    second.follow(&first);
    let before = Before::open(&ledger);
    second.follow(&first);
    second.lag();
    before.redeem(&ledger);
    second.promote();
    first.follow(&second);
    assert_eq!(first.run::<u64>(&["ZCARD", "countersign"]), 2);
    first.promote();
    before.assert_is_over(&ledger);
}

fn a_master_that_does_not_know_it_was_replaced_is_on_its_own() {
    let old = Instance::start(&[]);
    let new = Instance::start(&[]);
    let (at_old, at_new) = (of(&old), of(&new));
    new.follow(&old);
    let before = Before::open(&at_old);
    new.follow(&old);
    new.promote();
    before.assert_is_over(&at_new);
    before.redeem(&at_old);
    before.assert_goes_on(&at_old);
}

fn a_replica_is_unavailable_and_left() {
    let master = Instance::start(&[]);
    let replica = Instance::start(&[]);
    let address = Address::of(&replica);
    let ledger = at(&address.url());
    // Connected before it is one.
    block_on(ledger.epoch()).unwrap();
    replica.follow(&master);
    assert_unavailable(&ledger);
    replica.run::<()>(&["CONFIG", "SET", "replica-read-only", "no"]);
    assert_unavailable(&ledger);
    // The connection is not cut, but a new one leads to the master.
    address.lead_to(&master);
    assert_eq!(block_on(redeem(&ledger, fresh(), later())), Ok(Redeemed));
}

fn a_redis_that_is_gone_is_unavailable_until_it_is_back() {
    let mut redis = Instance::start(&[]);
    let ledger = of(&redis);
    assert_eq!(block_on(redeem(&ledger, fresh(), later())), Ok(Redeemed));
    redis.kill();
    assert_unavailable(&ledger);
    redis.restart();
    assert_eq!(block_on(redeem(&ledger, fresh(), later())), Ok(Redeemed));
    let never = at(&url(free_port()));
    assert_unavailable(&never);
}

fn a_connection_that_died_unused_is_no_refusal() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    let before = Before::new(&ledger);
    for _ in 0..5 {
        redis.run::<()>(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
        assert_eq!(block_on(ledger.epoch()), Ok(before.epoch.clone()));
    }
    before.assert_goes_on(&ledger);
}

fn a_paused_redis_is_unavailable_and_redeems_at_most_once() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    block_on(async {
        let epoch = ledger.epoch().await.unwrap();
        let (nonce, expiry) = (fresh(), later());
        let pause = 4 * LIMIT;
        redis.pause(pause);
        let start = Instant::now();
        for _ in 0..2 {
            assert_eq!(ledger.redeem(&epoch, nonce, expiry).await, UNAVAILABLE);
        }
        assert!(start.elapsed() < 3 * LIMIT, "not within the time limit");
        tokio::time::sleep(pause).await;
        assert_eq!(redeem(&ledger, fresh(), expiry).await, Ok(Redeemed));
        // Whether it is spent depends on whether Redis noticed that nobody waits any more.
        let first = ledger.redeem(&epoch, nonce, expiry).await;
        assert!(first.is_ok(), "{first:?}");
        assert_eq!(ledger.redeem(&epoch, nonce, expiry).await, Ok(Spent));
    });
}

/// A yes may be lost. It is never doubled.
fn a_stopped_redis_is_unavailable_and_spends_the_nonce_later() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    block_on(async {
        let epoch = ledger.epoch().await.unwrap();
        let (nonce, expiry) = (fresh(), later());
        redis.stop();
        let start = Instant::now();
        assert_eq!(ledger.redeem(&epoch, nonce, expiry).await, UNAVAILABLE);
        assert!(start.elapsed() < 2 * LIMIT, "not within the time limit");
        redis.resume();
        eventually("it was carried out", || {
            redis.run::<u64>(&["ZCARD", "countersign"]) == 3
        });
        assert_eq!(redeem(&ledger, nonce, expiry).await, Ok(Spent));
    });
}

fn a_redis_that_never_answers_is_unavailable() {
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let ledger = at(&url(silent.local_addr().unwrap().port()));
    assert_unavailable(&ledger);
    // Many at once wait no longer than one.
    let start = Instant::now();
    block_on(async {
        let calls = (0..20).map(|_| ledger.epoch());
        for outcome in futures_util::future::join_all(calls).await {
            assert_eq!(outcome, Err(LedgerError::Unavailable));
        }
    });
    assert!(start.elapsed() < 2 * LIMIT, "one after another");
}

fn a_loading_redis_is_unavailable() {
    let mut redis = Instance::start(&[
        "--key-load-delay",
        "20000",
        "--loading-process-events-interval-bytes",
        "1024",
    ]);
    for n in 0..50 {
        let value = "v".repeat(2_000);
        redis.run::<()>(&["SET", &format!("key {n}"), &value]);
    }
    redis.run::<()>(&["CONFIG", "SET", "rdbcompression", "no"]);
    redis.run::<()>(&["SAVE"]);
    redis.kill();
    redis.restart_loading();
    let ledger = of(&redis);
    let ping = redis.try_run::<()>(&["PING"]).unwrap_err();
    assert_eq!(ping.code(), Some("LOADING"));
    assert_eq!(block_on(ledger.epoch()), Err(LedgerError::Unavailable));
    eventually("it is loaded", || block_on(ledger.epoch()).is_ok());
    assert_eq!(block_on(redeem(&ledger, fresh(), later())), Ok(Redeemed));
}

fn an_error_of_redis_is_unavailable() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);

    redis.run::<()>(&["SET", "countersign", "a string"]);
    assert_unavailable(&ledger);
    redis.run::<()>(&["DEL", "countersign"]);

    let epoch = block_on(ledger.epoch()).unwrap();
    redis.run::<()>(&["CONFIG", "SET", "min-replicas-to-write", "1"]);
    let outcome = block_on(ledger.redeem(&epoch, fresh(), later()));
    assert_eq!(outcome, UNAVAILABLE, "NOREPLICAS");
    redis.run::<()>(&["CONFIG", "SET", "min-replicas-to-write", "0"]);

    // Another Redis, as far as the script can see.
    redis.run::<()>(&[
        "ACL",
        "SETUSER",
        "narrow",
        "on",
        ">narrow",
        "~countersign",
        "+@all",
        "-info",
    ]);
    let narrow = at(&redis.url().replace("redis://", "redis://narrow:narrow@"));
    assert_unavailable(&narrow);

    let nonce = fresh();
    redis.run::<()>(&["CONFIG", "SET", "requirepass", "a password"]);
    redis.try_run::<()>(&["PING"]).unwrap_err();
    assert_unavailable(&at(&redis.url()));
    let with = |password| {
        redis
            .url()
            .replace("redis://", &format!("redis://:{password}@"))
    };
    assert_unavailable(&at(&with("wrong")));
    let right = at(&with("a%20password"));
    assert_eq!(block_on(redeem(&right, nonce, later())), Ok(Redeemed));
}

fn a_redis_without_memory_is_full() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    let before = Before::new(&ledger);
    redis.full(true);
    let outcome = block_on(ledger.redeem(&before.epoch, before.open, before.expiry));
    assert_eq!(outcome, Err(LedgerError::Full));
    let outcome = block_on(ledger.redeem(&before.epoch, before.redeemed, before.expiry));
    assert_eq!(outcome, Ok(Spent));
    let empty = of(&redis).key("empty");
    assert_eq!(block_on(empty.epoch()), Err(LedgerError::Full));
    redis.full(false);
    before.assert_goes_on(&ledger);
}

fn a_full_redis_forgets_what_has_expired_and_recovers() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    let soon = now() + LIMIT;
    for _ in 0..10 {
        assert_eq!(block_on(redeem(&ledger, fresh(), soon)), Ok(Redeemed));
    }
    redis.full(true);
    assert_eq!(
        block_on(redeem(&ledger, fresh(), later())),
        Err(LedgerError::Full)
    );
    std::thread::sleep(LIMIT);
    assert_eq!(block_on(redeem(&ledger, fresh(), later())), Ok(Redeemed));
    assert_eq!(redis.run::<u64>(&["ZCARD", "countersign"]), 3);
}

fn what_has_expired_is_forgotten() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    block_on(async {
        let epoch = ledger.epoch().await.unwrap();
        let soon = now() + Duration::from_secs(2);
        for _ in 0..250 {
            assert_eq!(ledger.redeem(&epoch, fresh(), soon).await, Ok(Redeemed));
        }
        let kept = fresh();
        assert_eq!(ledger.redeem(&epoch, kept, later()).await, Ok(Redeemed));
        assert_eq!(redis.run::<u64>(&["ZCARD", "countersign"]), 253);
        tokio::time::sleep(soon.saturating_sub(now())).await;
        for left in [154, 55, 6] {
            assert_eq!(ledger.redeem(&epoch, fresh(), later()).await, Ok(Redeemed));
            assert_eq!(redis.run::<u64>(&["ZCARD", "countersign"]), left);
        }
        assert_eq!(ledger.redeem(&epoch, kept, later()).await, Ok(Spent));
    });
}

/// As if Redis had acted when its clock was this much ahead, and had been set back since.
fn set_back(redis: &Instance, by: Duration) {
    let latest = (now() + by).as_millis();
    redis.run::<()>(&["ZADD", "countersign", &format!("-{latest}"), "clock"]);
}

fn a_clock_set_back_a_little_stands_still() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    block_on(async {
        let epoch = ledger.epoch().await.unwrap();
        let expiry = now() + Duration::from_secs(30);
        let (redeemed, open) = (fresh(), fresh());
        assert_eq!(ledger.redeem(&epoch, redeemed, expiry).await, Ok(Redeemed));
        set_back(&redis, Duration::from_secs(31));
        // Forgets what had expired before the clock was set back.
        assert_eq!(ledger.redeem(&epoch, fresh(), later()).await, Ok(Redeemed));
        assert_eq!(redis.run::<u64>(&["ZCARD", "countersign"]), 3);
        for nonce in [redeemed, open] {
            assert_eq!(ledger.redeem(&epoch, nonce, expiry).await, Ok(Spent));
        }
        assert_eq!(ledger.epoch().await, Ok(epoch));
    });
}

fn a_clock_set_back_a_lot_ends_the_epoch() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    let before = Before::new(&ledger);
    set_back(&redis, Duration::from_secs(3_600));
    before.assert_is_over(&ledger);
    // Also if a redeem is the first to notice.
    let before = Before::new(&ledger);
    set_back(&redis, Duration::from_secs(3_600));
    let outcome = block_on(ledger.redeem(&before.epoch, before.open, later() * 2));
    assert_eq!(outcome, Ok(Spent));
    before.assert_is_over(&ledger);
}

fn what_was_judged_expired_stays_expired() {
    let redis = Instance::start(&[]);
    let ledger = of(&redis);
    block_on(async {
        let epoch = ledger.epoch().await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
        let expired = now();
        assert_eq!(ledger.redeem(&epoch, fresh(), expired).await, Ok(Spent));
        // The time that will not go back.
        let latest: String = redis.run(&["ZSCORE", "countersign", "clock"]);
        let latest: u128 = latest.strip_prefix('-').unwrap().parse().unwrap();
        assert!(latest >= expired.as_millis());
    });
}

fn the_account_needs_no_more_than_documented() {
    let redis = Instance::start(&[]);
    let rules = "on >secret ~countersign +@connection +evalsha +script|load +info +time +zadd \
                 +zrem +zscore +zrangebyscore +zrevrangebyscore +unlink";
    let mut words = vec!["ACL", "SETUSER", "ledger"];
    words.extend(rules.split_whitespace());
    redis.run::<()>(&words);
    let ledger = at(&redis.url().replace("redis://", "redis://ledger:secret@"));
    let before = Before::new(&ledger);
    set_back(&redis, Duration::from_secs(3_600));
    before.assert_is_over(&ledger);
    let soon = now() + Duration::from_millis(100);
    assert_eq!(block_on(redeem(&ledger, fresh(), soon)), Ok(Redeemed));
    std::thread::sleep(Duration::from_millis(110));
    assert_eq!(block_on(redeem(&ledger, fresh(), later())), Ok(Redeemed));
}

fn nothing_shows_the_password() {
    const PASSWORD: &str = "hunter2-of-this-test";
    let redis = Instance::start(&[]);
    let with = |user: &str| {
        let account = format!("redis://{user}:{PASSWORD}@");
        at(&redis.url().replace("redis://", &account)).key("kept in view")
    };
    // Rejected; and quoted by what does not understand it.
    let mut shown = String::new();
    for ledger in [with(""), with("nobody")] {
        assert_unavailable(&ledger);
        write!(shown, "{ledger:?} {ledger:#?}").unwrap();
    }
    redis.run::<()>(&["CONFIG", "SET", "requirepass", PASSWORD]);
    let ledger = with("");
    let nonce = Nonce::from_bytes(*b"a nonce in view!");
    assert_eq!(block_on(redeem(&ledger, nonce, later())), Ok(Redeemed));
    redis.run_as(PASSWORD, &["ACL", "SETUSER", "default", "-evalsha"]);
    assert_eq!(block_on(redeem(&ledger, nonce, later())), UNAVAILABLE);
    write!(shown, "{ledger:?} {:?}", LedgerError::Unavailable).unwrap();
    assert!(shown.contains("kept in view"), "{shown}");
    let logged = events::kept();
    for expected in [
        "Redis does not serve as a ledger",
        "NOPERM",
        "authentication failed",
    ] {
        assert!(logged.contains(expected), "{expected}: {logged}");
    }
    for secret in [PASSWORD, "a nonce in view!"] {
        assert!(
            !shown.contains(secret) && !logged.contains(secret),
            "{secret}"
        );
    }
}

fn what_is_no_url_is_an_error_without_it() {
    for url in [
        "",
        "hunter2",
        "http://:hunter2@127.0.0.1",
        "redis://:hunter2@127.0.0.1:port",
        "redis://:hunter2@127.0.0.1/database",
        "rediss://:hunter2@127.0.0.1",
    ] {
        let error = RedisLedger::new(url).unwrap_err();
        let shown = format!("{error} {error:?} {error:#?}");
        assert!(!shown.contains("hunter2"), "{shown}");
        assert_eq!(
            error.to_string().contains("TLS"),
            url.starts_with("rediss:")
        );
    }
}
