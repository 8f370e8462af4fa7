//! What a guard does at run time. That it opens to nothing else is a matter for the compiler.

use std::sync::Mutex;

use countersign::{
    Command, Gate, Granted, Guarded, Listed, Overrides, Tool, Unconfirmed, command,
    testing::{Reply, ScriptedHuman},
    tier,
};
use pollster::block_on;

type Handoff = tier::Confirm<tier::Handoff>;
type Outbox = Guarded<Mutex<Vec<String>>, Handoff>;

struct Export(&'static str);

impl Tool for Export {
    type Tier = Handoff;
    type Context<'a> = &'a Outbox;
    type Output = usize;
    const COMMAND: Command = command! { Command::new("export", "Export a filing") };

    async fn run(call: Granted<'_, Self>, outbox: Self::Context<'_>) -> usize {
        let mut outbox = outbox.open(&call).lock().unwrap();
        outbox.push(call.0.to_owned());
        outbox.len()
    }
}

/// Another tool of the same tier: a guard binds the tier, not the tool.
struct Look;

impl Tool for Look {
    type Tier = Handoff;
    type Context<'a> = &'a Outbox;
    type Output = Vec<String>;
    const COMMAND: Command = command! { Command::new("look", "Hand over a copy of the outbox") };

    async fn run(call: Granted<'_, Self>, outbox: Self::Context<'_>) -> Vec<String> {
        outbox.open(&call).lock().unwrap().clone()
    }
}

fn gate() -> Gate {
    let listed = [Listed::of::<Export>(), Listed::of::<Look>()];
    Gate::new(&listed, Overrides::none()).unwrap()
}

#[test]
fn it_opens_to_a_confirmed_call_and_stays_shut_for_a_refused_one() {
    let outbox = Outbox::new(Mutex::default());
    let human = ScriptedHuman::new([Reply::Yes, Reply::No, Reply::Yes, Reply::Yes]);
    let export = |filing| {
        let call = Unconfirmed::new(Export(filing));
        block_on(gate().run(call, &human, &outbox))
    };
    assert_eq!(export("2025-q1"), Ok(1));
    assert!(export("2025-q2").is_err());
    assert_eq!(export("2025-q3"), Ok(2));
    let look = block_on(gate().run(Unconfirmed::new(Look), &human, &outbox));
    assert_eq!(look.unwrap(), ["2025-q1", "2025-q3"]);
    human.finish();
}

#[test]
fn debug_shows_nothing_of_the_resource() {
    let outbox = Outbox::new(Mutex::new(vec!["a filing".to_owned()]));
    assert_eq!(format!("{outbox:?} {outbox:#?}"), "Guarded(..) Guarded(..)");
}

#[test]
fn it_is_const_and_as_large_as_what_it_holds() {
    static SHUT: Guarded<Mutex<u64>, tier::AutoApprove> = Guarded::new(Mutex::new(7));
    assert_eq!(size_of_val(&SHUT), size_of::<Mutex<u64>>());
}
