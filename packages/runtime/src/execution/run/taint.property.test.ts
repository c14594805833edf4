import fc from "fast-check";
import { expect, test } from "vitest";
import { definition, skill, type TrialStep, tool, trial, trialTool } from "../../../testing/trial-run.ts";
import type { ModelRequest } from "../../run.ts";

/** A word that only the outside says. */
const WORD = "zqxj";

const PAGE = { body: `${WORD} ${WORD}`, items: [WORD, { [WORD]: WORD }], inner: { a: WORD }, key: "body" };

const FILTERS =
  "upper lower trim title capitalize string list first last join reverse sort unique tojson escape indent striptags " +
  "urlencode items dictsort replace('a','b') join('-') default('x') truncate(9) map('upper') batch(1)";

const read = fc.constantFrom(
  ...["page", "page.body", "page['body']", "page[page.key]", "page.items", "page.items[1]", "page.inner"],
  ...["steps", "steps.bad.error.message", "steps['bad']['error']", "inputs.who"],
);

const expression = fc.letrec<{ any: string }>((tie) => {
  const any = tie("any");
  return {
    any: fc.oneof(
      { depthSize: "small" },
      read,
      fc.tuple(any, fc.constantFrom(...FILTERS.split(" "))).map(([a, filter]) => `(${a}) | ${filter}`),
      fc.tuple(any, any).map(([a, b]) => `(${a}) ~ (${b})`),
      fc.tuple(any, any).map(([a, b]) => `('x' | replace('x', ${a})) ~ (${b} | string)`),
      fc
        .tuple(
          any,
          fc.constantFrom(
            ...["{'k': $}", "{($ | string): 1}", "[1, $]", "($ if true else 1)", "(1 if $ == 2 else $)"],
            ...["(none or $)", "'-'.join([$ | string])", "($)[0:3]", "($ | string).split(' ')"],
          ),
        )
        .map(([a, shape]) => shape.replaceAll("$", a)),
    ),
  };
}).any;

const template = fc
  .tuple(
    expression,
    fc.constantFrom(
      ...[
        "{{ $ }}",
        "{% set x = $ %}{% set y = x %}{{ y }}",
        "{% set x %}{{ $ }}{% endset %}{{ x | upper }}",
      ],
      ...["{% for i in [$] %}{% set z = i %}{{ z }}{{ loop.index }}{% endfor %}"],
      ...["{% for k, v in {'a': $}.items() %}{{ k }}{{ v }}{% endfor %}"],
      ...["{% if true %}{% set q = $ %}{% endif %}{{ q }}"],
    ),
  )
  .map(([a, shape]) => shape.replaceAll("$", a));

/** One step that uses a text, and everything that a model, a tool or a person got. */
async function use(text: string, kind: "prompt" | "tool" | "skill" | "approve") {
  const prompts: string[] = [];
  const questions: string[] = [];
  const box = trialTool("box", () => "x", { sideEffects: "execute" });
  const bad = trialTool("bad", () => {
    throw new Error(WORD);
  });
  const steps: Readonly<Record<typeof kind, TrialStep>> = {
    prompt: { id: "p", action: { kind: "prompt", text } },
    tool: tool("t", "box", { with: { a: { b: [text] } } }),
    approve: { id: "ap", action: { kind: "approve", text } },
    skill: { id: "c", action: { kind: "skill", name: "child" }, with: { t: text } },
  };
  const child = skill("child", [{ id: "p", action: { kind: "prompt", text: "{{ inputs.t }}" } }]);
  const all = skill("s", [
    tool("page", "web"),
    tool("bad", "bad", { onError: { kind: "default", value: "" } }),
    steps[kind],
  ]);
  await trial(definition(all, child), [trialTool("web", () => PAGE), box, bad], {
    model: {
      generate: async ({ prompt }: ModelRequest) => {
        prompts.push(prompt);
        return { text: "a" };
      },
    },
    policy: { approve: [], allow: ["box"] },
    approver: ({ reason = "" }) => {
      questions.push(reason);
      return { answer: "yes" as const };
    },
  }).start({ who: "Ada" });
  return { prompts, questions, calls: JSON.stringify(box.calls) };
}

const has = (text: string) => text.toLowerCase().includes(WORD);
const withoutFences = (text: string) => text.replace(/<<<outside [\s\S]*?<<<end of outside \w+>>>/g, "");

test("T7 no template carries a word from outside past the fence, the question or the quotation marks", async () => {
  let carried = 0;
  const check = async (text: string, kind: "prompt" | "tool" | "skill" | "approve") => {
    const { prompts, questions, calls } = await use(text, kind);
    if (prompts.some(has) || has(calls) || questions.some(has)) carried += 1;
    expect(prompts.filter((prompt) => has(withoutFences(prompt)))).toEqual([]);
    if (has(calls)) expect(questions).toHaveLength(1);
    for (const question of questions.filter(has)) expect(question).toContain("text from outside");
  };
  const kind = fc.constantFrom("prompt" as const, "tool" as const, "skill" as const, "approve" as const);
  await fc.assert(fc.asyncProperty(template, kind, check), { numRuns: 250, seed: 7 });
  // Templates that fail carry nothing; enough of them must not.
  expect(carried).toBeGreaterThan(80);
});
