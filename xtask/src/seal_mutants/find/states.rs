//! What makes a state a state: invariance, the brand, receivers by value, the token of the router,
//! and that only a yes confirms.

use anyhow::{Context as _, Result, ensure};
use syn::{
    Expr, FnArg, Item, Type,
    visit::{self, Visit},
};

use super::{super::source::Source, Found, Sources};
use crate::seal_mutants::source::{Edit, range, type_name};

const UI: &[&str] = &["ui attempts", "ui twins", "types"];

pub(super) fn find(sources: &Sources, found: &mut Found) -> Result<()> {
    for source in &sources.all {
        if source.is_kernel() || source.name() == "guarded.rs" {
            variance(source, found);
            receivers(source, found);
            borrowed_arguments(source, found);
        }
    }
    brands(sources, found)?;
    token(sources, found)?;
    row_of_another_tier(sources, found)?;
    answers(sources, found)
}

/// `PhantomData<fn(T) -> T>` is invariant; anything less is not.
fn variance(source: &Source, found: &mut Found) {
    for item in &source.ast.items {
        let Item::Struct(of) = item else { continue };
        for field in &of.fields {
            let Some((whole, input, output)) = invariant(source, &field.ty) else {
                continue;
            };
            let name = field.ident.as_ref().map(ToString::to_string);
            let name = name.unwrap_or_default();
            if input != output {
                continue;
            }
            for to in [
                input.clone(),
                format!("fn() -> {input}"),
                format!("fn({input})"),
            ] {
                found.push(
                    source,
                    &format!("{}.{name}", of.ident),
                    (
                        "invariance loosened",
                        format!("`{}` made `{to}`", source.one_line(whole)),
                    ),
                    vec![source.replace(whole, to)],
                    UI,
                );
            }
            let mut edits = vec![source.replace(field, "")];
            // The comma after it, and what the literals of the type give it.
            let end = range(field).end;
            if source.text[end..].starts_with(',') {
                edits[0].range.end += 1;
            }
            let mut literals = Literals {
                source,
                field: name.clone(),
                of: of.ident.to_string(),
                within: String::new(),
                edits: Vec::new(),
            };
            literals.visit_file(&source.ast);
            edits.append(&mut literals.edits);
            found.push(
                source,
                &format!("{}.{name}", of.ident),
                ("invariance loosened", "field removed"),
                edits,
                UI,
            );
        }
    }
}

/// `fn(X) -> X` in `PhantomData<fn(X) -> X>`.
fn invariant<'a>(source: &Source, of: &'a Type) -> Option<(&'a Type, String, String)> {
    let Type::Path(path) = of else { return None };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let Some(syn::GenericArgument::Type(whole @ Type::BareFn(function))) = arguments.args.first()
    else {
        return None;
    };
    let input = source.one_line(&function.inputs.first()?.ty);
    let syn::ReturnType::Type(_, output) = &function.output else {
        return None;
    };
    Some((whole, input, source.one_line(&**output)))
}

/// The field in the literals of a type, as `Self` and by name.
struct Literals<'a> {
    source: &'a Source,
    field: String,
    of: String,
    within: String,
    edits: Vec<Edit>,
}

impl<'ast> Visit<'ast> for Literals<'_> {
    fn visit_item_impl(&mut self, i: &'ast syn::ItemImpl) {
        self.within = type_name(&i.self_ty);
        visit::visit_item_impl(self, i);
    }

    fn visit_expr_struct(&mut self, literal: &'ast syn::ExprStruct) {
        let is_self = literal.path.is_ident("Self") && self.within == self.of;
        if is_self || literal.path.is_ident(&self.of) {
            for value in &literal.fields {
                if matches!(&value.member, syn::Member::Named(name) if *name == self.field) {
                    let mut edit = self.source.replace(value, "");
                    if self.source.text[edit.range.end..].starts_with(',') {
                        edit.range.end += 1;
                    }
                    self.edits.push(edit);
                }
            }
        }
        visit::visit_expr_struct(self, literal);
    }
}

/// `self` made `&self`. What would be moved out panics instead: that the call can be used again is
/// for the compiler to see, and the attempts are only compiled.
fn receivers(source: &Source, found: &mut Found) {
    for function in source.functions() {
        let Some(FnArg::Receiver(receiver)) = function.sig.inputs.first() else {
            continue;
        };
        let Some(block) = function.block else {
            continue;
        };
        if receiver.reference.is_some() || receiver.mutability.is_some() {
            continue;
        }
        let mut moved = Moved {
            source,
            edits: Vec::new(),
            depth: 0,
        };
        moved.visit_block(block);
        let mut edits = moved.edits;
        edits.push(source.replace(receiver, "&self"));
        found.push(
            source,
            &function.item,
            ("receiver not consumed", "`self` made `&self`"),
            edits,
            UI,
        );
    }
}

/// Fields of `self` that are moved out, rather than read.
struct Moved<'a> {
    source: &'a Source,
    edits: Vec<Edit>,
    depth: usize,
}

impl<'ast> Visit<'ast> for Moved<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        // The receiver of a method is borrowed here.
        self.depth += 1;
        self.visit_expr(&call.receiver);
        self.depth -= 1;
        for argument in &call.args {
            self.visit_expr(argument);
        }
    }

    fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
        let of_self = matches!(&*field.base, Expr::Path(path) if path.path.is_ident("self"));
        let copied = ["command", "consequence", "decision"];
        let is_copied = matches!(&field.member, syn::Member::Named(name) if copied.contains(&name.to_string().as_str()));
        if of_self && !is_copied && self.depth == 0 {
            self.edits
                .push(self.source.replace(field, "unimplemented!()"));
        }
    }
}

/// `&'a X` in an argument made `&X`: what is returned is no longer tied to it.
fn borrowed_arguments(source: &Source, found: &mut Found) {
    for function in source.functions() {
        for input in &function.sig.inputs {
            let (name, lifetime) = match input {
                FnArg::Receiver(r) => (
                    "self".to_owned(),
                    r.reference.as_ref().and_then(|(_, l)| l.as_ref()),
                ),
                FnArg::Typed(t) => match &*t.ty {
                    Type::Reference(r) => (source.one_line(&*t.pat), r.lifetime.as_ref()),
                    _ => continue,
                },
            };
            let Some(lifetime) = lifetime.filter(|l| l.ident != "static") else {
                continue;
            };
            found.push(
                source,
                &function.item,
                (
                    "lifetime loosened",
                    format!("`{lifetime}` of the argument `{name}` dropped"),
                ),
                vec![source.replace(lifetime, "")],
                UI,
            );
        }
    }
}

/// What makes the brand of a grant, a question and an answer one that nobody can choose.
fn brands(sources: &Sources, found: &mut Found) -> Result<()> {
    let tool = sources.get("tool.rs")?;
    let functions = tool.functions();
    let run = functions
        .iter()
        .find(|f| f.item == "Tool::run")
        .context("Tool::run is gone")?;
    let Some(FnArg::Typed(call)) = run.sig.inputs.first() else {
        anyhow::bail!("Tool::run takes no call");
    };
    ensure!(
        tool.one_line(&*call.ty) == "Granted<'_, Self>",
        "Tool::run takes another call"
    );
    found.push(
        tool,
        "Tool::run",
        ("lifetime loosened", "the brand of the grant made `'static`"),
        vec![tool.replace(&*call.ty, "Granted<'static, Self>")],
        UI,
    );
    let trusted = sources.get("trusted.rs")?;
    for function in trusted.functions() {
        let syn::ReturnType::Type(_, output) = &function.sig.output else {
            continue;
        };
        if function.item == "Question::answer" {
            let answer = trusted.one_line(&**output);
            ensure!(
                answer == "Answer<'q>",
                "Question::answer gives another answer"
            );
            let name = range(&function.sig.ident).end;
            found.push(
                trusted,
                &function.item,
                (
                    "lifetime loosened",
                    "the brand of the answer made any other",
                ),
                vec![
                    trusted.insert(name, "<'any>"),
                    trusted.replace(&**output, "Answer<'any>"),
                ],
                UI,
            );
        }
    }
    Ok(())
}

/// The token that stops others from calling a row.
fn token(sources: &Sources, found: &mut Found) -> Result<()> {
    let tier = sources.get("tier.rs")?;
    let unconfirmed = sources.get("unconfirmed.rs")?;
    let mut edits = Vec::new();
    for function in tier.functions() {
        let last = function.sig.inputs.last();
        let Some(FnArg::Typed(last)) = last else {
            continue;
        };
        if type_name(&last.ty) == "Mint" {
            let before = function.sig.inputs.iter().rev().nth(1);
            let start = range(before.context("a row takes more than a token")?).end;
            edits.push(tier.replace_range(start..range(last).end, ""));
        }
    }
    ensure!(edits.len() > 1, "no row takes a token");
    let call = ", Mint(()))";
    let at = unconfirmed
        .text
        .find(call)
        .context("unconfirmed.rs: the token is not handed over")?;
    edits.push(unconfirmed.replace_range(at..at + call.len(), ")"));
    found.push(
        tier,
        "Tier::row",
        ("seal removed", "the token of the router dropped"),
        edits,
        UI,
    );
    let anyone = "pub struct Mint(());";
    let at = unconfirmed
        .text
        .find(anyone)
        .context("unconfirmed.rs: the token is gone")?;
    let literal = unconfirmed.text.find("Mint(()))").context("a literal")?;
    found.push(
        unconfirmed,
        "Mint",
        ("seal removed", "the token made `()`"),
        vec![
            unconfirmed.replace_range(at..at + anyone.len(), "pub type Mint = ();"),
            unconfirmed.replace_range(literal..literal + "Mint(())".len(), "()"),
        ],
        UI,
    );
    Ok(())
}

/// `T: Tool<Tier = Self>` of a row, in the trait and in its impls.
fn row_of_another_tier(sources: &Sources, found: &mut Found) -> Result<()> {
    let tier = sources.get("tier.rs")?;
    let mut edits = Vec::new();
    for function in tier.functions().iter().filter(|f| f.name() == "row") {
        for param in function.sig.generics.type_params() {
            edits.push(tier.replace(&param.bounds, "Tool"));
        }
    }
    ensure!(edits.len() > 1, "no row has a bound");
    found.push(
        tier,
        "Tier::row",
        ("bound dropped", "binding `<Tier = Self>` of `T` dropped"),
        edits,
        UI,
    );
    Ok(())
}

/// Every answer but a yes, and none, made a yes.
fn answers(sources: &Sources, found: &mut Found) -> Result<()> {
    let pending = sources.get("pending.rs")?;
    let functions = pending.functions();
    let ask = functions
        .iter()
        .find(|f| f.item == "Pending::ask")
        .context("Pending::ask is gone")?;
    let mut arms = Arms {
        source: pending,
        yes: None,
        others: Vec::new(),
    };
    arms.visit_block(ask.block.context("a body")?);
    let yes = arms.yes.context("Pending::ask: no arm gives a Confirmed")?;
    ensure!(
        arms.others.len() >= 4,
        "Pending::ask: too few arms that refuse"
    );
    for (pattern, edit) in arms.others {
        found.push(
            pending,
            "Pending::ask",
            ("refusal made a yes", format!("`{pattern}` made `{yes}`")),
            vec![Edit {
                with: yes.clone(),
                ..edit
            }],
            &["execution", "no_allocation", "elicitation", "testing"],
        );
    }
    Ok(())
}

struct Arms<'a> {
    source: &'a Source,
    yes: Option<String>,
    others: Vec<(String, Edit)>,
}

impl<'ast> Visit<'ast> for Arms<'_> {
    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let body = self.source.one_line(&*arm.body);
        if matches!(&*arm.body, Expr::Match(_)) {
            visit::visit_arm(self, arm);
        } else if body.contains("mint") {
            self.yes = Some(body);
        } else {
            let pattern = self.source.one_line(&arm.pat);
            self.others
                .push((pattern, self.source.replace(&*arm.body, "")));
        }
    }
}
