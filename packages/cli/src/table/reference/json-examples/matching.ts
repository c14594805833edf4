import type { JsonExample } from "./json-example.ts";

const PENDING = {
  name: "pdf-tools",
  state: "pending",
  level: "project",
  source: "project",
  path: "/home/anna/shop/.agents/skills/pdf-tools/SKILL.md",
  command: "knowhow trust pdf-tools",
};

/** The JSON of the commands in `specs/matching.ts`. */
export const MATCHING_JSON: Readonly<Record<string, JsonExample>> = {
  search: {
    example: {
      query: "pdf",
      total: 12,
      offset: 0,
      skills: [
        {
          name: "pdf",
          score: 4.1482,
          description: "Fills in PDF forms. Use when …",
          level: "user",
          source: "user",
        },
      ],
      pending: [PENDING],
    },
    note: "`pending` are skills that the words find and that wait for a decision: at most five, without their text, with the command that decides.",
  },
  match: {
    example: {
      mode: "auto",
      matches: [
        {
          name: "invoices",
          score: 2.31,
          decision: "load",
          reasons: ['the phrase "send {customer} an invoice"', "close in meaning (0.71)"],
          variables: { customer: "Anna" },
        },
      ],
      judgement: {
        chance: 0.97,
        loadChance: 0.95,
        lead: 0.62,
        thresholds: { suggest: 0.45, load: 0.93, lead: 0.2 },
      },
      drafts: [],
      pending: [PENDING],
    },
    note: "`mode` is the mode that decided: that of `--mode` or of the settings, or a lower one if the configuration allows no more. `decision` is what a session would do: `load` or `suggest`. `matches` is empty if no skill matches. `variables` is present if a trigger has some, `args` if the user named the skill and wrote more. `judgement` has the chance that the message calls for the nearest skill or one close to it, the chance that it calls for exactly what this skill does, the lead of its score over the next one, and the thresholds that they must reach in a library of this size; it is null if nothing was weighed. A name or a trigger phrase decides in any case. `drafts` are the names of matches that were used although nobody decided about their current content. `pending` are skills that the message is about and that wait for a decision, with the command that decides. `ranking` is present with `--all` or `--ranking` only.",
  },
  eval: {
    example: {
      mode: "auto",
      n: 4,
      r1: 0.5,
      r5: 1,
      mrr: 0.75,
      falseLoad: 0,
      falseSuggest: 0.5,
      positives: 2,
      negatives: 2,
      missedLoads: 1,
      missedSuggestions: 0,
      falseLoads: 0,
      falseSuggestions: 1,
      nearMisses: 0,
      nearMissLoads: 0,
      nearMissSuggestions: 0,
      wrongLoads: 0,
      perSkill: [
        {
          name: "notes",
          positives: 2,
          r1: 0.5,
          r5: 1,
          mrr: 0.75,
          missedLoads: 1,
          missedSuggestions: 0,
          margin: 0.12,
          negatives: 2,
          falseLoads: 0,
          falseSuggestions: 1,
          stolenBy: [{ name: "minutes", count: 1 }],
        },
      ],
      confusions: [{ expected: "notes", got: "minutes", count: 1, queries: ["write down what we said"] }],
      unknown: [{ name: "note", count: 1, state: null, suggestion: "notes" }],
      thresholds: [{ option: "min-r1", limit: 0.9, value: 0.5, ok: false }],
      drafts: [],
      files: ["/home/anna/shop/.agents/skills/notes/eval_queries.json"],
      skipped: [],
    },
    note: "`mode` is the mode whose loads and suggestions were counted. `drafts` are the skills that were used although nobody decided about their current content. Rates are between 0 and 1, or null if there is no message to measure them; names that end in `s` are counts of messages. `r1`, `r5` and `mrr` are for the messages that expect a skill (`positives`), by the ranking of the nearest ten. `falseLoad` and `falseSuggest` are for those that expect none (`negatives`); a load also counts as a suggestion. With `should_trigger: false` or `unwanted`, only that skill is unwanted; such near misses are also counted separately. `expected` is null if no skill was expected, `got` if none matched.",
  },
  overlaps: {
    example: {
      pairs: [
        {
          a: "pdf-join",
          b: "pdf-merge",
          similarity: 0.97,
          shared: ["document", "pdf"],
          onlyA: ["joins"],
          onlyB: ["merges"],
          reasons: ["their descriptions mean nearly the same"],
        },
      ],
      stolen: [{ skill: "weather", phrase: "will it rain in Oslo", by: "umbrellas", place: 2 }],
      recall: { phrases: 12, asked: 12, r1: 0.83, r5: 1 },
      drafts: [],
    },
    note: "`drafts` are the skills that were used although nobody decided about their current content. For `stolen` and `recall`, each skill's own phrases are matched in a library without them; `place` is null after the tenth.",
  },
  catalog: {
    example: {
      text: "## Available skills\n…\n- pdf: Fills in PDF forms. Use when …",
      context: "",
      tokens: 1480,
      budget: 1500,
      report: { total: 42, full: 0, shortened: 40, nameOnly: 2, omitted: [] },
    },
    note: "`context` is the text of the AGENTS.md files that apply, for profiles that use them. `inject` is present with `--message` only: the texts that the message adds, with kind, skill, tokens and reason.",
  },
  read: {
    example: {
      url: "skill://pdf/references/forms.md",
      path: "references/forms.md",
      contentType: "text/markdown",
      encoding: "utf-8",
      page: 1,
      pages: 1,
      size: 4096,
      text: "# Forms\n…",
    },
  },
};
