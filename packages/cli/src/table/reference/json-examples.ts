const DIAGNOSTIC = {
  code: "format.name-mismatch",
  severity: "warning",
  message: '`name` is "pdf" but the directory is "pdf-tools"',
  path: "/home/anna/.agents/skills/pdf-tools/SKILL.md",
  line: 2,
  column: 7,
  hint: "give both the same name",
};

const TRUSTED_SKILL = {
  name: "release-notes",
  description: "Writes release notes. Use when …",
  state: "trusted",
  reason: null,
  path: "/home/anna/shop/.agents/skills/release-notes/SKILL.md",
  server: null,
  digest: "sha256-v1:2e41…",
  files: [{ path: "scripts/changes.sh", size: 512 }],
  asksFor: ["allowed-tools: Bash(git:*)"],
  granted: false,
  dynamic: false,
};

/** What `--json` prints, by command; a test compares the keys with the output of the commands. */
export const JSON_EXAMPLES: Readonly<Record<string, object>> = {
  list: {
    skills: [
      {
        name: "pdf",
        description: "Fills in PDF forms. Use when …",
        provider: "agents",
        level: "user",
        root: "/home/anna/.agents/skills",
        path: "/home/anna/.agents/skills/pdf/SKILL.md",
        version: "1e558f12f1c5c30e",
        tokens: 512,
        eligible: true,
        state: "on",
      },
    ],
    diagnostics: [DIAGNOSTIC],
  },
  show: {
    name: "pdf",
    description: "Fills in PDF forms. Use when …",
    state: "ineligible",
    provider: "agents",
    level: "user",
    root: "/home/anna/.agents/skills",
    path: "/home/anna/.agents/skills/pdf/SKILL.md",
    version: "1e558f12f1c5c30e",
    digest: "sha256-v1:2e41…",
    tokens: 512,
    license: "MIT",
    compatibility: null,
    allowedTools: ["Read", "Bash(git:*)"],
    metadata: { author: "anna" },
    fields: { author: "anna" },
    extensions: {},
    eligible: false,
    missing: [{ kind: "bins", name: "qpdf", hint: "install qpdf and make sure it is on the PATH" }],
    resources: [{ path: "references/forms.md", size: 4096 }],
    shadows: ["/usr/share/skills/pdf/SKILL.md"],
    outline: [{ key: "usage", title: "Usage", depth: 2, tokens: 180 }],
    diagnostics: [DIAGNOSTIC],
  },
  why: {
    name: "pdf",
    decisions: [{ stage: "discovery", outcome: "found", detail: "/home/anna/.agents/skills/pdf/SKILL.md …" }],
  },
  doctor: {
    ok: false,
    checks: [
      {
        check: "files",
        status: "error",
        summary: "1 file skipped",
        items: [
          {
            message: '"notes": `description` is missing',
            path: "/home/anna/.agents/skills/notes/SKILL.md",
            hint: "add `description: …` that says what the skill does and when to use it",
          },
        ],
      },
    ],
    catalog: { skills: 42, tokens: 3100 },
    next: ["run `knowhow validate` to see what is wrong with the skipped files"],
  },
  search: {
    query: "pdf",
    skills: [{ name: "pdf", score: 3, description: "Fills in PDF forms. Use when …", level: "user" }],
  },
  match: {
    matches: [
      {
        name: "invoices",
        score: 2.31,
        decision: "load",
        reasons: ['the phrase "send {customer} an invoice"', "close in meaning (0.71)"],
        variables: { customer: "Anna" },
      },
    ],
  },
  eval: {
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
    files: ["/home/anna/shop/.agents/skills/notes/eval_queries.json"],
  },
  overlaps: {
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
  },
  catalog: {
    text: "## Available skills\n…\n- pdf: Fills in PDF forms. Use when …",
    tokens: 1480,
    budget: 1500,
    report: { total: 42, full: 0, shortened: 40, nameOnly: 2, omitted: [] },
  },
  read: {
    url: "skill://pdf/references/forms.md",
    path: "references/forms.md",
    contentType: "text/markdown",
    encoding: "utf-8",
    page: 1,
    pages: 1,
    size: 4096,
    text: "# Forms\n…",
  },
  validate: {
    ok: false,
    rules: "spec",
    results: [
      {
        path: "/home/anna/.agents/skills/pdf-tools/SKILL.md",
        name: "pdf",
        ok: false,
        diagnostics: [{ ...DIAGNOSTIC, severity: "error" }],
      },
    ],
  },
  lint: {
    ok: true,
    results: [
      {
        path: "/home/anna/.agents/skills/pdf/SKILL.md",
        name: "pdf",
        diagnostics: [
          {
            code: "lint.missing-when",
            severity: "warning",
            message: "the description does not say when to use the skill",
            path: "/home/anna/.agents/skills/pdf/SKILL.md",
            line: 3,
            column: 1,
            hint: "add a sentence such as “Use when the user asks for …”",
          },
        ],
      },
    ],
  },
  new: {
    name: "release-notes",
    directory: "/home/anna/shop/.agents/skills/release-notes",
    path: "/home/anna/shop/.agents/skills/release-notes/SKILL.md",
  },
  simulate: {
    ok: true,
    steps: [
      { line: 1, step: "write", paths: [".agents/skills/pdf/SKILL.md"] },
      {
        line: 2,
        step: "user",
        text: "Can you fill in this form?",
        baseline: "## Available skills\n…",
        baselineTokens: 36,
        delta: null,
        inject: [],
        tools: ["skill_search", "skill_load"],
        activeTools: null,
        fingerprint: "9a0c…",
        report: {
          catalog: {
            total: 1,
            full: 1,
            shortened: 0,
            nameOnly: 0,
            omitted: [],
            tokens: 36,
            budget: 4000,
            costs: [{ name: "pdf", form: "full", tokens: 14 }],
          },
          matches: [],
          active: [],
          pending: [],
          refused: [],
          newerLibrary: false,
          notes: [],
        },
      },
      { line: 3, step: "expect", ok: true, failures: [] },
    ],
  },
  "trust list": {
    pending: [
      {
        name: "release-notes",
        description: "Writes release notes. Use when …",
        path: "/home/anna/shop/.agents/skills/release-notes/SKILL.md",
        level: "project",
        server: null,
        needs: "decision",
        reason: "no decision yet",
      },
    ],
    decisions: [
      {
        key: {
          kind: "skill",
          path: "/home/anna/shop/.agents/skills/review",
          name: "review",
          digest: "sha256-v1:2e41…",
        },
        state: "trusted",
        by: "person",
        reason: "read it",
        at: "2026-01-02T03:04:05.000Z",
      },
    ],
    notes: [],
  },
  "trust allow": {
    action: "trusted",
    skills: [TRUSTED_SKILL],
    notes: [],
  },
  "trust refuse": { action: "refused", skills: [TRUSTED_SKILL], notes: [] },
  "trust revoke": { action: "revoked", skills: [TRUSTED_SKILL], notes: [] },
  "mcp serve": {
    served: 41,
    dynamic: 1,
    diagnostics: [
      {
        code: "mcp.not-served",
        severity: "warning",
        message: '"notes" is not served: …',
        path: "/home/anna/.agents/skills/notes/SKILL.md",
        hint: "…",
      },
    ],
  },
  "mcp install": {
    client: "cursor",
    scope: "user",
    name: "knowhow",
    path: "/home/anna/.cursor/mcp.json",
    action: "installed",
    backup: "/home/anna/.local/state/knowhow/mcp-install/5c0f…/original.json",
    entry: { command: "/usr/bin/node", args: ["/opt/knowhow/bin/knowhow.js", "mcp"] },
    diff: ['+    "knowhow": {', "…"],
  },
  "mcp uninstall": {
    client: "cursor",
    scope: "user",
    name: "knowhow",
    path: "/home/anna/.cursor/mcp.json",
    action: "unchanged",
    entry: null,
    diff: [],
  },
  completion: { shell: "bash", script: "# knowhow completion for bash …" },
};

/** Notes on what an example cannot show. */
export const JSON_NOTES: Readonly<Record<string, string>> = {
  list: "`state` is `on`, `name-only`, `user-only`, `off`, `ineligible`, `pending` or `refused`; with `--all` also `shadowed`.",
  show: "`outline` is present with `--outline` only.",
  why: "If several files have the name, their decisions follow each other; those of a file start with the stage `discovery`.",
  match:
    "`decision` is what a session with these settings, or in the mode of `--mode`, would do: `load` or `suggest`. `matches` is empty if no skill matches. `variables` is present if a trigger has some, `args` if the user named the skill and wrote more. `ranking` is present with `--all` or `--ranking` only.",
  eval: "`mode` is the mode whose loads and suggestions were counted. Rates are between 0 and 1, or null if there is no message to measure them; names that end in `s` are counts of messages. `r1`, `r5` and `mrr` are for the messages that expect a skill (`positives`), by the ranking of the nearest ten. `falseLoad` and `falseSuggest` are for those that expect none (`negatives`); a load also counts as a suggestion. With `should_trigger: false`, only that skill is unwanted. `expected` is null if no skill was expected, `got` if none matched.",
  overlaps:
    "For `stolen` and `recall`, each skill's own phrases are matched in a library without them; `place` is null after the tenth.",
  catalog:
    "`inject` is present with `--message` only: the texts that the message adds, with kind, skill, tokens and reason.",
  simulate: "Each kind of line has its own keys; see [simulate.md](../simulate.md).",
  "trust list":
    '`needs` is `decision` or `review`. The `key` of a decision about a server\'s skill is `{ "kind": "mcp-listing", "label", "uri", "digest" }`, and `granted` tells whether the skill was also granted what its frontmatter asks for. `knowhow trust` without a name prints the same.',
  "trust allow":
    "`action` is `trusted`, `unchanged`, or `preview` when nothing was decided; `state` is the current state of each skill. For a skill of an MCP server, `server` is the label of the server and `path` is the skill's URI there; otherwise `server` is null.",
  "trust refuse": "`skills` as for `trust allow`.",
  "trust revoke": "`skills` as for `trust allow`; `action` is `unchanged` when there was no decision.",
  "mcp serve":
    'This is what `--check` prints. With `--http`, the one line on stdout is `{ "url", "token", "skills" }`; over stdio, stdout carries the protocol only.',
  "mcp install":
    "`action` is `installed`, `updated`, `unchanged`, `removed` or `preview`. `backup` is present if the file existed before. `diff` hides values that are not ours.",
  "mcp uninstall": "The same keys as for `mcp install`; `entry` is null.",
  doctor: "`status` is `ok`, `info`, `warning` or `error`; `ok` is false if a check is an error.",
};
