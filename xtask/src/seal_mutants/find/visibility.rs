//! What is private is opened: fields, functions, modules, imports.

use anyhow::{Context as _, Result};
use syn::{Fields, Item, Visibility};

use super::{super::source::Source, Found, Sources};
use crate::seal_mutants::source::{head, range, type_name};

/// Other crates see `pub` only.
fn aim(vis: &str) -> &'static [&'static str] {
    match vis {
        "pub" => &["ui attempts", "types", "intruder"],
        _ => &["intruder", "source text"],
    }
}

pub(super) fn find(sources: &Sources, found: &mut Found) -> Result<()> {
    for source in &sources.all {
        for item in &source.ast.items {
            fields(source, item, found);
        }
        functions(source, found);
        modules(source, &source.ast.items, found);
    }
    imports(sources, found)
}

/// `pub`, and within the kernel `pub(crate)`, too: the rest of the crate cannot make a state.
fn opened(source: &Source) -> &'static [&'static str] {
    if source.is_kernel() {
        &["pub", "pub(crate)"]
    } else {
        &["pub"]
    }
}

fn fields(source: &Source, item: &Item, found: &mut Found) {
    let Item::Struct(of) = item else { return };
    for (index, field) in of.fields.iter().enumerate() {
        if !matches!(field.vis, Visibility::Inherited) {
            continue;
        }
        let (name, start) = match &field.ident {
            Some(ident) => (ident.to_string(), range(ident).start),
            None => (index.to_string(), range(&field.ty).start),
        };
        debug_assert!(!matches!(of.fields, Fields::Unit));
        for vis in opened(source) {
            // A marker holds nothing that the rest of the crate could take.
            if *vis != "pub" && type_name(&field.ty) == "PhantomData" {
                continue;
            }
            found.push(
                source,
                &format!("{}.{name}", of.ident),
                (
                    "private field opened",
                    format!("private field made `{vis}`"),
                ),
                vec![source.insert(start, format!("{vis} "))],
                aim(vis),
            );
        }
    }
}

fn functions(source: &Source, found: &mut Found) {
    for function in source.functions() {
        let Some(vis) = function.vis else { continue };
        let was = match vis {
            Visibility::Public(_) => continue,
            Visibility::Inherited => "private".to_owned(),
            Visibility::Restricted(vis) => format!("`{}`", source.one_line(vis)),
        };
        for open in opened(source) {
            if was.contains(&format!("`{open}`")) {
                continue;
            }
            let start = match &function.sig.constness {
                Some(constness) => range(constness).start,
                None => range(&function.sig.fn_token).start,
            };
            let edit = match vis {
                Visibility::Inherited => source.insert(start, format!("{open} ")),
                vis => source.replace(vis, *open),
            };
            found.push(
                source,
                &function.item,
                (
                    "private function opened",
                    format!("{was} function made `{open}`"),
                ),
                vec![edit],
                aim(open),
            );
        }
    }
}

fn modules(source: &Source, items: &[Item], found: &mut Found) {
    for item in items {
        let Item::Mod(module) = item else { continue };
        if !matches!(module.vis, Visibility::Inherited) {
            continue;
        }
        let kernel = ["call", "command", "debug", "guarded", "missing", "policy"];
        if source.name() == "lib.rs" && !kernel.contains(&module.ident.to_string().as_str()) {
            continue;
        }
        for vis in opened(source) {
            let start = head(&module.vis, &module.mod_token);
            found.push(
                source,
                &format!("mod {}", module.ident),
                (
                    "private module opened",
                    format!("private module made `{vis}`"),
                ),
                vec![source.insert(start, format!("{vis} "))],
                aim(vis),
            );
        }
    }
}

/// An import in a public module, made public, gives away what it names.
fn imports(sources: &Sources, found: &mut Found) -> Result<()> {
    let root = sources.get("mod.rs")?;
    for item in &root.ast.items {
        let Item::Mod(module) = item else { continue };
        if !matches!(module.vis, Visibility::Public(_)) {
            continue;
        }
        let source = sources.get(&format!("{}.rs", module.ident))?;
        for item in &source.ast.items {
            let Item::Use(import) = item else { continue };
            // Those of `core` and of other crates are there for everybody.
            let text = source.one_line(&import.tree);
            if !text.starts_with("super") && !text.starts_with("crate") {
                continue;
            }
            let first = text.split("::").next().context("a path")?.to_owned();
            found.push(
                source,
                &format!("use {first}"),
                ("import opened", "import made `pub`"),
                vec![source.insert(range(&import.use_token).start, "pub ")],
                aim("pub"),
            );
        }
    }
    Ok(())
}
