import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateSkill } from "@knowhow/runtime/authoring";
import { describe, expect, it } from "vitest";
import { repository } from "./support/sources.ts";

/** One line of a file of messages: what a user writes, and the expected skill. */
interface Labelled {
  readonly query: string;
  readonly expect: string | readonly string[] | null;
  readonly kind: string;
}

const set = join(repository, "fixtures/matching");
const names: readonly string[] = readdirSync(join(set, "skills")).sort();
const tune = readLines("tune.jsonl");
const heldOut = readLines("held-out.jsonl");
const hard = readLines("hard.jsonl");
const all = [...tune, ...heldOut];
const positives = all.filter((line) => line.expect !== null);
const negatives = all.filter((line) => line.expect === null);

const POSITIVE_KINDS = ["context", "indirect", "language", "long", "short", "typo"];
const NEGATIVE_KINDS = ["code", "continue", "meta", "near-domain", "off-topic", "small-talk"];

describe("the skills of the labelled set", () => {
  it("are at least 60", () => {
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  it.each(names)("%s is valid by the standard and has a body of 20 to 60 lines", (name) => {
    const text = readFileSync(join(set, "skills", name, "SKILL.md"), "utf8");
    const { ok, diagnostics } = validateSkill(text, { directoryName: name, fileName: "SKILL.md" });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(ok).toBe(true);
    const body = text.slice(text.indexOf("\n---\n", 4) + 5).trim();
    expect(body.split("\n").length).toBeGreaterThanOrEqual(20);
    expect(body.split("\n").length).toBeLessThanOrEqual(60);
  });
});

describe("the messages of the labelled set", () => {
  it("are at least 640 that want a skill and 210 that want none, half of them held out", () => {
    expect(positives.length).toBeGreaterThanOrEqual(640);
    expect(negatives.length).toBeGreaterThanOrEqual(210);
    for (const lines of [positives, negatives]) {
      const share = lines.filter((line) => heldOut.includes(line)).length / lines.length;
      expect(Math.abs(share - 0.5)).toBeLessThan(0.02);
    }
  });

  it("have three fields, and text in the first", () => {
    for (const line of [...all, ...hard]) {
      expect(Object.keys(line)).toEqual(["query", "expect", "kind"]);
      expect(line.query.trim()).not.toBe("");
    }
  });

  it("expect only skills that exist, and no skill twice", () => {
    for (const line of [...positives, ...hard]) {
      const wanted = namesIn(line);
      expect(wanted.length).toBeGreaterThan(0);
      expect(new Set(wanted).size).toBe(wanted.length);
      expect(wanted.filter((name) => !names.includes(name))).toEqual([]);
    }
  });

  it("are of the kinds that the README lists, in each half", () => {
    for (const half of [tune, heldOut]) {
      expect(kindsOf(half.filter((line) => line.expect !== null))).toEqual(POSITIVE_KINDS);
      expect(kindsOf(half.filter((line) => line.expect === null))).toEqual(NEGATIVE_KINDS);
    }
  });

  it("occur only once, in one file", () => {
    const seen = [...all, ...hard].map(({ query }) => normalise(query));
    expect(seen.filter((query, index) => seen.indexOf(query) !== index)).toEqual([]);
  });

  it("have no near copy in the other half", () => {
    expect(nearCopies(tune, heldOut)).toEqual([]);
  });

  it.each(names)("ask for %s at least nine times, in both halves", (name) => {
    const [first, second] = [tune, heldOut].map((half) =>
      half.filter((line) => namesIn(line).includes(name)),
    );
    expect(first?.length).toBeGreaterThanOrEqual(4);
    expect(second?.length).toBeGreaterThanOrEqual(4);
    expect((first?.length ?? 0) + (second?.length ?? 0)).toBeGreaterThanOrEqual(9);
  });
});

describe("the hard messages of the labelled set", () => {
  it("all want a skill, in the kinds that the README lists", () => {
    expect(hard.filter((line) => line.expect === null)).toEqual([]);
    expect(hard.map(({ kind }) => kind).filter((kind) => !POSITIVE_KINDS.includes(kind))).toEqual([]);
    expect(hard.length).toBeGreaterThanOrEqual(150);
  });

  it("have no near copy in the halves", () => {
    expect(nearCopies(hard, all)).toEqual([]);
  });
});

describe("the everyday messages of the labelled set", () => {
  const halves = ["off-topic/tune.jsonl", "off-topic/held-out.jsonl"].map(readLines);
  const everyday = halves.flat();

  it("want no skill, and one third is held out", () => {
    expect(everyday.filter((line) => line.expect !== null)).toEqual([]);
    expect(halves.map((half) => half.length)).toEqual([136, 68]);
  });

  it("occur only once, and have no near copy in other files", () => {
    const seen = [...all, ...hard, ...everyday].map(({ query }) => normalise(query));
    expect(seen.filter((query, index) => seen.indexOf(query) !== index)).toEqual([]);
    expect(nearCopies(everyday, [...all, ...hard])).toEqual([]);
  });
});

describe("the near misses of the labelled set", () => {
  const near = readLines("near-misses/tune.jsonl");
  const others = ["everyday", "languages", "off-topic"].flatMap((folder) =>
    ["tune", "held-out"].flatMap((half) => readLines(`${folder}/${half}.jsonl`)),
  );

  it("name each skill once as the one that they resemble, and want none", () => {
    expect(near.map((line) => Reflect.get(line, "unwanted")).sort()).toEqual(names);
    expect(near.filter((line) => line.expect !== null)).toEqual([]);
  });

  it("occur only once, and have no near copy in other files", () => {
    const seen = new Set([...all, ...hard, ...others].map(({ query }) => normalise(query)));
    expect(near.filter(({ query }) => seen.has(normalise(query)))).toEqual([]);
    expect(new Set(near.map(({ query }) => normalise(query))).size).toBe(near.length);
    expect(nearCopies(near, [...all, ...hard, ...others])).toEqual([]);
  });
});

describe("the other tasks of the labelled set", () => {
  const foreign = readdirSync(join(set, "languages/skills"));
  const halves = ["tune", "held-out"].map((half) => readLines(`other-tasks/${half}.jsonl`));
  const others = ["everyday", "languages", "off-topic", "near-misses"].flatMap((folder) =>
    readdirSync(join(set, folder))
      .filter((file) => file.endsWith(".jsonl"))
      .flatMap((file) => readLines(`${folder}/${file}`)),
  );

  it.each([
    [0, 3],
    [1, 1],
  ])("in half %i are %i for each skill, and want another skill or none", (half, times) => {
    const lines = halves[half] ?? [];
    const known = [...names, ...foreign].sort();
    expect(lines.map((line) => Reflect.get(line, "unwanted")).sort()).toEqual(
      known.flatMap((name) => Array.from({ length: times }, () => name)),
    );
    expect(lines.flatMap(namesIn).filter((name) => !known.includes(name))).toEqual([]);
    expect(lines.filter((line) => line.expect === Reflect.get(line, "unwanted"))).toEqual([]);
  });

  it("occur only once, and have no near copy in other files", () => {
    const lines = halves.flat();
    const seen = new Set([...all, ...hard, ...others].map(({ query }) => normalise(query)));
    expect(lines.filter(({ query }) => seen.has(normalise(query)))).toEqual([]);
    expect(new Set(lines.map(({ query }) => normalise(query))).size).toBe(lines.length);
    expect(nearCopies(lines, [...all, ...hard, ...others])).toEqual([]);
  });
});

describe("the short messages of the labelled set", () => {
  const short = readLines("short/tune.jsonl");
  const others = ["everyday", "languages", "off-topic", "fresh", "near-misses"].flatMap((folder) =>
    readdirSync(join(set, folder))
      .filter((file) => file.endsWith(".jsonl"))
      .flatMap((file) => readLines(`${folder}/${file}`)),
  );

  it("are two for each English skill, and as many that want none as half of them", () => {
    expect(short.filter((line) => line.expect !== null)).toHaveLength(142);
    expect(short.filter((line) => line.expect === null)).toHaveLength(69);
    expect(short.flatMap(namesIn).filter((name) => !names.includes(name))).toEqual([]);
  });

  it("have six words or fewer, and occur in no other file", () => {
    const seen = new Set([...all, ...hard, ...others].map(({ query }) => normalise(query)));
    expect(short.filter(({ query }) => query.split(" ").length > 6)).toEqual([]);
    expect(short.filter(({ query }) => seen.has(normalise(query)))).toEqual([]);
    expect(new Set(short.map(({ query }) => normalise(query))).size).toBe(short.length);
  });
});

describe("the README of the labelled set", () => {
  const rows = readFileSync(join(set, "README.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()));

  it("says how many skills and messages there are", () => {
    const text = readFileSync(join(set, "README.md"), "utf8").replaceAll("\n", " ");
    expect(text).toContain(`${names.length} skills in families`);
    expect(text).toContain(`${positives.length} messages that expect one of them`);
    expect(text).toContain(`${negatives.length} that expect none`);
    expect(text).toContain(`${hard.length} hard messages`);
  });

  it.each([...POSITIVE_KINDS, ...NEGATIVE_KINDS])("counts the kind %s rightly", (kind) => {
    const row = rows.find((cells) => cells[1] === kind);
    expect(row?.slice(3, 6)).toEqual(
      [tune, heldOut, hard].map((half) => `${half.filter((line) => line.kind === kind).length}`),
    );
  });

  it("names each skill in one family, and counts the families rightly", () => {
    const families = rows.filter((cells) => cells[2]?.startsWith("`"));
    const members = families.map((cells) =>
      [...(cells[2] ?? "").matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? ""),
    );
    expect(members.flat().sort()).toEqual(names);
    for (const [index, cells] of families.entries()) {
      const family = members[index] ?? [];
      expect(family.length).toBeGreaterThanOrEqual(3);
      expect(family.length).toBeLessThanOrEqual(6);
      expect(cells.slice(3, 6)).toEqual(
        [tune, heldOut, hard].map(
          (half) => `${half.filter((line) => namesIn(line).some((name) => family.includes(name))).length}`,
        ),
      );
    }
  });
});

function readLines(file: string): readonly Labelled[] {
  return readFileSync(join(set, file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function namesIn({ expect: wanted }: Labelled): readonly string[] {
  return wanted === null ? [] : typeof wanted === "string" ? [wanted] : wanted;
}

function kindsOf(lines: readonly Labelled[]): readonly string[] {
  return [...new Set(lines.map(({ kind }) => kind))].sort();
}

/** Letters and digits only, so that case, signs and blanks make no difference; a message of signs alone stays as it is. */
function normalise(query: string): string {
  const plain = query
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return plain === "" ? query : plain;
}

function wordsOf(query: string): ReadonlySet<string> {
  return new Set(normalise(query).split(" "));
}

/** Pairs of messages, one from each side, that share most of their words. */
function nearCopies(some: readonly Labelled[], others: readonly Labelled[]): readonly (readonly string[])[] {
  const other = others.map(({ query }) => ({ query, words: wordsOf(query) }));
  return some.flatMap(({ query }) => {
    const words = wordsOf(query);
    if (words.size < 3) return [];
    return other.filter((line) => overlap(words, line.words) >= 0.6).map((line) => [query, line.query]);
  });
}

/** Shared words as a share of all words of both. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared);
}
