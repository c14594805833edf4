import { AUDIT_ACTIONS } from "@knowhow/runtime";
import type { ActionSpec, CommandSpec, GroupSpec, OptionSpec } from "../table/command.ts";

const SINCE: OptionSpec = {
  name: "since",
  value: "TIME",
  summary: "only records since then: an age such as `2h` or `7d`, or a date",
};

const nouns = [...new Set(Object.keys(AUDIT_ACTIONS).map((action) => action.split(".")[0] ?? ""))];

const FILTERS: readonly OptionSpec[] = [
  { name: "skill", value: "NAME", completes: "skills", summary: "only records about this skill" },
  {
    name: "action",
    value: "ACTION",
    choices: [...nouns, ...Object.keys(AUDIT_ACTIONS)],
    summary: "only this action, or all of one kind (`run`)",
  },
  {
    name: "actor",
    value: "ACTOR",
    choices: ["model", "client", "user", "host", "engine"],
    summary: "only what this actor caused: model, client, user, host or engine",
  },
  SINCE,
];

const list: ActionSpec = {
  name: "list",
  summary: "List records of the audit log, newest last",
  positionals: [],
  options: [
    ...FILTERS,
    { name: "limit", short: "n", value: "N", least: 1, summary: "maximum number of records (default 50)" },
  ],
  examples: [
    { line: "knowhow audit list --since 2h", summary: "what happened in the last two hours" },
    { line: "knowhow audit list --action tool.denied", summary: "calls of tools that were refused" },
    { line: "knowhow audit list --skill pdf --json", summary: "records about a skill, as JSON" },
  ],
  load: async () => (await import("../commands/audit/list.ts")).auditList,
};

const verify: ActionSpec = {
  name: "verify",
  summary: "Check that the audit log was not changed",
  detail:
    "Checks every line of every file, the chain between them, and the end of the log. Exits with 0 if the log is intact, and with 1 if it is not; the file and line are printed. Note the head that it prints, and pass it with --head later: then even somebody who can write the log and its head cannot remove what was there.",
  positionals: [],
  options: [
    {
      name: "head",
      value: "N:DIGEST",
      summary: "a head that was noted earlier, which the log must still contain",
    },
  ],
  examples: [
    { line: "knowhow audit verify", summary: "check the log" },
    { line: "knowhow audit verify --json", summary: "for a script" },
  ],
  load: async () => (await import("../commands/audit/verify.ts")).auditVerify,
};

const exportLog: ActionSpec = {
  name: "export",
  summary: "Print records of the audit log as JSON lines or CSV",
  detail: "Prints all records, oldest first. Does not check the log: see `knowhow audit verify`.",
  positionals: [],
  options: [
    { name: "format", value: "FORMAT", choices: ["jsonl", "csv"], summary: "jsonl (default) or csv" },
    ...FILTERS,
  ],
  examples: [
    {
      line: "knowhow audit export --format csv --since 30d",
      summary: "the last thirty days, for a spreadsheet",
    },
    { line: "knowhow audit export --action run", summary: "everything about runs, one JSON object per line" },
  ],
  load: async () => (await import("../commands/audit/export.ts")).auditExport,
};

const audit: GroupSpec = {
  name: "audit",
  summary: "See what skills, models and users did, and check that the record is complete",
  detail:
    "Every command and `knowhow mcp serve` record what is given to a model or a client, what is run, approved, refused and trusted, before it happens. The log is in your state directory. It contains names and digests, never texts or arguments. KNOWHOW_AUDIT=off turns it off.",
  commands: [list, verify, exportLog],
  fallback: list,
  examples: [
    { line: "knowhow audit", summary: "the latest records" },
    { line: "knowhow audit verify", summary: "check that nothing was changed" },
  ],
};

/** Commands about the audit log. */
export const AUDIT: readonly CommandSpec[] = [audit];
