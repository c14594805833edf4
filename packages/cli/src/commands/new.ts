import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { RULE_SETS, SCHEMA_LINE, validateSkill } from "@knowhow/runtime/authoring";
import { nodeEnvironment, nodeFiles } from "@knowhow/runtime/node";
import type { Profile } from "@knowhow/runtime/profiles";
import { type AuthorsRoot, findAuthorsRoot } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import type { Io } from "../io/io.ts";
import { chosenProfile } from "../runtime/chosen-profile.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Arguments } from "../table/arguments.ts";
import type { Command } from "../table/command.ts";
import { toJson } from "../terminal/json.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { writeNewFile } from "../write-new-file.ts";
import { writeWorkflowSchema } from "../write-workflow-schema.ts";

/** `knowhow new <name>`: creates a valid SKILL.md, and never overwrites one. */
export const newSkill: Command = async ({ args, io }) => {
  const [name = ""] = args.positionals;
  const description = args.text("description");
  const summary = description === undefined ? undefined : sanitise(description).trim();
  const hasWorkflow = args.has("workflow");
  const profile = await chosenProfile({ args, io });
  const text = newSkillText(name, { summary, hasWorkflow, rules: profile.rules });
  refuseInvalid(text, name, profile.rules);
  const { path: root, trust } = await skillsDirectory(args, io, profile);
  const directory = join(root, name);
  await refuseExisting(directory);
  const path = join(directory, "SKILL.md");
  const workflow = hasWorkflow ? join(directory, "workflow.yaml") : undefined;
  if (workflow !== undefined) await writeNewFile(workflow, newWorkflowText());
  await writeNewFile(path, text);
  const schema = hasWorkflow ? await writeWorkflowSchema(directory) : undefined;
  return {
    exit: EXIT.done,
    data: {
      name,
      directory,
      path,
      ...(workflow === undefined ? {} : { workflow }),
      ...(schema === undefined ? {} : { schema }),
    },
    text: (screen) => {
      const place = screen.place(path);
      if (screen.quiet) return place;
      const created = [path, workflow, schema].filter((file) => file !== undefined);
      return [
        ...created.map(
          (file) => `${screen.paint("good", "✓")} created ${screen.paint("strong", screen.place(file))}`,
        ),
        screen.paint("faint", `  Edit it, then check it with \`knowhow lint ${screen.place(directory)}\`.`),
        ...(trust === "ask"
          ? [screen.paint("faint", `  Agents see a skill of a project after \`knowhow trust ${name}\`.`)]
          : []),
      ].join("\n");
    },
  };
};

function refuseInvalid(text: string, name: string, rules: string): void {
  const fault = validateSkill(text, { directoryName: name, fileName: "SKILL.md", rules }).diagnostics.find(
    (diagnostic) => diagnostic.severity === "error",
  );
  const better = suggestName(name);
  const advice = better === undefined ? undefined : `try "${better}"`;
  if (fault !== undefined) {
    const hint = better !== name ? (advice ?? fault.hint) : fault.hint;
    throw new CliError("cli.bad-value", fault.message, { hint });
  }
  if (isReservedName(name))
    throw new CliError("cli.bad-value", `"${name}" is a reserved name on Windows`, { hint: advice });
}

/** The directory that is named, or the one where the profile looks for the skills of a project. */
async function skillsDirectory(
  args: Arguments,
  io: Io,
  { discovery }: Profile,
): Promise<{ readonly path: string; readonly trust?: AuthorsRoot["trust"] }> {
  const cwd = workingDirectory(args, io);
  const named = args.text("dir");
  if (named !== undefined) return { path: resolve(cwd, named) };
  const environment = nodeEnvironment({ cwd, home: io.home, variables: io.env });
  return findAuthorsRoot(discovery, { files: nodeFiles(), environment });
}

/** `skill.md` counts too, because it is the same file on some file systems. */
async function refuseExisting(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const found = names.find((name) => name.toLowerCase() === "skill.md");
  if (found === undefined) return;
  throw new CliError(
    "cli.exists",
    `${join(directory, found)} already exists`,
    "choose another name, or edit that file",
  );
}

/** Names of devices on Windows, reserved in every directory. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const MAX_LENGTH = 64;

/** True if no directory can have this name on Windows; a repository with it could not be checked out there. */
function isReservedName(name: string): boolean {
  return RESERVED.test(name.toLowerCase());
}

/** The valid name nearest to what the user typed; undefined if no character of it is allowed. */
function suggestName(typed: string): string | undefined {
  const words = typed
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const name = words.join("-").slice(0, MAX_LENGTH).replace(/-$/, "");
  if (name === "") return undefined;
  return isReservedName(name) ? `${name}-skill` : name;
}

/** The template of a SKILL.md: valid, with a TODO for everything that only its author knows; lint reports each. */
function newSkillText(
  name: string,
  {
    summary,
    hasWorkflow,
    rules,
  }: { readonly summary?: string | undefined; readonly hasWorkflow: boolean; readonly rules: string },
): string {
  const title = titleOf(name);
  const topic = title.toLowerCase();
  const description = summary ?? `TODO: say what the skill does. Use when the user asks for ${topic}.`;
  const wanted = new Set(RULE_SETS.find((set) => set.name === rules)?.rows.map(({ code }) => code));
  const metadata = [
    ...(wanted.has("format.version-missing") ? ["  version: 0.1.0\n"] : []),
    ...(wanted.has("format.tags-missing") ? [`  tags: [${toJson(name)}]\n`] : []),
    ...(hasWorkflow ? ["  workflow: workflow.yaml\n"] : []),
  ];
  return `---
name: ${name}
description: ${scalar(description)}
${metadata.length > 0 ? `metadata:\n${metadata.join("")}` : ""}---

# ${title}

TODO: what the agent should achieve, in one or two sentences.

## Steps

1. Look at what is there before you change anything.
2. TODO: the steps of the work, one per line.
3. Check the result and tell the user what you did.

## Quality checklist

- The result is what the user asked for.
- Nothing else was changed.
`;
}

/** The template of a workflow file: valid, and without tools, so that it can be run as it is. */
function newWorkflowText(): string {
  return `${SCHEMA_LINE}
inputs:
  topic: string
  length: integer = 3
steps:
  - id: draft
    prompt: "Write {{ inputs.length }} sentences about {{ inputs.topic }}."
    timeout: 2m
  - id: ok
    approve: "Use this text? {{ draft | truncate(200) }}"
output:
  text: "{{ draft }}"
  approved: "{{ ok.approved }}"
`;
}

function titleOf(name: string): string {
  const words = name.replaceAll("-", " ").trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A YAML scalar: plain if that is safe, otherwise in double quotes, as a JSON string is valid YAML. */
function scalar(text: string): string {
  return /^[A-Za-z][\w ,.()/-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : toJson(text);
}
