import { lineCounter } from "./line-counter.ts";
import { JsonFault, scanJson } from "./scan-json.ts";

/** The position of the first JSON error, and how to fix it. */
export interface JsonError {
  /** One-based. */
  readonly line: number;
  readonly hint: string;
}

/** Finds the first error in a text that `JSON.parse` rejected, because most of its messages have no line. */
export function findJsonError(text: string): JsonError {
  const at = firstMistake(text);
  return { line: lineCounter(text)(at), hint: hintFor(text, at) };
}

function firstMistake(text: string): number {
  try {
    scanJson(text, {});
    return text.length;
  } catch (error) {
    if (error instanceof JsonFault) return error.at;
    throw error;
  }
}

function hintFor(text: string, at: number): string {
  const character = text[at];
  if (character === undefined) return "unexpected end: a bracket or a quote is not closed";
  if (character === "/" || character === "#") return "JSON has no comments; remove it";
  if (character === "'") return 'JSON uses double quotes ("), not single ones';
  if ((character === "}" || character === "]") && /,\s*$/.test(text.slice(0, at)))
    return "remove the comma before the bracket";
  return "check the commas and quotes on this line and the line before";
}
