import { describe, expect, it } from "vitest";
import { readPositioned } from "../../../format/yaml/read-positioned.ts";
import { parseWorkflow } from "../parse-workflow.ts";
import type { LintWorkflowOptions } from "./lint-context.ts";
import { lintWorkflow } from "./lint-workflow.ts";

const SEARCH = {
  name: "vault.search",
  sideEffects: "read" as const,
  inputSchema: {
    type: "object",
    properties: { query: { type: "string" }, limit: { type: "integer", maximum: 100 } },
    required: ["query"],
    additionalProperties: false,
  },
};
const CREATE = { name: "vault.create_note", sideEffects: "write" as const };

describe("the example of the format", () => {
  it("X4 X6 has no findings", () => {
    const skills = [
      { name: "summarize-task", inputs: { type: "object", properties: { text: {} }, required: ["text"] } },
    ];
    const text = `inputs:
  week: { type: string, format: date }
  limit: { type: integer, default: 20, maximum: 100 }
steps:
  - id: tasks
    tool: vault.search
    with: { query: "week:{{ inputs.week }}", limit: "{{ inputs.limit }}" }
  - id: summaries
    for: t in tasks.results
    parallel: 4
    skill: summarize-task
    with: { text: "{{ t.body }} {{ loop.index }}" }
    onError: continue
  - id: ok
    approve: "Create the note with {{ summaries | length }} items?"
  - id: both
    steps:
      - id: note
        if: ok.approved and steps.tasks.status == "succeeded"
        tool: vault.create_note
        with: { title: "Week {{ inputs.week }}", items: "{{ summaries }}" }
        key: "weekly-{{ inputs.week }}"
      - prompt: "{{ note.path }}"
output:
  path: "{{ both.note.path }}"
`;
    expect(
      lint(text, { tools: [SEARCH, CREATE], skills, allowedTools: ["vault.search", "vault.create_note"] }),
    ).toEqual([]);
  });
});

describe("a step that runs a script", () => {
  const scripts = [
    { path: "scripts/totals.py", isRunnable: true },
    { path: "scripts/data.bin", isRunnable: false },
  ];
  const step = (rest: string) => `steps:\n  - {id: one, key: k, ${rest}}`;

  it("X10 is found by its path or its name, and its arguments are checked", () => {
    for (const name of ["totals", "totals.py", "scripts/totals.py"])
      expect(lint(step(`script: ${name}, with: {args: [a, 1], stdin: {x: 1}}`), { scripts })).toEqual([]);
  });

  it.each([
    ["script: totls", "workflow.unknown-script", "did you mean totals?"],
    ["script: data.bin", "workflow.no-interpreter", "the script needs a first line"],
    ["script: totals, with: {arg: [a]}", "workflow.script-arguments", ""],
    ["script: totals, with: {args: [{}]}", "workflow.script-arguments", ""],
  ])("X10 is wrong: %s", (text, code, hint) => {
    const [found] = lint(step(text), { scripts });
    expect(found?.code).toBe(code);
    expect(found?.hint ?? "").toContain(hint);
    expect(found?.line).toBe(2);
  });

  it("X10 writes, unless it says otherwise", () => {
    const codes = (text: string) => lint(text, { scripts }).map(({ code }) => code);
    expect(codes("steps:\n  - script: totals")).toEqual(["workflow.write-without-key"]);
    expect(codes("steps:\n  - {script: totals, effect: read}")).toEqual([]);
  });

  it("X7 is an error if the skill disallows it", () => {
    expect(
      lint(step("script: totals"), { scripts, name: "s", disallowedTools: ["skill_run"] }),
    ).toMatchObject([{ code: "workflow.tool-not-allowed" }]);
  });
});

describe("a mistake that shows before the run", () => {
  it.each([
    [
      "steps:\n  - {id: search, tool: t}\n  - prompt: '{{ serach.results }}'",
      "workflow.unknown-reference",
      "did you mean `search`?",
      3,
      17,
    ],
    [
      "inputs: {title: string}\nsteps:\n  - prompt: 'Hello {{ inputs.titel }}'",
      "workflow.unknown-input",
      "did you mean `title`?",
      3,
      23,
    ],
    [
      "inputs: {title: string}\nsteps:\n  - prompt: '{{ inputs.titel | default(\"N/A\") }}'",
      "workflow.undeclared-input",
      "did you mean `title`?",
      3,
      17,
    ],
    [
      "inputs: {title: string}\nsteps:\n  - prompt: '{{ title }}'",
      "workflow.unknown-reference",
      "inputs are read with `inputs.title`",
      3,
      17,
    ],
    [
      "steps:\n  - prompt: '{{ b }}'\n  - {id: b, tool: t}",
      "workflow.later-reference",
      "a step can use only the outputs of the steps before it",
      2,
      17,
    ],
    [
      "steps:\n  - {id: a, prompt: '{{ a }}'}",
      "workflow.later-reference",
      "a step can use only the outputs of the steps before it",
      2,
      25,
    ],
    [
      "steps:\n  - {id: g, steps: [{id: a, tool: t}]}\n  - prompt: '{{ a }}'",
      "workflow.unknown-reference",
      "write `g.a`",
      3,
      17,
    ],
    [
      "steps:\n  - {id: g, steps: [{id: abc, tool: t}]}\n  - prompt: '{{ g.acb }}'",
      "workflow.unknown-reference",
      "did you mean `abc`?",
      3,
      17,
    ],
    [
      "steps:\n  - {id: a, tool: t, if: \"false\"}\n  - prompt: '{{ a.b }}'",
      "workflow.skipped-reference",
      "remove the reference, or the condition of the step",
      3,
      17,
    ],
    [
      "steps:\n  - {id: a, tool: t}\n  - prompt: '{{ steps.a.statsu }}'",
      "workflow.unknown-reference",
      "did you mean `status`?",
      3,
      17,
    ],
    [
      "steps:\n  - {id: a, tool: t}\n  - prompt: '{{ steps.b.status }}'",
      "workflow.unknown-reference",
      undefined,
      3,
      17,
    ],
    ["steps:\n  - prompt: '{{ 1 | lenght }}'", "workflow.unknown-filter", "did you mean `length`?", 2, 21],
    ["steps:\n  - prompt: '{{ 1 + }}'", "workflow.template-invalid", undefined, 2, undefined],
    ["steps:\n  - {tool: t, if: 'a ='}", "workflow.template-invalid", undefined, 2, 20],
    [
      "steps:\n  - {tool: t, for: x in y, with: {a: '{{ x }}'}}",
      "workflow.unknown-reference",
      undefined,
      2,
      20,
    ],
    [
      "steps:\n  - {tool: t, if: false}",
      "workflow.unreachable-step",
      "remove the step or the condition",
      2,
      19,
    ],
    [
      "steps:\n  - {tool: t, for: 'x in []'}",
      "workflow.unreachable-step",
      "remove the step or the condition",
      2,
      21,
    ],
    ["steps:\n  - {tool: t}\noutput: {a: ['{{ x }}']}", "workflow.unknown-reference", undefined, 3, 18],
  ])("X4 %j", (text, code, hint, line, column) => {
    const found = lint(text, {}).filter(
      (each) => each.code !== "workflow.unreachable-step" || code === each.code,
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code, line });
    if (column !== undefined) expect(found[0]?.column).toBe(column);
    if (hint !== undefined) expect(found[0]?.hint).toBe(hint);
  });

  it.each([
    [
      "steps: [{tool: vault.serach, with: {query: a}}]",
      "workflow.unknown-tool",
      "there is no tool `vault.serach`",
      "did you mean `vault.search`?",
    ],
    [
      "steps: [{tool: vault.search}]",
      "workflow.tool-arguments",
      "the tool `vault.search`: `query` is missing",
      undefined,
    ],
    [
      "steps: [{tool: vault.search, with: {query: 7}}]",
      "workflow.tool-arguments",
      "the tool `vault.search`: `query` must be a string, got number",
      undefined,
    ],
    [
      "steps: [{tool: vault.search, with: {query: a, limit: 200}}]",
      "workflow.tool-arguments",
      "the tool `vault.search`: `limit` must be at most 100",
      undefined,
    ],
    [
      'inputs: {a: any}\nsteps: [{tool: vault.search, with: {query: a, limt: "{{ inputs.a }}"}}]',
      "workflow.tool-arguments",
      "the tool `vault.search`: `limt` is unknown",
      "did you mean `limit`?",
    ],
    [
      "steps: [{tool: vault.create_note}]",
      "workflow.write-without-key",
      "`step_1` writes without `key`: if it is interrupted, a person must decide whether to repeat it",
      'add a key that is the same for the same write, such as `key: "note-{{ inputs.week }}"`',
    ],
  ])("X4 %s is checked against the tools", (text, code, message, hint) => {
    const [first, ...more] = lint(text, { tools: [SEARCH, CREATE] });
    expect([first?.code, first?.message, first?.hint, more]).toEqual([code, message, hint, []]);
  });

  it("X4 an argument with a template is checked by its presence only", () => {
    const text =
      'inputs: {n: any}\nsteps: [{tool: vault.search, with: {query: "{{ inputs.n }}", limit: "{{ inputs.n }}"}}]';
    expect(lint(text, { tools: [SEARCH] })).toEqual([]);
  });

  it("X7 a tool that the skill does not allow is an error, by its name and by its constant arguments", () => {
    const codes = (text: string, allowedTools: readonly string[]) =>
      lint(text, { allowedTools }).map(({ code, line, column }) => [code, line, column]);
    const denied = [["workflow.tool-not-allowed", 1, 16]];
    expect(codes("steps: [{tool: vault.search}]", ["vault.create_note"])).toEqual(denied);
    expect(codes("steps: [{tool: vault.search}]", ["(none)"])).toEqual(denied);
    expect(codes("steps: [{tool: vault.search}]", ["vault.search"])).toEqual([]);
    expect(codes("steps: [{tool: vault.search}]", [])).toEqual([]);
    expect(codes("steps: [{tool: Bash, with: {command: rm x}}]", ["Bash(git:*)"])).toEqual(denied);
    expect(codes("steps: [{tool: Bash, with: {command: git log}}]", ["Bash(git:*)"])).toEqual([]);
    expect(
      codes('steps: [{id: a, ask: x}, {tool: Bash, with: {command: "{{ a }}"}}]', ["Bash(git:*)"]),
    ).toEqual([]);
  });

  const NOTES = {
    name: "notes.find",
    sideEffects: "read",
    outputSchema: {
      type: "object",
      properties: {
        results: { type: "array", items: { type: "object", properties: { title: { type: "string" } } } },
      },
      additionalProperties: false,
    },
  } as const;

  it.each([
    ["{id: ok, approve: Go?}", "ok.approvd", "did you mean `approved`?"],
    ["{id: ok, approve: Go?}", "ok.answer", undefined],
    ["{id: out, script: a.py, effect: read}", "out.stdOut", "did you mean `stdout`?"],
    ["{id: out, script: a.py, effect: read}", "out.artifacts[0].pth", "did you mean `path`?"],
    ["{id: found, tool: notes.find}", "found.result", "did you mean `results`?"],
    ["{id: found, tool: notes.find}", "found.other", undefined],
    ["{id: found, tool: notes.find}", "found.results[0].titel", "did you mean `title`?"],
    ["{id: a, prompt: x, schema: {type: object, properties: {mood: {}}}}", "a.modo", "did you mean `mood`?"],
  ])("X6 the output of %s has no `%s`", (earlier, read, hint) => {
    const text = `steps:\n  - ${earlier}\n  - {prompt: Go on, if: ${JSON.stringify(read)}}`;
    expect(lint(text, { tools: [NOTES] })).toEqual([
      expect.objectContaining({ code: "workflow.unknown-reference", line: 3 }),
    ]);
    expect(lint(text, { tools: [NOTES] })[0]?.hint).toBe(hint);
  });

  it.each([
    ["{id: ok, approve: Go?}", "ok.approved and ok.comment"],
    ["{id: ok, approve: Go?}", "ok.approvd | default(false)"],
    ["{id: ok, approve: Go?, onError: {default: {later: true}}}", "ok.later"],
    ["{id: ok, approve: Go?, for: 'x in [1]'}", "ok[0].approved"],
    ["{id: out, script: a.py, effect: read}", "out.exitCode == 0 and out.folder"],
    ["{id: found, tool: notes.find}", "found.results[0].colour"],
    ["{id: found, tool: other.find}", "found.anything.at.all"],
    ["{id: a, prompt: x, schema: {type: object, properties: {mood: {}}}}", "a.weather"],
    ["{id: a, prompt: x}", "a.b"],
  ])("X6 the output of %s may have what `%s` reads", (earlier, read) => {
    const text = `steps:\n  - ${earlier}\n  - {prompt: Go on, if: ${JSON.stringify(read)}}`;
    expect(lint(text, { tools: [NOTES], otherTools: true })).toEqual([]);
  });

  it("X6 the skills that are called exist and get their inputs, and no skill calls itself", () => {
    const skills = [
      {
        name: "summarize",
        inputs: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      },
      { name: "plan" },
    ];
    const messages = (text: string) =>
      lint(text, { name: "own", skills }).map(({ code, message, hint }) => [code, message, hint]);
    expect(messages("steps: [{skill: sumarize}]")).toEqual([
      ["workflow.unknown-skill", "there is no skill `sumarize`", "did you mean `summarize`?"],
    ]);
    expect(messages("steps: [{skill: summarize}]")).toEqual([
      ["workflow.skill-inputs", "the skill `summarize`: `text` is missing", undefined],
    ]);
    expect(messages("steps: [{skill: plan, with: {anything: 1}}]")).toEqual([]);
    expect(messages("steps: [{skill: own}]")).toEqual([
      ["workflow.skill-cycle", "the skill `own` calls itself", "a workflow cannot be recursive: use `for`"],
    ]);
  });

  it("X9 a secret input of a called skill gets a secret input of the workflow, not a value that is stored", () => {
    const inputs = { type: "object", properties: { token: {}, text: {} } };
    const skills = [{ name: "send", inputs, secrets: ["token"] }];
    const found = (value: string) =>
      lint(
        `inputs: { open: string, key: { type: string, secret: true } }
steps:
  - { id: a, prompt: x }
  - { id: b, skill: send, with: { text: "{{ inputs.open }}", token: ${value} } }
`,
        { name: "own", skills },
      ).map(({ code, message, hint, line }) => [code, message, hint, line]);
    expect(found('"{{ inputs.key }}"')).toEqual([]);
    expect(found('"Bearer {{ inputs.key }}"')).toEqual([]);
    const code = "workflow.stored-secret";
    const told = (source: string) =>
      `the secret input \`token\` gets ${source}, which is stored with the run`;
    expect(found('"{{ inputs.open }}"')).toEqual([
      [code, told("`inputs.open`"), "declare the input `open` with `secret: true`", 4],
    ]);
    expect(found('"{{ inputs.key }}{{ a.text }}"')).toEqual([
      [code, told("`a.text`"), "pass an input with `secret: true`", 4],
    ]);
    expect(found("hunter2")).toEqual([[code, told("a constant"), "pass an input with `secret: true`", 4]]);
  });

  it("X5 a template file is checked like a step, with its own lines", () => {
    const found = lint("steps: [{id: note, tool: t}]\noutput: assets/template.md", {
      templates: { "assets/template.md": "# Title\n\n{{ note.path }} {{ nite.path }}\n" },
    });
    expect(found).toEqual([
      {
        code: "workflow.unknown-reference",
        severity: "error",
        message: "there is no step or variable `nite`",
        path: "assets/template.md",
        line: 3,
        column: 20,
        hint: "did you mean `note`?",
      },
    ]);
  });
});

function lint(text: string, options: LintWorkflowOptions) {
  const { map, diagnostics } = readPositioned(text);
  if (map === undefined) throw new Error(JSON.stringify(diagnostics));
  const reading = parseWorkflow(map);
  expect(reading.diagnostics).toEqual([]);
  return lintWorkflow(reading.value, { ...options, places: reading.places });
}
