import { search } from "../commands/search.ts";
import type { ActionSpec, OptionSpec } from "../table/command.ts";
import { EMBEDDER } from "./embedder-option.ts";

const percent = (name: string, summary: string): OptionSpec => ({ name, value: "PERCENT", summary });

/** Commands that find the right skill, and show what the model would see. */
export const MATCHING: readonly ActionSpec[] = [
  {
    name: "search",
    summary: "Find skills by words in their names and descriptions",
    positionals: [{ name: "words", many: true, summary: "what to look for" }],
    options: [
      { name: "limit", short: "n", value: "N", least: 1, summary: "show at most so many; 10 when absent" },
      {
        name: "by",
        value: "ORDER",
        choices: ["rule", "relevance"],
        summary: "rule: the profile's own (when absent); relevance: by words and meaning, as for a message",
      },
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow search pull request", summary: "the best ten" },
      { line: "knowhow search --by relevance join documents", summary: "also what says it in other words" },
    ],
    load: async () => search,
  },
  {
    name: "match",
    summary: "Tell which skills a message calls for, and why",
    detail:
      "What is clearly meant is loaded, what is likely is suggested, and most messages call for no skill at all; exit code 0 in each case.",
    positionals: [
      { name: "message", many: true, summary: "what a person writes; - reads it from standard input" },
    ],
    options: [
      { name: "limit", short: "n", value: "N", least: 1, summary: "suggest at most so many; 3 when absent" },
      { name: "all", short: "a", summary: "also the five nearest skills, whatever they are worth" },
      { name: "ranking", value: "N", least: 1, summary: "the same, so many of them" },
      {
        name: "file",
        value: "PATH",
        many: true,
        summary: "a file in play, for skills that name such files; may be repeated",
      },
      EMBEDDER,
    ],
    examples: [
      { line: 'knowhow match "merge these two PDFs"', summary: "what would be loaded or suggested" },
      { line: "knowhow match --ranking 5 - < message.txt", summary: "the nearest five for a long message" },
    ],
    load: async () => (await import("../commands/match.ts")).match,
  },
  {
    name: "eval",
    summary: "Measure how well labelled messages find their skills",
    detail:
      'The file holds one JSON object per line, { "query": …, "expect": name, names or null }, or is the eval_queries.json of a skill, [{ "query": …, "should_trigger": true or false }]. Nothing is sent anywhere. Ends with exit code 1 when a threshold is not reached.',
    positionals: [
      {
        name: "file",
        optional: true,
        completes: "paths",
        summary:
          "such a file, or the directory of a skill that has one; every skill that has one when absent",
      },
    ],
    options: [
      percent("min-r1", "the right skill must stand first for so many percent of the messages that want one"),
      percent("min-r5", "the same for the first five"),
      percent("max-false-load", "at most so many percent of the messages that want no skill may load one"),
      percent("max-false-suggest", "the same for loaded or suggested"),
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow eval", summary: "every skill here that has an eval_queries.json" },
      {
        line: "knowhow eval evals/messages.jsonl --min-r1 90 --max-false-load 1",
        summary: "a gate for a pipeline",
      },
    ],
    load: async () => (await import("../commands/eval.ts")).evaluateFile,
  },
  {
    name: "overlaps",
    summary: "List skills that cannot be told apart, and what would tell them apart",
    positionals: [],
    options: [
      {
        name: "min",
        value: "NEARNESS",
        summary:
          "descriptions this near are a pair, between 0 and 1; 0.92 when absent, or 0.6 by words alone",
      },
      { name: "max", value: "N", least: 0, summary: "more pairs than this end with exit code 1" },
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow overlaps", summary: "every pair, and phrases that another skill would take" },
      { line: "knowhow overlaps --max 0", summary: "a gate for a pipeline" },
    ],
    load: async () => (await import("../commands/overlaps.ts")).overlaps,
  },
  {
    name: "catalog",
    summary: "Print what a model is told about the skills, and what it costs",
    detail: "The text comes first, exactly as the model gets it; --quiet leaves out what follows.",
    positionals: [],
    options: [
      {
        name: "budget",
        value: "N",
        least: 0,
        summary: "tokens for the catalogue; 2 % of the window when absent",
      },
      {
        name: "format",
        value: "FORMAT",
        choices: ["lines", "xml", "json"],
        summary: "lines, xml or json; the profile's own when absent",
      },
      { name: "message", value: "TEXT", summary: "also what this message of a person would add" },
      {
        name: "window",
        value: "N",
        least: 1,
        summary: "the model's context window in tokens; 200000 when absent",
      },
      { name: "location", summary: "with the path of each skill, for models that read files themselves" },
      {
        name: "pin",
        value: "NAME",
        many: true,
        summary: "a skill to show in full before any other gets room; may be repeated",
      },
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow catalog --budget 1500", summary: "what fits into 1,500 tokens, and what does not" },
      { line: 'knowhow catalog --message "/pdf report.pdf"', summary: "what a message would load" },
      { line: "knowhow catalog --quiet > prompt.md", summary: "the text alone" },
    ],
    load: async () => (await import("../commands/catalog.ts")).catalog,
  },
  {
    name: "read",
    summary: "Print a file of a skill by its skill:// address",
    detail:
      "Only files that the skill lists can be read. A file that is no text is given by --json, in base64.",
    positionals: [{ name: "address", summary: "skill://name for its SKILL.md, or skill://name/path" }],
    options: [{ name: "page", value: "N", least: 1, summary: "page of a long file; the first when absent" }],
    examples: [
      { line: "knowhow read skill://pdf", summary: "the SKILL.md" },
      { line: "knowhow read skill://pdf/references/forms.md", summary: "another file of the skill" },
    ],
    load: async () => (await import("../commands/read.ts")).read,
  },
];
