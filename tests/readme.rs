//! The README says what is true: its matrix is the function, its guarantees have their cases,
//! its compiler error is the recorded one, and its commands are the ones that CI runs.

use std::{collections::BTreeSet, fs, path::Path};

use countersign::{Consequence, Policy, resolve_confirm_route, trusted::ClientSupport};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The cells of the table that begins with this header row.
fn table(header: &str) -> Vec<Vec<String>> {
    let readme = read("README.md");
    let rows: Vec<Vec<String>> = readme
        .lines()
        .skip_while(|line| *line != header)
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = line.trim_matches('|').split(" | ");
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect();
    assert!(!rows.is_empty(), "no table {header:?}");
    rows
}

/// The words in backticks.
fn words(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

fn wire_name(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        other => panic!("not a name: {other:?}"),
    }
}

#[test]
fn the_matrix_is_the_function() {
    let rows = table("| policy | consequence | client elicits forms | route |");
    let policies = [Policy::AutoApprove, Policy::Confirm, Policy::Block];
    let consequences = [
        Consequence::ReadOnly,
        Consequence::Additive,
        Consequence::Destructive,
        Consequence::Handoff,
    ];
    let clients = [
        (ClientSupport::FormElicitation, "yes"),
        (ClientSupport::NoFormElicitation, "no"),
    ];
    let mut used = BTreeSet::new();
    for policy in policies {
        for consequence in consequences {
            for (client, elicits) in clients {
                let matching: Vec<usize> = (0..rows.len())
                    .filter(|&row| {
                        let is = |cell: &str, word: &str| {
                            cell == "any" || cell == word || words(cell).contains(&word)
                        };
                        is(&rows[row][0], &wire_name(policy))
                            && is(&rows[row][1], &wire_name(consequence))
                            && is(&rows[row][2], elicits)
                    })
                    .collect();
                let [row] = matching[..] else {
                    panic!("{policy:?} {consequence:?} {elicits}: rows {matching:?}");
                };
                used.insert(row);
                let route = resolve_confirm_route(policy, consequence, client);
                assert_eq!(words(&rows[row][3]), [wire_name(route)]);
            }
        }
    }
    assert_eq!(used.len(), rows.len(), "a row that decides nothing");
}

#[test]
fn every_guarantee_links_to_what_shows_it() {
    let rows = table("| # | guarantee | shown by |");
    let numbers: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let expected: Vec<String> = (1..=17).map(|n| format!("G{n}")).collect();
    assert_eq!(numbers, expected);
    for row in rows {
        let target = row[2]
            .split_once("](")
            .and_then(|(_, rest)| rest.split_once(')'))
            .unwrap_or_else(|| panic!("{} has no link", row[0]))
            .0;
        assert!(
            root().join(target).exists(),
            "{}: {target} is not there",
            row[0]
        );
    }
}

#[test]
fn the_commands_are_the_ones_promised() {
    let readme = read("README.md");
    let shell: Vec<&str> = readme
        .split("```sh\n")
        .skip(1)
        .filter_map(|block| block.split_once("```"))
        .flat_map(|(commands, _)| commands.lines())
        .collect();
    assert_eq!(
        shell,
        [
            "cargo run --all-features --example filing_desk",
            "cargo test --all-features",
        ]
    );
}

#[test]
fn the_compiler_error_is_the_recorded_one() {
    let readme = read("README.md");
    let shown = readme
        .split("```text\n")
        .nth(1)
        .and_then(|block| block.split_once("```"))
        .expect("the README shows the error")
        .0;
    let recorded = read("ui-tests/g01/execute_unconfirmed.stderr");
    for line in shown.lines() {
        let text = line.trim_start_matches(['|', ' ', '^', '=']).trim();
        assert!(
            recorded.contains(text),
            "not in the recorded error: {text:?}"
        );
    }
}
