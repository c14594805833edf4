import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Ask, call, type Model, say, script } from "./story.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

/** How a host shortens its history: it clears the results of tools, or drops them together with their calls. */
export type Rewrite = "clear" | "drop";

/** Creates an agent whose host rewrites its history before every message but the first. */
export type MakeForgetful = (workshop: Workshop, model: Model, rewrite: Rewrite) => Promise<Ask> | Ask;

export const CLEARED = "[cleared]";

/** The model loads a skill, and the host then rewrites the tool result that contains it. */
export function proveRewrites(name: string, makeAgent: MakeForgetful): void {
  describe(`${name}, with a host that rewrites its history`, () => {
    for (const rewrite of ["clear", "drop"] as const)
      it(`gives the skill again, once, after a ${rewrite}`, async () => {
        const workshop = await openWorkshop();
        const model = script(
          call("skill_load", { name: "pdf-forms" }),
          say("one"),
          say("two"),
          call("skill_load", { name: "pdf-forms" }),
          say("three"),
        );
        const ask = await makeAgent(workshop, model, rewrite);
        for (const text of ["Fill in this form, please.", "Go on.", "And again."]) await ask(text);
        const told = model.requests.map(
          ({ messages }) => messages.filter(({ text }) => text.includes("Read references/fields.md")).length,
        );
        assert.deepEqual(told, [0, 1, 1, 1, 1]);
        const result = model.requests[4]?.messages.at(-1)?.text ?? "";
        assert.match(result, /was loaded earlier in this conversation/);
        const original = model.requests[2]?.messages.filter(
          ({ role, text }) => /tool|result/.test(role) && text.includes("Read references"),
        );
        assert.deepEqual(original, [], "the host did not rewrite its history");
        workshop.remove();
      });
  });
}
