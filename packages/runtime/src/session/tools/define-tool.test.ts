import { describe, expect, test } from "vitest";
import { keepRuns } from "../../assembly/keep-runs.ts";
import { keepScripts } from "../../assembly/keep-scripts.ts";
import { openEngine } from "../../assembly/open-engine.ts";
import { keepConfig } from "../../config/keep-config.ts";
import { findProfile } from "../../profiles/find-profile.ts";
import { SkillLibrary } from "../../resolution/skill-library.ts";
import { createRuntime } from "../../runtime.ts";
import { openServing } from "../../serving/open-serving.ts";
import { failure, type SkillTool, success } from "../../skill-tool.ts";
import { fakePorts } from "../../testing/fake-ports.ts";
import { openSessions } from "../open-sessions.ts";

const PORTS = fakePorts({});

/** A tool that waits for an approval once, as a later room would contribute it. */
const RUN: SkillTool = {
  operation: "run",
  sideEffects: "execute",
  properties: { name: { type: "string" } },
  required: ["name"],
  canSucceed: () => true,
  run: async ({ name }, _context, { resume }) => {
    if (resume === "token-1") return success(`ran ${String(name)}`);
    if (resume !== undefined) return failure("unknown token");
    return { ...success("waiting"), pending: { waitsFor: "approval", resume: "token-1" } };
  },
};

async function open() {
  const base = findProfile("agentskills");
  const naming = { operation: "run", name: "skill_run", description: "Runs a workflow." };
  const profile = { ...base, tools: [naming] };
  const engine = { ...openEngine(PORTS, await keepConfig(PORTS, {})), profile };
  const empty = SkillLibrary.empty(PORTS.hash);
  const library = { current: () => empty, reload: async () => empty };
  const matching = async () => {
    throw new Error("not asked for");
  };
  const serving = openServing(engine, { admit: [] });
  const find = () => {
    throw new Error("not asked for");
  };
  const scripts = keepScripts(engine, { open: find });
  const { runs, inSession } = keepRuns(engine, { library, serving, scripts, find });
  return openSessions({ engine, library, serving, matching, runs, ...inSession, tools: [RUN] }).open({});
}

describe("tools that a room contributes", () => {
  test("S8 are offered under the profile's name, with what they can change", async () => {
    const session = await open();
    expect(session.tools()).toEqual([
      expect.objectContaining({ name: "skill_run", sideEffects: "execute", category: "skills" }),
    ]);
  });

  test("X8 can answer that the work is pending, and go on when they are called with its token", async () => {
    const session = await open();
    const first = await session.call("skill_run", { name: "deploy" });
    expect(first.pending).toEqual({ waitsFor: "approval", resume: "token-1" });
    const second = await session.call("skill_run", { name: "deploy" }, { resume: first.pending?.resume });
    expect(second).toEqual(success("ran deploy"));
  });

  test("a profile that names an unknown operation is rejected with a list of the known ones", async () => {
    const base = findProfile("agentskills");
    const tools = [{ operation: "fly", name: "skill_fly", description: "" }];
    const runtime = await createRuntime(PORTS, { profile: { ...base, tools } });
    await expect(runtime.session()).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining('"fly"'),
      hint: expect.stringContaining("load"),
    });
  });
});
