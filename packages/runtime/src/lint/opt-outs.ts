import { markdownParts } from "./markdown.ts";

/** A rule that a comment in the body asks to switch off. */
export interface OptOut {
  /** As written, without `lint.`: `dead-reference`. */
  readonly rule: string;
  /** Offset of the comment in the body. */
  readonly at: number;
}

/** Reads `<!-- knowhow-lint-disable dead-reference, long-body -->` comments, each on one line; examples in code do not count. */
export function optOutsOf(body: string): readonly OptOut[] {
  return markdownParts(body).comments.flatMap(({ text, start }) => {
    const names = /^<!--\s*knowhow-lint-disable\s+([^>]{1,500})-->$/.exec(text)?.[1] ?? "";
    return names
      .split(/[\s,]+/)
      .filter((name) => name !== "")
      .map((name) => ({ rule: name.replace(/^lint\./, ""), at: start }));
  });
}
