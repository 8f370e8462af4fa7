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

    fn impl_of(&self, of: &str, body: &str) -> String {
        let (params, this) = self.header("", "");
        format!("\nimpl{params} {of} for {this} {{ {body} }}\n")
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
                        && type_name(&i.self_ty) == ident.to_string()
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

fn by_hand(state: &State<'_>, found: &mut Found) {
    let inner = &state.inner;
    let no = "unimplemented!()";
    let deref = state.impl_of(
        "::core::ops::Deref",
        &format!("type Target = {inner}; fn deref(&self) -> &{inner} {{ {no} }}"),
    );
    let deref_mut = state.impl_of(
        "::core::ops::DerefMut",
        &format!("fn deref_mut(&mut self) -> &mut {inner} {{ {no} }}"),
    );
    let clone = state.impl_of("Clone", &format!("fn clone(&self) -> Self {{ {no} }}"));
    let copy = {
        let also = if state.is_generic() { " + Copy" } else { "" };
        let (params, this) = state.header("", also);
        format!("\nimpl{params} Copy for {this} {{}}\n")
    };
    let deserialize = {
        let (params, this) = state.header("'de", "");
        format!(
            "\nimpl{params} serde::Deserialize<'de> for {this} {{ \
             fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {{ {no} }} }}\n"
        )
    };
    let eq = state.impl_of(
        "PartialEq",
        &format!("fn eq(&self, _: &Self) -> bool {{ {no} }}"),
    );
    let simple = |of: &str, body: String| state.impl_of(of, &body);
    let mut impls = vec![
        ("Clone", clone.clone()),
        (
            "Default",
            simple("Default", format!("fn default() -> Self {{ {no} }}")),
        ),
        ("Deserialize", deserialize),
        (
            "Serialize",
            simple(
                "serde::Serialize",
                format!(
                    "fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {{ {no} }}"
                ),
            ),
        ),
        (
            "Display",
            simple(
                "::core::fmt::Display",
                format!(
                    "fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{ {no} }}"
                ),
            ),
        ),
        (
            "Hash",
            simple(
                "::core::hash::Hash",
                format!("fn hash<H: ::core::hash::Hasher>(&self, _: &mut H) {{ {no} }}"),
            ),
        ),
        ("PartialEq", eq),
        ("Deref", deref.clone()),
        (
            "AsRef",
            simple(
                &format!("AsRef<{inner}>"),
                format!("fn as_ref(&self) -> &{inner} {{ {no} }}"),
            ),
        ),
        (
            "AsMut",
            simple(
                &format!("AsMut<{inner}>"),
                format!("fn as_mut(&mut self) -> &mut {inner} {{ {no} }}"),
            ),
        ),
        (
            "Borrow",
            simple(
                &format!("::core::borrow::Borrow<{inner}>"),
                format!("fn borrow(&self) -> &{inner} {{ {no} }}"),
            ),
        ),
    ];
    let borrow_mut = simple(
        &format!("::core::borrow::BorrowMut<{inner}>"),
        format!("fn borrow_mut(&mut self) -> &mut {inner} {{ {no} }}"),
    );
    if let Some((_, borrow)) = impls.iter().find(|(name, _)| *name == "Borrow") {
        impls.push(("BorrowMut", borrow.clone() + &borrow_mut));
    }
    impls.push((
        "DerefMut",
        if state.has.contains("Deref") {
            deref_mut
        } else {
            deref + &deref_mut
        },
    ));
    impls.push(("Copy", clone + &copy));
    for (name, text) in impls {
        if state.has.contains(name) || !state.matters(name) {
            continue;
        }
        found.push(
            state.source,
            &state.name,
            ("trait implemented", format!("`{name}` implemented")),
            vec![state.source.append(text)],
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
