import {
  compileExpression,
  compileTemplate,
  compileValue,
} from "../../packages/runtime/src/execution/template/compile.ts";
import { FILTERS } from "../../packages/runtime/src/execution/template/filters/filters.ts";
import { scanTemplate } from "../../packages/runtime/src/execution/template/language/scan-template.ts";
import { positionAt } from "../../packages/runtime/src/execution/template/position.ts";
import { templateCache } from "../../packages/runtime/src/execution/template/template-cache.ts";
import type { GrowthTable } from "./row.ts";

const NOW = { now: () => 0 };

/** Evaluates expressions about a value that is a text. What they throw is a limit, or another result. */
const render = (expressions: readonly string[]) => {
  const compiled = expressions.map((expression) => compileTemplate(`{{ ${expression} }}`));
  const problems = compiled.flatMap((result) => (result.ok ? [] : [result.problem.message]));
  if (problems.length > 0) throw new Error(problems.join("; "));
  return (text: string) => {
    const scope = { text, words: text.split(" ") };
    for (const result of compiled) if (result.ok) ignoringErrors(() => result.value.render(scope, NOW));
  };
};

const ignoringErrors = (run: () => unknown) => {
  try {
    return run();
  } catch {
    return undefined;
  }
};

/** Arguments of the filters that need some. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  replace: "('a', 'b')",
  split: "(' ')",
  default: "('a')",
  map: "('upper')",
  select: "('string')",
  reject: "('string')",
  selectattr: "('a')",
  rejectattr: "('a')",
  groupby: "('a')",
  batch: "(2)",
  ternary: "('a', 'b')",
};

const FILTER_CALLS = [...FILTERS.keys()].map((name) => `${name}${ARGUMENTS[name] ?? ""}`);

const METHOD_CALLS = [
  "text.strip('a ')",
  "text.split('a')",
  "text.splitlines()",
  "text.replace('a', 'b')",
  "text.count('a')",
  "text.title()",
  "words.count('a')",
  "'a'.join(words)",
  "text ~ text",
  "text == text ~ ''",
  "'aab' in text",
  "text[::2]",
  "text < text ~ 'a'",
];

/** Templates, and what they do with a text. */
export const TEMPLATES: GrowthTable = {
  "execution/template/compile.ts compileExpression": (text) => compileExpression(text),
  "execution/template/compile.ts compileTemplate": (text) => {
    const compiled = compileTemplate(text);
    if (compiled.ok) ignoringErrors(() => compiled.value.render({ a: "a", b: ["b"] }, NOW));
  },
  "execution/template/compile.ts compileTemplate (expression)": (text) => compileTemplate(`{{ ${text} }}`),
  "execution/template/compile.ts compileTemplate (string)": (text) =>
    compileTemplate(`{{ ${JSON.stringify(text)} }}`),
  "execution/template/compile.ts compileValue": (text) => compileValue(text),
  "execution/template/language/scan-template.ts scanTemplate": (text) =>
    ignoringErrors(() => scanTemplate(text)),
  "execution/template/position.ts positionAt": (text) => positionAt(text, text.length),
  "execution/template/template-cache.ts templateCache": (text) => templateCache().template(text),
  "execution/template/compile.ts compileTemplate (filters of a text)": render(
    FILTER_CALLS.map((call) => `text | ${call}`),
  ),
  "execution/template/compile.ts compileTemplate (filters of words)": render(
    FILTER_CALLS.map((call) => `words | ${call}`),
  ),
  "execution/template/compile.ts compileTemplate (methods)": render(METHOD_CALLS),
};
