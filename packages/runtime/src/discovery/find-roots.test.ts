import { describe, expect, it } from "vitest";
import type { Provider } from "../profile.ts";
import { type FakeEnvironmentOptions, fakeEnvironment } from "../testing/fake-environment.ts";
import { findRoots, type RootOptions } from "./find-roots.ts";
import { type MemoryEntry, memoryFiles } from "./memory-files.ts";
import { PROVIDERS } from "./providers.ts";

const customDefaults = {
  id: "custom",
  level: "custom",
  priority: 90,
  depth: 6,
  requires: ["description"],
  trust: "trusted",
} as const satisfies RootOptions["customDefaults"];

const directory = { directory: true } as const;

function find(
  tree: Record<string, MemoryEntry>,
  options: Partial<RootOptions> = {},
  machine: FakeEnvironmentOptions = {},
) {
  const all = { providers: PROVIDERS, custom: [], customDefaults, switches: [{}], ...options };
  return findRoots(all, { files: memoryFiles(tree), environment: fakeEnvironment(machine) });
}

function row(at: string, more: Partial<Provider> = {}): Provider {
  return {
    id: "test",
    level: "user",
    priority: 1,
    roots: [{ at }],
    depth: 1,
    requires: [],
    trust: "trusted",
    ...more,
  };
}

async function paths(...args: Parameters<typeof find>): Promise<readonly string[]> {
  return (await find(...args)).value.map((root) => root.path);
}

describe("D1 the provider table", () => {
  it("has the priorities of the requirement", () => {
    const priorityOf = (id: string) => PROVIDERS.find((provider) => provider.id === id)?.priority;
    expect(["native", "claude", "claude-plugins", "agents", "codex"].map(priorityOf)).toEqual([
      100, 80, 70, 70, 70,
    ]);
  });

  it("knows more than forty clients, each row once per level", () => {
    const keys = PROVIDERS.map(({ id, level }) => `${id}:${level}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(PROVIDERS.map(({ id }) => id)).size).toBeGreaterThan(40);
  });

  it("trusts what the user installed and asks about what came with a project or a plugin", () => {
    const wrong = PROVIDERS.filter(({ level, trust }) => trust !== (level === "user" ? "trusted" : "ask"));
    expect(wrong).toEqual([]);
  });

  it("gives no two rows the same place", () => {
    const places = PROVIDERS.flatMap(({ roots }) => roots.map(({ at }) => at));
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  it("keeps project rows inside the project and user rows inside the home or an absolute place", () => {
    for (const { level, roots } of PROVIDERS) {
      for (const { at } of roots) expect(at.startsWith("{up}/")).toBe(level === "project");
    }
  });
});

describe("D1 switches", () => {
  const tree = { "/project/.claude/skills/a/SKILL.md": "", "/home/ada/.claude/skills/b/SKILL.md": "" };

  it("turn a provider off as a whole or at one level", async () => {
    expect(await paths(tree)).toEqual(["/project/.claude/skills", "/home/ada/.claude/skills"]);
    expect(await paths(tree, { switches: [{ claude: false }] })).toEqual([]);
    expect(await paths(tree, { switches: [{ "claude:project": false }] })).toEqual([
      "/home/ada/.claude/skills",
    ]);
    expect(await paths(tree, { switches: [{ claude: false, "claude:user": true }] })).toEqual([
      "/home/ada/.claude/skills",
    ]);
  });
});

describe("D2 roots", () => {
  it("that are missing are neither roots nor errors, but are watched", async () => {
    const { value, diagnostics, absent } = await find(
      { "/project/x": "" },
      { providers: [row("{home}/.a/skills")] },
    );
    expect([value, diagnostics, absent]).toEqual([[], [], ["/home/ada/.a/skills"]]);
  });

  it("that are files are not roots", async () => {
    expect(await paths({ "/home/ada/.claude/skills": "a file" })).toEqual([]);
  });

  it("come in table order, then in expansion order, numbered", async () => {
    const tree = {
      "/project/.git": directory,
      "/project/.agents/skills": directory,
      "/project/sub/.agents/skills": directory,
      "/project/sub/.knowhow/skills": directory,
      "/home/ada/.agents/skills": directory,
    };
    const { value } = await find(tree, {}, { cwd: "/project/sub" });
    expect(value.map(({ path, order }) => [path, order])).toEqual([
      ["/project/sub/.knowhow/skills", 0],
      ["/project/sub/.agents/skills", 1],
      ["/project/.agents/skills", 2],
      ["/home/ada/.agents/skills", 3],
    ]);
  });

  it("climb to the nearest .git, which may be a file, and no further", async () => {
    const tree = {
      "/work/.agents/skills": directory,
      "/work/repo/.git": "gitdir: elsewhere",
      "/work/repo/.agents/skills": directory,
      "/work/repo/a/b": directory,
    };
    expect(await paths(tree, {}, { cwd: "/work/repo/a/b" })).toEqual(["/work/repo/.agents/skills"]);
  });

  it("are searched only in the working directory when there is no repository", async () => {
    const tree = { "/work/.agents/skills": directory, "/work/a/.agents/skills": directory };
    expect(await paths(tree, {}, { cwd: "/work/a" })).toEqual(["/work/a/.agents/skills"]);
  });

  it("never make a project of the home directory", async () => {
    const tree = {
      "/home/ada/.git": directory,
      "/home/ada/.claude/skills": directory,
      "/home/ada/x": directory,
    };
    for (const cwd of ["/home/ada", "/home/ada/x"]) {
      const { value } = await find(tree, {}, { cwd });
      expect(value.map(({ path, provider }) => [path, provider.level])).toEqual([
        ["/home/ada/.claude/skills", "user"],
      ]);
    }
  });

  it("belong to the user when a project pattern names the same path", async () => {
    const providers = [row("{cwd}/.a/skills", { level: "project" }), row("{home}/.a/skills")];
    const { value } = await find({ "/home/ada/.a/skills": directory }, { providers }, { cwd: "/home/ada" });
    expect(value.map(({ provider }) => provider.level)).toEqual(["user"]);
  });

  it("of a project carry the boundary that they must not leave", async () => {
    const { value } = await find({ "/project/.git": directory, "/project/.claude/skills": directory });
    expect(value[0]?.boundary).toBe("/project");
  });
});

describe("D4 patterns", () => {
  it("take variables, skip them when unset, and give way to another variable", async () => {
    const tree = { "/env/skills": directory, "/home/ada/.claude/skills": directory };
    expect(await paths(tree)).toEqual(["/home/ada/.claude/skills"]);
    expect(await paths(tree, {}, { variables: { CLAUDE_CONFIG_DIR: "/env" } })).toEqual(["/env/skills"]);
  });

  it("use an absolute variable as it is and append a relative one to what precedes it", async () => {
    const tree = { "/env/skills": directory, "/project/mine": directory };
    const providers = [row("{cwd}/{SKILLS_DIR}")];
    expect(await paths(tree, { providers }, { variables: { SKILLS_DIR: "/env/skills" } })).toEqual([
      "/env/skills",
    ]);
    expect(await paths(tree, { providers }, { variables: { SKILLS_DIR: "mine" } })).toEqual([
      "/project/mine",
    ]);
    expect(await paths(tree, { providers }, { variables: { SKILLS_DIR: " " } })).toEqual([]);
  });

  it("list the matches of a star, sorted, without hidden directories", async () => {
    const tree = {
      "/home/ada/.claude/plugins/cache/market/b/1.0/skills": directory,
      "/home/ada/.claude/plugins/cache/market/a/2.0/skills": directory,
      "/home/ada/.claude/plugins/cache/market/a/1.0/other": directory,
      "/home/ada/.claude/plugins/cache/.tmp/c/1.0/skills": directory,
    };
    expect(await paths(tree)).toEqual([
      "/home/ada/.claude/plugins/cache/market/a/2.0/skills",
      "/home/ada/.claude/plugins/cache/market/b/1.0/skills",
    ]);
  });

  it("hold on the systems they name only", async () => {
    const tree = { "/etc/codex/skills": directory };
    expect(await paths(tree)).toEqual(["/etc/codex/skills"]);
    expect(await paths(tree, {}, { platform: "win32" })).toEqual([]);
  });

  it("read Windows paths from variables", async () => {
    const tree = { "C:/tools/claude/skills": directory };
    const machine = { platform: "win32", variables: { CLAUDE_CONFIG_DIR: "C:\\tools\\claude" } } as const;
    expect(await paths(tree, {}, machine)).toEqual(["C:/tools/claude/skills"]);
  });
});

describe("D4 directories that the caller names", () => {
  it("are relative to the working directory or to the home, and come last", async () => {
    const tree = {
      "/project/mine": directory,
      "/home/ada/own": directory,
      "/home/ada/.claude/skills": directory,
    };
    expect(await paths(tree, { custom: [{ path: "mine" }, { path: "~/own" }] })).toEqual([
      "/home/ada/.claude/skills",
      "/project/mine",
      "/home/ada/own",
    ]);
  });

  it("take the policy's defaults and the caller's wishes", async () => {
    const { value } = await find(
      { "/project/mine": directory },
      { custom: [{ path: "mine", depth: 2, id: "team" }] },
    );
    expect(value).toEqual([
      {
        path: "/project/mine",
        provider: { ...customDefaults, depth: 2, id: "team" },
        order: 0,
        explicit: true,
      },
    ]);
  });

  it("win over a provider that claims the same directory", async () => {
    const { value } = await find(
      { "/home/ada/.claude/skills": directory },
      { custom: [{ path: "~/.claude/skills" }] },
    );
    expect(value.map(({ provider, explicit }) => [provider.id, explicit])).toEqual([["custom", true]]);
  });

  it("are missed with a word when they are missing", async () => {
    const { value, diagnostics } = await find({ "/project/x": "" }, { custom: [{ path: "none" }] });
    expect(value).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: "discovery.root-missing", severity: "info", path: "/project/none" },
    ]);
  });

  it("count once when they are named twice", async () => {
    expect(
      await paths({ "/project/mine": directory }, { custom: [{ path: "mine" }, { path: "./mine/" }] }),
    ).toHaveLength(1);
  });

  it("are refused when the path is empty or holds a NUL", async () => {
    for (const path of ["", " ", "a\0b"])
      await expect(find({}, { custom: [{ path }] })).rejects.toThrow("empty path");
  });
});
