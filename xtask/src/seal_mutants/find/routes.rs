//! Which way a call goes: the matrix, the row and the constants of each tier, the routes that a
//! tier cannot take, the order of policies and how they are put together.

use anyhow::{Context as _, Result, ensure};
use syn::{
    Expr, ImplItem, Item, ItemImpl, Stmt,
    visit::{self, Visit},
};

use super::{super::source::Source, Found, Sources};
use crate::seal_mutants::source::{Edit, range, type_name};

const AIM: &[&str] = &["matrix"];
const TYPES: &[&str] = &["types", "ui attempts", "ui twins"];

pub(super) fn find(sources: &Sources, found: &mut Found) -> Result<()> {
    let policy = sources.get("policy.rs")?;
    let trusted = sources.get("trusted.rs")?;
    let tier = sources.get("tier.rs")?;
    let policies = variants(policy, "Policy")?;
    let consequences = variants(policy, "Consequence")?;
    let routes = variants(policy, "ConfirmRoute")?;
    let clients = variants(trusted, "ClientSupport")?;

    cells(
        policy,
        &[&policies, &consequences, &clients],
        &routes,
        found,
    )?;
    order(policy, found)?;
    without_client_hint(policy, &consequences, found)?;
    for item in &tier.ast.items {
        if let Item::Impl(i) = item
            && let Some((_, of, _)) = &i.trait_
            && of.is_ident("Tier")
        {
            open_routes(tier, i, found);
            constants(tier, i, [&policies, &consequences], found)?;
            row(tier, i, found)?;
        }
    }
    other_tiers(tier, found)?;
    policies_together(sources, found)
}

fn variants(source: &Source, name: &str) -> Result<Vec<String>> {
    let mut enums = source.ast.items.iter().filter_map(|item| match item {
        Item::Enum(e) if e.ident == name => Some(e),
        _ => None,
    });
    let found = enums
        .next()
        .with_context(|| format!("enum {name} is gone"))?;
    Ok(found.variants.iter().map(|v| v.ident.to_string()).collect())
}

/// Every row of the matrix, to every route but the one that it has. Where the policy alone decides
/// it is one row, else one for each consequence and client.
fn cells(
    source: &Source,
    [policies, consequences, clients]: &[&Vec<String>; 3],
    routes: &[String],
    found: &mut Found,
) -> Result<()> {
    let name = "resolve_confirm_route";
    let functions = source.functions();
    let function = functions
        .iter()
        .find(|f| f.item == name)
        .context("resolve_confirm_route is gone")?;
    let at = range(&function.block.context("a body")?.brace_token.span.open()).end;
    let mut rows = Vec::new();
    for policy in *policies {
        if let Some(route) = route_by_policy(policy) {
            rows.push((policy.clone(), format!("Policy::{policy}, _, _"), route));
            continue;
        }
        for consequence in *consequences {
            for client in *clients {
                rows.push((
                    format!("{policy}, {consequence}, {client}"),
                    format!(
                        "Policy::{policy}, Consequence::{consequence}, ClientSupport::{client}"
                    ),
                    route_of_confirm(consequence, client),
                ));
            }
        }
    }
    for (row, pattern, has) in rows {
        ensure!(routes.iter().any(|route| route == has), "no route {has}");
        for route in routes.iter().filter(|route| *route != has) {
            let early = format!(
                " if matches!((policy, consequence, client), ({pattern})) {{ \
                 return ConfirmRoute::{route}; }}"
            );
            found.push(
                source,
                name,
                ("row of the matrix", format!("{row} made {route}")),
                vec![source.insert(at, early)],
                AIM,
            );
        }
    }
    Ok(())
}

/// The matrix, to leave out what would change nothing. Were it wrong here, such a mutant would
/// survive.
fn route_by_policy(policy: &str) -> Option<&'static str> {
    match policy {
        "Block" => Some("RefuseBlocked"),
        "AutoApprove" => Some("Auto"),
        _ => None,
    }
}

fn route_of_confirm(consequence: &str, client: &str) -> &'static str {
    match (consequence, client) {
        (_, "FormElicitation") => "Elicit",
        ("Destructive", _) => "ClientHint",
        _ => "RefuseNoChannel",
    }
}

/// `Ord` of `Policy` is derived, so the order of its variants is strictness.
fn order(source: &Source, found: &mut Found) -> Result<()> {
    for item in &source.ast.items {
        let Item::Enum(e) = item else { continue };
        if e.ident != "Policy" {
            continue;
        }
        let variants: Vec<_> = e.variants.iter().collect();
        ensure!(variants.len() == 3, "Policy has other variants");
        for pair in variants.windows(2) {
            let (a, b) = (&pair[0], &pair[1]);
            found.push(
                source,
                "Policy",
                (
                    "order of policies",
                    format!("`{}` and `{}` exchanged", a.ident, b.ident),
                ),
                vec![
                    source.replace(&a.ident, b.ident.to_string()),
                    source.replace(&b.ident, a.ident.to_string()),
                ],
                AIM,
            );
        }
    }
    Ok(())
}

fn without_client_hint(source: &Source, consequences: &[String], found: &mut Found) -> Result<()> {
    let functions = source.functions();
    let function = functions
        .iter()
        .find(|f| f.name() == "without_client_hint")
        .context("without_client_hint is gone")?;
    let at = range(&function.block.context("a body")?.brace_token.span.open()).end;
    for from in consequences {
        for to in consequences {
            let has = if from == "Destructive" {
                "Handoff"
            } else {
                from.as_str()
            };
            if has == to {
                continue;
            }
            let early = format!(" if matches!(self, Self::{from}) {{ return Consequence::{to}; }}");
            found.push(
                source,
                "Consequence::without_client_hint",
                ("client hint closed", format!("{from} made {to}")),
                vec![source.insert(at, early)],
                AIM,
            );
        }
    }
    Ok(())
}

/// A route that a tier cannot take is `Infallible`.
fn open_routes(source: &Source, i: &ItemImpl, found: &mut Found) {
    for member in &i.items {
        let ImplItem::Type(t) = member else { continue };
        if type_name(&t.ty) != "Infallible" {
            continue;
        }
        let open = match t.ident.to_string().as_str() {
            "Auto" => "AutoApproved<T>",
            "Elicit" => "Pending<T>",
            _ => "Confirmed<T, ClientHinted>",
        };
        found.push(
            source,
            &format!("{}::{}", source.impl_name(i), t.ident),
            (
                "impossible route opened",
                format!("`Infallible` made `{open}`"),
            ),
            vec![source.replace(&t.ty, open)],
            TYPES,
        );
    }
}

fn constants(
    source: &Source,
    i: &ItemImpl,
    [policies, consequences]: [&Vec<String>; 2],
    found: &mut Found,
) -> Result<()> {
    for member in &i.items {
        let ImplItem::Const(c) = member else { continue };
        let (of, values) = match c.ident.to_string().as_str() {
            "POLICY" => ("Policy", policies),
            "CONSEQUENCE" => ("Consequence", consequences),
            other => anyhow::bail!("{other}: what can this constant of a tier be?"),
        };
        let has = source.one_line(&c.expr);
        for value in values {
            let value = format!("{of}::{value}");
            if value != has {
                found.push(
                    source,
                    &format!("{}::{}", source.impl_name(i), c.ident),
                    ("constant of a tier", format!("made `{value}`")),
                    vec![source.replace(&c.expr, value)],
                    AIM,
                );
            }
        }
    }
    Ok(())
}

/// Each arm of a row, to each other outcome that type-checks.
fn row(source: &Source, i: &ItemImpl, found: &mut Found) -> Result<()> {
    let is_open = |name: &str| {
        i.items.iter().any(|member| {
            matches!(member, ImplItem::Type(t) if t.ident == name && type_name(&t.ty) != "Infallible")
        })
    };
    let mut outcomes = vec![
        "refused(ConfirmRoute::RefuseBlocked)",
        "refused(ConfirmRoute::RefuseNoChannel)",
    ];
    for (route, outcome) in [
        ("Auto", "Routed::Auto(AutoApproved::mint(call))"),
        ("Elicit", "Routed::Elicit(Pending::mint(call))"),
        ("ClientHint", "Routed::ClientHint(Confirmed::mint(call))"),
    ] {
        if is_open(route) {
            outcomes.push(outcome);
        }
    }
    let row = i.items.iter().find_map(|member| match member {
        ImplItem::Fn(f) if f.sig.ident == "row" => Some(f),
        _ => None,
    });
    let row = row.context("a tier without a row")?;
    let [Stmt::Expr(body, None)] = &row.block.stmts[..] else {
        anyhow::bail!("a row that is more than one expression");
    };
    let arms: Vec<(String, &Expr)> = match body {
        Expr::Match(m) => m
            .arms
            .iter()
            .map(|arm| (source.one_line(&arm.pat), &*arm.body))
            .collect(),
        body => vec![("everything".to_owned(), body)],
    };
    for (arm, body) in arms {
        let has = source.one_line(body);
        for outcome in &outcomes {
            if has == *outcome {
                continue;
            }
            found.push(
                source,
                &format!("{}::row", source.impl_name(i)),
                ("row of a tier", format!("`{arm}` made `{outcome}`")),
                vec![source.replace(body, *outcome)],
                AIM,
            );
        }
    }
    Ok(())
}

/// A tier more: the rows of the others, for the consequences that they must not have, and the seal
/// broken for all types.
fn other_tiers(source: &Source, found: &mut Found) -> Result<()> {
    let mut tiers = Vec::new();
    let mut seals = Vec::new();
    for item in &source.ast.items {
        if let Item::Impl(i) = item
            && let Some((_, of, _)) = &i.trait_
        {
            match of.segments.last().map(|last| last.ident.to_string()) {
                Some(name) if name == "Tier" => tiers.push(i),
                Some(name) if name == "Sealed" => seals.push(i),
                _ => {}
            }
        }
    }
    ensure!(!seals.is_empty(), "the tiers are not sealed");
    let known: Vec<String> = tiers.iter().map(|i| source.one_line(&*i.self_ty)).collect();
    for (like, makers) in [("AutoApprove", "AutoApprove"), ("Confirm", "Confirm")] {
        let template = tiers
            .iter()
            .find(|i| {
                source
                    .one_line(&*i.self_ty)
                    .starts_with(&format!("{like}<"))
            })
            .with_context(|| format!("no tier {like}"))?;
        for consequence in ["ReadOnly", "Additive", "Destructive", "Handoff", "()"] {
            let tier = format!("{makers}<{consequence}>");
            if known.contains(&tier) {
                continue;
            }
            let was = source.one_line(&*template.self_ty);
            let text =
                source
                    .slice(*template)
                    .replacen(&format!("for {was}"), &format!("for {tier}"), 1);
            ensure!(text.contains(&tier), "{was}: not found in its own impl");
            found.push(
                source,
                "Tier",
                ("tier added", format!("implemented for `{tier}`")),
                vec![source.append(format!("\nimpl sealed::Sealed for {tier} {{}}\n{text}\n"))],
                TYPES,
            );
        }
    }
    let mut edits: Vec<Edit> = seals.iter().map(|i| source.replace(*i, "")).collect();
    edits.push(source.append("\nimpl<T> sealed::Sealed for T {}\n"));
    found.push(
        source,
        "sealed::Sealed",
        ("seal removed", "implemented for everything"),
        edits,
        TYPES,
    );
    Ok(())
}

/// `max` of policies, and the hint closed or not, wherever that is.
fn policies_together(sources: &Sources, found: &mut Found) -> Result<()> {
    let unconfirmed = sources.get("unconfirmed.rs")?;
    let functions = unconfirmed.functions();
    let route = functions
        .iter()
        .find(|f| f.item == "Unconfirmed::route")
        .context("Unconfirmed::route is gone")?;
    let mut visitor = Together {
        source: unconfirmed,
        found,
        seen: [0; 3],
    };
    visitor.visit_block(route.block.context("a body")?);
    ensure!(
        visitor.seen.iter().all(|seen| *seen > 0),
        "Unconfirmed::route: no `max`, `without_client_hint` or `if`: {:?}",
        visitor.seen
    );
    Ok(())
}

struct Together<'a> {
    source: &'a Source,
    found: &'a mut Found,
    /// `max`, `without_client_hint`, `if`.
    seen: [usize; 3],
}

impl Together<'_> {
    fn push(&mut self, operator: String, edits: Vec<Edit>) {
        let place = ("policies together", operator);
        self.found
            .push(self.source, "Unconfirmed::route", place, edits, AIM);
    }
}

impl<'ast> Visit<'ast> for Together<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let source = self.source;
        if call.method == "max" {
            self.seen[0] += 1;
            let operand = source.one_line(&call.args);
            let receiver = source.slice(&*call.receiver).to_owned();
            self.push(
                format!("`max({operand})` made `min`"),
                vec![source.replace(&call.method, "min")],
            );
            self.push(
                format!("operand `{operand}` dropped"),
                vec![source.replace(call, receiver)],
            );
            // The innermost has the first of the operands, too.
            if !matches!(&*call.receiver, Expr::MethodCall(_)) {
                let first = source.one_line(&*call.receiver);
                let alone = source.slice(&call.args).to_owned();
                self.push(
                    format!("operand `{first}` dropped"),
                    vec![source.replace(call, alone)],
                );
            }
        }
        if call.method == "without_client_hint" {
            self.seen[1] += 1;
            let receiver = source.slice(&*call.receiver).to_owned();
            self.push(
                "`without_client_hint` dropped".to_owned(),
                vec![source.replace(call, receiver)],
            );
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        self.seen[2] += 1;
        let source = self.source;
        let condition = source.one_line(&*branch.cond);
        for (operator, with) in [
            ("never", "false".to_owned()),
            ("turned round", format!("!({condition})")),
        ] {
            self.push(
                format!("`if {condition}` {operator}"),
                vec![source.replace(&*branch.cond, with)],
            );
        }
        visit::visit_expr_if(self, branch);
    }
}
