import { nearestWord } from "../../basics/words.ts";
import type { ArgumentSpec } from "./argument-spec.ts";
import type { ArgumentProblem } from "./parse-arguments.ts";
import type { ArgumentWord } from "./split-words.ts";

/** Maximum number of reported problems. */
const MAX_PROBLEMS = 20;

export interface SortedWords {
  /** The text given for each argument; the last one counts. */
  readonly named: Map<string, string>;
  readonly free: string[];
  readonly problems: ArgumentProblem[];
}

/** Separates named from positional words. A word that names no argument is positional. */
export function sortWords(words: readonly ArgumentWord[], specs: readonly ArgumentSpec[]): SortedWords {
  const byKey = new Map(specs.map((spec) => [foldKey(spec.name), spec] as const));
  const sorted: SortedWords = { named: new Map(), free: [], problems: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (word.text === "--" && !word.quoted && specs.length > 0) {
      for (const { text } of words.slice(at + 1)) sorted.free.push(text);
      break;
    }
    const option = readOption(word, byKey);
    if (option === undefined) {
      sorted.free.push(word.text);
      checkOption(word, specs, sorted.problems);
    } else if (option.value !== undefined) {
      sorted.named.set(option.spec.name, option.value);
    } else if (takesNext(option.spec, words[at + 1], byKey)) {
      at += 1;
      sorted.named.set(option.spec.name, words[at]?.text ?? "");
    } else if (option.spec.type === "boolean") {
      sorted.named.set(option.spec.name, "true");
    } else {
      const { name } = option.spec;
      sorted.problems.push({
        name,
        message: `--${name} has no value`,
        hint: `write --${name} followed by a value`,
      });
    }
  }
  return sorted;
}

/** `key=value`, `--key=value`, `--key`, `--no-key`; undefined if there is no such argument. */
function readOption(word: ArgumentWord, byKey: ReadonlyMap<string, ArgumentSpec>) {
  const match = word.quoted ? null : /^(--)?([\p{L}_][\p{L}\p{N}_-]*)(=)?/u.exec(word.text);
  if (match === null || match[2] === undefined) return undefined;
  const isOption = match[1] !== undefined;
  const hasValue = match[3] !== undefined;
  const spec = byKey.get(foldKey(match[2]));
  if (spec !== undefined && hasValue) return { spec, value: word.text.slice(match[0].length) };
  if (!isOption || match[0] !== word.text) return undefined;
  if (spec !== undefined) return { spec, value: undefined };
  const negated = match[2].startsWith("no-") ? byKey.get(foldKey(match[2].slice(3))) : undefined;
  return negated?.type === "boolean" ? { spec: negated, value: "false" } : undefined;
}

function takesNext(
  spec: ArgumentSpec,
  next: ArgumentWord | undefined,
  byKey: ReadonlyMap<string, ArgumentSpec>,
): boolean {
  if (next === undefined) return false;
  if (spec.type === "boolean") return next.text === "true" || next.text === "false";
  return !next.text.startsWith("--") || readOption(next, byKey) === undefined;
}

/** An option, or a name before `=`, that is similar to one of the skill's is probably a typo. */
function checkOption(
  { text, quoted }: ArgumentWord,
  specs: readonly ArgumentSpec[],
  problems: ArgumentProblem[],
): void {
  if (quoted || problems.length >= MAX_PROBLEMS) return;
  const option = /^--([^=]{2,64})/.exec(text)?.[1];
  const typed = option ?? /^([\p{L}_][\p{L}\p{N}_-]{1,63})=/u.exec(text)?.[1];
  if (typed === undefined) return;
  const names = specs.map((spec) => spec.name);
  const nearest = nearestWord(typed, names);
  if (nearest === undefined) return;
  problems.push({
    name: typed,
    message: `unknown argument ${typed}`,
    hint: option === undefined ? `write ${nearest}=` : `write --${nearest}`,
  });
}

function foldKey(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}
