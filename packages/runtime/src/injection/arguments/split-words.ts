/** A word of an argument line. */
export interface ArgumentWord {
  readonly text: string;
  /** True if it starts with a quote, so that it is a literal and not an `--option`. */
  readonly quoted: boolean;
}

/**
 * Splits like a shell, but never runs anything: white space separates, quotes keep together, `\` before a space or
 * quote is literal. An apostrophe inside a word and an unclosed quote are literal, so that prose and Windows paths
 * work.
 */
export function splitWords(line: string): readonly ArgumentWord[] {
  const words: ArgumentWord[] = [];
  const unclosed = new Set<string>();
  let text: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? "";
    const next = line[at + 1] ?? "";
    if (/\s/.test(character)) {
      if (text !== undefined) words.push({ text, quoted });
      text = undefined;
      quoted = false;
      continue;
    }
    const opens = character === '"' || (character === "'" && (text === undefined || line[at - 1] === "="));
    const inside = opens && !unclosed.has(character) ? readQuoted(line, at) : undefined;
    if (inside !== undefined) {
      quoted ||= text === undefined;
      text = (text ?? "") + inside.text;
      at = inside.end;
    } else if (character === "\\" && /["'\s]/.test(next)) {
      text = (text ?? "") + next;
      at += 1;
    } else {
      if (opens) unclosed.add(character);
      text = (text ?? "") + character;
    }
  }
  if (text !== undefined) words.push({ text, quoted });
  return words;
}

/** The text between the quote at `start` and the closing one; undefined if there is none. */
function readQuoted(
  line: string,
  start: number,
): { readonly text: string; readonly end: number } | undefined {
  const quote = line[start];
  let text = "";
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line[at] ?? "";
    if (character === quote) return { text, end: at };
    const next = line[at + 1] ?? "";
    const escapes = character === "\\" && quote === '"' && (next === '"' || next === "\\");
    text += escapes ? next : character;
    if (escapes) at += 1;
  }
  return undefined;
}
