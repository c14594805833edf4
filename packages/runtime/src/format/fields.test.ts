import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SkillFields } from "../skill.ts";
import { FIELD_TABLE, readFields, VENDOR_KEYS } from "./fields.ts";
import { inlineWorkflow } from "./inline-workflow.ts";
import { parseWithPositions } from "./parse-skill-md.ts";
import { REQUIREMENT_TABLE } from "./requirements.ts";

const read = (yaml: string) => readFields(parseWithPositions(`---\n${yaml}\n---\n`).value);
const fieldsOf = (yaml: string) => read(yaml).fields;

describe("extension fields", () => {
  it.each([
    ["the top level", "version: 1.0"],
    ["our own mapping", "metadata:\n  knowhow:\n    version: 1.0"],
    ["flat metadata", "metadata:\n  version: 1.0"],
    ["a vendor's mapping", 'metadata: {"openclaw": {"version": 1.0}}'],
    ["an old vendor name", "metadata:\n  clawdbot: {version: 1.0}"],
  ])("F6 are read from %s, by their source text", (_where, yaml) => {
    expect(fieldsOf(yaml)).toEqual({ version: "1.0" });
  });

  it("F6 the nearer place wins: top level, our mapping, flat metadata, other vendors", () => {
    const places = [
      "version: top",
      "metadata:\n  knowhow: {version: ours}\n  version: flat\n  openclaw: {version: theirs}",
    ];
    expect(fieldsOf(places.join("\n")).version).toBe("top");
    expect(fieldsOf(places[1] ?? "").version).toBe("ours");
    expect(fieldsOf("metadata:\n  openclaw: {version: theirs}\n  version: flat").version).toBe("flat");
    expect(fieldsOf("metadata:\n  hermes: {version: h}\n  openclaw: {version: o}").version).toBe("o");
  });

  it("F6 the more common spelling wins within one place, whatever the order", () => {
    expect(fieldsOf("whenToUse: c\nwhen_to_use: a\nwhen-to-use: b").whenToUse).toBe("a");
    expect(fieldsOf("when_to_use: a\nwhenToUse: c").whenToUse).toBe("a");
  });

  it.each([
    ["tags: [a, 1, true]", { tags: ["a", "1", "true"] }],
    ["tags: a, b ,, c", { tags: ["a", "b", "c"] }],
    ["triggers: make a note, please", { triggers: ["make a note, please"] }],
    ["triggers:\n  - 'note {title}'\n  - b", { triggers: ["note {title}", "b"] }],
    [
      "tools: Bash(git add, git commit) Read,Write",
      { tools: ["Bash(git add, git commit)", "Read", "Write"] },
    ],
    [
      "user-invocable: no\ndisable-model-invocation: 'true'",
      { userInvocable: false, disableModelInvocation: true },
    ],
    ["agent_ready: True\nalwaysApply: off", { agentReady: true, alwaysApply: false }],
    ["paths: src/**, docs/**", { globs: ["src/**", "docs/**"] }],
    ["argument-hint: [file, page]", { argumentHint: "[file, page]" }],
    ["argument-hint: [file] [page]", { argumentHint: "[file] [page]" }],
    ["inputs:\n  title: string|required", { inputs: { title: "string|required" } }],
    ["workflow: [{id: a}]", { steps: [{ id: "a" }] }],
    ["metadata: {workflow: flows/main.yaml}", { workflow: "flows/main.yaml" }],
    ["workflow: main.YML", { workflow: "main.YML" }],
    ["workflow: sales-page", {}],
    ["metadata: {workflow: automated}", {}],
    ["suggested_edges:\n  - {type: part_of, to: b}", { suggestedEdges: [{ type: "part_of", to: "b" }] }],
    [
      "hooks: {Stop: []}\nshell: bash\nbackground: true",
      { hooks: { Stop: [] }, shell: "bash", background: true },
    ],
    [
      "command-dispatch: tool\ncommand-tool: x\ncommand-arg-mode: raw",
      { commandDispatch: "tool", commandTool: "x", commandArgMode: "raw" },
    ],
    [
      "metadata:\n  github-repo: a/b\n  github-tree-sha: 0e1\n  local-path: /x",
      { githubRepo: "a/b", githubTreeSha: "0e1", localPath: "/x" },
    ],
    [
      "metadata: {openclaw: {primaryEnv: KEY, skillKey: k, emoji: x, always: true}}",
      { primaryEnv: "KEY", skillKey: "k", emoji: "x", always: true },
    ],
    ["version:\ntags: ~\nauthor: ''\nmodel: ' '", {}],
  ])("F6 %j is normalised", (yaml, fields) => {
    expect(fieldsOf(yaml)).toEqual(fields);
  });

  it.each([
    ["version: [1]", "a string"],
    ["tags: {a: b}", "a list of strings"],
    ["tags: [[a]]", "a list of strings"],
    ["alwaysApply: perhaps", "true or false"],
    ["triggers: {a: b}", "a list of phrases"],
    ["steps: Read the file.", "a list of steps"],
    ["inputs: 7", "a list or a mapping of inputs"],
    ["prerequisites: [ffmpeg]", "a mapping of requirements"],
    ["requires: text", "a mapping of requirements"],
    ["output: {a: b}", "a string (beside `steps`, any value)"],
  ])("F6 a value of the wrong kind is reported and left out: %j", (yaml, expected) => {
    const { fields, diagnostics } = read(`x: 1\n${yaml}`);
    expect(fields).toEqual({});
    expect(diagnostics).toMatchObject([{ code: "format.field-type", line: 3 }]);
    expect(diagnostics[0]?.message).toContain(expected);
  });

  it.each([
    "steps: [{tool: t}]\noutput: {path: '{{ step_1 }}'}",
    "output: [1, 2]\nsteps: [{tool: t}]",
    "metadata:\n  output: {a: 1}\n  steps: {one: {tool: t}}",
  ])("F6 X5 %j has an output of any kind, because it belongs to the steps", (yaml) => {
    expect(read(yaml).diagnostics).toEqual([]);
    expect(inlineWorkflow(`---\n${yaml}\n---\n`)?.map.entries.map(({ key }) => key)).toContain("output");
  });

  const guards: readonly [string, SkillFields][] = [
    ...["0", "n", "maybe", "1", "[true]", "{a: b}", "''", "~"].flatMap((value): [string, SkillFields][] => [
      [`agent_ready: ${value}`, { agentReady: false }],
      [`disable-model-invocation: ${value}`, { disableModelInvocation: true }],
      [`user-invocable: ${value}`, { userInvocable: false }],
    ]),
    ["tools: {a: b}", { tools: ["(none)"] }],
    ["metadata:\n  agent_ready: never", { agentReady: false }],
    ["agent_ready: maybe\nmetadata:\n  agent_ready: true", { agentReady: false }],
  ];
  it.each(guards)("F6 S7 %j counts as the stricter value, with a warning", (yaml, fields) => {
    const { fields: found, diagnostics } = read(yaml);
    expect(found).toEqual(fields);
    expect(diagnostics).toMatchObject([{ code: "format.field-type", severity: "warning" }]);
    expect(diagnostics[0]?.message).toContain(`counts as ${Object.values(fields)}`);
  });

  it.each([
    ["triggers: [{a: b}]", "a list of phrases but is a list that contains a mapping"],
    ["triggers: [[a], b]", "a list of phrases but is a list that contains a list"],
    ["triggers: [a, ~]", "a list of phrases but is a list that contains an empty entry"],
    ["globs: ['']", "a list of globs but is a list that contains an empty entry"],
    ["tools: [{a: b}]", "a list of tools but is a list that contains a mapping"],
    ["triggers: {a: b}", "a list of phrases but is a mapping"],
  ])("F14 the warning about %j says what is wrong with the value", (yaml, said) => {
    const { diagnostics } = read(yaml);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining(`should be ${said}; it `),
    ]);
  });

  it.each([
    ["agent_ready: yes", { agentReady: true }],
    ["disable-model-invocation: off", { disableModelInvocation: false }],
    ["user-invocable: 'TRUE'", { userInvocable: true }],
    ["tools: []", { tools: ["(none)"] }],
    ["tools: ''", { tools: ["(none)"] }],
    ["metadata:\n  requires: python 3", {}],
  ])("F6 S7 %j is read without a warning", (yaml, fields) => {
    expect(read(yaml)).toEqual({ fields, diagnostics: [] });
  });

  it.each([
    ['inputs: ["a|required", "b|requird"]', "b|requird", "did you mean `required`?"],
    ['inputs: ["a|optional|numbr"]', "numbr", "did you mean `number`?"],
    ["prerequisites: {bin: [ffmpeg]}", '"bin"', "did you mean `bins`?"],
    ["metadata:\n  openclaw: {requires: {envs: [A]}}", '"envs"', "did you mean `env`?"],
  ])("F6 an unknown word in %j is reported, with the nearest one", (yaml, word, hint) => {
    const { diagnostics } = read(yaml);
    expect(diagnostics).toMatchObject([{ code: "format.field-value", severity: "warning", hint }]);
    expect(diagnostics[0]?.message).toContain(word);
  });

  it("F6 a list instead of requirements suggests the mapping", () => {
    expect(read("prerequisites: [ffmpeg]").diagnostics[0]?.hint).toBe(
      "did you mean `prerequisites: {bins: [ffmpeg]}`?",
    );
  });

  it("S7 a skill that neither the model nor the user can start is reported, background knowledge is not", () => {
    const flags = "agent_ready: false\nuser-invocable: false";
    expect(read(flags).diagnostics).toMatchObject([{ code: "format.unreachable", severity: "warning" }]);
    for (const other of [
      "agent_ready: false",
      "user-invocable: false",
      `${flags}\ndisable-model-invocation: true`,
    ])
      expect(read(other).diagnostics).toEqual([]);
  });
});

describe("requirements", () => {
  it.each([
    ["platforms: [macos, Windows, linux]", { os: ["darwin", "win32", "linux"] }],
    [
      "requires: {bins: [git, gh], anyBins: [rg, grep], env: TOKEN, config: [a.b]}",
      { bins: ["git", "gh"], anyBins: ["rg", "grep"], env: ["TOKEN"], config: ["a.b"] },
    ],
    ["prerequisites:\n  commands: [curl]\n  env_vars: [A, B]", { bins: ["curl"], env: ["A", "B"] }],
    [
      "required_environment_variables:\n  - name: A\n    prompt: p\n  - name: B\n    optional: true\n  - C",
      { env: ["A", "C"] },
    ],
    [
      "metadata:\n  hermes: {requires_tools: [web], fallback_for_toolsets: [browser]}",
      { tools: ["web"], absentTools: ["browser"] },
    ],
    [
      'metadata: {"openclaw": {"os": ["darwin"], "install": [{"kind": "brew", "formula": "gh"}, {"label": "Do it"}, "x"]}}',
      {
        os: ["darwin"],
        install: [
          { kind: "brew", label: "brew install gh" },
          { kind: "other", label: "Do it" },
        ],
      },
    ],
    ["requires: [a, b]", undefined],
    ["requires: text", undefined],
  ])("F6 %j are read into one shape", (yaml, requires) => {
    expect(fieldsOf(yaml).requires).toEqual(requires);
  });
});

describe("the page on fields", () => {
  const page = readFileSync(new URL("../../../../docs/reference/fields.md", import.meta.url), "utf8");
  const tableAfter = (heading: string) =>
    (page.split(heading)[1] ?? "")
      .split("\n## ")[0]
      ?.split("\n")
      .filter((line) => line.startsWith("| `")) ?? [];
  const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(", ");

  it("F6 lists every extension field as the code reads it", () => {
    expect(tableAfter("## Fields")).toEqual(
      FIELD_TABLE.map(
        ({ field, keys, expects, vendors }) => `| \`${field}\` | ${code(keys)} | ${expects} | ${vendors} |`,
      ),
    );
  });

  it("F6 lists every requirement and every vendor's mapping", () => {
    expect(tableAfter("## Requirements")).toEqual(
      REQUIREMENT_TABLE.map(({ key, at }) => `| \`${key}\` | ${code(at)} |`),
    );
    for (const vendor of VENDOR_KEYS) expect(page).toContain(`\`metadata.${vendor}\``);
  });
});
