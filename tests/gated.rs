//! `assert_gated!` and `assert_served`: right beliefs pass, and each wrong one fails, by a message
//! that names the tool, what was found, and what to do.
//!
//! What must not compile is in `tests/gated/`.

#[path = "gated/tools.rs"]
mod tools;

use countersign::{Gate, Listed, Overrides, Policy, assert_gated};
use tools::{Add, Desk, Export, Read, Submit, Wipe, listed};

fn gate() -> Gate {
    Gate::new(&listed(), Overrides::none()).unwrap()
}

/// What the assertion says when it fails.
fn message(assertion: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(assertion).expect_err("a wrong belief passed");
    *panic.downcast::<String>().expect("a message")
}

#[track_caller]
fn assert_says(message: &str, words: &[&str]) {
    for words in words {
        assert!(message.contains(words), "no {words:?} in: {message}");
    }
}

#[test]
fn good_tools_of_every_tier_pass() {
    assert_gated!(Read: AutoApprove<ReadOnly>);
    assert_gated!(Add: AutoApprove<Additive>, key = "add");
    assert_gated!(
        Wipe: Confirm<Destructive>,
        key = "wipe",
        opens = |desk| &desk.drafts,
        gate = gate(),
        call = Wipe {},
        with_forms = Elicit,
        without_forms = ClientHint,
    );
    assert_gated!(
        Export: countersign::tier::Confirm<countersign::tier::Handoff>,
        opens = |desk: &&Desk| &desk.outbox,
        gate = &gate(),
        call = Export {},
        with_forms = Elicit,
        without_forms = RefuseNoChannel
    );
    assert_gated!(Submit: Block, key = "submit",
        gate = gate(), call = Submit {}, with_forms = RefuseBlocked, without_forms = RefuseBlocked);
    assert_gated!(Read: AutoApprove,
        gate = gate(), call = Read {}, with_forms = Auto, without_forms = Auto);
}

#[test]
fn another_key() {
    let said = message(|| assert_gated!(Wipe: Confirm<Destructive>, key = "delete"));
    assert_says(
        &said,
        &["assert_gated!(Wipe)", "\"wipe\"", "\"delete\"", "`COMMAND`"],
    );
}

#[test]
fn another_routing() {
    let said = message(|| {
        assert_gated!(Wipe: Confirm<Destructive>, gate = gate(), call = Wipe {},
            with_forms = Auto, without_forms = ClientHint);
    });
    assert_says(&said, &["(Wipe)", "with_forms = Auto", "route Elicit"]);

    let said = message(|| {
        let gate = gate().close_client_hint();
        assert_gated!(Wipe: Confirm<Destructive>, gate = gate, call = Wipe {},
            with_forms = Elicit, without_forms = ClientHint);
    });
    let found =
        "without_forms = ClientHint was expected, and the gate takes the route RefuseNoChannel";
    assert_says(&said, &[found, "at_least"]);

    let said = message(|| {
        let overrides = Overrides::none().tighten("read", Policy::Confirm);
        let gate = Gate::new(&listed(), overrides).unwrap();
        assert_gated!(Read: AutoApprove, gate = gate, call = Read {},
            with_forms = Auto, without_forms = Auto);
    });
    assert_says(&said, &["with_forms = Auto", "route Elicit"]);

    let said = message(|| {
        let gate = Gate::new(&[Listed::of::<Read>()], Overrides::none()).unwrap();
        assert_gated!(Wipe: Confirm<Destructive>, gate = gate, call = Wipe {},
            with_forms = Elicit, without_forms = ClientHint);
    });
    assert_says(&said, &["the gate refuses the call", "`wipe`", "list"]);
}
