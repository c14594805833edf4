import type { ArgumentSpec } from "./argument-spec.ts";

/**
 * The variables of a match as an argument line; if the skill declares arguments, only those. Undefined if there are
 * none.
 */
export function argumentLine(
  values: Readonly<Record<string, string>>,
  specs: readonly ArgumentSpec[],
): string | undefined {
  const declared = new Set(specs.filter((spec) => spec.declared).map(({ name }) => name));
  const given = Object.entries(values).filter(([name]) => declared.size === 0 || declared.has(name));
  if (given.length === 0) return undefined;
  return given.map(([name, value]) => `${name}=${quoted(value)}`).join(" ");
}

/** Quotes a value so that it is parsed as one word. A backslash is doubled only if it would be an escape. */
function quoted(value: string): string {
  const text = value.replace(/\\(?=["\\]|$)/g, "\\\\").replaceAll('"', '\\"');
  return `"${text}"`;
}
