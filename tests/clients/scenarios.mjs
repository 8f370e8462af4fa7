// What every JavaScript client is put through. The journal of the server is the witness: it has
// a line for each tool body that ran.

import assert from "node:assert/strict";

const YES = { action: "accept", content: { confirm: true } };
const UNTICKED = { action: "accept", content: { confirm: false } };
const EMPTY = { action: "accept" };
const DECLINE = { action: "decline" };
const CANCEL = { action: "cancel" };

/** Calls the handoff with a user who answers so. `reason` is that of the refusal, or none. */
const answered = (reply, reason) => async ({ server, connect, journal }) => {
  const { name, arguments: args, journal: line } = server.handoff;
  const asked = [];
  const client = await connect({ user: (question) => (asked.push(question), reply) });
  const result = await client.call(name, args);
  if (reason === undefined) {
    assert.ok(!result.isError, JSON.stringify(result));
    assert.deepEqual(journal(), [line]);
  } else {
    assert.equal(result.isError, true);
    assert.equal(result.structuredContent?.reason, reason);
    assert.deepEqual(journal(), []);
  }
  assert.equal(asked.length, 1);
  assert.ok(asked[0].message.includes(name));
  assert.deepEqual(asked[0].requestedSchema.required, ["confirm"]);
};

/** On either revision. */
export const both = {
  yes: answered(YES),
  no: answered(UNTICKED, "refused_not_confirmed"),
  decline: answered(DECLINE, "refused_declined"),
  cancel: answered(CANCEL, "refused_cancelled"),
  "accept without content": answered(EMPTY, "refused_not_confirmed"),

  "no capability, handoff": async ({ server, connect, journal, modern }) => {
    const client = await connect({});
    const call = client.call(server.handoff.name, server.handoff.arguments);
    if (modern) {
      const required = { requiredCapabilities: { elicitation: { form: {} } } };
      await assert.rejects(call, (error) => {
        assert.equal(error.code, -32021);
        assert.deepEqual(error.data, required);
        return true;
      });
    } else {
      const result = await call;
      assert.equal(result.isError, true);
      assert.equal(result.structuredContent?.reason, "refuse_no_channel");
    }
    assert.deepEqual(journal(), []);
  },

  // The tool is advertised as destructive, and the client trusted to have asked by itself.
  "no capability, destructive": async ({ server, connect, journal }) => {
    const client = await connect({});
    const result = await client.call(server.destructive.name, server.destructive.arguments);
    assert.ok(!result.isError, JSON.stringify(result));
    assert.deepEqual(journal(), [server.destructive.journal]);
  },
};

/** Asks for the question by hand, and hands `play` what came and a way to call again. */
const byHand = (play) => async ({ server, connect, journal }) => {
  const { name, arguments: args, journal: line } = server.handoff;
  const client = await connect({
    user: () => assert.fail("the client answered by itself"),
  });
  const retry = (requestState, reply, tool = name, toolArgs = args) => {
    const inputResponses = { [server.ask_key]: reply };
    return client.round({ name: tool, arguments: toolArgs, inputResponses, requestState });
  };
  const asked = await client.round({ name, arguments: args });
  assert.equal(asked.resultType, "input_required");
  assert.deepEqual(Object.keys(asked.inputRequests), [server.ask_key]);
  assert.equal(typeof asked.requestState, "string");
  await play({ state: asked.requestState, retry, server, journal, line });
};

const invalid = (call) => assert.rejects(call, (error) => error.code === -32602);

/** The state was good, and is not spent: what was refused was refused for what was done to it. */
async function stillRunsOnce({ state, retry, journal, line }) {
  assert.deepEqual(journal(), []);
  const result = await retry(state, YES);
  assert.ok(!result.isError, JSON.stringify(result));
  assert.deepEqual(journal(), [line]);
}

/** On MCP 2026-07-28 only. */
export const modern = {
  "tampered state": byHand(async (play) => {
    const { state, retry } = play;
    const middle = Math.floor(state.length / 2);
    const other = state[middle] === "A" ? "B" : "A";
    await invalid(retry(state.slice(0, middle) + other + state.slice(middle + 1), YES));
    await invalid(retry(state.slice(0, -4), YES));
    await invalid(retry("", YES));
    await stillRunsOnce(play);
  }),

  "other arguments": byHand(async (play) => {
    const { state, retry, server } = play;
    await invalid(retry(state, YES, server.handoff.name, server.other_arguments));
    await stillRunsOnce(play);
  }),

  "another tool": byHand(async (play) => {
    const { state, retry, server } = play;
    await invalid(retry(state, YES, server.destructive.name, server.destructive.arguments));
    await stillRunsOnce(play);
  }),

  "answer without state": byHand(async (play) => {
    const result = await play.retry(undefined, YES);
    assert.equal(result.resultType, "input_required");
    await stillRunsOnce(play);
  }),

  "the same state twice": byHand(async (play) => {
    await stillRunsOnce(play);
    await invalid(play.retry(play.state, YES));
    assert.deepEqual(play.journal(), [play.line]);
  }),

  "the same state twice at once": byHand(async ({ state, retry, journal, line }) => {
    const calls = await Promise.allSettled([1, 2, 3, 4].map(() => retry(state, YES)));
    const refused = calls.filter(({ status }) => status === "rejected");
    assert.deepEqual(refused.map(({ reason }) => reason.code), [-32602, -32602, -32602]);
    assert.deepEqual(journal(), [line]);
  }),

  "a no, then a yes with the same state": byHand(async ({ state, retry, journal }) => {
    const result = await retry(state, DECLINE);
    assert.equal(result.structuredContent?.reason, "refused_declined");
    await invalid(retry(state, YES));
    assert.deepEqual(journal(), []);
  }),
};

/** The scenario, with a server that has these arguments, too. */
const started = (options, scenario) => Object.assign(scenario, { options });

/** On MCP 2026-07-28, with the options of `filing_desk`. */
export const desk = {
  "expired state": started(
    ["--state-ttl", "300ms"],
    byHand(async ({ state, retry, journal }) => {
      await later(400);
      await invalid(retry(state, YES));
      assert.deepEqual(journal(), []);
    }),
  ),
};

/** Over stdio, where each connection has a process. */
export const processes = {
  // They have the same key, which is any file here, but each has a memory of its own.
  "another process": started(["--key-file", "servers.json"], async (test) => {
    await byHand(async (play) => {
      await byHand(async (other) => {
        await invalid(other.retry(play.state, YES));
      })(test);
      await stillRunsOnce(play);
    })(test);
  }),
};

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Up to MCP 2025-11-25, where the call waits for the human, and with short intervals. */
export const patience = {
  "progress keeps a client waiting beyond its own limit": async ({ server, connect, journal }) => {
    const { name, arguments: args, journal: line } = server.handoff;
    const client = await connect({ user: () => later(2000).then(() => YES) });
    let reports = 0;
    const result = await client.call(name, args, {
      timeout: 1000,
      resetTimeoutOnProgress: true,
      onprogress: () => (reports += 1),
    });
    assert.ok(!result.isError, JSON.stringify(result));
    assert.ok(reports > 1, `${reports} reports`);
    assert.deepEqual(journal(), [line]);
  },

  "a yes that comes after the client gave up": async ({ server, connect, journal }) => {
    const { name, arguments: args } = server.handoff;
    const client = await connect({ user: () => later(1500).then(() => YES) });
    await assert.rejects(client.call(name, args, { timeout: 300 }), /timed? ?out/i);
    await later(1800);
    assert.deepEqual(journal(), []);
  },
};
