import { afterEach, describe, expect, test, vi } from "vitest";
import type { Embedder } from "../ports.ts";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";

let workshop: Workshop | undefined;
afterEach(() => {
  vi.useRealTimers();
  workshop?.close();
});

const skill = (name: string, description: string, more: Record<string, unknown> = {}, body = "Do it.\n") => ({
  [`home/.agents/skills/${name}/SKILL.md`]: skillMd({ name, description, ...more }, body),
});

function open(tree: Record<string, string> = {}): Workshop {
  workshop = openWorkshop({
    ...skill("pdf-merge", "Joins and splits PDF files. Use when several PDFs should become one."),
    ...skill("pdf-forms", "Fills in PDF forms. Do not use for joining files."),
    ...skill("invoices", "Writes invoices for customers.", {
      triggers: ["send {customer} an invoice for {work}"],
    }),
    ...skill("charts", "Draws diagrams from tables of numbers."),
    ...skill("zhoubao", "根据工作记录撰写周报。"),
    ...skill("release", "Writes release notes.", {}, "## Changelog entries\n\nCollect merged tickets.\n"),
    ...tree,
  });
  return workshop;
}

/** Themes represent meaning: a text points in the direction of its words. */
const THEMES = ["pdf document acrobat paper", "invoice bill money owe", "chart diagram curve picture"];
function themes(more: Partial<Embedder> = {}): Embedder {
  const embed = (text: string) => {
    const counts = THEMES.map(
      (theme) => theme.split(" ").filter((word) => text.toLowerCase().includes(word)).length,
    );
    const length = Math.hypot(...counts) || 1;
    return Float32Array.from([...counts, counts.some(Boolean) ? 0 : 1], (count) => count / length);
  };
  return { id: "themes", dimensions: 4, embed: (texts) => texts.map(embed), ...more };
}

/** The same, with every text of a skill that it was asked for. */
function countingThemes(): { readonly texts: readonly string[]; readonly counting: Embedder } {
  const texts: string[] = [];
  const embed: Embedder["embed"] = (given, kind) => {
    if (kind === "document") texts.push(...given);
    return themes().embed(given, kind);
  };
  return { texts, counting: themes({ embed }) };
}

describe("what a message calls for", () => {
  test("M5 the best skill comes first, with reasons for the user", async () => {
    const runtime = await open().start();
    const { matches, ranking } = await runtime.match("can you join these pdf files into one?", {
      ranking: 3,
    });
    expect(ranking[0]).toMatchObject({
      name: "pdf-merge",
      reasons: expect.arrayContaining(['"pdf" in its name', '"join", "files" in its description']),
    });
    expect(matches.map(({ name }) => name)).toContain("pdf-merge");
    expect(ranking.find(({ name }) => name === "pdf-forms")?.reasons.join()).toContain("against it");
  });

  test.each([
    "thanks!",
    "continue",
    "hello there",
    "",
    "what a nice day",
    "```\nconst pdf = 1;\n```",
  ])("M5 nothing for %j", async (message) => {
    const runtime = await open().start();
    expect((await runtime.match(message)).matches).toEqual([]);
  });

  test("M1 a skill that is called by its name in plain words is loaded, whatever is more like the message", async () => {
    const runtime = await open().start();
    for (const message of [
      "use the charts skill for the pdf files that should become one",
      "Charts, please",
    ]) {
      const { matches, ranking } = await runtime.match(message, { ranking: 2 });
      expect(matches).toMatchObject([
        {
          name: "charts",
          decision: "load",
          loadReason: "auto_suggested",
          reasons: ["the message names it", expect.any(String)],
        },
      ]);
      expect(ranking[0]?.name).toBe("charts");
      expect(ranking[0]?.score).toBeGreaterThan(ranking[1]?.score ?? 0);
    }
    const { matches } = await runtime.match("do not use the charts skill");
    expect(matches.filter(({ decision }) => decision === "load")).toEqual([]);
  });

  test("M2 a phrase that two skills claim alike loads neither, whatever they are called", async () => {
    const { triggers, description } = {
      triggers: ["send {customer} an invoice for {work}"],
      description: "Writes invoices for customers.",
    };
    for (const copy of ["aaa", "zzz"]) {
      const runtime = await open(skill(copy, description, { triggers })).start();
      const { matches } = await runtime.match("send Bob an invoice for the fence");
      expect(matches.map(({ decision }) => decision)).toEqual(["suggest", "suggest"]);
      expect(matches.map(({ name }) => name).sort()).toEqual([copy, "invoices"].sort());
      workshop?.close();
    }
  });

  test("M5 what is loaded does not depend on how many may be suggested", async () => {
    const runtime = await open().start();
    for (const suggestions of [0, 1, 2]) {
      for (const message of ["send Bob an invoice for the fence", "use the invoices skill"])
        expect(await runtime.match(message, { suggestions, ranking: 0 })).toMatchObject({
          matches: [{ name: "invoices", decision: "load" }],
          ranking: [],
        });
    }
  });

  test("M2 what another part of the message names is suggested beside what is loaded", async () => {
    const runtime = await open(
      skill("fences", "Builds things of wood.", { triggers: ["paint the fence"] }),
    ).start();
    const { matches } = await runtime.match("Paint the fence. Then send Bob an invoice for the work.");
    expect(matches.map(({ name, decision }) => [name, decision])).toEqual([
      ["fences", "load"],
      ["invoices", "suggest"],
    ]);
  });

  test("M2 a trigger phrase loads its skill, and its variables are given in their own words", async () => {
    const runtime = await open().start();
    expect(
      (await runtime.match("Please send Müller GmbH an invoice for the Garden Fence.")).matches,
    ).toMatchObject([
      {
        name: "invoices",
        decision: "load",
        loadReason: "auto_suggested",
        variables: { customer: "Müller GmbH", work: "the Garden Fence" },
        reasons: expect.arrayContaining(['the phrase "send {customer} an invoice for {work}"']),
      },
    ]);
  });

  test("M5 works for scripts without spaces", async () => {
    const runtime = await open().start();
    expect((await runtime.match("帮我写这周的周报", { ranking: 1 })).ranking).toMatchObject([
      { name: "zhoubao" },
    ]);
  });

  test("M5 words of headings and bodies count, too", async () => {
    const runtime = await open().start();
    const { ranking } = await runtime.match("collect the tickets for our changelog", { ranking: 1 });
    expect(ranking).toMatchObject([
      { name: "release", reasons: expect.arrayContaining(['"changelog" in its headings']) },
    ]);
  });

  test("M4 meaning finds what no word does, and words do without it when it fails", async () => {
    const message = "acrobat paper trouble";
    const near = await open().start({ embedders: [themes()] });
    expect((await near.match(message, { ranking: 1 })).ranking[0]?.reasons.join()).toContain(
      "close in meaning",
    );
    const down = themes({
      embed: () => {
        throw new Error("connection refused");
      },
    });
    const runtime = await open().start({ embedders: [down] });
    const answer = await runtime.match("join these pdf files", { ranking: 1 });
    expect(answer.ranking).toMatchObject([{ name: "pdf-merge" }]);
    expect(answer.notes).toEqual(["the embedder themes did not answer: connection refused"]);
  });

  test("M4 matching continues without an embedder that fails or returns vectors of the wrong size", async () => {
    let calls = 0;
    const flaky = themes({
      embed: (texts, kind) => {
        calls += 1;
        if (kind === "query") return texts.map(() => new Float32Array(3));
        return themes().embed(texts, kind);
      },
    });
    const runtime = await open().start({ embedders: [flaky] });
    const answer = await runtime.match("join these pdf files", { ranking: 1 });
    expect(answer.ranking).toMatchObject([{ name: "pdf-merge" }]);
    expect(answer.notes.join()).toContain("declared dimensions");
    expect(calls).toBe(2);
  });

  test.each<[string, Embedder["embed"], string]>([
    [
      "too few vectors",
      (texts) => themes().embed(texts.slice(1), "document"),
      "the number of vectors differs",
    ],
    ["no numbers", (texts) => texts.map(() => new Float32Array(4).fill(Number.NaN)), "not numbers"],
    ["nothing at all", () => JSON.parse("null"), "the number of vectors differs"],
    [
      "lists for vectors",
      (texts) => JSON.parse(JSON.stringify(texts.map(() => [1, 0, 0, 0]))),
      "declared dimensions",
    ],
  ])("M4 an embedder that gives %s is done without, and nothing of it is kept", async (_, embed, why) => {
    const { start, at } = open();
    const broken = await start({ cache: at("cache"), embedders: [themes({ embed })] });
    const answer = await broken.match("join these pdf files", { ranking: 3 });
    expect(answer.notes).toEqual([expect.stringContaining(why)]);
    const words = await (await start()).match("join these pdf files", { ranking: 3 });
    expect({ ...answer, notes: [] }).toEqual(words);
    const mended = await start({ cache: at("cache"), embedders: [themes()] });
    const { ranking, notes } = await mended.match("acrobat paper trouble", { ranking: 1 });
    expect(ranking[0]?.reasons.join()).toContain("close in meaning");
    expect(notes).toEqual([]);
  });

  test("M4 vectors of no numbers for a message change no score", async () => {
    const mute = themes({
      embed: (texts, kind) =>
        kind === "query"
          ? texts.map(() => new Float32Array(4).fill(Number.NaN))
          : themes().embed(texts, kind),
    });
    const { start } = open();
    const { ranking } = await (await start({ embedders: [mute] })).match("join pdf files", { ranking: 6 });
    expect(ranking.map(({ score }) => score)).toEqual(
      (await (await start()).match("join pdf files", { ranking: 6 })).ranking.map(({ score }) => score),
    );
  });

  test("M5 a file in play decides between skills that are as good, and calls for what names it", async () => {
    const { start, at } = open({
      ...skill("notes-a", "Writes meeting notes."),
      ...skill("notes-b", "Writes meeting notes.", { globs: ["minutes/*.md"] }),
    });
    const runtime = await start();
    const message = "write the meeting notes";
    const best = async (files: readonly string[]) =>
      (await runtime.match(message, { files, ranking: 1 })).ranking[0];
    expect((await best([]))?.name).toBe("notes-a");
    for (const file of ["minutes/may.md", at("work/minutes/may.md")])
      expect(await best([file])).toMatchObject({
        name: "notes-b",
        reasons: expect.arrayContaining(["minutes/may.md matches minutes/*.md"]),
      });
    const { matches } = await runtime.match("thanks!", { files: ["minutes/may.md"] });
    expect(matches).toMatchObject([{ name: "notes-b", decision: "load" }]);
    expect((await runtime.match("thanks!", { files: ["src/may.md"] })).matches).toEqual([]);
  });

  test("M5 what was used before decides between skills that are as good, and never brings one up", async () => {
    const runtime = await open({
      ...skill("notes-a", "Writes meeting notes."),
      ...skill("notes-b", "Writes meeting notes."),
    }).start();
    const ask = (message: string, recent: readonly string[]) =>
      runtime.match(message, { recent, ranking: 9 });
    const { ranking } = await ask("write the meeting notes", ["notes-b"]);
    expect(ranking[0]).toMatchObject({
      name: "notes-b",
      reasons: expect.arrayContaining(["it was used earlier in this conversation"]),
    });
    expect((await ask("join pdf files", ["notes-b", "gone"])).ranking.map(({ name }) => name)).not.toContain(
      "notes-b",
    );
    expect((await ask("thanks!", ["notes-b"])).matches).toEqual([]);
  });

  test("M5 hidden skills and those that only the user may invoke are never returned", async () => {
    const { start } = open(
      skill("pdf-secret", "Joins PDF files in secret.", { "disable-model-invocation": true }),
    );
    const runtime = await start({ overrides: { "pdf-merge": "off", "pdf-secret": "user-only" } });
    const { ranking } = await runtime.match("join pdf files", { ranking: 9 });
    expect(ranking.map(({ name }) => name)).not.toContain("pdf-merge");
    expect(ranking.map(({ name }) => name)).not.toContain("pdf-secret");
  });
});

describe("the index", () => {
  test("M5 conversations on an older and on the newest library alternate without indexing again", async () => {
    const { texts, counting } = countingThemes();
    const { start, write } = open();
    const runtime = await start({ embedders: [counting] });
    const older = await runtime.session({ matching: "suggest" });
    const ask = (content: string) => older.turn({ messages: [{ role: "user", content }] });
    await ask("join pdf files");
    write(skill("charts", "Draws maps of countries."));
    await runtime.reload();
    await runtime.match("a map of all countries");
    const known = texts.length;
    for (const count of [1, 2, 3]) {
      await ask(`join ${count} pdf files`);
      await runtime.match(`join ${count} pdf files`);
    }
    expect(texts.length).toBe(known);
  });

  test("M4 an embedder that was down is asked again, and then adds its evidence", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let isDown = true;
    const waking = themes({
      embed: (texts, kind) => {
        if (isDown) throw new Error("starting");
        return themes().embed(texts, kind);
      },
    });
    const runtime = await open().start({ embedders: [waking] });
    const notes = async () => (await runtime.match("acrobat paper trouble")).notes;
    expect(await notes()).toEqual(["the embedder themes did not answer: starting"]);
    isDown = false;
    expect(await notes()).toEqual(["the embedder themes did not answer: starting"]);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await notes()).toEqual([]);
  });

  test("M4 a caller waits no longer than its timeout for an embedder that is still reading, and uses the result later", async () => {
    let finish = () => {};
    const reading = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = themes({
      embed: async (texts, kind) => {
        if (kind === "document") await reading;
        return themes().embed(texts, kind);
      },
    });
    const runtime = await open().start({ embedders: [slow] });
    const ask = async (timeoutMs?: number) => {
      const answer = await runtime.match("acrobat paper trouble", {
        ranking: 1,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      return { notes: answer.notes, best: answer.ranking[0]?.name };
    };
    const without = "the embedder themes is still indexing the skills; this result does not use it";
    expect(await ask(0)).toEqual({ notes: [without], best: undefined });
    expect(await ask(1)).toEqual({ notes: [without], best: undefined });
    const patient = ask();
    finish();
    expect(await patient).toEqual({ notes: [], best: expect.stringContaining("pdf") });
    expect(await ask(0)).toEqual({ notes: [], best: expect.stringContaining("pdf") });
  });

  test("M4 what an embedder read before it failed is not asked for again, also not by the next process", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const many = Object.assign({}, ...Array.from({ length: 100 }, (_, at) => skill(`s${at}`, `Does ${at}.`)));
    const asked: number[] = [];
    let failAt = 1;
    const failing = themes({
      embed: (texts, kind) => {
        if (kind === "query") return themes().embed(texts, kind);
        if (asked.length === failAt) throw new Error("out of memory");
        asked.push(texts.length);
        return themes().embed(texts, kind);
      },
    });
    const { start, at } = open(many);
    const begin = () => start({ embedders: [failing], cache: at("cache") });
    const notes = async (runtime: Awaited<ReturnType<typeof begin>>) =>
      (await runtime.match("acrobat paper trouble")).notes;
    const runtime = await begin();
    expect(await notes(runtime)).toEqual(["the embedder themes did not answer: out of memory"]);
    const first = asked[0] ?? 0;
    failAt = -1;
    expect(await notes(await begin())).toEqual([]);
    // 106 skills, one of which has a phrase.
    expect(asked).toEqual([first, 107 - first]);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await notes(runtime)).toEqual([]);
    expect(asked).toHaveLength(3);
  });

  test("M5 follows the library: what changed is read again, what did not is not", async () => {
    const { texts, counting } = countingThemes();
    const { start, write } = open();
    const runtime = await start({ embedders: [counting] });
    await runtime.match("join pdf files");
    const first = texts.length;
    write(skill("charts", "Draws maps of countries."));
    await runtime.reload();
    const { ranking } = await runtime.match("a map of all countries", { ranking: 1 });
    expect(ranking).toMatchObject([{ name: "charts" }]);
    expect(texts.slice(first)).toEqual([expect.stringContaining("Draws maps of countries.")]);
  });

  test("M5 is kept between runs; a damaged or foreign file changes nothing", async () => {
    const { start, at, write } = open();
    let asked = 0;
    const counting = themes({
      embed: (given, kind) => {
        if (kind === "document") asked += 1;
        return themes().embed(given, kind);
      },
    });
    const options = { cache: at("cache"), embedders: [counting] };
    const expected = await (await start(options)).match("join these pdf files", { ranking: 5 });
    expect(asked).toBe(1);
    expect(await (await start(options)).match("join these pdf files", { ranking: 5 })).toEqual(expected);
    expect(asked).toBe(1);
    const { readdirSync, readFileSync } = await import("node:fs");
    const folder = readdirSync(at("cache/match")).map((name) => `cache/match/${name}`)[0] ?? "";
    const files = readdirSync(at(folder)).map((name) => `${folder}/${name}`);
    expect(files).toHaveLength(3);
    for (const damage of ["", "nonsense", "cut"]) {
      for (const file of files) {
        const bytes = readFileSync(at(file));
        write({ [file]: damage === "cut" ? bytes.subarray(0, bytes.length - 8).toString("latin1") : damage });
      }
      expect(await (await start(options)).match("join these pdf files", { ranking: 5 })).toEqual(expected);
    }
  });
});
