import type { Kind } from "../../basics/kind.ts";
import * as kinds from "../../basics/kinds.ts";
import type { ToolDeclaration } from "./scope.ts";

/** What skills declare about tools. */
export const declarationsKind: Kind = kinds.listOf(
  kinds.shape({
    skill: { kind: kinds.text, required: true },
    allowed: { kind: kinds.texts, required: true },
    disallowed: kinds.texts,
    remote: kinds.flag,
  } satisfies Readonly<Record<keyof ToolDeclaration, unknown>>),
  "an array of declarations",
);

/** The host's own names of tools. */
export const aliasesKind: Kind = kinds.recordOf(kinds.texts, "an object with an array of names per tool");
