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

describe("R4 an empty library", () => {
  test("R4 equals one that was loaded and found nothing, with a hash and without", async () => {
    const { library } = await createRuntime(fakePorts({}), { providers: false });
    expect(SkillLibrary.empty().equals(library)).toBe(true);
    expect(SkillLibrary.empty(nodeHash).equals(library)).toBe(true);
    expect(SkillLibrary.empty().toSnapshot()).toEqual(library.toSnapshot());
  });

  test("R6 of a runtime that is switched off can be saved and restored", async () => {
    const { library } = await createRuntime(fakePorts({}), { enabled: false });
    expect(SkillLibrary.fromSnapshot(library.toSnapshot(), nodeHash).equals(library)).toBe(true);
  });
});
