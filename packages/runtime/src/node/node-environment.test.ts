import { chmodSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { knowhowDirectories } from "../config/directories.ts";
import { environmentSuite } from "../testing/environment-suite.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { type WrittenTree, writeTree } from "../testing/write-tree.ts";
import { createRuntime } from "./create-runtime.ts";
import { nodeEnvironment } from "./node-environment.ts";

let tree: WrittenTree | undefined;
afterEach(() => tree?.remove());

describe("D4 the environment", () => {
  it.each(environmentSuite)("$title", async ({ run }) => {
    const { root, at, remove } = writeTree({ "bin/tool": "#!/bin/sh\n" });
    chmodSync(at("bin/tool"), 0o755);
    const variables = { PATH: at("bin") };
    try {
      await run(() => ({ environment: nodeEnvironment({ cwd: root, variables }), program: "tool" }));
    } finally {
      remove();
    }
  });

  it("is the process's own where nothing is given", () => {
    const environment = nodeEnvironment();
    expect(environment.cwd).toBe(process.cwd().replaceAll("\\", "/"));
    expect(environment.variables).toBe(process.env);
    expect(environment.now()).toBeGreaterThan(0);
  });

  it("takes what is given instead", () => {
    const environment = nodeEnvironment({ cwd: "sub/..", home: "/home/ada/", variables: { A: "1" } });
    expect(environment.cwd).toBe(process.cwd().replaceAll("\\", "/"));
    expect([environment.home, environment.variables.A]).toEqual(["/home/ada", "1"]);
  });

  it("asks the process for its working directory only when it must", async () => {
    tree = writeTree({ ".agents/skills/a/SKILL.md": "---\nname: a\ndescription: Use it.\n---\n" });
    const cwd = vi.spyOn(process, "cwd").mockImplementation(() => {
      throw new Error("the working directory was removed");
    });
    expect(nodeEnvironment({ cwd: "/somewhere/./else" }).cwd).toBe("/somewhere/else");
    expect(() => nodeEnvironment({ cwd: "relative" })).toThrow("was removed");
    const { library } = await createRuntime({
      cwd: tree.root,
      home: tree.at("home"),
      env: {},
      cache: false,
      trust: () => true,
    });
    expect(library.size).toBe(1);
    cwd.mockRestore();
  });

  it("knows whose it is, where users have numbers", () => {
    expect(nodeEnvironment().uid).toBe(process.getuid?.());
  });

  it.skipIf(process.platform === "win32")("finds programs on the search path and nowhere else", () => {
    tree = writeTree({ "bin/tool": "#!/bin/sh\n", "bin/notes.txt": "", "bin/folder": { directory: true } });
    chmodSync(tree.at("bin/tool"), 0o755);
    const environment = nodeEnvironment({ variables: { PATH: `/none::${tree.at("bin")}` } });
    expect(environment.hasBinary("tool")).toBe(true);
    expect(environment.hasBinary("tool")).toBe(true);
    for (const name of ["none", "notes.txt", "folder", "", "../bin/tool", tree.at("bin/tool"), "to\0ol"]) {
      expect(environment.hasBinary(name)).toBe(false);
    }
  });
});

describe("D4 the fake environment", () => {
  it.each(environmentSuite)("$title", async ({ run }) => {
    await run(() => ({ environment: fakeEnvironment({ binaries: ["tool"] }), program: "tool" }));
  });
});

describe("D4 the folders of knowhow", () => {
  it.each([
    [
      "linux",
      {},
      ["/home/ada/.cache/knowhow", "/home/ada/.config/knowhow", "/home/ada/.local/state/knowhow"],
    ],
    [
      "linux",
      { XDG_CACHE_HOME: "/c", XDG_CONFIG_HOME: "relative" },
      ["/c/knowhow", "/home/ada/.config/knowhow", "/home/ada/.local/state/knowhow"],
    ],
    [
      "darwin",
      {},
      [
        "/home/ada/Library/Caches/knowhow",
        "/home/ada/Library/Application Support/knowhow",
        "/home/ada/Library/Application Support/knowhow/state",
      ],
    ],
    [
      "win32",
      { LOCALAPPDATA: "C:\\Users\\ada\\Local", APPDATA: "C:\\Users\\ada\\Roaming" },
      [
        "C:/Users/ada/Local/knowhow/cache",
        "C:/Users/ada/Roaming/knowhow",
        "C:/Users/ada/Local/knowhow/state",
      ],
    ],
    [
      "linux",
      { KNOWHOW_CACHE_DIR: "/x", KNOWHOW_CONFIG_DIR: "/y", KNOWHOW_STATE_DIR: "/z/" },
      ["/x", "/y", "/z"],
    ],
  ] as const)("on %s with %o", (platform, variables, expected) => {
    const { cache, config, state } = knowhowDirectories(fakeEnvironment({ platform, variables }));
    expect([cache, config, state]).toEqual(expected);
  });
});
