//! Types as a reader writes them.

use rustdoc_types::{
    AssocItemConstraintKind, GenericArg, GenericArgs, GenericBound, Path, Term, Type,
};

fn list<T>(parts: &[T], of: impl Fn(&T) -> String, by: &str) -> String {
    parts.iter().map(of).collect::<Vec<_>>().join(by)
}

pub(crate) fn type_(of: &Type) -> String {
    match of {
        Type::ResolvedPath(of) => path(of),
        Type::DynTrait(of) => format!("dyn {}", list(&of.traits, |of| path(&of.trait_), " + ")),
        Type::Generic(name) | Type::Primitive(name) => name.clone(),
        Type::FunctionPointer(of) => {
            let given = of
                .sig
                .output
                .as_ref()
                .map_or(String::new(), |of| format!(" -> {}", type_(of)));
            format!(
                "fn({}){given}",
                list(&of.sig.inputs, |(_, of)| type_(of), ", ")
            )
        }
        Type::Tuple(of) => format!("({})", list(of, type_, ", ")),
        Type::Slice(of) => format!("[{}]", type_(of)),
        Type::Array { type_: of, len } => format!("[{}; {len}]", type_(of)),
        Type::Pat { type_: of, .. } => type_(of),
        Type::ImplTrait(of) => format!("impl {}", bounds(of)),
        Type::Infer => "_".to_owned(),
        Type::RawPointer {
            is_mutable,
            type_: of,
        } => {
            format!(
                "*{} {}",
                if *is_mutable { "mut" } else { "const" },
                type_(of)
            )
        }
        Type::BorrowedRef {
            lifetime,
            is_mutable,
            type_: of,
        } => {
            let lifetime = lifetime
                .as_ref()
                .map_or(String::new(), |name| format!("{name} "));
            format!(
                "&{lifetime}{}{}",
                if *is_mutable { "mut " } else { "" },
                type_(of)
            )
        }
        Type::QualifiedPath {
            name,
            self_type,
            trait_,
            args,
        } => {
            let args = args.as_deref().map_or(String::new(), arguments);
            match trait_ {
                Some(of) if !of.path.is_empty() => {
                    format!("<{} as {}>::{name}{args}", type_(self_type), path(of))
                }
                _ => format!("{}::{name}{args}", type_(self_type)),
            }
        }
    }
}

pub(crate) fn bounds(of: &[GenericBound]) -> String {
    let bound = |of: &GenericBound| match of {
        GenericBound::TraitBound { trait_, .. } => path(trait_),
        GenericBound::Outlives(lifetime) => lifetime.clone(),
        GenericBound::Use(_) => "use<..>".to_owned(),
    };
    list(of, bound, " + ")
}

pub(crate) fn path(of: &Path) -> String {
    let name = of.path.rsplit("::").next().unwrap_or_default();
    format!(
        "{name}{}",
        of.args.as_deref().map_or(String::new(), arguments)
    )
}

fn arguments(of: &GenericArgs) -> String {
    match of {
        GenericArgs::AngleBracketed { args, constraints } => {
            let mut all: Vec<_> = args
                .iter()
                .map(|of| match of {
                    GenericArg::Lifetime(name) => name.clone(),
                    GenericArg::Type(of) => type_(of),
                    GenericArg::Const(of) => of.expr.clone(),
                    GenericArg::Infer => "_".to_owned(),
                })
                .collect();
            all.extend(constraints.iter().map(|of| match &of.binding {
                AssocItemConstraintKind::Equality(Term::Type(is)) => {
                    format!("{} = {}", of.name, type_(is))
                }
                AssocItemConstraintKind::Equality(Term::Constant(is)) => {
                    format!("{} = {}", of.name, is.expr)
                }
                AssocItemConstraintKind::Constraint(is) => format!("{}: {}", of.name, bounds(is)),
            }));
            if all.is_empty() {
                String::new()
            } else {
                format!("<{}>", all.join(", "))
            }
        }
        GenericArgs::Parenthesized { inputs, output } => {
            let given = output
                .as_ref()
                .map_or(String::new(), |of| format!(" -> {}", type_(of)));
            format!("({}){given}", list(inputs, type_, ", "))
        }
        GenericArgs::ReturnTypeNotation => "(..)".to_owned(),
    }
}
