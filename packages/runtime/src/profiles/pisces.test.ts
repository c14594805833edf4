import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import { discoverSkillsFromDir } from "../node/discover-skills-from-dir.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";
import { type PiscesSettings, piscesOptions } from "./pisces.ts";

const ROOTS = {
  nativeProject: "work/.pisces/skills",
  nativeUser: "home/.pisces/skills",
  claudeProject: "work/.claude/skills",
  claudeUser: "home/.claude/skills",
  claudePlugins: "home/.claude/plugins/cache/market/tools/1.0.0/skills",
  agentsProject: "work/.agents/skills",
  agentsUser: "home/.agents/skills",
  codexUser: "home/.codex/skills",
} as const;

function open(tree: FileTree = {}) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  const start = (settings: PiscesSettings = {}, options: NodeRuntimeOptions = {}) =>
    workshop.start({ ...piscesOptions(settings), ...options });
  const load = async (settings?: PiscesSettings, options?: NodeRuntimeOptions) =>
    (await start(settings, options)).library;
  return { ...workshop, start, load };
}

const skill = (name: string, description = `The ${name} skill.`) => skillMd({ name, description });

/** The same name in every root, each with its own content. */
const everywhere = (name = "pdf") =>
  Object.fromEntries(
    Object.entries(ROOTS).map(([id, root]) => [`${root}/${name}/SKILL.md`, skill(name, `From ${id}.`)]),
  );
/** One skill per root, named after it. */
const oneEach = Object.fromEntries(
  Object.entries(ROOTS).map(([id, root]) => [
    `${root}/${id.toLowerCase()}/SKILL.md`,
    skill(id.toLowerCase()),
  ]),
);

describe("what a skill is", () => {
  test("P1 D1 a skill has a name, a description, its file, its directory and where it came from", async () => {
    const { load, at } = open({ [`${ROOTS.nativeUser}/pdf/SKILL.md`]: skill("pdf") });
    expect((await load()).get("pdf")).toMatchObject({
      name: "pdf",
      description: "The pdf skill.",
      path: at(`${ROOTS.nativeUser}/pdf/SKILL.md`),
      directory: at(`${ROOTS.nativeUser}/pdf`),
      origin: { provider: "native", level: "user", root: at(ROOTS.nativeUser), priority: 100 },
    });
  });
});

describe("required layout", () => {
  test("P1 D3 provider roots are searched one level deep", async () => {
    const { load } = open({
      [`${ROOTS.nativeUser}/postgres/SKILL.md`]: skill("postgres"),
      [`${ROOTS.claudeUser}/pdf/SKILL.md`]: skill("pdf"),
      [`${ROOTS.nativeUser}/team/internal/SKILL.md`]: skill("internal"),
      [`${ROOTS.claudeUser}/team/other/SKILL.md`]: skill("other"),
    });
    expect((await load()).list().map(({ name }) => name)).toEqual(["pdf", "postgres"]);
  });

  test("P1 D3 custom directories too, unless they point at the nested parent itself", async () => {
    const { load } = open({ "work/shared/team/internal/SKILL.md": skill("internal") });
    expect((await load({ customDirectories: ["shared"] })).size).toBe(0);
    expect((await load({ customDirectories: ["shared/team"] })).size).toBe(1);
  });

  test("P1 F1 the file is named exactly SKILL.md", async () => {
    const { load } = open({ [`${ROOTS.nativeUser}/pdf/skill.md`]: skill("pdf") });
    expect((await load()).size).toBe(0);
  });
});

describe("SKILL.md frontmatter", () => {
  test("P1 F6 globs and alwaysApply are read", async () => {
    const fields = { name: "ts", description: "d", globs: ["*.ts", "src/**"], alwaysApply: true };
    const { load } = open({ [`${ROOTS.nativeUser}/ts/SKILL.md`]: skillMd(fields) });
    expect((await load()).get("ts")?.fields).toEqual({ globs: ["*.ts", "src/**"], alwaysApply: true });
  });

  test("P1 F5 additional keys are preserved as they were written", async () => {
    const fields = { name: "ts", description: "d", owner: { team: "core", rank: 3 }, beta: true };
    const { load } = open({ [`${ROOTS.nativeUser}/ts/SKILL.md`]: skillMd(fields) });
    expect((await load()).get("ts")?.extensions).toEqual({ owner: { team: "core", rank: 3 }, beta: true });
  });

  test("P1 F3 a missing name is the directory's name, for every provider", async () => {
    const { load } = open({
      [`${ROOTS.nativeUser}/own/SKILL.md`]: skillMd({ description: "d" }),
      [`${ROOTS.codexUser}/foreign/SKILL.md`]: skillMd({ description: "d" }),
      "work/mine/custom/SKILL.md": skillMd({ description: "d" }),
    });
    const library = await load({ customDirectories: ["mine"] });
    expect(library.list().map(({ name }) => name)).toEqual(["custom", "foreign", "own"]);
  });

  test("P1 F3 a description is required of native and custom skills", async () => {
    const { load } = open({
      [`${ROOTS.nativeUser}/one/SKILL.md`]: skillMd({ name: "one" }),
      [`${ROOTS.nativeProject}/two/SKILL.md`]: skillMd({ name: "two" }),
      "work/mine/three/SKILL.md": skillMd({ name: "three" }),
    });
    const library = await load({ customDirectories: ["mine"] });
    expect([library.size, library.rejections().length]).toEqual([0, 3]);
    const errors = library.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code }) => code)).toEqual(Array(3).fill("format.description-missing"));
  });

  test("P1 F3 foreign skills are loaded without one", async () => {
    const foreign = [ROOTS.claudeUser, ROOTS.claudePlugins, ROOTS.agentsUser, ROOTS.codexUser];
    const files = foreign.map(
      (root, at) => [`${root}/s${at}/SKILL.md`, skillMd({ name: `s${at}` })] as const,
    );
    const library = await open(Object.fromEntries(files)).load();
    expect(library.discoveryIndex()).toEqual([
      ["s0", ""],
      ["s1", ""],
      ["s2", ""],
      ["s3", ""],
    ]);
  });

  test("P1 F3 a foreign file without any frontmatter has a name and a path, and that is enough", async () => {
    const { load } = open({ [`${ROOTS.claudeUser}/plain/SKILL.md`]: "# Just instructions\n" });
    expect((await load()).has("plain")).toBe(true);
  });
});

describe("discovery pipeline", () => {
  test("P1 D5 with skills switched off nothing is found", async () => {
    const { load } = open({ ...oneEach, "work/mine/x/SKILL.md": skill("x") });
    const library = await load({ enabled: false, customDirectories: ["mine"] });
    expect([library.size, library.roots]).toEqual([0, []]);
  });

  test("P1 D5 skill commands have a switch of their own that hides no skill", async () => {
    const { start } = open(oneEach);
    const [on, off] = [await start(), await start({ enableSkillCommands: false })];
    expect([on.library.size, off.library.size]).toEqual([8, 8]);
    expect([on.commands().length, off.commands().length]).toEqual([8, 0]);
  });

  test("P1 D4 custom directories are the second pass, with absolute and relative paths", async () => {
    const { load, at } = open({
      "far/one/SKILL.md": skill("one"),
      "work/near/two/SKILL.md": skill("two"),
    });
    const library = await load({ customDirectories: [at("far"), "near"] });
    expect(library.list().map(({ name, origin }) => [name, origin.level])).toEqual([
      ["one", "custom"],
      ["two", "custom"],
    ]);
  });

  test("P1 D4 a custom directory may start with ~ for the home directory", async () => {
    const { load } = open({ "home/mine/three/SKILL.md": skill("three") });
    expect((await load({ customDirectories: ["~/mine"] })).size).toBe(1);
  });
});

describe("providers and precedence", () => {
  test("P1 D1 R1 the first of a name wins: by priority 100, 80, 70, then by registration", async () => {
    const library = await open(everywhere()).load();
    expect(library.list().map(({ description }) => description)).toEqual(["From nativeProject."]);
    const versions = library.versions("pdf");
    expect(
      versions.map(({ origin, description }) => [origin.provider, origin.priority, description]),
    ).toEqual([
      ["native", 100, "From nativeProject."],
      ["native", 100, "From nativeUser."],
      ["claude", 80, "From claudeProject."],
      ["claude", 80, "From claudeUser."],
      ["claude-plugins", 70, "From claudePlugins."],
      ["agents", 70, "From agentsProject."],
      ["agents", 70, "From agentsUser."],
      ["codex", 70, "From codexUser."],
    ]);
  });

  test("P1 R1 a user's skill of a stronger provider beats a project's of a weaker one", async () => {
    const { load } = open({
      [`${ROOTS.nativeUser}/pdf/SKILL.md`]: skill("pdf", "Native."),
      [`${ROOTS.claudeProject}/pdf/SKILL.md`]: skill("pdf", "Claude."),
    });
    expect((await load()).get("pdf")?.description).toBe("Native.");
  });

  test("P1 R1 custom directories come after every provider", async () => {
    const { load } = open({
      "work/mine/pdf/SKILL.md": skill("pdf", "Custom."),
      [`${ROOTS.codexUser}/pdf/SKILL.md`]: skill("pdf", "Codex."),
    });
    const library = await load({ customDirectories: ["mine"] });
    expect(library.versions("pdf").map(({ description }) => description)).toEqual(["Codex.", "Custom."]);
  });
});

describe("source toggles and filtering", () => {
  const names = async (settings: PiscesSettings) =>
    (await open(oneEach).load(settings)).list().map(({ name }) => name);
  const everything = Object.keys(ROOTS).map((id) => id.toLowerCase());
  const toggles: readonly [keyof PiscesSettings, string][] = [
    ["enableCodexUser", "codexuser"],
    ["enableClaudeUser", "claudeuser"],
    ["enableClaudeProject", "claudeproject"],
    ["enablePiscesUser", "nativeuser"],
    ["enablePiscesProject", "nativeproject"],
  ];
  test.each(toggles)("P1 D5 %s switches exactly its own source off", async (toggle, gone) => {
    const kept = everything.filter((name) => name !== gone).toSorted();
    expect(await names({ [toggle]: false })).toEqual(kept);
  });

  const allOff = Object.fromEntries(toggles.map(([toggle]) => [toggle, false]));
  test.each(toggles)("P1 D5 %s alone keeps the providers without a toggle on", async (toggle, kept) => {
    const others = Object.fromEntries(toggles.map(([other]) => [other, other === toggle]));
    expect(await names(others)).toEqual([kept, "agentsproject", "agentsuser", "claudeplugins"].toSorted());
  });

  test("P1 D5 providers without a toggle are on while any toggle is, and off when none is", async () => {
    const others = ["agentsproject", "agentsuser", "claudeplugins"];
    expect(await names({ ...allOff, enableCodexUser: true })).toEqual([...others, "codexuser"].toSorted());
    expect(await names(allOff)).toEqual([]);
  });

  test("P1 D5 an unknown provider follows the same rule; custom directories stay", async () => {
    const { load } = open({ "work/zed/x/SKILL.md": skill("x"), "work/mine/y/SKILL.md": skill("y") });
    const roots = [{ path: "zed", id: "zed", level: "user" as const }, "mine"];
    expect((await load({}, { roots })).list().map(({ name }) => name)).toEqual(["x", "y"]);
    const library = await load(allOff, { roots });
    expect(library.list().map(({ name }) => name)).toEqual(["y"]);
    expect(library.why("x").at(-1)).toMatchObject({ stage: "filter", outcome: "excluded" });
  });

  const filters: readonly [string, PiscesSettings, readonly string[]][] = [
    [
      "ignored names are left out",
      { ignoredSkills: ["claude*", "agents?ser"] },
      ["agentsproject", "codexuser", "nativeproject", "nativeuser"],
    ],
    [
      "an allowlist keeps only what it matches",
      { includeSkills: ["*user"] },
      ["agentsuser", "claudeuser", "codexuser", "nativeuser"],
    ],
    ["an empty allowlist keeps everything", { includeSkills: [] }, everything.toSorted()],
    [
      "ignored counts before included",
      { includeSkills: ["native*"], ignoredSkills: ["*project"] },
      ["nativeuser"],
    ],
    [
      "a source that is off counts before both",
      { includeSkills: ["native*"], enablePiscesUser: false },
      ["nativeproject"],
    ],
  ];
  test.each(filters)("P1 D5 %s", async (_what, settings, expected) => {
    expect(await names(settings)).toEqual(expected);
  });

  test("P1 R7 why says which filter it was", async () => {
    const library = await open(oneEach).load({ ignoredSkills: ["codex*"], includeSkills: ["*user"] });
    expect(library.why("codexuser").at(-1)?.detail).toContain("ignore pattern");
    expect(library.why("nativeproject").at(-1)?.detail).toContain("include pattern");
  });

  const nativeOff = { enablePiscesUser: false, enablePiscesProject: false };

  test("P1 D5 R1 duplicates are decided first: a winner that is off does not leave its name to the next", async () => {
    const { load, at } = open({ ...everywhere(), ...oneEach });
    const library = await load(nativeOff);
    expect([library.has("pdf"), library.versions("pdf")]).toEqual([false, []]);
    expect(library.list().map(({ name }) => name)).toEqual(
      everything.filter((name) => !name.startsWith("native")).toSorted(),
    );
    const [first, ...others] = library.rejections().filter(({ name }) => name === "pdf");
    const path = `${at(ROOTS.nativeProject)}/pdf/SKILL.md`;
    expect(first?.decisions).toEqual([
      {
        stage: "discovery",
        outcome: "found",
        detail: `${path} (native, project level), root ${at(ROOTS.nativeProject)}`,
      },
      { stage: "filter", outcome: "excluded", detail: "provider native is turned off at the project level" },
    ]);
    expect(others.find(({ provider }) => provider === "claude")?.decisions.at(-1)).toEqual({
      stage: "filter",
      outcome: "excluded",
      detail: `${path} has the name and is excluded: provider native is turned off at the project level`,
    });
  });

  test("P1 D5 R1 a loser that is off changes nothing", async () => {
    const library = await open(everywhere()).load({ enableClaudeUser: false, enableCodexUser: false });
    expect(library.versions("pdf").map(({ origin }) => origin.provider)).toEqual([
      "native",
      "native",
      "claude",
      "claude-plugins",
      "agents",
      "agents",
    ]);
  });

  test("P1 D5 R1 custom directories are merged after the filters, so one of them can have the name", async () => {
    const { load } = open({ ...everywhere(), "work/mine/pdf/SKILL.md": skill("pdf", "Custom.") });
    const library = await load({ ...nativeOff, customDirectories: ["mine"] });
    expect(library.versions("pdf").map(({ description }) => description)).toEqual(["Custom."]);
  });

  test("P1 D5 nothing else is reported about a source that is off, and links cannot bring it back", async () => {
    const { load, at } = open({
      [`${ROOTS.nativeUser}/broken/SKILL.md`]: skillMd({ name: "broken" }),
      [`${ROOTS.nativeUser}/pdf/SKILL.md`]: skill("pdf"),
      [`${ROOTS.claudeUser}/other/SKILL.md`]: skill("other"),
    });
    expect((await load()).diagnostics.map(({ code }) => code)).toEqual(["format.description-missing"]);
    const off = await load(nativeOff);
    expect([off.diagnostics, off.roots.map(({ provider }) => provider)]).toEqual([[], ["claude"]]);
    symlinkSync(at(`${ROOTS.nativeUser}/pdf`), at(`${ROOTS.claudeUser}/again`));
    const linked = await load(nativeOff);
    expect(linked.list().map(({ name }) => name)).toEqual(["other"]);
    expect(linked.diagnostics.map(({ code }) => code)).toEqual(["discovery.link-outside-root"]);
  });

  const off = Object.fromEntries(
    ["codex:user", "claude:user", "claude:project", "native:user", "native:project"].map((key) => [
      key,
      false,
    ]),
  );
  test.each([
    ["createRuntime", { providers: off }],
    ["a configuration object", { config: { providers: off } }],
    ["knowhow.json", { config: "files" as const }],
  ])("P1 D5 providers without a switch follow the others through %s, too", async (_door, options) => {
    const { start, write, at, close } = openWorkshop(oneEach);
    onTestFinished(close);
    const env = { KNOWHOW_CONFIG_DIR: at("config") };
    const names = async (given: NodeRuntimeOptions) =>
      (await start({ profile: "pisces", env, ...given })).library.list().map(({ name }) => name);
    expect(await names({})).toHaveLength(8);
    write({ "config/knowhow.json": JSON.stringify({ providers: off }) });
    expect(await names(options)).toEqual([]);
    expect(await names({ ...options, providers: { ...off, agents: true }, config: false })).toEqual([
      "agentsproject",
      "agentsuser",
    ]);
  });
});

describe("collisions and duplicates", () => {
  test("P1 R2 a later skill of the same name is a warning that names winner and loser", async () => {
    const { load, at, events } = open({
      [`${ROOTS.nativeUser}/pdf/SKILL.md`]: skill("pdf", "Native."),
      "work/mine/pdf/SKILL.md": skill("pdf", "Custom."),
    });
    const { diagnostics } = await load({ customDirectories: ["mine"] });
    expect(diagnostics).toMatchObject([{ code: "resolution.collision", severity: "warning" }]);
    expect(diagnostics[0]?.path).toBe(at(`${ROOTS.nativeUser}/pdf/SKILL.md`));
    expect(diagnostics[0]?.message).toContain(at("work/mine/pdf/SKILL.md"));
    expect(events).toContainEqual(expect.objectContaining({ type: "skill.overridden", severity: "warning" }));
  });

  test("P1 R2 equal copies at two real paths are a collision, too", async () => {
    const { load } = open({
      [`${ROOTS.nativeUser}/pdf/SKILL.md`]: skill("pdf"),
      [`${ROOTS.claudeUser}/pdf/SKILL.md`]: skill("pdf"),
    });
    const library = await load();
    expect(library.diagnostics).toMatchObject([{ code: "resolution.collision", severity: "warning" }]);
    expect(library.versions("pdf")).toHaveLength(2);
  });

  test("P1 D6 one file reached through links counts once, without a word", async () => {
    const { load, at } = open({ [`${ROOTS.nativeUser}/pdf/SKILL.md`]: skill("pdf") });
    mkdirSync(at(ROOTS.claudeUser), { recursive: true });
    symlinkSync(at(`${ROOTS.nativeUser}/pdf`), at(`${ROOTS.claudeUser}/pdf`));
    symlinkSync(at(ROOTS.nativeUser), at("work/mine"));
    const library = await load({ customDirectories: ["mine"] });
    expect([library.versions("pdf").length, library.diagnostics]).toEqual([1, []]);
    expect(library.get("pdf")?.origin.provider).toBe("native");
  });

  test("P1 D5 discoverSkillsFromDir gives the skills of one directory under a source's name", async () => {
    const { at } = open({
      "some/pdf/SKILL.md": skill("pdf"),
      "some/group/deep/SKILL.md": skill("deep"),
      "some/silent/SKILL.md": skillMd({ name: "silent" }),
    });
    vi.stubEnv("KNOWHOW_CACHE_DIR", at("cache"));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { skills, diagnostics } = await discoverSkillsFromDir({ dir: at("some"), source: "demo" });
    expect(skills.map(({ name, origin }) => [name, origin.provider])).toEqual([["pdf", "demo"]]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["discovery.unseen", "format.description-missing"]);
  });
});

describe("AGENTS.md", () => {
  test("P1 D9 files are found from the working directory upwards, outermost first, with their depth", async () => {
    const { start, at } = open({
      "work/AGENTS.md": "outer",
      "work/a/notes.md": "no",
      "work/a/b/AGENTS.md": "inner",
      "home/.agents/AGENTS.md": "mine",
    });
    const { value } = await (await start({}, { cwd: at("work/a/b") })).contextFiles();
    expect(value).toEqual([
      { path: at("home/.agents/AGENTS.md"), level: "user", depth: 0 },
      { path: at("work/AGENTS.md"), level: "project", depth: 2 },
      { path: at("work/a/b/AGENTS.md"), level: "project", depth: 0 },
    ]);
  });

  test("P1 D9 twenty levels are looked at and not one more", async () => {
    const below = (levels: number) => ["work", ...Array.from({ length: levels }, () => "d")].join("/");
    const { start, at, write } = open({ "work/AGENTS.md": "top" });
    write({ [`${below(20)}/x`]: "" });
    const depthsFrom = async (levels: number) => {
      const { value } = await (await start({}, { cwd: at(below(levels)) })).contextFiles();
      return value.map(({ depth }) => depth);
    };
    expect(await depthsFrom(19)).toEqual([19]);
    expect(await depthsFrom(20)).toEqual([]);
  });

  test("P1 D9 a directory with a hidden segment in its path is skipped", async () => {
    const { start, at } = open({
      "work/AGENTS.md": "seen",
      "work/.cache/AGENTS.md": "hidden",
      "work/.cache/deep/AGENTS.md": "hidden too",
    });
    const { value } = await (await start({}, { cwd: at("work/.cache/deep") })).contextFiles();
    expect(value.map(({ path }) => path)).toEqual([at("work/AGENTS.md")]);
  });
});
