import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApprovalAnswer, ApprovalRequest, Approver } from "@knowhow/runtime";
import { type Ask, call, type Model, say, script } from "./story.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

/** Creates an agent of a framework; `approve` is what the host does if the user must be asked. */
export type MakeAgent = (workshop: Workshop, model: Model, approve?: Approver) => Promise<Ask> | Ask;

const SKILL = "acme:pdf";
const WHY = /Approval is needed because skill "acme:pdf" comes from a server and was granted no tools\./;

/** Loads a skill of a server that was granted no tools, and then calls the host's shell. */
export function proveAsk(name: string, makeAgent: MakeAgent): void {
  describe(`${name}, while a server's skill is at work`, () => {
    it("runs no tool if the host cannot ask, and the model is told why", async () => {
      const { ran, texts } = await act(makeAgent);
      assert.deepEqual(ran, []);
      assert.match(
        texts,
        /The tool "Bash" needs the user's approval, and this application has no way to ask\./,
      );
      assert.match(texts, WHY);
    });

    it("runs the tool once after a yes, with the input that was shown", async () => {
      const { ran, asked, texts } = await act(makeAgent, { answer: "yes" });
      assert.deepEqual(ran, ["Bash git status"]);
      assert.match(texts, /on branch main/);
      assert.deepEqual(
        asked.map(({ kind, subject, skill, arguments: input }) => ({ kind, subject, skill, input })),
        [{ kind: "tool", subject: "Bash", skill: SKILL, input: { command: "git status" } }],
      );
      assert.match(asked[0]?.digest ?? "", /^[0-9a-f]{64}$/);
    });

    it("does not run the tool after a no, and the model reads the user's reason", async () => {
      const { ran, asked, texts } = await act(makeAgent, { answer: "no", reason: "not on this machine" });
      assert.deepEqual(ran, []);
      assert.equal(asked.length, 1);
      assert.match(texts, /the user said no: not on this machine\./);
      assert.match(texts, WHY);
    });

    it("does not run the tool before the user has answered", async () => {
      const { ran, asked, texts } = await act(makeAgent, { answer: "later" });
      assert.deepEqual(ran, []);
      assert.equal(asked.length, 1);
      assert.match(texts, /the user has not answered yet\./);
    });
  });
}

/** Runs one message and returns what ran, what was asked, and everything that the model read in its last call. */
async function act(makeAgent: MakeAgent, answer?: ApprovalAnswer) {
  const workshop = await openWorkshop({ server: true });
  const model = script(
    call("skill_load", { name: SKILL }),
    call("Bash", { command: "git status" }),
    say("That is all."),
  );
  const asked: ApprovalRequest[] = [];
  const approve: Approver | undefined =
    answer &&
    (async (request) => {
      asked.push(request);
      return answer;
    });
  try {
    const ask = await makeAgent(workshop, model, approve);
    assert.equal(await ask("What does this PDF say?"), "That is all.");
    assert.equal(model.requests.length, 3);
    assert.match(textsOf(model.requests[1]), /Ask the server about fonts\./);
    return { ran: workshop.ran, asked, texts: textsOf(model.requests[2]) };
  } finally {
    workshop.remove();
  }
}

function textsOf(request: ReturnType<typeof script>["requests"][number] | undefined): string {
  return (request?.messages ?? []).map(({ text }) => text).join("\n");
}
