//! `GUARANTEES.md` says what is true: each guarantee has its cases and each case its guarantee,
//! and every file, item, test and number that it names is there.
//!
//! The lists of attempts and the line counts are written by this test, from the suite and the
//! sources: `COUNTERSIGN_WRITE=1 cargo test --test guarantees`. A run that writes fails.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write,
    fs,
    path::Path,
};

const PAGE: &str = "GUARANTEES.md";

/// The last guarantee, and the last that the compiler holds.
const LAST: usize = 17;
const LAST_OF_THE_COMPILER: usize = 14;

const FIELDS: [&str; 4] = ["Means", "Held by", "Read", "Does not cover"];
const CASES: &str = "Run-time cases";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The sections of the page by their headings, in order.
fn sections(page: &str) -> Vec<(&str, &str)> {
    page.split("\n## ")
        .skip(1)
        .map(|section| {
            section
                .split_once('\n')
                .expect("a heading, and what it heads")
        })
        .collect()
}

/// The section of each guarantee, by its number.
fn guarantees(page: &str) -> BTreeMap<usize, &str> {
    let numbered = sections(page).into_iter().filter_map(|(heading, text)| {
        let (number, _) = heading.strip_prefix('G')?.split_once(": ")?;
        Some((number.parse().ok()?, text))
    });
    let found: Vec<_> = numbered.collect();
    let numbers: Vec<_> = found.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (1..=LAST).collect::<Vec<_>>(), "{PAGE}: sections");
    found.into_iter().collect()
}

/// The fields of a guarantee: `- **Name:** text`, over one line or several.
fn fields(section: &str) -> Vec<(&str, String)> {
    let list = section.split("\n\n<details>").next().expect("a text");
    list.split("\n- **")
        .skip(1)
        .map(|field| {
            let (name, text) = field.split_once(":** ").expect("`- **Name:** text`");
            (name, text.split_whitespace().collect::<Vec<_>>().join(" "))
        })
        .collect()
}

/// What a text refers to: a link to a file that shows its path, and the names in backticks
/// between it and the next link.
fn references(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for after in text.split("[`").skip(1) {
        let Some((path, rest)) = after.split_once("`](") else {
            continue;
        };
        let (link, rest) = rest.split_once(')').expect("a link ends");
        assert_eq!(
            path, link,
            "{PAGE}: a link shows another path than it leads to"
        );
        let names = rest.split('`').skip(1).step_by(2).map(str::to_owned);
        found.push((path.to_owned(), names.collect()));
    }
    found
}

/// The items of a source file as a reader names them: `Type`, `function`, `Type::member`.
fn items(path: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let file = syn::parse_file(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    collect(&file.items, &mut found);
    found
}

fn collect(items: &[syn::Item], into: &mut BTreeSet<String>) {
    for item in items {
        match item {
            syn::Item::Const(item) => into.extend([item.ident.to_string()]),
            syn::Item::Enum(item) => into.extend([item.ident.to_string()]),
            syn::Item::Fn(item) => into.extend([item.sig.ident.to_string()]),
            syn::Item::Struct(item) => into.extend([item.ident.to_string()]),
            syn::Item::Type(item) => into.extend([item.ident.to_string()]),
            syn::Item::Macro(item) => into.extend(item.ident.as_ref().map(ToString::to_string)),
            syn::Item::Mod(item) => {
                collect(item.content.as_ref().map_or(&[], |(_, items)| items), into);
            }
            syn::Item::Trait(item) => {
                into.insert(item.ident.to_string());
                for member in &item.items {
                    let name = match member {
                        syn::TraitItem::Const(member) => &member.ident,
                        syn::TraitItem::Fn(member) => &member.sig.ident,
                        syn::TraitItem::Type(member) => &member.ident,
                        _ => continue,
                    };
                    into.insert(format!("{}::{name}", item.ident));
                }
            }
            syn::Item::Impl(item) => {
                let syn::Type::Path(of) = &*item.self_ty else {
                    continue;
                };
                let of = &of.path.segments.last().expect("a path").ident;
                for member in &item.items {
                    if let syn::ImplItem::Fn(member) = member {
                        into.insert(format!("{of}::{}", member.sig.ident));
                    }
                }
            }
            _ => {}
        }
    }
}

/// The tests of a file. As a text, since those of `proptest!` are within a macro.
fn tests(path: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut is_test = false;
    for line in read(path).lines().map(str::trim) {
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            is_test = true;
        } else if is_test {
            let signature = line.strip_prefix("async ").unwrap_or(line);
            if let Some(signature) = signature.strip_prefix("fn ") {
                found.extend(signature.split_once('(').map(|(name, _)| name.to_owned()));
                is_test = false;
            }
        }
    }
    assert!(!found.is_empty(), "{path}: no tests");
    found
}

/// Lines of code, without comments and blank lines.
fn lines_of_code(path: &str) -> usize {
    let source = read(path);
    let own = source.split("\n#[cfg(test)]\nmod tests {").next();
    own.expect("a text")
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

/// The attempts at a guarantee: the file, and what its first line says.
fn attempts(number: usize) -> Vec<(String, String)> {
    let folder = format!("ui-tests/g{number:02}");
    let entries = fs::read_dir(root().join(&folder)).unwrap_or_else(|e| panic!("{folder}: {e}"));
    let names: BTreeSet<_> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .filter(|name| {
            let rule = name.strip_suffix(".rs");
            rule.is_some_and(|rule| rule.strip_suffix(".twin").is_none())
        })
        .collect();
    names
        .into_iter()
        .map(|name| {
            let path = format!("{folder}/{name}");
            let source = read(&path);
            let first = source.lines().next().expect("a first line");
            let said = first.strip_prefix(&format!("// G{number} ")).expect(&path);
            (path, said.to_owned())
        })
        .collect()
}

/// The page with its lists of attempts and its line counts as they are now.
fn written(page: &str) -> String {
    let mut written = String::new();
    let mut number = 0;
    let mut in_list = false;
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## G") {
            number = heading
                .split(':')
                .next()
                .and_then(|n| n.parse().ok())
                .unwrap_or(0);
        }
        if line.starts_with("<details>") {
            in_list = true;
            let attempts = attempts(number);
            let count = attempts.len();
            let _ = writeln!(
                written,
                "<details><summary>{count} attempts, all rejected</summary>\n"
            );
            for (path, said) in attempts {
                let name = path
                    .rsplit('/')
                    .next()
                    .expect("a name")
                    .trim_end_matches(".rs");
                let _ = writeln!(written, "- [`{name}`]({path}): {said}");
            }
            written.push('\n');
        }
        in_list &= line != "</details>";
        if in_list {
            continue;
        }
        if let Some((path, rest)) = counted(line) {
            let (before, _) = line.split_once(rest).expect("it was found there");
            let what = rest.split_once('|').expect("another cell").1;
            let _ = writeln!(written, "{before} {} |{what}", lines_of_code(path));
        } else {
            written.push_str(line);
            written.push('\n');
        }
    }
    written
}

/// A row of the reading order: the path, and what follows its cell.
fn counted(line: &str) -> Option<(&str, &str)> {
    let cell = line.strip_prefix("| ")?.split_once(" | [`")?;
    cell.0.parse::<usize>().ok()?;
    let (path, rest) = cell.1.split_once("`](")?;
    Some((path, rest.split_once(") |")?.1))
}

#[test]
fn lists_and_counts_are_as_they_are_now() {
    let page = read(PAGE);
    let now = written(&page);
    if page != now && env::var_os("COUNTERSIGN_WRITE").is_some() {
        fs::write(root().join(PAGE), &now).expect("the page can be written");
        panic!("{PAGE} was written; read it, and run again");
    }
    for (is, ought) in page.lines().zip(now.lines()) {
        assert_eq!(is, ought, "{PAGE}: stale; COUNTERSIGN_WRITE=1 writes it");
    }
    assert_eq!(page, now);
    assert!(
        page.lines().filter_map(counted).count() > 10,
        "no reading order"
    );
}

#[test]
fn every_guarantee_has_its_fields_and_its_cases() {
    let page = read(PAGE);
    for (number, section) in guarantees(&page) {
        let fields = fields(section);
        let names: Vec<_> = fields.iter().map(|(name, _)| *name).collect();
        let known = names.iter().filter(|name| **name != CASES).copied();
        assert_eq!(known.collect::<Vec<_>>(), FIELDS, "G{number}");
        assert!(
            fields.iter().all(|(_, text)| text.len() > 20),
            "G{number}: {fields:?}"
        );
        let is_compiled = number <= LAST_OF_THE_COMPILER;
        assert_eq!(section.contains("\n<details>"), is_compiled, "G{number}");
        if is_compiled {
            assert!(!attempts(number).is_empty(), "G{number} has no case");
        } else {
            assert!(names.contains(&CASES), "G{number} has no case");
        }
    }
}

#[test]
fn every_folder_of_attempts_is_that_of_a_guarantee() {
    let folders: BTreeSet<_> = fs::read_dir(root().join("ui-tests"))
        .expect("the suite")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .filter(|name| name.starts_with('g'))
        .collect();
    let ought: BTreeSet<_> = (1..=LAST_OF_THE_COMPILER)
        .map(|n| format!("g{n:02}"))
        .collect();
    assert_eq!(folders, ought);
}

#[test]
fn what_is_to_be_read_is_there() {
    let page = read(PAGE);
    for (number, section) in guarantees(&page) {
        let fields = fields(section);
        let (_, text) = fields
            .iter()
            .find(|(name, _)| *name == "Read")
            .expect("what to read");
        let references = references(text);
        assert!(!references.is_empty(), "G{number} names no file");
        for (path, names) in references {
            let items = items(&path);
            assert!(!names.is_empty(), "G{number}: nothing named in {path}");
            for name in names {
                assert!(
                    items.contains(&name),
                    "G{number}: {path} has no `{name}`: {items:#?}"
                );
            }
        }
    }
}

#[test]
fn every_test_of_a_file_that_is_named_has_its_place() {
    let page = read(PAGE);
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (heading, text) in sections(&page) {
        let cases = fields(text).into_iter().find(|(name, _)| *name == CASES);
        let text = match (heading, cases) {
            ("No guarantee", None) => text.to_owned(),
            (_, Some((_, text))) => text,
            (_, None) => continue,
        };
        for (path, names) in references(&text) {
            places.entry(path).or_default().extend(names);
        }
    }
    assert!(places.len() > 10, "{places:?}");
    for (path, named) in places {
        let tests = tests(&path);
        let gone: Vec<_> = named.difference(&tests).collect();
        assert!(
            gone.is_empty(),
            "{path}: {PAGE} names tests that are not there: {gone:?}"
        );
        let unnamed: Vec<_> = tests.difference(&named).collect();
        assert!(
            unnamed.is_empty(),
            "{path}: {PAGE} gives these tests no place: {unnamed:?}"
        );
    }
}

#[test]
fn every_link_leads_somewhere() {
    let page = read(PAGE);
    let anchors: BTreeSet<_> = sections(&page)
        .into_iter()
        .map(|(heading, _)| {
            let kept = heading
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.collect::<String>().to_lowercase().replace(' ', "-")
        })
        .collect();
    let links = page.split("](").skip(1);
    let mut count = 0;
    for link in links.map(|link| link.split(')').next().expect("a link")) {
        count += 1;
        match link.strip_prefix('#') {
            Some(anchor) => assert!(anchors.contains(anchor), "{PAGE}: no heading for #{anchor}"),
            None if link.starts_with("https://") => {}
            None => assert!(root().join(link).exists(), "{PAGE}: no {link}"),
        }
    }
    assert!(count > 200, "{count} links");
}
