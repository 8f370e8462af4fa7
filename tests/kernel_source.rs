//! The kernel as a text: what a reviewer would look for by hand, and that the rest of the crate
//! cannot make a state. The compiler holds the guarantees against other crates; against a slip
//! within this one, visibility does, and this file.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The most lines of code, without comments and blank lines, that a reviewer has to read.
const MOST_LINES: usize = 420;

/// The files that make a state. A private field is visible to child modules: they have none.
const MINTING: [&str; 4] = ["approved.rs", "pending.rs", "trusted.rs", "unconfirmed.rs"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sources under a folder, by their path within it.
fn sources(folder: &Path) -> BTreeMap<String, String> {
    fn collect(folder: &Path, prefix: &str, into: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                collect(&entry.path(), &format!("{name}/"), into);
            } else {
                into.insert(
                    name,
                    fs::read_to_string(entry.path()).expect("a source file"),
                );
            }
        }
    }
    let mut found = BTreeMap::new();
    collect(folder, "", &mut found);
    found
}

fn kernel() -> BTreeMap<String, String> {
    sources(&root().join("src/call"))
}

/// The code without comments and blank lines. The kernel has no block comments, and no `//`
/// within a text; both are asserted below.
fn code(source: &str) -> Vec<&str> {
    source
        .lines()
        .map(|line| line.split_once("//").map_or(line, |(code, _)| code).trim())
        .filter(|line| !line.is_empty())
        .collect()
}

/// The words of a line of code.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// Every line of code of the kernel, with its place.
fn lines() -> Vec<(String, String)> {
    kernel()
        .iter()
        .flat_map(|(file, source)| {
            let lines = code(source).into_iter();
            lines
                .map(|line| (file.clone(), line.to_owned()))
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn it_is_one_flat_folder_of_known_files() {
    let files: Vec<_> = kernel().into_keys().collect();
    let known = [
        "approved.rs",
        "mod.rs",
        "pending.rs",
        "tier.rs",
        "tool.rs",
        "trusted.rs",
        "unconfirmed.rs",
    ];
    assert_eq!(files, known);
    for (file, source) in kernel() {
        // What `code` relies on.
        assert!(!source.contains("/*"), "{file}: a block comment");
        for line in source.lines() {
            let before = line.split_once("//").map_or("", |(before, _)| before);
            assert_eq!(before.matches('"').count() % 2, 0, "{file}: {line}");
        }
    }
}

#[test]
fn it_is_short() {
    let count = lines().len();
    assert!(count <= MOST_LINES, "{count} lines");
    assert!(count > 200, "{count} lines: is this the kernel?");
}

#[test]
fn nothing_makes_a_state_but_a_mint_that_the_kernel_alone_can_call() {
    let mints: Vec<_> = lines()
        .into_iter()
        .filter(|(_, line)| line.contains("fn mint"))
        .map(|(file, line)| format!("{file}: {line}"))
        .collect();
    assert_eq!(
        mints,
        [
            "approved.rs: pub(super) const fn mint(call: T) -> Self {",
            "approved.rs: pub(super) const fn mint(call: T) -> Self {",
            "approved.rs: const fn mint(call: T) -> Self {",
            "pending.rs: pub(super) const fn mint(call: T) -> Self {",
            "trusted.rs: pub(super) const fn mint(command: &'static Command, consequence: Consequence) -> Self {",
        ]
    );
    // The only other ones: an answer out of a question, a call as anybody can make it, and the
    // token of the router.
    let literals: Vec<_> = lines()
        .into_iter()
        .filter(|(_, line)| {
            let made = ["Self {", "Self { call }", "Answer {", "Mint(())"];
            let defined = ["struct", "impl", "enum", "trait", "fn"];
            made.iter().any(|literal| line.contains(literal))
                && !words(line).any(|word| defined.contains(&word))
        })
        .map(|(file, line)| format!("{file}: {line}"))
        .collect();
    assert_eq!(
        literals,
        [
            "approved.rs: Self {",
            "approved.rs: Self {",
            "approved.rs: Self {",
            "pending.rs: Self {",
            "trusted.rs: Self {",
            "trusted.rs: Answer {",
            "unconfirmed.rs: Self { call }",
            "unconfirmed.rs: T::Tier::row(self.call, route, Mint(()))",
        ]
    );
}

/// A new way from one state to another is a new line here, and a reason to read it.
#[test]
fn these_are_all_the_ways_through_the_kernel() {
    let calling = |text: &str| -> Vec<String> {
        let lines = lines().into_iter().filter(|(_, line)| line.contains(text));
        lines
            .map(|(file, line)| format!("{file}: {line}"))
            .collect()
    };
    assert_eq!(
        calling("mint("),
        [
            "approved.rs: pub(super) const fn mint(call: T) -> Self {",
            "approved.rs: async move { T::run(Granted::mint(self.call), context).await }",
            "approved.rs: pub(super) const fn mint(call: T) -> Self {",
            "approved.rs: async move { T::run(Granted::mint(self.call), context).await }",
            "approved.rs: const fn mint(call: T) -> Self {",
            "pending.rs: pub(super) const fn mint(call: T) -> Self {",
            "pending.rs: let reason = match channel.ask(Question::mint(command, consequence)).await {",
            "pending.rs: ConfirmDecision::Proceed => return Ok(Confirmed::mint(self.call)),",
            "tier.rs: ConfirmRoute::Auto => Routed::Auto(AutoApproved::mint(call)),",
            "tier.rs: ConfirmRoute::Elicit => Routed::Elicit(Pending::mint(call)),",
            "tier.rs: ConfirmRoute::Auto => Routed::Auto(AutoApproved::mint(call)),",
            "tier.rs: ConfirmRoute::Elicit => Routed::Elicit(Pending::mint(call)),",
            "tier.rs: ConfirmRoute::Elicit => Routed::Elicit(Pending::mint(call)),",
            "tier.rs: ConfirmRoute::ClientHint => Routed::ClientHint(Confirmed::mint(call)),",
            "tier.rs: ConfirmRoute::Elicit => Routed::Elicit(Pending::mint(call)),",
            "trusted.rs: pub(super) const fn mint(command: &'static Command, consequence: Consequence) -> Self {",
        ]
    );
    // None is taken as a value, to be called under another name.
    assert_eq!(
        calling("mint").len(),
        calling("mint(").len() + calling("mint: Mint)").len()
    );
    let bodies = calling("run(").len();
    assert_eq!(bodies, 3, "`Tool::run` and the two `execute`");
    let functions: Vec<String> = lines()
        .into_iter()
        .filter(|(_, line)| line.starts_with("pub ") && line.contains(" fn "))
        .map(|(file, line)| {
            let name = words(&line).skip_while(|word| *word != "fn").nth(1);
            format!("{file}: {}", name.expect("a name"))
        })
        .collect();
    assert_eq!(
        functions,
        [
            "approved.rs: call",
            "approved.rs: into_unconfirmed",
            "approved.rs: execute",
            "approved.rs: call",
            "approved.rs: into_unconfirmed",
            "approved.rs: execute",
            "approved.rs: into_inner",
            "pending.rs: call",
            "pending.rs: into_unconfirmed",
            "pending.rs: request",
            "pending.rs: ask",
            "trusted.rs: command",
            "trusted.rs: consequence",
            "trusted.rs: request",
            "trusted.rs: answer",
            "unconfirmed.rs: new",
            "unconfirmed.rs: call",
            "unconfirmed.rs: into_inner",
            "unconfirmed.rs: route",
        ]
    );
}

#[test]
fn nothing_of_it_is_open_to_the_rest_of_the_crate_but_the_command() {
    let open: Vec<_> = lines()
        .into_iter()
        .filter(|(_, line)| line.contains("pub(crate)") || line.contains("pub(in"))
        .map(|(file, line)| format!("{file}: {line}"))
        .collect();
    assert_eq!(
        open,
        ["mod.rs: pub(crate) const fn command<T: Tool>() -> &'static Command {"]
    );
    // No field of a struct is visible outside its file.
    for (file, source) in kernel() {
        let mut inside = false;
        for line in code(&source) {
            inside |= line.contains("struct ") && line.ends_with('{');
            inside &= line != "}";
            assert!(
                !inside || !line.starts_with("pub") || line.contains("struct"),
                "{file}: {line}"
            );
            let tuple = line.contains("struct ") && line.ends_with(");");
            assert!(!tuple || !line.contains("(pub"), "{file}: {line}");
        }
    }
}

#[test]
fn it_has_no_unsafe_no_macros_and_no_children_where_states_are_made() {
    for (file, line) in lines() {
        let words: BTreeSet<_> = words(&line).collect();
        for word in [
            "unsafe",
            "macro_rules",
            "macro_export",
            "include",
            "transmute",
            "extern",
            "path",
        ] {
            assert!(!words.contains(word), "{file}: {line}");
        }
        assert!(
            !(words.contains("mod") && MINTING.contains(&file.as_str())),
            "{file}: a child module could make a state: {line}"
        );
    }
    let modules: Vec<_> = lines()
        .into_iter()
        .filter(|(_, line)| words(line).any(|word| word == "mod"))
        .map(|(file, line)| format!("{file}: {line}"))
        .collect();
    assert_eq!(
        modules,
        [
            "mod.rs: mod approved;",
            "mod.rs: mod pending;",
            "mod.rs: pub mod tier;",
            "mod.rs: mod tool;",
            "mod.rs: pub mod trusted;",
            "mod.rs: mod unconfirmed;",
            "tier.rs: mod sealed {",
        ]
    );
}

#[test]
fn it_depends_on_core_and_serde_only() {
    let mut roots = BTreeSet::new();
    for (file, source) in kernel() {
        let joined = code(&source).join(" ");
        let import = |line| str::strip_prefix(line, "pub use ").or(str::strip_prefix(line, "use "));
        for path in code(&source).into_iter().filter_map(import) {
            roots.insert(words(path).next().expect("a path").to_owned());
        }
        // Paths that are written out, too.
        for foreign in [
            "std::",
            "alloc::",
            "tokio::",
            "rmcp::",
            "serde_json::",
            "tracing::",
        ] {
            assert!(!joined.contains(foreign), "{file}: {foreign}");
        }
        for allocating in [
            "Box",
            "String",
            "Vec",
            "Arc",
            "Rc",
            "dyn",
            "format",
            "async_trait",
        ] {
            assert!(
                !words(&joined).any(|word| word == allocating),
                "{file}: {allocating}"
            );
        }
    }
    // The last are files of the kernel itself, exported from it.
    let known = [
        "approved",
        "core",
        "crate",
        "pending",
        "serde",
        "super",
        "tool",
        "unconfirmed",
    ];
    assert_eq!(roots.iter().map(String::as_str).collect::<Vec<_>>(), known);
}

#[test]
fn the_tiers_are_sealed_and_the_states_invariant() {
    let all: Vec<String> = lines().into_iter().map(|(_, line)| line).collect();
    let count = |text: &str| all.iter().filter(|line| line.contains(text)).count();
    assert_eq!(count("pub trait Tier: sealed::Sealed + "), 1);
    assert_eq!(count("impl Tier for "), 5);
    assert_eq!(count("impl sealed::Sealed for "), 5);
    assert_eq!(count("impl<C> Tier"), 0);
    assert_eq!(count("invariant: PhantomData<fn(T) -> T>,"), 4);
    assert_eq!(count("brand: PhantomData<fn(&'g ()) -> &'g ()>,"), 1);
    assert_eq!(count("brand: PhantomData<fn(&'q ()) -> &'q ()>,"), 2);
}

#[test]
fn nothing_outside_the_kernel_names_a_mint() {
    for (file, source) in sources(&root().join("src")) {
        if file.starts_with("call/") {
            continue;
        }
        for line in code(&source) {
            let named = words(line).any(|word| word == "mint" || word == "Mint");
            assert!(!named, "src/{file}: {line}");
            assert!(
                !words(line).any(|word| word == "unsafe"),
                "src/{file}: {line}"
            );
        }
    }
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    assert!(lib.contains("#![forbid(unsafe_code)]"));
}

#[test]
fn whatever_the_crate_exports_as_a_macro_mints_nothing() {
    let exported: Vec<_> = sources(&root().join("src"))
        .into_iter()
        .filter(|(_, source)| {
            code(source)
                .iter()
                .any(|line| line.contains("macro_export"))
        })
        .map(|(file, _)| file)
        .collect();
    // Neither names a mint, as is asserted above; what they expand to is checked by the tests of each.
    assert_eq!(exported, ["command.rs", "testing/gated.rs"]);
}

/// The crate, copied, with one more module in it.
struct Copy {
    package: PathBuf,
}

impl Copy {
    fn new() -> Self {
        let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernel/package");
        let _ = fs::remove_dir_all(package.join("src"));
        for (file, source) in sources(&root().join("src")) {
            let path = package.join("src").join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, source).expect("a copy");
        }
        // What the crate depends on without features.
        let manifest = "[package]\nname = \"countersign\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             [dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\n\
             serde_json = { version = \"1\", features = [\"raw_value\"] }\n[workspace]\n";
        fs::write(package.join("Cargo.toml"), manifest).expect("a manifest");
        fs::copy(root().join("Cargo.lock"), package.join("Cargo.lock")).expect("a lock file");
        let lib = package.join("src/lib.rs");
        let source = fs::read_to_string(&lib).expect("src/lib.rs");
        fs::write(lib, source + "\nmod intruder;\n").expect("a library");
        Self { package }
    }

    /// The errors that the intruder gets, as `(line, code)`.
    fn errors_of(&self, intruder: &str) -> BTreeSet<(u64, String)> {
        fs::write(self.package.join("src/intruder.rs"), intruder).expect("the intruder");
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["check", "--lib", "--offline", "--message-format=json"])
            .current_dir(&self.package)
            .env("CARGO_TARGET_DIR", self.package.join("../target"))
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .output()
            .expect("cargo runs");
        let mut errors = BTreeSet::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let message: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let message = &message["message"];
            if message["level"] == "error" && !message["code"].is_null() {
                let spans = message["spans"].as_array().expect("spans");
                let span = spans.iter().find(|span| span["is_primary"] == true);
                let span = span.expect("a place");
                let rendered = &message["rendered"];
                assert_eq!(span["file_name"], "src/intruder.rs", "{rendered}");
                let code = message["code"]["code"].as_str().expect("a code");
                errors.insert((
                    span["line_start"].as_u64().expect("a line"),
                    code.to_owned(),
                ));
            }
        }
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), errors.is_empty(), "{stderr}");
        errors
    }

    /// Each line of the intruder that names a code in a comment at its end is rejected for it,
    /// and no other line is.
    #[track_caller]
    fn assert_rejected(&self, intruder: &str) {
        let named: BTreeSet<(u64, String)> = (1..)
            .zip(intruder.lines())
            .filter_map(|(number, line)| Some((number, line.rsplit_once("// E")?.1)))
            .map(|(number, code)| (number, format!("E{code}")))
            .collect();
        assert!(!named.is_empty(), "the intruder names no code");
        assert_eq!(self.errors_of(intruder), named);
    }
}

#[test]
fn the_rest_of_the_crate_cannot_make_a_state() {
    let copy = Copy::new();
    // What the rest of the crate can do. Without it, the rejections below would prove nothing.
    let allowed = "use crate::{AutoApproved, ClientHinted, ConfirmRoute, Confirmed, Elicited, Granted, Guarded, Pending, Routed, Tool, Unconfirmed, tier::{self, Tier}, trusted::{Answer, Question}};
pub(crate) fn make<T: Tool>(call: T) -> Unconfirmed<T> { Unconfirmed::new(call) }
pub(crate) fn back<T: Tool>(call: Confirmed<T>) -> Unconfirmed<T> { call.into_unconfirmed() }
pub(crate) type All<'g, 'a, T> = (AutoApproved<T>, Pending<T>, Confirmed<T, ClientHinted>, Confirmed<T, Elicited>, Granted<'g, T>, Routed<T>, Question<'g>, Answer<'g>, ConfirmRoute, Guarded<(), tier::Block>);
pub(crate) const STRICTEST: crate::Policy = tier::Block::POLICY;
";
    assert_eq!(copy.errors_of(allowed), BTreeSet::new());
    // Each at another step of the compiler, which stops where one fails.
    copy.assert_rejected(
        "use crate::{AutoApproved, ClientHinted, Command, ConfirmDecision, Confirmed, Consequence, Elicited, Granted, Pending, Tool, trusted::{Answer, Question}};
fn auto<T: Tool>(call: T) -> AutoApproved<T> { AutoApproved::mint(call) } // E0624
fn pending<T: Tool>(call: T) -> Pending<T> { Pending::mint(call) } // E0624
fn elicited<T: Tool>(call: T) -> Confirmed<T> { Confirmed::<T, Elicited>::mint(call) } // E0624
fn hinted<T: Tool>(call: T) -> Confirmed<T, ClientHinted> { Confirmed::mint(call) } // E0624
fn granted<T: Tool>(call: T) -> Granted<'static, T> { Granted::mint(call) } // E0624
fn question(command: &'static Command) -> Question<'static> { Question::mint(command, Consequence::ReadOnly) } // E0624
fn decision(answer: Answer<'_>) -> ConfirmDecision { answer.decision() } // E0624
fn change_pending<T: Tool>(mut call: Pending<T>, other: T) { call.call = other } // E0616
fn change_confirmed<T: Tool>(mut call: Confirmed<T>, other: T) { call.call = other } // E0616
fn change_auto<T: Tool>(mut call: AutoApproved<T>, other: T) { call.call = other } // E0616
fn change_granted<T: Tool>(mut call: Granted<'_, T>, other: T) { call.call = other } // E0616
fn change_question(mut question: Question<'_>, other: &'static Command) { question.command = other } // E0616
fn soften_question(mut question: Question<'_>) { question.consequence = Consequence::ReadOnly } // E0616
fn change_answer(mut answer: Answer<'_>) { answer.decision = ConfirmDecision::Proceed } // E0616
",
    );
    copy.assert_rejected(
        "use std::marker::PhantomData;
use crate::{AutoApproved, ConfirmDecision, Confirmed, Granted, Pending, Tool, trusted::Answer};
fn auto<T: Tool>(call: T) -> AutoApproved<T> { AutoApproved { call, invariant: PhantomData } } // E0451
fn pending<T: Tool>(call: T) -> Pending<T> { Pending { call, invariant: PhantomData } } // E0451
fn confirmed<T: Tool>(call: T) -> Confirmed<T> { Confirmed { call, invariant: PhantomData, by: PhantomData } } // E0451
fn granted<T: Tool>(call: T) -> Granted<'static, T> { Granted { call, invariant: PhantomData, brand: PhantomData } } // E0451
fn answer() -> Answer<'static> { Answer { decision: ConfirmDecision::Proceed, brand: PhantomData } } // E0451
fn other<T: Tool>(call: T, of: Confirmed<T>) -> Confirmed<T> { Confirmed { call, ..of } } // E0451
",
    );
    copy.assert_rejected(
        "use crate::call::unconfirmed::Mint as Token; // E0603
use crate::tier::Mint as Imported; // E0603
use crate::tier::sealed::Sealed as Seal; // E0603
use crate::call::approved::Granted as FromItsFile; // E0603
",
    );
    copy.assert_rejected(
        "use crate::{ConfirmRoute, Routed, Tool, tier::Tier};
fn row<T: Tool>(call: T) -> Routed<T> { <T::Tier as Tier>::row(call, ConfirmRoute::Auto, ()) } // E0308
fn default<T: Tool>(call: T) -> Routed<T> { <T::Tier as Tier>::row(call, ConfirmRoute::Auto, Default::default()) } // E0277
fn sealed<L: Tier>() {}
fn lax() { sealed::<()>() } // E0277
",
    );
}
