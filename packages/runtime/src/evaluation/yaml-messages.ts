import type { YamlLimits } from "../format/yaml/limits.ts";
import { entryOf, toJson } from "../format/yaml/nodes.ts";
import { parseYaml } from "../format/yaml/parse-yaml.ts";

/** What a YAML file of messages contains, or why it cannot be read. */
export type YamlMessages =
  | {
      readonly value: unknown;
      /** One-based lines of the items, if the file is a list. */
      readonly lines: readonly number[];
    }
  | { readonly problem: string; readonly line: number; readonly hint: string };

/** Enough for thousands of messages with notes. */
const LIMITS: YamlLimits = {
  noun: "the file",
  start: "start with `should_trigger:` or with a list such as `- query: …`",
  depth: 16,
  keys: 50_000,
  hint: "split it into several files",
};

/** Comments, empty lines and a `---` before the first item of a list. */
const LIST = /^(?:[ \t]*(?:#.*|---[ \t]*)?\r?\n)*[ \t]*- /;

/** Parses a YAML file of labelled messages: a mapping, or a list of messages. */
export function parseYamlMessages(text: string): YamlMessages {
  // The parser reads mappings, so a list becomes the value of a key in a line of its own.
  const head = LIST.exec(text)?.[0];
  const isList = head !== undefined;
  const whole = isList ? `list:\n${head.replace(/^---[ \t]*$/m, "")}${text.slice(head.length)}` : text;
  const lineAt = (at: number) => Math.max(1, whole.slice(0, at).split("\n").length - (isList ? 1 : 0));
  const { map, problems } = parseYaml(whole, LIMITS);
  if (map === undefined) {
    const { message = "this is not valid YAML", at = 0, hint = LIMITS.start } = problems[0] ?? {};
    return { problem: message, line: lineAt(at), hint };
  }
  if (!isList) return { value: toJson(map), lines: [] };
  const list = entryOf(map, "list")?.value;
  if (list?.kind !== "list") return { problem: "this is not a list", line: 1, hint: LIMITS.start };
  return { value: toJson(list), lines: list.items.map(({ at }) => lineAt(at)) };
}
