//! The sources as text and as syntax, and edits to them.

use std::{collections::BTreeMap, fs, ops::Range, path::Path};

use anyhow::{Context as _, Result, ensure};
use syn::{Block, ImplItem, Item, Signature, TraitItem, Visibility, spanned::Spanned};

/// A source file, parsed.
pub(crate) struct Source {
    /// From the root of the repository, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) ast: syn::File,
}

/// What takes the place of a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) path: String,
    pub(crate) range: Range<usize>,
    pub(crate) with: String,
}

impl Source {
    pub(crate) fn parse(path: &str, text: String) -> Result<Self> {
        let ast = syn::parse_file(&text).with_context(|| format!("{path} does not parse"))?;
        Ok(Self {
            path: path.to_owned(),
            text,
            ast,
        })
    }

    pub(crate) fn read(root: &Path, path: &str) -> Result<Self> {
        let text = fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
        Self::parse(path, text)
    }

    /// The name in the names of mutants.
    pub(crate) fn name(&self) -> &str {
        let path = &self.path;
        let inner = path.strip_prefix("src/").unwrap_or(path);
        inner.strip_prefix("call/").unwrap_or(inner)
    }

    /// Whether this is a file of the kernel's own folder.
    pub(crate) fn is_kernel(&self) -> bool {
        self.path.starts_with("src/call/")
    }

    pub(crate) fn slice(&self, node: &impl Spanned) -> &str {
        &self.text[range(node)]
    }

    /// The code of a node on one line.
    pub(crate) fn one_line(&self, node: &impl Spanned) -> String {
        let words: Vec<_> = self.slice(node).split_whitespace().collect();
        words.join(" ")
    }

    pub(crate) fn replace(&self, node: &impl Spanned, with: impl Into<String>) -> Edit {
        self.replace_range(range(node), with)
    }

    pub(crate) fn replace_range(&self, range: Range<usize>, with: impl Into<String>) -> Edit {
        Edit {
            path: self.path.clone(),
            range,
            with: with.into(),
        }
    }

    pub(crate) fn insert(&self, at: usize, with: impl Into<String>) -> Edit {
        self.replace_range(at..at, with)
    }

    pub(crate) fn append(&self, with: impl Into<String>) -> Edit {
        self.insert(self.text.len(), with)
    }

    /// The functions of the file, those of impls and traits among them.
    pub(crate) fn functions(&self) -> Vec<Function<'_>> {
        let mut found = Vec::new();
        for item in &self.ast.items {
            match item {
                Item::Fn(f) => found.push(Function {
                    item: f.sig.ident.to_string(),
                    vis: Some(&f.vis),
                    sig: &f.sig,
                    block: Some(&f.block),
                }),
                Item::Impl(i) => {
                    let of = self.impl_name(i);
                    for member in &i.items {
                        if let ImplItem::Fn(f) = member {
                            found.push(Function {
                                item: format!("{of}::{}", f.sig.ident),
                                vis: i.trait_.is_none().then_some(&f.vis),
                                sig: &f.sig,
                                block: Some(&f.block),
                            });
                        }
                    }
                }
                Item::Trait(t) => {
                    for member in &t.items {
                        if let TraitItem::Fn(f) = member {
                            found.push(Function {
                                item: format!("{}::{}", t.ident, f.sig.ident),
                                vis: None,
                                sig: &f.sig,
                                block: f.default.as_ref(),
                            });
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// `Pending` for an inherent impl, `impl Deref for Granted<'_, T>` for one of a trait.
    pub(crate) fn impl_name(&self, i: &syn::ItemImpl) -> String {
        match &i.trait_ {
            None => type_name(&i.self_ty),
            Some((_, of, _)) => {
                format!(
                    "impl {} for {}",
                    self.one_line(of),
                    self.one_line(&*i.self_ty)
                )
            }
        }
    }
}

pub(crate) struct Function<'a> {
    /// Such as `Confirmed::execute`.
    pub(crate) item: String,
    /// None where it cannot have one.
    pub(crate) vis: Option<&'a Visibility>,
    pub(crate) sig: &'a Signature,
    pub(crate) block: Option<&'a Block>,
}

impl Function<'_> {
    pub(crate) fn name(&self) -> String {
        self.sig.ident.to_string()
    }
}

/// The first and last byte of a node.
pub(crate) fn range(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

/// The last name in the path of a type.
pub(crate) fn type_name(of: &syn::Type) -> String {
    match of {
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .map_or_else(String::new, |last| last.ident.to_string()),
        _ => String::new(),
    }
}

/// Where the code of an item begins, after its comments and attributes.
pub(crate) fn head(vis: &Visibility, keyword: &impl Spanned) -> usize {
    match vis {
        Visibility::Inherited => range(keyword).start,
        vis => range(vis).start,
    }
}

/// The texts of the files that the edits change, after them.
pub(crate) fn apply(
    edits: &[Edit],
    read: impl Fn(&str) -> Result<String>,
) -> Result<BTreeMap<String, String>> {
    let mut sorted = edits.to_vec();
    sorted.sort_by_key(|edit| (edit.path.clone(), edit.range.start, edit.range.end));
    let mut texts = BTreeMap::new();
    for pair in sorted.windows(2) {
        let apart = pair[0].path != pair[1].path || pair[0].range.end <= pair[1].range.start;
        ensure!(apart, "two edits of one mutant overlap: {pair:?}");
    }
    // From the back, so that what is in front keeps its place.
    for edit in sorted.iter().rev() {
        if !texts.contains_key(&edit.path) {
            texts.insert(edit.path.clone(), read(&edit.path)?);
        }
        let text: &mut String = texts.get_mut(&edit.path).context("just read")?;
        ensure!(
            text.get(edit.range.clone()).is_some(),
            "{}: no {:?}",
            edit.path,
            edit.range
        );
        text.replace_range(edit.range.clone(), &edit.with);
    }
    Ok(texts)
}
