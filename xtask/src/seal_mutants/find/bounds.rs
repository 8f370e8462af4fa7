//! Each bound is dropped: of a parameter, a trait, an associated type, a returned future.

use syn::{
    Item, Token, TypeParamBound,
    punctuated::Punctuated,
    visit::{self, Visit},
};

use super::{super::source::Source, Found, Sources};
use crate::seal_mutants::source::range;

const AIM: &[&str] = &["ui attempts", "types", "execution", "ui twins"];

type Bounds = Punctuated<TypeParamBound, Token![+]>;

pub(super) fn find(sources: &Sources, found: &mut Found) {
    let beside = ["guarded.rs", "missing.rs"];
    let looked_at = |s: &&Source| s.is_kernel() || beside.contains(&s.name());
    for source in sources.all.iter().filter(looked_at) {
        let mut visitor = Visitor {
            source,
            found,
            place: Vec::new(),
        };
        visitor.visit_file(&source.ast);
    }
}

struct Visitor<'a> {
    source: &'a Source,
    found: &'a mut Found,
    place: Vec<String>,
}

impl Visitor<'_> {
    fn within(&mut self, place: String, visit: impl FnOnce(&mut Self)) {
        self.place.push(place);
        visit(self);
        self.place.pop();
    }

    /// `whole` is from the colon on, where all bounds can go.
    fn drop_each(&mut self, of: &str, bounds: &Bounds, whole: Option<usize>) {
        for (index, bound) in bounds.iter().enumerate() {
            let this = range(bound);
            let edit = if bounds.len() == 1 {
                // `impl Trait` must keep one.
                let Some(colon) = whole else { continue };
                self.source.replace_range(colon..this.end, "")
            } else if let Some(next) = bounds.iter().nth(index + 1) {
                self.source.replace_range(this.start..range(next).start, "")
            } else {
                let before = bounds.iter().nth(index - 1).map(|b| range(b).end);
                let start = before.unwrap_or(this.start);
                self.source.replace_range(start..this.end, "")
            };
            let bound = self.source.one_line(bound);
            self.found.push(
                self.source,
                &self.place.join("::"),
                (
                    "bound dropped",
                    format!("bound `{bound}` of `{of}` dropped"),
                ),
                vec![edit],
                AIM,
            );
        }
    }

    /// `Tool<Tier = L>` says which tool.
    fn drop_bindings(&mut self, of: &str, bounds: &Bounds) {
        for bound in bounds {
            let TypeParamBound::Trait(bound) = bound else {
                continue;
            };
            let Some(last) = bound.path.segments.last() else {
                continue;
            };
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
                continue;
            };
            let binds = |a: &syn::GenericArgument| matches!(a, syn::GenericArgument::AssocType(_));
            // Those of a future are its output. Those of `Tier::row` must go together.
            if !arguments.args.iter().all(binds)
                || last.ident == "Future"
                || self.place.last().is_some_and(|place| place == "row")
            {
                continue;
            }
            let text = self.source.one_line(arguments);
            let edit = self.source.replace(arguments, "");
            self.found.push(
                self.source,
                &self.place.join("::"),
                (
                    "bound dropped",
                    format!("binding `{text}` of `{of}` dropped"),
                ),
                vec![edit],
                AIM,
            );
        }
    }
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let place = match item {
            Item::Fn(f) => f.sig.ident.to_string(),
            Item::Impl(i) if i.trait_.is_none() => format!("impl {}", self.source.impl_name(i)),
            Item::Impl(i) => self.source.impl_name(i),
            Item::Trait(t) => t.ident.to_string(),
            Item::Struct(s) => s.ident.to_string(),
            Item::Enum(e) => e.ident.to_string(),
            Item::Mod(m) => m.ident.to_string(),
            _ => return,
        };
        self.within(place, |this| {
            if let Item::Trait(t) = item
                && let Some(colon) = &t.colon_token
            {
                let colon = range(colon).start;
                this.drop_each("Self", &t.supertraits, Some(colon));
            }
            visit::visit_item(this, item);
        });
    }

    fn visit_impl_item_fn(&mut self, f: &'ast syn::ImplItemFn) {
        self.within(f.sig.ident.to_string(), |this| {
            visit::visit_impl_item_fn(this, f);
        });
    }

    fn visit_trait_item_fn(&mut self, f: &'ast syn::TraitItemFn) {
        self.within(f.sig.ident.to_string(), |this| {
            visit::visit_trait_item_fn(this, f);
        });
    }

    fn visit_trait_item_type(&mut self, t: &'ast syn::TraitItemType) {
        self.within(t.ident.to_string(), |this| {
            if let Some(colon) = &t.colon_token {
                let colon = range(colon).start;
                this.drop_each(&t.ident.to_string(), &t.bounds, Some(colon));
            }
            visit::visit_trait_item_type(this, t);
        });
    }

    fn visit_impl_item_type(&mut self, t: &'ast syn::ImplItemType) {
        self.within(t.ident.to_string(), |this| {
            visit::visit_impl_item_type(this, t);
        });
    }

    fn visit_type_param(&mut self, param: &'ast syn::TypeParam) {
        let of = param.ident.to_string();
        if let Some(colon) = &param.colon_token {
            self.drop_each(&of, &param.bounds, Some(range(colon).start));
        }
        self.drop_bindings(&of, &param.bounds);
        visit::visit_type_param(self, param);
    }

    fn visit_where_clause(&mut self, clause: &'ast syn::WhereClause) {
        for predicate in &clause.predicates {
            if let syn::WherePredicate::Type(predicate) = predicate {
                let of = self.source.one_line(&predicate.bounded_ty);
                // A type without bounds may stand there.
                let start = range(&predicate.colon_token).end;
                self.drop_each(&of, &predicate.bounds, Some(start));
                self.drop_bindings(&of, &predicate.bounds);
            }
        }
        visit::visit_where_clause(self, clause);
    }

    fn visit_type_impl_trait(&mut self, of: &'ast syn::TypeImplTrait) {
        self.drop_each("impl Trait", &of.bounds, None);
        visit::visit_type_impl_trait(self, of);
    }
}
