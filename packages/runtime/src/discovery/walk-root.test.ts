import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { nodeFiles } from "../node/files/node-files.ts";
import type { FileSystem } from "../ports.ts";
import { type FileTree, type WrittenTree, writeTree } from "../testing/write-tree.ts";
import type { Root } from "./find-roots.ts";
import { memoryFiles } from "./memory-files.ts";
import { type WalkOptions, walkRoot } from "./walk-root.ts";

const limits = { directories: 2_000, entries: 10_000, skillBytes: 1e6, resources: 2_000, resourceBytes: 1e7 };
const options: WalkOptions = { fileNames: ["SKILL.md", "skill.md"], limits, trusted: [] };

function rootAt(
  path: string,
  more: { depth?: number; explicit?: boolean; boundary?: string; hidden?: boolean } = {},
): Root {
  const { depth = 6, explicit = false, boundary, hidden = false } = more;
  const facts = { id: "test", level: "user", priority: 1, requires: [], trust: "trusted" } as const;
  const provider = { ...facts, depth, hidden };
  return { path, provider, order: 0, explicit, ...(boundary === undefined ? {} : { boundary }) };
}

/** Walks `/root` of a tree in memory. */
async function walk(
  tree: FileTree,
  more: Parameters<typeof rootAt>[1] & Partial<WalkOptions> = {},
  files?: FileSystem,
) {
  const outcome = await walkRoot(rootAt("/root", more), { ...options, ...more }, files ?? memoryFiles(tree));
  return {
    ...outcome.value,
    paths: outcome.value.found.map(({ path }) => path),
    codes: outcome.diagnostics.map(({ code }) => code),
    diagnostics: outcome.diagnostics,
  };
}

const skill = "---\nname: x\n---\n";
const trees: WrittenTree[] = [];
afterEach(() => {
  for (const tree of trees.splice(0)) tree.remove();
});

describe("D2 a walk", () => {
  it("finds skills in code unit order, shallow ones first", async () => {
    const { paths } = await walk({
      "/root/b/SKILL.md": skill,
      "/root/Z/SKILL.md": skill,
      "/root/a/deep/SKILL.md": skill,
      "/root/é/SKILL.md": skill,
    });
    expect(paths).toEqual([
      "/root/Z/SKILL.md",
      "/root/b/SKILL.md",
      "/root/é/SKILL.md",
      "/root/a/deep/SKILL.md",
    ]);
  });

  it("silently skips entries that are not directories or have no SKILL.md", async () => {
    const { paths, codes } = await walk({
      "/root/README.md": "x",
      "/root/empty": { directory: true },
      "/root/a/x.md": "",
    });
    expect([paths, codes]).toEqual([[], []]);
  });

  it("finds nothing in a root that is gone", async () => {
    expect(await walk({ "/other": "" })).toMatchObject({ found: [], readable: true, codes: [] });
  });

  it("gives path, directory, real path and facts of each file", async () => {
    const { found } = await walk({ "/root/a/SKILL.md": skill });
    expect(found).toMatchObject([
      {
        path: "/root/a/SKILL.md",
        directory: "/root/a",
        real: "/root/a/SKILL.md",
        stat: { kind: "file", size: skill.length },
      },
    ]);
  });

  it("accepts the other file name where the policy does", async () => {
    const tree = { "/root/a/skill.md": skill, "/root/b/SKILL.md": skill, "/root/b/skill.md": skill };
    expect((await walk(tree)).paths).toEqual(["/root/a/skill.md", "/root/b/SKILL.md"]);
    expect((await walk(tree, { fileNames: ["SKILL.md"] })).paths).toEqual(["/root/b/SKILL.md"]);
  });

  it("checks the exact name where the file system does not care", async () => {
    const files = memoryFiles({
      "/root/a/Skill.md": skill,
      "/root/b/SKILL.md": skill,
      "/root/c/skill.md": skill,
    });
    const careless: FileSystem = {
      ...files,
      caseInsensitive: true,
      stat: async (path) => {
        const parent = path.slice(0, path.lastIndexOf("/"));
        const entries = (await files.list(parent)) ?? [];
        const name = entries.find(
          (entry) => entry.name.toLowerCase() === path.slice(parent.length + 1).toLowerCase(),
        )?.name;
        return files.stat(name === undefined ? path : `${parent}/${name}`);
      },
    };
    expect((await walk({}, {}, careless)).paths).toEqual(["/root/b/SKILL.md", "/root/c/skill.md"]);
  });

  it("reports a root that cannot be listed, and says that it could not be read", async () => {
    const files = memoryFiles({ "/root/a/SKILL.md": skill });
    const broken: FileSystem = {
      ...files,
      list: (path) => {
        if (path === "/root") throw new Error("EACCES: permission denied");
        return files.list(path);
      },
    };
    expect(await walk({}, {}, broken)).toMatchObject({
      found: [],
      readable: false,
      codes: ["discovery.root-unreadable"],
    });
  });

  it("loses one unreadable directory only", async () => {
    const files = memoryFiles({
      "/root/a/SKILL.md": skill,
      "/root/b/c/SKILL.md": skill,
      "/root/d/e/SKILL.md": skill,
    });
    const broken: FileSystem = {
      ...files,
      list: (path) => (path === "/root/b" ? Promise.reject(new Error("EIO")) : files.list(path)),
    };
    const { paths, codes, diagnostics } = await walk({}, {}, broken);
    expect(paths).toEqual(["/root/a/SKILL.md", "/root/d/e/SKILL.md"]);
    expect(codes).toEqual(["discovery.entry-unreadable"]);
    expect(diagnostics[0]?.path).toBe("/root/b");
  });

  it("names the directories in which a change may matter", async () => {
    const { directories } = await walk({
      "/root/a/SKILL.md": skill,
      "/root/b/c/x.md": "",
      "/root/a/deep/x.md": "",
    });
    expect([...directories].sort()).toEqual(["/root", "/root/a", "/root/b", "/root/b/c"]);
  });
});

describe("D3 a walk", () => {
  it("stops at a SKILL.md", async () => {
    const { paths } = await walk({ "/root/a/SKILL.md": skill, "/root/a/nested/SKILL.md": skill });
    expect(paths).toEqual(["/root/a/SKILL.md"]);
  });

  it("goes as deep as the provider says", async () => {
    const tree = { "/root/a/SKILL.md": skill, "/root/b/c/SKILL.md": skill, "/root/d/e/f/SKILL.md": skill };
    expect((await walk(tree, { depth: 1 })).paths).toEqual(["/root/a/SKILL.md"]);
    expect((await walk(tree, { depth: 2 })).paths).toEqual(["/root/a/SKILL.md", "/root/b/c/SKILL.md"]);
    expect((await walk(tree, { depth: 3 })).paths).toHaveLength(3);
  });

  it("enters neither hidden directories nor .git nor node_modules", async () => {
    const { paths } = await walk({
      "/root/.hidden/SKILL.md": skill,
      "/root/.git/x/SKILL.md": skill,
      "/root/node_modules/x/SKILL.md": skill,
      "/root/ok/node_modules/x/SKILL.md": skill,
    });
    expect(paths).toEqual([]);
  });

  it("D11 counts what it passes over: hidden, too deep and misspelt files, with their paths", async () => {
    const { paths, unseen, diagnostics } = await walk(
      {
        "/root/ok/SKILL.md": skill,
        "/root/.hidden/one/SKILL.md": skill,
        "/root/.hidden/two/SKILL.md": skill,
        "/root/.git/x/SKILL.md": skill,
        "/root/node_modules/x/SKILL.md": skill,
        "/root/a/b/c/SKILL.md": skill,
        "/root/odd/Skill.md": skill,
      },
      { depth: 2 },
    );
    expect(paths).toEqual(["/root/ok/SKILL.md"]);
    expect(unseen).toEqual([
      {
        reason: "hidden",
        count: 2,
        paths: ["/root/.hidden/one/SKILL.md", "/root/.hidden/two/SKILL.md"],
      },
      { reason: "deep", count: 1, paths: ["/root/a/b/c/SKILL.md"] },
      { reason: "misspelt", count: 1, paths: ["/root/odd/Skill.md"] },
    ]);
    expect(diagnostics).toEqual([
      {
        code: "discovery.unseen",
        severity: "info",
        path: "/root",
        message:
          "4 SKILL.md files are not used: 2 in hidden directories (such as /root/.hidden/one/SKILL.md), 1 too deep (/root/a/b/c/SKILL.md), 1 not spelt SKILL.md (/root/odd/Skill.md)",
        hint: expect.stringContaining("as a root"),
      },
    ]);
  });

  it("D11 reports nothing, and lists nothing more, where nothing is passed over", async () => {
    const listed: string[] = [];
    const files = memoryFiles({
      "/root/a/SKILL.md": skill,
      "/root/a/scripts/run.sh": "",
      "/root/group/b/SKILL.md": skill,
    });
    const counting: FileSystem = {
      ...files,
      list: (path) => {
        listed.push(path);
        return files.list(path);
      },
    };
    const { unseen, codes } = await walk({}, {}, counting);
    expect([unseen, codes, listed]).toEqual([[], [], ["/root", "/root/group"]]);
  });

  it("D11 stops counting at a limit and says so", async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [`/root/.cache/${at}/SKILL.md`, skill]),
    );
    const { unseen } = await walk(tree);
    expect(unseen).toEqual([{ reason: "hidden", count: 499, more: true, paths: expect.any(Array) }]);
  });

  it("D3 enters one level of hidden directories where the provider says so, but not those of clients", async () => {
    const { paths, unseen } = await walk(
      {
        "/root/skills/.curated/one/SKILL.md": skill,
        "/root/.experimental/two/SKILL.md": skill,
        "/root/.experimental/.more/three/SKILL.md": skill,
        "/root/.claude/skills/four/SKILL.md": skill,
        "/root/.git/five/SKILL.md": skill,
      },
      { hidden: true, clientFolders: new Set([".claude"]) },
    );
    expect(paths).toEqual(["/root/.experimental/two/SKILL.md", "/root/skills/.curated/one/SKILL.md"]);
    expect(unseen).toMatchObject([{ reason: "hidden", count: 2 }]);
  });

  it("D11 does not count a hidden directory that is a root of its own", async () => {
    const tree = { "/root/.system/a/SKILL.md": skill };
    expect((await walk(tree)).unseen).toHaveLength(1);
    expect((await walk(tree, { roots: new Set(["/root/.system"]) })).unseen).toEqual([]);
  });

  it("visits a limited number of directories without a SKILL.md, reports when there are more, and does not count skills", async () => {
    const tree: Record<string, string> = {};
    for (let index = 0; index < 10; index += 1) {
      tree[`/root/group-${index}/s/SKILL.md`] = skill;
      tree[`/root/skill-${index}/SKILL.md`] = skill;
    }
    const { paths, codes } = await walk(tree, { limits: { ...limits, directories: 4 } });
    expect(paths.filter((path) => path.startsWith("/root/skill-"))).toHaveLength(10);
    expect(paths.filter((path) => path.startsWith("/root/group-"))).toHaveLength(4);
    expect(codes).toEqual(["discovery.walk-limit"]);
  });

  it("reads a limited number of entries of one directory", async () => {
    const tree = Object.fromEntries([1, 2, 3, 4].map((index) => [`/root/s${index}/SKILL.md`, skill]));
    const { paths, codes } = await walk(tree, { limits: { ...limits, entries: 3 } });
    expect([paths.length, codes]).toEqual([3, ["discovery.walk-limit"]]);
  });

  it("takes an explicit root with a SKILL.md as a skill, beside those directly below it, and reports deeper ones", async () => {
    const tree = { "/root/SKILL.md": skill, "/root/a/SKILL.md": skill };
    const { paths, codes } = await walk(tree, { explicit: true });
    expect([paths, codes]).toEqual([["/root/SKILL.md", "/root/a/SKILL.md"], []]);
    const deep = await walk({ ...tree, "/root/docs/old/SKILL.md": skill }, { explicit: true });
    expect([deep.paths, deep.codes]).toEqual([paths, ["discovery.unseen"]]);
    const one = await walk({ "/root/SKILL.md": skill, "/root/.x/SKILL.md": skill }, { explicit: true });
    expect([one.paths, one.codes]).toEqual([["/root/SKILL.md"], []]);
  });

  it("reports a SKILL.md directly in a provider's root and continues", async () => {
    const { paths, codes } = await walk({ "/root/SKILL.md": skill, "/root/a/SKILL.md": skill });
    expect([paths, codes]).toEqual([["/root/a/SKILL.md"], ["discovery.skill-at-root"]]);
  });

  it("reports a SKILL.md that is a directory", async () => {
    const { paths, codes } = await walk({ "/root/a/SKILL.md/x": "", "/root/b/SKILL.md": skill });
    expect([paths, codes]).toEqual([["/root/b/SKILL.md"], ["discovery.not-a-file"]]);
  });
});

describe("D6 links", () => {
  it("inside the root are followed, and a direct way wins over a link", async () => {
    const { found, codes } = await walk({ "/root/a": { link: "real" }, "/root/real/SKILL.md": skill });
    expect(found.map(({ path, real }) => [path, real])).toEqual([
      ["/root/real/SKILL.md", "/root/real/SKILL.md"],
    ]);
    expect(codes).toEqual([]);
  });

  it("into another trusted directory are followed", async () => {
    const tree = { "/root/a": { link: "/shared/a" }, "/shared/a/SKILL.md": skill };
    const { found } = await walk(tree, { trusted: ["/shared"] });
    expect(found).toMatchObject([
      { path: "/root/a/SKILL.md", directory: "/root/a", real: "/shared/a/SKILL.md" },
    ]);
  });

  it("out of the trusted directories are refused with the way to allow them", async () => {
    const { found, diagnostics } = await walk({ "/root/a": { link: "/secret" }, "/secret/SKILL.md": skill });
    expect(found).toEqual([]);
    expect(diagnostics).toMatchObject([
      {
        code: "discovery.link-outside-root",
        path: "/root/a",
        hint: expect.stringContaining('"links" in knowhow.json'),
      },
    ]);
  });

  it("are not fooled by a directory whose name begins like a trusted one", async () => {
    const tree = { "/root/a": { link: "/shared-evil/a" }, "/shared-evil/a/SKILL.md": skill };
    expect((await walk(tree, { trusted: ["/shared"] })).found).toEqual([]);
  });

  it("of a project may lead anywhere inside the project", async () => {
    const tree = { "/root/a": { link: "/repo/skills/a" }, "/repo/skills/a/SKILL.md": skill };
    expect((await walk(tree, { boundary: "/repo", trusted: ["/root"] })).paths).toEqual(["/root/a/SKILL.md"]);
  });

  it("named SKILL.md follow the same rule", async () => {
    const tree = {
      "/root/a/SKILL.md": { link: "../shared.md" },
      "/root/b/SKILL.md": { link: "/etc/passwd" },
      "/root/c/SKILL.md": { link: "none" },
      "/root/shared.md": skill,
      "/etc/passwd": "root",
    };
    const { found, codes } = await walk(tree);
    expect(found).toMatchObject([{ path: "/root/a/SKILL.md", real: "/root/shared.md" }]);
    expect(codes).toEqual(["discovery.link-outside-root", "discovery.link-broken"]);
  });

  it("to one skill make one skill", async () => {
    const tree = { "/root/a": { link: "/s/x" }, "/root/b": { link: "/s/x" }, "/s/x/SKILL.md": skill };
    expect((await walk(tree, { trusted: ["/s"] })).paths).toEqual(["/root/a/SKILL.md"]);
  });

  it("that are broken or form a loop are not followed, and the broken one is reported", async () => {
    const { paths, codes, diagnostics } = await walk({
      "/root/broken": { link: "none" },
      "/root/self": { link: "." },
      "/root/dir/up": { link: ".." },
      "/root/ok/SKILL.md": skill,
    });
    expect(paths).toEqual(["/root/ok/SKILL.md"]);
    expect(codes).toEqual(["discovery.link-broken"]);
    expect(diagnostics[0]?.severity).toBe("info");
  });

  it("to files are silently ignored", async () => {
    expect(await walk({ "/root/x": { link: "/etc/passwd" }, "/etc/passwd": "" })).toMatchObject({
      codes: [],
      found: [],
    });
  });

  it("make a root of a project leave it, which is refused unless that place is trusted", async () => {
    const tree = { "/root": { link: "/home/secret" }, "/home/secret/a/SKILL.md": skill };
    const refused = await walk(tree, { boundary: "/repo" });
    expect([refused.found, refused.codes]).toEqual([[], ["discovery.root-outside-project"]]);
    expect((await walk(tree, { boundary: "/repo", trusted: ["/home/secret"] })).found).toHaveLength(1);
  });

  it("may move a root of the user elsewhere", async () => {
    const { found } = await walk({
      "/root": { link: "/dotfiles/skills" },
      "/dotfiles/skills/a/SKILL.md": skill,
    });
    expect(found).toMatchObject([{ path: "/root/a/SKILL.md", real: "/dotfiles/skills/a/SKILL.md" }]);
  });
});

describe.skipIf(process.platform === "win32")("D3 on a real disk", () => {
  function written(tree: FileTree): WrittenTree {
    const made = writeTree(tree);
    trees.push(made);
    return made;
  }
  const walkDisk = async (tree: WrittenTree) => {
    const { value, diagnostics } = await walkRoot(rootAt(tree.at("root")), options, nodeFiles());
    return { paths: value.found.map(({ path }) => path), codes: diagnostics.map(({ code }) => code), value };
  };

  it("a pipe named SKILL.md is reported and never opened", async () => {
    const tree = written({ "root/pipe": { directory: true }, "root/a/SKILL.md": skill });
    execFileSync("mkfifo", [`${tree.at("root/pipe")}/SKILL.md`]);
    expect(await walkDisk(tree)).toMatchObject({
      paths: [tree.at("root/a/SKILL.md")],
      codes: ["discovery.not-a-file"],
    });
  });

  it("links, skills and limits behave as in memory", async () => {
    const tree = written({
      "root/a/SKILL.md": skill,
      "root/inside": { link: "a" },
      "root/outside": { link: "../elsewhere" },
      "root/loop": { link: "." },
      "elsewhere/SKILL.md": skill,
    });
    const { paths, codes } = await walkDisk(tree);
    expect(paths).toEqual([tree.at("root/a/SKILL.md")]);
    expect(codes).toEqual(["discovery.link-outside-root"]);
  });

  it.skipIf(process.getuid?.() === 0)("a directory without permission is reported", async () => {
    const tree = written({ "root/a/b/SKILL.md": skill, "root/c/SKILL.md": skill });
    chmodSync(tree.at("root/a"), 0o000);
    const { paths, codes } = await walkDisk(tree);
    chmodSync(tree.at("root/a"), 0o700);
    expect([paths, codes]).toEqual([[tree.at("root/c/SKILL.md")], ["discovery.entry-unreadable"]]);
  });
});
