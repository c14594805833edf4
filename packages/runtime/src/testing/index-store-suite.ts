import { deepEqual, equal, ok } from "node:assert/strict";
import type { Awaitable, IndexedFile, IndexStore } from "../ports.ts";

/** A store that a suite may fill, and how to open the same store again. */
export interface IndexStoreUnderTest {
  open(): IndexStore;
  /** Damages everything that was saved; absent for a store that nothing else can write to. */
  damage?(): Awaitable<void>;
}

/** One rule that every `IndexStore` keeps; `run` throws when it does not. */
export interface IndexStoreCase {
  readonly title: string;
  /** `make` gives a store that is empty. */
  run(make: () => Awaitable<IndexStoreUnderTest>): Promise<void>;
}

const ROOT = "/home/ada/.agents/skills";

/** Roots that a file name could not hold, and others that look alike. */
const ROOTS = [
  "/",
  "C:/",
  "//server/share",
  "/a",
  "/A",
  "/a/",
  "nul\0",
  "/é",
  "/e\u0301",
  `/${"x".repeat(5_000)}`,
  "__proto__",
];

function indexed(name: string, more: Partial<IndexedFile> = {}): IndexedFile {
  return {
    size: 120,
    mtimeMs: 1_700_000_000_000.25,
    ctimeMs: 1_700_000_000_001.5,
    ino: 2 ** 52,
    summary: {
      hasFrontmatter: true,
      name,
      description: "Käse \u0000\n\u2028",
      metadata: { version: "1" },
      allowedTools: ["Read"],
      fields: { tags: ["a"] },
      extensions: { unknown: [1, { x: null }] },
      version: "0123456789abcdef",
      tokens: 12,
      diagnostics: [{ code: "format.yaml-repaired", severity: "warning", message: "The YAML was repaired." }],
    },
    ...more,
  };
}

/** The contract of the `IndexStore` port, as cases that any test runner can run. */
export const indexStoreSuite: readonly IndexStoreCase[] = [
  {
    title: "knows nothing at first",
    run: async (make) => {
      const store = (await make()).open();
      deepEqual(await store.load(ROOT), new Map());
      deepEqual(await store.load(""), new Map());
    },
  },
  {
    title: "gives back exactly what was saved, in its order, also when it is opened again",
    run: async (make) => {
      const place = await make();
      const files = new Map([
        [`${ROOT}/b/SKILL.md`, indexed("b", { readAs: "b/SKILL.md" })],
        [`${ROOT}/a/SKILL.md`, indexed("a")],
        ["/elsewhere/c/SKILL.md", indexed("c", { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 })],
      ]);
      const store = place.open();
      await store.save(ROOT, files);
      for (const opened of [store, place.open()]) deepEqual([...(await opened.load(ROOT))], [...files]);
    },
  },
  {
    title: "replaces everything about a root and nothing about others",
    run: async (make) => {
      const store = (await make()).open();
      await store.save(ROOT, new Map([[`${ROOT}/a/SKILL.md`, indexed("a")]]));
      await store.save("/other", new Map([["/other/o/SKILL.md", indexed("o")]]));
      await store.save(ROOT, new Map([[`${ROOT}/b/SKILL.md`, indexed("b")]]));
      deepEqual([...(await store.load(ROOT)).keys()], [`${ROOT}/b/SKILL.md`]);
      await store.save(ROOT, new Map());
      deepEqual(await store.load(ROOT), new Map());
      deepEqual([...(await store.load("/other")).keys()], ["/other/o/SKILL.md"]);
    },
  },
  {
    title: "takes any string as a root and keeps all of them apart",
    run: async (make) => {
      const store = (await make()).open();
      for (const [index, root] of ROOTS.entries())
        await store.save(root, new Map([["/x/SKILL.md", indexed(`skill-${index}`)]]));
      for (const [index, root] of ROOTS.entries())
        equal((await store.load(root)).get("/x/SKILL.md")?.summary.name, `skill-${index}`);
    },
  },
  {
    title: "keeps what was saved when the caller changes its map later",
    run: async (make) => {
      const store = (await make()).open();
      const files = new Map([["/x/SKILL.md", indexed("x")]]);
      await store.save(ROOT, files);
      files.clear();
      deepEqual([...(await store.load(ROOT)).keys()], ["/x/SKILL.md"]);
    },
  },
  {
    title: "keeps thousands of files",
    run: async (make) => {
      const place = await make();
      const files = new Map(
        Array.from({ length: 5_000 }, (_, at) => [`${ROOT}/s${at}/SKILL.md`, indexed(`s${at}`)] as const),
      );
      await place.open().save(ROOT, files);
      deepEqual(await place.open().load(ROOT), files);
    },
  },
  {
    title: "holds one of the maps whole when several are saved at the same time",
    run: async (make) => {
      const place = await make();
      const maps = Array.from({ length: 10 }, (_, at) =>
        Array.from({ length: 20 }, (__, file) => [`/x/${at}-${file}`, indexed(`s${at}`)] as const),
      );
      await Promise.all(maps.map(async (rows) => place.open().save(ROOT, new Map(rows))));
      const kept = [...(await place.open().load(ROOT)).keys()];
      ok(maps.some((rows) => JSON.stringify(rows.map(([path]) => path)) === JSON.stringify(kept)));
    },
  },
  {
    title: "throws neither for values that cannot be stored nor afterwards",
    run: async (make) => {
      const place = await make();
      const ring: Record<string, unknown> = {};
      ring.self = ring;
      for (const value of [ring, 1n, () => 1]) {
        const file = indexed("odd");
        const odd = { ...file, summary: { ...file.summary, extensions: { value } } };
        await place.open().save(ROOT, new Map([["/x/SKILL.md", odd]]));
        ok((await place.open().load(ROOT)) instanceof Map);
      }
      await place.open().save(ROOT, new Map([["/x/SKILL.md", indexed("x")]]));
      equal((await place.open().load(ROOT)).get("/x/SKILL.md")?.summary.name, "x");
    },
  },
  {
    title: "knows nothing about a root after its content was damaged, and can be filled again",
    run: async (make) => {
      const place = await make();
      if (place.damage === undefined) return;
      const files = new Map([["/x/SKILL.md", indexed("x")]]);
      await place.open().save(ROOT, files);
      await place.damage();
      deepEqual(await place.open().load(ROOT), new Map());
      await place.open().save(ROOT, files);
      deepEqual(await place.open().load(ROOT), files);
    },
  },
];
