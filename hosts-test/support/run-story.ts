import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Approver, Session } from "@knowhow/runtime";
import type { ToolRegistry } from "@knowhow/runtime/workflows";
import type { MakeAgent } from "./ask-story.ts";
import { call, say, script } from "./story.ts";
import { type HostFunctions, openWorkshop } from "./workshop.ts";

/** Makes the registry of workflows from the host's tools, with the adapter of a framework. */
export type MakeRunTools = (host: HostFunctions, session: () => Session) => ToolRegistry;

/** Runs workflows whose steps call the host's own tools. */
export function proveRuns(name: string, makeAgent: MakeAgent, tools: MakeRunTools): void {
  describe(`${name}, while a workflow runs`, () => {
    it("calls the host's own tool after the user approved the step and the call", async () => {
      const { ran, asked, text } = await act(makeAgent, tools, [
        call("skill_run", { name: "branch-report" }),
      ]);
      assert.match(text, /Report: on branch main/);
      assert.deepEqual(ran, ["Bash git status"]);
      assert.deepEqual(asked, ["ok", "Bash"]);
    });

    it("fails the step whose tool the active skill does not allow", async () => {
      const { ran, text } = await act(makeAgent, tools, [
        call("skill_load", { name: "pdf-forms" }),
        call("skill_run", { name: "look-up" }),
      ]);
      assert.deepEqual(ran, []);
      assert.match(text, /it failed\.[\s\S]*<<<outside [\s\S]*skill "pdf-forms" does not list the tool/);
    });
  });
}

/** Runs one message; returns what ran, what was asked, and everything that the model read in its last call. */
async function act(makeAgent: MakeAgent, tools: MakeRunTools, calls: readonly ReturnType<typeof call>[]) {
  const asked: string[] = [];
  const approver: Approver = ({ subject }) => {
    asked.push(subject);
    return { answer: "yes" };
  };
  const workshop = await openWorkshop({ runs: { approver, tools } });
  const model = script(...calls, say("That is all."));
  try {
    const ask = await makeAgent(workshop, model);
    assert.equal(await ask("Go ahead."), "That is all.");
    const { ran } = workshop;
    const read = model.requests.at(-1)?.messages ?? [];
    return { ran, asked, text: read.map(({ text }) => text).join("\n") };
  } finally {
    workshop.remove();
  }
}
