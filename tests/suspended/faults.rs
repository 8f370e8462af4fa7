//! Cancelled calls, panics, and a server that dies at the worst moment.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use countersign::mcp::{Epoch, Ledger, LedgerError, MemoryLedger, Nonce, Redemption};
use rmcp::ServiceExt;
use serde_json::json;
use tokio::sync::Semaphore;

use crate::{
    client::{Client, call, delete, export, yes},
    desk::{Desk, Shared, gate, settings_with},
};

/// A ledger that can be held up before and after it redeems.
struct HeldUp {
    ledger: MemoryLedger,
    before: Semaphore,
    after: Semaphore,
    has_redeemed: AtomicBool,
}

impl HeldUp {
    fn new(before: usize, after: usize) -> Arc<Self> {
        Arc::new(Self {
            ledger: MemoryLedger::new(),
            before: Semaphore::new(before),
            after: Semaphore::new(after),
            has_redeemed: AtomicBool::new(false),
        })
    }

    fn let_go(&self) {
        self.before.add_permits(100);
        self.after.add_permits(100);
    }

    async fn redeemed(&self) {
        while !self.has_redeemed.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

impl Ledger for HeldUp {
    async fn epoch(&self) -> Result<Epoch, LedgerError> {
        self.ledger.epoch().await
    }

    async fn redeem(
        &self,
        epoch: &Epoch,
        nonce: Nonce,
        expires_at: Duration,
    ) -> Result<Redemption, LedgerError> {
        self.before.acquire().await.unwrap().forget();
        let redemption = self.ledger.redeem(epoch, nonce, expires_at).await;
        self.has_redeemed.store(true, Ordering::SeqCst);
        self.after.acquire().await.unwrap().forget();
        redemption
    }
}

#[tokio::test]
async fn a_call_cancelled_around_its_redemption_never_runs() {
    for (before, after) in [(0, 0), (1, 0)] {
        let ledger = HeldUp::new(before, after);
        let desk = Desk::with(settings_with(gate(), Shared(ledger.clone())));
        let client = Client::of(&desk).await;
        let state = client.state_of(export("a")).await;
        let retry = export("a").state(state).answer(yes());
        client.send_and_cancel(retry.clone()).await;
        assert_eq!(ledger.has_redeemed.load(Ordering::SeqCst), before == 1);
        ledger.let_go();
        ledger.redeemed().await;
        // What was sent after it has been answered, so it is over.
        client.send(call("list_drafts", json!({}))).await.done();
        client.send(retry).await.invalid_state();
        assert_eq!(desk.journal.read(), ["listed"]);
        // The server lives on.
        let state = client.state_of(export("b")).await;
        client
            .send(export("b").state(state).answer(yes()))
            .await
            .done();
        assert_eq!(desk.journal.read(), ["listed", "exported b"]);
    }
}

#[tokio::test]
async fn a_body_that_panics_is_answered_and_does_not_run_again() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    let explode = || call("explode", json!({}));
    let state = client.state_of(explode()).await;
    let retry = explode().state(state).answer(yes());
    let (_, text) = client.send(retry.clone()).await.refused();
    assert!(
        text.contains("what it had done by then stays done"),
        "{text}"
    );
    assert!(!text.contains("on purpose"), "{text}");
    client.send(retry).await.invalid_state();
    assert_eq!(desk.journal.read(), ["exploded"]);
    client.send(explode()).await.asked();
}

/// A ledger that panics where it is told to.
struct Panicking {
    in_epoch: bool,
}

impl Ledger for Panicking {
    async fn epoch(&self) -> Result<Epoch, LedgerError> {
        assert!(!self.in_epoch, "the ledger of a test panics on purpose");
        Ok(Epoch::new("one"))
    }

    async fn redeem(&self, _: &Epoch, _: Nonce, _: Duration) -> Result<Redemption, LedgerError> {
        panic!("the ledger of a test panics on purpose")
    }
}

#[tokio::test]
async fn a_ledger_that_panics_runs_nothing_and_is_answered() {
    let says_so = |text: String| assert!(text.contains("nothing was done"), "{text}");

    let desk = Desk::with(settings_with(gate(), Panicking { in_epoch: true }));
    let client = Client::of(&desk).await;
    says_so(client.send(delete("a")).await.refused().1);
    says_so(
        client
            .send(delete("a").state("x").answer(yes()))
            .await
            .refused()
            .1,
    );
    desk.journal.assert_empty();

    let desk = Desk::with(settings_with(gate(), Panicking { in_epoch: false }));
    let client = Client::of(&desk).await;
    let state = client.state_of(delete("a")).await;
    says_so(
        client
            .send(delete("a").state(state).answer(yes()))
            .await
            .refused()
            .1,
    );
    desk.journal.assert_empty();
}

#[test]
fn a_server_that_dies_between_redemption_and_execution_has_lost_the_yes() {
    let ours = tokio::runtime::Runtime::new().unwrap();
    let servers = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let ledger = HeldUp::new(1, 0);
    let desk = Desk::with(settings_with(gate(), Shared(ledger.clone())));
    let (theirs, pipe) = tokio::io::duplex(1 << 16);
    servers.spawn({
        let desk = desk.clone();
        async move { desk.serve(theirs).await.unwrap().waiting().await }
    });
    let retry = ours.block_on(async {
        let client = Client::at(pipe).await;
        let state = client.state_of(export("a")).await;
        let retry = export("a").state(state).answer(yes());
        let sent = tokio::spawn({
            let (client, retry) = (client.clone(), retry.clone());
            async move { client.send(retry).await }
        });
        ledger.redeemed().await;
        sent.abort();
        retry
    });
    // All its tasks are dropped where they wait.
    servers.shutdown_timeout(Duration::from_secs(10));
    ledger.let_go();
    desk.journal.assert_empty();

    // Another process with the same ledger and key: the yes is spent, asking again asks again.
    ours.block_on(async {
        let client = Client::of(&desk).await;
        client.send(retry).await.invalid_state();
        desk.journal.assert_empty();
        let state = client.state_of(export("a")).await;
        client
            .send(export("a").state(state).answer(yes()))
            .await
            .done();
        assert_eq!(desk.journal.read(), ["exported a"]);
    });
}

#[tokio::test]
async fn a_restart_with_a_private_memory_rejects_what_was_sealed_before() {
    let before = Desk::new();
    let client = Client::of(&before).await;
    let [fresh, declined, confirmed] = [
        client.state_of(export("a")).await,
        client.state_of(export("a")).await,
        client.state_of(export("a")).await,
    ];
    client
        .send(export("a").state(declined.clone()).answer(json!({})))
        .await
        .refused();
    client
        .send(export("a").state(confirmed.clone()).answer(yes()))
        .await
        .done();
    // The same key, but nothing is remembered.
    let after = before.reconfigured(|settings| settings.ledger(MemoryLedger::new()));
    let client = Client::of(&after).await;
    for state in [fresh, declined, confirmed] {
        client
            .send(export("a").state(state).answer(yes()))
            .await
            .invalid_state();
    }
    assert_eq!(after.journal.read(), ["exported a"]);
}
