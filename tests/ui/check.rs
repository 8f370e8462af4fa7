//! Compiles programs and looks at what the compiler says, as data.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::guard::Fault;

/// An error of the compiler.
pub(crate) struct Error {
    code: Option<String>,
    message: String,
}

impl Error {
    pub(crate) fn fault(&self) -> Fault {
        // The name of a lint is no code of an error.
        match self.code.as_deref() {
            Some(code) if code.starts_with('E') => Fault::Code(code.to_owned()),
            _ => Fault::Message(self.message.clone()),
        }
    }
}

/// Which compiler looks at the cases.
pub(crate) enum Compiler {
    /// The one that cargo uses here.
    Own,
    /// That of a toolchain of rustup.
    Toolchain(String),
}

impl Compiler {
    /// Apart from the target folder of the test itself, which is locked while this runs, and from
    /// those of other compilers, which would build everything again.
    pub(crate) fn target_dir(&self) -> PathBuf {
        let ui = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
        match self {
            Self::Own => ui,
            Self::Toolchain(name) => ui.join(name),
        }
    }

    fn tool(&self, variable: &str, name: &str) -> Command {
        match self {
            Self::Own => Command::new(env::var_os(variable).unwrap_or_else(|| name.into())),
            Self::Toolchain(toolchain) => {
                let mut command = Command::new("rustup");
                command.args(["run", toolchain, name]).env_remove("RUSTC");
                command
            }
        }
    }

    /// Its version. Fails where it is not installed.
    pub(crate) fn version(&self) -> String {
        let output = self.tool("RUSTC", "rustc").arg("--version").output();
        let output = output.expect("the compiler can be started");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let version = String::from_utf8(output.stdout).expect("a version");
        let number = version.split(' ').nth(1).expect("`rustc VERSION (..)`");
        number.to_owned()
    }
}

/// Checks each file as a program of its own, in a package of this name. The key is its path
/// without `.rs`.
pub(crate) fn programs(
    compiler: &Compiler,
    package: &str,
    folder: &Path,
    files: impl IntoIterator<Item = String>,
) -> BTreeMap<String, Vec<Error>> {
    let mut targets = String::new();
    let mut by_name = BTreeMap::new();
    for file in files {
        let case = file.trim_end_matches(".rs").to_owned();
        let name = case.replace('/', "-");
        let path = quoted(&folder.join(&file));
        write!(targets, "[[bin]]\nname = {name:?}\npath = {path}\n").expect("a String");
        by_name.insert(name, case);
    }
    let mut errors: BTreeMap<String, Vec<Error>> = BTreeMap::new();
    for message in cargo_check(compiler, package, "--bins", &targets) {
        let target = message["target"]["name"].as_str().unwrap_or_default();
        let case = by_name.get(target).unwrap_or_else(|| panic!("{message:#}"));
        errors.entry(case.clone()).or_default().push(Error {
            code: message["message"]["code"]["code"]
                .as_str()
                .map(str::to_owned),
            message: text(&message["message"]["message"]),
        });
    }
    errors
}

/// Checks all files at once, as modules of one library, which is cheap. Returns the errors as
/// the compiler renders them.
pub(crate) fn modules(
    compiler: &Compiler,
    folder: &Path,
    files: impl IntoIterator<Item = String>,
) -> Vec<String> {
    let package = package(compiler, "modules");
    let mut root = String::from("#![allow(dead_code)]\n");
    for file in files {
        let name = file.replace(['/', '.'], "_");
        let path = quoted(&folder.join(&file));
        write!(root, "#[path = {path}]\nmod {name};\n").expect("a String");
    }
    fs::create_dir_all(&package).expect("a folder for the package");
    fs::write(package.join("lib.rs"), root).expect("a library");
    let errors = cargo_check(compiler, "modules", "--lib", "[lib]\npath = \"lib.rs\"\n");
    errors
        .iter()
        .map(|error| text(&error["message"]["rendered"]))
        .collect()
}

fn package(compiler: &Compiler, name: &str) -> PathBuf {
    compiler.target_dir().join("packages").join(name)
}

/// A path as a literal, of Rust and of TOML.
fn quoted(path: &Path) -> String {
    format!("{:?}", path.to_str().expect("a path in Unicode"))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The errors of `cargo check` on a package with these targets.
fn cargo_check(compiler: &Compiler, name: &str, kind: &str, targets: &str) -> Vec<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = package(compiler, name);
    fs::create_dir_all(&package).expect("a folder for the package");
    let manifest = format!(
        "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\nautobins = false\n\
         [dependencies]\ncountersign = {{ path = {} }}\nfixtures = {{ path = {} }}\n\
         [workspace]\n{targets}",
        quoted(root),
        quoted(&root.join("ui-tests")),
    );
    fs::write(package.join("Cargo.toml"), manifest).expect("a manifest");
    // The versions under test. Cargo drops what is not needed here.
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).expect("a lock file");
    let output = compiler
        .tool("CARGO", "cargo")
        .args([
            "check",
            "--offline",
            "--keep-going",
            "--message-format=json",
            kind,
        ])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", compiler.target_dir().join(name))
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let messages: Vec<Value> = stdout
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    // The last message says that all was tried. Without it, silence would pass for success.
    let finished = messages
        .iter()
        .any(|message| message["reason"] == "build-finished");
    assert!(finished, "{}", String::from_utf8_lossy(&output.stderr));
    let errors: Vec<Value> = messages
        .into_iter()
        .filter(|message| message["reason"] == "compiler-message")
        .filter(|message| message["message"]["level"] == "error")
        .filter(|message| !text(&message["message"]["message"]).starts_with("aborting due to"))
        .collect();
    assert_eq!(
        output.status.success(),
        errors.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    errors
}
