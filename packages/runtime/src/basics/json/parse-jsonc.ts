import { scanJson } from "./scan-json.ts";

/** A value and its range in the text, `[start, end)`. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

export interface JsonObject {
  readonly kind: "object";
  readonly start: number;
  readonly end: number;
  readonly members: readonly JsonMember[];
}

export interface JsonArray {
  readonly kind: "array";
  readonly start: number;
  readonly end: number;
  readonly items: readonly JsonNode[];
}

export interface JsonScalar {
  readonly kind: "scalar";
  readonly start: number;
  readonly end: number;
  readonly value: string | number | boolean | null;
}

export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly value: JsonNode;
  /** Index of the comma after it; undefined if there is none. */
  readonly comma: number | undefined;
}

/** The range of a comment, `[start, end)`, without the line end of a `//` comment. */
export interface JsonComment {
  readonly start: number;
  readonly end: number;
}

/** A parsed JSON text with comments. */
export interface JsonDocument {
  /** Undefined for a text without a value. */
  readonly root: JsonNode | undefined;
  /** In the order of the text. */
  readonly comments: readonly JsonComment[];
}

/** Maximum nesting; no real configuration is deeper. */
const MAX_DEPTH = 256;

/** Parses JSON with comments and trailing commas, with the range of every node. Throws a `JsonFault`. */
export function parseJsonc(text: string): JsonDocument {
  const comments: JsonComment[] = [];
  const open: Unfinished[] = [];
  let root: JsonNode | undefined;
  const put = (value: JsonNode): void => {
    const around = open.at(-1);
    if (around === undefined) root = value;
    else if (around.kind === "array") around.items.push(value);
    else around.members.push({ ...around.key, value, comma: undefined });
  };
  scanJson(
    text,
    {
      open: (bracket, start) => {
        if (bracket === "[") open.push({ kind: "array", start, items: [] });
        else open.push({ kind: "object", start, members: [], key: { key: "", start } });
      },
      close: (at) => {
        const done = open.pop();
        if (done?.kind === "array") put({ ...done, end: at + 1 });
        else if (done !== undefined)
          put({ kind: done.kind, start: done.start, end: at + 1, members: done.members });
      },
      key: (start, end) => {
        const around = open.at(-1);
        if (around?.kind === "object")
          around.key = { key: String(JSON.parse(text.slice(start, end))), start };
      },
      scalar: (start, end) => put({ kind: "scalar", start, end, value: JSON.parse(text.slice(start, end)) }),
      comma: (comma) => {
        const around = open.at(-1);
        const last = around?.kind === "object" ? around.members.pop() : undefined;
        if (around?.kind === "object" && last !== undefined) around.members.push({ ...last, comma });
      },
      comment: (start, end) => comments.push({ start, end }),
    },
    { lenient: true, maxDepth: MAX_DEPTH },
  );
  return { root, comments };
}

type Unfinished =
  | { readonly kind: "array"; readonly start: number; readonly items: JsonNode[] }
  | {
      readonly kind: "object";
      readonly start: number;
      readonly members: JsonMember[];
      /** The key whose value comes next. */
      key: Pick<JsonMember, "key" | "start">;
    };
