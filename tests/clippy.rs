//! The clippy configuration that `examples/filing_desk/` shows: what it flags, what a file may
//! allow, and what it does not see. Run by clippy itself, on small programs.
//!
//! A line that must be flagged ends in `//~ flagged`; no other line may be.

mod scratch;

use std::{collections::BTreeSet, env, fs, io, io::Write, path::Path, process::Command};

use scratch::Package;

/// The clippy whose blind spots the comment in `clippy.toml` lists.
const CLIPPY: &str = "clippy 0.1.95";

/// A channel that says yes by itself.
const CHANNEL: &str = r"
use countersign::ConfirmDecision;
use countersign::trusted::{
    Answer, //~ flagged
    Channel, //~ flagged
    ClientSupport, //~ flagged
    NoAnswer, //~ flagged
    Question, //~ flagged
};

struct Yes;

impl Channel for Yes {
    fn support(&self) -> ClientSupport { //~ flagged
        ClientSupport::FormElicitation
    }

    async fn ask<'q>(
        &self,
        question: Question<'q>, //~ flagged
    ) -> Result<Answer<'q>, NoAnswer> { //~ flagged
        Ok(question.answer(ConfirmDecision::Proceed)) //~ flagged
    }
}

fn main() {
    let _ = Yes;
}
";

const GLOB: &str = r"
use countersign::trusted::*;
use countersign::{ConfirmDecision, trusted as t};

struct Yes;

impl Channel for Yes {
    fn support(&self) -> ClientSupport { //~ flagged
        ClientSupport::FormElicitation
    }

    async fn ask<'q>(
        &self,
        question: Question<'q>, //~ flagged
    ) -> Result<Answer<'q>, NoAnswer> { //~ flagged
        Ok(question.answer(ConfirmDecision::Proceed)) //~ flagged
    }
}

struct Again;

impl t::Channel for Again {
    fn support(&self) -> t::ClientSupport { //~ flagged
        t::ClientSupport::FormElicitation
    }

    async fn ask<'q>(
        &self,
        question: t::Question<'q>, //~ flagged
    ) -> Result<t::Answer<'q>, t::NoAnswer> { //~ flagged
        Ok(question.answer(ConfirmDecision::Proceed)) //~ flagged
    }
}

fn main() {
    let _ = (Yes, Again);
}
";

const PATHS: &str = r"
use countersign::trusted::Channel as Renamed; //~ flagged
pub use countersign::trusted::Question as Exported; //~ flagged

struct Yes;

impl countersign::trusted::Channel for Yes {
    fn support(&self) -> countersign::trusted::ClientSupport { //~ flagged
        countersign::trusted::ClientSupport::FormElicitation
    }

    async fn ask<'q>(
        &self,
        question: Exported<'q>, //~ flagged
    ) -> Result<
        countersign::trusted::Answer<'q>, //~ flagged
        countersign::trusted::NoAnswer, //~ flagged
    > {
        Err(countersign::trusted::NoAnswer::Unavailable)
    }
}

fn takes(_: &impl Renamed) {} //~ flagged

fn main() {
    takes(&Yes);
}
";

const MACRO: &str = r"
macro_rules! channel {
    ($name:ident) => {
        struct $name;
        impl countersign::trusted::Channel for $name {
            fn support(&self) -> countersign::trusted::ClientSupport {
                countersign::trusted::ClientSupport::FormElicitation
            }
            async fn ask<'q>(
                &self,
                question: countersign::trusted::Question<'q>,
            ) -> Result<countersign::trusted::Answer<'q>, countersign::trusted::NoAnswer> {
                Ok(question.answer(countersign::ConfirmDecision::Proceed))
            }
        }
    };
}

channel!(Yes); //~ flagged

fn main() {
    let _ = Yes;
}
";

/// What a client can do, as its own code says, without a channel.
const SUPPORT: &str = r"
use countersign::trusted::ClientSupport::*;
use countersign::{Gate, Tighten, Tool, Unconfirmed};

fn by_the_gate<T: Tool>(gate: &Gate, call: Unconfirmed<T>) {
    let _ = gate.route(call, NoFormElicitation); //~ flagged
}

fn by_the_kernel<T: Tool>(call: Unconfirmed<T>, tighten: Tighten) {
    let _ = call.route(countersign::trusted::ClientSupport::FormElicitation, tighten); //~ flagged
}

fn as_a_function<T: Tool>() {
    let _ = Gate::route::<T>; //~ flagged
}

fn from_json(value: &serde_json::Value) {
    let _ = countersign::trusted::ClientSupport::from_capability(Some(value)); //~ flagged
}

fn inferred() {
    let support = NoFormElicitation;
    let _ = support;
}

fn main() {}
";

const SCRIPTED: &str = r"
use countersign::testing;

fn main() {
    let human = testing::ScriptedHuman::new([testing::Reply::Yes]); //~ flagged
    let _ = human;
}
";

/// The allowed file gives the type another name, and the file that uses it names no other.
const ALIAS: &str = r#"
mod allowed {
    #![allow(clippy::disallowed_types, reason = "the channel")]
    pub type Support = countersign::trusted::ClientSupport;
}

fn main() {
    let _: allowed::Support = allowed::Support::FormElicitation;
    let _ = allowed::Support::from_capability(None); //~ flagged
}
"#;

/// A program that needs no word of it.
const CLEAN: &str = r"
use countersign::{Gate, Refusal, Tool, Unconfirmed};

async fn run<'a, T: Tool>(
    gate: &'a Gate,
    call: Unconfirmed<T>,
    channel: &'a Terminal,
    context: T::Context<'a>,
) -> Result<T::Output, Refusal> {
    gate.run(call, channel, context).await
}

use countersign::terminal::Terminal;

fn main() {}
";

const ALLOW: &str = "#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = \"the channel to our users\")]";

fn configuration() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join("examples/filing_desk/clippy.toml")).expect("the configuration")
}

/// The version of clippy, if it is there.
fn clippy() -> Option<String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let version = Command::new(cargo).args(["clippy", "--version"]).output();
    if let Ok(output) = version
        && output.status.success()
    {
        return Some(String::from_utf8(output.stdout).expect("a version"));
    }
    assert!(
        env::var_os("COUNTERSIGN_REQUIRE_CLIPPY").is_none(),
        "clippy is missing: rustup component add clippy"
    );
    say("NOT TESTED: the clippy configuration, for clippy is missing: rustup component add clippy");
    None
}

/// Not `eprintln!`, which the test harness hides.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "\n{line}\n");
}

type Lines = BTreeSet<(String, u64)>;

/// The lines that clippy flags, and what else it says.
fn flagged(name: &str, configuration: &str, programs: &[(&str, String)]) -> (Lines, Vec<String>) {
    let package = Package::new(
        name,
        "serde_json = \"1\"",
        &["terminal", "testing"],
        programs.iter().map(|(name, source)| (*name, &**source)),
    );
    fs::write(package.folder().join("clippy.toml"), configuration).expect("a configuration");
    let mut lines = Lines::new();
    let mut other = Vec::new();
    for message in package.messages("clippy") {
        match &*message.code {
            "clippy::disallowed_types" | "clippy::disallowed_methods" => {
                assert!(
                    message.file.ends_with(&format!("{}.rs", message.program)),
                    "{message:?}"
                );
                lines.extend(
                    message
                        .lines
                        .iter()
                        .map(|line| (message.program.clone(), *line)),
                );
            }
            _ => other.push(message.rendered),
        }
    }
    (lines, other)
}

fn marked(programs: &[(&str, String)]) -> Lines {
    let lines = programs.iter().flat_map(|(name, source)| {
        let lines = source.lines().zip(1..);
        lines
            .filter(|(line, _)| line.ends_with("//~ flagged"))
            .map(|(_, number)| ((*name).to_owned(), number))
    });
    lines.collect()
}

#[test]
fn it_flags_what_vouches_and_a_file_may_allow_it() {
    let Some(version) = clippy() else { return };
    let sources = [
        ("channel", CHANNEL),
        ("glob", GLOB),
        ("paths", PATHS),
        ("in_a_macro", MACRO),
        ("support", SUPPORT),
        ("scripted", SCRIPTED),
        ("alias", ALIAS),
        ("clean", CLEAN),
    ];
    let mut programs: Vec<_> = sources
        .iter()
        .map(|(name, source)| (*name, format!("#![allow(dead_code, unused)]\n{source}")))
        .collect();
    let expected = marked(&programs);
    // The same text, in files that are meant to do it.
    let allowed = [("allowed_channel", CHANNEL), ("allowed_support", SUPPORT)];
    programs.extend(
        allowed.map(|(name, source)| (name, format!("{ALLOW}\n#![allow(dead_code)]\n{source}"))),
    );
    let (found, other) = flagged("clippy", &configuration(), &programs);
    assert_eq!(other, Vec::<String>::new());
    assert!(expected.len() >= 31, "markers are missing: {expected:?}");
    let missed: Vec<_> = expected.difference(&found).collect();
    assert!(missed.is_empty(), "not flagged: {missed:?}");
    // What is allowed, or vouches for nothing, is flagged by no clippy.
    let (surplus, wrong): (Vec<_>, Vec<_>) = found
        .difference(&expected)
        .partition(|(program, _)| !program.starts_with("allowed") && program != "clean");
    assert!(wrong.is_empty(), "flagged: {wrong:?}");
    if version.starts_with(CLIPPY) {
        assert!(
            surplus.is_empty(),
            "clippy sees more than clippy.toml says; correct its comment: {surplus:?}"
        );
    } else if !surplus.is_empty() {
        say(&format!(
            "{version} sees more than clippy.toml says: {surplus:?}"
        ));
    }
}
