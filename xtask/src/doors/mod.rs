//! The doors: every public item through which a state of a call can be obtained, the whole public
//! API, and the types of other crates in it, compared with the lists in `audit`.
//!
//! From rustdoc's JSON, which needs the nightly toolchain.

mod analysis;
mod render;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use rustdoc_types::Crate;

use analysis::Doors;

#[derive(Args)]
pub(crate) struct Options {
    /// Writes the lists instead of comparing them.
    #[arg(long)]
    write: bool,
}

/// The features that are looked at, each alone, and all of them together.
const FEATURES: [&str; 6] = ["", "rmcp", "redis", "terminal", "testing", ALL];
const ALL: &str = "rmcp,redis,terminal,testing";

pub(crate) fn run(repository: &Path, options: &Options) -> Result<()> {
    let mut found = BTreeMap::new();
    let mut whole = None;
    for features in FEATURES {
        let target = repository.join("target/doors");
        let json = rustdoc(
            &repository.join("Cargo.toml"),
            "countersign",
            features,
            &target,
        )?;
        let krate = read(&json)?;
        if features == ALL {
            whole = Some((json, krate.clone()));
        }
        found.insert(features, analysis::doors(&krate, &analysis::STATES));
    }
    let (json, krate) = whole.expect("all features are among them");
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?
        .to_string();
    let lists = [
        ("doors.txt", doors_list(&found)?),
        ("public-api.txt", api),
        (
            "external-types.txt",
            external_list(&analysis::external(&krate)),
        ),
    ];
    let mut changed = false;
    for (name, now) in lists {
        let path = repository.join("audit").join(name);
        if options.write {
            fs::create_dir_all(path.parent().expect("a folder"))?;
            fs::write(&path, now)?;
            continue;
        }
        let was = fs::read_to_string(&path).with_context(|| format!("audit/{name}"))?;
        let difference = difference(&was, &now);
        if !difference.is_empty() {
            changed = true;
            println!("audit/{name} is not what there is:\n{difference}");
        }
    }
    if changed {
        bail!(
            "if the change is meant, read it, run `cargo xtask doors --write`, and commit the lists"
        );
    }
    Ok(())
}

/// Lines that are gone, and lines that are new.
fn difference(was: &str, now: &str) -> String {
    let (was, now): (Vec<_>, Vec<_>) = (was.lines().collect(), now.lines().collect());
    let gone = was
        .iter()
        .filter(|line| !now.contains(line))
        .map(|line| format!("- {line}\n"));
    let new = now
        .iter()
        .filter(|line| !was.contains(line))
        .map(|line| format!("+ {line}\n"));
    let mut text: String = gone.chain(new).collect();
    if text.is_empty() && was != now {
        text.push_str("the same lines in another order\n");
    }
    text
}

/// Has rustdoc describe a package, what is hidden from its documentation included.
fn rustdoc(manifest: &Path, name: &str, features: &str, target: &Path) -> Result<PathBuf> {
    let target = target.join(if features.is_empty() {
        "none"
    } else {
        features
    });
    let output = Command::new("cargo")
        .args([
            "+nightly",
            "rustdoc",
            "--locked",
            "--lib",
            "--no-default-features",
            "--manifest-path",
        ])
        .arg(manifest)
        .args(["--package", name, "--features", features, "--"])
        .args([
            "-Zunstable-options",
            "--output-format=json",
            "--document-hidden-items",
            "--cap-lints=allow",
        ])
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("RUSTC")
        .env_remove("RUSTDOC")
        .env_remove("CARGO")
        .output()
        .context("cargo runs")?;
    if !output.status.success() {
        bail!(
            "rustdoc's JSON needs the nightly toolchain (`rustup toolchain install nightly`), and gave none:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(target
        .join("doc")
        .join(name.replace('-', "_"))
        .with_extension("json"))
}

fn read(json: &Path) -> Result<Crate> {
    let text = fs::read_to_string(json)?;
    let version: serde_json::Value = serde_json::from_str(&text)?;
    ensure!(
        version["format_version"] == rustdoc_types::FORMAT_VERSION,
        "this nightly writes format {} of rustdoc's JSON, and format {} is read here: use the nightly of another day, or another version of `rustdoc-types`",
        version["format_version"],
        rustdoc_types::FORMAT_VERSION
    );
    Ok(serde_json::from_str(&text)?)
}

/// The list of doors, each with the features that it needs.
fn doors_list(found: &BTreeMap<&str, Doors>) -> Result<String> {
    let mut list = String::from(
        "# Every public item through which a state of a call can be obtained, hidden ones included.\n\
         # Written by `cargo xtask doors --write`, from rustdoc's JSON. A type that holds a state openly\n\
         # has doors of its own. In brackets: only with that feature.\n",
    );
    let all = &found[ALL];
    for (features, doors) in found {
        ensure!(
            doors.open.is_subset(&all.open) && doors.macros.is_subset(&all.macros),
            "with the features {features:?} there is a door that is gone with all of them"
        );
    }
    let needs = |has: &dyn Fn(&Doors) -> bool| {
        if has(&found[""]) {
            return String::new();
        }
        let mut with: Vec<_> = FEATURES[1..5]
            .iter()
            .copied()
            .filter(|feature| has(&found[feature]))
            .collect();
        // `redis` brings `rmcp` along.
        if with.contains(&"rmcp") {
            with.retain(|feature| *feature != "redis");
        }
        let with = if with.is_empty() {
            ALL.to_owned()
        } else {
            with.join(" or ")
        };
        format!("  [{with}]")
    };
    let states: BTreeSet<_> = all.open.iter().map(|(state, _)| state).collect();
    for state in states {
        writeln!(list, "\n{state}")?;
        for (_, door) in all.open.iter().filter(|(of, _)| of == state) {
            let needs = needs(&|doors| doors.open.contains(&(state.clone(), door.clone())));
            writeln!(list, "    {door}{needs}")?;
        }
    }
    writeln!(list, "\nTraits that are implemented for them")?;
    for (state, traits) in &all.traits {
        let traits: Vec<_> = traits
            .iter()
            .map(|of| {
                let has = |doors: &Doors| {
                    doors
                        .traits
                        .get(state)
                        .is_some_and(|traits| traits.contains(of))
                };
                format!("{of}{}", needs(&has))
            })
            .collect();
        writeln!(list, "    {state}: {}", traits.join(", "))?;
    }
    // Without features: what other crates implement for every type is not for us to list.
    let common = &found[""].common;
    let shared = common
        .values()
        .cloned()
        .reduce(|one, other| &one & &other)
        .unwrap_or_default();
    writeln!(
        list,
        "    all, by themselves: {}",
        shared.iter().cloned().collect::<Vec<_>>().join(", ")
    )?;
    for (state, common) in common {
        let more: Vec<_> = common.difference(&shared).cloned().collect();
        if !more.is_empty() {
            writeln!(list, "    {state}, by itself: {}", more.join(", "))?;
        }
    }
    let macros: Vec<_> = all
        .macros
        .iter()
        .map(|name| format!("{name}{}", needs(&|doors| doors.macros.contains(name))))
        .collect();
    writeln!(
        list,
        "\nExported macros, which can do what their callers can\n    {}",
        macros.join(", ")
    )?;
    Ok(list)
}

fn external_list(found: &BTreeSet<String>) -> String {
    let mut list = String::from(
        "# Types of other crates in the public API, with all features. Written by `cargo xtask doors --write`.\n\n",
    );
    for path in found {
        list.push_str(path);
        list.push('\n');
    }
    list
}
