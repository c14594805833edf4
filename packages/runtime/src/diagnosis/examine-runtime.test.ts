import { describe, expect, it } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { fakeScanner } from "../testing/fake-scanner.ts";
import { skillMd } from "../testing/workshop.ts";
import { examineRuntime } from "./examine-runtime.ts";
import type { Machine } from "./machine.ts";

const DIRECTORIES = { cache: "/home/ada/.cache/knowhow", config: "/etc/knowhow", state: "/home/ada/state" };

const machine: Machine = {
  nodeVersion: "v22.1.0",
  cwd: "/project",
  directories: DIRECTORIES,
  clients: [],
  inspect: () => "writable",
  verifyAudit: async () => ({ path: "/home/ada/state", verdict: { ok: true, records: 2, last: undefined } }),
  cacheProblem: () => undefined,
};

async function examine(tree: Readonly<Record<string, string>>, changes: Partial<Machine> = {}) {
  const runtime = await createRuntime({ ...fakePorts(tree), scanner: fakeScanner() }, { trust: () => true });
  const report = await examineRuntime(runtime, { ...machine, ...changes });
  return { report, check: (name: string) => report.checks.find(({ check }) => check === name) };
}

const PDF = "/project/.agents/skills/pdf/SKILL.md";

describe("examineRuntime", () => {
  it("O3 finds nothing wrong with a good library on a good machine, without Node", async () => {
    const { report } = await examine({ [PDF]: skillMd({ name: "pdf", description: "Fills in forms." }) });
    expect(report).toMatchObject({ ok: true, catalog: { skills: 1 }, next: [] });
    expect(report.checks.filter(({ status }) => status !== "ok").map(({ check }) => check)).toEqual([
      "scans",
      "clients",
    ]);
  });

  it("O3 counts skills that were never scanned instead of reporting no findings", async () => {
    const { check } = await examine({ [PDF]: skillMd({ name: "pdf", description: "Fills in forms." }) });
    expect(check("scans")).toMatchObject({
      status: "info",
      summary: "1 of 1 skill never scanned",
      items: [{ hint: expect.stringContaining("knowhow scan --all") }],
    });
  });

  it("O3 reports the clients that were found, with the version that their files name, and no others", async () => {
    const found = { installed: true, version: "0.169.0", connected: false };
    const { report, check } = await examine(
      {
        [PDF]: skillMd({ name: "pdf", description: "Fills in forms." }),
        "/home/ada/.claude/skills/tone/SKILL.md": skillMd({ name: "tone", description: "Sets the tone." }),
      },
      {
        clients: [
          { client: "codex", ...found },
          { client: "claude-code", ...found, version: null, connected: true },
        ],
      },
    );
    expect(check("clients")?.items.map(({ message }) => message)).toEqual([
      "Codex 0.169.0: reads 1 of 2 skills itself; knowhow is not among its MCP servers; run `knowhow mcp install codex`",
      "Claude Code: 1 of 2 skills in the instructions, 1 that it lists itself is not repeated; it reads 1 of 2 skills itself",
    ]);
    expect(report.clients).toMatchObject([
      { client: "codex", own: 1, none: 1, served: 0 },
      { client: "claude-code", own: 1, served: 1 },
    ]);
  });

  it("O3 does not advise to remove a skill that Codex installs itself", async () => {
    const skill = (description: string) => skillMd({ name: "skill-creator", description });
    const { check } = await examine({
      "/home/ada/.codex/skills/.system/skill-creator/SKILL.md": skill("Makes skills."),
      "/home/ada/.agents/skills/skill-creator/SKILL.md": skill("Makes other skills."),
    });
    const [shadowed] = check("names")?.items ?? [];
    expect(shadowed?.hint).toMatch(
      /^a client installs \/home\/ada\/\.codex\/skills\/\.system\/.* itself, so rename the other/,
    );
  });

  it("O3 reports an error of the library with the next step", async () => {
    const { report, check } = await examine({ [PDF]: skillMd({ name: "pdf" }) });
    expect(report.ok).toBe(false);
    expect(check("files")).toMatchObject({ status: "error", items: [{ path: PDF }] });
    expect(report.next).toEqual(["run `knowhow validate` to see what is wrong with the skipped files"]);
  });

  it("T6 O3 names the file and line of an audit log that was changed", async () => {
    const verdict = {
      ok: false,
      records: 4,
      file: "/log/audit.jsonl",
      line: 5,
      reason: "it was changed",
    } as const;
    const { report, check } = await examine({}, { verifyAudit: async () => ({ path: "/log", verdict }) });
    expect(check("audit")).toMatchObject({
      status: "error",
      items: [{ message: "line 5: it was changed", path: "/log/audit.jsonl" }],
    });
    expect(report.next).toEqual(["run `knowhow audit verify` to see where the log was changed"]);
  });

  it.each([
    ["agentskills", "/project/.agents/skills/pdf/SKILL.md", "agents, project level"],
    ["metis", "/project/.metis/skills/pdf/SKILL.md", "metis, workspace level"],
    ["aios", "/project/skills/pdf/SKILL.md", "vault, vault level"],
  ])("O3 names the levels of directories as %s does", async (profile, path, name) => {
    const ports = fakePorts({ [path]: skillMd({ name: "pdf", description: "Fills in forms." }) });
    const runtime = await createRuntime(ports, { profile, trust: () => true });
    const { checks } = await examineRuntime(runtime, machine);
    const roots = checks.find(({ check }) => check === "roots");
    expect(roots?.items.map(({ message }) => message)).toEqual([`1 SKILL.md file (${name})`]);
  });

  it.each([
    ["v20.18.9", "error"],
    ["v18.20.0", "error"],
    ["v20.19.0", "ok"],
    ["v24.0.0", "ok"],
  ])("O3 checks the version of Node: %s is %s", async (nodeVersion, status) => {
    const { report, check } = await examine({}, { nodeVersion });
    expect(check("node")).toMatchObject({ status, summary: `Node ${nodeVersion}` });
    expect(report.ok).toBe(status === "ok");
  });

  it.each([
    ["file", "the config directory cannot be created: there is a file in its place"],
    ["other", "the config directory cannot be created"],
    ["not-writable", "the config directory is not writable"],
  ] as const)("O3 says what is wrong if a directory of knowhow is %s", async (found, message) => {
    const inspect = (path: string) =>
      path === "/etc" ? found : path.startsWith("/etc") ? "absent" : "writable";
    const { report, check } = await examine({}, { inspect });
    expect(check("folders")).toEqual({
      check: "folders",
      status: "warning",
      summary: "some directories cannot be used",
      items: [
        { message, path: "/etc", hint: expect.stringContaining("or set KNOWHOW_CONFIG_DIR"), code: null },
      ],
    });
    expect(report.next).toEqual(["make the directories writable, or choose others"]);
  });

  it("O3 calls a directory not writable if not even the root exists", async () => {
    const { check } = await examine({}, { inspect: () => "absent" });
    expect(check("folders")?.items.map(({ path }) => path)).toEqual(["/", "/", "/"]);
  });
});
