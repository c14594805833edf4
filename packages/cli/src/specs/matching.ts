import type { ActionSpec, OptionSpec } from "../table/command.ts";
import { MODE } from "../table/matching-mode.ts";
import { BUDGET, WINDOW } from "./catalog-options.ts";
import { EMBEDDER } from "./embedder-option.ts";
import { PENDING } from "./pending-option.ts";

const percent = (name: string, summary: string): OptionSpec => ({ name, value: "PERCENT", summary });

/** Commands that find the right skill, and show what the model would see. */
export const MATCHING: readonly ActionSpec[] = [
  {
    name: "search",
    summary: "Search skills by name, words and meaning",
    detail: "An exact name comes first. Without words, all skills are listed by name.",
    positionals: [
      {
        name: "words",
        many: true,
        optional: true,
        mayBeEmpty: true,
        summary: "name of a skill, or words that describe it",
      },
    ],
    options: [
      {
        name: "limit",
        short: "n",
        value: "N",
        least: 1,
        summary: "maximum number of results (default 10)",
      },
      { name: "offset", value: "N", least: 0, summary: "number of results to skip (default 0)" },
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow search review pull requests", summary: "the ten best results" },
      { line: "knowhow search pdf --offset 10", summary: "the next ten" },
    ],
    load: async () => (await import("../commands/search.ts")).search,
  },
  {
    name: "match",
    summary: "Show which skills match a message, and why",
    detail:
      "Prints what a session with these settings would load and suggest. Many messages match no skill; the exit code is 0 in any case.",
    positionals: [{ name: "message", many: true, summary: "message of a user, or - to read it from stdin" }],
    options: [
      {
        name: "limit",
        short: "n",
        value: "N",
        least: 1,
        summary: "maximum number of suggestions (default 3)",
      },
      { name: "all", short: "a", summary: "also show the 5 nearest skills, whether they match or not" },
      { name: "ranking", value: "N", least: 1, summary: "like --all, but show the N nearest skills" },
      {
        name: "file",
        value: "PATH",
        completes: "files",
        many: true,
        summary: "file that the message is about, for skills that match by path; may be repeated",
      },
      PENDING,
      MODE,
      EMBEDDER,
    ],
    examples: [
      { line: 'knowhow match "merge these two PDFs"', summary: "what would be loaded or suggested" },
      {
        line: "knowhow match --ranking 5 - < message.txt",
        summary: "the five nearest skills for a long message",
      },
    ],
    load: async () => (await import("../commands/match.ts")).match,
  },
  {
    name: "eval",
    summary: "Measure how well labelled messages match their skills",
    detail:
      'Reads a file with one JSON object per line, { "query": …, "expect": name, names or null }, or the trigger evaluations of a skill (eval_queries.json, evals/trigger-evals.json, evals/triggers.yaml and similar names): a list of { "query": …, "should_trigger": true or false }, or lists "should_trigger" and "should_not_trigger". The tasks of evals/evals.json count as messages that should trigger the skill. Exits with 1 if a threshold is not met.',
    positionals: [
      {
        name: "file",
        optional: true,
        completes: "paths",
        summary:
          "such a file, or the name or directory of a skill that has one (default: all skills that have one)",
      },
    ],
    options: [
      percent("min-r1", "minimum share of messages whose expected skill ranks first"),
      percent("min-r5", "minimum share of messages whose expected skill ranks among the first five"),
      percent("max-false-load", "maximum share of messages that load a skill although none is expected"),
      percent(
        "max-false-suggest",
        "maximum share of messages that load or suggest a skill although none is expected",
      ),
      PENDING,
      MODE,
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow eval", summary: "evaluate every skill that has trigger evaluations" },
      {
        line: "knowhow eval evals/messages.jsonl --min-r1 90 --max-false-load 1",
        summary: "fail a CI job if matching gets worse",
      },
    ],
    load: async () => (await import("../commands/eval.ts")).evaluateFile,
  },
  {
    name: "overlaps",
    summary: "Find skills that are too similar to tell apart",
    positionals: [],
    options: [
      {
        name: "min",
        value: "SIMILARITY",
        summary:
          "minimum similarity of two descriptions, from 0 to 1 (default 0.92, or 0.6 with --embedder none)",
      },
      { name: "max", value: "N", least: 0, summary: "exit with 1 if there are more pairs than this" },
      PENDING,
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow overlaps", summary: "similar skills, and phrases that match the wrong one" },
      { line: "knowhow overlaps --max 0", summary: "fail a CI job if skills overlap" },
    ],
    load: async () => (await import("../commands/overlaps.ts")).overlaps,
  },
  {
    name: "catalog",
    summary: "Print the catalog that the model sees, and what it costs",
    detail: "The text comes first, exactly as the model gets it; --quiet omits the summary below it.",
    positionals: [],
    options: [
      BUDGET,
      {
        name: "format",
        value: "FORMAT",
        choices: ["lines", "xml", "json"],
        summary: "lines, xml or json (default: from the profile)",
      },
      { name: "message", value: "TEXT", summary: "also show what this user message would add" },
      WINDOW,
      { name: "location", summary: "include the path of each skill, for models that read files themselves" },
      {
        name: "pin",
        value: "NAME",
        completes: "skills",
        many: true,
        summary: "skill to show in full before all others; may be repeated",
      },
      EMBEDDER,
    ],
    examples: [
      { line: "knowhow catalog --budget 1500", summary: "what fits into 1,500 tokens, and what does not" },
      { line: 'knowhow catalog --message "/pdf report.pdf"', summary: "what a message would load" },
      { line: "knowhow catalog --quiet > prompt.md", summary: "only the text" },
    ],
    load: async () => (await import("../commands/catalog.ts")).catalog,
  },
  {
    name: "read",
    summary: "Print a file of a skill",
    detail: "Only files that belong to the skill can be read. Binary files need --json, which prints base64.",
    positionals: [
      {
        name: "url",
        completes: "skill-urls",
        summary: "NAME for the SKILL.md, or NAME/PATH; skill:// may be in front",
      },
    ],
    options: [{ name: "page", value: "N", least: 1, summary: "page of a long file (default 1)" }],
    examples: [
      { line: "knowhow read pdf", summary: "the SKILL.md" },
      { line: "knowhow read pdf/references/forms.md", summary: "another file of the skill" },
    ],
    load: async () => (await import("../commands/read.ts")).read,
  },
];
