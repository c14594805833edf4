import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { summariseSkill } from "../../format/summarise-skill.ts";
import type { IndexedFile } from "../../ports.ts";
import { indexStoreSuite } from "../../testing/index-store-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { nodeHash } from "../node-hash.ts";
import { temporaryPath } from "../state/temporary-files.ts";
import { fileIndexStore } from "./file-index-store.ts";

const ROOT = "/home/ada/.claude/skills";

function indexed(name: string): IndexedFile {
  const text = `---\nname: ${name}\ndescription: Use it.\ntags: [a, b]\nmetadata:\n  version: "1"\nunknown: [1, {x: y}]\n---\nBody\n`;
  const summary = summariseSkill(text, {
    directoryName: "other",
    fileName: "SKILL.md",
    hash: nodeHash,
    tokenizer: undefined,
  });
  return {
    size: text.length,
    mtimeMs: 1_700_000_000_000.25,
    ctimeMs: 1_700_000_000_001.5,
    ino: 2 ** 52,
    summary,
  };
}

const two = new Map([
  [`${ROOT}/a/SKILL.md`, indexed("a")],
  ["/elsewhere/b/SKILL.md", indexed("b")],
]);

let cache: WrittenTree;
beforeEach(() => {
  cache = writeTree();
});
afterEach(() => cache.remove());

/** The one file of the store. */
function indexFile(): string {
  const [name = ""] = readdirSync(cache.at("index"));
  return cache.at(`index/${name}`);
}

describe("D8 the index", () => {
  it.each(indexStoreSuite)("$title", async ({ run }) => {
    await run(() => ({
      open: () => fileIndexStore(cache.root),
      damage: () => {
        for (const name of readdirSync(cache.at("index"))) truncateSync(cache.at(`index/${name}`), 200);
      },
    }));
  });

  it("gives back what was saved, per root", async () => {
    const store = fileIndexStore(cache.root);
    await store.save(ROOT, two);
    expect(await fileIndexStore(cache.root).load(ROOT)).toEqual(two);
    expect(await store.load("/other/root")).toEqual(new Map());
  });

  it("is one private file, without leftovers", async () => {
    const store = fileIndexStore(cache.root);
    await store.save(ROOT, two);
    await store.save(ROOT, new Map());
    const names = readdirSync(cache.at("index"));
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
    expect(await store.load(ROOT)).toEqual(new Map());
  });

  it("remembers the names under which a file was read, also where a link gave it others", async () => {
    const store = fileIndexStore(cache.root);
    const linked = new Map([[`${ROOT}/a/SKILL.md`, { ...indexed("a"), readAs: "b/SKILL.md" }]]);
    await store.save(ROOT, linked);
    expect(await store.load(ROOT)).toEqual(linked);
  });

  it("is empty where there is none", async () => {
    expect(await fileIndexStore(cache.at("none")).load(ROOT)).toEqual(new Map());
  });

  it("never throws when it cannot be written", async () => {
    const blocked = writeTree({ index: "a file where a folder should be" });
    await fileIndexStore(blocked.root).save(ROOT, two);
    expect(await fileIndexStore(blocked.root).load(ROOT)).toEqual(new Map());
    blocked.remove();
  });

  it.skipIf(process.platform === "win32")("survives a folder that is read-only", async () => {
    chmodSync(cache.root, 0o500);
    await fileIndexStore(cache.root).save(ROOT, two);
    chmodSync(cache.root, 0o700);
  });

  it("is ignored when another version, another root or nonsense wrote it", async () => {
    const store = fileIndexStore(cache.root);
    await store.save(ROOT, two);
    const text = readFileSync(indexFile(), "utf8");
    const wrong = [
      text.replace(/^knowhow-index-\d+/, "knowhow-index-0"),
      text.replace(/^(knowhow-index-\d+) \S+/, "$1 0.0.0"),
      text.replace(`"root":"${ROOT}"`, '"root":"/evil"'),
      text.slice(0, -10),
      "null",
      "[]",
      "{}",
      "",
      `${"[".repeat(100_000)}`,
    ];
    for (const content of wrong) {
      writeFileSync(indexFile(), content);
      expect(await store.load(ROOT)).toEqual(new Map());
    }
  });

  it("is ignored when it is enormous, a link or a folder", async () => {
    const store = fileIndexStore(cache.root);
    await store.save(ROOT, two);
    const file = indexFile();
    truncateSync(file, 300 * 1024 * 1024);
    expect(await store.load(ROOT)).toEqual(new Map());
    unlinkSync(file);
    symlinkSync("/etc/passwd", file);
    expect(await store.load(ROOT)).toEqual(new Map());
  });

  it("removes, on saving, what a killed writer left, and nothing else", async () => {
    const store = fileIndexStore(cache.root);
    await store.save(ROOT, two);
    const running = temporaryPath(cache.at("index"));
    const killed = running.replace(`-${process.pid}-`, "-999999999-");
    const foreign = cache.at("index/notes.tmp");
    for (const path of [killed, running, foreign]) writeFileSync(path, "half");
    await store.save(ROOT, two);
    expect([killed, running, foreign].map((path) => existsSync(path))).toEqual([false, true, true]);
  });

  it.skipIf(process.platform === "win32").each<[string, string, number]>([
    ["its folder", "index", 0o770],
    ["the cache folder", "", 0o777],
    ["the cache folder, as members of a group", "", 0o775],
    ["its file", "index/file", 0o666],
  ])("U15 is not believed when others can write %s", async (_, place, mode) => {
    const store = () => fileIndexStore(cache.root);
    await store().save(ROOT, two);
    const path = place === "index/file" ? indexFile() : cache.at(place);
    const before = statSync(path).mode;
    chmodSync(path, mode);
    expect(await store().load(ROOT)).toEqual(new Map());
    chmodSync(path, before);
    expect(await store().load(ROOT)).toEqual(two);
  });

  it.skipIf(process.getuid?.() !== 0).each<[string, string]>([
    ["its folder", "index"],
    ["the cache folder", ""],
    ["its file", "index/file"],
  ])("U15 is not believed when another user owns %s (needs the superuser)", async (_, place) => {
    const store = () => fileIndexStore(cache.root);
    await store().save(ROOT, two);
    const path = place === "index/file" ? indexFile() : cache.at(place);
    chownSync(path, 4711, 4711);
    expect(await store().load(ROOT)).toEqual(new Map());
    chownSync(path, 0, 0);
    expect(await store().load(ROOT)).toEqual(two);
  });

  it.skipIf(process.platform === "win32")(
    "U15 is believed below a sticky world-writable directory, such as /tmp",
    async () => {
      chmodSync(cache.root, 0o1777);
      await fileIndexStore(cache.root).save(ROOT, two);
      expect(await fileIndexStore(cache.root).load(ROOT)).toEqual(two);
    },
  );

  it("stays whole while several write at once", async () => {
    const stores = Array.from({ length: 8 }, () => fileIndexStore(cache.root));
    const one = new Map([...two].slice(0, 1));
    await Promise.all(stores.map((store, index) => store.save(ROOT, index % 2 === 0 ? one : two)));
    expect([1, 2]).toContain((await fileIndexStore(cache.root).load(ROOT)).size);
  });

  it("changes nothing with any bytes in it", async () => {
    const store = fileIndexStore(cache.root);
    await store.save(ROOT, two);
    const file = indexFile();
    const whole = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.json().map((text) => new TextEncoder().encode(text)),
          fc.json().map((text) => new TextEncoder().encode(`{"root":"${ROOT}","files":[${text}]}`)),
        ),
        async (bytes) => {
          writeFileSync(file, bytes);
          expect(await store.load(ROOT)).toEqual(new Map());
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Uint8Array.from(whole);
        damaged[at] = byte;
        writeFileSync(file, damaged);
        expect(await store.load(ROOT)).toEqual(damaged[at] === whole[at] ? two : new Map());
      }),
    );
  });
});
