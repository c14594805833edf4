import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StateChildren, stateChildren } from "../../../testing/state-children.ts";
import { failingDisk, stepsOf } from "../../../testing/step-disk.ts";
import { skillWriterSuite } from "../../testing/skill-writer-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { fileSkillWriter } from "../proposals/file-skill-writer.ts";
import { replaceFolder, settleFolder } from "./replace-folder.ts";

const posix = process.platform !== "win32";

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree({ skills: { directory: true } });
});
afterEach(() => tree.remove());

const OLD = { "SKILL.md": "old", "a/b.md": "old" };
const NEW = { "SKILL.md": "new", "scripts/c.sh": "new" };
const folder = () => tree.at("skills/pdf");
const beside = () => readdirSync(tree.at("skills")).filter((name) => name !== "pdf");

function filesOf(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text), mode: 0o644 }));
}

/** Text of every file by path; undefined if there is no folder. */
function read(below = ""): Readonly<Record<string, string>> | undefined {
  if (!existsSync(folder())) return undefined;
  return Object.fromEntries(
    readdirSync(join(folder(), below), { withFileTypes: true }).flatMap((entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return Object.entries(read(path) ?? {});
      const isExecutable = posix && (statSync(join(folder(), path)).mode & 0o111) !== 0;
      return [[`${path}${isExecutable ? " (x)" : ""}`, readFileSync(join(folder(), path), "utf8")]];
    }),
  );
}

function reset(): void {
  rmSync(tree.at("skills"), { recursive: true, force: true });
  tree.write(Object.fromEntries(Object.entries(OLD).map(([path, text]) => [`skills/pdf/${path}`, text])));
}

describe("T4 a writer of skills on disk", () => {
  it.skipIf(!posix).each(skillWriterSuite)("$title", ({ run }) =>
    run(() => ({
      writer: fileSkillWriter(),
      directory: folder(),
      read: async () => read(),
      beside: async () => beside(),
    })),
  );

  it("refuses an id that could name another folder", async () => {
    const change = { id: "../x", directory: folder(), files: [] };
    await expect(fileSkillWriter().replace(change)).rejects.toThrow("invalid id");
  });

  it.skipIf(!posix)("T4 keeps private files private, and makes those with credentials so", async () => {
    tree.write({ "skills/pdf/notes.md": "private", "skills/pdf/SKILL.md": "public" });
    chmodSync(join(folder(), "notes.md"), 0o600);
    const files = ["notes.md", "SKILL.md", ".env", "new.md"].map((path) => ({
      ...{ path, bytes: Buffer.from("new") },
      isExecutable: false,
    }));
    expect(await fileSkillWriter().replace({ id: "c1", directory: folder(), files })).toBe(true);
    const mode = (path: string) => (statSync(join(folder(), path)).mode & 0o777).toString(8);
    expect(files.map(({ path }) => [path, mode(path)])).toEqual([
      ["notes.md", "600"],
      ["SKILL.md", "644"],
      [".env", "600"],
      ["new.md", "644"],
    ]);
  });
});

describe("T4 replacing a folder", () => {
  it.skipIf(!posix)("removes links, and never what they lead to", async () => {
    tree.write({ "elsewhere/kept.md": "kept" });
    mkdirSync(folder(), { recursive: true });
    symlinkSync(tree.at("elsewhere"), join(folder(), "link"));
    await replaceFolder({ id: "p-1", folder: folder(), files: filesOf(NEW) });
    expect(read()).toEqual(NEW);
    expect(readFileSync(tree.at("elsewhere/kept.md"), "utf8")).toBe("kept");
  });

  it("that fails at any system call can be settled to all old or all new files", async () => {
    reset();
    const change = () => ({ id: "p-1", folder: folder(), files: filesOf(NEW) });
    const calls = await stepsOf((disk) => replaceFolder(change(), disk));
    const seen = new Set<string>();
    for (const at of calls.keys()) {
      reset();
      await replaceFolder(change(), failingDisk(at + 1, "EIO")).catch(() => undefined);
      await settleFolder({ id: "p-1", folder: folder() });
      const now = read();
      expect([OLD, NEW], `failed at call ${at + 1} (${calls[at]})`).toContainEqual(now);
      expect(beside()).toEqual([]);
      seen.add(now?.["SKILL.md"] ?? "");
    }
    expect(seen).toEqual(new Set(["old", "new"]));
  });
});

describe("T4 real processes", { timeout: 120_000 }, () => {
  let children: StateChildren;
  beforeAll(async () => {
    children = await stateChildren();
  });
  afterAll(() => children.remove());

  it.each([
    ["replaces", NEW],
    ["removes", undefined],
  ])("killed before any system call while one %s a folder: all old files or the whole change", async (_, files) => {
    const seen = new Set<string | undefined>();
    const steps = await children.killAtEveryStep(
      () => {
        reset();
        return { task: { kind: "folder", folder: folder(), ...(files === undefined ? {} : { files }) } };
      },
      async (killAt) => {
        // A reader before the recovery never sees a mixture.
        expect([OLD, NEW, undefined], `killed before call ${killAt}`).toContainEqual(read());
        await settleFolder({ id: "p-1", folder: folder() });
        expect([OLD, files], `killed before call ${killAt}`).toContainEqual(read());
        expect(beside()).toEqual([]);
        seen.add(read()?.["SKILL.md"]);
      },
    );
    expect(steps).toBeGreaterThan(3);
    expect(seen).toEqual(new Set(["old", files?.["SKILL.md"]]));
  });
});
