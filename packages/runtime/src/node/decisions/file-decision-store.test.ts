import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { decisionStoreSuite } from "../../testing/decision-store-suite.ts";
import { writeTree } from "../../testing/write-tree.ts";
import type { TrustDecision } from "../../trust.ts";
import type { RecordProblem } from "../state/record-folder.ts";
import { fileDecisionStore } from "./file-decision-store.ts";

const PLACE = { kind: "skill", path: "/project/.agents/skills/pdf", name: "pdf" } as const;
const DECISION: TrustDecision = {
  key: { ...PLACE, digest: "sha256-v1:aa" },
  state: "trusted",
  by: "user",
  at: "2026-01-02T03:04:05.000Z",
};

function state(): string {
  const tree = writeTree();
  onTestFinished(tree.remove);
  return tree.at("state");
}

/** The one file that was written. */
function fileIn(folder: string): string {
  const [file = ""] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".json"),
  );
  return join(folder, file);
}

describe("decisions in files", () => {
  test.each(decisionStoreSuite)("T3 $title", async ({ run }) => {
    const folder = state();
    await run(() => fileDecisionStore(folder));
  });

  test("T3 nothing is written before there is a decision", async () => {
    const folder = state();
    const store = fileDecisionStore(folder);
    expect([await store.find(PLACE), await store.list()]).toEqual([[], []]);
    expect(existsSync(folder)).toBe(false);
  });

  test("T3 one file is another one after every change, and only then", async () => {
    const folder = state();
    const store = fileDecisionStore(folder);
    const changed = () => readFileSync(join(folder, "decisions/changed"), "utf8");
    await store.record(DECISION);
    const seen = [changed()];
    await store.record({ ...DECISION, state: "refused" });
    seen.push(changed());
    await store.revoke(DECISION.key);
    seen.push(changed());
    expect(new Set(seen).size).toBe(3);
    await store.revoke(PLACE);
    await store.find(PLACE);
    await store.list();
    expect(changed()).toBe(seen.at(-1));
  });

  test("T3 a place without decisions is answered at once, without a promise", () => {
    expect(fileDecisionStore(state()).find(PLACE)).toEqual([]);
  });

  test.skipIf(process.platform === "win32")(
    "T3 only the user can read them, and what others could have written counts as absent",
    async () => {
      const folder = state();
      const problems: RecordProblem[] = [];
      const store = fileDecisionStore(folder, { onProblem: (problem) => problems.push(problem) });
      await store.record(DECISION);
      const path = fileIn(folder);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
      expect(await store.find(PLACE)).toEqual([DECISION]);
      for (const open of [path, join(path, "..")]) {
        const { mode } = statSync(open);
        chmodSync(open, mode | 0o022);
        expect(await store.find(PLACE)).toEqual([]);
        expect(problems.splice(0)).toEqual([{ path: open, problem: "can be written by other users" }]);
        chmodSync(open, mode);
      }
      expect(await store.find(PLACE)).toEqual([DECISION]);
    },
  );

  test.skipIf(process.platform === "win32")("T3 a link is never followed to a decision", async () => {
    const folder = state();
    const store = fileDecisionStore(folder);
    await store.record(DECISION);
    const path = fileIn(folder);
    renameSync(path, `${path}.moved`);
    symlinkSync(`${path}.moved`, path);
    expect(await store.find(PLACE)).toEqual([]);
  });

  test("T3 a decision that an earlier version stored with the word person is one of the user", async () => {
    const folder = state();
    const store = fileDecisionStore(folder);
    await store.record(DECISION);
    const path = fileIn(folder);
    writeFileSync(path, readFileSync(path, "utf8").replace('"by":"user"', '"by":"person"'));
    expect(readFileSync(path, "utf8")).toContain("person");
    expect(await store.find(PLACE)).toEqual([DECISION]);
    expect(DECISION.by).toBe("user");
  });

  test("T3 what is not exactly a decision about this place and digest is none, and is reported", async () => {
    const folder = state();
    const problems: RecordProblem[] = [];
    const store = fileDecisionStore(folder, { onProblem: (problem) => problems.push(problem) });
    await store.record(DECISION);
    const path = fileIn(folder);
    const written = readFileSync(path, "utf8");
    const broken = [
      "",
      "{",
      "[]",
      "null",
      written.replace('"trusted"', '"yes"'),
      written.replace('"user"', '"me"'),
      written.replaceAll('"name":"pdf"', '"name":"docx"'),
      written.replaceAll("sha256-v1:aa", "sha256-v1:bb"),
      written.replace("2026-01-02", "soon"),
      written.replace('"kind":"skill"', '"kind":"folder"'),
    ];
    for (const text of broken) {
      expect(text).not.toBe(written);
      writeFileSync(path, text);
      expect(await store.find(PLACE), text).toEqual([]);
      expect(await store.list()).toEqual([]);
      expect(problems.splice(0).map((problem) => problem.path)).toEqual([path, path]);
    }
    writeFileSync(path, written);
    expect(await store.find(PLACE)).toEqual([DECISION]);
  });

  test("T3 a decision about one digest is none about another, whatever its file says", async () => {
    const folder = state();
    const store = fileDecisionStore(folder);
    await store.record(DECISION);
    const path = fileIn(folder);
    const written = readFileSync(path, "utf8");
    const changed = written.replace('"digest":"sha256-v1:aa', '"digest":"sha256-v1:bb');
    expect(changed).not.toBe(written);
    writeFileSync(path, changed);
    expect([await store.find(PLACE), await store.list()]).toEqual([[], []]);
  });

  test("T3 what another program left in the folder does not disturb", async () => {
    const folder = state();
    const store = fileDecisionStore(folder);
    await store.record(DECISION);
    const path = fileIn(folder);
    writeFileSync(`${path}.123.tmp`, "half");
    mkdirSync(join(folder, "decisions/notes"));
    expect(await store.list()).toEqual([DECISION]);
  });

  test("T3 two stores on one folder lose nothing of each other", async () => {
    const folder = state();
    const stores = [fileDecisionStore(folder), fileDecisionStore(folder)];
    const digests = Array.from({ length: 20 }, (_, index) => `sha256-v1:${index}`);
    await Promise.all(
      digests.map((digest, index) => stores[index % 2]?.record({ ...DECISION, key: { ...PLACE, digest } })),
    );
    expect((await fileDecisionStore(folder).find(PLACE)).map(({ key }) => key.digest).sort()).toEqual(
      digests.toSorted(),
    );
  });
});
