import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import type { KnowhowEvent } from "../events.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";

const GLOBAL = "home/.metis/skills";
const WORKSPACE = "work/.metis/skills";
const PDF = "Extract PDF text, fill forms, merge files. Use when handling PDFs.";
const REDACT = "Redact regions of PDFs by bbox.";
const REVIEW = "Run a structured review on the current branch. Use when the user asks for review.";
const PDF_BODY = "# PDF\n\nRead the file first.\n";
const PDF_TOKENS = Math.floor(PDF_BODY.length / 4);

const tree: FileTree = {
  [`${GLOBAL}/pdf-processing/SKILL.md`]: skillMd({ name: "pdf-processing", description: PDF }, PDF_BODY),
  [`${WORKSPACE}/pdf-redact/SKILL.md`]: skillMd({ name: "pdf-redact", description: REDACT }),
  [`${WORKSPACE}/code-review/SKILL.md`]: skillMd({ name: "code-review", description: REVIEW }),
};

const versionOf = (body: string) => createHash("sha256").update(body, "utf8").digest("hex").slice(0, 16);
const loads = (events: readonly KnowhowEvent[]) =>
  events.flatMap((event) => (event.type === "skill.loaded" ? [event.payload] : []));

async function open(files: FileTree = tree, options: SessionOptions = {}) {
  const workshop = openWorkshop(files);
  onTestFinished(workshop.close);
  const runtime = await workshop.start({ profile: "metis" });
  return { ...workshop, runtime, session: await runtime.session(options) };
}

describe("stage 1: the discovery index", () => {
  test("P1 I1 heading, instruction and one line per skill, sorted by name, without any body", async () => {
    const { session } = await open();
    expect((await session.turn()).baseline).toBe(
      [
        "## Available skills",
        "Use `skill_search(query)` to filter and `skill_load(name)` to read a body.",
        `- code-review: ${REVIEW}`,
        `- pdf-processing: ${PDF}`,
        `- pdf-redact: ${REDACT}`,
      ].join("\n"),
    );
  });

  test("P1 I1 S8 it is left out entirely when the store is empty; the tools are registered all the same", async () => {
    const { session } = await open({});
    const { baseline, tools, inject } = await session.turn();
    expect([baseline, inject]).toEqual(["", []]);
    expect(tools.map(({ name }) => name)).toEqual(["skill_search", "skill_load"]);
  });

  test("P1 I1 I7 a description is given as it is written, unless it could be taken for an element", async () => {
    const listed = async (description: string) => {
      const files = { [`${GLOBAL}/pdf/SKILL.md`]: skillMd({ name: "pdf", description }) };
      const { session } = await open(files);
      const found = (await session.call("skill_search", { query: "pdf" })).text.split("\n")[1];
      expect(found?.startsWith("- pdf [global] — ")).toBe(true);
      const [, , line = ""] = (await session.turn()).baseline.split("\n");
      expect(line.slice("- pdf: ".length)).toBe(found?.slice("- pdf [global] — ".length));
      return line.slice("- pdf: ".length);
    };
    for (const verbatim of [
      'Compare where a < b && c > d -> "e" [x]: *y* `z`.',
      "Sizes <5 MB, AT&T & co, >= 3.",
    ])
      expect(await listed(verbatim)).toBe(verbatim);
    expect(await listed("Fills <form> and </form>.")).toBe("Fills &lt;form> and &lt;/form>.");
    expect(await listed("Two\n\nlines.")).toBe("Two lines.");
  });

  test("P1 I3 a preloaded body marks its line and is reported once, before any turn", async () => {
    const { session, events } = await open(tree, { preload: ["pdf-processing"] });
    expect(loads(events)).toEqual([
      {
        skill_id: "pdf-processing",
        skill_version: versionOf(PDF_BODY),
        load_reason: "always",
        load_size_tokens: PDF_TOKENS,
        source: "global",
        triggered_by_tool_use_id: null,
      },
    ]);
    const { baseline } = await session.turn();
    expect(baseline).toContain(`\n- pdf-processing [preloaded]: ${PDF}\n`);
    expect(baseline).toContain(`\n- code-review: ${REVIEW}\n`);
    expect(baseline.endsWith(`\n\n# Skill: pdf-processing (source: global)\n\n${PDF_BODY}`)).toBe(true);
    await session.turn();
    expect(loads(events)).toHaveLength(1);
  });

  test("P1 I2 editing a body leaves the index as it is; a description, a new or a lost skill does not", async () => {
    const { runtime, write, at, session } = await open();
    const indexOfNow = async () => {
      await runtime.reload();
      return (await (await runtime.session()).turn()).baseline;
    };
    const { baseline } = await session.turn();
    write({
      [`${GLOBAL}/pdf-processing/SKILL.md`]: skillMd({ name: "pdf-processing", description: PDF }, "New."),
    });
    expect(await indexOfNow()).toBe(baseline);
    rmSync(at(`${WORKSPACE}/pdf-redact`), { recursive: true });
    const smaller = await indexOfNow();
    expect(smaller).not.toBe(baseline);
    write({
      [`${GLOBAL}/pdf-processing/SKILL.md`]: skillMd({ name: "pdf-processing", description: "Other." }),
    });
    expect(await indexOfNow()).not.toBe(smaller);
  });
});

describe("the two tools", () => {
  test("P1 S1 they have exactly the input schemas of the document, and only read", async () => {
    const { tools } = await (await open()).session.turn();
    expect(tools.map(({ name, sideEffects }) => [name, sideEffects])).toEqual([
      ["skill_search", "read"],
      ["skill_load", "read"],
    ]);
    expect(tools.map((tool) => tool.inputSchema)).toEqual([
      {
        type: "object",
        properties: {
          query: { type: "string" },
          limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
        },
        required: ["query"],
        additionalProperties: false,
      },
      {
        type: "object",
        properties: { name: { type: "string", minLength: 1, maxLength: 64 } },
        required: ["name"],
        additionalProperties: false,
      },
    ]);
  });

  test("P1 S1 arguments that the schemas forbid are refused", async () => {
    const { session } = await open();
    const calls: readonly [string, unknown][] = [
      ["skill_search", {}],
      ["skill_search", { query: 7 }],
      ["skill_search", { query: "pdf", limit: 0 }],
      ["skill_search", { query: "pdf", limit: 51 }],
      ["skill_search", { query: "pdf", limit: 1.5 }],
      ["skill_search", { query: "pdf", page: 2 }],
      ["skill_search", { query: "pdf", offset: 1 }],
      ["skill_load", {}],
      ["skill_load", { name: "" }],
      ["skill_load", { name: "n".repeat(65) }],
      ["skill_load", { name: "pdf-processing", source: "global" }],
    ];
    for (const [tool, args] of calls)
      expect((await session.call(tool, args)).isError, JSON.stringify(args)).toBe(true);
  });

  test.each([
    ["skill_search", { query: "pdf" }],
    ["skill_load", { name: "pdf" }],
  ])("P1 S1 %s says when skills are not configured", async (tool, args) => {
    const { start } = await open();
    const session = await (await start({ profile: "metis", enabled: false })).session();
    expect(await session.call(tool, args)).toMatchObject({
      isError: true,
      text: "skills are not configured for this session",
    });
  });

  test.each([
    ["an empty store", {}, {}],
    ["a session without skills", tree, { skills: [] }],
  ])("P1 S1 %s matches nothing and knows no name", async (_what, files, options) => {
    const { session } = await open(files, options);
    expect(await session.call("skill_search", { query: "pdf" })).toMatchObject({
      isError: false,
      text: expect.stringContaining("No skills match 'pdf'."),
    });
    expect(await session.call("skill_load", { name: "pdf" })).toMatchObject({
      isError: true,
      text: "no skill registered with name 'pdf'",
    });
  });

  test.each([
    ["pdf-procesing", "'pdf-procesing'"],
    [" pdf-processing ", "' pdf-processing '"],
    ["it's", '"it\'s"'],
    ["a'b\"c", "'a\\'b\"c'"],
    ["pdf\u200b", "'pdf\\u200b'"],
    ["a\\b\n\t\b\u007f", "'a\\\\b\\n\\t\\x08\\x7f'"],
    ["\u00a0\u00ad\u2028\u3000", "'\\xa0\\xad\\u2028\\u3000'"],
    ["\u{1f600} \u{e0001}größe", "'\u{1f600} \\U000e0001größe'"],
  ])("P1 S1 an unknown name is told as it was given, and nothing else: %j", async (name, shown) => {
    const { session } = await open();
    expect((await session.call("skill_load", { name })).text).toBe(`no skill registered with name ${shown}`);
  });
});

describe("skill_search", () => {
  test("P1 S1 gives one line per match with its source, and the names in the metadata", async () => {
    const { session, events } = await open();
    const told = events.length;
    expect(await session.call("skill_search", { query: "pdf" })).toEqual({
      isError: false,
      text: [
        "Skills matching 'pdf' (2):",
        `- pdf-processing [global] — ${PDF}`,
        `- pdf-redact [workspace] — ${REDACT}`,
      ].join("\n"),
      metadata: { query: "pdf", result_count: 2, result_names: ["pdf-processing", "pdf-redact"] },
    });
    expect(events).toHaveLength(told);
  });

  test("P1 S1 M6 a name counts more than a description, and spaces and capitals count nothing", async () => {
    const { session } = await open({
      ...tree,
      [`${GLOBAL}/audit/SKILL.md`]: skillMd({ name: "audit", description: "Prepares a review." }),
    });
    const names = async (query: string, limit?: number) =>
      (await session.call("skill_search", { query, ...(limit === undefined ? {} : { limit }) })).metadata
        .result_names;
    expect(await names("  REVIEW ")).toEqual(["code-review", "audit"]);
    expect(await names("merge")).toEqual(["pdf-processing"]);
    expect(await names("")).toEqual(["audit", "code-review", "pdf-processing", "pdf-redact"]);
    expect(await names("", 2)).toEqual(["audit", "code-review"]);
  });

  test("P1 S1 without a match it says so and succeeds", async () => {
    const { session } = await open();
    const result = await session.call("skill_search", { query: "kubernetes" });
    expect(result).toMatchObject({
      isError: false,
      metadata: { query: "kubernetes", result_count: 0, result_names: [] },
    });
    expect(result.text).toContain("No skills match 'kubernetes'");
  });
});

describe("stage 2: skill_load", () => {
  test("P1 S1 gives the body below its header, with exactly the metadata of the document", async () => {
    const { session } = await open();
    expect(await session.call("skill_load", { name: "pdf-processing" })).toEqual({
      isError: false,
      text: `# Skill: pdf-processing (source: global)\n\n${PDF_BODY}`,
      metadata: {
        skill_id: "pdf-processing",
        skill_version: versionOf(PDF_BODY),
        source: "global",
        load_size_tokens: PDF_TOKENS,
      },
    });
  });

  test("P1 O1 emits exactly one skill.loaded per body, with exactly the payload of the document", async () => {
    const { session, events } = await open();
    await session.call("skill_load", { name: "pdf-processing" }, { toolUseId: "toolu_1" });
    await session.call("skill_load", { name: "code-review" }, { toolUseId: "toolu_2" });
    expect(loads(events)).toEqual([
      {
        skill_id: "pdf-processing",
        skill_version: versionOf(PDF_BODY),
        load_reason: "on_demand",
        load_size_tokens: PDF_TOKENS,
        source: "global",
        triggered_by_tool_use_id: "toolu_1",
      },
      expect.objectContaining({ source: "workspace", triggered_by_tool_use_id: "toolu_2" }),
    ]);
    for (const payload of loads(events)) expect(JSON.stringify(payload)).not.toContain("Read the file");
  });

  test.each([
    ["without a scanner", { scanner: false }, ["skill.loaded"]],
    ["with one", {}, ["skill.scanned", "skill.loaded"]],
  ] as const)("P1 O1 changes no file of a skill, and tells nothing but the load and a scan: %s", async (_what, options, types) => {
    const { start, events, at } = await open();
    const session = await (await start({ profile: "metis", ...options })).session();
    await session.turn();
    const files = () => readdirSync(at("."), { recursive: true, encoding: "utf8" }).toSorted();
    const isOwn = (path: string) => /^home\/\.local\/state\/knowhow\b|^home\/\.local(?:\/state)?$/.test(path);
    const [told, before] = [events.length, files()];
    await session.call("skill_load", { name: "pdf-processing" });
    await session.call("skill_load", { name: "pdf-processing" });
    expect(events.slice(told).map(({ type }) => type)).toEqual(types);
    const added = files().filter((path) => !before.includes(path));
    expect(added.filter((path) => !isOwn(path))).toEqual([]);
    if ("scanner" in options) expect(added).toEqual([]);
  });

  test("P1 S1 an unknown name is an error, without an event", async () => {
    const { session, events } = await open();
    expect(await session.call("skill_load", { name: "x" })).toMatchObject({
      isError: true,
      text: "no skill registered with name 'x'",
    });
    expect((await session.call("skill_load", { name: "code-reviw" })).text).toBe(
      "no skill registered with name 'code-reviw'",
    );
    expect((await session.call("skill_load", { name: "PDF-processing" })).isError).toBe(true);
    expect(loads(events)).toEqual([]);
  });

  test("P1 S2 a skill that is in the prompt gives a pointer: no body, no event, no budget", async () => {
    const { session, events } = await open(tree, { preload: ["pdf-processing"], maxActivations: 1 });
    const result = await session.call("skill_load", { name: "pdf-processing" });
    expect(result.isError).toBe(false);
    expect(result.metadata).toEqual({
      skill_id: "pdf-processing",
      skill_version: versionOf(PDF_BODY),
      source: "global",
      load_size_tokens: PDF_TOKENS,
      already_preloaded: true,
    });
    expect(result.text).not.toContain("Read the file first.");
    expect(loads(events)).toHaveLength(1);
    expect((await session.call("skill_load", { name: "code-review" })).isError).toBe(false);
  });

  test("P1 S2 a skill that was loaded before gives a pointer: no body, no event, no budget", async () => {
    const { session, events } = await open(tree, { maxActivations: 2 });
    await session.call("skill_load", { name: "pdf-processing" });
    const again = await session.call("skill_load", { name: "pdf-processing" });
    expect(again).toMatchObject({ isError: false, metadata: { already_loaded: true, source: "global" } });
    expect(again.text).not.toContain("Read the file first.");
    expect(loads(events)).toHaveLength(1);
    expect((await session.call("skill_load", { name: "code-review" })).isError).toBe(false);
  });

  test("P1 S3 the two budgets end with messages that name them, before any event", async () => {
    const { runtime, events } = await open();
    const counted = await runtime.session({ maxActivations: 1 });
    await counted.call("skill_load", { name: "pdf-processing" });
    const full = await counted.call("skill_load", { name: "code-review" });
    expect([full.isError, full.text]).toEqual([true, expect.stringContaining("activation limit (1)")]);
    const narrow = await runtime.session({ maxTokens: 5 });
    const large = await narrow.call("skill_load", { name: "pdf-processing" });
    expect([large.isError, large.text]).toEqual([true, expect.stringContaining("5 tokens")]);
    expect(loads(events)).toHaveLength(1);
  });

  test("P1 S3 O1 an exhausted budget and every other failed call surface as tool.failed", async () => {
    const { runtime, events } = await open();
    const session = await runtime.session({ maxActivations: 1 });
    await session.call("skill_load", { name: "pdf-processing" }, { toolUseId: "t1" });
    await session.call("skill_load", { name: "code-review" }, { toolUseId: "t2" });
    await session.call("skill_search", { query: 7 });
    await session.call("a made-up tool", {});
    expect(events.filter(({ type }) => type === "tool.failed")).toEqual([
      { type: "tool.failed", tool: "skill_load", toolUseId: "t2" },
      { type: "tool.failed", tool: "skill_search" },
      { type: "tool.failed", tool: "unknown" },
    ]);
  });

  test("P1 S3 without a host's word 50,000 tokens may be loaded, and no more", async () => {
    const half = "x".repeat(100_000);
    const files = ["a", "b", "c"].map(
      (name) => [`${GLOBAL}/${name}/SKILL.md`, skillMd({ name, description: "d" }, half)] as const,
    );
    const { session } = await open(Object.fromEntries(files));
    const load = async (name: string) => (await session.call("skill_load", { name })).isError;
    expect([await load("a"), await load("b"), await load("c")]).toEqual([false, false, true]);
  });

  test("P1 S3 without a host's word twenty skills may be loaded, and no more", async () => {
    const names = Array.from({ length: 21 }, (_, index) => `skill-${index}`);
    const files = names.map(
      (name) => [`${GLOBAL}/${name}/SKILL.md`, skillMd({ name, description: "d" })] as const,
    );
    const { session } = await open(Object.fromEntries(files));
    const errors: boolean[] = [];
    for (const name of names) errors.push((await session.call("skill_load", { name })).isError);
    expect(errors).toEqual([...Array(20).fill(false), true]);
  });

  test("P1 I7 a long body comes whole, and allowed-tools gates nothing", async () => {
    const body = "word ".repeat(10_000);
    const { session } = await open({
      [`${GLOBAL}/long/SKILL.md`]: skillMd({ name: "long", description: "d", "allowed-tools": "Read" }, body),
    });
    const { text } = await session.call("skill_load", { name: "long" });
    expect(text).toBe(`# Skill: long (source: global)\n\n${body}`);
    expect((await session.turn({ availableTools: ["Read", "Write"] })).activeTools).toBeUndefined();
  });
});

describe("activation: the agent decides", () => {
  test("P1 S1 a message alone loads and suggests nothing, however well it matches", async () => {
    const { session, events } = await open();
    const messages = [{ role: "user" as const, content: "Extract the PDF text and merge the PDF files" }];
    const { inject, report } = await session.turn({ messages });
    expect([inject, report.matches, loads(events)]).toEqual([[], [], []]);
    const { runtime } = await open();
    const eager = await runtime.session({ matching: "auto" });
    expect((await eager.turn({ messages })).report.matches).toMatchObject([{ name: "pdf-processing" }]);
  });
});

describe("invariants: the store is a snapshot at session creation", () => {
  const edited = skillMd({ name: "pdf-processing", description: "Other." }, "Edited.\n");

  test("P1 D8 an edit reaches neither a skill that was loaded before nor one that was not", async () => {
    const { session, write, events } = await open();
    await session.turn();
    write({
      [`${GLOBAL}/pdf-processing/SKILL.md`]: edited,
      [`${WORKSPACE}/code-review/SKILL.md`]: skillMd(
        { name: "code-review", description: REVIEW },
        "Edited.\n",
      ),
    });
    const { text, metadata } = await session.call("skill_load", { name: "pdf-processing" });
    expect(text).toContain("Read the file first.");
    expect(metadata.skill_version).toBe(versionOf(PDF_BODY));
    expect((await session.call("skill_load", { name: "code-review" })).text).not.toContain("Edited.");
    write({ [`${GLOBAL}/pdf-processing/SKILL.md`]: edited });
    expect((await session.call("skill_load", { name: "pdf-processing" })).metadata.already_loaded).toBe(true);
    expect(loads(events)).toHaveLength(2);
  });

  test("P1 D8 a file that is removed is still served, and after a compaction, too", async () => {
    const { session, at } = await open();
    rmSync(at(GLOBAL), { recursive: true });
    const { text } = await session.call("skill_load", { name: "pdf-processing" });
    expect(text).toContain("Read the file first.");
    const [back] = await session.compacted();
    expect(back).toMatchObject({ kind: "skill", text: expect.stringContaining("Read the file first.") });
  });

  test("P1 D8 a new session sees the edit, and so does one that adopts the newer library", async () => {
    const { session, runtime, write } = await open();
    write({ [`${GLOBAL}/pdf-processing/SKILL.md`]: edited });
    await runtime.reload();
    const fresh = await runtime.session();
    expect((await fresh.call("skill_load", { name: "pdf-processing" })).text).toContain("Edited.");
    expect((await session.turn()).report.newerLibrary).toBe(true);
    session.adopt();
    expect((await session.call("skill_load", { name: "pdf-processing" })).text).toContain("Edited.");
  });

  test("P1 R6 D8 a child session has its parent's bodies, whatever happened on disk since", async () => {
    const { session, write } = await open();
    write({ [`${GLOBAL}/pdf-processing/SKILL.md`]: edited });
    const child = session.fork();
    const { text } = await child.call("skill_load", { name: "pdf-processing" });
    expect(text).toContain("Read the file first.");
  });
});
