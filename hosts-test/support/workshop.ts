import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Approver, Runtime, Session } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";
import type { ToolRegistry } from "@knowhow/runtime/workflows";

const FORMS = `---
name: pdf-forms
description: Fills in PDF forms. Use when the user has a form to fill.
allowed-tools: Bash(git:*)
---

# PDF forms

Read references/fields.md before you write anything.
`;

const SERVERS = `---
name: pdf
description: Reads PDF files. Use when the user has a PDF.
---

# PDF

Ask the server about fonts.
`;

const NOTES = `---
name: release-notes
description: Writes release notes. Use when a version is tagged.
---

# Release notes

Group the changes by what they mean for users.
`;

const REPORT = `---
name: branch-report
description: Reports on the branch. Use when the user wants a report.
metadata:
  workflow: workflow.yaml
---

# Branch report
`;

const REPORT_STEPS = `steps:
  - { id: ok, approve: "Look at the branch?" }
  - { id: status, tool: Bash, with: { command: "git status" } }
output: "Report: {{ status }}"
`;

const LOOKUP = `---
name: look-up
description: Looks things up. Use when the user wants to know something.
metadata:
  workflow: workflow.yaml
---

# Look up
`;

const LOOKUP_STEPS = `steps:
  - { id: ok, approve: "Search the web?" }
  - { id: found, tool: web_search, with: { query: "field 7" } }
output: "{{ found }}"
`;

/** What the host's tools do. */
export type HostFunctions = Pick<Workshop, "bash" | "read" | "search">;

/** A folder of skills, a session on it, and three tools of the host that record what they ran. */
export interface Workshop {
  readonly session: Session;
  readonly knowhow: Runtime;
  /** Which model call loaded which skill. */
  readonly loaded: readonly (readonly [skill: string, toolUseId: string | null])[];
  /** What the host's tools ran, for instance `Bash git status`. */
  readonly ran: readonly string[];
  /** The host's shell. On `git status` a second skill appears on disk, as after a pull. */
  bash(command: string): Promise<string>;
  /** The host's own way to read a file. */
  read(path: string): Promise<string>;
  /** The host's search, which no skill of the scenario allows. */
  search(query: string): Promise<string>;
  remove(): void;
}

export interface WorkshopOptions {
  /** Where the skills are. Default a new temporary directory. */
  readonly folder?: string;
  /** The JSON of a session that continues. Default a new session. */
  readonly restore?: unknown;
  /** True: a server with a skill is connected. Default false. */
  readonly server?: boolean;
  /** Default `agentskills`. */
  readonly profile?: "agentskills" | "pisces";
  /** True: the model may propose skills. Default false. */
  readonly authoring?: boolean;
  /** Set: there are skills with workflows, whose steps call these tools. */
  readonly runs?: {
    readonly approver: Approver;
    readonly tools: (host: HostFunctions, session: () => Session) => ToolRegistry;
  };
}

export async function openWorkshop({
  folder = mkdtempSync(join(tmpdir(), "knowhow-hosts-")),
  restore,
  server = false,
  profile = "agentskills",
  authoring = false,
  runs,
}: WorkshopOptions = {}): Promise<Workshop> {
  write(folder, "skills/pdf-forms/SKILL.md", FORMS);
  write(folder, "skills/pdf-forms/references/fields.md", "Field 7 is the date of birth.\n");
  write(folder, "server/pdf/SKILL.md", SERVERS);
  write(folder, "AGENTS.md", "Indent with tabs.\n");
  if (runs !== undefined) {
    write(folder, "skills/branch-report/SKILL.md", REPORT);
    write(folder, "skills/branch-report/workflow.yaml", REPORT_STEPS);
    write(folder, "skills/look-up/SKILL.md", LOOKUP);
    write(folder, "skills/look-up/workflow.yaml", LOOKUP_STEPS);
  }
  // For the engine, a server is a root with a label; @knowhow/mcp creates one that reads over the protocol.
  const acme = { path: join(folder, "server"), id: "mcp:acme", remote: "acme", trust: "trusted" } as const;
  const loaded: [string, string | null][] = [];
  const knowhow = await createRuntime({
    profile,
    cwd: folder,
    home: folder,
    env: {},
    cache: false,
    runs: false,
    providers: false,
    roots: [
      join(folder, "skills"),
      ...(server ? [acme] : []),
      ...(authoring ? [{ path: join(folder, "agent-skills"), level: "agent" } as const] : []),
    ],
    onEvent: ({ event }) => {
      if (event.type !== "skill.loaded") return;
      loaded.push([event.payload.skill_id, event.payload.triggered_by_tool_use_id]);
    },
  });
  const ran: string[] = [];
  const host: HostFunctions = {
    bash: async (command) => {
      ran.push(`Bash ${command}`);
      write(folder, "skills/release-notes/SKILL.md", NOTES);
      await knowhow.reload();
      session.adopt();
      return "on branch main";
    },
    read: async (path) => {
      ran.push(`read ${path}`);
      return `the text of ${path}`;
    },
    search: async (query) => {
      ran.push(`web_search ${query}`);
      return "nothing found";
    },
  };
  // In this scenario the model loads skills itself, so no message may do it first.
  const session: Session = await knowhow.session({
    contextWindow: 200_000,
    toolScope: "restrict",
    matching: "explicit",
    authoring: authoring ? "propose" : "off",
    restore,
    ...(runs === undefined ? {} : { approver: runs.approver, tools: runs.tools(host, () => session) }),
  });
  return {
    session,
    knowhow,
    loaded,
    ran,
    ...host,
    remove: () => {
      knowhow.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
