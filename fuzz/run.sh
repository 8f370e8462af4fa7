#!/usr/bin/env bash
# Runs every fuzz target from its seeds, and fails if one finds something.
# fuzz/run.sh [SECONDS FOR EACH] [TARGET..]; what it writes is under target/fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-15}
shift || true
nightly=${COUNTERSIGN_NIGHTLY:-nightly}
version=0.13.2
export CARGO_TERM_COLOR=never

if ! cargo "+$nightly" --version; then
    echo "fuzz/run.sh: needs a nightly toolchain: rustup toolchain install $nightly" >&2
    exit 1
fi
if [ "$(cargo fuzz --version 2>/dev/null)" != "cargo-fuzz $version" ]; then
    cargo install --locked cargo-fuzz --version "$version"
fi

out=$PWD/target/fuzz
triple=$(rustc "+$nightly" -vV | sed -n 's/^host: //p')
# Nothing here is unsafe code, so there is nothing for a sanitizer, and it is faster without.
# cargo-fuzz has no `--locked`: a lock file that would have to change is an error first.
cargo "+$nightly" metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null
cargo "+$nightly" fuzz build --sanitizer none --target-dir "$out"

targets=("$@")
[ "${#targets[@]}" -gt 0 ] || mapfile -t targets < <(cargo "+$nightly" fuzz list)
for target in "${targets[@]}"; do
    corpus=$out/corpus/$target
    found=$out/found/$target
    log=$out/$target.log
    mkdir -p "$corpus" "$found"
    if ! "$out/$triple/release/$target" "$corpus" "fuzz/seeds/$target" \
        -dict="fuzz/dictionaries/$target.dict" -max_total_time="$seconds" -max_len=512 \
        -timeout=20 -artifact_prefix="$found/" -print_final_stats=1 >"$log" 2>&1; then
        tail -n 60 "$log" >&2
        echo "fuzz/run.sh: $target found something; the input is in $found" >&2
        exit 1
    fi
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    coverage=$(grep -o 'cov: [0-9]* ft: [0-9]*' "$log" | tail -n 1)
    seeds=$(find "fuzz/seeds/$target" -type f | wc -l)
    if [ "$executions" -le "$seeds" ]; then
        echo "fuzz/run.sh: $target got no further than its seeds" >&2
        exit 1
    fi
    printf '%-14s %9d executions, %s\n' "$target" "$executions" "$coverage"
done
