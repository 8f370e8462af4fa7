//! A trait that a state must not have is added to it: derived, and written by hand, since a
//! derived one asks more of `T`.

use std::collections::BTreeSet;

use syn::{GenericParam, Generics, Item};

use super::{super::source::Source, Found, Sources};
use crate::seal_mutants::source::{head, type_name};

const AIM: &[&str] = &["types", "ui attempts"];

/// Files of the kernel in which types are no states.
const NO_STATES: [&str; 3] = ["mod.rs", "tier.rs", "tool.rs"];

struct State<'a> {
    source: &'a Source,
    name: String,
    generics: &'a Generics,
    is_enum: bool,
    head: usize,
    /// What it has already, from the derives and impls of all sources.
    has: BTreeSet<String>,
    /// What a reference to the inside would lead to.
    inner: String,
}

impl State<'_> {
    fn is_generic(&self) -> bool {
        self.generics.type_params().any(|p| p.ident == "T")
    }

    /// A type without parameters holds no call: a value of it can be had or not, that is all.
    fn matters(&self, of: &str) -> bool {
        let makes = ["Clone", "Copy", "Default", "Deserialize"];
        !self.generics.params.is_empty() || makes.contains(&of)
    }

    /// `<T: Tool, By>`, without defaults, and `Confirmed<T, By>`.
    fn header(&self, extra: &str, also: &str) -> (String, String) {
        let mut params: Vec<String> = Vec::new();
        let mut args = Vec::new();
        if !extra.is_empty() {
            params.push(extra.to_owned());
        }
        for param in &self.generics.params {
            match param {
                GenericParam::Lifetime(l) => {
                    let name = format!("'{}", l.lifetime.ident);
                    params.insert(0, name.clone());
                    args.push(name);
                }
                GenericParam::Type(t) if t.ident == "T" => {
                    params.push(format!("T: crate::Tool{also}"));
                    args.push("T".to_owned());
                }
                GenericParam::Type(t) => {
                    let bounds = self.source.one_line(&t.bounds);
                    params.push(if bounds.is_empty() {
                        t.ident.to_string()
                    } else {
                        format!("{}: {bounds}", t.ident)
                    });
                    args.push(t.ident.to_string());
                }
                GenericParam::Const(_) => {}
            }
        }
        let brackets = |list: &[String]| {
            if list.is_empty() {
                String::new()
            } else {
                format!("<{}>", list.join(", "))
            }
        };
        (
            brackets(&params),
            format!("{}{}", self.name, brackets(&args)),
        )
    }
}

pub(super) fn find(sources: &Sources, found: &mut Found) {
    let states = states(sources);
    for state in &states {
        derived(state, found);
        by_hand(state, found);
        conversions(state, &states, found);
    }
    debug_derived(sources, &states, found);
}

fn states(sources: &Sources) -> Vec<State<'_>> {
    let mut states = Vec::new();
    let files = sources
        .kernel()
        .filter(|source| !NO_STATES.contains(&source.name()))
        .chain(sources.all.iter().filter(|s| s.name() == "guarded.rs"));
    for source in files {
        for item in &source.ast.items {
            let (ident, generics, head, attrs, is_enum, first) = match item {
                Item::Struct(s) => {
                    let first = s.fields.iter().next().map(|field| {
                        // A reference leads to what it refers to.
                        match &field.ty {
                            syn::Type::Reference(r) => source.one_line(&*r.elem),
                            ty => source.one_line(ty),
                        }
                    });
                    let head = head(&s.vis, &s.struct_token);
                    (&s.ident, &s.generics, head, &s.attrs, false, first)
                }
                Item::Enum(e) => {
                    let head = head(&e.vis, &e.enum_token);
                    (&e.ident, &e.generics, head, &e.attrs, true, None)
                }
                _ => continue,
            };
            let mut has = BTreeSet::new();
            for attr in attrs.iter().filter(|a| a.path().is_ident("derive")) {
                let derives = source.one_line(attr);
                has.extend(
                    derives
                        .split(|c: char| !c.is_alphanumeric())
                        .map(str::to_owned),
                );
            }
            for source in &sources.all {
                for item in &source.ast.items {
                    if let Item::Impl(i) = item
                        && let Some((_, of, _)) = &i.trait_
                        && *ident == type_name(&i.self_ty)
                        && let Some(last) = of.segments.last()
                    {
                        has.insert(last.ident.to_string());
                    }
                }
            }
            let generic = generics.type_params().any(|p| p.ident == "T");
            states.push(State {
                source,
                name: ident.to_string(),
                generics,
                is_enum,
                head,
                has,
                inner: if generic {
                    "T".to_owned()
                } else {
                    first.unwrap_or_else(|| "()".to_owned())
                },
            });
        }
    }
    states
}

fn derived(state: &State<'_>, found: &mut Found) {
    for (name, derives) in [
        ("Clone", "Clone"),
        ("Copy", "Clone, Copy"),
        ("Default", "Default"),
        ("Deserialize", "serde::Deserialize"),
        ("Serialize", "serde::Serialize"),
        ("PartialEq", "PartialEq"),
    ] {
        if state.has.contains(name) || !state.matters(name) {
            continue;
        }
        let derives: Vec<_> = derives
            .split(", ")
            .filter(|d| !state.has.contains(*d))
            .collect();
        // An enum has a default where a variant is named for it: the first that can be.
        if name == "Default" && state.is_enum {
            continue;
        }
        let derive = format!("#[derive({})]\n", derives.join(", "));
        found.push(
            state.source,
            &state.name,
            ("trait derived", format!("`{name}` derived")),
            vec![state.source.insert(state.head, derive)],
            AIM,
        );
    }
}

/// What is implemented by hand: the name, the trait, its items, and what it needs beside it. The
/// bodies are of no account, since nothing calls them but what must not compile.
const BY_HAND: [(&str, &str, &str, Option<&str>); 15] = [
    ("Clone", "Clone", "fn clone(&self) -> Self { NO }", None),
    ("Copy", "Copy", "", Some("Clone")),
    ("Default", "Default", "fn default() -> Self { NO }", None),
    (
        "Deserialize",
        "serde::Deserialize<'de>",
        "fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> { NO }",
        None,
    ),
    (
        "Serialize",
        "serde::Serialize",
        "fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> { NO }",
        None,
    ),
    (
        "Display",
        "::core::fmt::Display",
        "fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { NO }",
        None,
    ),
    (
        "Hash",
        "::core::hash::Hash",
        "fn hash<H: ::core::hash::Hasher>(&self, _: &mut H) { NO }",
        None,
    ),
    (
        "PartialEq",
        "PartialEq",
        "fn eq(&self, _: &Self) -> bool { NO }",
        None,
    ),
    (
        "Deref",
        "::core::ops::Deref",
        "type Target = INNER; fn deref(&self) -> &INNER { NO }",
        None,
    ),
    (
        "DerefMut",
        "::core::ops::DerefMut",
        "fn deref_mut(&mut self) -> &mut INNER { NO }",
        Some("Deref"),
    ),
    (
        "AsRef",
        "AsRef<INNER>",
        "fn as_ref(&self) -> &INNER { NO }",
        None,
    ),
    (
        "AsMut",
        "AsMut<INNER>",
        "fn as_mut(&mut self) -> &mut INNER { NO }",
        None,
    ),
    (
        "Borrow",
        "::core::borrow::Borrow<INNER>",
        "fn borrow(&self) -> &INNER { NO }",
        None,
    ),
    (
        "BorrowMut",
        "::core::borrow::BorrowMut<INNER>",
        "fn borrow_mut(&mut self) -> &mut INNER { NO }",
        Some("Borrow"),
    ),
    (
        "IntoIterator",
        "IntoIterator",
        "type Item = INNER; type IntoIter = ::core::option::IntoIter<INNER>; \
         fn into_iter(self) -> Self::IntoIter { NO }",
        None,
    ),
];

fn by_hand(state: &State<'_>, found: &mut Found) {
    let text = |name: &str| -> String {
        let entry = BY_HAND.iter().find(|(known, ..)| *known == name);
        let Some((_, of, items, _)) = entry else {
            return String::new();
        };
        let extra = if name == "Deserialize" { "'de" } else { "" };
        // Only what holds a `Copy` can be one.
        let also = if name == "Copy" { " + Copy" } else { "" };
        let (params, this) = state.header(extra, also);
        let of = of.replace("INNER", &state.inner);
        let items = items
            .replace("INNER", &state.inner)
            .replace("NO", "unimplemented!()");
        format!("\nimpl{params} {of} for {this} {{ {items} }}\n")
    };
    for (name, _, _, beside) in BY_HAND {
        if state.has.contains(name) || !state.matters(name) {
            continue;
        }
        let beside = beside.filter(|beside| !state.has.contains(*beside));
        found.push(
            state.source,
            &state.name,
            ("trait implemented", format!("`{name}` implemented")),
            vec![
                state
                    .source
                    .append(beside.map_or_else(String::new, text) + &text(name)),
            ],
            AIM,
        );
    }
}

/// From what is at hand: the arguments, any other state, a decision, a flag.
fn conversions(state: &State<'_>, states: &[State<'_>], found: &mut Found) {
    let mut push = |params: &str, from: &str, to: &str| {
        let text = format!(
            "\nimpl{params} From<{from}> for {to} {{ fn from(_: {from}) -> Self {{ unimplemented!() }} }}\n"
        );
        found.push(
            state.source,
            to,
            ("conversion added", format!("`From<{from}>` implemented")),
            vec![state.source.append(text)],
            AIM,
        );
    };
    // Anybody can make an unconfirmed call, and a resource is locked away by whoever has it.
    if state.name == "Unconfirmed" || state.name == "Guarded" {
        return;
    }
    let to_all = |name: &str| -> Vec<&str> {
        match name {
            "Confirmed" => vec!["crate::Elicited", "crate::ClientHinted"],
            _ => vec![""],
        }
    };
    let spelled = |name: &str, lifetime: &str, evidence: &str| match name {
        "Confirmed" => format!("crate::Confirmed<T, {evidence}>"),
        "Granted" => format!("crate::Granted<{lifetime}, T>"),
        name => format!("crate::{name}<T>"),
    };
    if state.is_generic() {
        for to_evidence in to_all(&state.name) {
            let to = spelled(&state.name, "'g", to_evidence);
            let params = if state.name == "Granted" {
                "<'g, T: crate::Tool>"
            } else {
                "<T: crate::Tool>"
            };
            push(params, "T", &to);
            for other in states.iter().filter(|s| s.is_generic()) {
                for evidence in to_all(&other.name) {
                    let from = spelled(&other.name, "'_", evidence);
                    if from.replace("'_", "'g") != to {
                        push(params, &from, &to);
                    }
                }
            }
        }
        return;
    }
    let to = state.name.as_str();
    match to {
        "Question" => push("<'q>", "&'static crate::Command", "Question<'q>"),
        "Answer" => {
            push("<'q>", "crate::ConfirmDecision", "Answer<'q>");
            push("<'q>", "Question<'q>", "Answer<'q>");
            push("<'q>", "bool", "Answer<'q>");
        }
        "ClientSupport" => {
            push("", "bool", to);
            push("", "()", to);
        }
        "Mint" => push("", "()", to),
        _ => {}
    }
}

/// A derived `Debug` prints the arguments.
fn debug_derived(sources: &Sources, states: &[State<'_>], found: &mut Found) {
    for source in &sources.all {
        for item in &source.ast.items {
            let Item::Impl(i) = item else { continue };
            let Some((_, of, _)) = &i.trait_ else {
                continue;
            };
            if of.segments.last().is_none_or(|last| last.ident != "Debug") {
                continue;
            }
            let name = type_name(&i.self_ty);
            let Some(state) = states.iter().find(|state| state.name == name) else {
                continue;
            };
            found.push(
                state.source,
                &state.name,
                ("trait derived", "`Debug` derived, not written by hand"),
                vec![
                    state.source.insert(state.head, "#[derive(Debug)]\n"),
                    source.replace(i, ""),
                ],
                &["types", "guarded", "ui attempts"],
            );
        }
    }
}
