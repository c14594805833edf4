import { describe, expect, test } from "vitest";
import { trialTool } from "../../testing/trial-run.ts";
import { memoryFiles } from "../discovery/memory-files.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import type { SessionOptions } from "./session-options.ts";

const WORKFLOW = {
  name: "standup",
  text: skillMd({ name: "standup", description: "Runs the standup." }),
  files: {
    "workflow.yaml": 'steps:\n  - { id: a, tool: echo, with: { value: done } }\noutput: "{{ a.value }}"\n',
  },
};
const STRICT = {
  name: "strict",
  text: skillMd({ name: "strict", description: "Reads only.", "allowed-tools": "Read" }),
};

async function open(session: SessionOptions) {
  const runtime = await createRuntime(fakePorts({}), {
    skills: [WORKFLOW, STRICT],
    sources: [
      {
        root: { path: "mcp:/acme", id: "mcp:acme", level: "custom", remote: "acme" },
        files: memoryFiles({
          "mcp:/acme/far/SKILL.md": skillMd({ name: "far", description: "From a server." }),
        }),
      },
    ],
    workflows: { tools: { list: () => [trialTool("echo", (input) => input)] } },
  });
  return runtime.session(session);
}

async function run(session: SessionOptions, loaded: string | undefined): Promise<string> {
  const opened = await open(session);
  if (loaded !== undefined) await opened.call("skill_load", { name: loaded });
  const { metadata, text } = await opened.call("skill_run", { name: "standup" });
  return metadata.status === "succeeded" ? "succeeded" : `${String(metadata.status)}: ${text}`;
}

describe("the run of a workflow in a conversation", () => {
  test.each<[string, SessionOptions, string | undefined]>([
    ["nothing is loaded", {}, undefined],
    ["a skill only advises", {}, "strict"],
    [
      "the host's tool is the one that the skill allows",
      { toolScope: "restrict", toolAliases: { Read: ["echo"] } },
      "strict",
    ],
    ["the user granted the tool", { grants: ["echo"] }, undefined],
  ])("X7 succeeds if %s", async (_what, session, loaded) => {
    expect(await run(session, loaded)).toBe("succeeded");
  });

  test.each<[string, SessionOptions, string | undefined]>([
    ["a loaded skill restricts tools", { toolScope: "restrict" }, "strict"],
    ["a skill of a server is loaded", {}, "acme:far"],
    ["the user granted other tools", { grants: ["Read"] }, undefined],
  ])("X7 does not call a tool if %s", async (_what, session, loaded) => {
    const told = await run(session, loaded);
    expect(told).not.toBe("succeeded");
    expect(told).toContain("echo");
  });
});

test("S1 a tool whose name is no text is an error that a model can read", async () => {
  const session = await open({});
  const call: (tool: unknown) => Promise<{ readonly text: string }> = (tool) =>
    Reflect.apply(session.call, session, [tool, {}]);
  expect((await call(5)).text).toBe("the name of a tool must be a string");
});

test("S5 an address is read for the model unless the host says that the user reads it", async () => {
  const session = await open({ skills: ["standup"] });
  const reading = await session.resolve("skill://standup");
  expect(reading).toMatchObject({ ok: true });
  expect(session.toJSON().spent.tokens).toBeGreaterThan(0);
  const before = session.toJSON().spent;
  await session.resolve("skill://standup", { audience: "user" });
  expect(session.toJSON().spent).toEqual(before);
});
