import { isRecord } from "../basics/is-record.ts";
import { CONFIG_KEYS, type ConfigRow } from "./config-table.ts";

/** Renders `docs/reference/config.md` from the table of keys. */
export function renderConfigPage(): string {
  const rows = Object.entries(CONFIG_KEYS);
  const list = rows.map(
    ([key, row]) =>
      `| [\`${key}\`](#${anchor(key)}) | ${cell(firstSentence(row.summary))} | ${row.default} |`,
  );
  return `${[
    INTRODUCTION,
    `## Keys\n\n| key | meaning | default |\n|---|---|---|\n${list.join("\n")}`,
    PRECEDENCE,
    BROKEN,
    RUNNING,
    ...rows.map(([key, row]) => section(key, row)),
  ].join("\n\n")}\n`;
}

const INTRODUCTION = `# knowhow.json

<!-- Made from packages/runtime/src/config/config-table.ts; \`npx vitest run packages/runtime/src/config -u\` writes it. -->

knowhow reads two files. Your own is \`knowhow.json\` in the configuration folder: \`$XDG_CONFIG_HOME/knowhow\` or
\`~/.config/knowhow\` on Linux, \`~/Library/Application Support/knowhow\` on macOS, \`%APPDATA%\\knowhow\` on Windows, or the
folder that \`KNOWHOW_CONFIG_DIR\` names. The other is the nearest \`knowhow.json\` between the working directory and the root
of the repository. Both have the same keys; every key is optional.

The command line, the MCP server and \`createRuntime\` of \`@knowhow/runtime/node\` read the same files and give the same
answers. [configuration.md](../guide/configuration.md) shows how to use them.

A JSON Schema for editors is in [knowhow.schema.json](knowhow.schema.json) and in the package \`@knowhow/runtime\`:

\`\`\`json
{ "$schema": "./node_modules/@knowhow/runtime/knowhow.schema.json" }
\`\`\``;

const PRECEDENCE = `## Who wins

| | may |
|---|---|
| options in code, flags of the command line | choose: \`profile\`, \`matching\` and values of \`skillConfig\` win over your file; \`roots\`, \`links\` and \`ignore\` are added to yours |
| your own file | choose, and take away: what it turns off, ignores or does not include stays away, whatever code and repository say |
| a repository's file | only take away, whatever code and your file say |

What would give more than you allow is ignored and reported (\`config.widening-refused\` and others in
[codes.md](codes.md)). \`createRuntime({ providers: false })\` and \`--root\` use the named directories alone: the \`roots\` and
\`mcp\` of the files do not count then, everything that takes away does. \`createRuntime({ config: false })\` reads no file.`;

const BROKEN = `## A file that cannot be understood

- A repository's file: a key that cannot be understood is ignored, also where it would turn something off, and reported
  with its line (\`config.invalid\`, \`config.ignored\`). The other keys hold. Your own skills are not affected.
- Your own file: it may have forbidden something, so until it is fixed no skill is offered to the model, no skill of a
  project is read and no MCP server is started (\`config.invalid\`, \`config.closed\`). You can still start your own skills by
  name. \`knowhow doctor\` shows the line and what to do.

No command and no \`createRuntime\` fails because of either.`;

const RUNNING = `## While a program runs

\`runtime.reload()\` reads the files again, and \`runtime.watch()\` and \`knowhow mcp\` do so when one of them changes. Everything
takes effect with the new library except \`profile\`, \`mcp\` and \`matching.embedder\`: they need a new start, and
\`config.restart-needed\` says so. A server that is no longer named is turned off at once. A conversation goes on with its
library until it adopts the new one, and keeps \`commands\`; a lower \`matching.mode\` holds for its next message.`;

function section(key: string, { summary, default: usual, repository, kind, example }: ConfigRow): string {
  const shown = JSON.stringify({ [key]: example }, undefined, 2);
  return [
    `## ${key}`,
    summary,
    [
      "| | |",
      "|---|---|",
      `| value | ${cell(kind.expected)} |`,
      `| default | ${cell(usual)} |`,
      `| in a repository | ${cell(repository ?? "ignored, and reported")} |`,
    ].join("\n"),
    ...partsOf(kind.schema),
    `\`\`\`json\n${shown}\n\`\`\``,
  ].join("\n\n");
}

/** The nested keys, if they are fixed. */
function partsOf(schema: ConfigRow["kind"]["schema"]): readonly string[] {
  const rows = keysBelow(schema, "");
  return rows.length === 0 ? [] : [["| key | meaning |", "|---|---|", ...rows].join("\n")];
}

function keysBelow(schema: unknown, above: string): readonly string[] {
  if (!isRecord(schema)) return [];
  const named = Object.entries(isRecord(schema.properties) ? schema.properties : {}).flatMap(
    ([key, inner]) => {
      const path = `${above}${key}`;
      const summary = isRecord(inner) ? String(inner.description ?? "") : "";
      return [`| \`${path}\` | ${cell(summary)} |`, ...keysBelow(inner, `${path}.`)];
    },
  );
  const chosen = isRecord(schema.additionalProperties)
    ? alternatives(schema.additionalProperties).flatMap((inner) => keysBelow(inner, `${above}LABEL.`))
    : [];
  return [...new Set([...named, ...chosen])];
}

function alternatives(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;
}

function anchor(key: string): string {
  return key.toLowerCase().replace("$", "");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
