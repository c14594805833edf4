import type { ToolResult } from "@knowhow/runtime";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { RESULT_KEY } from "../../shared/meta-keys.ts";
import { toJsonValue, wellFormed } from "../json-value.ts";

/**
 * Converts a tool result: the text, then each note as a block of its own; numbers and names go to `_meta`, which models
 * do not see.
 */
export function toCallResult(result: ToolResult, notes: readonly string[] = []): CallToolResult {
  const metadata = toJsonValue(result.metadata);
  const isEmpty = Object.keys(result.metadata).length === 0;
  return {
    content: [result.text, ...notes].map((text) => ({ type: "text" as const, text: wellFormed(text) })),
    ...(result.isError ? { isError: true } : {}),
    ...(isEmpty || metadata === undefined ? {} : { _meta: { [RESULT_KEY]: metadata } }),
  };
}

/** A failed result whose text tells the model what to do next. */
export function failed(text: string): CallToolResult {
  return toCallResult({ text, isError: true, metadata: {} });
}
