import { afterEach, describe, expect, test } from "vitest";
import { nodeHash } from "../node/node-hash.ts";
import type { ScriptJob, ScriptRunner } from "../script.ts";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";
import { openScripts } from "./open-scripts.ts";

let shop: Workshop;
afterEach(() => shop.close());

const nothing = { bytes: new Uint8Array(), isCut: false };

/** Scripts of one skill, with a runner that only notes what it is told. */
async function open() {
  shop = openWorkshop({
    "home/.agents/skills/count/SKILL.md": skillMd({
      name: "count",
      description: "Counts. Use for counts.",
      metadata: { requires: { env: ["KEY"], hosts: ["api.example.com"] } },
    }),
    "home/.agents/skills/count/scripts/run.sh": "#!/bin/sh\n",
  });
  const runtime = await shop.start();
  const jobs: ScriptJob[] = [];
  const works = async () => ({ works: true, notes: [] }) as const;
  const runner: ScriptRunner = {
    id: "fake",
    status: works,
    filtersHosts: works,
    hasProgram: async () => true,
    hasPackages: async () => true,
    prepare: async () => {},
    run: async (job) => {
      jobs.push(job);
      return { code: 0, stdout: nothing, stderr: nothing, ms: 1, artifacts: [] };
    },
  };
  const scripts = openScripts({
    runner,
    open: (name) => runtime.open(name),
    approver: undefined,
    hash: nodeHash,
    audit: undefined,
    emit: () => {},
    variable: () => "value",
  });
  const call = { skill: "count", script: "run", args: ["one"], digest: await runtime.open("count").digest() };
  return { steps: scripts.steps({}), jobs, call };
}

describe("a script step that the user approved before", () => {
  test("X10 is not asked about if no program can be started with its arguments", async () => {
    const { steps, call } = await open();
    await expect(steps.plan({ ...call, args: ["one", "t\0wo"] })).rejects.toMatchObject({
      code: "scripts.refused",
      message: 'an argument for scripts/run.sh of "count" contains a null character',
    });
  });

  test("X8 X10 runs as it was approved", async () => {
    const { steps, jobs, call } = await open();
    await steps.run(call, await steps.plan(call), { run: "r-1" });
    expect(jobs).toMatchObject([{ args: ["one"], hosts: ["api.example.com"], variables: { KEY: "value" } }]);
  });

  test.each([
    ["arguments", { command: ["sh", "/skill/scripts/run.sh", "two"] }],
    ["content", { digest: "0".repeat(64) }],
    ["variables", { variables: [] }],
    ["hosts", { hosts: [] }],
    ["a directory", { folder: { path: "/data", access: "read" as const } }],
    ["input", { stdin: { bytes: 1, digest: "0".repeat(64) } }],
    ["a sandbox", { sandbox: "none" }],
  ])("X8 X10 is refused if the user approved other %s", async (_, other) => {
    const { steps, jobs, call } = await open();
    const approved = { ...(await steps.plan(call)), ...other };
    await expect(steps.run(call, approved, { run: "r-1" })).rejects.toMatchObject({
      code: "scripts.refused",
      message: expect.stringContaining("not what the user approved"),
    });
    expect(jobs).toEqual([]);
  });
});
