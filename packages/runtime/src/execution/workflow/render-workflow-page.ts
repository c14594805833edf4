import { DEFAULT_PARALLEL, RETRY_KEYS } from "./step-kinds.ts";
import { MODIFIER_ROWS, type StepRow, VERB_ROWS } from "./step-table.ts";
import { STEPS_ROW, WORKFLOW_ROWS } from "./workflow-table.ts";

/** Renders `docs/reference/workflow.md` from the tables that the parser uses. */
export function renderWorkflowPage(): string {
  const verbs = [
    ...Object.values(VERB_ROWS),
    { ...STEPS_ROW, summary: "Runs steps as a group. The output is a mapping of their outputs by id." },
  ];
  const modifiers: readonly StepRow<unknown>[] = Object.values(MODIFIER_ROWS);
  return `${[
    INTRODUCTION,
    `## Keys of the file\n\n${table([STEPS_ROW, ...Object.values(WORKFLOW_ROWS)])}`,
    INPUTS,
    `## What a step does\n\nA step has exactly one of these keys.\n\n${table(verbs)}`,
    `## How a step runs\n\n${table(modifiers, true)}\n\n${NOTES}`,
    `### Retry\n\n${table(Object.values(RETRY_KEYS))}`,
    SCRIPTS,
    OUTPUT,
    REFERENCES,
    PLACES,
    EDITORS,
    LIMITS,
  ].join("\n\n")}\n`;
}

function table(
  rows: readonly Pick<StepRow<unknown>, "key" | "summary" | "example" | "aliases" | "verbs">[],
  withVerbs = false,
): string {
  const lines = rows.map(({ key, summary, example, aliases = {}, verbs }) => {
    const also = Object.keys(aliases).map((alias) => `\`${alias}\``);
    const meaning = also.length === 0 ? summary : `${summary} Also written ${also.join(", ")}.`;
    const cells = [
      `\`${key}\``,
      cell(meaning),
      `\`${cell(example.replaceAll(/\s+/g, (gap) => (gap.includes("\n") ? " ⏎ " : gap)))}\``,
    ];
    return `| ${[...cells, ...(withVerbs ? [verbs === undefined ? "all" : verbs.map((verb) => `\`${verb}\``).join(" ")] : [])].join(" | ")} |`;
  });
  const head = withVerbs
    ? "| key | meaning | example | steps |\n|---|---|---|---|"
    : "| key | meaning | example |\n|---|---|---|";
  return `${head}\n${lines.join("\n")}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

const INTRODUCTION = `# workflow.yaml

<!-- Generated from the tables in packages/runtime/src/execution/workflow; \`npx vitest run packages/runtime/src/execution/workflow -u\` updates it. -->

A skill with a \`workflow.yaml\` beside its SKILL.md is run step by step instead of being given to the model. The model is asked
only where a step says so. The body of the SKILL.md stays: it tells the user, and clients that cannot run workflows, what the
skill does.

\`\`\`yaml
inputs:
  week: { type: string, format: date }
  limit: { type: integer, default: 20, maximum: 100 }
steps:
  - id: tasks
    tool: vault.search
    with: { query: "week:{{ inputs.week }}", limit: "{{ inputs.limit }}" }
    timeout: 30s
    retry: 3
  - id: summaries
    for: task in tasks.results
    parallel: 4
    skill: summarize-task
    with: { text: "{{ task.body }}" }
    onError: continue
  - id: ok
    approve: "Create the note with {{ summaries | length }} items?"
    timeout: 3d
  - id: note
    if: ok.approved
    tool: vault.create_note
    with: { title: "Week {{ inputs.week }}", items: "{{ summaries }}" }
    effect: write
    key: "weekly-{{ inputs.week }}"
output:
  path: "{{ note.path }}"
\`\`\`

\`knowhow validate\` and \`knowhow lint\` check it, \`knowhow graph\` draws it, and \`knowhow new --workflow\` creates one.
Templates are described in [templates.md](templates.md), the codes of problems in [codes.md](codes.md).`;

const INPUTS = `## Inputs

An input is a JSON Schema, or short: a type, with \`?\` if it is optional, \`[]\` for a list, or \`=\` and a default. An input is
required unless it has a default, ends with \`?\`, or says \`required: false\`. An optional input that is not given is null.

\`\`\`yaml
inputs:
  title: string
  note: string?
  limit: integer = 20
  tags: string[]
  week: date
  level: { type: string, enum: [low, high], description: How urgent it is }
  token: { type: string, secret: true }
steps:
  - prompt: "{{ inputs.title }}"
\`\`\`

- Types of the short form: \`string\`, \`number\`, \`integer\`, \`boolean\`, \`array\` or \`list\`, \`object\`, \`date\`, \`date-time\`,
  \`email\`, \`uri\`, \`any\`.
- \`secret: true\` keeps the value out of journals, logs and events. A value for a secret input of another skill must come from a
  secret input here, too: other inputs, constants and outputs of steps are stored with the run (\`workflow.stored-secret\`).
- A whole JSON Schema with \`type: object\` and \`properties\` is accepted, too. Its \`required\` is then the list of names.
- As a list, an input is a name and modifiers after a bar. Here an input is optional unless it says \`required\`:

\`\`\`yaml
inputs: ["title|required", "limit|integer", "token|required|secret"]
steps:
  - prompt: "{{ inputs.title }}"
\`\`\`

Checked are \`type\`, \`enum\`, \`const\`, \`properties\`, \`required\`, \`additionalProperties\`, \`items\`, \`anyOf\`, \`oneOf\`, \`allOf\`,
\`not\`, \`$ref\` within the schema, all limits of numbers, lengths and counts, \`uniqueItems\`, and the formats \`date\`,
\`date-time\`, \`email\` and \`uri\`. A \`pattern\` is checked if it can be matched in linear time: without look-around and
back-references. Other keywords are ignored with a warning.`;

const NOTES = `A duration is a number and a unit, or several: \`500ms\`, \`30s\`, \`5m\`, \`1h30m\`, \`3d\`. \`parallel: true\` means
${DEFAULT_PARALLEL}. An id consists of lower-case letters, digits and \`_\`, and is unique in the file; give a step an id before you refer to
it, because the number in an automatic id changes when steps are added.

The keys \`params\`, \`condition\` and \`continueOnError\` are those of the AIOS format:

\`\`\`yaml
steps:
  - id: search
    tool: vault.search
    params: { query: tasks }
    continueOnError: true
  - tool: vault.create_note
    condition: search.results
    onError: { default: { path: null } }
\`\`\`

Steps can be grouped, for one condition, one loop or one time limit:

\`\`\`yaml
steps:
  - id: ok
    approve: Go on?
  - id: both
    if: ok.approved
    steps:
      - id: first
        tool: build
      - id: second
        tool: publish
        with: { file: "{{ first.file }}" }
  - prompt: "Announce {{ both.second.url }}"
\`\`\``;

const SCRIPTS = `## Scripts

A step can run a file under \`scripts/\` of its skill, in [a sandbox](../guide/scripts.md):

\`\`\`yaml
inputs:
  week: date
steps:
  - id: tasks
    tool: vault.search
    with: { query: "week:{{ inputs.week }}" }
  - id: totals
    script: totals.py
    with: { args: ["--week", "{{ inputs.week }}"], stdin: "{{ tasks.results }}" }
    effect: read
output:
  hours: "{{ (totals.stdout | fromjson).hours }}"
\`\`\`

- \`args\` are the words of the command line, without a shell. \`stdin\` is a text; any other value is given as JSON.
- Before it runs, a person is asked: the question shows the command, the digest of the skill, variables, hosts, packages and the
  directory that the host grants. The answer counts for exactly that, and only while the skill has the content with which the run
  was started.
- What the script prints is text from outside. Values of its variables are replaced by \`[secret NAME]\` before anything is stored.
- An interrupted script is treated like any write: with a \`key\`, or with \`effect: read\`, it is run again, otherwise a person decides.
- Kinds of failure for \`retry.on\`: \`exit\` for an unexpected exit code, \`timeout\`, and \`stopped\` for another limit.
- A skill's own \`allowed-tools\` do not limit its own scripts. Those of a skill that calls it do, unless they list \`skill_run\`.`;

const OUTPUT = `## Output

A text that is a path, such as \`assets/template.md\`, is a template file of the skill. Anything else is a value, with templates
in its strings. Without \`output\`, the result is the output of the last step that ran.

\`\`\`yaml
steps:
  - id: note
    tool: vault.create_note
output: assets/template.md
\`\`\`

A template can have variants: \`assets/template.short.md\` is the variant \`short\` of \`assets/template.md\`. The input \`variant\`
chooses one; it is declared by itself. It can also be the first word after the command (\`/weekly-review short\`) or the
variable \`{variant}\` of a trigger. A skill without steps chooses the variant of its template in the same ways.`;

const REFERENCES = `## References

| name | value |
|---|---|
| \`inputs.week\` | an input |
| \`tasks\` | the output of the step \`tasks\`; null if it was skipped or failed |
| \`both.first\` | the output of the step \`first\` in the group \`both\`; inside the group it is \`first\` |
| \`steps.tasks\` | how the step ended: \`status\`, \`attempts\`, \`ms\`, \`error\`, \`items\` |
| \`task\`, \`loop\` | in a step with \`for: task in …\`: the item, and \`loop.index\`, \`loop.first\`, \`loop.last\` |

A string that is exactly one \`{{ … }}\` has the value itself, so a list stays a list. \`if\` and \`for\` take an expression without
braces. Put templates in quotes: YAML reads an unquoted \`{{ … }}\` as a mapping.

The names of tools and skills are constant, so that it is known before a run what it can do. The \`allowed-tools\` of the SKILL.md
are the upper bound: a step with any other tool is an error, and a skill that is called never gets more than its caller.`;

const PLACES = `## Where a workflow is

1. In the file that \`metadata.workflow\` of the SKILL.md names, relative to the SKILL.md. It ends in \`.yaml\`, \`.yml\` or \`.json\`; any
   other text there, such as \`workflow: sales-page\`, is a label of the author's.
2. In \`workflow.yaml\` beside the SKILL.md.
3. In the frontmatter, as \`steps\`, \`inputs\` and \`output\`. Strict readers reject such a SKILL.md, so \`knowhow lint\` mentions it,
   and \`knowhow fmt --portable\` moves it to \`workflow.yaml\`.

A skill with steps in its frontmatter and a workflow file has an error. Name the file in the SKILL.md: then it is known without
listing the skill's files that it has a workflow.

\`\`\`markdown
---
name: weekly-review
description: Reviews a week of tasks. Use when the user asks for a weekly review.
metadata:
  workflow: workflow.yaml
---
\`\`\``;

const EDITORS = `## Editors

The JSON Schema of the file is [workflow.schema.json](workflow.schema.json); it is also in the package \`@knowhow/runtime\`. Editors
with the YAML language server use it if the file starts with this line, which \`knowhow new --workflow\` and \`knowhow fmt\` write:

\`\`\`yaml
# yaml-language-server: $schema=../workflow.schema.json
steps:
  - tool: vault.search
\`\`\`

The path is relative to the file. Both commands put the schema there if it is missing: beside the directory of the skill, so that
all skills of a directory share one copy, it works offline and without an installed package, and it is not a part of any skill.`;

const LIMITS = `## Limits

The file has at most 256 KiB, 10,000 keys and 32 levels of nesting. Anchors, aliases, tags and duplicate keys are not allowed. A
run consists of at most 100 skills, nested at most 16 levels deep, and skills cannot call each other in a circle.`;
