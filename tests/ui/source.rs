//! What the crate itself puts into the messages of the compiler: its own texts, and the names of
//! its items.

use std::{collections::BTreeSet, fs, path::Path};

use syn::{
    Attribute, Expr, ExprLit, Field, FnArg, Ident, ImplItemConst, ImplItemFn, ItemConst, ItemEnum,
    ItemFn, ItemImpl, ItemMacro, ItemMod, ItemStatic, ItemStruct, ItemTrait, ItemType, Lit, LitStr,
    Macro, Meta, MetaNameValue, Pat, PatType, Signature, Token, TraitItemConst, TraitItemFn,
    TraitItemType, Variant, Visibility,
    punctuated::Punctuated,
    visit::{self, Visit},
};

#[derive(Default)]
pub(crate) struct Source {
    /// The texts for the compiler: of `on_unimplemented`, of `must_use`, and of assertions, which
    /// fail in const evaluation.
    pub(crate) texts: Vec<String>,
    /// The names of items that nobody outside the crate can use.
    pub(crate) private: BTreeSet<String>,
}

impl Source {
    /// Of the crate in this folder. What is public is what rustdoc says: `audit/public-api.txt`.
    pub(crate) fn of(root: &Path) -> Self {
        let mut found = Found::default();
        found.folder(&root.join("src"));
        let api = fs::read_to_string(root.join("audit/public-api.txt"));
        let api = api.expect("audit/public-api.txt");
        let public = public(&api);
        Self {
            texts: found.texts,
            private: &(&found.declared - &public) - &found.parameters,
        }
    }
}

/// The names in the path of each public item: `pub fn countersign::Call<T>::run<S>(..)` has three.
fn public(api: &str) -> BTreeSet<String> {
    api.lines()
        .filter(|line| line.starts_with("pub ") || line.starts_with("#["))
        .filter_map(|line| {
            let path = &line[line.find("countersign")?..];
            let mut depth = 0_usize;
            let bare = path.chars().filter(|c| match c {
                '<' => {
                    depth += 1;
                    false
                }
                '>' => {
                    depth = depth.saturating_sub(1);
                    false
                }
                _ => depth == 0,
            });
            let bare: String = bare.collect();
            let end = bare.find(['(', ' ', '!', '=']).unwrap_or(bare.len());
            Some(bare[..end].to_owned())
        })
        .flat_map(|path| words(&path).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// The identifiers in a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

#[derive(Default)]
struct Found {
    texts: Vec<String>,
    declared: BTreeSet<String>,
    /// Of public functions. Messages that name one are not about the item of the same name.
    parameters: BTreeSet<String>,
}

impl Found {
    fn folder(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                self.folder(&path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).expect("a source file");
                let file = syn::parse_file(&source).expect("Rust");
                self.visit_file(&file);
            }
        }
    }

    fn declare(&mut self, name: &Ident) {
        self.declared.insert(name.to_string());
    }

    fn text(&mut self, value: &Expr) {
        if let Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) = value
        {
            self.add(text.value());
        }
    }

    /// Unless it would be found in every message.
    fn add(&mut self, text: String) {
        let fixed = text.split('}').filter_map(|part| part.split('{').next());
        if fixed.flat_map(words).next().is_some() {
            self.texts.push(text);
        }
    }

    fn parameters(&mut self, signature: &Signature) {
        for input in &signature.inputs {
            if let FnArg::Typed(PatType { pat, .. }) = input
                && let Pat::Ident(name) = &**pat
            {
                self.parameters.insert(name.ident.to_string());
            }
        }
    }
}

/// `#[doc(hidden)]`
fn is_hidden(attribute: &Attribute) -> bool {
    let hidden = attribute.parse_args::<Ident>();
    attribute.path().is_ident("doc") && hidden.is_ok_and(|word| word == "hidden")
}

/// Declares an item, and goes on into it.
macro_rules! declare {
    ($($visit:ident: $item:ident, $name:ident $(. $part:ident)*;)+) => { $(
        fn $visit(&mut self, item: &'ast $item) {
            self.declare(&item.$name $(. $part)*);
            visit::$visit(self, item);
        }
    )+ };
}

impl<'ast> Visit<'ast> for Found {
    declare! {
        visit_item_const: ItemConst, ident;
        visit_item_enum: ItemEnum, ident;
        visit_item_fn: ItemFn, sig.ident;
        visit_item_mod: ItemMod, ident;
        visit_item_static: ItemStatic, ident;
        visit_item_struct: ItemStruct, ident;
        visit_item_trait: ItemTrait, ident;
        visit_item_type: ItemType, ident;
        visit_impl_item_const: ImplItemConst, ident;
        visit_trait_item_const: TraitItemConst, ident;
        visit_trait_item_type: TraitItemType, ident;
        visit_variant: Variant, ident;
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.declare(&item.sig.ident);
        if matches!(item.vis, Visibility::Public(_)) {
            self.parameters(&item.sig);
        }
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.declare(&item.sig.ident);
        if !item.attrs.iter().any(is_hidden) {
            self.parameters(&item.sig);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_field(&mut self, field: &'ast Field) {
        field.ident.iter().for_each(|name| self.declare(name));
        visit::visit_field(self, field);
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        item.ident.iter().for_each(|name| self.declare(name));
        visit::visit_item_macro(self, item);
    }

    /// The names in the impl of a trait are those of the trait.
    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if item.trait_.is_none() {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let name = attribute.path().segments.last();
        let name = name.map(|segment| segment.ident.to_string());
        match (name.as_deref(), &attribute.meta) {
            (Some("must_use"), Meta::NameValue(pair)) => self.text(&pair.value),
            (Some("on_unimplemented"), Meta::List(list)) => {
                let parse = Punctuated::<MetaNameValue, Token![,]>::parse_terminated;
                let pairs = list.parse_args_with(parse).expect("`name = text`");
                pairs.iter().for_each(|pair| self.text(&pair.value));
            }
            _ => {}
        }
    }

    fn visit_macro(&mut self, found: &'ast Macro) {
        if found.path.is_ident("assert") || found.path.is_ident("panic") {
            let texts = found.tokens.clone().into_iter();
            let texts = texts.filter_map(|token| syn::parse2::<LitStr>(token.into()).ok());
            texts.for_each(|text| self.add(text.value()));
        }
    }
}

#[test]
fn the_texts_of_the_crate_are_found() {
    let source = Source::of(Path::new(env!("CARGO_MANIFEST_DIR")));
    for start in ["`{Self}` cannot be executed", "G13", "G11: a text"] {
        let found = source.texts.iter().any(|text| text.contains(start));
        assert!(found, "{start}: {:#?}", source.texts);
    }
}

#[test]
fn what_is_private_is_known_from_what_is_public() {
    let source = Source::of(Path::new(env!("CARGO_MANIFEST_DIR")));
    for name in [
        "missing",
        "Mint",
        "mint",
        "sealed",
        "Sealed",
        "unconfirmed",
        "check_text",
        "invariant",
        "brand",
        "tools",
        "Text",
        "Entry",
    ] {
        assert!(source.private.contains(name), "{name} is private");
    }
    for name in [
        "execute",
        "Routed",
        "Auto",
        "call",
        "tier",
        "row",
        "command",
        "close_client_hint",
        "FormElicitation",
        "policy",
        "Context",
        "Approved",
    ] {
        assert!(!source.private.contains(name), "{name} is public");
    }
}
