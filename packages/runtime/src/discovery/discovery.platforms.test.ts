import { createRuntime, type Environment, type FileSystem, type RuntimeOptions } from "@knowhow/runtime";
import {
  type FakeEnvironmentOptions,
  fakeEnvironment,
  type MemoryEntry,
  memoryFiles,
  nodeHash,
} from "@knowhow/runtime/testing";
import { findProject } from "@knowhow/runtime/toolkit";
import { describe, expect, it } from "vitest";

type Tree = Readonly<Record<string, MemoryEntry>>;

const MACHINES = {
  linux: { platform: "linux", cwd: "/work/app", home: "/home/ada" },
  darwin: { platform: "darwin", cwd: "/Users/ada/app", home: "/Users/ada" },
  win32: { platform: "win32", cwd: "C:/work/app", home: "C:/Users/ada" },
} as const satisfies Record<Environment["platform"], FakeEnvironmentOptions>;

const NAMES = ["a", "all", "fly", "lower", "mixed", "notes", "own", "upper"];

const skill = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo it.\n`;

/** What a machine of this kind makes of a tree: where skills were found, which can be used, and what went wrong. */
async function load(machine: FakeEnvironmentOptions, files: FileSystem, options: RuntimeOptions = {}) {
  const ports = { files, environment: fakeEnvironment(machine), hash: nodeHash };
  const { library } = await createRuntime(ports, { trust: () => true, ...options });
  const found = NAMES.flatMap((name) => library.versions(name));
  return {
    paths: found.map(({ path }) => path),
    usable: library.list().map(({ name }) => name),
    codes: library.diagnostics.map(({ code }) => code),
  };
}

describe("D1 discovery on Windows", () => {
  const tree = {
    "C:/work/app/.git/HEAD": "",
    "C:/work/app/.agents/skills/notes/SKILL.md": skill("notes"),
    "C:/work/app/src/deep/x": "",
    "C:/Users/ada/.claude/skills/own/SKILL.md": skill("own"),
    "C:/Users/ada/AppData/Roaming/Block/goose/config/skills/fly/SKILL.md": skill("fly"),
  };
  const project = "C:/work/app/.agents/skills/notes/SKILL.md";
  const user = "C:/Users/ada/.claude/skills/own/SKILL.md";

  it("finds skills on drives, from any depth of the project", async () => {
    const deep = { ...MACHINES.win32, cwd: "C:/work/app/src/deep" };
    expect((await load(MACHINES.win32, memoryFiles(tree))).paths).toEqual([project, user]);
    expect((await load(deep, memoryFiles(tree))).paths).toEqual([project, user]);
  });

  it("ends its climb at the root of the drive, which keeps its slash", async () => {
    const files = memoryFiles({
      "C:/.git/HEAD": "",
      "C:/.agents/skills/notes/SKILL.md": skill("notes"),
      "C:/x/y/z": "",
    });
    const asked: string[] = [];
    const watched: FileSystem = {
      ...files,
      stat: (path) => {
        asked.push(path);
        return files.stat(path);
      },
    };
    const { paths } = await load({ ...MACHINES.win32, cwd: "C:/x/y" }, watched);
    expect(paths).toEqual(["C:/.agents/skills/notes/SKILL.md"]);
    expect(asked.filter((path) => path.endsWith("/.git"))).toEqual(["C:/x/y/.git", "C:/x/.git", "C:/.git"]);
    expect([asked.includes("C:/"), asked.includes("C:")]).toEqual([true, false]);
  });

  it("looks into AppData for clients that keep skills there, and nowhere else", async () => {
    const fly = "C:/Users/ada/AppData/Roaming/Block/goose/config/skills/fly/SKILL.md";
    const variables = { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" };
    const on = (machine: FakeEnvironmentOptions) => load({ ...machine, variables }, memoryFiles(tree));
    expect((await on(MACHINES.win32)).paths).toContain(fly);
    expect((await on({ ...MACHINES.win32, platform: "darwin" })).paths).not.toContain(fly);
  });

  it("looks into /etc on systems that have it", async () => {
    const files = memoryFiles({ "/etc/codex/skills/all/SKILL.md": skill("all") });
    const found = async (machine: FakeEnvironmentOptions) => (await load(machine, files)).paths.length;
    expect([await found(MACHINES.linux), await found(MACHINES.darwin), await found(MACHINES.win32)]).toEqual([
      1, 1, 0,
    ]);
  });

  it.each([
    ["~\\own", "C:/Users/ada/own"],
    ["D:\\shared\\", "D:/shared"],
    ["..\\beside", "C:/work/beside"],
    ["d:\\shared", "D:/shared"],
    ["\\\\server\\share\\skills", "//server/share/skills"],
    ["//server/share/./skills/", "//server/share/skills"],
  ])("D4 reads a root that is written %s", async (path, place) => {
    const files = memoryFiles({ [`${place}/a/SKILL.md`]: skill("a") });
    const { paths, codes } = await load(MACHINES.win32, files, { roots: [{ path }] });
    expect([paths, codes]).toEqual([[`${place}/a/SKILL.md`], []]);
  });

  it("finds skills of a project on a network share, and asks nothing above the share", async () => {
    const files = memoryFiles({
      "//server/share/app/.git/HEAD": "",
      "//server/share/app/.agents/skills/notes/SKILL.md": skill("notes"),
      "//server/share/other/x": "",
      "//server/share/profiles/ada/.claude/skills/own/SKILL.md": skill("own"),
    });
    const asked: string[] = [];
    const watched: FileSystem = {
      ...files,
      stat: (path) => {
        asked.push(path);
        return files.stat(path);
      },
    };
    const machine = { platform: "win32", home: "//server/share/profiles/ada" } as const;
    const { paths, codes } = await load({ ...machine, cwd: "//server/share/app" }, watched);
    expect(paths).toEqual([
      "//server/share/app/.agents/skills/notes/SKILL.md",
      "//server/share/profiles/ada/.claude/skills/own/SKILL.md",
    ]);
    expect(codes).toEqual([]);
    asked.length = 0;
    await load({ ...machine, cwd: "//server/share/other" }, watched);
    expect(asked.filter((path) => path.endsWith("/.git"))).toEqual([
      "//server/share/other/.git",
      "//server/share/.git",
    ]);
  });

  it("D4 reads two slashes as one elsewhere", async () => {
    const files = memoryFiles({ "/server/share/a/SKILL.md": skill("a") });
    const { paths } = await load(MACHINES.darwin, files, { roots: [{ path: "//server/share" }] });
    expect(paths).toEqual(["/server/share/a/SKILL.md"]);
  });

  it("D4 reads the same root as one odd name elsewhere", async () => {
    const files = memoryFiles({ "/Users/ada/app/D:\\shared/a/SKILL.md": skill("a") });
    const { paths } = await load(MACHINES.darwin, files, { roots: [{ path: "D:\\shared" }] });
    expect(paths).toEqual(["/Users/ada/app/D:\\shared/a/SKILL.md"]);
  });

  it.each([
    "linux",
    "darwin",
    "win32",
  ] as const)("D4 follows XDG_CONFIG_HOME on %s, as clients do", async (name) => {
    const config = name === "win32" ? "D:\\config" : "/config";
    const place = `${config.replaceAll("\\", "/")}/goose/skills/fly/SKILL.md`;
    const machine = { ...MACHINES[name], variables: { XDG_CONFIG_HOME: config } };
    expect((await load(machine, memoryFiles({ [place]: skill("fly") }))).paths).toEqual([place]);
  });

  it("T3 takes permission bits for nothing: Windows has none", async () => {
    const shared = (tree: Tree, directory: string): FileSystem => {
      const files = memoryFiles(tree);
      const stat: FileSystem["stat"] = async (path) => {
        const found = await files.stat(path);
        return found && path === directory ? { ...found, mode: 0o777 } : found;
      };
      return { ...files, stat };
    };
    const windows = { ...MACHINES.win32, cwd: "C:/work/app/src" };
    expect((await load(windows, shared(tree, "C:/work/app"))).codes).toEqual([]);
    const elsewhere = { "/work/.git/HEAD": "", "/work/app/x": "" };
    expect((await load(MACHINES.linux, shared(elsewhere, "/work"))).codes).toEqual([
      "discovery.project-foreign",
    ]);
  });
});

describe("R3 a skill that is made for some systems", () => {
  it.each([
    "linux",
    "darwin",
    "win32",
  ] as const)("can be used on %s only when it names it", async (platform) => {
    const { home } = MACHINES[platform];
    const tree = {
      [`${home}/.agents/skills/mac/SKILL.md`]: skill("mac", "platforms: [macOS]\n"),
      [`${home}/.agents/skills/win/SKILL.md`]: skill("win", "platforms: [Windows]\n"),
      [`${home}/.agents/skills/unix/SKILL.md`]: skill("unix", "platforms: [linux, osx]\n"),
    };
    const expected = { linux: ["unix"], darwin: ["mac", "unix"], win32: ["win"] };
    expect((await load(MACHINES[platform], memoryFiles(tree))).usable).toEqual(expected[platform]);
  });
});

describe("D2 file systems that ignore letter case, as on macOS and Windows", () => {
  /** Files that are found under any spelling, and say how they are really spelt. */
  function carelessFiles(tree: Tree): FileSystem {
    const files = memoryFiles(tree);
    const spellings = new Map<string, string>();
    for (const path of Object.keys(tree)) {
      const parts = path.split("/");
      for (let end = 1; end <= parts.length; end += 1) {
        const place = parts.slice(0, end).join("/");
        spellings.set(place.toLowerCase(), place);
      }
    }
    const real = (path: string) => spellings.get(path.toLowerCase()) ?? path;
    return {
      caseInsensitive: true,
      list: (path) => files.list(real(path)),
      stat: (path) => files.stat(real(path)),
      readBytes: (path, max) => files.readBytes(real(path), max),
      readText: (path, max) => files.readText(real(path), max),
      realpath: (path) => files.realpath(real(path)),
    };
  }

  it("F1 give one skill under the name that its file really has", async () => {
    const at = "/Users/ada/.agents/skills";
    const tree = {
      [`${at}/upper/SKILL.md`]: skill("upper"),
      [`${at}/lower/skill.md`]: skill("lower"),
      [`${at}/mixed/Skill.md`]: skill("mixed"),
    };
    const { paths } = await load(MACHINES.darwin, carelessFiles(tree));
    expect(paths).toEqual([`${at}/lower/skill.md`, `${at}/upper/SKILL.md`]);
    const strict = { ...MACHINES.darwin, platform: "linux" } as const;
    expect((await load(strict, memoryFiles(tree))).paths).toEqual(paths);
  });

  it("T3 make no project of a home directory that is written in other letters", async () => {
    const files = carelessFiles({
      "C:/Users/ada/.git/HEAD": "",
      "C:/Users/ada/.agents/skills/notes/SKILL.md": skill("notes"),
      "C:/Users/ada/app/x": "",
    });
    const environment = fakeEnvironment({ ...MACHINES.win32, cwd: "C:/USERS/ada/app" });
    expect((await findProject(files, environment)).value.root).toBe("C:/USERS/ada/app");
    const exact = fakeEnvironment({ ...MACHINES.linux, cwd: "/HOME/ada/app" });
    const strict = memoryFiles({ "/HOME/ada/.git/HEAD": "", "/HOME/ada/app/x": "" });
    expect((await findProject(strict, exact)).value.root).toBe("/HOME/ada");
  });

  it("D6 give a root once, however it is spelt", async () => {
    const files = carelessFiles({ "C:/Shared/Skills/a/SKILL.md": skill("a") });
    const roots = [{ path: "C:\\Shared\\Skills" }, { path: "c:\\shared\\SKILLS" }];
    const { paths, codes } = await load(MACHINES.win32, files, { roots });
    expect([paths.length, codes]).toEqual([1, []]);
  });
});
