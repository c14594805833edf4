import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import {
  createRuntime,
  knowhowDirectories,
  nodeEnvironment,
  nodeFiles,
  nodeWatcher,
} from "@knowhow/runtime/node";
import { fakeEnvironment, type WrittenTree, writeTree } from "@knowhow/runtime/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onPlatform } from "../../../../test/support/on-platform.ts";

const windows = (path: string) => path.replaceAll("/", "\\");

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree({});
});
afterEach(() => tree.remove());

describe("D4 the environment on another system", () => {
  it.each([
    ["darwin", "darwin"],
    ["win32", "win32"],
    ["linux", "linux"],
    ["freebsd", "linux"],
  ] as const)("%s counts as %s", async (system, expected) => {
    expect(await onPlatform(system, () => nodeEnvironment().platform)).toBe(expected);
  });

  it("has the home directory that the system's own variable names", async () => {
    const variables = { HOME: "/home/ada", USERPROFILE: "C:\\Users\\ada" };
    const homeOn = (system: NodeJS.Platform) => onPlatform(system, () => nodeEnvironment({ variables }).home);
    expect(await homeOn("win32")).toBe("C:/Users/ada");
    expect(await homeOn("darwin")).toBe("/home/ada");
  });

  it("reads backslashes as separators on Windows only", async () => {
    const given = { cwd: "C:\\work\\.\\app\\", home: "C:\\Users\\ada\\" };
    const { cwd, home } = await onPlatform("win32", () => nodeEnvironment(given));
    expect([cwd, home]).toEqual(["C:/work/app", "C:/Users/ada"]);
    const letters = await onPlatform("darwin", () => nodeEnvironment({ home: "/home/a\\b" }));
    expect(letters.home).toBe("/home/a\\b");
  });

  it("keeps network shares on Windows, and writes the letter of a drive in upper case", async () => {
    const given = { cwd: "c:\\work\\app", home: "\\\\server\\share\\ada\\" };
    const { cwd, home } = await onPlatform("win32", () => nodeEnvironment(given));
    expect([cwd, home]).toEqual(["C:/work/app", "//server/share/ada"]);
    const folders = knowhowDirectories(
      fakeEnvironment({ platform: "win32", home, variables: { LOCALAPPDATA: "\\\\server\\share\\l" } }),
    );
    expect(folders.cache).toBe("//server/share/l/knowhow/cache");
    const elsewhere = await onPlatform("linux", () => nodeEnvironment({ cwd: "//work/app", home: "//home" }));
    expect([elsewhere.cwd, elsewhere.home]).toEqual(["/work/app", "/home"]);
    const xdg = fakeEnvironment({ variables: { XDG_CACHE_HOME: "//c/d" } });
    expect(knowhowDirectories(xdg).cache).toBe("/c/d/knowhow");
  });

  it("has users without numbers on Windows", async () => {
    expect(await onPlatform("win32", () => "uid" in nodeEnvironment())).toBe(false);
  });

  it("R3 finds a program by the endings that Windows starts, along a path with semicolons", async () => {
    tree.write({
      "bin/tool.EXE": "",
      "bin/script.CMD": "",
      "bin/notes.txt": "",
      "bin/own.PY": "",
      other: "",
    });
    for (const name of ["tool.EXE", "script.CMD", "notes.txt", "own.PY"])
      chmodSync(tree.at(`bin/${name}`), 0o755);
    const found = (variables: Record<string, string>) =>
      onPlatform("win32", () => {
        const { hasBinary } = nodeEnvironment({ variables });
        return ["tool", "tool.EXE", "script", "notes", "own"].filter((name) => hasBinary(name));
      });
    const path = `C:\\none;;${windows(tree.at("bin"))}`;
    expect(await found({ PATH: path })).toEqual(["tool", "tool.EXE", "script"]);
    expect(await found({ Path: path, PATHEXT: ".PY;.CMD" })).toEqual(["tool.EXE", "script", "own"]);
    expect(await found({ PATH: path.replaceAll(";", ":") })).toEqual([]);
  });

  it("R3 finds no program by an ending elsewhere, and splits the path at colons", async () => {
    tree.write({ "bin/tool.EXE": "", "bin/tool": "" });
    chmodSync(tree.at("bin/tool.EXE"), 0o755);
    chmodSync(tree.at("bin/tool"), 0o644);
    const has = (name: string) =>
      onPlatform("darwin", () =>
        nodeEnvironment({ variables: { PATH: `/none:${tree.at("bin")}` } }).hasBinary(name),
      );
    expect([await has("tool"), await has("tool.EXE")]).toEqual([false, true]);
  });
});

describe("D4 the folders of knowhow on another system", () => {
  const folders = (platform: "darwin" | "win32", variables: Record<string, string>) => {
    const home = platform === "win32" ? "C:/Users/ada" : "/Users/ada";
    const { cache, config, state } = knowhowDirectories(fakeEnvironment({ platform, home, variables }));
    return [cache, config, state];
  };

  it("are below AppData on Windows, also without its variables", () => {
    expect(folders("win32", {})).toEqual([
      "C:/Users/ada/AppData/Local/knowhow/cache",
      "C:/Users/ada/AppData/Roaming/knowhow",
      "C:/Users/ada/AppData/Local/knowhow/state",
    ]);
    expect(folders("win32", { APPDATA: "roaming", LOCALAPPDATA: "" })).toEqual(folders("win32", {}));
  });

  it("do not follow XDG on Windows and macOS", () => {
    const xdg = { XDG_CACHE_HOME: "/c", XDG_CONFIG_HOME: "/d", XDG_STATE_HOME: "/s" };
    expect(folders("win32", xdg)).toEqual(folders("win32", {}));
    expect(folders("darwin", xdg)).toEqual(folders("darwin", {}));
  });

  it("are where our own variables say, written as the system writes paths", () => {
    const moved = { KNOWHOW_CACHE_DIR: "D:\\c\\", KNOWHOW_CONFIG_DIR: "D:/d/.", KNOWHOW_STATE_DIR: "rel\\s" };
    expect(folders("win32", moved)).toEqual(["D:/c", "D:/d", folders("win32", {})[2]]);
    expect(folders("darwin", { KNOWHOW_CACHE_DIR: "/c" })[0]).toBe("/c");
  });
});

describe("D2 files on another system", () => {
  it.each([
    ["darwin", true],
    ["win32", true],
    ["linux", false],
  ] as const)("of %s: letter case is ignored: %s", async (system, expected) => {
    expect(await onPlatform(system, () => nodeFiles().caseInsensitive)).toBe(expected);
    expect(await onPlatform(system, () => nodeFiles({ caseInsensitive: !expected }).caseInsensitive)).toBe(
      !expected,
    );
  });
});

describe("D8 the watcher on another system", () => {
  const [PATIENT, BRIEF] = [600, 40];

  /** True when an edit of `root/a/SKILL.md` is noticed; it is repeated, because a watch may not be armed at once. */
  async function noticesEdit(
    system: NodeJS.Platform,
    rounds: number,
    ...directories: readonly string[]
  ): Promise<boolean> {
    mkdirSync(tree.at("root/a"), { recursive: true });
    mkdirSync(tree.at("root/b"), { recursive: true });
    let changes = 0;
    const watcher = await onPlatform(system, () => nodeWatcher({ maxWatches: 1, pollMs: 60_000 }));
    const handle = watcher.watch(directories.map(tree.at), () => {
      changes += 1;
    });
    try {
      for (let round = 0; round < rounds && changes === 0; round += 1) {
        writeFileSync(tree.at("root/a/SKILL.md"), `round ${round}`);
        await new Promise((done) => setTimeout(done, 25));
      }
      return changes > 0;
    } finally {
      handle.close();
    }
  }

  it.each([
    ["darwin", true],
    ["win32", true],
    ["linux", false],
  ] as const)("%s: one watch covers a whole tree: %s", async (system, expected) => {
    expect(await noticesEdit(system, expected ? PATIENT : BRIEF, "root")).toBe(expected);
  });

  it("spends no watch of its own on a directory below a watched one", async () => {
    expect(await noticesEdit("darwin", PATIENT, "root/b", "root")).toBe(true);
    expect(await noticesEdit("linux", BRIEF, "root/b", "root/a")).toBe(false);
  });
});

describe("a whole runtime with the paths of Windows", () => {
  it("D1 S5 finds skills, reads a file of one and keeps forward slashes", async () => {
    tree.write({
      "project/.git": { directory: true },
      "home/.agents/skills/notes/SKILL.md": "---\nname: notes\ndescription: Writes notes.\n---\nWrite.\n",
      "home/.agents/skills/notes/references/form.md": "The form.",
      "home/.claude/skills/own/SKILL.md": "---\nname: own\ndescription: Mine.\n---\nMine.\n",
    });
    const { paths, text } = await onPlatform("win32", async () => {
      const runtime = await createRuntime({
        trust: () => true,
        cwd: windows(tree.at("project")),
        home: windows(tree.at("home")),
        env: {},
        cache: false,
      });
      const session = await runtime.session();
      await session.call("skill_load", { name: "notes" });
      const read = await session.call("skill_read", { name: "notes", path: "references/form.md" });
      return { paths: runtime.library.list().map(({ path }) => path), text: read.text };
    });
    expect(paths).toEqual([
      tree.at("home/.agents/skills/notes/SKILL.md"),
      tree.at("home/.claude/skills/own/SKILL.md"),
    ]);
    expect(text).toContain("The form.");
  });
});
