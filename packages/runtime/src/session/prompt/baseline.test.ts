import { describe, expect, test } from "vitest";
import { writeDelta } from "./baseline.ts";

const plain = { characters: 10_000, locationOf: () => undefined };
const names = (count: number, description = "") =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`skill-${at}`, description]));

describe("the announcement of a change", () => {
  test("I6 there is none when nothing changed", () => {
    expect(writeDelta({ a: "A.", b: "" }, { b: "", a: "A." }, plain)).toBeUndefined();
  });

  test("I6 names what was added, changed and removed, each once", () => {
    expect(writeDelta({ a: "A.", b: "B.", c: "C." }, { b: "B2.", c: "C.", d: "" }, plain)).toBe(
      [
        "The available skills have changed. This supersedes the list above.",
        "Added:",
        "- d",
        "Changed:",
        "- b: B2.",
        "No longer available:",
        "- a",
      ].join("\n"),
    );
  });

  test("I6 says where a skill is if paths are shown", () => {
    const delta = writeDelta({}, { a: "A." }, { ...plain, locationOf: (name) => `/skills/${name}/SKILL.md` });
    expect(delta).toContain("\n- a [/skills/a/SKILL.md]: A.");
  });

  test("I4 I6 keeps to its size: half for what is new, a quarter for each of the others, and says how many it leaves out", () => {
    const before = {
      ...names(50, "old"),
      ...Object.fromEntries(Object.keys(names(50)).map((name) => [`gone-${name}`, ""])),
    };
    const after = {
      ...names(50, "new"),
      ...Object.fromEntries(Object.keys(names(50)).map((name) => [`more-${name}`, ""])),
    };
    const delta = writeDelta(before, after, { ...plain, characters: 800 }) ?? "";
    const [, added = "", changed = "", removed = ""] = delta.split(
      /\n(?:Added|Changed|No longer available):\n/,
    );
    for (const [block, room] of [
      [added, 400],
      [changed, 200],
      [removed, 200],
    ] as const) {
      const [, rest] = /\n\(and (\d+) more\)$/.exec(block) ?? [];
      const lines = block.split("\n").slice(0, -1);
      expect(lines.length + Number(rest)).toBe(50);
      const used = lines.join("\n").length;
      expect(used).toBeLessThanOrEqual(room);
      expect(used).toBeGreaterThan(room - 25);
    }
  });

  test("I6 cuts a single line that is too long, and never leaves a part empty", () => {
    const delta = writeDelta({}, { a: "x".repeat(500), b: "short" }, { ...plain, characters: 1 }) ?? "";
    const [, line = "", rest] = delta.split("\n").slice(1);
    expect(line).toMatch(/^- a: x+…$/);
    expect(line).toHaveLength(100);
    expect(rest).toBe("(and 1 more)");
  });
});
