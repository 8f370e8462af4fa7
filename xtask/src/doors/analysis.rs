//! Reads rustdoc's JSON: through what a state of a call can be obtained.

use std::collections::{BTreeMap, BTreeSet};

use rustdoc_types::{Crate, Id, Impl, Item, ItemEnum, StructKind, Type, VariantKind};
use serde::Serialize;
use serde_json::Value;

use super::render;

/// What must not be obtained but through the doors.
pub(crate) const STATES: [&str; 5] = ["Granted", "AutoApproved", "Confirmed", "Pending", "Answer"];

/// What is found: for each state, and each type that holds one where anybody can take it out,
/// its doors; and for each the traits that are implemented for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Doors {
    pub(crate) open: BTreeMap<(String, String), usize>,
    pub(crate) traits: BTreeMap<String, BTreeSet<String>>,
    /// Auto traits and those that the standard library implements for every type.
    pub(crate) common: BTreeMap<String, BTreeSet<String>>,
    /// Exported macros: what they expand to is not seen here.
    pub(crate) macros: BTreeSet<String>,
}

struct Analysis<'a> {
    krate: &'a Crate,
    /// The states, and what holds them openly, by name.
    wanted: BTreeMap<Id, String>,
    /// Associated types (of which trait, by which name) that are or become one of them.
    projections: BTreeMap<(Id, String), BTreeSet<Id>>,
    /// With how many of them read alike.
    found: BTreeMap<(String, String), usize>,
}

/// The doors of this crate to these states.
pub(crate) fn doors(krate: &Crate, states: &[&str]) -> Doors {
    let mut wanted = BTreeMap::new();
    for (id, item) in &krate.index {
        let name = item.name.as_deref().unwrap_or_default();
        let is_type = matches!(
            item.inner,
            ItemEnum::Struct(_) | ItemEnum::Enum(_) | ItemEnum::Union(_)
        );
        if item.crate_id == 0 && is_type && states.contains(&name) {
            wanted.insert(*id, name.to_owned());
        }
    }
    let mut analysis = Analysis {
        krate,
        wanted,
        projections: BTreeMap::new(),
        found: BTreeMap::new(),
    };
    // A type that holds a state openly is looked for as well, and so on.
    loop {
        let before = (analysis.wanted.len(), analysis.projections.clone());
        analysis.project();
        analysis.hold();
        if (analysis.wanted.len(), &analysis.projections) == (before.0, &before.1) {
            break;
        }
    }
    for item in krate.index.values().filter(|item| item.crate_id == 0) {
        analysis.look_at(item);
    }
    let (traits, common) = analysis.traits();
    let macros = krate.index.values().filter(|item| item.crate_id == 0);
    let macros = macros.filter_map(|item| match &item.inner {
        ItemEnum::Macro(_) | ItemEnum::ProcMacro(_) => item.name.clone(),
        _ => None,
    });
    Doors {
        open: analysis.found,
        traits,
        common,
        macros: macros.collect(),
    }
}

fn json(part: &impl Serialize) -> Value {
    serde_json::to_value(part).expect("rustdoc's own types are JSON")
}

/// Calls `see` with every object of a part, whatever kind of type it is in: nothing that rustdoc
/// may add is left out.
fn walk(part: &Value, see: &mut impl FnMut(&str, &Value)) {
    match part {
        Value::Object(members) => {
            for (key, value) in members {
                see(key, value);
                walk(value, see);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| walk(value, see)),
        _ => {}
    }
}

fn id(value: &Value) -> Option<Id> {
    value
        .get("id")?
        .as_u64()
        .and_then(|id| u32::try_from(id).ok())
        .map(Id)
}

impl Analysis<'_> {
    /// Which of what is wanted a part mentions, with `Self` standing for the type of an impl.
    fn mentions(&self, part: &impl Serialize, this: Option<&Type>) -> BTreeSet<Id> {
        let part = json(part);
        let mut found = BTreeSet::new();
        let mut names_self = false;
        // Paths to types, traits and bounds all have an `id`; ids of lifetimes do not exist.
        let mut see = |key: &str, value: &Value| match key {
            "generic" if value == "Self" => names_self = true,
            "qualified_path" => {
                let name = value["name"].as_str().unwrap_or_default().to_owned();
                if let Some(trait_) = id(&value["trait"]) {
                    found.extend(self.projections.get(&(trait_, name)).into_iter().flatten());
                } else if value["trait"].is_null() {
                    // `T::Auto`, where rustdoc does not say of which trait: any of that name.
                    let of_name = self
                        .projections
                        .iter()
                        .filter(|((_, known), _)| *known == name);
                    found.extend(of_name.flat_map(|(_, ids)| ids));
                }
            }
            _ => found.extend(id(value).filter(|id| self.wanted.contains_key(id))),
        };
        walk(
            &Value::Object([(String::new(), part)].into_iter().collect()),
            &mut see,
        );
        if names_self && let Some(this) = this {
            found.extend(self.mentions(this, None));
        }
        found
    }

    fn impls(&self) -> impl Iterator<Item = &Impl> {
        self.krate
            .index
            .values()
            .filter(|item| item.crate_id == 0)
            .filter_map(|item| match &item.inner {
                ItemEnum::Impl(item) if item.blanket_impl.is_none() && !item.is_synthetic => {
                    Some(item)
                }
                _ => None,
            })
    }

    fn item(&self, id: &Id) -> Option<&Item> {
        self.krate.index.get(id)
    }

    /// Finds associated types that are a state, or must become one.
    fn project(&mut self) {
        let mut found = Vec::new();
        for (trait_id, item) in &self.krate.index {
            if let ItemEnum::Trait(trait_) = &item.inner {
                for member in trait_.items.iter().filter_map(|id| self.item(id)) {
                    if let ItemEnum::AssocType { bounds, type_, .. } = &member.inner {
                        let mentioned = self.mentions(&(bounds, type_), None);
                        found.push((
                            (*trait_id, member.name.clone().unwrap_or_default()),
                            mentioned,
                        ));
                    }
                }
            }
        }
        for item in self.impls() {
            let Some(trait_) = &item.trait_ else { continue };
            for member in item.items.iter().filter_map(|id| self.item(id)) {
                if let ItemEnum::AssocType {
                    type_: Some(type_), ..
                } = &member.inner
                {
                    let mentioned = self.mentions(type_, Some(&item.for_));
                    found.push((
                        (trait_.id, member.name.clone().unwrap_or_default()),
                        mentioned,
                    ));
                }
            }
        }
        for (projection, mentioned) in found {
            if !mentioned.is_empty() {
                self.projections
                    .entry(projection)
                    .or_default()
                    .extend(mentioned);
            }
        }
    }

    /// Finds types that hold a state openly.
    fn hold(&mut self) {
        let mut holders = Vec::new();
        for (id, item) in self
            .krate
            .index
            .iter()
            .filter(|(_, item)| item.crate_id == 0)
        {
            if self.wanted.contains_key(id) {
                continue;
            }
            let fields = self.fields(item);
            if fields
                .iter()
                .any(|(_, field)| !self.mentions(field, None).is_empty())
            {
                holders.push((*id, item.name.clone().unwrap_or_default()));
            }
            if let ItemEnum::TypeAlias(alias) = &item.inner {
                let states = self.mentions(&alias.type_, None);
                holders.extend(
                    states
                        .first()
                        .map(|state| (*id, self.wanted[state].clone())),
                );
            }
        }
        self.wanted.extend(holders);
    }

    /// The fields of a type that are open: public ones, and those of variants.
    fn fields<'a>(&'a self, item: &'a Item) -> Vec<(String, &'a Type)> {
        let of = item.name.as_deref().unwrap_or_default();
        let named = |prefix: String, ids: Vec<&Id>| {
            ids.into_iter()
                .filter_map(|id| self.item(id))
                .filter_map(|field| match &field.inner {
                    // What is private is not in rustdoc's JSON at all.
                    ItemEnum::StructField(type_) => Some((
                        format!("{prefix}.{}", field.name.as_deref().unwrap_or_default()),
                        type_,
                    )),
                    _ => None,
                })
                .collect::<Vec<_>>()
        };
        match &item.inner {
            ItemEnum::Struct(item) => match &item.kind {
                StructKind::Unit => Vec::new(),
                StructKind::Tuple(ids) => named(of.to_owned(), ids.iter().flatten().collect()),
                StructKind::Plain { fields, .. } => named(of.to_owned(), fields.iter().collect()),
            },
            ItemEnum::Union(item) => named(of.to_owned(), item.fields.iter().collect()),
            ItemEnum::Enum(item) => {
                let variants = item.variants.iter().filter_map(|id| self.item(id));
                variants
                    .flat_map(|variant| {
                        let prefix =
                            format!("{of}::{}", variant.name.as_deref().unwrap_or_default());
                        match &variant.inner {
                            ItemEnum::Variant(variant) => match &variant.kind {
                                VariantKind::Plain => Vec::new(),
                                VariantKind::Tuple(ids) => {
                                    named(prefix, ids.iter().flatten().collect())
                                }
                                VariantKind::Struct { fields, .. } => {
                                    named(prefix, fields.iter().collect())
                                }
                            },
                            _ => Vec::new(),
                        }
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn door(&mut self, mentioned: &BTreeSet<Id>, door: &str) {
        // A state and an alias of it are one.
        let states: BTreeSet<_> = mentioned.iter().map(|id| self.wanted[id].clone()).collect();
        for state in states {
            *self.found.entry((state, door.to_owned())).or_default() += 1;
        }
    }

    fn look_at(&mut self, item: &Item) {
        for (name, type_) in self
            .fields(item)
            .into_iter()
            .map(|(n, t)| (n, t.clone()))
            .collect::<Vec<_>>()
        {
            let mentioned = self.mentions(&type_, None);
            self.door(&mentioned, &format!("{name}: {}", render::type_(&type_)));
        }
        match &item.inner {
            ItemEnum::Impl(of) if of.blanket_impl.is_none() && !of.is_synthetic => {
                let owner = match &of.trait_ {
                    Some(trait_) => {
                        format!("<{} as {}>", render::type_(&of.for_), render::path(trait_))
                    }
                    None => render::type_(&of.for_),
                };
                let members: Vec<_> = of
                    .items
                    .iter()
                    .filter_map(|id| self.item(id))
                    .cloned()
                    .collect();
                for member in &members {
                    self.member(&owner, member, Some(&of.for_), false);
                }
                let bounds = self.mentions(&of.generics, None);
                self.door(&bounds, &format!("impl {owner}, through its bounds"));
            }
            ItemEnum::Trait(of) => {
                let owner = item.name.clone().unwrap_or_default();
                let members: Vec<_> = of
                    .items
                    .iter()
                    .filter_map(|id| self.item(id))
                    .cloned()
                    .collect();
                for member in &members {
                    self.member(&owner, member, None, true);
                }
                let bounds = self.mentions(&(&of.bounds, &of.generics), None);
                self.door(&bounds, &format!("trait {owner}, through its bounds"));
            }
            ItemEnum::Function(_) if self.krate.paths.contains_key(&item.id) => {
                self.member("", item, None, false);
            }
            ItemEnum::Struct(of) => self.bounds(item, &of.generics.clone()),
            ItemEnum::Enum(of) => self.bounds(item, &of.generics.clone()),
            ItemEnum::Union(of) => self.bounds(item, &of.generics.clone()),
            ItemEnum::Static(of) => self.value(item, &of.type_.clone()),
            ItemEnum::Constant { type_, .. } => self.value(item, &type_.clone()),
            ItemEnum::TypeAlias(of) => self.value(item, &of.type_.clone()),
            _ => {}
        }
    }

    fn value(&mut self, item: &Item, type_: &Type) {
        let mentioned = self.mentions(type_, None);
        let name = item.name.as_deref().unwrap_or_default();
        self.door(&mentioned, &format!("{name}: {}", render::type_(type_)));
    }

    fn bounds(&mut self, item: &Item, generics: &rustdoc_types::Generics) {
        let mentioned = self.mentions(generics, None);
        let name = item.name.as_deref().unwrap_or_default();
        self.door(&mentioned, &format!("{name}, through its bounds"));
    }

    /// Whether this is a state, or a reference to one: what takes it gives nothing.
    fn is_state(&self, type_: &Type) -> bool {
        match type_ {
            Type::BorrowedRef { type_, .. } => self.is_state(type_),
            Type::ResolvedPath(path) => self.wanted.contains_key(&path.id),
            Type::Generic(name) => name == "Self",
            _ => false,
        }
    }

    fn member(&mut self, owner: &str, member: &Item, this: Option<&Type>, is_of_trait: bool) {
        let name = member.name.as_deref().unwrap_or_default();
        let name = if owner.is_empty() {
            // Of another module it is another function.
            let path = self
                .krate
                .paths
                .get(&member.id)
                .map(|summary| &summary.path[1..]);
            path.map_or(name.to_owned(), |path| path.join("::"))
        } else {
            format!("{owner}::{name}")
        };
        match &member.inner {
            ItemEnum::Function(function) => {
                if let Some(output) = &function.sig.output {
                    let mentioned = self.mentions(output, this);
                    self.door(&mentioned, &format!("{name} -> {}", render::type_(output)));
                }
                // What takes a closure, a channel or a place hands something to it; a bound such
                // as `Into` gives it.
                let mut bounds = self.mentions(&function.generics, this);
                for (_, input) in &function.sig.inputs {
                    let mentioned = self.mentions(input, this);
                    if !self.is_state(input) {
                        bounds.extend(&mentioned);
                    }
                    if is_of_trait && !matches!(input, Type::Generic(name) if name == "Self") {
                        let handed = render::type_(input);
                        self.door(
                            &mentioned,
                            &format!("{name}, handed to who implements it: {handed}"),
                        );
                    }
                }
                self.door(&bounds, &format!("{name}, through a parameter"));
            }
            ItemEnum::AssocConst { type_, .. } => {
                let mentioned = self.mentions(type_, this);
                self.door(&mentioned, &format!("{name}: {}", render::type_(type_)));
            }
            ItemEnum::AssocType { type_, bounds, .. } => {
                let mentioned = self.mentions(&(type_, bounds), this);
                let is = type_
                    .as_ref()
                    .map_or_else(|| render::bounds(bounds), render::type_);
                self.door(&mentioned, &format!("type {name}: {is}"));
            }
            _ => {}
        }
    }

    /// The traits of what is wanted: those written for it, and those that come by themselves.
    fn traits(
        &self,
    ) -> (
        BTreeMap<String, BTreeSet<String>>,
        BTreeMap<String, BTreeSet<String>>,
    ) {
        let (mut own, mut common) = (BTreeMap::new(), BTreeMap::new());
        for (id, name) in &self.wanted {
            let own: &mut BTreeSet<String> = own.entry(name.clone()).or_default();
            let common: &mut BTreeSet<String> = common.entry(name.clone()).or_default();
            for item in self.krate.index.values() {
                let ItemEnum::Impl(of) = &item.inner else {
                    continue;
                };
                let Type::ResolvedPath(path) = &of.for_ else {
                    continue;
                };
                let Some(trait_) = of.trait_.as_ref().filter(|_| path.id == *id) else {
                    continue;
                };
                let not = if of.is_negative { "!" } else { "" };
                if of.is_synthetic || of.blanket_impl.is_some() {
                    common.insert(format!(
                        "{not}{}",
                        trait_.path.rsplit("::").next().unwrap_or_default()
                    ));
                } else {
                    own.insert(format!("{not}{}", render::path(trait_)));
                }
            }
        }
        (own, common)
    }
}

/// Types of other crates that stand in the public API, apart from the standard library's.
pub(crate) fn external(krate: &Crate) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for item in krate.index.values().filter(|item| item.crate_id == 0) {
        if let ItemEnum::Impl(of) = &item.inner
            && (of.blanket_impl.is_some() || of.is_synthetic)
        {
            continue;
        }
        let part = Value::Object([(String::new(), json(&item.inner))].into_iter().collect());
        walk(&part, &mut |_, value| {
            let Some(summary) = id(value).and_then(|id| krate.paths.get(&id)) else {
                return;
            };
            let root = summary.path.first().map(String::as_str).unwrap_or_default();
            if summary.crate_id != 0 && !matches!(root, "std" | "core" | "alloc") {
                found.insert(summary.path.join("::"));
            }
        });
    }
    found
}
