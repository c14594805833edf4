import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openWorkshop, type Workshop } from "./workshop.ts";

/** What a model was given in one call, in the same shape for every framework. */
export interface Request {
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly tools: readonly string[];
}

/** What the scripted model answers: a tool call, or the final text. */
export type Reply = Action & { readonly id: string };

type Action =
  | { readonly type: "call"; readonly name: string; readonly input: Record<string, unknown> }
  | { readonly type: "text"; readonly text: string };

/** The scripted model. It follows the script, whatever it is sent. */
export type Model = (request: Request) => Reply;

/** Takes one message of the user and returns the agent's final text. */
export type Ask = (text: string) => Promise<string>;

export const call = (name: string, input: Record<string, unknown>): Action => ({ type: "call", name, input });
export const say = (text: string): Action => ({ type: "text", text });

const STORY = [
  call("skill_load", { name: "pdf-forms" }),
  call("skill_read", { name: "pdf-forms", path: "references/fields.md" }),
  call("web_search", { query: "field 7" }),
  call("Bash", { command: "rm -rf build" }),
  call("Bash", { command: "git status" }),
  say("The form is filled."),
  say("The notes are written."),
];

const DELTA = "The available skills have changed.";

/** Runs the scenario with an agent of a framework and checks what its model was given in each call. */
export function proveStory(
  name: string,
  makeAgent: (workshop: Workshop, model: Model) => Promise<Ask> | Ask,
): void {
  describe(name, () => {
    const model = script(...STORY);
    const { requests } = model;
    const answers: string[] = [];
    let workshop: Workshop;

    before(async () => {
      workshop = await openWorkshop();
      const ask = await makeAgent(workshop, model);
      answers.push(await ask("Fill in this form, please."));
      answers.push(await ask("/skill:release-notes for version 2"));
    });
    after(() => workshop?.remove());

    it("runs the loop of the framework to its end", () => {
      assert.deepEqual(answers, ["The form is filled.", "The notes are written."]);
      assert.equal(requests.length, STORY.length);
    });

    it("adds the list of skills to the host's own instructions", () => {
      const { system, tools } = at(0);
      assert.match(system, /You are a careful assistant\./);
      assert.match(system, /- pdf-forms: Fills in PDF forms\./);
      assert.deepEqual([...tools].sort(), [
        "Bash",
        "read",
        "skill_load",
        "skill_read",
        "skill_search",
        "web_search",
      ]);
    });

    it("loads a skill", () => {
      assert.match(lastText(1), /Read references\/fields\.md before you write anything\./);
      assert.deepEqual(workshop.loaded, [
        ["pdf-forms", "call_1"],
        ["release-notes", null],
      ]);
    });

    it("reads a file of the skill", () => {
      assert.match(lastText(2), /Field 7 is the date of birth\./);
    });

    it("hides a tool that the active skill does not list, and does not run it", () => {
      for (const index of [1, 2, 3, 4, 5])
        assert.ok(!at(index).tools.includes("web_search"), `request ${index}`);
      for (const index of [1, 2, 3, 4, 5]) assert.ok(at(index).tools.includes("Bash"), `request ${index}`);
      assert.ok(!workshop.ran.some((line) => line.startsWith("web_search")));
    });

    it("refuses a call that the active skill does not allow and says why", () => {
      assert.match(
        lastText(4),
        /The tool "Bash" cannot be used now: skill "pdf-forms" does not allow this call/,
      );
      assert.deepEqual(workshop.ran, ["Bash git status"]);
    });

    it("announces a skill that was added during the conversation, once, after everything else", () => {
      const deltas = at(5).messages.filter(({ text }) => text.includes(DELTA));
      assert.equal(deltas.length, 1);
      assert.match(lastText(5), /- release-notes: Writes release notes\./);
      assert.ok(!at(4).messages.some(({ text }) => text.includes(DELTA)));
    });

    it("injects the skill that the user names", () => {
      const person = at(6).messages.findIndex(({ text }) => text.includes("/skill:release-notes"));
      assert.ok(person > 0);
      assert.match(lastText(6), /Group the changes by what they mean for users\./);
      assert.equal(at(6).messages.length, person + 2);
    });

    it("keeps every byte that was sent before, across calls and messages of the user", () => {
      for (const [index, request] of requests.entries()) {
        const earlier = requests[index - 1];
        if (earlier === undefined) continue;
        assert.equal(request.system, earlier.system);
        assert.deepEqual(
          request.messages.slice(0, earlier.messages.length),
          earlier.messages,
          `request ${index}`,
        );
      }
    });

    const at = (index: number): Request => {
      const request = requests[index];
      assert.ok(request, `there was no request ${index}`);
      return request;
    };
    const lastText = (index: number): string => at(index).messages.at(-1)?.text ?? "";
  });
}

/** All strings in a nested value, in order. */
export function flatText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return value
      .map(flatText)
      .filter((text) => text !== "")
      .join("\n");
  if (typeof value !== "object" || value === null) return "";
  return ["text", "value", "output", "content", "arguments", "input", "args"]
    .map((key) => flatText(Reflect.get(value, key)))
    .filter((text) => text !== "")
    .join("\n");
}

/** A field of a tool's input. */
export function stringIn(input: unknown, key: string): string {
  return typeof input === "object" && input !== null ? String(Reflect.get(input, key)) : "";
}

/** A script of a few replies, for a separate proof. */
export function script(...replies: readonly Action[]): Model & { readonly requests: readonly Request[] } {
  const requests: Request[] = [];
  return Object.assign(
    (request: Request): Reply => {
      requests.push(structuredClone(request));
      const reply = replies[requests.length - 1] ?? say("nothing more to say");
      return { ...reply, id: `call_${requests.length}` };
    },
    { requests },
  );
}
