import type { JsonExample } from "./json-example.ts";

const RECORD = {
  at: "2026-11-17T09:12:44.120Z",
  action: "skill.served",
  actor: "model",
  skill: "pdf",
  digest: "4b3af1de…",
  session: "0dcad2de-696f-4f4a-8a3a-ed36f06980cd",
  detail: { path: "SKILL.md", bytes: 2141, version: "b492834e4ddc7bee", provider: "agents" },
  seq: 120,
};

const RUN = {
  at: "2026-11-17T09:12:51.007Z",
  action: "run.started",
  actor: "user",
  skill: "weekly-review",
  digest: "2e41a07c…",
  run: "0mi2k3j4l-1f2e3d4c5b6a",
  seq: 121,
};

const PLACE = { file: "/home/anna/.local/state/knowhow/audit/audit.jsonl" };

/** The JSON of the commands in `specs/audit.ts`. */
export const AUDIT_JSON: Readonly<Record<string, JsonExample>> = {
  "audit list": {
    example: {
      path: "/home/anna/.local/state/knowhow/audit/audit.jsonl",
      records: [
        { ...RECORD, ...PLACE, line: 120 },
        { ...RUN, ...PLACE, line: 121 },
      ],
      unreadable: 0,
    },
    note: "`unreadable` is the number of lines that are not records.",
  },
  "audit verify": {
    example: {
      path: "/home/anna/.local/state/knowhow/audit/audit.jsonl",
      ok: true,
      records: 120,
      from: 1,
      head: "120:9f86d081…",
      torn: null,
      problem: null,
    },
    note: "If `ok` is false, `problem` has `file`, `line` and `reason`.",
  },
  "audit export": { example: { records: [RECORD, RUN] }, note: "Without `--json`, one record per line." },
};
