// Runs the scenarios with one of the JavaScript clients:
//     node client.mjs client|sdk legacy|2026-07-28 stdio|http SERVER FOLDER
// SERVER is a name in servers.json, FOLDER has the built examples.

import { spawn } from "node:child_process";
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

import * as scenarios from "./scenarios.mjs";

const [sdk, revision, transport, serverName, folder] = process.argv.slice(2);
const modern = revision === "2026-07-28";
const server = JSON.parse(readFileSync("servers.json", "utf8"))[serverName];
const { Client, StdioClientTransport, StreamableHTTPClientTransport, ElicitRequestSchema } =
  sdk === "client"
    ? {
        ...(await import("@modelcontextprotocol/client")),
        ...(await import("@modelcontextprotocol/client/stdio")),
        ElicitRequestSchema: "elicitation/create",
      }
    : {
        ...(await import("@modelcontextprotocol/sdk/client/index.js")),
        ...(await import("@modelcontextprotocol/sdk/client/stdio.js")),
        ...(await import("@modelcontextprotocol/sdk/client/streamableHttp.js")),
        ...(await import("@modelcontextprotocol/sdk/types.js")),
      };

/** Starts a server on a free port, and reads where it listens. */
async function listen(command, args, cleanup) {
  const child = spawn(command, [...args, "--http", "127.0.0.1:0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  cleanup.push(() => child.kill());
  for await (const line of createInterface({ input: child.stderr })) {
    const url = line.match(/listening on (http:\S+)/)?.[1];
    if (url !== undefined) {
      child.stderr.resume();
      return new URL(url);
    }
  }
  throw new Error(`${command} ended before it listened`);
}

/** A client for a user who answers, or for nobody. */
async function connect(where, user, cleanup) {
  const client = new Client(
    { name: "countersign-tests", version: "0" },
    {
      capabilities: user === undefined ? {} : { elicitation: { form: {} } },
      ...(modern && { versionNegotiation: { mode: "auto" } }),
    },
  );
  if (user !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => user(params));
  }
  await client.connect(where());
  cleanup.push(() => client.close());
  if (sdk === "client") {
    const negotiated = client.getNegotiatedProtocolVersion();
    assert.equal(negotiated, modern ? revision : "2025-11-25");
  }
  return {
    call: (name, args, options) => {
      const params = { name, arguments: args };
      return sdk === "client"
        ? client.callTool(params, options)
        : client.callTool(params, undefined, options);
    },
    // One request, without the client's own way of answering.
    round: (params) => client.callTool(params, { allowInputRequired: true }),
  };
}

async function play(scenario) {
  const cleanup = [];
  try {
    const scratch = mkdtempSync(path.join(tmpdir(), "countersign-"));
    cleanup.push(() => rmSync(scratch, { recursive: true }));
    const file = path.join(scratch, "journal");
    const command = path.join(folder, serverName);
    const args = [...server.arguments, ...(scenario.options ?? []), "--journal", file];
    if (server.desk) args.push("--desk", path.join(scratch, "desk"));
    const url = transport === "http" ? await listen(command, args, cleanup) : undefined;
    const where = () =>
      url === undefined
        ? new StdioClientTransport({ command, args, stderr: "ignore" })
        : new StreamableHTTPClientTransport(url);
    await scenario({
      server,
      modern,
      connect: ({ user }) => connect(where, user, cleanup),
      journal: () =>
        readFileSync(file, "utf8")
          .split("\n")
          .map((line) => line.trimEnd())
          .filter((line) => line !== ""),
    });
  } finally {
    for (const step of cleanup.reverse()) await step();
  }
}

const all = {
  ...scenarios.both,
  ...(modern && scenarios.modern),
  ...(modern && serverName === "filing_desk" && scenarios.desk),
  ...(modern && serverName === "filing_desk" && transport === "stdio" && scenarios.processes),
  ...(!modern && serverName === "conformance" && scenarios.patience),
};
for (const [name, scenario] of Object.entries(all)) {
  const limit = new Promise((_, reject) => {
    setTimeout(() => reject(new Error("nothing happened for 30 s")), 30_000).unref();
  });
  try {
    await Promise.race([play(scenario), limit]);
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`FAILED ${name}`);
    console.log(String(error.stack ?? error).replace(/^/gm, "    "));
  }
}
console.log("done");
process.exit();
