import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SearchOptions } from "../library.ts";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import { SkillLibrary } from "../resolution/skill-library.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";
import { findProfile } from "./find-profile.ts";
import { metis } from "./metis.ts";

const GLOBAL = "home/.metis/skills";
const WORKSPACE = "work/.metis/skills";
const pdf = { name: "pdf", description: "Reads PDF files. Use when a PDF is at hand." };

function open(tree: FileTree = {}) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  const load = async (options: NodeRuntimeOptions = {}) =>
    (await workshop.start({ profile: "metis", ...options })).library;
  return { ...workshop, load };
}

/** Loads one file beside a good skill; the good one must always be there. */
async function loadBeside(directory: string, text: string) {
  const { load, events } = open({
    [`${GLOBAL}/good/SKILL.md`]: skillMd({ ...pdf, name: "good" }),
    [`${GLOBAL}/${directory}/SKILL.md`]: text,
  });
  const library = await load();
  expect(library.has("good")).toBe(true);
  return { library, events, codes: library.diagnostics.map(({ code }) => code) };
}

function sourceOf(library: SkillLibrary, name: string): string | undefined {
  return library.get(name)?.source;
}

describe("goals: two roots, progressive disclosure, provenance", () => {
  test("P1 D1 the global library and the workspace's own skills are the two roots", async () => {
    const { load, at } = open({
      [`${GLOBAL}/pdf/SKILL.md`]: skillMd(pdf),
      [`${WORKSPACE}/review/SKILL.md`]: skillMd({ ...pdf, name: "review" }),
    });
    const library = await load();
    expect(library.roots.map((root) => root.path)).toEqual([at(WORKSPACE), at(GLOBAL)]);
    expect(library.list().map((skill) => skill.name)).toEqual(["pdf", "review"]);
  });

  test("P1 F1 what is kept of a skill is everything but its body", async () => {
    const { load } = open({ [`${GLOBAL}/pdf/SKILL.md`]: skillMd(pdf, "A very particular sentence.") });
    expect(JSON.stringify((await load()).toSnapshot())).not.toContain("particular sentence");
  });

  test("P1 the profile is found by its name", () => {
    expect(findProfile("metis")).toBe(metis);
  });
});

describe("on-disk layout", () => {
  test("P1 D2 both roots may be missing: the library is empty and nothing is reported", async () => {
    const library = await open().load();
    expect([library.size, library.diagnostics, library.roots]).toEqual([0, [], []]);
  });

  test("P1 D2 either root may be missing", async () => {
    const onlyGlobal = await open({ [`${GLOBAL}/pdf/SKILL.md`]: skillMd(pdf) }).load();
    const onlyWorkspace = await open({ [`${WORKSPACE}/pdf/SKILL.md`]: skillMd(pdf) }).load();
    expect([onlyGlobal.size, onlyWorkspace.size]).toEqual([1, 1]);
    expect([sourceOf(onlyGlobal, "pdf"), sourceOf(onlyWorkspace, "pdf")]).toEqual(["global", "workspace"]);
  });

  test("P1 D2 loose files and directories without SKILL.md are passed over in silence", async () => {
    const { load } = open({
      [`${GLOBAL}/README.md`]: "about these skills",
      [`${GLOBAL}/notes/todo.md`]: "no skill",
      [`${GLOBAL}/empty`]: { directory: true },
      [`${GLOBAL}/SKILL.md`]: skillMd({ ...pdf, name: "skills" }),
      [`${GLOBAL}/odd/SKILL.md`]: { directory: true },
      [`${GLOBAL}/pdf/SKILL.md`]: skillMd(pdf),
    });
    const library = await load();
    expect(library.list().map((skill) => skill.name)).toEqual(["pdf"]);
    expect([library.diagnostics, library.rejections()]).toEqual([[], []]);
  });

  test("P1 D3 a skill is directly below its root, never deeper", async () => {
    const { load } = open({
      [`${GLOBAL}/group/pdf/SKILL.md`]: skillMd(pdf),
      [`${WORKSPACE}/group/csv/SKILL.md`]: skillMd({ ...pdf, name: "csv" }),
      [`${WORKSPACE}/near/SKILL.md`]: skillMd({ ...pdf, name: "near" }),
    });
    expect((await load()).list().map(({ name }) => name)).toEqual(["near"]);
  });

  test("P1 D3 D4 a directory that the host names counts as workspace, and is not searched deeper either", async () => {
    const { load } = open({
      "work/more/csv/SKILL.md": skillMd({ ...pdf, name: "csv" }),
      "work/more/group/pdf/SKILL.md": skillMd(pdf),
    });
    const library = await load({ roots: ["more"] });
    expect(library.list().map(({ name }) => name)).toEqual(["csv"]);
    expect(sourceOf(library, "csv")).toBe("workspace");
  });

  test("P1 F1 D11 skill.md in small letters is not accepted, and reported as misspelt", async () => {
    const { start, at } = open({
      [`${GLOBAL}/pdf/skill.md`]: skillMd(pdf),
      [`${GLOBAL}/group/csv/skill.md`]: skillMd({ ...pdf, name: "csv" }),
    });
    const runtime = await start({ profile: "metis" });
    expect(runtime.library.size).toBe(0);
    expect(await runtime.unseen()).toMatchObject([
      { reason: "deep", count: 1, paths: [at(`${GLOBAL}/group/csv/skill.md`)] },
      { reason: "misspelt", count: 1, paths: [at(`${GLOBAL}/pdf/skill.md`)] },
    ]);
    const [decision] = await runtime.why("pdf");
    expect(decision?.detail).toContain("is not spelt SKILL.md; rename it");
  });

  test("P1 D7 other files may lie beside it and do not matter for loading", async () => {
    const { start } = open({
      [`${GLOBAL}/pdf/SKILL.md`]: skillMd(pdf),
      [`${GLOBAL}/pdf/scripts/run.sh`]: "echo",
      [`${GLOBAL}/pdf/LICENSE`]: "MIT",
    });
    const runtime = await start({ profile: "metis" });
    expect(runtime.library.get("pdf")?.resources).toBeUndefined();
    const { value } = await runtime.resources("pdf");
    expect(value.map((resource) => resource.path)).toEqual(["LICENSE", "scripts/run.sh"]);
  });
});

describe("the file: delimiters, frontmatter, body", () => {
  const broken: readonly [string, string, string][] = [
    ["without an opening delimiter", "name: pdf\n---\nBody.", "format.no-frontmatter"],
    ["with blank lines before it", `\n${skillMd(pdf)}`, "format.blank-before-frontmatter"],
    ["without a closing delimiter", "---\nname: pdf\ndescription: d\n", "format.unclosed-frontmatter"],
    ["whose frontmatter is a list", "---\n- pdf\n---\nBody.", "format.not-a-mapping"],
    ["whose frontmatter is one word", "---\npdf\n---\nBody.", "format.not-a-mapping"],
    ["with a byte order mark", `\ufeff${skillMd(pdf)}`, "format.byte-order-mark"],
    ["with a space after its opening delimiter", `--- ${skillMd(pdf).slice(3)}`, "format.delimiter-space"],
    [
      "whose YAML could be read only in part",
      "---\nname: pdf\ndescription: d\nx: {\n  a: [1,\n}\n---\nx",
      "format.yaml-salvaged",
    ],
    ["with a key twice", "---\nname: pdf\ndescription: d\nname: pdf\n---\nx", "format.duplicate-key"],
    [
      "with a key of metadata twice",
      "---\nname: pdf\ndescription: d\nmetadata:\n  a: x\n  a: y\n---\nx",
      "format.duplicate-nested-key",
    ],
    ["with an anchor", "---\nname: pdf\ndescription: &a d\n---\nx", "format.yaml-forbidden"],
    ["whose YAML is broken", "---\n] [ }\n---\nBody.", "format.yaml-invalid"],
    [
      "whose YAML would need a repair",
      "---\nname: pdf\ndescription: Use when: now\n---\nx",
      "format.yaml-repaired",
    ],
  ];
  test.each(broken)("P1 F2 a file %s is skipped and reported", async (_what, text, code) => {
    const { library, codes, events } = await loadBeside("pdf", text);
    expect(library.has("pdf")).toBe(false);
    expect(codes).toContain(code);
    expect(events.filter((event) => event.type === "skill.skipped")).toMatchObject([{ severity: "warning" }]);
    expect(library.diagnostics.filter(({ hint = "" }) => hint === "")).toEqual([]);
  });

  test("P1 F1 the body is what follows the second delimiter, without its leading newlines", async () => {
    const { start } = open({ [`${GLOBAL}/pdf/SKILL.md`]: skillMd(pdf, "\n\n  First\n---\nsecond\n") });
    const { body } = await (await start({ profile: "metis" })).read("pdf");
    expect(body).toBe("  First\n---\nsecond\n");
  });
});

describe("frontmatter: the six fields", () => {
  test("P1 F2 all six are read; further ones are accepted and not mentioned", async () => {
    const { load } = open({
      [`${GLOBAL}/pdf/SKILL.md`]: skillMd({
        ...pdf,
        license: "MIT",
        compatibility: "needs poppler",
        metadata: { author: "ada" },
        "allowed-tools": "Read Bash(git:*)",
        colour: "red",
      }),
    });
    const library = await load();
    expect(library.diagnostics).toEqual([]);
    expect(library.get("pdf")).toMatchObject({
      ...pdf,
      license: "MIT",
      compatibility: "needs poppler",
      metadata: { author: "ada" },
      allowedTools: ["Read", "Bash(git:*)"],
    });
  });

  const long = "x".repeat(65);
  const names: readonly [string, string, string, string][] = [
    ["differs from its directory", "pdf", "other", "format.name-mismatch"],
    ["has capital letters", "Pdf", "Pdf", "format.name-uppercase"],
    ["starts with a hyphen", "-pdf", "-pdf", "format.name-hyphens"],
    ["ends with a hyphen", "pdf-", "pdf-", "format.name-hyphens"],
    ["has two hyphens in a row", "pdf--x", "pdf--x", "format.name-hyphens"],
    ["has an underscore", "pdf_x", "pdf_x", "format.name-characters"],
    ["has letters outside a–z", "größe", "größe", "format.name-not-ascii"],
    ["has 65 characters", long, long, "format.name-length"],
    ["has a ligature", "\ufb01le-x", "\ufb01le-x", "format.name-not-ascii"],
    ["looks like its directory", "pdf", "\uff50df", "format.name-mismatch"],
    ["has spaces around it", "pdf", " pdf ", "format.name-mismatch"],
    ["ends with a line break", "pdf", "pdf\n", "format.name-mismatch"],
  ];
  test.each(names)("P1 F2 a name that %s is rejected", async (_what, directory, name, code) => {
    const { library, codes } = await loadBeside(directory, skillMd({ ...pdf, name }));
    expect([library.size, codes]).toEqual([1, expect.arrayContaining([code])]);
  });

  const fields: readonly [string, Readonly<Record<string, unknown>>, string][] = [
    ["no name", { description: "d" }, "format.name-missing"],
    ["a name that is a number", { name: 7, description: "d" }, "format.field-coerced"],
    ["no description", { name: "pdf" }, "format.description-missing"],
    ["an empty description", { name: "pdf", description: "" }, "format.description-missing"],
    ["a blank description", { name: "pdf", description: "  " }, "format.description-missing"],
    [
      "a description of 1,025 characters",
      { ...pdf, description: "d".repeat(1025) },
      "format.description-length",
    ],
    [
      "a compatibility of 501 characters",
      { ...pdf, compatibility: "c".repeat(501) },
      "format.compatibility-length",
    ],
    ["a metadata that is no mapping", { ...pdf, metadata: "author" }, "format.metadata-type"],
    ["a metadata value that is a list", { ...pdf, metadata: { tags: ["a"] } }, "format.metadata-value"],
    ["allowed-tools as a list", { ...pdf, "allowed-tools": ["Read"] }, "format.allowed-tools-type"],
    ["a license that is a mapping", { ...pdf, license: { name: "MIT" } }, "format.license-type"],
    ["a license that is a number", { ...pdf, license: 5 }, "format.field-coerced"],
    ["allowed-tools that is a number", { ...pdf, "allowed-tools": 5 }, "format.field-coerced"],
    ["a description that is a list", { ...pdf, description: ["d"] }, "format.description-type"],
    ["a compatibility that is a list", { ...pdf, compatibility: ["c"] }, "format.compatibility-type"],
    ["a metadata value that is null", { ...pdf, metadata: { a: null } }, "format.metadata-null"],
  ];
  test.each(fields)("P1 F2 a skill with %s is rejected, the rest loads", async (_what, frontmatter, code) => {
    const directory = frontmatter.name === 7 ? "7" : "pdf";
    const { library, codes } = await loadBeside(directory, skillMd(frontmatter));
    expect([library.size, codes]).toEqual([1, expect.arrayContaining([code])]);
  });

  test("P1 F2 values exactly at their limits are fine", async () => {
    const name = "n".repeat(64);
    const frontmatter = { name, description: "d".repeat(1024), compatibility: "c".repeat(500) };
    const { library, codes } = await loadBeside(name, skillMd(frontmatter));
    expect([library.has(name), codes]).toEqual([true, []]);
  });

  test("P1 F4 numbers and booleans in metadata silently become the text that was written", async () => {
    const text = "---\nname: pdf\ndescription: d\nmetadata:\n  version: 1.0\n  draft: true\n  n: 7\n---\nx";
    const { library, codes } = await loadBeside("pdf", text);
    expect(library.get("pdf")?.metadata).toEqual({ version: "1.0", draft: "true", n: "7" });
    expect(codes).toEqual([]);
  });

  test("P1 F4 an unquoted date in metadata is not a string; a quoted one is", async () => {
    const text = (date: string) => `---\nname: pdf\ndescription: d\nmetadata:\n  d: ${date}\n---\nx`;
    const plain = await loadBeside("pdf", text("2026-01-01"));
    expect([plain.library.has("pdf"), plain.codes]).toEqual([false, ["format.metadata-date"]]);
    const quoted = await loadBeside("pdf", text('"2026-01-01"'));
    expect([quoted.library.has("pdf"), quoted.codes]).toEqual([true, []]);
  });

  const silent: readonly [string, Readonly<Record<string, unknown>>][] = [
    ["tools separated by commas", { ...pdf, "allowed-tools": "Read, Grep" }],
    ["an empty compatibility", { ...pdf, compatibility: "" }],
    ["a field of another system with a wrong value", { ...pdf, tags: { a: "b" }, inputs: ["a|requird"] }],
    ["flags of another system", { ...pdf, agent_ready: true, "user-invocable": true }],
    ["flags that keep it from everybody elsewhere", { ...pdf, agent_ready: false, "user-invocable": false }],
  ];
  test.each(silent)("P1 F2 %s is accepted without a word", async (_what, frontmatter) => {
    const { library, codes } = await loadBeside("pdf", skillMd(frontmatter));
    expect([library.has("pdf"), codes]).toEqual([true, []]);
  });

  test("P1 F2 tools separated by commas are the same tools", async () => {
    const { library } = await loadBeside("pdf", skillMd({ ...pdf, "allowed-tools": "Read, Grep" }));
    expect(library.get("pdf")?.allowedTools).toEqual(["Read", "Grep"]);
  });

  test("P1 F2 allowed-tools is parsed and gates nothing", async () => {
    const { library } = await loadBeside("pdf", skillMd({ ...pdf, "allowed-tools": "Read Write" }));
    expect([library.get("pdf")?.allowedTools, library.entry("pdf")?.state]).toEqual([
      ["Read", "Write"],
      "on",
    ]);
  });
});

describe("the skill and the store", () => {
  const text = "Step one.\nStep two with ünïcode.\n";

  test("P1 F8 the version is the first 16 hex digits of the body's SHA-256", async () => {
    const { library } = await loadBeside("pdf", skillMd(pdf, text));
    const expected = createHash("sha256").update(text, "utf8").digest("hex").slice(0, 16);
    expect(library.get("pdf")?.version).toBe(expected);
  });

  test("P1 F8 a changed body changes the version, a changed description does not", async () => {
    const versionOf = async (description: string, body: string) =>
      (await loadBeside("pdf", skillMd({ ...pdf, description }, body))).library.get("pdf")?.version;
    const version = await versionOf("One.", text);
    expect(await versionOf("Two.", text)).toBe(version);
    expect(await versionOf("One.", `${text}Step three.\n`)).not.toBe(version);
  });

  test.each([
    ["", 1],
    ["abc", 1],
    ["x".repeat(400), 100],
    ["x".repeat(403), 100],
  ])("P1 F9 tokens are a quarter of the characters, at least one (%#)", async (body, tokens) => {
    const { library } = await loadBeside("pdf", skillMd(pdf, body));
    expect(library.get("pdf")?.tokens).toBe(tokens);
  });

  test("P1 F9 more than 5,000 tokens give a warning and the skill is loaded; 5,000 give none", async () => {
    const over = await loadBeside("pdf", skillMd(pdf, "x".repeat(20_004)));
    const exact = await loadBeside("pdf", skillMd(pdf, "x".repeat(20_000)));
    const warning = over.library.diagnostics.find(({ code }) => code === "format.body-tokens");
    expect([over.library.has("pdf"), warning?.severity]).toEqual([true, "warning"]);
    expect([exact.library.get("pdf")?.tokens, exact.codes]).toEqual([5_000, []]);
  });

  test("P1 R4 the store lists by name, finds, counts and knows its members", async () => {
    const { load, at } = open({
      [`${GLOBAL}/zeta/SKILL.md`]: skillMd({ ...pdf, name: "zeta" }),
      [`${GLOBAL}/alpha/SKILL.md`]: skillMd({ ...pdf, name: "alpha" }),
    });
    const library = await load();
    expect(library.list().map((skill) => skill.name)).toEqual(["alpha", "zeta"]);
    expect(library.get("zeta")?.directory).toBe(at(`${GLOBAL}/zeta`));
    expect([library.size, library.has("alpha"), library.has("none")]).toEqual([2, true, false]);
    expect(library.get("none")).toBeUndefined();
    expect(SkillLibrary.empty().size).toBe(0);
  });

  test("P1 R4 library and skills are frozen", async () => {
    const { library } = await loadBeside("pdf", skillMd({ ...pdf, metadata: { a: "b" } }));
    const skill = library.get("pdf");
    for (const part of [library, library.list(), skill, skill?.metadata, skill?.allowedTools, skill?.fields])
      expect(Object.isFrozen(part)).toBe(true);
  });
});

describe("merge: the workspace over the global library", () => {
  const both = {
    [`${GLOBAL}/pdf/SKILL.md`]: skillMd({ ...pdf, description: "Global." }, "Global body."),
    [`${WORKSPACE}/pdf/SKILL.md`]: skillMd({ ...pdf, description: "Pinned." }, "Pinned body."),
  };

  test("P1 R1 the workspace wins and the global one stays reachable", async () => {
    const library = await open(both).load();
    expect([library.size, library.get("pdf")?.description, sourceOf(library, "pdf")]).toEqual([
      1,
      "Pinned.",
      "workspace",
    ]);
    expect(library.versions("pdf").map((skill) => skill.description)).toEqual(["Pinned.", "Global."]);
  });

  test("P1 R2 the override is an info diagnostic with the name, and an event", async () => {
    const { load, events } = open(both);
    const { diagnostics } = await load();
    expect(diagnostics).toMatchObject([{ code: "resolution.override", severity: "info" }]);
    expect(diagnostics[0]?.message).toContain('"pdf"');
    const told = events.filter((event) => event.type === "skill.overridden");
    expect(told).toEqual([
      { type: "skill.overridden", skill: "pdf", winner: "workspace", loser: "global", severity: "info" },
    ]);
  });

  test("P1 R2 an identical workspace pin is reported like every override", async () => {
    const { load, events } = open({
      [`${GLOBAL}/pdf/SKILL.md`]: skillMd(pdf),
      [`${WORKSPACE}/pdf/SKILL.md`]: skillMd(pdf),
    });
    expect((await load()).diagnostics).toMatchObject([{ code: "resolution.override", severity: "info" }]);
    expect(events.filter((event) => event.type === "skill.overridden")).toHaveLength(1);
  });

  test("P1 R1 skills of different names are all there, each with the root that served it", async () => {
    const { load } = open({ ...both, [`${GLOBAL}/csv/SKILL.md`]: skillMd({ ...pdf, name: "csv" }) });
    const library = await load();
    expect([sourceOf(library, "csv"), sourceOf(library, "pdf")]).toEqual(["global", "workspace"]);
  });

  test("P1 R1 a workspace skill that is invalid does not hide the global one", async () => {
    const library = await open({ ...both, [`${WORKSPACE}/pdf/SKILL.md`]: "broken" }).load();
    expect([library.get("pdf")?.description, sourceOf(library, "pdf")]).toEqual(["Global.", "global"]);
  });

  test("P1 R7 why explains both sides of the merge", async () => {
    const outcomes = (await open(both).load()).why("pdf").map(({ stage, outcome }) => `${stage} ${outcome}`);
    expect(outcomes).toEqual(expect.arrayContaining(["resolution won", "resolution shadowed"]));
  });
});

describe("discovery and search", () => {
  const tree = {
    [`${GLOBAL}/pdf-merge/SKILL.md`]: skillMd({ name: "pdf-merge", description: "Joins documents." }),
    [`${GLOBAL}/forms/SKILL.md`]: skillMd({ name: "forms", description: "Fills PDF forms." }),
    [`${GLOBAL}/pdf/SKILL.md`]: skillMd({ name: "pdf", description: "Reads PDF files." }),
    [`${GLOBAL}/csv/SKILL.md`]: skillMd({ name: "csv", description: "Reads tables." }),
  };
  const search = async (files: FileTree, query: string, options?: SearchOptions) => {
    const runtime = await open(files).start({ profile: "metis" });
    const { hits } = await runtime.search(query, options);
    return hits.map(({ skill, score }) => `${skill.name} ${score}`);
  };

  test("P1 M6 a query is looked for in names (2) and descriptions (1); zero is left out", async () => {
    expect(await search(tree, "  PDF ")).toEqual(["pdf 3", "pdf-merge 2", "forms 1"]);
    expect(await search(tree, "reads")).toEqual(["csv 1", "pdf 1"]);
    expect(await search(tree, "nothing like it")).toEqual([]);
    expect(await search(tree, "files reads")).toEqual([]);
  });

  test("P1 M6 an empty query lists by name, and the limit holds", async () => {
    expect(await search(tree, " ")).toEqual(["csv 0", "forms 0", "pdf 0", "pdf-merge 0"]);
    expect(await search(tree, "", { limit: 2 })).toEqual(["csv 0", "forms 0"]);
    expect(await search(tree, "pdf", { limit: 1 })).toEqual(["pdf 3"]);
  });

  test("P1 M6 ten results are the default", async () => {
    const many = Array.from({ length: 12 }, (_, index) => `skill-${index}`);
    const files = many.map((name) => [`${GLOBAL}/${name}/SKILL.md`, skillMd({ ...pdf, name })] as const);
    expect(await search(Object.fromEntries(files), "skill")).toHaveLength(10);
    expect(await search(Object.fromEntries(files), "")).toHaveLength(10);
  });

  test("P1 R4 the discovery index is pairs of name and description, sorted by name", async () => {
    expect((await open(tree).load()).discoveryIndex()).toEqual([
      ["csv", "Reads tables."],
      ["forms", "Fills PDF forms."],
      ["pdf", "Reads PDF files."],
      ["pdf-merge", "Joins documents."],
    ]);
  });
});

describe("invariants and determinism", () => {
  const tree = {
    [`${GLOBAL}/pdf/SKILL.md`]: skillMd(pdf),
    [`${GLOBAL}/bad/SKILL.md`]: "broken",
    [`${WORKSPACE}/review/SKILL.md`]: skillMd({ ...pdf, name: "review" }),
  };

  test("P1 R4 loading the same roots twice gives equal libraries", async () => {
    const { load } = open(tree);
    const [one, two] = [await load(), await load()];
    expect(two.equals(one)).toBe(true);
    expect(two.toSnapshot()).toEqual(one.toSnapshot());
  });

  test("P1 F3 an invalid skill is skipped and reported with its path; the rest loads", async () => {
    const { load, at } = open(tree);
    const library = await load();
    expect(library.list().map((skill) => skill.name)).toEqual(["pdf", "review"]);
    expect(library.rejections().map((rejection) => rejection.path)).toEqual([at(`${GLOBAL}/bad/SKILL.md`)]);
    expect(library.diagnostics).toMatchObject([{ severity: "error", path: at(`${GLOBAL}/bad/SKILL.md`) }]);
  });

  test("P1 D8 a library never changes, whatever happens on disk", async () => {
    const { start, write, at } = open(tree);
    const runtime = await start({ profile: "metis" });
    const kept = runtime.library;
    const before = JSON.stringify(kept.toSnapshot());
    write({ [`${GLOBAL}/pdf/SKILL.md`]: skillMd({ ...pdf, description: "Another." }) });
    rmSync(at(WORKSPACE), { recursive: true });
    const renewed = await runtime.reload();
    expect([JSON.stringify(kept.toSnapshot()), kept.size]).toEqual([before, 2]);
    expect([renewed.size, renewed.get("pdf")?.description]).toEqual([1, "Another."]);
  });

  test("P1 D8 editing a body leaves the discovery index as it was; editing a description does not", async () => {
    const { start, write } = open(tree);
    const runtime = await start({ profile: "metis" });
    const index = runtime.library.discoveryIndex();
    write({ [`${GLOBAL}/pdf/SKILL.md`]: skillMd(pdf, "Another body.") });
    expect((await runtime.reload()).discoveryIndex()).toEqual(index);
    write({ [`${GLOBAL}/pdf/SKILL.md`]: skillMd({ ...pdf, description: "Another." }) });
    expect((await runtime.reload()).discoveryIndex()).not.toEqual(index);
  });
});

describe("known gaps of the document that are closed here", () => {
  test("P1 D3 a hidden directory is not a skill", async () => {
    const { load } = open({ [`${GLOBAL}/.history/SKILL.md`]: skillMd({ ...pdf, name: "history" }) });
    expect((await load()).size).toBe(0);
  });

  test("P1 D6 a link out of the root is refused and reported", async () => {
    const { load } = open({
      "elsewhere/pdf/SKILL.md": skillMd(pdf),
      [`${GLOBAL}/pdf`]: { link: "../../../elsewhere/pdf" },
    });
    const library = await load();
    expect([library.size, library.diagnostics.map(({ code }) => code)]).toEqual([
      0,
      ["discovery.link-outside-root"],
    ]);
  });
});
