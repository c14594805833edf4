import { nearestWord } from "../../basics/words.ts";
import type { PositionedEntry, PositionedMap } from "../../positioned.ts";
import type { JsonSchema } from "../../workflow.ts";
import { clip, type Report } from "./report.ts";
import type { ValueKind } from "./value-kinds.ts";

/** A key of the file. The parser, the JSON Schema and the reference page all use the same rows. */
export interface KeyRow<Value> {
  readonly key: string;
  readonly kind: ValueKind<Value>;
  /** One sentence in Markdown. */
  readonly summary: string;
  /** As YAML, for the reference page. */
  readonly example: string;
  /** Other spellings. */
  readonly aliases?: Readonly<Record<string, ValueKind<Value>>>;
}

/** Reads the keys of one mapping of the file. */
export interface KeyReader {
  /** The value of a key; undefined if it is missing or wrong. */
  get<Value>(row: KeyRow<Value>): Value | undefined;
  /** The entry of a key, under any spelling. */
  entry(row: Pick<KeyRow<unknown>, "key" | "aliases">): PositionedEntry | undefined;
}

/** Reads a mapping whose keys are all in the rows. Reports unknown keys, and keys that are given in two spellings. */
export function readKeys(
  map: PositionedMap,
  rows: readonly Pick<KeyRow<unknown>, "key" | "aliases">[],
  { noun, report }: { readonly noun: string; readonly report: Report },
): KeyReader {
  const known = rows.flatMap(({ key, aliases = {} }) => [key, ...Object.keys(aliases)]);
  for (const { key, at } of map.entries) {
    if (known.includes(key)) continue;
    const near = nearestWord(key, known);
    const hint =
      near === undefined
        ? `use one of ${rows.map((row) => row.key).join(", ")}`
        : `did you mean \`${near}\`?`;
    report("workflow.unknown-key", `${noun} has the unknown key \`${clip(key)}\``, at, hint);
  }
  const entry: KeyReader["entry"] = ({ key, aliases = {} }) =>
    map.entries.find((each) => each.key === key) ??
    map.entries.find((each) => Object.hasOwn(aliases, each.key));
  for (const row of rows) {
    const used = entry(row);
    for (const { key, at } of map.entries) {
      if (used === undefined || key === used.key || !Object.hasOwn(row.aliases ?? {}, key)) continue;
      report(
        "workflow.conflict",
        `\`${key}\` is another spelling of \`${used.key}\``,
        at,
        "remove one of the two",
      );
    }
  }
  return {
    entry,
    get: (row) => {
      const found = entry(row);
      if (found === undefined) return undefined;
      const kind = found.key === row.key ? row.kind : (row.aliases?.[found.key] ?? row.kind);
      return kind.read(found.value, found.key, report);
    },
  };
}

/** The JSON Schema of a mapping with exactly these keys. */
export function keysSchema(rows: readonly KeyRow<unknown>[], required: readonly string[] = []): JsonSchema {
  const properties = rows.flatMap(({ key, kind, summary, aliases = {} }) => [
    [key, { description: plain(summary), ...kind.schema }] as const,
    ...Object.entries(aliases).map(
      ([alias, aliased]) => [alias, { description: `The same as ${key}.`, ...aliased.schema }] as const,
    ),
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** Removes Markdown, because editors show descriptions as plain text. */
function plain(markdown: string): string {
  return markdown.replaceAll("`", "");
}
