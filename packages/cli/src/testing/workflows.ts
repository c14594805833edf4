import { skillText } from "./sandbox.ts";

/** A skill with a workflow, as files of a sandbox. */
export function workflowSkill(name: string, workflow: string, more: Readonly<Record<string, string>> = {}) {
  const folder = `project/.agents/skills/${name}`;
  const files = Object.entries(more).map(([path, text]) => [`${folder}/${path}`, text]);
  return {
    [`${folder}/SKILL.md`]: skillText(name, `Does ${name}. Use when asked.`),
    [`${folder}/workflow.yaml`]: workflow,
    ...Object.fromEntries(files),
  };
}

/** Reads a file, asks, and writes another one. */
export const COPY_NOTE = workflowSkill(
  "copy-note",
  `inputs:
  from: string
  to: { type: string, default: copy.md }
steps:
  - id: note
    tool: files.read
    with: { path: "{{ inputs.from }}" }
  - id: ok
    approve: "Copy {{ note | length }} characters to {{ inputs.to }}?"
    with: { to: "{{ inputs.to }}" }
  - id: written
    if: ok.approved
    tool: files.write
    with: { path: "{{ inputs.to }}", text: "{{ note }}" }
output: { path: "{{ inputs.to }}", approved: "{{ ok.approved }}" }
`,
);

/** Three steps that only read. */
export const COUNT_FILES = workflowSkill(
  "count-files",
  `inputs: { folder: string }
steps:
  - { id: entries, tool: files.list, with: { path: "{{ inputs.folder }}" } }
  - { id: first, tool: files.read, with: { path: "{{ entries[0].path }}" } }
  - { id: again, tool: files.list, with: { path: "{{ inputs.folder }}" } }
output: "{{ entries | length }} files, the first says {{ first }}"
`,
);
