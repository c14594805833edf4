import fc from "fast-check";
import { expect, it } from "vitest";
import type { IndexedFile } from "../../ports.ts";
import type { SkillSummary } from "../../skill.ts";
import { fromColumns, toColumns } from "./index-columns.ts";

const ROOT = "/home/ada/.claude/skills";

const text = fc.string({ maxLength: 12 });
const summary: fc.Arbitrary<SkillSummary> = fc.record(
  {
    hasFrontmatter: fc.boolean(),
    name: text,
    description: text,
    license: fc.constantFrom("MIT", "Apache-2.0"),
    compatibility: text,
    firstParagraph: text,
    metadata: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), text),
    allowedTools: fc.array(fc.constantFrom("Read", "Grep")),
    fields: fc.record({ version: text, tags: fc.array(text) }, { requiredKeys: [] }),
    extensions: fc.dictionary(text, fc.jsonValue({ maxDepth: 1 })),
    version: fc.string({ unit: fc.constantFrom("0", "a", "f"), minLength: 16, maxLength: 16 }),
    tokens: fc.nat(),
    diagnostics: fc.constantFrom(
      [],
      [{ code: "format.yaml-repaired", severity: "warning", message: "mended" } as const],
    ),
  },
  {
    requiredKeys: [
      "hasFrontmatter",
      "metadata",
      "allowedTools",
      "fields",
      "extensions",
      "version",
      "tokens",
      "diagnostics",
    ],
  },
);
const file: fc.Arbitrary<IndexedFile> = fc.record(
  {
    size: fc.nat(),
    mtimeMs: fc.double({ min: 0, max: 1e13, noNaN: true }),
    ctimeMs: fc.double({ min: 0, max: 1e13, noNaN: true }),
    ino: fc.maxSafeNat(),
    readAs: text,
    summary,
  },
  { requiredKeys: ["size", "mtimeMs", "ctimeMs", "ino", "summary"] },
);
const path = fc.oneof(
  text.map((name) => `${ROOT}/${name.replaceAll("/", "")}/SKILL.md`),
  text.map((name) => `/elsewhere/${name}`),
);

it("D8 what goes into the columns of the index comes out again, for any files", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(path, file), { maxLength: 8 }), (files) => {
      const indexed = new Map(files);
      const stored = JSON.parse(JSON.stringify(toColumns(ROOT, indexed)));
      expect(JSON.stringify([...fromColumns(stored)].map(sorted))).toBe(
        JSON.stringify(JSON.parse(JSON.stringify([...indexed])).map(sorted)),
      );
    }),
  );
});

it("D8 what files have in common is kept once", () => {
  const [one] = fc.sample(file, { numRuns: 1, seed: 7 });
  if (one === undefined) throw new Error("there is no file");
  const other = { ...one, summary: { ...one.summary, name: "other", tokens: 3 } };
  const columns = toColumns(
    ROOT,
    new Map([
      [`${ROOT}/a/SKILL.md`, one],
      [`${ROOT}/b/SKILL.md`, other],
    ]),
  );
  expect(columns.commons).toHaveLength(1);
  expect(columns.path).toEqual(["a/SKILL.md", "b/SKILL.md"]);
});

/** The same value with its keys in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}
