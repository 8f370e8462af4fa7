//! The same state many times at once, and many states at once.

use std::{collections::BTreeSet, sync::Arc};

use countersign::mcp::MemoryLedger;
use tokio::{sync::Barrier, task::JoinSet};

use crate::{
    client::{Call, Client, Reply, decline, export, serve_http, yes},
    desk::{Desk, Shared, gate, settings_with},
};

/// Sends all at the same moment.
async fn at_once(calls: impl IntoIterator<Item = (Client, Call)>) -> Vec<Reply> {
    let calls: Vec<_> = calls.into_iter().collect();
    let barrier = Arc::new(Barrier::new(calls.len()));
    let mut tasks = JoinSet::new();
    for (client, call) in calls {
        let barrier = barrier.clone();
        tasks.spawn(async move {
            barrier.wait().await;
            client.send(call).await
        });
    }
    tasks.join_all().await
}

/// One of them ran, and the others were told that the state is spent.
fn one_of(replies: Vec<Reply>) {
    let (done, spent): (Vec<_>, Vec<_>) = replies.into_iter().partition(Reply::is_done);
    assert_eq!(done.len(), 1, "{done:?}");
    spent.into_iter().for_each(Reply::invalid_state);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_retries_with_one_state_one_runs() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    for round in 1..=10 {
        let state = client.state_of(export("a")).await;
        let retry = export("a").state(state).answer(yes());
        one_of(at_once((0..64).map(|_| (client.clone(), retry.clone()))).await);
        assert_eq!(desk.journal.read().len(), round);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_connections_to_two_servers_with_one_ledger_one_runs() {
    let ledger = Arc::new(MemoryLedger::new());
    let one = Desk::with(settings_with(gate(), Shared(ledger.clone())));
    let mut other = Desk::with(settings_with(gate(), Shared(ledger)));
    other.journal = one.journal.clone();
    let mut clients = Vec::new();
    for desk in [&one, &other].into_iter().cycle().take(16) {
        clients.push(Client::of(desk).await);
    }
    for round in 1..=20 {
        let state = clients[round % 16].state_of(export("a")).await;
        let retry = export("a").state(state).answer(yes());
        one_of(at_once(clients.iter().map(|client| (client.clone(), retry.clone()))).await);
        assert_eq!(one.journal.read().len(), round);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn over_http_one_of_64_runs() {
    let desk = Desk::new();
    let url = serve_http({
        let desk = desk.clone();
        move || desk.clone()
    })
    .await;
    let mut clients = Vec::new();
    for _ in 0..4 {
        clients.push(Client::http(&url, "alice").await);
    }
    let state = clients[0].state_of(export("a")).await;
    let retry = export("a").state(state).answer(yes());
    let calls = (0..64).map(|n| (clients[n % 4].clone(), retry.clone()));
    one_of(at_once(calls).await);
    assert_eq!(desk.journal.read(), ["exported a"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_yes_and_a_no_at_once_are_one_answer() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    for _ in 0..50 {
        let before = desk.journal.read().len();
        let state = client.state_of(export("a")).await;
        let retry = |n| {
            let answer = if n % 2 == 0 { yes() } else { decline() };
            export("a").state(state.clone()).answer(answer)
        };
        let replies = at_once((0..8).map(|n| (client.clone(), retry(n)))).await;
        let (answered, spent): (Vec<_>, Vec<_>) = replies
            .into_iter()
            .partition(|reply| matches!(reply, Reply::Result(_)));
        assert_eq!(answered.len(), 1, "{answered:?}");
        let ran = desk.journal.read().len() - before;
        assert_eq!(ran, usize::from(answered[0].is_done()));
        spent.into_iter().for_each(Reply::invalid_state);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_states_all_run_once() {
    let desk = Desk::new();
    let client = Client::of(&desk).await;
    let names: Vec<String> = (0..64).map(|n| format!("draft {n}")).collect();
    let mut retries = Vec::new();
    for name in &names {
        let state = client.state_of(export(name)).await;
        retries.push(export(name).state(state).answer(yes()));
    }
    // Each twice.
    let calls = retries.iter().chain(&retries);
    let replies = at_once(calls.map(|retry| (client.clone(), retry.clone()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.is_done()).count(), 64);
    let ran = desk.journal.read();
    assert_eq!(ran.len(), 64);
    let expected: BTreeSet<String> = names
        .iter()
        .map(|name| format!("exported {name}"))
        .collect();
    assert_eq!(ran.into_iter().collect::<BTreeSet<_>>(), expected);
}
