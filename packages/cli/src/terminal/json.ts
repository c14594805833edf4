import { escapeHidden } from "@knowhow/runtime/toolkit";

/** Formats JSON with every control and hidden character escaped, on one line unless `indent` is given. */
export function toJson(data: unknown, indent = 0): string {
  return escapeHidden(JSON.stringify(data, undefined, indent));
}
