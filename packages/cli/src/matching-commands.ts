import type { CommandSpec, OptionSpec } from "./command.ts";
import { MODE } from "./matching-mode.ts";

/** On every command that asks the matcher. */
export const EMBEDDER: OptionSpec = {
  name: "embedder",
  value: "EMBEDDER",
  summary:
    "what compares meanings: static (shipped, the default), none, onnx:DIR, dir:DIR, or http://…/v1#MODEL; see docs/matching.md",
};

const percent = (name: string, summary: string): OptionSpec => ({ name, value: "PERCENT", summary });

/** Commands about finding the right skill for a message. */
export const MATCHING_COMMANDS: readonly CommandSpec[] = [
  {
    name: "match",
    summary: "Show which skills match a message, and why",
    detail:
      "Prints what a session under these settings would load and suggest. Most messages match no skill; the exit code is 0 in each case.",
    positionals: [
      { name: "message", many: true, summary: "what a person writes; - reads it from standard input" },
    ],
    options: [
      {
        name: "limit",
        short: "n",
        value: "N",
        least: 1,
        summary: "maximum number of suggestions (default 3)",
      },
      { name: "all", short: "a", summary: "also the five nearest skills, whatever they are worth" },
      { name: "ranking", value: "N", least: 1, summary: "the same, so many of them" },
      {
        name: "file",
        value: "PATH",
        many: true,
        summary: "a file in play, for skills that name such files; may be repeated",
      },
      MODE,
      EMBEDDER,
    ],
    examples: [
      { line: 'knowhow match "merge these two PDFs"', summary: "what would be loaded or suggested" },
      { line: "knowhow match --ranking 5 - < message.txt", summary: "the nearest five for a long message" },
      { line: 'knowhow match --mode suggest "merge these two PDFs"', summary: "what another mode would do" },
    ],
    load: async () => (await import("./commands/matching.ts")).match,
  },
  {
    name: "eval",
    summary: "Measure how well labelled messages find their skills",
    detail:
      'The file holds one JSON object per line, { "query": …, "expect": name, names or null }, or is the eval_queries.json of a skill, [{ "query": …, "should_trigger": true or false }]. Loads and suggestions are those of a session under these settings. Nothing is sent anywhere. Ends with exit code 1 when a threshold is not reached.',
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
      MODE,
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow eval", summary: "every skill here that has an eval_queries.json" },
      {
        line: "knowhow eval evals/messages.jsonl --min-r1 90 --max-false-load 1",
        summary: "a gate for a pipeline",
      },
    ],
    load: async () => (await import("./commands/matching.ts")).evaluateFile,
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
    load: async () => (await import("./commands/matching.ts")).overlaps,
  },
];
