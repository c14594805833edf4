import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPositioned } from "../../format/yaml/read-positioned.ts";
import type { Workflow } from "../../workflow.ts";
import { parseWorkflow } from "./parse-workflow.ts";

describe("a step that runs a script", () => {
  it.each([
    ["any", "any"],
    ["1", [1]],
    ["[0, 2]", [0, 2]],
  ])("X10 has exit codes that count as success: %s", (given, exit) => {
    expect(
      parsed(`steps:\n  - {script: scripts/a.py, exit: ${given}, key: k, effect: read}`).steps,
    ).toMatchObject([{ action: { kind: "script", name: "scripts/a.py" }, exit, key: "k", effect: "read" }]);
  });

  it.each(["256", "-1", "[]", "[1, x]", "some"])("X10 has no other exit codes: %s", (given) => {
    expect(diagnosticsOf(`steps:\n  - {script: a.py, exit: ${given}}`)).toMatchObject([
      { code: "workflow.invalid-value" },
    ]);
  });
});

describe("a workflow file", () => {
  it("X3 X4 has inputs, steps with every verb and modifier, and an output", () => {
    expect(parsed(EVERYTHING)).toEqual({
      inputs: {
        type: "object",
        properties: {
          week: { type: "string", format: "date" },
          limit: { type: "integer", default: 20, maximum: 100 },
          token: { type: "string" },
        },
        required: ["week", "token"],
        additionalProperties: false,
      },
      secrets: ["token"],
      refine: true,
      steps: [
        {
          id: "tasks",
          action: { kind: "tool", name: "vault.search" },
          with: { query: "week:{{ inputs.week }}", limit: "{{ inputs.limit }}" },
          timeoutMs: 30_000,
          retry: { attempts: 3, delayMs: 1_000, factor: 2, maxDelayMs: 60_000 },
          onError: { kind: "fail" },
          at: { line: 7, column: 5 },
        },
        {
          id: "summaries",
          action: { kind: "skill", name: "summarize-task" },
          for: { item: "t", list: "tasks.results" },
          parallel: 4,
          with: { text: "{{ t.body }}" },
          retry: {
            attempts: 5,
            delayMs: 2_000,
            factor: 3,
            maxDelayMs: 300_000,
            on: ["timeout", "rate_limit"],
          },
          onError: { kind: "continue" },
          at: { line: 12, column: 5 },
        },
        {
          id: "summary",
          action: { kind: "prompt", text: "Summarize {{ summaries }}" },
          schema: { type: "object", properties: { text: { type: "string" } } },
          onError: { kind: "default", value: { text: "none" } },
          at: { line: 19, column: 5 },
        },
        {
          id: "ok",
          action: { kind: "approve", text: "Create it?" },
          timeoutMs: 259_200_000,
          onError: { kind: "fail" },
          at: { line: 23, column: 5 },
        },
        {
          id: "step_5",
          action: {
            kind: "steps",
            steps: [
              {
                id: "when",
                action: { kind: "ask", text: "When?" },
                onError: { kind: "fail" },
                at: { line: 28, column: 9 },
              },
              {
                id: "step_7",
                action: { kind: "wait", until: "15m" },
                onError: { kind: "fail" },
                at: { line: 30, column: 9 },
              },
            ],
          },
          if: "ok.approved",
          onError: { kind: "skip-rest" },
          at: { line: 26, column: 5 },
        },
        {
          id: "note",
          action: { kind: "tool", name: "vault.create_note" },
          effect: "write",
          key: "weekly-{{ inputs.week }}",
          onError: { kind: "fail" },
          at: { line: 32, column: 5 },
        },
      ],
      output: { kind: "value", value: { path: "{{ note.path }}" } },
    });
  });

  it.each([
    ["condition: ok.approved", "if: ok.approved"],
    ['condition: "{{ ok.approved }}"', "if: ok.approved"],
    ["params: {a: 1}", "with: {a: 1}"],
    ["continueOnError: true", "onError: continue"],
    ["continueOnError: false", "onError: fail"],
    ["parallel: true\n    for: a in b", "parallel: 10\n    for: a in b"],
    ['for: a in "{{ b.c }}"', "for: a in b.c"],
    ["timeout: 90s", "timeout: 1m30s"],
  ])("X4 reads `%s` as `%s`", (given, same) => {
    const withKey = (key: string) => withoutPositions(parsed(`steps:\n  - tool: t\n    ${key}\n`));
    expect(withKey(given.replace('in "{{ b.c }}"', "in {{ b.c }}"))).toEqual(withKey(same));
  });

  it("X3 an input is required unless it has a default or ends with `?`", () => {
    const short = parsed(
      "inputs: {a: string, b: string?, c: integer = 20, d: 'string[]', e: date}\nsteps: [{tool: t}]\n",
    );
    expect(short.inputs).toEqual({
      type: "object",
      properties: {
        a: { type: "string" },
        b: { type: "string" },
        c: { type: "integer", default: 20 },
        d: { type: "array", items: { type: "string" } },
        e: { type: "string", format: "date" },
      },
      required: ["a", "d", "e"],
      additionalProperties: false,
    });
    const full = parsed(
      "inputs: {type: object, properties: {a: {type: string}, b: {type: number}}, required: [b]}\nsteps: [{tool: t}]\n",
    );
    expect(full.inputs).toMatchObject({
      properties: { a: { type: "string" }, b: { type: "number" } },
      required: ["b"],
    });
  });

  it("X3 the list form of inputs has modifiers after a bar", () => {
    const { inputs, secrets } = parsed(
      'inputs: ["title|required", tag, "key|required|secret", "n|integer"]\nsteps: [{tool: t}]\n',
    );
    expect(inputs).toEqual({
      type: "object",
      properties: { title: {}, tag: {}, key: {}, n: { type: "integer" } },
      required: ["title", "key"],
      additionalProperties: false,
    });
    expect(secrets).toEqual(["key"]);
  });

  it("X5 an output that is a path is a template, and any other text a value", () => {
    const output = (text: string) => parsed(`steps: [{tool: t}]\noutput: ${text}\n`).output;
    expect(output("assets/template.md")).toEqual({
      kind: "template",
      path: "assets/template.md",
      variants: {},
    });
    expect(output('"{{ note.path }}.md"')).toEqual({ kind: "value", value: "{{ note.path }}.md" });
    expect(output("[1, 2]")).toEqual({ kind: "value", value: [1, 2] });
  });
});

describe("a mistake in a workflow", () => {
  it.each([
    ["steps: [{tool: t, retyr: 3}]", "workflow.unknown-key", "did you mean `retry`?", 1, 19],
    ["setps: [{tool: t}]", "workflow.unknown-key", "did you mean `steps`?", 1, 1],
    ["steps: [{tol: t}]", "workflow.unknown-key", "did you mean `tool`?", 1, 10],
    ["inputs: [b|requird]\nsteps: [{tool: t}]", "workflow.invalid-value", "did you mean `required`?", 1, 10],
    ["inputs: {a: strng}\nsteps: [{tool: t}]", "workflow.invalid-value", "did you mean `string`?", 1, 13],
    [
      "inputs: {a: {type: strng}}\nsteps: [{tool: t}]",
      "workflow.invalid-value",
      "did you mean `string`?",
      1,
      14,
    ],
    [
      "inputs: {a: {type: string, maxLenght: 3}}\nsteps: [{tool: t}]",
      "workflow.invalid-value",
      "did you mean `maxLength`?",
      1,
      28,
    ],
    [
      "inputs: {a: integer = x}\nsteps: [{tool: t}]",
      "workflow.invalid-value",
      "a list or an object is written as JSON",
      1,
      13,
    ],
    ["inputs: {a-b: string}\nsteps: [{tool: t}]", "workflow.invalid-value", "for example `a_b`", 1, 10],
    ["steps: [{tool: t, onError: contniue}]", "workflow.invalid-value", "did you mean `continue`?", 1, 28],
    ["steps: [{tool: t, effect: wriet}]", "workflow.invalid-value", "did you mean `write`?", 1, 27],
    ["steps: [{tool: t, retry: {atempts: 3}}]", "workflow.unknown-key", "did you mean `attempts`?", 1, 27],
    ["steps: [{tool: t, timeout: 30}]", "workflow.invalid-value", undefined, 1, 28],
    ["steps: [{tool: t, timeout: soon}]", "workflow.invalid-value", undefined, 1, 28],
    ["steps: [{tool: t, id: Find-Tasks}]", "workflow.invalid-value", "for example `find_tasks`", 1, 23],
    ["steps: [{tool: t, id: inputs}]", "workflow.invalid-value", undefined, 1, 23],
    ["steps: [{tool: t, for: each task}]", "workflow.invalid-value", undefined, 1, 24],
    [
      "steps: [{tool: t, parallel: 4}]",
      "workflow.misplaced-key",
      "add `for: item in list`, or remove `parallel`",
      1,
      19,
    ],
    [
      "steps: [{approve: ok, retry: 3}]",
      "workflow.misplaced-key",
      "it applies to `tool`, `skill`, `script`, `prompt`, `steps`",
      1,
      23,
    ],
    [
      "steps: [{tool: t, skill: s}]",
      "workflow.conflict",
      "a step does one thing: make two steps of it",
      1,
      19,
    ],
    ["steps: [{tool: t, if: a, condition: b}]", "workflow.conflict", "remove one of the two", 1, 26],
    [
      "steps: [{id: a}]",
      "workflow.missing-key",
      "add one of tool, skill, script, prompt, approve, ask, wait, steps",
      1,
      9,
    ],
    ["inputs: {a: string}", "workflow.missing-key", "add `steps:` with a list of steps", 1, 1],
    [
      "steps: []",
      "workflow.invalid-value",
      "start each step with `- `, such as `- tool: vault.search`",
      1,
      8,
    ],
    [
      "steps: text",
      "workflow.invalid-value",
      "start each step with `- `, such as `- tool: vault.search`",
      1,
      8,
    ],
    ['steps: [{tool: "{{ name }}"}]', "workflow.invalid-value", undefined, 1, 17],
    [
      "steps: [{tool: t, id: a}, {tool: t, id: a}]",
      "workflow.duplicate-id",
      "ids are unique, also inside groups",
      1,
      41,
    ],
    [
      "steps: [{tool: t, id: a}, {tool: t, for: a in b}]",
      "workflow.conflict",
      "give one of the two another name",
      1,
      42,
    ],
    [
      "steps: [{wait: later}]",
      "workflow.invalid-value",
      "for example `15m` or `2026-03-31T09:00:00Z`",
      1,
      16,
    ],
    [
      "steps: [{tool: t}]\noutput: ../secret.md",
      "workflow.invalid-value",
      "write the path relative to the SKILL.md",
      2,
      9,
    ],
  ])("X3 X4 %s is reported with its place and a hint", (text, code, hint, line, column) => {
    const [first, ...more] = diagnosticsOf(text);
    expect(first).toMatchObject({ code, severity: "error", line, column });
    expect(first?.hint).toBe(hint);
    expect(more).toEqual([]);
  });

  it("X3 parts of a schema that are not checked are warnings", () => {
    const found = diagnosticsOf(
      'inputs: {a: {type: string, pattern: "(a)\\\\1", format: emial}}\nsteps: [{tool: t}]',
    );
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([
      ["workflow.schema-ignored", "warning"],
      ["workflow.schema-ignored", "warning"],
    ]);
    expect(found[1]?.hint).toBe("did you mean `email`?");
  });
});

describe("any content", () => {
  it("F11 never makes the parser throw, and every problem has a place", () => {
    fc.assert(
      fc.property(fc.object({ key: keys, maxDepth: 4, withNullPrototype: false }), (value) => {
        const { map } = readPositioned(JSON.stringify(value));
        if (map === undefined) return;
        for (const { line, message } of parseWorkflow(map).diagnostics) {
          expect(line).toBeGreaterThan(0);
          expect(message).not.toContain("undefined");
        }
      }),
      { numRuns: 500 },
    );
  });
});

const keys = fc.constantFrom(
  ..."inputs steps output refine tool skill prompt approve ask wait id if for parallel with timeout retry onError".split(
    " ",
  ),
  ..."effect key schema condition params continueOnError type properties required default constructor x".split(
    " ",
  ),
);

const EVERYTHING = `inputs:
  week: { type: string, format: date }
  limit: { type: integer, default: 20, maximum: 100 }
  token: { type: string, secret: true }
refine: true
steps:
  - id: tasks
    tool: vault.search
    with: { query: "week:{{ inputs.week }}", limit: "{{ inputs.limit }}" }
    timeout: 30s
    retry: 3
  - id: summaries
    for: t in tasks.results
    parallel: 4
    skill: summarize-task
    with: { text: "{{ t.body }}" }
    retry: { attempts: 5, delay: 2s, factor: 3, max: 5m, on: [timeout, rate_limit] }
    onError: continue
  - id: summary
    prompt: Summarize {{ summaries }}
    schema: { type: object, properties: { text: { type: string } } }
    onError: { default: { text: none } }
  - id: ok
    approve: Create it?
    timeout: 3d
  - if: ok.approved
    steps:
      - id: when
        ask: When?
      - wait: 15m
    onError: skip-rest
  - id: note
    tool: vault.create_note
    effect: write
    key: "weekly-{{ inputs.week }}"
output:
  path: "{{ note.path }}"
`;

function read(text: string) {
  const { map, diagnostics } = readPositioned(text);
  if (map === undefined) throw new Error(JSON.stringify(diagnostics));
  return parseWorkflow(map);
}

function parsed(text: string): Workflow {
  const { value, diagnostics } = read(text);
  expect(diagnostics).toEqual([]);
  return value;
}

function diagnosticsOf(text: string) {
  return read(text).diagnostics;
}

function withoutPositions(workflow: Workflow): Workflow {
  return { ...workflow, steps: workflow.steps.map(({ at, ...step }) => step) };
}
