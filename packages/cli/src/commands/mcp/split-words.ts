import { CliError } from "../../io/cli-error.ts";

/**
 * Splits a command line into its words. Quotes of both kinds keep a word together; a backslash is a plain character,
 * as in the paths of Windows, except before a double quote or a backslash within double quotes.
 */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  const pattern = /\s+|((?:[^\s"']+|'[^']*'|"(?:[^"\\]|\\.)*")+)/gsy;
  while (pattern.lastIndex < line.length) {
    const match = pattern.exec(line);
    if (match === null) throw new CliError("cli.bad-value", `--command: unclosed quote in ${line}`);
    if (match[1] !== undefined) words.push(unquote(match[1]));
  }
  return words;
}

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"/gs, (_, single?: string, double = "") =>
    single === undefined ? String(double).replace(/\\(["\\])/g, "$1") : single,
  );
}
