//! The futures: without their `async` block, and as `async fn`.

use syn::{Expr, Stmt, visit::Visit};

use super::{Found, Sources};
use crate::seal_mutants::source::range;

const AIM: &[&str] = &["execution", "ui twins", "ui attempts"];

pub(super) fn find(sources: &Sources, found: &mut Found) {
    for source in sources.kernel() {
        for function in source.functions() {
            let Some(block) = function.block else {
                continue;
            };
            let [Stmt::Expr(Expr::Async(body), None)] = &block.stmts[..] else {
                continue;
            };
            // Only what is awaited at the end can be returned as it is.
            if let [Stmt::Expr(Expr::Await(last), None)] = &body.block.stmts[..] {
                found.push(
                    source,
                    &function.item,
                    ("future", "`async` block removed"),
                    vec![source.replace(body, source.slice(&*last.base))],
                    AIM,
                );
            }
            let Some(output) = output(source, function.sig) else {
                continue;
            };
            let syn::ReturnType::Type(_, returned) = &function.sig.output else {
                continue;
            };
            found.push(
                source,
                &function.item,
                ("future", "made `async fn`"),
                vec![
                    source.insert(range(&function.sig.fn_token).start, "async "),
                    source.replace(&**returned, output),
                    source.replace(body, source.slice(&body.block)),
                ],
                AIM,
            );
        }
    }
}

/// `X` of `impl Future<Output = X> + Send`.
fn output(source: &super::Source, sig: &syn::Signature) -> Option<String> {
    struct Output<'a>(&'a super::Source, Option<String>);
    impl<'ast> Visit<'ast> for Output<'_> {
        fn visit_assoc_type(&mut self, of: &'ast syn::AssocType) {
            if of.ident == "Output" && self.1.is_none() {
                self.1 = Some(self.0.slice(&of.ty).to_owned());
            }
        }
    }
    let mut output = Output(source, None);
    output.visit_return_type(&sig.output);
    output.1
}
