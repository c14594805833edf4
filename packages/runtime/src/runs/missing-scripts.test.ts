import { describe, expect, test } from "vitest";
import { memoryRuns } from "../execution/engine/memory-runs.ts";
import type { Runs } from "../run.ts";
import { createRuntime } from "../runtime.ts";
import type { ScriptRunner } from "../script.ts";
import { fakePorts } from "../testing/fake-ports.ts";

const count = (script: string, workflow = "steps:\n  - { id: counted, script: count }\n") => ({
  name: "count",
  text: "---\nname: count\ndescription: Counts.\n---\nCount.\n",
  files: { "workflow.yaml": workflow, "scripts/count.sh": script, "scripts/more.sh": script },
});

const SKILL = count("#!/bin/sh\necho 1\n");

const nothing = { bytes: new Uint8Array(), isCut: false };
const works = async () => ({ works: true, notes: [] }) as const;

async function open(
  skills: readonly ReturnType<typeof count>[],
  {
    runs = memoryRuns(),
    runner = {},
  }: { readonly runs?: Runs; readonly runner?: Partial<ScriptRunner> | false } = {},
) {
  const jobs: string[] = [];
  const scripts: ScriptRunner = {
    id: "fake",
    status: works,
    filtersHosts: works,
    hasProgram: async () => true,
    hasPackages: async () => true,
    prepare: async () => {},
    run: async ({ script }) => {
      jobs.push(script);
      return { code: 0, stdout: nothing, stderr: nothing, ms: 1, artifacts: [] };
    },
    ...runner,
  };
  const ports = { ...fakePorts({}), runs, ...(runner === false ? {} : { scripts }) };
  return { runtime: await createRuntime(ports, { skills }), runs, jobs };
}

describe("X9 a script that is missing", () => {
  test.each([
    ["the skill is not there", [], /the skill "count", whose script is needed, is not available here/],
    ["it has changed", [count("#!/bin/sh\necho 2\n")], /the skill "count" has changed since/],
  ] as const)("X9 never fails a run, and keeps the answer: %s", async (_, skills, message) => {
    const { runtime, runs, jobs } = await open([SKILL]);
    const { runId, waiting } = await runtime.runs.start("count");
    const answer = { token: waiting?.token ?? "", answer: true };
    const other = await open(skills, { runs });
    const needs = (await runs.get(runId))?.needs ?? [];
    expect(await other.runtime.runs.executor().accepts({ skill: "count", needs })).toBe(false);
    expect(await other.runtime.runs.resume(runId, answer)).toMatchObject({
      status: "paused",
      missing: [{ kind: "skill", name: "count", message: expect.stringMatching(message) }],
    });
    expect(await runtime.runs.executor().accepts({ skill: "count", needs })).toBe(true);
    expect(await runtime.runs.resume(runId)).toMatchObject({ status: "succeeded" });
    expect(jobs).toEqual(["scripts/count.sh"]);
  });

  test("X9 refuses a run before it is stored, and names a program that two scripts need once", async () => {
    const steps = "steps:\n  - { id: a, script: count }\n  - { id: b, script: scripts/more.sh }\n";
    const skills = [count("#!/usr/bin/env python3\n", steps)];
    const { runtime, runs } = await open(skills, { runner: { hasProgram: async () => false } });
    const message =
      '"count" cannot be run: python3, which the script count of "count" needs, is not installed here';
    await expect(runtime.runs.start("count")).rejects.toMatchObject({ code: "run.missing", message });
    expect((await runtime.runs.plan("count")).missing).toMatchObject([{ kind: "program", name: "python3" }]);
    await expect(runtime.runs.script("count", "count")).rejects.toMatchObject({ code: "run.missing" });
    await expect(runtime.runs.script("count", "cuont")).rejects.toMatchObject({
      code: "scripts.unknown-script",
      hint: "did you mean count?",
    });
    for await (const run of runs.list()) expect(run).toBeUndefined();
  });

  test("X9 refuses a run where there is no sandbox", async () => {
    const { runtime } = await open([SKILL], { runner: false });
    await expect(runtime.runs.start("count")).rejects.toMatchObject({
      code: "run.missing",
      message: expect.stringContaining("no sandbox for scripts"),
    });
  });

  test("X9 is stored as the failure of a step that may fail, so that the run goes the same way later", async () => {
    const steps =
      'steps:\n  - { id: counted, script: count, onError: continue }\n  - { id: ok, approve: "Go on?" }\n';
    const { runtime, runs } = await open([count("#!/bin/sh\n", steps)], {
      runner: { hasProgram: async () => false },
    });
    const { runId, waiting } = await runtime.runs.start("count");
    expect((await runs.get(runId))?.needs).toEqual([]);
    const able = await open([count("#!/bin/sh\n", steps)], { runs });
    const answer = { token: waiting?.token ?? "", answer: true };
    expect(await able.runtime.runs.resume(runId, answer)).toMatchObject({
      status: "succeeded",
      steps: [{ id: "counted", status: "failed", error: { code: "scripts.no-interpreter" } }, { id: "ok" }],
    });
    expect(able.jobs).toEqual([]);
  });
});
