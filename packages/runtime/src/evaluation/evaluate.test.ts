import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { MatchAnswer } from "../conversation.ts";
import { evaluate } from "./evaluate.ts";
import type { LabelledMessage } from "./parse-labelled.ts";

type Given = Readonly<
  Record<string, { order?: readonly string[]; load?: readonly string[]; suggest?: readonly string[] }>
>;

/** A matcher with fixed answers. */
function answering(given: Given) {
  return async (message: string): Promise<MatchAnswer> => {
    const { order = [], load = [], suggest = [] } = given[message] ?? {};
    const found = (name: string, decision: "load" | "suggest") => ({
      name,
      decision,
      score: 1,
      reasons: [],
      loadReason: "auto_suggested" as const,
    });
    return {
      matches: [...load.map((name) => found(name, "load")), ...suggest.map((name) => found(name, "suggest"))],
      ranking: order.map((name, at) => ({ name, score: 1 - at / 10, reasons: [] })),
      notes: [],
    };
  };
}

const wants = (query: string, ...expected: readonly string[]): LabelledMessage => ({
  query,
  expect: expected,
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("M9 who waits for a long evaluation can end it, though the matcher never waits for anything", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 60;
    return now;
  });
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("enough")), 0);
  let asked = 0;
  const match = async (): Promise<MatchAnswer> => {
    asked += 1;
    return { matches: [], ranking: [], notes: [] };
  };
  const messages = Array.from({ length: 1_000 }, () => wants("merge"));
  await expect(evaluate(messages, { match, signal: controller.signal })).rejects.toThrow("enough");
  expect(asked).toBeLessThan(1_000);
});

test("M9 a skill that always applies is right where it is wanted, and never a false load", async () => {
  const match = async (): Promise<MatchAnswer> => ({
    matches: [{ name: "house", decision: "load", score: 1, reasons: [], loadReason: "always" }],
    ranking: [],
    notes: [],
  });
  const { falseLoads, wrongLoads, missedLoads } = await evaluate(
    [wants("thanks"), wants("merge", "pdf-merge"), wants("house rules", "house")],
    { match },
  );
  expect({ falseLoads, wrongLoads, missedLoads }).toEqual({ falseLoads: 0, wrongLoads: 0, missedLoads: 1 });
});

test("M9 the mode that is asked for goes to the matcher, and none where none is", async () => {
  const modes: unknown[] = [];
  const match = async (_: string, { mode }: { readonly mode?: string }): Promise<MatchAnswer> => {
    modes.push(mode);
    return { matches: [], ranking: [], notes: [] };
  };
  await evaluate([wants("merge")], { match, mode: "eager" });
  await evaluate([wants("merge")], { match });
  expect(modes).toEqual(["eager", undefined]);
});

describe("evaluating labelled messages", () => {
  const labels = [
    wants("merge", "pdf-merge"),
    wants("join", "pdf-merge", "pdf-split"),
    wants("fill", "pdf-forms"),
    wants("sign", "pdf-forms"),
    wants("lost", "pdf-forms"),
    wants("thanks"),
    wants("weather"),
    wants("news"),
    wants("stocks"),
  ];
  const match = answering({
    merge: { order: ["pdf-merge", "pdf-split"], load: ["pdf-merge"] },
    join: { order: ["pdf-forms", "pdf-split"], suggest: ["pdf-forms", "pdf-split"] },
    fill: { order: ["pdf-merge", "a", "b", "c", "d", "pdf-forms"], load: ["pdf-merge"] },
    sign: { order: ["pdf-merge", "pdf-forms"] },
    weather: { order: ["a"], suggest: ["a", "b"] },
    news: { order: ["a"], load: ["a"] },
  });

  test("M9 gives recall, abstention and counts, a load being a suggestion, too", async () => {
    expect(await evaluate(labels, { match })).toMatchObject({
      n: 9,
      positives: 5,
      negatives: 4,
      r1: 1 / 5,
      r5: 3 / 5,
      mrr: (1 + 1 / 2 + 1 / 6 + 1 / 2) / 5,
      falseLoad: 1 / 4,
      falseSuggest: 2 / 4,
      falseLoads: 1,
      falseSuggestions: 2,
      missedLoads: 4,
      missedSuggestions: 3,
      wrongLoads: 1,
    });
  });

  test("M9 says who stole what, the most frequent first, and what came where nothing should", async () => {
    const { confusions } = await evaluate(labels, { match });
    expect(confusions).toEqual([
      { expected: null, got: "a", count: 2, queries: ["weather", "news"] },
      { expected: "pdf-forms", got: "pdf-merge", count: 2, queries: ["fill", "sign"] },
      { expected: null, got: "b", count: 1, queries: ["weather"] },
      { expected: "pdf-forms", got: null, count: 1, queries: ["lost"] },
      { expected: "pdf-split", got: "pdf-forms", count: 1, queries: ["join"] },
    ]);
  });

  test("M9 has a row for each skill that was expected or matched unexpectedly", async () => {
    const { perSkill } = await evaluate(labels, { match });
    expect(perSkill.map(({ name }) => name)).toEqual(["a", "b", "pdf-forms", "pdf-merge", "pdf-split"]);
    expect(perSkill[0]).toMatchObject({ positives: 0, r1: null, falseLoads: 1, falseSuggestions: 2 });
    expect(perSkill[2]).toMatchObject({
      positives: 3,
      r1: 0,
      r5: 1 / 3,
      missedSuggestions: 3,
      stolenBy: [{ name: "pdf-merge", count: 2 }],
    });
    expect(perSkill[3]).toMatchObject({ positives: 1, r1: 1, margin: expect.closeTo(0.1), falseLoads: 1 });
  });

  test("M9 where one skill is unwanted, others may come", async () => {
    const near = { query: "weather", expect: [], unwanted: "c" };
    expect(await evaluate([near], { match })).toMatchObject({ falseSuggest: 0, confusions: [] });
    const report = await evaluate([{ ...near, unwanted: "b" }], { match });
    expect(report).toMatchObject({ falseSuggest: 1, falseLoad: 0, r1: null });
    expect(report.perSkill).toMatchObject([{ name: "b", negatives: 1, falseSuggestions: 1 }]);
  });

  test("M9 reports progress, returns each note once, and can be aborted", async () => {
    const told: string[] = [];
    const noting = async (message: string) => ({ ...(await match(message)), notes: ["no embedder"] });
    const report = await evaluate(labels.slice(0, 2), {
      match: noting,
      onProgress: (done, all) => void told.push(`${done}/${all}`),
    });
    expect([told, report.notes]).toEqual([["1/2", "2/2"], ["no embedder"]]);
    await expect(evaluate(labels, { match, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  test("M9 shares lie between 0 and 1 and in their order, whatever is answered", async () => {
    const names = fc.subarray(["a", "b", "c", "d", "e", "f", "g"]);
    const line = fc.record({
      expect: names,
      order: names.chain((kept) => fc.shuffledSubarray(kept, { minLength: kept.length })),
      load: names,
      suggest: names,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1 }), async (lines) => {
        const given: Given = Object.fromEntries(lines.map((item, at) => [`m${at}`, item]));
        const asked = lines.map(({ expect: expected }, at) => wants(`m${at}`, ...expected));
        const found = await evaluate(asked, { match: answering(given) });
        const { r1, r5, mrr, falseLoad, falseSuggest, positives, negatives, n } = found;
        expect(positives + negatives).toBe(n);
        expect(r1 === null).toBe(positives === 0);
        expect(r1 ?? 0).toBeLessThanOrEqual(mrr ?? 0);
        expect(r1 ?? 0).toBeLessThanOrEqual(r5 ?? 0);
        expect(mrr ?? 0).toBeLessThanOrEqual(1);
        expect(falseLoad ?? 0).toBeLessThanOrEqual(falseSuggest ?? 0);
        expect(found.perSkill.reduce((sum, skill) => sum + skill.positives, 0)).toBe(positives);
        const missed = lines.filter(
          (item) => item.expect.length > 0 && !item.expect.includes(item.order[0] ?? ""),
        );
        const wrong = found.confusions.filter(({ expected }) => expected !== null);
        expect(wrong.reduce((sum, { count }) => sum + count, 0)).toBe(missed.length);
      }),
    );
  });
});
