import type { ArgumentSpec } from "./argument-spec.ts";

/**
 * What a message gave for a skill's inputs, as an argument line; where the skill declares arguments, only those.
 * Undefined when there is nothing to give.
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

/** So that it is read back as one word; a backslash is doubled only where it would be taken for an escape. */
function quoted(value: string): string {
  const text = value.replace(/\\(?=["\\]|$)/g, "\\\\").replaceAll('"', '\\"');
  return `"${text}"`;
}
