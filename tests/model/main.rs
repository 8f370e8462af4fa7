//! G17 in a model, of which every state is explored: clients that send whatever they can, replicas
//! that die at any moment, ledgers that do not answer, answer too late or lose what they held, and
//! clocks that disagree.
//!
//! The model does what `src/mcp/suspended.rs` and the ledgers do; `src/mcp/suspended/replay.rs`
//! holds the two against each other. Each rule of it is left out once, and what it is there for
//! has to break.

mod protocol;

use std::collections::HashSet;

use protocol::{
    AFRESH, ASKED, DECLINES, FINAL, IN_TIME, LOST, ONCE, Outcome, Protocol, RUNS, Rule,
};
use stateright::{Checker, HasDiscoveries, Model};

/// Explores all states. They are as many as given, so that nobody narrows the model unnoticed.
#[track_caller]
fn explore(protocol: Protocol, states: usize, sometimes: &[&'static str]) {
    // Goes on when everything that is reached sometimes has been.
    let builder = protocol
        .checker()
        .threads(2)
        .finish_when(HasDiscoveries::AnyFailures);
    let checker = builder.spawn_bfs().join();
    println!(
        "{} states, up to {} steps away",
        checker.unique_state_count(),
        checker.max_depth()
    );
    for property in [ONCE, ASKED, FINAL, IN_TIME] {
        checker.assert_no_discovery(property);
    }
    for property in sometimes {
        checker.assert_any_discovery(property);
    }
    assert_eq!(checker.unique_state_count(), states);
}

#[test]
fn replicas_at_a_shared_ledger() {
    explore(Protocol::SHARED, 102_496, &[RUNS, DECLINES, LOST, AFRESH]);
}

#[test]
fn replicas_at_a_ledger_that_is_soon_full() {
    explore(Protocol::FULL, 73_286, &[RUNS, DECLINES, LOST, AFRESH]);
}

#[test]
fn processes_with_a_memory_each() {
    explore(Protocol::PRIVATE, 119_040, &[RUNS, DECLINES, AFRESH]);
}

/// Not that nothing ever runs: without faults an honest client is told nothing but the question
/// and the result, and at every end both calls have run once.
#[test]
fn where_nothing_fails_every_yes_runs() {
    let protocol = Protocol {
        faults: false,
        is_hostile: false,
        ..Protocol::SHARED
    };
    let mut found = HashSet::new();
    let mut open = protocol.init_states();
    let mut ends = 0;
    while let Some(world) = open.pop() {
        if !found.insert(world.clone()) {
            continue;
        }
        let mut actions = Vec::new();
        protocol.actions(&world, &mut actions);
        if actions.is_empty() {
            let ran: Vec<_> = world.sealed.iter().map(|sealed| sealed.ran).collect();
            assert_eq!(ran, [1, 1]);
            ends += 1;
        }
        for action in actions {
            let (after, told) = protocol.step(&world, action);
            assert!(
                matches!(told, None | Some(Outcome::Asked(_) | Outcome::Done)),
                "{action:?}: {told:?}"
            );
            open.push(after);
        }
    }
    println!("{} states", found.len());
    assert!(ends > 0);
}

/// Leaves out a rule, and shows a way on which this property breaks. On it replicas, slots and
/// subjects may change their names from one step to the next.
#[track_caller]
fn breaks(protocol: Protocol, rule: Rule, property: &'static str) {
    let protocol = Protocol {
        without: Some(rule),
        ..protocol
    };
    // One thread, so that it is always the same way.
    let builder = protocol
        .checker()
        .finish_when(HasDiscoveries::AnyOf([property].into()));
    let checker = builder.spawn_bfs().join();
    let way = checker.assert_any_discovery(property).into_actions();
    println!("without {rule:?}, not `{property}`:");
    for action in &way {
        println!("  {action:?}");
    }
}

#[test]
fn without_the_seal() {
    breaks(Protocol::SHARED, Rule::Seal, ASKED);
}

#[test]
fn without_the_binding_to_the_call() {
    breaks(Protocol::SHARED, Rule::Binding, ASKED);
}

#[test]
fn without_the_binding_to_the_epoch() {
    breaks(Protocol::SHARED, Rule::BoundEpoch, ONCE);
    breaks(Protocol::PRIVATE, Rule::BoundEpoch, ONCE);
}

#[test]
fn without_the_expiry() {
    breaks(Protocol::SHARED, Rule::Expiry, IN_TIME);
}

#[test]
fn without_a_look_for_the_answer() {
    breaks(Protocol::SHARED, Rule::Answer, ASKED);
}

#[test]
fn without_a_look_at_the_answer() {
    breaks(Protocol::SHARED, Rule::ExplicitYes, ASKED);
}

#[test]
fn without_redeeming_before_the_body() {
    breaks(Protocol::SHARED, Rule::RedeemFirst, ONCE);
}

#[test]
fn without_redeeming_what_is_no_yes() {
    breaks(Protocol::SHARED, Rule::RedeemAnyAnswer, FINAL);
}

#[test]
fn without_refusing_on_doubt() {
    breaks(Protocol::SHARED, Rule::DoubtRefuses, ONCE);
}

#[test]
fn without_the_epoch_in_the_ledger() {
    breaks(Protocol::SHARED, Rule::LedgerEpoch, ONCE);
}

#[test]
fn without_the_expiry_in_the_ledger() {
    breaks(Protocol::SHARED, Rule::LedgerExpiry, ONCE);
}

#[test]
fn without_one_step_for_look_up_and_insert() {
    breaks(Protocol::SHARED, Rule::Atomic, ONCE);
}

#[test]
fn without_refusing_when_full() {
    breaks(Protocol::FULL, Rule::NoEviction, ONCE);
}
