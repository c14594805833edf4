import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MakeAgent } from "./ask-story.ts";
import { call, say, script } from "./story.ts";
import { openWorkshop } from "./workshop.ts";

/** Gives `skill://` addresses to the host's own read tool, in a profile whose prompt has AGENTS.md files and no tools. */
export function proveReading(name: string, makeAgent: MakeAgent): void {
  describe(`${name}, whose model reads skills with the host's own tool`, () => {
    it("gives the texts of AGENTS.md files and skill:// addresses, and leaves other files to the host", async () => {
      const workshop = await openWorkshop({ profile: "pisces" });
      const model = script(
        call("read", { path: "skill://pdf-forms" }),
        call("read", { path: "skill://pdf-forms/references/fields.md" }),
        call("read", { path: "skill://pdf-forms/../../AGENTS.md" }),
        call("read", { path: "notes.txt" }),
        say("That is all."),
      );
      try {
        const ask = await makeAgent(workshop, model);
        assert.equal(await ask("What does this PDF say?"), "That is all.");
        const [first, ...later] = model.requests;
        assert.match(first?.system ?? "", /Indent with tabs\./);
        assert.match(first?.system ?? "", /- pdf-forms: Fills in PDF forms\./);
        const answers = later.map(({ messages }) => messages.at(-1)?.text ?? "");
        assert.match(answers[0] ?? "", /Read references\/fields\.md before you write anything\./);
        assert.match(answers[1] ?? "", /Field 7 is the date of birth\./);
        assert.doesNotMatch(answers[2] ?? "", /Indent with tabs/);
        assert.match(answers[3] ?? "", /the text of notes\.txt/);
        assert.deepEqual(workshop.ran, ["read notes.txt"]);
      } finally {
        workshop.remove();
      }
    });
  });
}
