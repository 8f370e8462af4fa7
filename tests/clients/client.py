"""Runs the scenarios with one version of the Python SDK:
    python client.py 1|2 legacy|2026-07-28 stdio|http SERVER FOLDER
SERVER is a name in servers.json, FOLDER has the built examples.

The journal of the server is the witness: it has a line for each tool body that ran.
"""

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import mcp

SDK, REVISION, TRANSPORT, NAME, FOLDER = sys.argv[1:]
MODERN = REVISION == "2026-07-28"
SERVER = json.loads(Path("servers.json").read_text())[NAME]
HANDOFF, DESTRUCTIVE = SERVER["handoff"], SERVER["destructive"]

if SDK == "1":
    from mcp import McpError as MCPError
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.types import ElicitResult
else:
    from mcp import MCPError
    from mcp_types import ElicitResult, InputRequiredResult

YES = ElicitResult(action="accept", content={"confirm": True})
UNTICKED = ElicitResult(action="accept", content={"confirm": False})
EMPTY = ElicitResult(action="accept")
DECLINE = ElicitResult(action="decline")
CANCEL = ElicitResult(action="cancel")


class Server:
    """A server of its own for one scenario, and its journal."""

    def __init__(self, scratch, stack):
        self.file = Path(scratch, "journal")
        self.stack = stack
        self.command = str(Path(FOLDER, NAME))
        self.args = [*SERVER["arguments"], "--journal", str(self.file)]
        if SERVER["desk"]:
            self.args += ["--desk", str(Path(scratch, "desk"))]
        self.url = self.listen() if TRANSPORT == "http" else None

    def listen(self):
        """Starts it on a free port, and reads where it listens."""
        log = self.file.with_name("log")
        with log.open("w") as stderr:
            process = subprocess.Popen(
                [self.command, *self.args, "--http", "127.0.0.1:0"], stderr=stderr
            )
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        for _ in range(1000):
            if found := re.search(r"listening on (http:\S+)", log.read_text()):
                return found[1]
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.01)
                break
        raise RuntimeError("the server did not listen: " + log.read_text())

    def journal(self):
        lines = self.file.read_text().splitlines()
        return [line.rstrip() for line in lines if line.strip()]

    async def connect(self, user=None):
        """A client for a user who answers, or for nobody."""
        if user is not None:

            async def asked(_context, params):
                return user(params)

        else:
            asked = None
        if SDK == "1":
            return await self.connect_1(asked)
        parameters = mcp.StdioServerParameters(command=self.command, args=self.args)
        client = mcp.Client(
            self.url or parameters,
            elicitation_callback=asked,
            mode="auto" if MODERN else "legacy",
        )
        client = await self.stack.enter_async_context(client)
        equal(client.protocol_version, REVISION if MODERN else "2025-11-25")
        return client

    async def connect_1(self, asked):
        parameters = mcp.StdioServerParameters(command=self.command, args=self.args)
        with open(os.devnull, "w") as nowhere:
            transport = (
                streamable_http_client(self.url)
                if self.url
                else stdio_client(parameters, errlog=nowhere)
            )
            streams = await self.stack.enter_async_context(transport)
        session = mcp.ClientSession(streams[0], streams[1], elicitation_callback=asked)
        session = await self.stack.enter_async_context(session)
        equal((await session.initialize()).protocolVersion, "2025-11-25")
        return session


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"found {found!r}, expected {expected!r}")


def ran(result):
    failed = result.isError if SDK == "1" else result.is_error
    if failed:
        raise AssertionError(f"did not run: {result!r}")


def refused(result, reason):
    failed = result.isError if SDK == "1" else result.is_error
    structured = result.structuredContent if SDK == "1" else result.structured_content
    equal(failed, True)
    equal(structured["reason"], reason)


async def fails(call, code):
    try:
        result = await call
    except MCPError as error:
        equal(error.error.code, code)
        return error.error
    raise AssertionError(f"no error, but {result!r}")


def answered(reply, reason=None):
    """Calls the handoff with a user who answers so."""

    async def play(server):
        asked = []

        def user(question):
            asked.append(question)
            return reply

        client = await server.connect(user)
        result = await client.call_tool(HANDOFF["name"], HANDOFF["arguments"])
        if reason is None:
            ran(result)
            equal(server.journal(), [HANDOFF["journal"]])
        else:
            refused(result, reason)
            equal(server.journal(), [])
        equal(len(asked), 1)
        equal(HANDOFF["name"] in asked[0].message, True)

    return play


async def no_capability_handoff(server):
    client = await server.connect()
    call = client.call_tool(HANDOFF["name"], HANDOFF["arguments"])
    if MODERN:
        error = await fails(call, -32021)
        equal(error.data, {"requiredCapabilities": {"elicitation": {"form": {}}}})
    else:
        refused(await call, "refuse_no_channel")
    equal(server.journal(), [])


async def no_capability_destructive(server):
    """The tool is advertised as destructive, and the client trusted to have asked by itself."""
    client = await server.connect()
    ran(await client.call_tool(DESTRUCTIVE["name"], DESTRUCTIVE["arguments"]))
    equal(server.journal(), [DESTRUCTIVE["journal"]])


class ByHand:
    """A question, and a way to call again with its state."""

    @classmethod
    async def ask(cls, server):
        def user(_question):
            raise AssertionError("the client answered by itself")

        self = cls()
        self.journal = server.journal
        self.session = (await server.connect(user)).session
        asked = await self.session.call_tool(
            HANDOFF["name"], HANDOFF["arguments"], allow_input_required=True
        )
        equal(type(asked), InputRequiredResult)
        equal(list(asked.input_requests), [SERVER["ask_key"]])
        self.state = asked.request_state
        return self

    async def retry(self, state, reply, name=HANDOFF["name"], arguments=HANDOFF["arguments"]):
        return await self.session.call_tool(
            name,
            arguments,
            input_responses={SERVER["ask_key"]: reply},
            request_state=state,
            allow_input_required=True,
        )

    async def still_runs_once(self):
        """The state was good: what was refused was refused for what was done to it."""
        equal(self.journal(), [])
        ran(await self.retry(self.state, YES))
        equal(self.journal(), [HANDOFF["journal"]])


async def tampered_state(server):
    asked = await ByHand.ask(server)
    middle = len(asked.state) // 2
    other = "B" if asked.state[middle] == "A" else "A"
    tampered = asked.state[:middle] + other + asked.state[middle + 1 :]
    for state in (tampered, asked.state[:-4], ""):
        await fails(asked.retry(state, YES), -32602)
    await asked.still_runs_once()


async def other_arguments(server):
    asked = await ByHand.ask(server)
    call = asked.retry(asked.state, YES, arguments=SERVER["other_arguments"])
    await fails(call, -32602)
    await asked.still_runs_once()


async def another_tool(server):
    asked = await ByHand.ask(server)
    call = asked.retry(asked.state, YES, DESTRUCTIVE["name"], DESTRUCTIVE["arguments"])
    await fails(call, -32602)
    await asked.still_runs_once()


async def answer_without_state(server):
    asked = await ByHand.ask(server)
    equal(type(await asked.retry(None, YES)), InputRequiredResult)
    await asked.still_runs_once()


async def same_state_twice(server):
    asked = await ByHand.ask(server)
    await asked.still_runs_once()
    await fails(asked.retry(asked.state, YES), -32602)
    equal(server.journal(), [HANDOFF["journal"]])


async def same_state_twice_at_once(server):
    asked = await ByHand.ask(server)
    calls = [asked.retry(asked.state, YES) for _ in range(4)]
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    codes = [outcome.error.code for outcome in outcomes if isinstance(outcome, MCPError)]
    equal(codes, [-32602] * 3)
    equal(server.journal(), [HANDOFF["journal"]])


async def no_then_yes(server):
    asked = await ByHand.ask(server)
    refused(await asked.retry(asked.state, DECLINE), "refused_declined")
    await fails(asked.retry(asked.state, YES), -32602)
    equal(server.journal(), [])


BOTH = {
    "yes": answered(YES),
    "no": answered(UNTICKED, "refused_not_confirmed"),
    "decline": answered(DECLINE, "refused_declined"),
    "cancel": answered(CANCEL, "refused_cancelled"),
    "accept without content": answered(EMPTY, "refused_not_confirmed"),
    "no capability, handoff": no_capability_handoff,
    "no capability, destructive": no_capability_destructive,
}
ONLY_MODERN = {
    "tampered state": tampered_state,
    "other arguments": other_arguments,
    "another tool": another_tool,
    "answer without state": answer_without_state,
    "the same state twice": same_state_twice,
    "the same state twice at once": same_state_twice_at_once,
    "a no, then a yes with the same state": no_then_yes,
}


async def run(scenario):
    with tempfile.TemporaryDirectory() as scratch:
        async with contextlib.AsyncExitStack() as stack:
            await scenario(Server(scratch, stack))


def main():
    for name, scenario in (BOTH | ONLY_MODERN if MODERN else BOTH).items():
        try:
            asyncio.run(asyncio.wait_for(run(scenario), 30))
            print(f"ok {name}", flush=True)
        except Exception:
            print(f"FAILED {name}")
            print(re.sub("^", "    ", traceback.format_exc(), flags=re.M), flush=True)
    print("done")


main()
