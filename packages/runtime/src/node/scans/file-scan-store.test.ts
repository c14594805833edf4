import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { reviewStoreSuite } from "../../testing/review-store-suite.ts";
import { scanStoreSuite } from "../../testing/scan-store-suite.ts";
import { writeTree } from "../../testing/write-tree.ts";
import { fileReviewStore } from "../decisions/file-review-store.ts";
import { type Disk, nodeDisk } from "../state/disk.ts";
import { fileScanStore } from "./file-scan-store.ts";

function state(): string {
  const tree = writeTree();
  onTestFinished(tree.remove);
  return tree.at("state");
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

const KEY = { digest: "sha256-v1:aa", scanner: "test 1" };
const SAFE = { verdict: "safe", findings: [], inspected: { files: 1, bytes: 1 } } as const;

describe("fileScanStore", () => {
  test.each(scanStoreSuite)("T2 $title", async ({ run }) => {
    expect.assertions(0);
    await run(() => {
      const folder = state();
      return {
        open: () => fileScanStore(folder),
        damage: () => {
          for (const path of filesIn(folder)) writeFileSync(path, "{");
        },
      };
    });
  });

  test.skipIf(process.platform === "win32")(
    "T2 believes no report that others could have written",
    async () => {
      const folder = state();
      await fileScanStore(folder).record(KEY, SAFE);
      await fileScanStore(folder).note("/skills/pdf", { ...KEY, version: "v", verdict: "safe", rules: [] });
      expect(await fileScanStore(folder).find(KEY)).toEqual(SAFE);
      for (const path of filesIn(folder)) chmodSync(path, 0o666);
      expect(await fileScanStore(folder).find(KEY)).toBeUndefined();
      expect((await fileScanStore(folder).last()).size).toBe(0);
    },
  );

  test("T2 a stored verdict is never better than its findings", async () => {
    const folder = state();
    const texts = { rule: "x", owasp: "AST01", path: "a", message: "m", evidence: "e", fix: "f" };
    const finding = { ...texts, severity: "low", line: 1, verdict: "block" } as const;
    await fileScanStore(folder).record(KEY, { ...SAFE, findings: [finding] });
    expect(await fileScanStore(folder).find(KEY)).toMatchObject({ verdict: "block" });
  });
});

describe("fileScanStore with many skills", () => {
  /** A disk that counts what it is asked for. */
  function counting() {
    const calls = { list: 0, rename: 0 };
    const disk: Disk = {
      ...nodeDisk,
      list: (path) => {
        calls.list += 1;
        return nodeDisk.list(path);
      },
      rename: (from, to) => {
        calls.rename += 1;
        return nodeDisk.rename(from, to);
      },
    };
    return { disk, calls };
  }
  const names = Array.from({ length: 40 }, (_, at) => `skill-${at}`);

  test("T2 writes the last scans of skills that are scanned together in one go", async () => {
    const folder = state();
    const { disk, calls } = counting();
    const store = fileScanStore(folder, { disk });
    const result = { ...KEY, version: "v", verdict: "safe", rules: [] } as const;
    await Promise.all(names.map((name) => store.note(`/skills/${name}`, result)));
    await store.note("/skills/later", result);
    expect([...(await fileScanStore(folder).last()).keys()]).toEqual(
      [...names, "later"].map((name) => `/skills/${name}`),
    );
    expect(calls.rename).toBeLessThan(10);
  });

  test("T2 lists the folder of reports a few times, however many are recorded", async () => {
    const folder = state();
    const { disk, calls } = counting();
    const store = fileScanStore(folder, { disk });
    for (const digest of names) await store.record({ ...KEY, digest }, SAFE);
    expect(await store.find({ ...KEY, digest: "skill-39" })).toEqual(SAFE);
    expect(calls.list).toBeLessThan(10);
  });
});

describe("fileReviewStore", () => {
  test.each(reviewStoreSuite)("T3 $title", async ({ run }) => {
    expect.assertions(0);
    const folder = state();
    await run(() => fileReviewStore(folder));
  });
});
