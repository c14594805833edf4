import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const SKILLS = "project/.agents/skills";
const files = {
  [`${SKILLS}/pdf-merge/SKILL.md`]: skillText(
    "pdf-merge",
    "Joins PDF files. Use when several PDFs should become one.",
  ),
  [`${SKILLS}/recipes/SKILL.md`]: skillText("recipes", "Finds dishes to cook for dinner."),
  [`${SKILLS}/charts/SKILL.md`]: skillText("charts", "Draws bar charts from tables of numbers."),
};
const lines = (...items: readonly object[]) => items.map((item) => JSON.stringify(item)).join("\n");
const triggers = (...items: readonly (readonly [string, boolean])[]) =>
  JSON.stringify(items.map(([query, should_trigger]) => ({ query, should_trigger })));

describe("knowhow eval with labelled messages of a library", () => {
  const messages = lines(
    { query: "join these PDF files", expect: "pdf-merge" },
    { query: "what shall I cook for dinner", expect: ["recipes", "charts"] },
    { query: "cook dinner", expect: "charts" },
    { query: "thanks", expect: null },
    { query: "draw bar charts of these numbers", expect: null },
  );

  it("M9 gives shares and counts in JSON", async () => {
    sandbox = makeSandbox({ ...files, "project/messages.jsonl": messages });
    const ran = await sandbox.run("eval", "messages.jsonl", "--json");
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.json()).toMatchObject({
      n: 5,
      r1: 2 / 3,
      r5: expect.any(Number),
      mrr: expect.any(Number),
      falseSuggest: 1 / 2,
      positives: 3,
      negatives: 2,
      falseSuggestions: 1,
      perSkill: [{ name: "charts", positives: 1, r1: 0, stolenBy: [{ name: "recipes", count: 1 }] }, {}, {}],
      confusions: expect.arrayContaining([
        { expected: "charts", got: "recipes", count: 1, queries: ["cook dinner"] },
        { expected: null, got: "charts", count: 1, queries: ["draw bar charts of these numbers"] },
      ]),
      unknown: [],
      thresholds: [],
      files: [expect.stringMatching(/messages\.jsonl$/)],
    });
  });

  it("M9 counts what a session of the profile would load: eagerly in aios, by clear evidence in the default", async () => {
    const vault = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path.replace(".agents/skills", "skills"), text]),
    );
    const vague = { query: "wash the dishes after dinner", expect: null };
    sandbox = makeSandbox({ ...files, ...vault, "project/vague.jsonl": lines(vague) });
    const falseLoads = async (...more: readonly string[]) =>
      (await sandbox.run("eval", "vague.jsonl", "--json", ...more)).json();
    expect(await falseLoads("--profile", "aios")).toMatchObject({ mode: "eager", falseLoads: 1 });
    expect(await falseLoads()).toMatchObject({ mode: "auto", falseLoads: 0 });
  });

  it("M9 shows figures and confusions", async () => {
    sandbox = makeSandbox({ ...files, "project/messages.jsonl": messages });
    const { out } = await sandbox.run("eval", "messages.jsonl");
    expect(out).toMatch(
      /^3 messages that should match a skill \(mode auto\)\n {2}expected skill first \(R@1\) +66\.7 % +2 of 3\n/,
    );
    expect(out).toMatch(/\n2 messages that should match none\n/);
    expect(out).toMatch(/charts +recipes +1 +cook dinner/);
    expect(out).toMatch(/\(none\) +charts +1 /);
  });

  it("M9 ends with exit code 1 below a threshold, and says which", async () => {
    sandbox = makeSandbox({ ...files, "project/messages.jsonl": messages });
    const good = await sandbox.run("eval", "messages.jsonl", "--min-r1", "66.6", "--max-false-suggest", "50");
    expect(good).toMatchObject({ exit: 0, out: expect.stringContaining("✓ --min-r1 66.6 %: got 66.7 %") });
    const bad = await sandbox.run("eval", "messages.jsonl", "--min-r1", "90", "--min-r5", "10", "--quiet");
    expect(bad).toMatchObject({
      exit: 1,
      out: expect.stringMatching(/^✗ --min-r1 90\.0 %: got 66\.7 %\n✓ --min-r5/),
    });
    const suggested = await sandbox.run("eval", "messages.jsonl", "--max-false-suggest", "10", "--json");
    expect(suggested.exit).toBe(1);
    expect(suggested.json()).toMatchObject({
      thresholds: [{ option: "max-false-suggest", limit: 0.1, value: 0.5, ok: false }],
    });
  });

  it.each(["101", "-1", "many", "1e1"])("M9 refuses the threshold %s", async (percent) => {
    sandbox = makeSandbox({ ...files, "project/messages.jsonl": messages });
    expect(await sandbox.run("eval", "messages.jsonl", `--min-r1=${percent}`)).toMatchObject({ exit: 2 });
  });

  it("M9 a minimum is not met if nothing was measured", async () => {
    sandbox = makeSandbox({ ...files, "project/none.jsonl": '{"query": "thanks", "expect": null}' });
    const ran = await sandbox.run("eval", "none.jsonl", "--min-r1", "0", "--max-false-load", "0", "--json");
    expect(ran.exit).toBe(1);
    expect(ran.json()).toMatchObject({ r1: null, falseLoad: 0, thresholds: [{ ok: false }, { ok: true }] });
  });

  it("M9 names expected skills that do not exist, with the nearest name", async () => {
    const text = lines({ query: "join", expect: "pdf-merg" }, { query: "x y", expect: ["recipes", "zzz"] });
    sandbox = makeSandbox({ ...files, "project/m.jsonl": text });
    expect((await sandbox.run("eval", "m.jsonl", "--json")).json()).toMatchObject({
      unknown: [
        { name: "pdf-merg", count: 1, state: null, suggestion: "pdf-merge" },
        { name: "zzz", count: 1, state: null, suggestion: null },
      ],
    });
    expect((await sandbox.run("eval", "m.jsonl")).out).toContain(
      '1 message names "pdf-merg": no such skill; did you mean "pdf-merge"?',
    );
  });

  it("M9 lists at most 15 such names", async () => {
    const names = Array.from({ length: 500 }, (_, at) => `pdf-merg${at}`);
    sandbox = makeSandbox({ ...files, "project/m.jsonl": lines({ query: "join", expect: names }) });
    const { out } = await sandbox.run("eval", "m.jsonl");
    expect(out.match(/no such skill/g)).toHaveLength(15);
    expect(out).toContain("… and 485 more names; --json lists all");
    const data = Object((await sandbox.run("eval", "m.jsonl", "--json")).json());
    expect(data.unknown).toHaveLength(500);
    expect(data.unknown[499]).toEqual({ name: "pdf-merg499", count: 1, state: null, suggestion: null });
  });

  it("M9 never rounds to all or nothing", async () => {
    const queries = Array.from({ length: 3_000 }, () => ({ query: "merge pdf files", expect: "pdf-merge" }));
    const text = lines(...queries, { query: "merge pdf files", expect: "recipes" });
    sandbox = makeSandbox({ ...files, "project/m.jsonl": text });
    const ran = await sandbox.run("eval", "m.jsonl", "--min-r1", "100");
    expect(ran).toMatchObject({ exit: 1, out: expect.stringContaining("✗ --min-r1 100.0 %: got 99.9 %") });
  });

  it("M9 reports an invalid line with file and line number", async () => {
    sandbox = makeSandbox({ ...files, "project/m.jsonl": '{"query": "a", "expect": null}\n{"query": 1}' });
    const ran = await sandbox.run("eval", "m.jsonl", "--json");
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain('m.jsonl:2: "query" must be a string');
    expect(ran.json()).toMatchObject({ error: { code: "evaluation.invalid", hint: expect.any(String) } });
  });

  it("M9 a file that is missing or empty is an error", async () => {
    sandbox = makeSandbox({ ...files, "project/m.jsonl": "\n" });
    expect(await sandbox.run("eval", "nothing.jsonl")).toMatchObject({ exit: 1 });
    expect(await sandbox.run("eval", "m.jsonl")).toMatchObject({ exit: 2 });
    const none = await sandbox.run("eval");
    expect(none).toMatchObject({
      exit: 1,
      err: expect.stringContaining("no skill here has labelled messages"),
    });
  });
});

describe("knowhow eval with the queries of a skill", () => {
  const own = {
    ...files,
    [`${SKILLS}/pdf-merge/eval_queries.json`]: triggers(
      ["join these PDF files", true],
      ["cook dinner", true],
      ["draw bar charts of these numbers", false],
      ["make several PDFs one", false],
    ),
    [`${SKILLS}/recipes/evals/eval_queries.json`]: triggers(["what shall I cook for dinner", true]),
  };

  it("M9 counts a query that matches the skill although it should not, and no other skill", async () => {
    sandbox = makeSandbox(own);
    for (const place of ["pdf-merge", "pdf-merge/eval_queries.json"]) {
      const data = (await sandbox.run("eval", `.agents/skills/${place}`, "--json")).json();
      expect(data).toMatchObject({
        n: 4,
        r1: 1 / 2,
        falseSuggest: 1 / 2,
        perSkill: expect.arrayContaining([
          expect.objectContaining({
            name: "pdf-merge",
            positives: 2,
            negatives: 2,
            falseSuggestions: 1,
            margin: expect.any(Number),
            stolenBy: [{ name: "recipes", count: 1 }],
          }),
        ]),
      });
    }
  });

  it.each([
    "evals/trigger-evals.json",
    "evals/trigger-eval.json",
    "evals/triggers.json",
    "evals/trigger_eval.json",
    "evals/triggers.yaml",
    "evals/trigger-evals.yml",
  ])("M9 finds and reads %s, and counts near misses separately", async (name) => {
    const lists = {
      should_trigger: ["join these PDF files"],
      should_not_trigger: ["make several PDFs one", "cook dinner"],
    };
    const yaml = Object.entries(lists).map(
      ([key, texts]) => `${key}:\n${texts.map((text) => `- ${text}\n`).join("")}`,
    );
    const content = name.endsWith("json") ? JSON.stringify(lists, undefined, 2) : yaml.join("");
    sandbox = makeSandbox({ ...files, [`${SKILLS}/pdf-merge/${name}`]: content });
    for (const place of ["pdf-merge", "."]) {
      const ran = await sandbox.run("eval", `.agents/skills/${place}`, "--json");
      expect(ran.json()).toMatchObject({ n: 3, r1: 1, nearMisses: 2, nearMissSuggestions: 1 });
    }
    expect((await sandbox.run("eval", ".agents/skills")).out).toMatch(/2 near misses among them/);
  });

  it("M9 takes every skill that has messages if no file is named", async () => {
    sandbox = makeSandbox(own);
    const data = Object((await sandbox.run("eval", "--json")).json());
    expect(data.n).toBe(5);
    expect(data.files).toHaveLength(2);
  });

  it("M9 reads the tasks of evals/evals.json, unless the skill has messages for its trigger", async () => {
    const tasks = {
      skill_name: "pdf-merge",
      evals: [{ id: 1, prompt: "join these PDF files", expected_output: "a" }],
    };
    const path = `${SKILLS}/pdf-merge/evals/evals.json`;
    sandbox = makeSandbox({ ...files, [path]: JSON.stringify(tasks) });
    const data = Object((await sandbox.run("eval", ".agents/skills/pdf-merge", "--json")).json());
    expect(data).toMatchObject({
      n: 1,
      positives: 1,
      r1: 1,
      files: [expect.stringContaining("evals/evals.json")],
    });
    sandbox.remove();
    sandbox = makeSandbox({
      ...files,
      [path]: JSON.stringify(tasks),
      [`${SKILLS}/pdf-merge/evals/triggers.json`]: triggers(["join these PDF files", true], ["cook", false]),
    });
    expect((await sandbox.run("eval", ".agents/skills", "--json")).json()).toMatchObject({ n: 2 });
  });

  it("M9 an invalid file of one skill does not hide the others, and no threshold is met without it", async () => {
    sandbox = makeSandbox({
      ...own,
      [`${SKILLS}/charts/evals/evals.json`]: JSON.stringify({ evals: [{ prompt: "draw a chart" }] }),
    });
    const ran = await sandbox.run("eval", "--json");
    expect(ran.exit).toBe(0);
    expect(ran.err).toMatch(/skipped \S*charts\/evals\/evals\.json:1: it needs either/);
    const data = Object(ran.json());
    expect([data.n, data.files.length, data.skipped.length]).toEqual([5, 2, 1]);
    expect((await sandbox.run("eval", "--min-r1", "0")).exit).toBe(1);
    const alone = await sandbox.run("eval", ".agents/skills/charts");
    expect([alone.exit, alone.err]).toEqual([2, expect.stringContaining("it needs either")]);
  });

  it("M9 includes a skill outside the roots if it is named", async () => {
    sandbox = makeSandbox({
      ...files,
      "elsewhere/knit/SKILL.md": skillText("knit", "Writes knitting patterns for socks."),
      "elsewhere/knit/evals/eval_queries.json": triggers(["a knitting pattern for socks", true]),
    });
    for (const place of ["../elsewhere/knit", "../elsewhere", "../elsewhere/knit/evals/eval_queries.json"])
      expect((await sandbox.run("eval", place, "--json")).json()).toMatchObject({ n: 1, r1: 1 });
  });

  it("M9 should_trigger without a skill is an error that says so", async () => {
    sandbox = makeSandbox({ ...files, "project/q.json": triggers(["a", true]) });
    const ran = await sandbox.run("eval", "q.json");
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("does not name a skill");
  });

  it("T3 a link in a skill is not followed: it is not one of the skill's files", async () => {
    sandbox = makeSandbox({
      "home/.agents/skills/charts/SKILL.md": "---\nname: charts\ndescription: Draws charts.\n---\nDraw.\n",
      "secret.json": triggers(["a b", true]),
    });
    const { symlinkSync } = await import("node:fs");
    symlinkSync("../../../../secret.json", `${sandbox.home}/.agents/skills/charts/eval_queries.json`);
    expect(await sandbox.run("eval")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("no skill here has labelled messages"),
    });
  });
});
