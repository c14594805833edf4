import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConfigFile } from "../config-file.ts";
import { AUTHORING_MODES, MATCHING_MODES, RUNS_MODES } from "../profile.ts";
import { createRuntime } from "../runtime.ts";
import { ACTIONS, OUTCOMES, policyOf, VOUCHERS } from "../security/scan/scan-policy.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { CONFIG_KEYS, OVERRIDES } from "./config-table.ts";
import { keepConfig } from "./keep-config.ts";

const NAMES = ["pdf", "pdf-forms", "doc", "mail", "raw", "evil", "extra"];
const SHOWN = ["on", "name-only", "user-only"];

function skill(name: string, more = ""): string {
  return `---\nname: ${name}\ndescription: Use it for ${name}.\n${more}---\nBody\n`;
}

/** Skills of the user and of a repository, in folders of several profiles, some usable only with a setting. */
const TREE = {
  "/project/.git/HEAD": "",
  "/home/ada/.agents/skills/pdf/SKILL.md": skill("pdf"),
  "/home/ada/.claude/skills/mail/SKILL.md": skill("mail", "requires:\n  config: [mail.enabled]\n"),
  "/home/ada/.agents/skills/raw/SKILL.md": "Some private text without frontmatter.\n",
  "/home/ada/.metis/skills/doc/SKILL.md": skill("doc"),
  "/project/.agents/skills/pdf-forms/SKILL.md": skill("pdf-forms"),
  "/project/.claude/skills/evil/SKILL.md": skill("evil"),
  "/project/.metis/skills/evil/SKILL.md": skill("evil"),
  "/project/skills/evil/SKILL.md": skill("evil"),
  "/project/more/extra/SKILL.md": skill("extra"),
} as const;

const globs = fc.array(fc.constantFrom("*", "pdf*", "e*", "mail", "[a-d]*"), { maxLength: 2 });
const switches = fc.dictionary(
  fc.constantFrom(
    "agents",
    "agents:project",
    "claude",
    "claude:user",
    "*:project",
    "metis",
    "custom:project",
  ),
  fc.boolean(),
  { maxKeys: 3 },
);
const configs: fc.Arbitrary<ConfigFile> = fc.record(
  {
    enabled: fc.boolean(),
    profile: fc.constantFrom("agentskills", "metis", "pisces", "autopoiesis", "aios"),
    commands: fc.boolean(),
    infer: fc.boolean(),
    include: globs,
    ignore: globs,
    providers: switches,
    overrides: fc.dictionary(fc.constantFrom("*", "pdf", "evil", "m*"), fc.constantFrom(...OVERRIDES), {
      maxKeys: 3,
    }),
    skillConfig: fc.constant({ mail: { enabled: true } }),
    matching: fc.record({ mode: fc.constantFrom(...MATCHING_MODES) }, { requiredKeys: [] }),
    runs: fc.constantFrom(...RUNS_MODES),
    authoring: fc.constantFrom(...AUTHORING_MODES),
  },
  { requiredKeys: [] },
);

const actions = fc.constantFrom(...ACTIONS);
const cells = fc.record(
  { safe: actions, review: actions, incomplete: actions, block: actions, unscanned: actions },
  { requiredKeys: [] },
);

/** Every key of knowhow.json, with values that a repository could use to widen something. */
const everything: fc.Arbitrary<ConfigFile> = fc.record(
  {
    $schema: fc.constant("./schema.json"),
    enabled: fc.boolean(),
    profile: fc.constantFrom("agentskills", "metis", "pisces", "autopoiesis", "aios"),
    roots: fc.array(fc.constantFrom("more", ".", "../home/ada", "/etc"), { maxLength: 2 }),
    links: fc.array(fc.constantFrom("more", ".", "../home/ada", "/etc"), { maxLength: 2 }),
    providers: switches,
    include: globs,
    ignore: globs,
    overrides: fc.dictionary(fc.constantFrom("*", "pdf", "e*"), fc.constantFrom(...OVERRIDES), {
      maxKeys: 2,
    }),
    commands: fc.boolean(),
    infer: fc.boolean(),
    skillConfig: fc.constant({ mail: { enabled: true } }),
    matching: fc.record(
      { mode: fc.constantFrom(...MATCHING_MODES), embedder: fc.constantFrom("none", "static", "dir:x") },
      { requiredKeys: [] },
    ),
    runs: fc.constantFrom(...RUNS_MODES),
    authoring: fc.constantFrom(...AUTHORING_MODES),
    scan: fc.record({ level: cells, user: cells, host: cells }, { requiredKeys: [] }),
    mcp: fc.constant({ servers: { evil: { command: "evil" } } }),
  },
  { requiredKeys: [] },
);

/** The effective options with the user's file, and with that of a repository. */
async function optionsOf(user: ConfigFile, repository?: ConfigFile) {
  const { files } = fakePorts({
    ...TREE,
    "/home/ada/.config/knowhow/knowhow.json": JSON.stringify(user),
    ...(repository === undefined ? {} : { "/project/knowhow.json": JSON.stringify(repository) }),
  });
  const opened: string[] = [];
  const kept = await keepConfig(
    { files, environment: fakeEnvironment() },
    {
      config: "files",
      servers: (servers) => {
        opened.push(...Object.keys(servers));
        return [];
      },
    },
  );
  return { ...kept.options(), servers: opened, name: kept.profile().name };
}

async function open(user: ConfigFile, repository?: ConfigFile) {
  const tree = {
    ...TREE,
    "/home/ada/.config/knowhow/knowhow.json": JSON.stringify(user),
    ...(repository === undefined ? {} : { "/project/knowhow.json": JSON.stringify(repository) }),
  };
  const runtime = await createRuntime(fakePorts(tree), { config: "files", trust: () => true });
  const states = new Map(runtime.library.entries().map((entry) => [entry.skill.name, entry]));
  return {
    runtime,
    states,
    mode: MATCHING_MODES.indexOf(runtime.profile.matching.mode),
    runs: RUNS_MODES.indexOf(runtime.profile.runs),
    authoring: AUTHORING_MODES.indexOf(runtime.profile.authoring.mode),
  };
}

/** How much each state gives away. */
const RANK: Readonly<Record<string, number>> = { on: 3, "name-only": 2, "user-only": 1 };

describe("T3 a repository's knowhow.json never widens", () => {
  it("whatever is visible with it is at least as visible without it, and the mode is not higher", async () => {
    let narrowed = 0;
    let limited = 0;
    await fc.assert(
      fc.asyncProperty(configs, configs, async (user, repository) => {
        const [without, having] = [await open(user), await open(user, repository)];
        for (const [name, { state }] of having.states)
          expect([name, RANK[state] ?? 0]).toEqual([
            name,
            Math.min(RANK[state] ?? 0, RANK[without.states.get(name)?.state ?? ""] ?? 0),
          ]);
        expect(having.mode).toBeLessThanOrEqual(without.mode);
        expect(having.runs).toBeLessThanOrEqual(without.runs);
        expect(having.authoring).toBeLessThanOrEqual(without.authoring);
        limited += having.runs < without.runs ? 1 : 0;
        expect(having.runtime.profile.name).toBe(without.runtime.profile.name);
        narrowed += having.states.size < without.states.size || having.mode < without.mode ? 1 : 0;
      }),
      { numRuns: 150 },
    );
    // The control: repositories of this kind do take something away.
    expect(narrowed).toBeGreaterThan(10);
    expect(limited).toBeGreaterThan(5);
  });

  it("with roots and links, it adds nothing but project skills of its own that the user's switches leave on", async () => {
    const places = fc.constantFrom("skills", "more", ".agents/skills", ".claude/skills", ".", "../home/ada");
    const wide = fc.tuple(
      fc.oneof(fc.constant({}), configs),
      fc.array(fc.oneof(fc.constant("more"), places), { minLength: 1, maxLength: 3 }),
      fc.array(places, { maxLength: 3 }),
    );
    let added = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.record({ providers: switches }), configs),
        wide,
        async (user, [repository, roots, links]) => {
          const [without, having] = [await open(user), await open(user, { ...repository, roots, links })];
          for (const [name, { state, skill: found }] of having.states) {
            const before = without.states.get(name);
            if (!SHOWN.includes(state) || (RANK[before?.state ?? ""] ?? 0) >= (RANK[state] ?? 0)) continue;
            added += 1;
            expect(found.origin).toMatchObject({ level: "project", provider: "custom" });
            expect(found.path.startsWith("/project/")).toBe(true);
            const { providers = {} } = user;
            expect([providers["*:project"], providers["custom:project"]].includes(false)).toBe(
              providers["custom:project"] === true && providers["*:project"] === false,
            );
            expect(providers["agents:project"] === false && found.path.includes("/.agents/")).toBe(false);
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(added).toBeGreaterThan(5);
  });

  it("U4 whatever key it sets, the effective options allow no more than without it", async () => {
    let stricter = 0;
    await fc.assert(
      fc.asyncProperty(everything, everything, async (user, repository) => {
        const [without, having] = [await optionsOf(user), await optionsOf(user, repository)];
        expect(having.name).toBe(without.name);
        expect(having.servers.filter((label) => !without.servers.includes(label))).toEqual([]);
        expect(having.skillConfig).toEqual(without.skillConfig);
        for (const key of ["enabled", "commands", "infer"] as const)
          expect(having[key] === true && without[key] !== true).toBe(false);
        for (const key of ["enabled", "commands"] as const)
          if (without[key] === false) expect(having[key]).toBe(false);
        const rank = MATCHING_MODES.indexOf(having.matching ?? "explicit");
        expect(rank).toBeLessThanOrEqual(MATCHING_MODES.indexOf(without.matching ?? "explicit"));
        const [before, after] = [policyOf(without), policyOf(having)];
        for (const by of VOUCHERS)
          for (const outcome of OUTCOMES) {
            const [was, now] = [before[by][outcome], after[by][outcome]].map((action) =>
              ACTIONS.indexOf(action),
            );
            expect(now).toBeGreaterThanOrEqual(was ?? 0);
            stricter += now === was ? 0 : 1;
          }
        const added = (having.roots ?? []).slice((without.roots ?? []).length);
        for (const root of added) {
          expect(root).toMatchObject({ trust: "ask", level: "project", within: "/project" });
          expect(Object(root).path.startsWith("/project")).toBe(true);
        }
        for (const link of (having.links ?? []).slice((without.links ?? []).length))
          expect(link).toMatchObject({ within: "/project" });
      }),
      { numRuns: 200 },
    );
    // The control: repositories of this kind do make the policy stricter.
    expect(stricter).toBeGreaterThan(20);
  });

  it("U4 the property covers every key of the configuration", () => {
    const keys = new Set(fc.sample(everything, 200).flatMap((config) => Object.keys(config)));
    expect([...keys].sort()).toEqual(Object.keys(CONFIG_KEYS).sort());
  });

  it("knows every name of the tree", async () => {
    const { states } = await open({ infer: true, skillConfig: { mail: { enabled: true } } });
    expect([...states.keys()].every((name) => NAMES.includes(name))).toBe(true);
    expect([...states.keys()].sort()).toEqual(["evil", "mail", "pdf", "pdf-forms", "raw"]);
  });
});
