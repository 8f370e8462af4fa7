//! The checks of the fuzz targets, on their seeds: what the fuzzer starts from, and what it has
//! found. The fuzzer itself needs a nightly compiler (`fuzz/README.md`).

#[path = "../fuzz/src/lib.rs"]
#[allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a library of its own, in `fuzz`"
)]
mod fuzz;

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

#[test]
fn every_seed_does_what_is_expected() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    let mut failed = Vec::new();
    for (target, check) in fuzz::TARGETS {
        let mut checked = 0;
        for entry in fs::read_dir(seeds.join(target)).expect("each target has seeds") {
            let path = entry.unwrap().path();
            let seed = fs::read(&path).unwrap();
            if catch_unwind(AssertUnwindSafe(|| check(&seed))).is_err() {
                failed.push(path);
            }
            checked += 1;
        }
        assert!(checked >= 5, "{target}: {checked} seeds");
    }
    assert!(failed.is_empty(), "{failed:#?}");
    let folders = fs::read_dir(seeds).unwrap().count();
    assert_eq!(
        folders,
        fuzz::TARGETS.len(),
        "seeds of a target that is gone"
    );
}
