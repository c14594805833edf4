import type { ArgumentSpec } from "@knowhow/runtime/authoring";

/**
 * Formats named values as an argument line: words in declared order, so that `$1` and `$ARGUMENTS` read naturally;
 * after the first omitted one, `name=value`.
 */
export function writeArguments(
  specs: readonly ArgumentSpec[],
  args: Readonly<Record<string, string>>,
): string {
  const words: string[] = [];
  let isGapless = true;
  for (const { name, declared } of specs) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value === undefined) {
      isGapless = false;
      continue;
    }
    words.push(isGapless || !declared ? word(value) : `${name}=${quote(value)}`);
  }
  return words.join(" ");
}

/** An unambiguous word is written as it is; any other is quoted. */
function word(value: string): string {
  return /^[\p{L}\p{N}_./:@,+#][\p{L}\p{N}_./:@,+#-]*$/u.test(value) ? value : quote(value);
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
