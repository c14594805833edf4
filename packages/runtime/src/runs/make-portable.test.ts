import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWorkflow } from "../execution/workflow/parse-workflow.ts";
import { inlineWorkflow } from "../format/inline-workflow.ts";
import { parseSkillMd } from "../format/parse-skill-md.ts";
import { validateSkill } from "../format/validate-skill.ts";
import { readPositioned } from "../format/yaml/read-positioned.ts";
import type { PositionedMap } from "../positioned.ts";
import { makePortable } from "./make-portable.ts";

const SKILL = `---
name: find-tasks
# what it needs
inputs: ["week|required"]
description: Finds tasks. Use when the user asks for tasks.
metadata:
    author: me
steps:
  # the search
  - id: search
    tool: vault.search # of the vault
    params: { query: "{{ inputs.week }}" }

output: assets/template.md
license: MIT
---

# Find tasks

steps: this is the body
`;

describe("the portable form", () => {
  it("X4 moves the fields with their comments, names the file, and leaves everything else as it is", () => {
    expect(makePortable(SKILL)).toEqual({
      ok: true,
      skillMd: `---
name: find-tasks
description: Finds tasks. Use when the user asks for tasks.
metadata:
    author: me
    workflow: workflow.yaml
license: MIT
---

# Find tasks

steps: this is the body
`,
      workflow: `# yaml-language-server: $schema=../workflow.schema.json
# what it needs
inputs: ["week|required"]
steps:
  # the search
  - id: search
    tool: vault.search # of the vault
    params: { query: "{{ inputs.week }}" }

output: assets/template.md
`,
    });
  });

  it("X4 adds metadata where there is none, and keeps line ends", () => {
    const text = "---\r\nname: a\r\ndescription: D. Use when x.\r\nsteps:\r\n  - tool: t\r\n---\r\nBody\r\n";
    expect(makePortable(text)).toMatchObject({
      ok: true,
      skillMd:
        "---\r\nname: a\r\ndescription: D. Use when x.\r\nmetadata:\r\n  workflow: workflow.yaml\r\n---\r\nBody\r\n",
    });
  });

  it("X4 leaves metadata in braces alone: the file is found by its name", () => {
    const text = "---\nname: a\ndescription: D\nmetadata: {a: b}\nsteps: [{tool: t}]\n---\n";
    expect(makePortable(text)).toMatchObject({
      ok: true,
      skillMd: "---\nname: a\ndescription: D\nmetadata: {a: b}\n---\n",
    });
  });

  it.each([
    ["---\nname: a\n---\n", undefined],
    ["no frontmatter", undefined],
    [
      "---\nmetadata:\n  knowhow:\n    steps: [{tool: t}]\n---\n",
      "its workflow is not at the top level of the frontmatter; move it by hand",
    ],
    ["---\n{name: a, steps: [{tool: t}]}\n---\n", "the frontmatter is written in braces"],
    ["---\ndescription: a: b\nsteps: [{tool: t}]\n---\n", "the frontmatter is not valid YAML; fix it first"],
  ])("X4 %j is refused with the reason", (text, reason) => {
    const portable = makePortable(text);
    expect(portable?.ok === false ? portable.reason : portable).toBe(reason);
  });

  it.each([
    "name: a\rsteps: [{tool: t}]",
    "steps: [{tool: t}]\rname: a",
  ])("X4 is refused if fields share a line, because only YAML sees its end: %j", (fields) => {
    expect(makePortable(`---\n${fields}\n---\nBody\n`)).toEqual({
      ok: false,
      reason: "its lines cannot be moved without changing their meaning; move them by hand",
    });
  });

  it("X4 means the same, has the same body, and passes the strict rules", () => {
    const step = fc.record(
      {
        tool: fc.constantFrom("vault.search", "t"),
        id: fc.constantFrom("a", "b_2", "Wrong Id"),
        params: fc.dictionary(
          fc.constantFrom("x", "y z", "#"),
          fc.oneof(fc.string(), fc.integer(), fc.boolean()),
        ),
        condition: fc.string(),
      },
      { requiredKeys: ["tool"] },
    );
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 3 }),
        fc.shuffledSubarray(FIELDS),
        fc.string(),
        (steps, others, body) => {
          const fields = [
            `steps: ${JSON.stringify(steps)}`,
            ...others,
            "name: a",
            "description: D. Use when x.",
          ];
          const text = `---\n${fields.join("\n")}\n---\n${body}`;
          const portable = makePortable(text);
          if (portable?.ok !== true) throw new Error(JSON.stringify([text, portable]));
          const inline = inlineWorkflow(text)?.map;
          const { map } = readPositioned(portable.workflow);
          expect(map && withoutPlaces(map)).toEqual(inline && withoutPlaces(inline));
          expect(parseSkillMd(portable.skillMd).value.body).toBe(parseSkillMd(text).value.body);
          const { diagnostics } = validateSkill(portable.skillMd, {
            rules: "skills-ref",
            directoryName: "a",
          });
          expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

const FIELDS = [
  "inputs: [title|required]",
  "output: assets/template.md",
  "refine: true",
  "license: MIT",
  "metadata:\n  a: b",
  "# a comment\ncompatibility: all",
];

function withoutPlaces(map: PositionedMap) {
  const { value, diagnostics } = parseWorkflow(map);
  const steps = value.steps.map(({ at, ...step }) => step);
  return { ...value, steps, codes: diagnostics.map(({ code, message }) => [code, message]) };
}
