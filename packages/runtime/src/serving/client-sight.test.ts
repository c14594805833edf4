import { describe, expect, it } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { clientSights, describeReaders, type FoundClient, readersOf } from "./client-sight.ts";

const found = (client: string, more: Partial<FoundClient> = {}): FoundClient => ({
  client,
  installed: true,
  version: null,
  connected: false,
  ...more,
});

/** Skills by path, in a project at /project; only those named are trusted. */
async function sightsOf(
  paths: readonly string[],
  clients: readonly FoundClient[],
  trusted: readonly string[] = [],
) {
  const tree = Object.fromEntries(
    paths.map((path) => {
      const name = path.slice(path.lastIndexOf("/") + 1);
      return [`${path}/SKILL.md`, skillMd({ name, description: `Does ${name} work. From ${path}.` })];
    }),
  );
  const { library } = await createRuntime(fakePorts({ "/project/.git/HEAD": "", ...tree }), {
    trust: ({ skill }) => trusted.includes(skill.name) || undefined,
  });
  const context = { library, clients, cwd: "/project" };
  const of = (name: string) => {
    const entry = library.entry(name);
    if (entry === undefined) throw new Error(`no ${name}`);
    return Object.fromEntries(
      clientSights(entry, context).map(({ client, sees, why }) => [client, { sees, why }]),
    );
  };
  return { of, context, library };
}

describe("clientSights", () => {
  const CLIENTS = [found("claude-code", { connected: true }), found("codex"), found("gemini")];

  it("O3 says that Codex and Gemini CLI read a pending skill of .agents/skills themselves", async () => {
    const { of, context, library } = await sightsOf(["/project/.agents/skills/deploy"], CLIENTS);
    const why = "it reads /project/.agents/skills itself";
    expect(of("deploy")).toEqual({
      "claude-code": { sees: "none", why: "knowhow does not serve a skill that is pending" },
      codex: { sees: "own", why },
      gemini: { sees: "own", why },
    });
    expect(describeReaders(readersOf(library.entries(), context), 1)).toBe(
      "Codex and Gemini CLI read it themselves",
    );
  });

  it("O3 tells served from unconnected, with the command that connects", async () => {
    const clients = [
      found("claude-code", { connected: true }),
      found("codex"),
      found("cursor", { connected: null }),
    ];
    const { of } = await sightsOf(["/home/ada/.knowhow/skills/tone"], clients, ["tone"]);
    expect(of("tone")).toEqual({
      "claude-code": { sees: "served", why: "over MCP" },
      codex: {
        sees: "none",
        why: "knowhow is not among its MCP servers; run `knowhow mcp install codex`",
      },
      cursor: { sees: "none", why: "its configuration cannot be read" },
    });
  });

  it("O3 names the other skill of the same name that a client reads instead", async () => {
    const { of } = await sightsOf(
      ["/home/ada/.knowhow/skills/tone", "/home/ada/.codex/skills/tone"],
      [found("codex")],
      ["tone"],
    );
    expect(of("tone").codex?.why).toMatch(
      /^it reads another skill of this name itself, \/home\/ada\/\.codex\/skills\/tone\/SKILL\.md; knowhow is not/,
    );
  });

  it("O3 counts who reads a part of the skills, and a client whose prompt was not captured", async () => {
    const { context, library } = await sightsOf(
      ["/project/.agents/skills/a", "/project/.agents/skills/b", "/project/.cursor/skills/c"],
      [found("codex"), found("cursor"), found("goose", { installed: false })],
    );
    expect(describeReaders(readersOf(library.entries(), context), 3)).toBe(
      "Codex reads 2 of them itself, Cursor reads 1 of them itself",
    );
    expect(describeReaders([], 3)).toBe("");
  });
});
