import { CLI_ERROR_CODES } from "../../io/cli-error.ts";
import type { CommandSpec, OptionSpec, PositionalSpec } from "../command.ts";
import { allCommands, type NamedCommand } from "../find-command.ts";
import { GLOBAL_OPTIONS } from "../global-options.ts";
import { optionTerm, usageLine, visibleCommands } from "../help.ts";
import { JSON_EXAMPLES } from "./json-examples.ts";

const GENERATED =
  "<!-- Generated from the command table in packages/cli/src/specs; `npx vitest run packages/cli/src/table/reference -u` updates it. -->";

/** The pages of the reference by their path in `docs/reference`, generated from the command table: an overview, and a page per command. */
export function renderReference(commands: readonly CommandSpec[]): ReadonlyMap<string, string> {
  const visible = visibleCommands(commands);
  const overview = [
    INTRODUCTION,
    `## Commands\n\n${commandTable(visible.map(({ name, summary }) => ({ path: name, summary, link: pagePath(name) })))}`,
    `## Global options\n\n${optionTable(GLOBAL_OPTIONS)}\n\n\`knowhow --version\` prints the version.`,
    OUTPUT,
    errorCodes(),
    ENVIRONMENT,
  ];
  return new Map([
    ["cli.md", page(overview)],
    ...visible.map((command) => [pagePath(command.name), page(commandPage(command))] as const),
  ]);
}

/** A command with its subcommands. */
function commandPage(command: CommandSpec): readonly string[] {
  const [own, ...subcommands] = allCommands([command]).map(commandSection);
  return [
    GENERATED,
    own ?? "",
    ...subcommands,
    "See also [all commands, global options and exit codes](../cli.md).",
  ];
}

function pagePath(command: string): string {
  return `cli/${command}.md`;
}

function page(parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}

const INTRODUCTION = `# The command line

${GENERATED}

\`knowhow\` finds, explains and checks Agent Skills. It works the same in a terminal, in a script and in CI. Only \`trust\`,
\`mcp install\`, \`mcp uninstall\` and workflows ask before they change something, and only if stdin is a terminal;
\`--yes\` skips the question, except for the steps of a workflow that need approval.`;

const OUTPUT = `## Output and exit codes

- The result goes to stdout; errors, hints and progress go to stderr.
- \`--json\` prints one JSON document on stdout. The keys on the pages of the commands are stable: new ones may be added, but none is renamed.
  A diagnostic always has \`code\`, \`severity\` (\`error\`, \`warning\`, \`info\`), \`message\` and \`path\` (or null);
  \`line\`, \`column\` and \`hint\` are present if they are known.
- A command that fails prints one line and a hint on stderr, and with \`--json\` also
  \`{ "error": { "code", "message", "hint" } }\` on stdout.
- Escape sequences, control characters and invisible characters in the text of skills never reach a terminal. In JSON they
  are escaped.

| exit code | meaning |
|---|---|
| 0 | done; also if a list or a search is empty |
| 1 | the answer is no: invalid, findings, or not found; for \`validate\` and \`lint\` also a path or \`--root\` without skills |
| 2 | wrong usage |
| 3 | the environment is broken: a path or an output cannot be read or written |
| 4 | refused by policy or trust |
| 5 | a run is paused: it waits for an answer, for a point in time, or for something that is missing |
| 129, 130, 143 | ended because the terminal was closed, by Ctrl-C, by SIGTERM |`;

const ENVIRONMENT = `## Environment

| variable | effect |
|---|---|
| \`NO_COLOR\` | no colours, if it is set and not empty |
| \`FORCE_COLOR\` | colours even if the output is not a terminal; \`0\` disables them |
| \`COLUMNS\` | width of tables if the output is not a terminal; without it they are not cut |
| \`KNOWHOW_CACHE_DIR\`, \`KNOWHOW_CONFIG_DIR\`, \`KNOWHOW_STATE_DIR\` | directories for the caches, your \`knowhow.json\`, and your decisions, runs and audit log |
| \`KNOWHOW_AUDIT\` | \`off\` turns the audit log off |
| \`KNOWHOW_DEBUG\` | shows the stack trace of an error |
| \`KNOWHOW_INPUT_NAME\` | value of the secret input \`name\` of a workflow |
| \`KNOWHOW_RUNS_URL\` | PostgreSQL database of the runs, instead of your state directory; needs \`@knowhow/durable\` |
| \`KNOWHOW_MODEL\`, \`KNOWHOW_MODEL_URL\`, \`KNOWHOW_MODEL_KEY\` | model for the prompts of workflows, its endpoint (OpenAI-compatible or Anthropic), and its API key |
| \`KNOWHOW_MCP_TOKEN\` | token for \`knowhow mcp serve --http\` |
| \`KNOWHOW_EMBEDDINGS_KEY\` | API key for an embedding service (\`--embedder http://…\`) |`;

function errorCodes(): string {
  const rows = Object.entries(CLI_ERROR_CODES).map(
    ([code, { exit, summary }]) => `| \`${code}\` | ${exit} | ${summary} |`,
  );
  const note = "Codes of the engine, such as `runtime.unknown-skill`, are listed in [codes.md](codes.md).";
  return `## Error codes\n\n| code | exit code | meaning |\n|---|---|---|\n${rows.join("\n")}\n\n${note}`;
}

/** A section, below its group for a subcommand. */
function commandSection(command: NamedCommand): string {
  const { path, spec } = command;
  const { summary, detail, examples } = spec;
  const shown = examples.map((example) => `# ${example.summary}\n${example.line}`).join("\n\n");
  const parts = [
    `${"#".repeat(path.split(" ").length)} knowhow ${path}`,
    `${summary}.${detail === undefined ? "" : ` ${detail}`}`,
    fence("text", usageLine(command)),
    ...(spec.commands === undefined
      ? [argumentTable(spec.positionals), optionTable(spec.options)]
      : [commandTable(subcommandsOf(path, spec.commands))]),
    shown === "" ? "" : fence("sh", shown),
    jsonPart(path),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function subcommandsOf(parent: string, commands: readonly CommandSpec[]): readonly CommandRow[] {
  return visibleCommands(commands).map(({ name, summary }) => {
    const path = `${parent} ${name}`;
    return { path, summary, link: `#knowhow-${path.replaceAll(" ", "-")}` };
  });
}

interface CommandRow {
  readonly path: string;
  readonly summary: string;
  readonly link: string;
}

function commandTable(commands: readonly CommandRow[]): string {
  const rows = commands.map(({ path, summary, link }) => `| [\`${path}\`](${link}) | ${summary} |`);
  return `| command | what it does |\n|---|---|\n${rows.join("\n")}`;
}

function argumentTable(positionals: readonly PositionalSpec[]): string {
  if (positionals.length === 0) return "";
  const rows = positionals.map(({ name, summary }) => `| \`${name}\` | ${cell(summary)} |`);
  return `| argument | meaning |\n|---|---|\n${rows.join("\n")}`;
}

function jsonPart(name: string): string {
  const shown = JSON_EXAMPLES[name];
  if (shown === undefined) return "";
  const { example, note } = shown;
  const text = `With \`--json\`:\n\n${fence("json", JSON.stringify(example, undefined, 2))}`;
  return note === undefined ? text : `${text}\n\n${note}`;
}

function optionTable(options: readonly OptionSpec[]): string {
  if (options.length === 0) return "";
  const rows = options.map((option) => `| \`${optionTerm(option).trim()}\` | ${cell(option.summary)} |`);
  return `| option | meaning |\n|---|---|\n${rows.join("\n")}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
