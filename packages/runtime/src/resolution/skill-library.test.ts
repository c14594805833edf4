import { describe, expect, onTestFinished, test } from "vitest";
import { nodeHash } from "../node/node-hash.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { SkillLibrary } from "./skill-library.ts";

const USER = "/home/ada/.agents/skills";
const RICH = `---
name: rich
description: Has everything.
tags: [a, b]
requires: {bins: [ffmpeg]}
arguments: [{name: x, options: [1, 2]}]
unknown: {deep: [{er: 1}]}
metadata:
  list: [1, 2]
---
Body.
`;

async function load() {
  const tree = {
    [`${USER}/rich/SKILL.md`]: RICH,
    [`${USER}/rich/a.md`]: "a",
    [`${USER}/other/SKILL.md`]: "---\nname: Other\ndescription: Has a warning.\n---\n",
    [`${USER}/bad/SKILL.md`]: "no frontmatter",
    "/project/.agents/skills/rich/SKILL.md": RICH.replace("Body.", "Another."),
  };
  const runtime = await createRuntime(fakePorts(tree), { resources: "discovery" });
  onTestFinished(runtime.close);
  return runtime.library;
}

/** Where something in a value can still be changed. */
function softPlaces(value: unknown, at = "library"): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Object.isFrozen(value) ? [] : [at];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => softPlaces(inner, `${at}.${key}`))];
}

describe("R4 a library cannot be changed", () => {
  const handedOut = (library: SkillLibrary) => ({
    diagnostics: library.diagnostics,
    roots: library.roots,
    list: library.list(),
    winners: library.entries(),
    all: library.entries({ shadowed: true }),
    rejections: library.rejections(),
    entry: library.entry("rich"),
    get: library.get("Other"),
    parts: Object.values(library.toSnapshot()),
  });

  test("R4 through objects that it returned", async () => {
    const library = await load();
    expect(library.entries({ shadowed: true })).toHaveLength(3);
    expect([library.diagnostics.length > 0, library.rejections()]).toEqual([true, [expect.anything()]]);
    for (const part of Object.values(handedOut(library)).slice(0, -1)) expect(softPlaces(part)).toEqual([]);
    for (const part of handedOut(library).parts) expect(softPlaces(part)).toEqual([]);
  });

  test("R4 R6 neither after a snapshot, nor through the value that it was restored from", async () => {
    const library = await load();
    const snapshot = JSON.parse(JSON.stringify(library.toSnapshot()));
    const restored = SkillLibrary.fromSnapshot(snapshot, nodeHash);
    for (const part of Object.values(handedOut(restored)).slice(0, -1)) expect(softPlaces(part)).toEqual([]);
    snapshot.entries[0].skill.description = "Something else.";
    snapshot.diagnostics.push({});
    expect(restored.toSnapshot()).toEqual(library.toSnapshot());
  });

  test("R4 through the arrays that it was made from", async () => {
    const { entries, rejections, roots, diagnostics } = (await load()).toSnapshot();
    const mine = [...entries];
    const library = new SkillLibrary({ entries: mine, rejections, roots, diagnostics }, nodeHash);
    mine.length = 0;
    expect(library.entries({ shadowed: true })).toHaveLength(3);
  });
});

describe("R7 a library", () => {
  test("R4 gives the winners, and the shadowed ones only on request", async () => {
    const library = await load();
    const paths = (options?: { readonly shadowed: boolean }) =>
      library.entries(options).map(({ skill }) => skill.path);
    expect(paths()).toEqual([`${USER}/other/SKILL.md`, expect.stringContaining("/rich/SKILL.md")]);
    expect(paths({ shadowed: true })).toHaveLength(3);
  });

  test("R7 explains a rejected file by the name in it and by that of its directory", async () => {
    const tree = { [`${USER}/folder/SKILL.md`]: "---\nname: inside\n---\n" };
    const { library } = await createRuntime(fakePorts(tree));
    for (const name of ["inside", "folder"])
      expect([name, library.why(name).map(({ outcome }) => outcome)]).toEqual([
        name,
        expect.arrayContaining(["skipped"]),
      ]);
    expect(library.why("elsewhere").map(({ outcome }) => outcome)).toEqual(["not found"]);
  });

  test("D8 is not the same as one in which a setting was removed that changed nothing", async () => {
    const { entries, rejections, roots, diagnostics } = (await load()).toSnapshot();
    const libraryOf = (own: typeof entries) =>
      new SkillLibrary({ entries: own, rejections, roots, diagnostics }, nodeHash);
    const plain = libraryOf(entries);
    const set = libraryOf(entries.map((entry) => ({ ...entry, override: "on" })));
    expect([plain.equals(set), plain.isSame(set), set.isSame(plain), plain.isSame(plain)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe("R6 a hash", () => {
  test("R6 is needed to restore a library", async () => {
    const snapshot = (await load()).toSnapshot();
    // @ts-expect-error a wrong call
    expect(() => SkillLibrary.fromSnapshot(snapshot)).toThrowError(
      expect.objectContaining({
        code: "runtime.bad-option",
        message: "SkillLibrary.fromSnapshot: `hash` must be a hash, such as nodeHash, got undefined",
      }),
    );
  });

  test("R6 is needed to identify a library that has skills", async () => {
    const { entries, rejections, roots, diagnostics } = (await load()).toSnapshot();
    const library = new SkillLibrary({ entries, rejections, roots, diagnostics });
    expect(() => library.id).toThrowError(
      expect.objectContaining({
        code: "runtime.bad-option",
        message: "this library was created without a hash port",
      }),
    );
  });
});

describe("R4 an empty library", () => {
  test("R4 equals one that was loaded and found nothing, with a hash and without", async () => {
    const { library } = await createRuntime(fakePorts({}), { providers: false });
    expect(SkillLibrary.empty().equals(library)).toBe(true);
    expect(SkillLibrary.empty(nodeHash).equals(library)).toBe(true);
    expect(SkillLibrary.empty().toSnapshot()).toEqual(library.toSnapshot());
    expect(SkillLibrary.empty().fingerprint).toBe(library.fingerprint);
  });

  test("R6 of a runtime that is switched off can be saved and restored", async () => {
    const { library } = await createRuntime(fakePorts({}), { enabled: false });
    expect(SkillLibrary.fromSnapshot(library.toSnapshot(), nodeHash).equals(library)).toBe(true);
  });
});
