//! Small programs in a package of their own, and what the compiler or clippy says about them.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// A package in the target folder, apart from the target folder of the test, which is locked
/// while it runs.
pub(crate) struct Package {
    folder: PathBuf,
}

/// An error or a warning.
#[derive(Debug)]
pub(crate) struct Message {
    /// The program: a binary of the package.
    pub(crate) program: String,
    /// An error's code or a lint's name.
    pub(crate) code: String,
    pub(crate) file: String,
    /// Where the primary spans are, in the outermost code: a macro's call, not its inside.
    pub(crate) lines: Vec<u64>,
    pub(crate) rendered: String,
}

impl Package {
    /// A package with these programs. `dependencies` is TOML.
    pub(crate) fn new<'p>(
        name: &str,
        dependencies: &str,
        features: &[&str],
        programs: impl IntoIterator<Item = (&'p str, &'p str)>,
    ) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("scratch")
            .join(name);
        let sources = folder.join("src/bin");
        // What a former run left would be compiled, too.
        let _ = fs::remove_dir_all(folder.join("src"));
        fs::create_dir_all(&sources).expect("a folder for the package");
        let root = env!("CARGO_MANIFEST_DIR");
        let manifest = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             [workspace]\n[dependencies]\n{dependencies}\n\
             [dependencies.countersign]\npath = {root:?}\nfeatures = {features:?}\n",
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
        // The versions under test. Cargo drops what is not needed here.
        let lock = Path::new(root).join("Cargo.lock");
        fs::copy(lock, folder.join("Cargo.lock")).expect("a lock file");
        for (program, source) in programs {
            let file = sources.join(program).with_extension("rs");
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, source).expect("a program");
        }
        Self { folder }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// What `cargo check` or `cargo clippy` says about all programs.
    pub(crate) fn messages(&self, subcommand: &str) -> Vec<Message> {
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args([
                subcommand,
                "--bins",
                "--offline",
                "--keep-going",
                "--message-format=json",
            ])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("CLIPPY_CONF_DIR")
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
        messages
            .iter()
            .filter(|message| message["reason"] == "compiler-message")
            .filter(|message| {
                !message["message"]["spans"]
                    .as_array()
                    .is_none_or(Vec::is_empty)
            })
            .map(|message| {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                let spans = message["message"]["spans"].as_array().expect("spans");
                let primary: Vec<_> = spans
                    .iter()
                    .filter(|span| span["is_primary"] == true)
                    .map(outermost)
                    .collect();
                Message {
                    program: text(&message["target"]["name"]),
                    code: text(&message["message"]["code"]["code"]),
                    file: text(&primary[0]["file_name"]),
                    lines: primary
                        .iter()
                        .filter_map(|span| span["line_start"].as_u64())
                        .collect(),
                    rendered: text(&message["message"]["rendered"]),
                }
            })
            .collect()
    }
}

fn outermost(span: &Value) -> &Value {
    let call = &span["expansion"]["span"];
    if call.is_null() {
        span
    } else {
        outermost(call)
    }
}
