import type { JsonValue } from "./basics/copy-json.ts";
import type { SourcePosition } from "./workflow.ts";

/** A string, number, boolean or null with its position. */
export interface PositionedScalar {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  /** The text as written, without quotes: `1.0` for the number 1. */
  readonly text: string;
  /** Where the text starts, after an opening quote. */
  readonly at: SourcePosition;
}

export interface PositionedList {
  readonly kind: "list";
  readonly items: readonly Positioned[];
  readonly at: SourcePosition;
}

export interface PositionedEntry {
  readonly key: string;
  /** Where the key starts. */
  readonly at: SourcePosition;
  readonly value: Positioned;
}

/** A mapping. Keys are unique and never `__proto__`, `constructor` or `prototype`. */
export interface PositionedMap {
  readonly kind: "map";
  readonly entries: readonly PositionedEntry[];
  readonly at: SourcePosition;
}

/** JSON with the position of every value and key, as read from a file. */
export type Positioned = PositionedScalar | PositionedList | PositionedMap;

/** The value without positions. */
export function plainValue(node: Positioned): JsonValue {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plainValue);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]));
}
