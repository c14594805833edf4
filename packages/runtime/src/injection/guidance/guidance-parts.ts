import type { Tokenizer } from "../../ports.ts";

/** No tokenizer has longer tokens, so characters beyond this factor need not be counted. */
const MAX_TOKEN_LENGTH = 64;

/** The maximum size of each part so that all fit together: small parts leave their share to the others. */
export function shareBudget(costs: readonly number[], room: number): number {
  let left = room;
  const ascending = costs.toSorted((a, b) => a - b);
  for (const [index, cost] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (cost > share) return Math.max(0, share);
    left -= cost;
  }
  return room;
}

/** The longest prefix of a text within a number of tokens: whole lines if one fits, else whole words. */
export function cutToTokens(text: string, tokens: number, count: Tokenizer): string {
  if (tokens <= 0) return "";
  const near = text.slice(0, tokens * MAX_TOKEN_LENGTH);
  return longestUpTo(near, /\n/g, tokens, count) || longestUpTo(near, /\s+/g, tokens, count);
}

/** A prefix that ends before one of the breaks; empty if none is short enough. */
function longestUpTo(text: string, breaks: RegExp, tokens: number, count: Tokenizer): string {
  const ends = Array.from(text.matchAll(breaks), (match) => match.index);
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (count(text.slice(0, ends[middle])) <= tokens) low = middle + 1;
    else high = middle;
  }
  return text.slice(0, ends[low - 1] ?? 0).trimEnd();
}

/** A text in a code block that its content cannot close. */
export function fencedBlock(text: string): string {
  let longest = 2;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  const ticks = "`".repeat(longest + 1);
  return `${ticks}\n${text}\n${ticks}`;
}

/** Closes a code block that a text leaves open, so that it does not include what follows. */
export function closeCode(text: string): string {
  let open = "";
  for (const line of text.split("\n")) {
    const run = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (open === "") open = run.startsWith("`") && line.trim().slice(run.length).includes("`") ? "" : run;
    else if (run.startsWith(open) && line.trim() === run) open = "";
  }
  return open === "" ? text : `${text}\n${open}`;
}
