//! What `assert_gated!` does not let compile. Each attempt has a twin, which differs in the code
//! at fault and compiles.

#[allow(dead_code, reason = "shared with another test")]
mod scratch;

use std::collections::BTreeSet;

use scratch::Package;

struct Case {
    name: &'static str,
    attempt: &'static str,
    twin: &'static str,
    codes: &'static [&'static str],
    /// What the error says: the tool, what was found, what was expected.
    says: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "another_tier",
        attempt: "fn main() { assert_gated!(Wipe: Confirm<Handoff>); }",
        twin: "fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        codes: &["E0271"],
        says: &[
            "Wipe",
            "Confirm<Handoff>",
            "Confirm<Destructive>",
            "has_tier",
        ],
    },
    Case {
        name: "a_looser_tier",
        attempt: "fn main() { assert_gated!(Read: AutoApprove<Additive>, key = \"read\"); }",
        twin: "fn main() { assert_gated!(Read: AutoApprove, key = \"read\"); }",
        codes: &["E0271"],
        says: &["Read", "Additive", "ReadOnly", "has_tier"],
    },
    Case {
        name: "not_a_tool",
        attempt: "fn main() { assert_gated!(Drafts: Confirm<Destructive>); }",
        twin: "fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        codes: &["E0277", "E0599"],
        says: &["Drafts` is not a tool"],
    },
    Case {
        name: "guard_of_another_tier",
        attempt: "fn main() { assert_gated!(Wipe: Confirm<Destructive>, opens = |desk| &desk.outbox); }",
        twin: "fn main() { assert_gated!(Wipe: Confirm<Destructive>, opens = |desk| &desk.drafts); }",
        codes: &["E0308"],
        says: &["Confirm<Destructive>", "Confirm<Handoff>"],
    },
    Case {
        name: "resource_without_guard",
        attempt: "fn main() { assert_gated!(Wipe: Confirm<Destructive>, opens = |_| &Drafts); }",
        twin: "fn main() { assert_gated!(Wipe: Confirm<Destructive>, opens = |desk| &desk.drafts); }",
        codes: &["E0308"],
        says: &["Guarded<_, Confirm<Destructive>>", "Drafts"],
    },
    Case {
        name: "route_by_a_name_that_is_none",
        attempt: "fn main() { assert_gated!(Wipe: Confirm<Destructive>, gate = gate(), call = Wipe {}, with_forms = Ask, without_forms = ClientHint); }",
        twin: "fn main() { assert_gated!(Wipe: Confirm<Destructive>, gate = gate(), call = Wipe {}, with_forms = Elicit, without_forms = ClientHint); }",
        codes: &["E0599"],
        says: &["Ask", "ConfirmRoute"],
    },
    Case {
        name: "arguments_with_execute",
        attempt: "impl Wipe { fn execute(&self) {} } fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        twin: "impl Wipe { fn execution(&self) {} } fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        codes: &["E0308"],
        says: &["NothingToExecute"],
    },
    Case {
        name: "arguments_with_execute_on_a_desk",
        attempt: "impl Wipe { async fn execute(self, _: &Desk) {} } fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        twin: "impl Read { async fn execute(self, _: &Desk) {} } fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        codes: &["E0061", "E0308"],
        says: &["execute(self, _: &Desk)"],
    },
    Case {
        name: "arguments_with_execute_mut",
        attempt: "impl Wipe { fn execute(&mut self) {} } fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        twin: "impl Wipe { fn execute() {} } fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        codes: &["E0308"],
        says: &["NothingToExecute"],
    },
    Case {
        name: "arguments_with_execute_by_a_trait",
        attempt: "trait Run { fn execute(&mut self) {} } impl Run for Wipe {} fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        twin: "trait Run { fn execute(&mut self) {} } impl Run for Read {} fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        codes: &["E0034"],
        says: &["execute", "Run"],
    },
    Case {
        name: "unconfirmed_with_execute_by_a_trait",
        attempt: "trait Run { fn execute(self); } impl Run for Unconfirmed<Wipe> { fn execute(self) {} } fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        twin: "trait Run { fn perform(self); } impl Run for Unconfirmed<Wipe> { fn perform(self) {} } fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        codes: &["E0308"],
        says: &["NothingToExecute"],
    },
    Case {
        name: "pending_with_execute_by_a_trait",
        attempt: "trait Run { fn execute(&self) {} } impl Run for Pending<Wipe> {} fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        twin: "trait Run { fn execute(&self) {} } impl Run for Pending<Read> {} fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        codes: &["E0308"],
        says: &["NothingToExecute"],
    },
    Case {
        name: "routed_with_execute_by_a_trait",
        attempt: "trait Run { fn execute(&self) {} } impl Run for Routed<Wipe> {} fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        twin: "trait Run { fn execute(&self) {} } impl Run for Routed<Read> {} fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        codes: &["E0308"],
        says: &["NothingToExecute"],
    },
    Case {
        name: "refusal_with_execute_by_a_trait",
        attempt: "trait Run { fn execute(&self) {} } impl Run for Refusal {} fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        twin: "trait Run { fn execute(&self) {} } impl Run for Reason {} fn main() { assert_gated!(Wipe: Confirm<Destructive>); }",
        codes: &["E0308"],
        says: &["NothingToExecute"],
    },
];

/// The states cannot be given these traits from outside of the crate, so what notices them is
/// tried on a state of ours.
const STATES: &[(&str, &str, &str)] = &[
    (
        "CanBeCloned",
        "impl Clone for State { fn clone(&self) -> Self { Self(Wipe {}) } }",
        "",
    ),
    (
        "HasADefault",
        "impl Default for State { fn default() -> Self { Self(Wipe {}) } }",
        "",
    ),
    (
        "CanBeDeserialized",
        "#[derive(serde::Deserialize)]",
        "#[derive(serde::Serialize)] struct Other;",
    ),
    (
        "CanBeMadeFromTheArguments",
        "impl From<Wipe> for State { fn from(call: Wipe) -> Self { Self(call) } }",
        "impl From<Read> for State { fn from(_: Read) -> Self { Self(Wipe {}) } }",
    ),
    (
        "CanBeChanged",
        "impl std::ops::DerefMut for State { fn deref_mut(&mut self) -> &mut Wipe { &mut self.0 } }",
        "",
    ),
    (
        "CanBeChangedAsMut",
        "impl AsMut<Wipe> for State { fn as_mut(&mut self) -> &mut Wipe { &mut self.0 } }",
        "impl AsRef<Wipe> for State { fn as_ref(&self) -> &Wipe { &self.0 } }",
    ),
];

const STATE: &str = "struct State(Wipe); \
    impl std::ops::Deref for State { type Target = Wipe; fn deref(&self) -> &Wipe { &self.0 } } \
    fn main() { countersign::__assert_no_way_around!(states Wipe => State,); }";

#[test]
fn each_wrong_belief_is_rejected_and_its_twin_compiles() {
    let prelude = format!(
        "#![allow(dead_code, unused_imports)]\n\
         #[path = {:?}]\nmod tools;\n\
         use countersign::*;\nuse tools::*;\n\
         fn gate() -> Gate {{ Gate::new(&listed(), Overrides::none()).unwrap() }}\n",
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gated/tools.rs"),
    );
    let mut programs = Vec::new();
    let mut expected = Vec::new();
    let mut add = |name: &str, attempt: String, twin: String, codes, says: Vec<&'static str>| {
        assert_ne!(attempt, twin, "{name}");
        programs.push((name.to_owned(), prelude.clone() + &attempt));
        programs.push((format!("{name}_twin"), prelude.clone() + &twin));
        expected.push((name.to_owned(), codes, says));
    };
    for case in CASES {
        let (attempt, twin) = (case.attempt.to_owned(), case.twin.to_owned());
        add(case.name, attempt, twin, case.codes, case.says.to_vec());
    }
    for (number, (found, attempt, twin)) in STATES.iter().enumerate() {
        // Not by what the message must say: it names the file.
        let name = format!("state_{number}");
        let says = vec!["State", *found];
        let program = |line: &str| format!("{line}\n{STATE}");
        add(&name, program(attempt), program(twin), &["E0283"], says);
    }
    let package = Package::new(
        "gated-rejected",
        "serde = { version = \"1\", features = [\"derive\"] }",
        &["testing"],
        programs
            .iter()
            .map(|(name, source)| (name.as_str(), source.as_str())),
    );
    let messages = package.messages("check");
    let mut wrong = Vec::new();
    for (name, codes, says) in &expected {
        let found = messages.iter().filter(|message| message.program == *name);
        let (found, rendered): (BTreeSet<_>, String) = found
            .map(|message| (message.code.as_str(), message.rendered.as_str()))
            .unzip();
        if found != codes.iter().copied().collect() {
            wrong.push(format!("{name}: not {codes:?}, but {found:?}\n{rendered}"));
        }
        for words in says.iter().filter(|words| !rendered.contains(**words)) {
            wrong.push(format!("{name}: does not say {words:?}\n{rendered}"));
        }
    }
    let twins = messages
        .iter()
        .filter(|message| message.program.ends_with("_twin"));
    wrong.extend(twins.map(|message| format!("{}: {}", message.program, message.rendered)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
