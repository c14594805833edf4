import { describe, expect, onTestFinished, test } from "vitest";
import { validateSkill } from "../format/validate-skill.ts";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";
import { agentskills } from "./agentskills.ts";
import { findProfile, PROFILES } from "./find-profile.ts";

const PROJECT = "work/.agents/skills";
const USER = "home/.agents/skills";
const pdf = { name: "pdf", description: "Extracts text from PDF files. Use when a PDF is mentioned." };

function open(tree: FileTree = {}) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  const load = async (options?: NodeRuntimeOptions) => (await workshop.start(options)).library;
  return { ...workshop, load };
}

const skill = (name: string, description = `The ${name} skill.`) => skillMd({ name, description });

/** Loads one file of the directory `pdf`. */
async function loadOne(text: string, directory = "pdf") {
  const library = await open({ [`${USER}/${directory}/SKILL.md`]: text }).load();
  return { library, said: library.diagnostics.map(({ code, severity }) => `${severity} ${code}`) };
}

describe("1 directory structure", () => {
  test("P1 F1 a directory with nothing but a SKILL.md is a skill", async () => {
    const { library, said } = await loadOne(skillMd(pdf));
    expect([library.has("pdf"), said]).toEqual([true, []]);
  });

  test("P1 D7 scripts, references, assets and any other directory are optional and found on demand", async () => {
    const { start } = open({
      [`${USER}/pdf/SKILL.md`]: skillMd(pdf),
      [`${USER}/pdf/scripts/extract.py`]: "print()",
      [`${USER}/pdf/references/API.md`]: "# API",
      [`${USER}/pdf/assets/form.json`]: "{}",
      [`${USER}/pdf/anything/else.txt`]: "x",
    });
    const runtime = await start();
    expect(runtime.library.get("pdf")?.resources).toBeUndefined();
    expect((await runtime.resources("pdf")).value).toEqual([
      { path: "anything/else.txt", size: 1 },
      { path: "assets/form.json", size: 2 },
      { path: "references/API.md", size: 5 },
      { path: "scripts/extract.py", size: 7 },
    ]);
  });

  test("P1 F1 skill.md in small letters is used with a warning, and SKILL.md is preferred", async () => {
    const { load } = open({
      [`${USER}/pdf/skill.md`]: skillMd(pdf),
      [`${USER}/csv/skill.md`]: skill("csv", "Small."),
      [`${USER}/csv/SKILL.md`]: skill("csv", "Capital."),
    });
    const library = await load();
    expect(library.list().map(({ name, description }) => `${name}: ${description}`)).toEqual([
      "csv: Capital.",
      `pdf: ${pdf.description}`,
    ]);
    expect(library.diagnostics).toMatchObject([{ code: "format.file-name", severity: "warning" }]);
  });
});

describe("2.1 frontmatter fields", () => {
  const full = {
    ...pdf,
    license: "Apache-2.0",
    compatibility: "Needs poppler-utils",
    metadata: { author: "example-org", version: "1.0" },
    "allowed-tools": "Bash(git:*) Bash(jq:*) Read",
  };
  const judge = (fields: Readonly<Record<string, unknown>>, directoryName = "pdf") => {
    const options = { directoryName, fileName: "SKILL.md", rules: agentskills.rules };
    return validateSkill(skillMd(fields), options);
  };

  test("P1 F2 the six fields are read and valid", async () => {
    const { library, said } = await loadOne(skillMd(full));
    expect([said, judge(full).ok]).toEqual([[], true]);
    expect(library.get("pdf")).toMatchObject({
      ...pdf,
      license: "Apache-2.0",
      compatibility: "Needs poppler-utils",
      metadata: { author: "example-org", version: "1.0" },
      allowedTools: ["Bash(git:*)", "Bash(jq:*)", "Read"],
    });
  });

  test("P1 F5 a seventh field is kept, and is not an error", async () => {
    const { library, said } = await loadOne(skillMd({ ...pdf, "argument-hint": "[file]", colour: 3 }));
    expect(library.get("pdf")?.extensions).toEqual({ "argument-hint": "[file]", colour: 3 });
    expect(said).toEqual(["info format.extension-field", "info format.unknown-field"]);
    expect(judge({ ...pdf, colour: 3 }).ok).toBe(true);
  });

  const long = "n".repeat(65);
  /** What is wrong, the fields, the code, and whether a lenient client loads it all the same. */
  const rules: readonly [string, Readonly<Record<string, unknown>>, string, boolean][] = [
    ["a name of 65 characters", { ...pdf, name: long }, "format.name-length", true],
    ["a name with capital letters", { ...pdf, name: "Pdf" }, "format.name-uppercase", true],
    ["a name with an underscore", { ...pdf, name: "pdf_x" }, "format.name-characters", true],
    ["a name with a hyphen at its edge", { ...pdf, name: "pdf-" }, "format.name-hyphens", true],
    ["a name with two hyphens in a row", { ...pdf, name: "p--df" }, "format.name-hyphens", true],
    ["a name unlike its directory", { ...pdf, name: "other" }, "format.name-mismatch", true],
    ["no description", { name: "pdf" }, "format.description-missing", false],
    ["an empty description", { ...pdf, description: " " }, "format.description-missing", false],
    [
      "a description of 1,025 characters",
      { ...pdf, description: "d".repeat(1025) },
      "format.description-length",
      true,
    ],
    ["an empty compatibility", { ...pdf, compatibility: "" }, "format.compatibility-empty", true],
    [
      "a compatibility of 501 characters",
      { ...pdf, compatibility: "c".repeat(501) },
      "format.compatibility-length",
      true,
    ],
    ["a metadata that is a list", { ...pdf, metadata: ["a"] }, "format.metadata-type", true],
    ["a metadata value that is a list", { ...pdf, metadata: { a: ["b"] } }, "format.metadata-value", true],
    ["allowed-tools as a list", { ...pdf, "allowed-tools": ["Read"] }, "format.allowed-tools-type", true],
    [
      "allowed-tools with commas",
      { ...pdf, "allowed-tools": "Read, Bash" },
      "format.allowed-tools-commas",
      true,
    ],
  ];
  test.each(rules)("P1 F2 %s is invalid by the standard", (_what, fields, code) => {
    const { ok, diagnostics } = judge(fields);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect([ok, errors.map((error) => error.code)]).toEqual([false, expect.arrayContaining([code])]);
    for (const { hint } of errors) expect(hint).toMatch(/\w/);
  });

  test.each(
    rules,
  )("P1 F3 %s: a client loads what it can, and says so", async (_what, fields, code, loads) => {
    const { library, said } = await loadOne(skillMd(fields));
    expect(library.size).toBe(loads ? 1 : 0);
    expect(said).toContain(`${loads ? "warning" : "error"} ${code}`);
  });

  test("P1 F2 values exactly at their limits are valid", () => {
    const name = "n".repeat(64);
    expect(judge({ name, description: "d".repeat(1024), compatibility: "c".repeat(500) }, name).ok).toBe(
      true,
    );
  });

  test("P1 F3 a missing name is the directory's name", async () => {
    const { library, said } = await loadOne(skillMd({ description: "d" }));
    expect([library.has("pdf"), said]).toEqual([true, ["warning format.name-missing"]]);
  });

  test("P1 F4 metadata values keep the text that was written", async () => {
    const text = "---\nname: pdf\ndescription: d\nmetadata:\n  version: 1.0\n  date: 2026-01-01\n---\nx";
    const { library } = await loadOne(text);
    expect(library.get("pdf")?.metadata).toEqual({ version: "1.0", date: "2026-01-01" });
  });
});

describe("2.2 body content", () => {
  test("P1 F1 the body is everything after the second delimiter line, whatever it contains", async () => {
    const body = "# Steps\n\n---\n\n1. Read `---`.\n";
    const { start } = open({ [`${USER}/pdf/SKILL.md`]: skillMd(pdf, body) });
    expect((await (await start()).read("pdf")).body).toBe(body);
  });

  test.each([
    ["a byte order mark", `\ufeff${skillMd(pdf)}`],
    ["Windows line ends", skillMd(pdf).replaceAll("\n", "\r\n")],
    ["blank lines before the frontmatter", `\n\n${skillMd(pdf)}`],
    ["spaces behind a delimiter", skillMd(pdf).replace("---\n", "--- \n")],
  ])("P1 F1 F3 %s does no harm", async (_what, text) => {
    expect((await loadOne(text)).library.get("pdf")).toMatchObject(pdf);
  });

  test("P1 F3 a file without frontmatter is skipped with an error, unless the host asks to infer", async () => {
    const { load } = open({ [`${USER}/pdf/SKILL.md`]: "# PDF\n\nReads PDF files.\n" });
    const strict = await load();
    expect([strict.size, strict.diagnostics[0]?.code]).toEqual([0, "format.no-frontmatter"]);
    expect((await load({ infer: true })).get("pdf")?.description).toBe("Reads PDF files.");
  });

  test("P1 F9 instructions above 5,000 tokens are worth a warning", async () => {
    const { library, said } = await loadOne(skillMd(pdf, "x".repeat(20_004)));
    expect([library.has("pdf"), said]).toEqual([true, ["warning format.body-tokens"]]);
  });
});

describe("4 discovery", () => {
  test("P1 D1 project and user scope are scanned, in the shared folders and the clients' own", async () => {
    const places = [
      PROJECT,
      USER,
      "work/.knowhow/skills",
      "home/.knowhow/skills",
      "work/.claude/skills",
      "home/.claude/skills",
      "home/.codex/skills",
      "work/.gemini/skills",
      "work/.github/skills",
      "home/.cursor/skills",
      "home/.config/opencode/skills",
    ];
    const files = places.map((place, at) => [`${place}/s${at}/SKILL.md`, skill(`s${at}`)] as const);
    const library = await open(Object.fromEntries(files)).load();
    expect(library.size).toBe(places.length);
  });

  test("P1 D1 folders are found from the working directory up to the repository's root, and not above", async () => {
    const { load, at } = open({
      "work/.git": { directory: true },
      "work/packages/app/.agents/skills/near/SKILL.md": skill("near"),
      "work/packages/.agents/skills/middle/SKILL.md": skill("middle"),
      [`${PROJECT}/top/SKILL.md`]: skill("top"),
      ".agents/skills/outside/SKILL.md": skill("outside"),
    });
    const library = await load({ cwd: at("work/packages/app") });
    expect(library.list().map(({ name }) => name)).toEqual(["middle", "near", "top"]);
  });

  test("P1 R1 of several project folders the nearest one wins", async () => {
    const { load, at } = open({
      "work/.git": { directory: true },
      "work/app/.agents/skills/pdf/SKILL.md": skill("pdf", "Near."),
      [`${PROJECT}/pdf/SKILL.md`]: skill("pdf", "Top."),
    });
    const versions = (await load({ cwd: at("work/app") })).versions("pdf");
    expect(versions.map(({ description }) => description)).toEqual(["Near.", "Top."]);
  });

  test("P1 D1 without a repository only the working directory is the project", async () => {
    const { load, at } = open({
      [`${PROJECT}/top/SKILL.md`]: skill("top"),
      "work/app/.agents/skills/near/SKILL.md": skill("near"),
    });
    expect((await load({ cwd: at("work/app") })).list().map(({ name }) => name)).toEqual(["near"]);
  });

  test("P1 D4 a folder that a variable moves is found where it points", async () => {
    const { load, at } = open({
      "moved/skills/pdf/SKILL.md": skill("pdf"),
      "home/.claude/skills/old/SKILL.md": skill("old"),
    });
    const library = await load({ env: { CLAUDE_CONFIG_DIR: at("moved") } });
    expect(library.list().map(({ name }) => name)).toEqual(["pdf"]);
  });

  test("P1 D2 loose files are ignored, and a SKILL.md directly in a root is not a skill", async () => {
    const { load } = open({
      [`${USER}/README.md`]: "# Skills",
      [`${USER}/SKILL.md`]: skill("loose"),
      [`${USER}/pdf/SKILL.md`]: skillMd(pdf),
    });
    const library = await load();
    expect(library.list().map(({ name }) => name)).toEqual(["pdf"]);
    expect(library.diagnostics.map(({ code }) => code)).toEqual(["discovery.skill-at-root"]);
  });

  test("P1 D3 .git, node_modules and hidden directories are not entered", async () => {
    const { load } = open({
      [`${USER}/.git/a/SKILL.md`]: skill("a"),
      [`${USER}/node_modules/b/SKILL.md`]: skill("b"),
      [`${USER}/.old/c/SKILL.md`]: skill("c"),
    });
    expect((await load()).size).toBe(0);
  });

  test("P1 D3 six levels are searched, and not below a skill", async () => {
    const { load } = open({
      [`${USER}/1/2/3/4/5/six/SKILL.md`]: skill("six"),
      [`${USER}/1/2/3/4/5/6/seven/SKILL.md`]: skill("seven"),
      [`${USER}/pdf/SKILL.md`]: skillMd(pdf),
      [`${USER}/pdf/inner/SKILL.md`]: skill("inner"),
    });
    expect((await load()).list().map(({ name }) => name)).toEqual(["pdf", "six"]);
  });

  test("P1 D3 the walk is bounded and says where it stopped", async () => {
    const limits = { ...agentskills.discovery.limits, directories: 3 };
    const profile = { ...agentskills, discovery: { ...agentskills.discovery, limits } };
    const { load } = open({
      ...Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`${USER}/${name}/x/y.md`, ""])),
      [`${USER}/e/late/SKILL.md`]: skill("late"),
      [`${USER}/pdf/SKILL.md`]: skillMd(pdf),
    });
    const library = await load({ profile });
    expect(library.list().map(({ name }) => name)).toEqual(["pdf"]);
    expect(library.diagnostics.map(({ code }) => code)).toEqual(["discovery.walk-limit"]);
    expect(agentskills.discovery.limits.directories).toBe(2_000);
  });

  test("P1 D6 links inside the trusted roots are followed once, links out of them are refused", async () => {
    const { load } = open({
      [`${USER}/pdf/SKILL.md`]: skillMd(pdf),
      [`${PROJECT}/pdf`]: { link: "../../../home/.agents/skills/pdf" },
      "elsewhere/evil/SKILL.md": skill("evil"),
      [`${PROJECT}/evil`]: { link: "../../../elsewhere/evil" },
      [`${USER}/loop`]: { link: ".." },
    });
    const library = await load();
    expect(library.list().map(({ name }) => name)).toEqual(["pdf"]);
    expect(library.versions("pdf")).toHaveLength(1);
    const codes = library.diagnostics.map(({ code }) => code);
    expect(codes).toEqual(["discovery.link-outside-root", "discovery.link-outside-root"]);
  });
});

describe("4 precedence and trust", () => {
  const both = {
    [`${USER}/pdf/SKILL.md`]: skill("pdf", "User."),
    [`${PROJECT}/pdf/SKILL.md`]: skill("pdf", "Project."),
  };

  test("P1 R1 R2 the project's skill replaces the user's, and it is reported", async () => {
    const { load, events } = open(both);
    const library = await load();
    expect(library.get("pdf")?.description).toBe("Project.");
    expect(library.diagnostics.map(({ code }) => code)).toEqual(["resolution.override"]);
    expect(events.map(({ type }) => type)).toEqual(["skill.overridden", "library.loaded"]);
  });

  test("P1 R1 R2 within one scope the stronger client wins, with a warning", async () => {
    const { load } = open({
      [`${USER}/pdf/SKILL.md`]: skill("pdf", "Agents."),
      "home/.claude/skills/pdf/SKILL.md": skill("pdf", "Claude."),
    });
    const library = await load();
    expect(library.get("pdf")?.description).toBe("Claude.");
    expect(library.diagnostics.map(({ code }) => code)).toEqual(["resolution.collision"]);
  });

  test("P1 R4 the result is the same on every load", async () => {
    const { load } = open(both);
    expect((await load()).toSnapshot()).toEqual((await load()).toSnapshot());
  });

  test("P1 T3 a project's skill can wait for a trust decision and never hides the user's meanwhile", async () => {
    const { load } = open(both);
    const library = await load({ trust: () => undefined });
    expect(library.get("pdf")?.description).toBe("User.");
    expect(library.entries({ shadowed: true }).map(({ state }) => state)).toEqual(["on", "pending"]);
  });
});

describe("4 parsing and indexing", () => {
  test("P1 F3 an unquoted colon is repaired, with a warning", async () => {
    const text = "---\nname: pdf\ndescription: Use this skill when: a PDF is there\n---\nx";
    const { library, said } = await loadOne(text);
    expect(library.get("pdf")?.description).toBe("Use this skill when: a PDF is there");
    expect(said).toEqual(["warning format.yaml-repaired"]);
  });

  test("P1 F3 YAML beyond repair costs that skill only, and is reported", async () => {
    const { load, at } = open({
      [`${USER}/bad/SKILL.md`]: "---\n] [ }\n---\nx",
      [`${USER}/pdf/SKILL.md`]: skillMd(pdf),
    });
    const library = await load();
    expect(library.list().map(({ name }) => name)).toEqual(["pdf"]);
    expect(library.diagnostics).toMatchObject([
      { severity: "error", path: at(`${USER}/bad/SKILL.md`), line: expect.any(Number) },
    ]);
  });

  test("P1 R4 name, description, location and base directory are known, by name", async () => {
    const { load, at } = open({ [`${USER}/pdf/SKILL.md`]: skillMd(pdf) });
    expect((await load()).get("pdf")).toMatchObject({
      ...pdf,
      path: at(`${USER}/pdf/SKILL.md`),
      directory: at(`${USER}/pdf`),
    });
  });

  test("P1 R4 only name and description are in the index, and the body nowhere", async () => {
    const { library } = await loadOne(skillMd(pdf, "A sentence of the body."));
    expect(library.discoveryIndex()).toEqual([[pdf.name, pdf.description]]);
    expect(JSON.stringify(library.toSnapshot())).not.toContain("A sentence of the body");
  });

  test("P1 D8 a body is read when it is wanted, as it is then", async () => {
    const { start, write } = open({ [`${USER}/pdf/SKILL.md`]: skillMd(pdf, "Old.") });
    const runtime = await start();
    write({ [`${USER}/pdf/SKILL.md`]: skillMd(pdf, "New.") });
    expect(await runtime.read("pdf")).toMatchObject({ body: "New.", changed: true });
  });

  test("P1 R5 a skill the author keeps from the model is not in its index", async () => {
    const { library } = await loadOne(skillMd({ ...pdf, "disable-model-invocation": true }));
    expect([library.discoveryIndex(), library.entry("pdf")?.state]).toEqual([[], "user-only"]);
  });
});

describe("6 security: the digest a decision is about", () => {
  const digests = async (tree: FileTree, name: string, change: FileTree) => {
    const { start, write } = open(tree);
    const runtime = await start();
    const before = await runtime.digest(name);
    write(change);
    return [before, await runtime.digest(name)] as const;
  };

  test("P1 F8 the digest covers SKILL.md and every other file", async () => {
    const tree = { [`${USER}/pdf/SKILL.md`]: skillMd(pdf), [`${USER}/pdf/scripts/a.sh`]: "echo 1" };
    const [text, otherText] = await digests(tree, "pdf", { [`${USER}/pdf/SKILL.md`]: skillMd(pdf, "Else.") });
    const [script, otherScript] = await digests(tree, "pdf", { [`${USER}/pdf/scripts/a.sh`]: "echo 2" });
    expect(text).toBe(script);
    expect(new Set([text, otherText, otherScript]).size).toBe(3);
  });

  test("P1 F8 the digest of a skill whose file is named skill.md covers that file", async () => {
    const tree = { [`${USER}/pdf/skill.md`]: skillMd(pdf) };
    const [before, after] = await digests(tree, "pdf", { [`${USER}/pdf/skill.md`]: skillMd(pdf, "Else.") });
    expect(after).not.toBe(before);
  });

  test("P1 F8 D6 a linked skill has its resources, and its digest covers them", async () => {
    const tree = {
      [`${USER}/group/pdf/SKILL.md`]: skillMd(pdf),
      [`${USER}/group/pdf/scripts/a.sh`]: "echo 1",
      "home/.claude/skills/pdf": { link: "../../.agents/skills/group/pdf" },
    };
    const [before, after] = await digests(tree, "pdf", { [`${USER}/group/pdf/scripts/a.sh`]: "echo 2" });
    expect(after).not.toBe(before);
  });
});

describe("the profile itself", () => {
  test("P1 agentskills is the default, and each of the five profiles is found by its name", async () => {
    expect((await open().start()).profile).toBe(agentskills);
    const names = ["agentskills", "metis", "autopoiesis", "aios", "pisces"];
    expect(names.map(findProfile)).toEqual(PROFILES);
    expect(() => findProfile("agent-skills")).toThrow(/unknown profile/);
  });

  test("P1 F13 a skill that keeps to the standard loads in every profile", async () => {
    const metadata = { version: "1.0.0", tags: "pdf, text" };
    const { load } = open({ "work/pool/pdf/SKILL.md": skillMd({ ...pdf, license: "MIT", metadata }) });
    for (const profile of PROFILES) {
      const library = await load({ profile, roots: ["pool"] });
      expect([profile.name, library.has("pdf"), library.diagnostics]).toEqual([profile.name, true, []]);
    }
  });
});
