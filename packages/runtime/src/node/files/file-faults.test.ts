import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  linkSync,
  lstatSync,
  readdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRuntime } from "../../runtime.ts";
import { fileMemo } from "../../serving/file-memo.ts";
import { openSkill } from "../../serving/open-skill.ts";
import { fakeEnvironment } from "../../testing/fake-environment.ts";
import { skillMd } from "../../testing/workshop.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { nodeHash } from "../node-hash.ts";
import { type FileCalls, nodeCalls } from "./file-calls.ts";
import { nodeFiles } from "./node-files.ts";

const TEXT = skillMd({ name: "pdf", description: "Reads PDF files." });
const OWN = "own ".repeat(5_000);

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree({
    "skills/pdf/SKILL.md": TEXT,
    "skills/pdf/references/a.md": OWN,
    "outside/references/a.md": "FOREIGN",
    "outside/references/foreign.md": "FOREIGN",
    "outside/a.md": "FOREIGN",
  });
});
afterEach(() => tree.remove());

const isLinux = process.platform === "linux";

function openDescriptors(): number {
  return isLinux ? readdirSync("/proc/self/fd").length : 0;
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: failed`), { code });
}

/** The skill, read through calls that can be disturbed after the library is loaded. */
async function opened(calls: FileCalls) {
  const ports = { files: nodeFiles(), environment: fakeEnvironment(), hash: nodeHash };
  const runtime = await createRuntime(ports, { providers: false, roots: [tree.at("skills")] });
  const skill = runtime.library.get("pdf");
  if (skill === undefined) throw new Error("no skill");
  return openSkill(skill, "user", {
    profile: runtime.profile,
    ports: { files: nodeFiles({ calls }), hash: nodeHash },
    checks: [],
    memo: fileMemo(() => 0),
  });
}

const CALLS = ["open", "close", "fstat", "lstat", "read", "readlink", "list"] as const;
type CallName = (typeof CALLS)[number];

/** Calls of which the one at a position fails, and the names of those that were made. */
function failingAt(position: number, code: string): { readonly calls: FileCalls; readonly made: CallName[] } {
  const made: CallName[] = [];
  const fail = (name: CallName): void => {
    made.push(name);
    if (made.length - 1 === position) throw systemError(code);
  };
  return {
    made,
    calls: {
      open: (...given) => {
        fail("open");
        return nodeCalls.open(...given);
      },
      close: (file) => {
        // The system frees the descriptor even if it reports an error.
        nodeCalls.close(file);
        fail("close");
      },
      fstat: (...given) => {
        fail("fstat");
        return nodeCalls.fstat(...given);
      },
      lstat: (...given) => {
        fail("lstat");
        return nodeCalls.lstat(...given);
      },
      read: (...given) => {
        fail("read");
        return nodeCalls.read(...given);
      },
      readlink: (...given) => {
        fail("readlink");
        return nodeCalls.readlink(...given);
      },
      list: (...given) => {
        fail("list");
        return nodeCalls.list(...given);
      },
    },
  };
}

describe("T5 U16 a call of the system that fails", () => {
  it.each([
    "EIO",
    "EACCES",
    "ENOENT",
    "EMFILE",
  ])("gives the right bytes or a clear error, at every call, and leaks no descriptor: %s", async (code) => {
    const calm = failingAt(-1, code);
    const whole = await (await opened(calm.calls)).bytes("references/a.md");
    expect(new TextDecoder().decode(whole)).toBe(OWN);
    expect(new Set(calm.made)).toEqual(new Set(isLinux ? CALLS : calm.made));
    const before = openDescriptors();
    const failures = new Set<string>();
    for (let position = 0; position < calm.made.length; position += 1) {
      const { calls } = failingAt(position, code);
      try {
        const bytes = await (await opened(calls)).bytes("references/a.md");
        if (bytes !== undefined) expect(new TextDecoder().decode(bytes)).toBe(OWN);
      } catch (error) {
        expect(error).toMatchObject({ code: "runtime.unreadable-skill" });
        failures.add(calm.made[position] ?? "");
      }
    }
    expect(failures).toContain("open");
    if (code !== "ENOENT") expect(failures).toContain("read");
    expect(openDescriptors()).toBe(before);
  });

  it("says which error it was, without a path of the system", async () => {
    const { calls } = failingAt(-1, "EIO");
    const broken = {
      ...calls,
      read: () => {
        throw systemError("EIO");
      },
    };
    await expect((await opened(broken)).bytes("references/a.md")).rejects.toMatchObject({
      code: "runtime.unreadable-skill",
      message: 'the file references/a.md of "pdf" cannot be read',
      hint: "reading failed with EIO; check the file and its permissions, then try again",
    });
  });
});

describe("T5 U16 a file that changes while it is read", () => {
  /** Does something before every read, up to a number of times. */
  const disturbing = (times: number, change: () => void): FileCalls => {
    let left = times;
    return {
      ...nodeCalls,
      read: (...given) => {
        const count = nodeCalls.read(...given);
        if (left > 0) change();
        left -= 1;
        return count;
      },
    };
  };
  const at = () => tree.at("skills/pdf/references/a.md");

  it.each([
    ["grows", () => appendFileSync(at(), "more")],
    ["shrinks", () => truncateSync(at(), Math.max(0, lstatSync(at()).size - 7))],
    ["is emptied", () => truncateSync(at(), 0)],
  ])("is read again when it %s, and given as it was at one moment", async (_, change) => {
    const files = nodeFiles({ calls: disturbing(1, change) });
    const read = await files.readBytes(at(), 1e6, { real: true });
    expect(read?.bytes?.length).toBe(lstatSync(at()).size);
    expect(read?.stat.size).toBe(lstatSync(at()).size);
  });

  it("is refused with the reason when it never stops changing", async () => {
    let reads = 0;
    const calls = disturbing(Number.POSITIVE_INFINITY, () => {
      reads += 1;
      appendFileSync(at(), "more");
    });
    await expect((await opened(calls)).bytes("references/a.md")).rejects.toMatchObject({
      code: "runtime.unreadable-skill",
      hint: expect.stringContaining("it changes while it is read"),
    });
    expect(reads).toBeLessThan(20);
  });

  it("is put together from short reads", async () => {
    const calls: FileCalls = {
      ...nodeCalls,
      read: (file, buffer, offset, length, position) =>
        nodeCalls.read(file, buffer, offset, Math.min(length, 1_000), position),
    };
    const bytes = await (await opened(calls)).bytes("references/a.md");
    expect(new TextDecoder().decode(bytes)).toBe(OWN);
  });
});

describe.skipIf(!isLinux)("T5 U16 a directory that becomes a link on the way to a file", () => {
  /** Swaps a directory for a link right before the call of a number that opens something, and back right after it. */
  const swappingAt = (
    directory: string,
    position: number,
  ): { readonly calls: FileCalls; opens: () => number } => {
    let opens = 0;
    const calls: FileCalls = {
      ...nodeCalls,
      open: (path, flags) => {
        opens += 1;
        if (opens - 1 !== position) return nodeCalls.open(path, flags);
        renameSync(tree.at(directory), tree.at("aside"));
        symlinkSync(tree.at("outside"), tree.at(directory));
        try {
          return nodeCalls.open(path, flags);
        } finally {
          unlinkSync(tree.at(directory));
          renameSync(tree.at("aside"), tree.at(directory));
        }
      },
    };
    return { calls, opens: () => opens };
  };

  it.each([
    "skills/pdf",
    "skills/pdf/references",
  ])("never leads to a foreign file, whichever step it hits: %s", async (directory) => {
    const calm = swappingAt(directory, -1);
    const path = tree.at("skills/pdf/references/a.md");
    expect((await nodeFiles({ calls: calm.calls }).readBytes(path, 1e6, { real: true }))?.bytes?.length).toBe(
      OWN.length,
    );
    expect(calm.opens()).toBeGreaterThan(4);
    let absent = 0;
    for (let position = 0; position < calm.opens(); position += 1) {
      const files = nodeFiles({ calls: swappingAt(directory, position).calls });
      const read = await files.readBytes(path, 1e6, { real: true });
      if (read === undefined) absent += 1;
      else expect(read.bytes?.length).toBe(OWN.length);
    }
    expect(absent).toBeGreaterThan(0);
  });

  it("never lists a foreign directory", async () => {
    const directory = "skills/pdf/references";
    const calm = swappingAt("skills/pdf", -1);
    await nodeFiles({ calls: calm.calls }).list(tree.at(directory), { real: true });
    for (let position = 0; position < calm.opens(); position += 1) {
      const files = nodeFiles({ calls: swappingAt("skills/pdf", position).calls });
      const entries = await files.list(tree.at(directory), { real: true });
      expect(entries ?? [{ name: "a.md", kind: "file" }]).toEqual([{ name: "a.md", kind: "file" }]);
    }
  });

  it("is not needed for a file behind directories that cannot be listed", async () => {
    const way = writeTree({ "closed/inner/a.md": "x" });
    execFileSync("chmod", ["311", way.at("closed")]);
    expect((await nodeFiles().readBytes(way.at("closed/inner/a.md"), 9, { real: true }))?.bytes?.length).toBe(
      1,
    );
    execFileSync("chmod", ["755", way.at("closed")]);
    way.remove();
  });

  it("is noticed where /proc is missing, by the file that is there afterwards", async () => {
    const calls: FileCalls = {
      ...nodeCalls,
      lstat: (path) => (path.startsWith("/proc/") ? undefined : nodeCalls.lstat(path)),
      readlink: () => {
        throw systemError("ENOENT");
      },
    };
    expect(new TextDecoder().decode(await (await opened(calls)).bytes("references/a.md"))).toBe(OWN);
    let isSwapped = false;
    const swapped: FileCalls = {
      ...calls,
      open: (path, flags) => {
        if (!path.endsWith("/a.md")) return calls.open(path, flags);
        renameSync(tree.at("skills/pdf/references"), tree.at("aside"));
        symlinkSync(tree.at("outside"), tree.at("skills/pdf/references"));
        try {
          isSwapped = true;
          return calls.open(path, flags);
        } finally {
          unlinkSync(tree.at("skills/pdf/references"));
          renameSync(tree.at("aside"), tree.at("skills/pdf/references"));
        }
      },
    };
    await expect((await opened(swapped)).bytes("references/a.md")).rejects.toMatchObject({
      code: "runtime.unreadable-skill",
    });
    expect(isSwapped).toBe(true);
  });
});

describe("T5 U16 macOS", () => {
  it("opens a file with the flag that refuses a link in every component", async () => {
    const flags: number[] = [];
    const calls: FileCalls = {
      ...nodeCalls,
      open: (path, given) => {
        flags.push(given & 0x20000000);
        return nodeCalls.open(path, given & ~0x20000000);
      },
    };
    const files = nodeFiles({ calls, platform: "darwin" });
    const path = tree.at("skills/pdf/references/a.md");
    expect((await files.readBytes(path, 1e6, { real: true }))?.bytes?.length).toBe(OWN.length);
    expect((await files.readBytes(path, 1e6))?.bytes?.length).toBe(OWN.length);
    expect(flags).toEqual([0x20000000, 0]);
  });
});

describe.skipIf(process.platform === "win32")("T5 U16 a hard link in a skill", () => {
  it("is read and reported when file and directory have one owner", async () => {
    writeFileSync(tree.at("store.md"), "shared");
    linkSync(tree.at("store.md"), tree.at("skills/pdf/shared.md"));
    const skill = await opened(nodeCalls);
    expect(new TextDecoder().decode(await skill.bytes("shared.md"))).toBe("shared");
    expect((await skill.files()).diagnostics).toMatchObject([
      { code: "discovery.hard-link", severity: "info", message: expect.stringContaining("shared.md in") },
    ]);
  });

  it.skipIf(process.getuid?.() !== 0)(
    "is refused when another user than the directory's owns the file (needs the superuser)",
    async () => {
      writeFileSync(tree.at("private.md"), "PRIVATE");
      linkSync(tree.at("private.md"), tree.at("skills/pdf/planted.md"));
      execFileSync("chown", ["4711", tree.at("skills/pdf")]);
      const skill = await opened(nodeCalls);
      await expect(skill.bytes("planted.md")).rejects.toMatchObject({
        code: "runtime.unreadable-skill",
        hint: expect.stringContaining("hard link"),
      });
      // Without the other name it is an ordinary file.
      unlinkSync(tree.at("private.md"));
      expect(new TextDecoder().decode(await skill.bytes("planted.md"))).toBe("PRIVATE");
    },
  );
});

describe.skipIf(process.platform === "win32")("T5 U16 pipes and devices in a skill", () => {
  it("are not listed, and are refused if they take the place of a file", async () => {
    const skill = await opened(nodeCalls);
    expect((await skill.files()).value.map(({ path }) => path)).toEqual(["references/a.md"]);
    unlinkSync(tree.at("skills/pdf/references/a.md"));
    execFileSync("mkfifo", [tree.at("skills/pdf/references/a.md")]);
    await expect(skill.bytes("references/a.md")).rejects.toMatchObject({ code: "runtime.unreadable-skill" });
    expect((await (await opened(nodeCalls)).files()).value).toEqual([]);
  });

  it.skipIf(process.getuid?.() !== 0)("includes an endless device (needs the superuser)", async () => {
    const skill = await opened(nodeCalls);
    await skill.files();
    unlinkSync(tree.at("skills/pdf/references/a.md"));
    try {
      execFileSync("mknod", [tree.at("skills/pdf/references/a.md"), "c", "1", "5"], { stdio: "ignore" });
    } catch {
      // A container may forbid it.
      return;
    }
    await expect(skill.bytes("references/a.md")).rejects.toMatchObject({ code: "runtime.unreadable-skill" });
  });
});
