import { renameSync, rmSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFiles } from "../node/files/node-files.ts";
import { nodeHash } from "../node/node-hash.ts";
import type { FileBytes, FileSystem } from "../ports.ts";
import { createRuntime } from "../runtime.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { skillMd } from "../testing/workshop.ts";
import { type WrittenTree, writeTree } from "../testing/write-tree.ts";

const TEXT = skillMd({ name: "pdf", description: "Reads PDF files." });
const FOREIGN = skillMd({ name: "pdf", description: "Reads PDF files." }, "FOREIGN\n");

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree({
    "skills/pdf/SKILL.md": TEXT,
    "skills/pdf/references/a.md": "own",
    "outside/SKILL.md": FOREIGN,
    "outside/references/a.md": "FOREIGN",
    "outside/a.md": "FOREIGN",
  });
});
afterEach(() => tree.remove());

/** Puts a link to somewhere else in the place of a directory, and takes it away again. */
function swapper(directory: string, target: string) {
  return {
    away: () => {
      renameSync(tree.at(directory), tree.at("aside"));
      symlinkSync(tree.at(target), tree.at(directory));
    },
    back: () => {
      rmSync(tree.at(directory));
      renameSync(tree.at("aside"), tree.at(directory));
    },
  };
}

/** A disk on which something happens right before and right after each file is opened. */
function disturbed(around: {
  readonly before: () => void;
  readonly after: () => void;
  readonly tell?: (read: FileBytes) => FileBytes;
}): FileSystem {
  const files = nodeFiles();
  return {
    ...files,
    readBytes: async (path, maxBytes) => {
      around.before();
      const read = await files.readBytes(path, maxBytes);
      around.after();
      return read === undefined || around.tell === undefined ? read : around.tell(read);
    },
  };
}

async function runtimeOn(files: FileSystem) {
  const ports = { files, environment: fakeEnvironment(), hash: nodeHash };
  return createRuntime(ports, { providers: false, roots: [tree.at("skills")] });
}

/** What a system reports that cannot resolve the path of an open file. */
const withoutRealpath = ({ realpath: _realpath, ...read }: FileBytes): FileBytes => read;

describe("T5 a link on the way to a skill", () => {
  it("must still lead where discovery found the skill", async () => {
    const link = tree.at("linked");
    symlinkSync(tree.at("skills"), link);
    const ports = { files: nodeFiles(), environment: fakeEnvironment(), hash: nodeHash };
    const runtime = await createRuntime(ports, { providers: false, roots: [link] });
    const opened = runtime.open("pdf");
    expect((await opened.text()).body).toBeDefined();
    rmSync(link);
    symlinkSync(tree.at("outside"), link);
    await expect(opened.text()).rejects.toMatchObject({ code: "runtime.unreadable-skill" });
    rmSync(link);
    symlinkSync(tree.at("skills"), link);
    expect((await opened.text()).body).toBeDefined();
  });
});

describe("T5 a directory that becomes a link between the check and the read", () => {
  it.each([
    ["where the system says what was opened", (read: FileBytes) => read],
    ["where the system cannot say it", withoutRealpath],
  ])("gives no foreign byte, %s", async (_where, tell) => {
    for (const [directory, target] of [
      ["skills/pdf", "outside"],
      ["skills/pdf/references", "outside"],
    ] as const) {
      const { away, back } = swapper(directory, target);
      let swaps = 0;
      const files = disturbed({
        before: () => {
          swaps += 1;
          away();
        },
        after: back,
        tell,
      });
      const opened = (await runtimeOn(files)).open("pdf", { audience: "user" });
      const asked = directory === "skills/pdf" ? [opened.text, opened.digest] : [opened.digest];
      for (const ask of asked)
        await expect(ask()).rejects.toMatchObject({ code: "runtime.unreadable-skill" });
      await expect(opened.bytes("references/a.md")).rejects.toMatchObject({
        code: "runtime.unreadable-skill",
      });
      expect(await opened.file("references/a.md")).toBeUndefined();
      const reading = await opened.read({ path: "references/a.md" });
      expect(reading).toMatchObject({ ok: false, message: expect.stringContaining("not readable") });
      expect(swaps).toBeGreaterThan(2);
    }
  });

  it("gives no foreign byte either while the link stays", async () => {
    const { away, back } = swapper("skills/pdf", "outside");
    const files = disturbed({ before: away, after: () => undefined, tell: withoutRealpath });
    const opened = (await runtimeOn(files)).open("pdf");
    await expect(opened.text()).rejects.toMatchObject({ code: "runtime.unreadable-skill" });
    back();
  });

  it("gives the skill's own bytes when nothing is swapped", async () => {
    for (const tell of [undefined, withoutRealpath]) {
      const nothing = { before: () => undefined, after: () => undefined };
      const files = disturbed(tell === undefined ? nothing : { ...nothing, tell });
      const opened = (await runtimeOn(files)).open("pdf");
      expect((await opened.text()).text).toBe(TEXT);
      expect(new TextDecoder().decode(await opened.bytes("references/a.md"))).toBe("own");
    }
  });

  it("is tried again once, so that a save that replaces the file is not taken for an attack", async () => {
    let left = 1;
    const files = disturbed({
      before: () => undefined,
      after: () => undefined,
      tell: (read) => {
        left -= 1;
        return left === 0 ? { ...read, realpath: `${read.realpath} (deleted)` } : read;
      },
    });
    expect((await (await runtimeOn(files)).read("pdf")).text).toBe(TEXT);
    const never = disturbed({
      before: () => undefined,
      after: () => undefined,
      tell: (read) => ({ ...read, realpath: "/elsewhere" }),
    });
    await expect((await runtimeOn(never)).read("pdf")).rejects.toMatchObject({
      code: "runtime.unreadable-skill",
    });
  });

  it("does not keep a skill from being read on a disk that spells its path in another case", async () => {
    const files = disturbed({
      before: () => undefined,
      after: () => undefined,
      tell: (read) =>
        read.realpath === undefined ? read : { ...read, realpath: read.realpath.toUpperCase() },
    });
    expect((await (await runtimeOn(files)).read("pdf")).text).toBe(TEXT);
  });
});

describe("T5 a listing", () => {
  it("is not given when its directory became a link while it was made", async () => {
    const files = nodeFiles();
    const { away, back } = swapper("skills/pdf", "outside");
    let armed = false;
    const swapping: FileSystem = {
      ...files,
      list: (path) => {
        if (armed) away();
        armed = false;
        return files.list(path);
      },
    };
    const runtime = await runtimeOn(swapping);
    expect((await runtime.resources("pdf")).value).toEqual([{ path: "references/a.md", size: 3 }]);
    armed = true;
    await expect(runtime.resources("pdf")).rejects.toMatchObject({ code: "runtime.unreadable-skill" });
    back();
  });
});

describe.skipIf(process.platform !== "linux")("T5 real directories", () => {
  it("are distinguished by the path of the opened file", async () => {
    const files = nodeFiles();
    const read = await files.readBytes(tree.at("skills/pdf/SKILL.md"), 1_000);
    expect(read?.realpath).toBe(tree.at("skills/pdf/SKILL.md"));
    const { away } = swapper("skills/pdf", "outside");
    away();
    const foreign = await files.readBytes(tree.at("skills/pdf/SKILL.md"), 1_000);
    expect(foreign?.realpath).toBe(tree.at("outside/SKILL.md"));
  });
});
