import { CLI_ERROR_CODES } from "../cli-error.ts";
import type { CommandSpec, OptionSpec } from "../command.ts";
import { GLOBAL_OPTIONS } from "../global-options.ts";
import { optionTerm, usageLine } from "../help.ts";
import { JSON_EXAMPLES, JSON_NOTES } from "./json-examples.ts";

/** The text of `docs/reference/cli.md`, made from the command table. */
export function renderReference(commands: readonly CommandSpec[]): string {
  const visible = commands.filter((spec) => spec.hidden !== true);
  const list = visible.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${summary} |`);
  return `${[
    INTRODUCTION,
    `## Commands\n\n| command | what it does |\n|---|---|\n${list.join("\n")}`,
    `## Options of every command\n\n${optionTable(GLOBAL_OPTIONS)}\n\n\`knowhow --version\` prints the version.`,
    OUTPUT,
    errorCodes(),
    ENVIRONMENT,
    ...visible.map(commandSection),
  ].join("\n\n")}\n`;
}

const INTRODUCTION = `# The command line

<!-- Made from the command table in packages/cli/src/commands.ts; \`npx vitest run packages/cli -u\` writes it anew. -->

\`knowhow\` finds, explains and checks Agent Skills. It never asks questions, so it works the same in a terminal, in a
script and in a pipeline.`;

const OUTPUT = `## Output and exit codes

- The result goes to stdout; errors, hints and progress go to stderr.
- \`--json\` prints one JSON document on stdout. The keys shown below are stable: new ones may be added, none is renamed.
  A diagnostic always has \`code\`, \`severity\` (\`error\`, \`warning\`, \`info\`), \`message\` and \`path\` (or null);
  \`line\`, \`column\` and \`hint\` are there when they are known.
- A command that cannot do its work prints one line and a hint on stderr, and with \`--json\` also
  \`{ "error": { "code", "message", "hint" } }\` on stdout.
- Text from skills is cleaned before it reaches a terminal: no escape sequences, control characters or hidden characters.
  In JSON such characters are escaped.

| exit code | meaning |
|---|---|
| 0 | done; also when a list or a search is empty |
| 1 | the answer is no: invalid, findings, or the named thing was not found; also a path or \`--root\` without any skill for \`validate\` and \`lint\` |
| 2 | wrong usage |
| 3 | the world is broken: a path or an output that cannot be read or written |
| 4 | refused by policy or trust |
| 130 | ended by Ctrl-C |`;

const ENVIRONMENT = `## Environment

| variable | effect |
|---|---|
| \`NO_COLOR\` | no colours, when it is set to anything but an empty text |
| \`FORCE_COLOR\` | colours without a terminal; \`0\` means none |
| \`COLUMNS\` | the width of tables when the output is no terminal; they are not cut without it |
| \`KNOWHOW_CACHE_DIR\`, \`KNOWHOW_CONFIG_DIR\`, \`KNOWHOW_STATE_DIR\` | other folders for the index, your \`knowhow.json\`, and your decisions |
| \`KNOWHOW_DEBUG\` | shows where an unexpected error came from |`;

function errorCodes(): string {
  const rows = Object.entries(CLI_ERROR_CODES).map(
    ([code, { exit, summary }]) => `| \`${code}\` | ${exit} | ${summary} |`,
  );
  const note = "Codes of the engine, such as `runtime.unknown-skill`, are listed in [codes.md](codes.md).";
  return `## Error codes\n\n| code | exit code | meaning |\n|---|---|---|\n${rows.join("\n")}\n\n${note}`;
}

function commandSection(spec: CommandSpec): string {
  const { name, summary, detail, positionals, options, examples } = spec;
  const args = positionals.map((positional) => `| \`${positional.name}\` | ${cell(positional.summary)} |`);
  const shown = examples.map((example) => `# ${example.summary}\n${example.line}`).join("\n\n");
  const parts = [
    `## ${name}`,
    `${summary}.${detail === undefined ? "" : ` ${detail}`}`,
    fence("text", usageLine(spec)),
    args.length === 0 ? "" : `| argument | meaning |\n|---|---|\n${args.join("\n")}`,
    options.length === 0 ? "" : optionTable(options),
    shown === "" ? "" : fence("sh", shown),
    jsonPart(name),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function jsonPart(name: string): string {
  const example = JSON_EXAMPLES[name];
  if (example === undefined) return "";
  const note = JSON_NOTES[name];
  const text = `With \`--json\`:\n\n${fence("json", JSON.stringify(example, undefined, 2))}`;
  return note === undefined ? text : `${text}\n\n${note}`;
}

function optionTable(options: readonly OptionSpec[]): string {
  const rows = options.map((option) => `| \`${optionTerm(option).trim()}\` | ${cell(option.summary)} |`);
  return `| option | meaning |\n|---|---|\n${rows.join("\n")}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
