//! What warns and what is checked when a command is compiled.

use anyhow::{Context as _, Result, ensure};
use syn::{
    Expr, Pat, Stmt,
    visit::{self, Visit},
};

use super::{super::source::Source, Found, MUST_USE, Sources};
use crate::seal_mutants::source::range;

const WARNED: &[&str] = &["ui attempts"];
const AIM: &[&str] = &["command", "ui attempts"];

pub(super) fn find(sources: &Sources, found: &mut Found) -> Result<()> {
    for source in &sources.all {
        let mut visitor = MustUse {
            source,
            found,
            place: Vec::new(),
        };
        visitor.visit_file(&source.ast);
    }
    let command = sources.get("command.rs")?;
    statements(command, found);
    deceptive(command, found)?;
    evaluated(sources, found)
}

struct MustUse<'a> {
    source: &'a Source,
    found: &'a mut Found,
    place: Vec<String>,
}

impl MustUse<'_> {
    fn look(&mut self, name: &str, attrs: &[syn::Attribute]) {
        self.place.push(name.to_owned());
        for attr in attrs.iter().filter(|a| a.path().is_ident("must_use")) {
            let mut edit = self.source.replace(attr, "");
            // With its line, or clippy would find fault with an empty one.
            let after = &self.source.text[edit.range.end..];
            edit.range.end += after.len() - after.trim_start().len();
            self.found.push(
                self.source,
                &self.place.join("::"),
                (MUST_USE, MUST_USE),
                vec![edit],
                WARNED,
            );
        }
        self.place.pop();
    }
}

impl<'ast> Visit<'ast> for MustUse<'_> {
    fn visit_item_struct(&mut self, s: &'ast syn::ItemStruct) {
        self.look(&s.ident.to_string(), &s.attrs);
    }
    fn visit_item_enum(&mut self, e: &'ast syn::ItemEnum) {
        self.look(&e.ident.to_string(), &e.attrs);
    }
    fn visit_item_fn(&mut self, f: &'ast syn::ItemFn) {
        self.look(&f.sig.ident.to_string(), &f.attrs);
    }
    fn visit_impl_item_fn(&mut self, f: &'ast syn::ImplItemFn) {
        self.look(&f.sig.ident.to_string(), &f.attrs);
    }
    fn visit_item_impl(&mut self, i: &'ast syn::ItemImpl) {
        self.place.push(self.source.impl_name(i));
        visit::visit_item_impl(self, i);
        self.place.pop();
    }
}

/// Statements that only check.
fn statements(source: &Source, found: &mut Found) {
    for function in source.functions() {
        let Some(block) = function.block else {
            continue;
        };
        let mut checks = Checks {
            source,
            found: Vec::new(),
        };
        checks.visit_block(block);
        for (index, (text, range)) in checks.found.into_iter().enumerate() {
            found.push(
                source,
                &function.item,
                (
                    "check removed",
                    format!("check {} removed: `{text}`", index + 1),
                ),
                vec![source.replace_range(range, "")],
                AIM,
            );
        }
    }
}

struct Checks<'a> {
    source: &'a Source,
    found: Vec<(String, std::ops::Range<usize>)>,
}

impl<'ast> Visit<'ast> for Checks<'_> {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        let is_check = match stmt {
            Stmt::Macro(m) => m.mac.path.is_ident("assert"),
            Stmt::Expr(Expr::Call(call), Some(_)) => {
                self.source.slice(&*call.func).starts_with("check_")
            }
            _ => false,
        };
        if is_check {
            let text = self.source.one_line(stmt);
            let short = text.split(", \"").next().unwrap_or(&text).to_owned();
            self.found.push((short, range(stmt)));
        }
        visit::visit_stmt(self, stmt);
    }
}

/// Each character, or range of them, that a text must not hold.
fn deceptive(source: &Source, found: &mut Found) -> Result<()> {
    struct Matches<'a>(Option<&'a syn::Macro>);
    impl<'ast> Visit<'ast> for Matches<'ast> {
        fn visit_macro(&mut self, m: &'ast syn::Macro) {
            self.0 = Some(m);
        }
    }
    let functions = source.functions();
    let function = functions
        .iter()
        .find(|f| f.item == "is_deceptive")
        .context("is_deceptive is gone")?;
    let mut matches = Matches(None);
    matches.visit_block(function.block.context("a body")?);
    let called = matches.0.context("is_deceptive: no `matches!`")?;
    let parser = |input: syn::parse::ParseStream<'_>| {
        input.parse::<Expr>()?;
        input.parse::<syn::Token![,]>()?;
        let pattern = Pat::parse_multi(input)?;
        input.parse::<Option<syn::Token![,]>>()?;
        Ok(pattern)
    };
    let pattern = called.parse_body_with(parser)?;
    let Pat::Or(alternatives) = pattern else {
        anyhow::bail!("is_deceptive: one alternative");
    };
    let cases: Vec<_> = alternatives.cases.iter().collect();
    ensure!(cases.len() > 1, "is_deceptive: one alternative");
    for (index, case) in cases.iter().enumerate() {
        let this = range(case);
        let range = match cases.get(index + 1) {
            Some(next) => this.start..range(next).start,
            None => range(cases[index - 1]).end..this.end,
        };
        found.push(
            source,
            "is_deceptive",
            (
                "check removed",
                format!("`{}` let through", source.one_line(case)),
            ),
            vec![source.replace_range(range, "")],
            AIM,
        );
    }
    for alone in ["scalar >= 0xE0000", "scalar & 0xFFFE == 0xFFFE"] {
        let whole = format!("|| {alone}");
        let at = source
            .text
            .find(&whole)
            .with_context(|| format!("command.rs: `{whole}` is gone"))?;
        found.push(
            source,
            "is_deceptive",
            ("check removed", format!("`{alone}` let through")),
            vec![source.replace_range(at..at + whole.len(), "")],
            AIM,
        );
    }
    Ok(())
}

/// A command is evaluated as soon as it is compiled.
fn evaluated(sources: &Sources, found: &mut Found) -> Result<()> {
    for (name, item, from, to) in [
        (
            "command.rs",
            "command!",
            "const COUNTERSIGN_COMMAND: $crate::Command = $command;\n        COUNTERSIGN_COMMAND",
            "$command",
        ),
        (
            "command.rs",
            "command!",
            "const COUNTERSIGN_COMMAND: $crate::Command = $command;",
            "let COUNTERSIGN_COMMAND: $crate::Command = $command;",
        ),
        ("mod.rs", "command", "const { &T::COMMAND }", "&T::COMMAND"),
    ] {
        let source = sources.get(name)?;
        let at = source
            .text
            .find(from)
            .with_context(|| format!("{name}: `{from}` is gone"))?;
        let short = from.split_whitespace().collect::<Vec<_>>().join(" ");
        found.push(
            source,
            item,
            ("evaluation dropped", format!("`{short}` made `{to}`")),
            vec![source.replace_range(at..at + from.len(), to)],
            &["ui attempts", "ui twins", "command"],
        );
    }
    Ok(())
}
