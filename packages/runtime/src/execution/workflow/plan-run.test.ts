import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../basics/copy-json.ts";
import { readPositioned } from "../../format/yaml/read-positioned.ts";
import type { RunDefinition, SkillDefinition, Workflow } from "../../workflow.ts";
import { graphWorkflow } from "./graph-workflow.ts";
import { parseWorkflow } from "./parse-workflow.ts";
import { planRun } from "./plan-run.ts";
import { renderMermaid } from "./render-mermaid.ts";

const REVIEW = `inputs: {week: string, token: {type: string, secret: true}}
steps:
  - id: tasks
    tool: search
    with: { query: "week:{{ inputs.week }}", token: "{{ inputs.token }}", limit: 5 }
  - id: child
    skill: note
    with: { title: "Week {{ inputs.week }}", body: "{{ tasks.text }}" }
  - id: never
    if: "false"
    tool: delete
  - id: ok
    approve: "Send {{ child.path }}?"
  - id: mail
    if: ok.approved
    tool: send
`;
const NOTE = `inputs: {title: string, body: string, tag: string = weekly}
steps:
  - id: create
    tool: create_note
    with: { title: "{{ inputs.title }}", tag: "{{ inputs.tag }}", body: "{{ inputs.body }}" }
    key: "note-{{ inputs.title }}"
`;

describe("the plan of a run", () => {
  const tools = [
    { name: "search", sideEffects: "read" as const },
    { name: "create_note", sideEffects: "write" as const },
    { name: "delete", sideEffects: "write" as const },
  ];
  const plan = planRun(define(), { week: "12", token: "hunter2" }, { tools });

  it("X4 shows each call with what is known: inputs and defaults are filled in, outputs are shown as templates", () => {
    expect(plan.steps.map(({ path, with: given, dependsOn }) => [path, given, dependsOn])).toEqual([
      ["tasks", { query: "week:12", token: "{{ inputs.token }}", limit: 5 }, []],
      ["child", { title: "Week 12", body: "{{ tasks.text }}" }, ["tasks"]],
      ["never", undefined, []],
      ["ok", undefined, ["child"]],
      ["mail", undefined, ["ok"]],
    ]);
    expect(plan.steps[1]?.steps).toMatchObject([
      {
        path: "child/create",
        with: { title: "Week 12", tag: "weekly", body: "{{ inputs.body }}" },
        key: "note-Week 12",
      },
    ]);
    expect(plan.steps[3]).toMatchObject({ text: "Send {{ child.path }}?", asks: true });
  });

  it("X4 lists the writes, and what is not known", () => {
    expect(plan.writes).toEqual(["child/create"]);
    expect(plan.steps.map(({ path, effect, skipped }) => [path, effect, skipped])).toEqual([
      ["tasks", "read", false],
      ["child", "read", false],
      ["never", "write", true],
      ["ok", "read", false],
      ["mail", "unknown", false],
    ]);
  });

  it("X7 a called skill has the intersection of the tools, and says what is denied", () => {
    const [tasks, child] = plan.steps;
    expect([tasks?.scope, tasks?.denied]).toEqual([["review"], undefined]);
    expect(child?.steps?.[0]).toMatchObject({
      scope: ["review", "note"],
      denied: expect.stringContaining('"review"'),
    });
    expect(plan.skills).toEqual(["review", "note"]);
  });

  it("X4 never contains a secret", () => {
    expect(JSON.stringify(plan)).not.toContain("hunter2");
  });
});

describe("what is known before a run", () => {
  const tools = [{ name: "save", sideEffects: "write" as const }];
  const planOf = (text: string, inputs: Readonly<Record<string, JsonValue>> = {}) =>
    planRun(single(text), inputs, { tools, now: Date.UTC(2026, 10, 16) });

  it("X4 the known parts of a text are filled in, the others are shown as written", () => {
    const [, step] = planOf(
      `inputs: {week: string, token: {type: string, secret: true}}
steps:
  - {id: a, tool: search}
  - id: b
    tool: save
    with:
      mixed: "Week {{ inputs.week }}: {{ a.count }} of {{ 2 * 3 }}, {{ inputs.token }}"
      tag: "{% if a.ok %}{{ inputs.week }}{% endif %}"
      trimmed: "{{ inputs.week -}} {{ a.count }}"
    key: "{{ inputs.week }}-{{ a.id }}"
`,
      { week: "12", token: "hunter2" },
    ).steps;
    expect(step?.with).toEqual({
      mixed: "Week 12: {{ a.count }} of 6, {{ inputs.token }}",
      tag: "{% if a.ok %}{{ inputs.week }}{% endif %}",
      trimmed: "{{ inputs.week -}} {{ a.count }}",
    });
    expect(step?.key).toBe("12-{{ a.id }}");
  });

  it("X4 a step whose condition is known to be false never runs, nor does one that depends on its output", () => {
    const text = `inputs: {mail: boolean}
steps:
  - {id: draft, if: inputs.mail, tool: save}
  - {id: send, if: draft.path, tool: save}
  - {id: log, if: not inputs.mail, tool: save}
  - {id: later, if: now() > 5, tool: save}
  - {id: late, if: now() < 5, tool: save}
`;
    const plan = planOf(text, { mail: false });
    expect(plan.steps.map(({ path, skipped }) => [path, skipped])).toEqual([
      ["draft", true],
      ["send", true],
      ["log", false],
      ["later", false],
      ["late", false],
    ]);
    expect(plan.writes).toEqual(["log", "later", "late"]);
    expect(planOf(text, { mail: true }).writes).toEqual(["draft", "send", "later", "late"]);
  });

  it("X4 a loop over a known list lists its items with their arguments", () => {
    const plan = planOf(
      `inputs: {names: {type: array}}
steps:
  - id: notes
    for: n in inputs.names
    if: n != "b"
    tool: save
    with: { title: "{{ loop.index }} {{ n }}" }
  - id: groups
    for: 'n in ["x", "y"]'
    steps:
      - {id: one, tool: save, with: {n: "{{ n }}"}}
  - {id: empty, for: "n in []", tool: save}
  - {id: unknown, for: n in notes, tool: save, with: {n: "{{ n }}"}}
`,
      { names: ["a", "b", "c"] },
    );
    const [notes, groups, none, unknown] = plan.steps;
    expect(notes).toMatchObject({ path: "notes", for: "n in inputs.names", skipped: false });
    expect(notes?.moreItems).toBeUndefined();
    expect(notes?.items?.map(({ path, with: given, skipped }) => [path, given, skipped])).toEqual([
      ["notes[0]", { title: "1 a" }, false],
      ["notes[1]", { title: "2 b" }, true],
      ["notes[2]", { title: "3 c" }, false],
    ]);
    expect(groups?.items?.[1]?.steps).toMatchObject([{ path: "groups[1]/one", with: { n: "y" } }]);
    expect(none?.skipped).toBe(true);
    expect([unknown?.items, unknown?.with]).toEqual([undefined, { n: "{{ n }}" }]);
    expect(plan.writes).toEqual(["notes[0]", "notes[2]", "groups[0]/one", "groups[1]/one", "unknown"]);
  });

  it("X4 of a long list the first items are listed and the others counted, also in nested loops", () => {
    const names = Array.from({ length: 57 }, (_, index) => index);
    const [long] = planOf(
      `inputs: {names: {type: array}}
steps: [{id: long, for: n in inputs.names, tool: save}]
`,
      { names },
    ).steps;
    expect([long?.items?.length, long?.moreItems]).toEqual([20, 37]);
    const nested = planOf(
      `inputs: {names: {type: array}}
steps:
  - id: a
    for: x in inputs.names
    steps:
      - id: b
        for: y in inputs.names
        steps:
          - id: c
            for: z in inputs.names
            steps: [{id: d, tool: save}]
`,
      { names },
    );
    expect(nested.writes).toEqual(["a/b/c/d"]);
    expect(JSON.stringify(nested).match(/"path"/g)?.length).toBeLessThan(3_000);
  });
});

describe("the graph of a workflow", () => {
  const text = `inputs: {a: string}
steps:
  - {id: end, tool: "x"}
  - id: g
    for: i in end.items
    steps:
      - {id: one, prompt: 'Say "{{ i }}" & <b>'}
      - {id: two, skill: s, with: {x: "{{ one }} {{ inputs.a }} {{ steps.end.status }}"}}
  - {id: last, approve: ok, if: g}
output: {all: "{{ g }}"}
`;
  const graph = graphWorkflow(workflowOf(text));

  it("X4 has the order of the steps and who uses whose output", () => {
    expect(graph.nodes.map(({ id, kind, group, inputs }) => [id, kind, group, inputs])).toEqual([
      ["end", "tool", undefined, []],
      ["g", "steps", undefined, []],
      ["one", "prompt", "g", []],
      ["two", "skill", "g", ["a"]],
      ["last", "approve", undefined, []],
    ]);
    const edges = graph.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`);
    expect(edges.sort()).toEqual([
      "end data g",
      "end data two",
      "end next g",
      "g data last",
      "g next last",
      "one data two",
      "one next two",
    ]);
    expect([graph.output, graph.inputs]).toEqual([["g"], ["a"]]);
  });

  it("X4 is drawn with Mermaid: groups are subgraphs, and no text can close a label", () => {
    expect(renderMermaid(graph)).toBe(`flowchart TD
  inputs_[/"inputs: a"/]
  s_end["end: tool x"]
  subgraph s_g["g<br/>for i in end.items"]
    s_one("one: prompt Say #34;#123;#123; i #125;#125;#34; #38; #60;b#62;")
    s_two[["two: skill s"]]
  end
  s_last{{"last: approve ok<br/>if g"}}
  inputs_ --> s_end
  s_end --> s_g
  s_one --> s_two
  s_g --> s_last
  s_end -.-> s_two
  output_[/"output"/]
  s_last --> output_
  s_g -.-> output_
`);
  });
});

function define(): RunDefinition {
  const skill = (name: string, text: string, allowedTools: readonly string[]): SkillDefinition => ({
    name,
    digest: name,
    workflow: workflowOf(text),
    templates: {},
    allowedTools,
    disallowedTools: [],
  });
  return {
    format: 1,
    entry: "review",
    skills: {
      note: skill("note", NOTE, ["create_note"]),
      review: skill("review", REVIEW, ["search", "delete", "send"]),
    },
  };
}

function single(text: string): RunDefinition {
  const skill = { name: "s", digest: "s", templates: {}, allowedTools: [], disallowedTools: [] };
  return { format: 1, entry: "s", skills: { s: { ...skill, workflow: workflowOf(text) } } };
}

function workflowOf(text: string): Workflow {
  const { map } = readPositioned(text);
  if (map === undefined) throw new Error(text);
  const { value, diagnostics } = parseWorkflow(map);
  expect(diagnostics).toEqual([]);
  return value;
}
