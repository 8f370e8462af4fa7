// Runs the scenarios of the official conformance suite against the conformance server:
//     node suite.mjs FOLDER
// FOLDER has the built examples.

import { spawn, spawnSync } from "node:child_process";
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
const SCENARIOS = [
  ["server-initialize"],
  ["tools-list"],
  ["tools-list", "2026-07-28"],
  ["tools-call-elicitation"],
  ["input-required-result-basic-elicitation"],
  ["input-required-result-result-type"],
  ["input-required-result-missing-input-response"],
  ["input-required-result-validate-input"],
  ["input-required-result-request-state"],
  ["input-required-result-tampered-state"],
  ["input-required-result-unsupported-methods"],
];

const scratch = mkdtempSync(path.join(tmpdir(), "countersign-"));
const journal = path.join(scratch, "journal");
const server = spawn(
  path.join(process.argv[2], "conformance"),
  ["--http", "127.0.0.1:0", "--journal", journal],
  { stdio: ["ignore", "ignore", "pipe"] },
);
process.on("exit", () => {
  server.kill();
  rmSync(scratch, { recursive: true });
});
let url;
for await (const line of createInterface({ input: server.stderr })) {
  url = line.match(/listening on (http:\S+)/)?.[1];
  if (url !== undefined) break;
}
assert.ok(url, "the server did not listen");
server.stderr.resume();

function play(scenario, revision, number) {
  const results = path.join(scratch, `results-${number}`);
  const args = [SUITE, "server", "--url", url, "--scenario", scenario, "-o", results];
  if (revision !== undefined) args.push("--spec-version", revision);
  const run = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  // The suite exits with 0 after warnings, and when it has skipped the scenario.
  const folders = readdirSync(results);
  assert.equal(folders.length, 1, run.stdout);
  const checks = JSON.parse(readFileSync(path.join(results, folders[0], "checks.json"), "utf8"));
  const own = checks.filter(({ id }) => !id.startsWith("wire-schema-"));
  assert.ok(own.length > 0, "nothing was checked");
  for (const { id, status, errorMessage } of checks) {
    assert.equal(status, "SUCCESS", `${id}: ${errorMessage}`);
  }
}

function report(name, test) {
  try {
    test();
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`FAILED ${name}`);
    console.log(String(error.stack ?? error).replace(/^/gm, "    "));
  }
}

for (const [number, [scenario, revision]] of SCENARIOS.entries()) {
  report([scenario, revision].filter(Boolean).join(", "), () => play(scenario, revision, number));
}
// The suite accepts forms of its own, and never ticks `confirm`.
report("nothing ran without a yes", () => assert.equal(readFileSync(journal, "utf8"), ""));
console.log("done");
process.exit();
