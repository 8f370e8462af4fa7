//! The doors: every public item through which a state of a call can be obtained, the whole public
//! API, and the types of other crates in it, compared with the lists in `audit`.
//!
//! From rustdoc's JSON, which needs the nightly toolchain.

mod analysis;
mod render;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
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

/// Traits that the toolchain has for itself, and that come and go with it.
const INTERNAL: [&str; 4] = ["Freeze", "Receiver", "SizedTypeProperties", "UnsafeUnpin"];

/// The features of the crate, in order.
fn features(repository: &Path) -> Result<Vec<String>> {
    let output = Command::new("cargo")
        .args(["metadata", "--locked", "--no-deps", "--format-version=1"])
        .current_dir(repository)
        .output()
        .context("cargo runs")?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("packages")?;
    let package = packages
        .iter()
        .find(|package| package["name"] == "countersign");
    let features = package
        .and_then(|package| package["features"].as_object())
        .context("features")?;
    Ok(features
        .keys()
        .filter(|name| *name != "default")
        .cloned()
        .collect())
}

pub(crate) fn run(repository: &Path, options: &Options) -> Result<()> {
    let target = repository.join("target/doors");
    let describe = |features: &str| -> Result<(PathBuf, Crate, Doors)> {
        let json = rustdoc(
            &repository.join("Cargo.toml"),
            "countersign",
            features,
            &target,
        )?;
        let krate = read(&json)?;
        let doors = analysis::doors(&krate, &analysis::STATES);
        Ok((json, krate, doors))
    };
    let features = features(repository)?;
    let mut found = Found {
        none: describe("")?.2,
        alone: Vec::new(),
        all: Doors::default(),
    };
    for feature in &features {
        found.alone.push((feature.clone(), describe(feature)?.2));
    }
    // Last, since each description takes the place of the one before.
    let (json, krate, all) = describe(&features.join(","))?;
    found.all = all;
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

const NO_NIGHTLY: &str = "rustdoc's JSON needs the nightly toolchain";

/// What is found without features, with each alone, and with all of them.
struct Found {
    none: Doors,
    alone: Vec<(String, Doors)>,
    all: Doors,
}

/// Has rustdoc describe a package, what is hidden from its documentation included.
fn rustdoc(manifest: &Path, name: &str, features: &str, target: &Path) -> Result<PathBuf> {
    let nightly = Command::new("cargo")
        .args(["+nightly", "--version"])
        .output();
    ensure!(
        nightly.is_ok_and(|nightly| nightly.status.success()),
        "{NO_NIGHTLY}: rustup toolchain install nightly"
    );
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
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("RUSTC")
        .env_remove("RUSTDOC")
        .env_remove("CARGO")
        .output()
        .context("cargo runs")?;
    if !output.status.success() {
        bail!(
            "rustdoc describes nothing:\n{}",
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
fn doors_list(found: &Found) -> Result<String> {
    let mut list = String::from(
        "# Every public item through which a state of a call can be obtained, hidden ones included.\n\
         # Written by `cargo xtask doors --write`, from rustdoc's JSON. A type that holds a state where\n\
         # anybody can take it out has doors of its own; one that keeps it to itself, as `mcp::Ready` does,\n\
         # is none. In brackets: only with that feature.\n",
    );
    let Found { none, alone, all } = found;
    for (feature, doors) in alone
        .iter()
        .map(|(name, doors)| (name.as_str(), doors))
        .chain([("", none)])
    {
        let gone = doors
            .open
            .iter()
            .find(|(door, count)| all.open.get(door).is_none_or(|all| all < count));
        ensure!(
            gone.is_none(),
            "with the feature {feature:?} only: {gone:?}"
        );
    }
    let needs = |has: &dyn Fn(&Doors) -> bool| {
        if has(none) {
            return String::new();
        }
        let mut with: Vec<_> = alone
            .iter()
            .filter(|(_, doors)| has(doors))
            .map(|(name, _)| name.as_str())
            .collect();
        // `redis` brings `rmcp` along.
        if with.contains(&"rmcp") {
            with.retain(|feature| *feature != "redis");
        }
        let with = if with.is_empty() {
            "several together".to_owned()
        } else {
            with.join(" or ")
        };
        format!("  [{with}]")
    };
    let states: BTreeSet<_> = all.open.keys().map(|(state, _)| state).collect();
    for state in states {
        writeln!(list, "\n{state}")?;
        for (door, count) in all.open.iter().filter(|((of, _), _)| of == state) {
            let needs = needs(&|doors| doors.open.get(door) == Some(count));
            let times = if *count > 1 {
                format!("  ({count} times)")
            } else {
                String::new()
            };
            writeln!(list, "    {}{times}{needs}", door.1)?;
        }
    }
    writeln!(list, "\nTraits that are implemented for them")?;
    for (state, traits) in &all.traits {
        let traits = traits.iter().map(|of| {
            let has = |doors: &Doors| {
                doors
                    .traits
                    .get(state)
                    .is_some_and(|traits| traits.contains(of))
            };
            format!("{of}{}", needs(&has))
        });
        writeln!(
            list,
            "    {state}: {}",
            traits.collect::<Vec<_>>().join(", ")
        )?;
    }
    list.push_str(&common(none));
    let macros = all
        .macros
        .iter()
        .map(|name| format!("{name}{}", needs(&|doors| doors.macros.contains(name))));
    let macros = macros.collect::<Vec<_>>().join(", ");
    writeln!(
        list,
        "\nExported macros, which can do what their callers can\n    {macros}"
    )?;
    Ok(list)
}

/// The traits that come by themselves.
fn common(none: &Doors) -> String {
    let mut list = String::new();
    // Without features: what other crates implement for every type is not for us to list.
    let common = none.common.iter().map(|(state, traits)| {
        let traits = traits
            .iter()
            .filter(|name| !INTERNAL.contains(&name.as_str()));
        (state, traits.cloned().collect::<BTreeSet<_>>())
    });
    let common: Vec<_> = common.collect();
    let shared = common
        .iter()
        .map(|(_, traits)| traits.clone())
        .reduce(|one, other| &one & &other);
    let shared = shared.unwrap_or_default();
    writeln!(
        list,
        "    all, by themselves: {}",
        shared.iter().cloned().collect::<Vec<_>>().join(", ")
    )
    .expect("a text takes everything");
    for (state, traits) in common {
        let more: Vec<_> = traits.difference(&shared).cloned().collect();
        if !more.is_empty() {
            writeln!(list, "    {state}, by itself: {}", more.join(", "))
                .expect("a text takes everything");
        }
    }
    list
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
