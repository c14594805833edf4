import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Candidate } from "../library.ts";
import type { ResolutionPolicy } from "../profile.ts";
import type { Level, Override, SkillFields } from "../skill.ts";
import type { TrustVerdict } from "../trust.ts";
import { resolveLibrary } from "./resolve-library.ts";
import { SkillLibrary } from "./skill-library.ts";

const hash = { sha256: (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex") };

const standard: ResolutionPolicy = {
  order: ["level", "priority", "first"],
  levels: [["custom"], ["project"], ["user"], ["plugin"], ["builtin"]],
  filters: "before",
  copies: "silent",
  acrossLevels: "info",
  toolsRequired: false,
};

interface Sketch {
  readonly name?: string;
  readonly level?: Level;
  readonly priority?: number;
  readonly order?: number;
  readonly path?: string;
  readonly real?: string;
  readonly version?: string;
  readonly digest?: string;
  readonly description?: string;
  readonly missing?: boolean;
  readonly trust?: TrustVerdict["state"];
  readonly override?: Override;
  readonly fields?: SkillFields;
  readonly remote?: boolean;
}

function candidate(sketch: Sketch): Candidate {
  const {
    name = "pdf",
    level = "user",
    priority = 70,
    order = 0,
    version = "v1",
    description = "Reads PDF files.",
  } = sketch;
  const directory = sketch.path ?? `/${level}-${order}/${name}`;
  return {
    skill: {
      name,
      description,
      path: `${directory}/SKILL.md`,
      directory,
      ...(sketch.real === undefined ? {} : { real: { path: sketch.real, directory } }),
      source: level,
      origin: {
        provider: "agents",
        level,
        root: `/${level}-${order}`,
        priority,
        order,
        ...(sketch.remote === true ? { remote: "server" } : {}),
      },
      metadata: {},
      allowedTools: [],
      fields: sketch.fields ?? {},
      extensions: {},
      version,
      tokens: 10,
    },
    eligibility:
      sketch.missing === true
        ? { eligible: false, missing: [{ kind: "bins", name: "ffmpeg", hint: "install ffmpeg" }] }
        : { eligible: true, missing: [] },
    trust: { state: sketch.trust ?? "trusted", by: sketch.trust === undefined ? "level" : "user" },
    override: sketch.override,
    notes: [],
    ...(sketch.digest === undefined ? {} : { digest: sketch.digest }),
  };
}

function libraryOf(sketches: readonly Sketch[], policy = standard): SkillLibrary {
  const { entries, diagnostics } = resolveLibrary(sketches.map(candidate), policy);
  return new SkillLibrary({ entries, diagnostics, rejections: [], roots: [] }, hash);
}

describe("R1 one winner per name", () => {
  const cases: readonly [string, ResolutionPolicy, readonly Sketch[], string][] = [
    [
      "the project's skill beats the user's",
      standard,
      [{ level: "user" }, { level: "project" }],
      "/project-0/pdf",
    ],
    [
      "within a level the higher priority wins",
      standard,
      [
        { priority: 70, path: "/a" },
        { priority: 80, path: "/b" },
      ],
      "/b",
    ],
    ["with equal priority the first registered wins", standard, [{ order: 2 }, { order: 1 }], "/user-1/pdf"],
    [
      "priority can come before level",
      { ...standard, order: ["priority", "first"] },
      [
        { level: "project", priority: 70 },
        { level: "user", priority: 80 },
      ],
      "/user-0/pdf",
    ],
    [
      "the last registered can win",
      { ...standard, order: ["last"] },
      [{ order: 1 }, { order: 2 }],
      "/user-2/pdf",
    ],
    [
      "within one root the skill whose folder has its name wins",
      standard,
      [{ path: "/user-0/downloads" }, { path: "/user-0/pdf" }, { path: "/user-0/pdf-official" }],
      "/user-0/pdf",
    ],
    [
      "also where the last registered wins",
      { ...standard, order: ["last"] },
      [{ path: "/user-0/pdf" }, { path: "/user-0/zzz" }],
      "/user-0/pdf",
    ],
    [
      "the folder does not outweigh a root that was registered earlier",
      standard,
      [
        { order: 1, path: "/first/downloads" },
        { order: 2, path: "/second/pdf" },
      ],
      "/first/downloads",
    ],
    [
      "without such a folder the path decides",
      standard,
      [{ path: "/user-0/b" }, { path: "/user-0/a" }],
      "/user-0/a",
    ],
    [
      "levels in one group are equal and fall through to the next key",
      {
        order: ["level", "first"],
        levels: [["project"], ["user", "plugin"], ["builtin"]],
        filters: "before",
        copies: "silent",
        acrossLevels: "info",
        toolsRequired: false,
      },
      [
        { level: "user", order: 5 },
        { level: "plugin", order: 4 },
        { level: "builtin", order: 1 },
      ],
      "/plugin-4/pdf",
    ],
  ];
  test.each(cases)("R1 %s", (_title, policy, sketches, winner) => {
    expect(libraryOf(sketches, policy).get("pdf")?.directory).toBe(winner);
    expect(libraryOf([...sketches].reverse(), policy).get("pdf")?.directory).toBe(winner);
  });

  test("R1 every version stays reachable, the strongest first", () => {
    const library = libraryOf([
      { level: "builtin", version: "a" },
      { level: "project", version: "b" },
      { level: "user", version: "c" },
    ]);
    expect(library.versions("pdf").map((skill) => skill.origin.level)).toEqual([
      "project",
      "user",
      "builtin",
    ]);
    expect(library.versions("nothing")).toEqual([]);
  });

  test("R1 an ineligible, pending, refused or switched-off skill never hides a usable one", () => {
    for (const unusable of [
      { missing: true },
      { trust: "pending" },
      { trust: "refused" },
      { override: "off" },
    ] as const) {
      const library = libraryOf([
        { level: "project", version: "a", ...unusable },
        { level: "user", version: "b" },
      ]);
      expect(library.get("pdf")?.origin.level).toBe("user");
    }
  });

  test("R1 the outcome does not depend on the order in which candidates arrive", () => {
    const level = fc.constantFrom<Level>("builtin", "plugin", "user", "project", "custom");
    const sketch = fc.record({
      name: fc.constantFrom("a", "b"),
      level,
      priority: fc.nat(3),
      order: fc.nat(9),
      version: fc.constantFrom("x", "y"),
      missing: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(sketch, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (sketches, stream) => {
        const distinct = sketches.map((item, index) => ({ ...item, path: `/p${index}` }));
        const keys = new Map(distinct.map((item) => [item, stream.next().value]));
        const shuffled = [...distinct].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
        expect(libraryOf(shuffled).toSnapshot()).toEqual(libraryOf(distinct).toSnapshot());
      }),
    );
  });
});

describe("R2 overriding is reported", () => {
  test("R2 a project skill over a user skill is an info, with winner and loser", () => {
    const { diagnostics, events } = resolveLibrary(
      [candidate({ level: "user", version: "a" }), candidate({ level: "project", version: "b" })],
      standard,
    );
    expect(diagnostics).toMatchObject([
      { code: "resolution.override", severity: "info", path: "/project-0/pdf/SKILL.md" },
    ]);
    expect(diagnostics[0]?.message).toContain("/user-0/pdf/SKILL.md");
    expect(events).toEqual([
      { type: "skill.overridden", skill: "pdf", winner: "project", loser: "user", severity: "info" },
    ]);
  });

  test("R2 a collision within a level is a warning, and across levels where the policy says so", () => {
    const same = resolveLibrary(
      [candidate({ order: 1, version: "a" }), candidate({ order: 2, version: "b" })],
      standard,
    );
    expect(same.diagnostics).toMatchObject([{ code: "resolution.collision", severity: "warning" }]);
    expect(same.events).toMatchObject([{ type: "skill.overridden", severity: "warning" }]);
    const loud = resolveLibrary(
      [candidate({ level: "user", version: "a" }), candidate({ level: "project", version: "b" })],
      { ...standard, acrossLevels: "warning" },
    );
    expect(loud.diagnostics).toMatchObject([{ code: "resolution.collision", severity: "warning" }]);
  });

  test("R2 identical directories are not reported; without a digest they count as different", () => {
    const said = (one: string | undefined, other: string | undefined) => {
      const digests = [one, other].map((digest, order) => ({
        order,
        ...(digest === undefined ? {} : { digest }),
      }));
      return resolveLibrary(digests.map(candidate), standard).diagnostics.map(({ code }) => code);
    };
    expect(said("d1", "d1")).toEqual([]);
    expect(said("d1", "d2")).toEqual(["resolution.collision"]);
    expect(said(undefined, undefined)).toEqual(["resolution.collision"]);
  });

  test("R2 a hint puts a name into a command only where no shell could read it otherwise", () => {
    const hintFor = (name: string) =>
      resolveLibrary([candidate({ name, order: 1 }), candidate({ name, order: 2 })], standard).diagnostics[0]
        ?.hint;
    expect(hintFor("pdf-2.0_x")).toBe("rename one of them, or run `knowhow why pdf-2.0_x`");
    for (const name of ["a; rm -rf ~", "$(id)", "-x", "it's", "café"])
      expect(hintFor(name)).toBe("rename one of them");
  });

  test("D6 R2 the same file reached twice is one skill, silently", () => {
    const library = libraryOf([
      { order: 1, real: "/real", path: "/a" },
      { order: 2, real: "/real", path: "/b" },
    ]);
    expect(library.versions("pdf")).toHaveLength(1);
    expect(library.diagnostics).toEqual([]);
  });
});

describe("R4 R5 R6 R7 the library", () => {
  const sketches: readonly Sketch[] = [
    { name: "zip", description: "Packs files." },
    { name: "pdf", description: "Reads documents." },
    { name: "hidden", override: "off" },
    { name: "quiet", override: "name-only", description: "Long words." },
    { name: "manual", override: "user-only" },
    { name: "deploy", fields: { disableModelInvocation: true } },
    { name: "draft", fields: { agentReady: false }, override: "on" },
    { name: "video", missing: true },
    { name: "stranger", trust: "pending" },
  ];

  test("R4 list is sorted and frozen, get, has, size and empty agree with it", () => {
    const library = libraryOf(sketches);
    expect(library.list().map((skill) => skill.name)).toEqual([
      "deploy",
      "draft",
      "manual",
      "pdf",
      "quiet",
      "zip",
    ]);
    expect(library.size).toBe(6);
    expect(library.has("pdf")).toBe(true);
    expect(library.get("video")).toBeUndefined();
    expect(Object.isFrozen(library)).toBe(true);
    expect(Object.isFrozen(library.list())).toBe(true);
    expect(SkillLibrary.empty().size).toBe(0);
    expect(SkillLibrary.empty().list()).toEqual([]);
    expect(SkillLibrary.empty().discoveryIndex()).toEqual([]);
  });

  test("R4 the discovery index holds name and description of what the model may see", () => {
    expect(libraryOf(sketches).discoveryIndex()).toEqual([
      ["pdf", "Reads documents."],
      ["quiet", ""],
      ["zip", "Packs files."],
    ]);
  });

  test("R4 two loads of the same candidates are equal", () => {
    expect(libraryOf(sketches).equals(libraryOf([...sketches].reverse()))).toBe(true);
    expect(libraryOf(sketches).equals(libraryOf(sketches.slice(1)))).toBe(false);
  });

  test("R5 an override sets the state and never gives the model more than the author allows", () => {
    const states = new Map(
      libraryOf(sketches)
        .entries()
        .map((entry) => [entry.skill.name, entry.state]),
    );
    expect(Object.fromEntries(states)).toEqual({
      zip: "on",
      pdf: "on",
      hidden: "off",
      quiet: "name-only",
      manual: "user-only",
      deploy: "user-only",
      draft: "user-only",
      video: "ineligible",
      stranger: "pending",
    });
  });

  test("R6 a snapshot survives JSON and is restored without discovery", () => {
    const library = libraryOf(sketches);
    const snapshot = library.toSnapshot();
    const restored = SkillLibrary.fromSnapshot(JSON.parse(JSON.stringify(snapshot)), hash);
    expect(restored.equals(library)).toBe(true);
    expect(restored.why("video")).toEqual(library.why("video"));
    expect(restored.toSnapshot().id).toBe(snapshot.id);
  });

  test("R6 a snapshot is addressed by its content: any change is noticed", () => {
    const snapshot = JSON.parse(JSON.stringify(libraryOf(sketches).toSnapshot()));
    snapshot.entries[0].skill.description = "Something else.";
    expect(() => SkillLibrary.fromSnapshot(snapshot, hash)).toThrowError(/does not match its id/);
    for (const nonsense of [null, 1, "x", {}, [], { format: "knowhow-library-1" }]) {
      expect(() => SkillLibrary.fromSnapshot(nonsense, hash)).toThrowError(/not a library snapshot/);
    }
  });

  test("R7 why explains every decision, also for a shadowed and an unknown name", () => {
    const library = libraryOf([...sketches, { name: "pdf", level: "project", version: "v2" }]);
    const stages = library.why("pdf").map((decision) => `${decision.stage}: ${decision.outcome}`);
    expect(stages).toEqual([
      "discovery: found",
      "format: read",
      "filter: kept",
      "eligibility: eligible",
      "trust: trusted",
      "resolution: won",
      "override: on",
      "catalog: listed",
      "discovery: found",
      "format: read",
      "filter: kept",
      "eligibility: eligible",
      "trust: trusted",
      "resolution: shadowed",
    ]);
    expect(library.why("video").find((decision) => decision.stage === "eligibility")?.detail).toBe(
      "install ffmpeg",
    );
    expect(library.why("pdf").at(-1)?.detail).toContain(
      "in knowhow, the project level takes precedence over the user level",
    );
    expect(library.why("pfd")).toMatchObject([{ stage: "discovery", outcome: "not found" }]);
    expect(library.why("pfd")[0]?.detail).toContain('did you mean "pdf"?');
  });
});

describe("R5 T3 what cannot be used", () => {
  test("R5 a skill that is turned off is off, whatever else it lacks", () => {
    for (const lack of [{}, { missing: true }, { trust: "pending" }, { trust: "refused" }] as const) {
      const library = libraryOf([{ ...lack, override: "off" }]);
      expect(library.entries().map(({ state }) => state)).toEqual(["off"]);
    }
  });

  test.each<[TrustVerdict, string]>([
    [{ state: "refused", by: "user" }, '"pdf" was refused'],
    [{ state: "refused", by: "user", reason: "it is odd" }, '"pdf" was refused: it is odd'],
    [{ state: "pending", by: "nobody" }, '"pdf" is not served by knowhow until you trust it'],
    [
      { state: "pending", by: "nobody", reason: "it changed" },
      '"pdf" is not served by knowhow until you trust it: it changed',
    ],
  ])("T3 the user is told about a skill that is not trusted: %j", (trust, message) => {
    const { diagnostics } = resolveLibrary([{ ...candidate({}), trust }], standard);
    expect(diagnostics.map((diagnostic) => diagnostic.message)).toEqual([message]);
  });

  test("T3 R5 nothing is said about a skill that is not trusted and turned off anyway", () => {
    for (const trust of ["pending", "refused"] as const)
      expect(libraryOf([{ trust, override: "off" }]).diagnostics).toEqual([]);
  });

  test("R3 the user is told about every skill that lacks something", () => {
    const { diagnostics } = libraryOf([
      { name: "a", missing: true },
      { name: "b" },
      { name: "c", missing: true },
    ]);
    expect(diagnostics.map(({ path }) => path)).toEqual(["/user-0/a/SKILL.md", "/user-0/c/SKILL.md"]);
  });

  test("R3 the user is told everything that a skill lacks", () => {
    const missing = [
      { kind: "bins", name: "ffmpeg", hint: "install ffmpeg" },
      { kind: "env", name: "TOKEN", hint: "set TOKEN" },
    ] as const;
    const { diagnostics } = resolveLibrary(
      [{ ...candidate({}), eligibility: { eligible: false, missing } }],
      standard,
    );
    expect(diagnostics).toMatchObject([
      {
        code: "resolution.ineligible",
        message: '"pdf" cannot be used here: bins ffmpeg, env TOKEN',
        hint: "install ffmpeg; set TOKEN",
      },
    ]);
  });

  test("R7 a name that nothing has is answered with where it was looked for", () => {
    const root = (path: string) =>
      ({ path, provider: "agents", level: "user", found: 0, readable: true }) as const;
    const why = (roots: ConstructorParameters<typeof SkillLibrary>[0]["roots"]) =>
      new SkillLibrary({ entries: [], diagnostics: [], rejections: [], roots }, hash).why("pdf")[0]?.detail;
    expect(why([])).toBe('no skill named "pdf": no root exists');
    expect(why([root("/a"), root("/b")])).toBe('no skill named "pdf": searched /a, /b');
  });

  test("R7 the name of a folder explains the skill in it", () => {
    const library = libraryOf([{ path: "/user-0/downloads" }]);
    const stages = library.why("downloads").map(({ stage, outcome }) => `${stage}: ${outcome}`);
    expect(stages).toEqual(expect.arrayContaining(["discovery: found", "catalog: listed"]));
    expect(library.why("pdf").filter(({ stage }) => stage === "catalog")).toHaveLength(1);
  });

  test("R7 the winner of a name says whom it won against, and a folder that its skill lost", () => {
    const library = libraryOf([
      { path: "/user-0/pdf" },
      { path: "/user-0/downloads", order: 1 },
      { order: 2 },
    ]);
    const of = (name: string, stage: string) =>
      library.why(name).flatMap((decision) => (decision.stage === stage ? [decision.detail] : []));
    const rivals =
      "/user-0/downloads/SKILL.md (agents, user level), /user-2/pdf/SKILL.md (agents, user level)";
    expect(of("pdf", "resolution")[0]).toBe(`before ${rivals}`);
    expect(of("downloads", "discovery")).toContain(
      'the directory /user-0/downloads holds the skill "pdf" (shadowed)',
    );
  });
});

describe("R7 why a skill lost its name", () => {
  const lossOf = (policy: ResolutionPolicy, ...sketches: readonly Sketch[]) =>
    libraryOf(sketches, policy).why("pdf").at(-1)?.detail.split(" has the name: ")[1];
  const unusable = "an unusable skill never shadows a usable one";

  test.each<[string, ResolutionPolicy, readonly Sketch[], string]>([
    [
      "its level",
      standard,
      [{ level: "user" }, { level: "custom" }],
      "in knowhow, the custom level takes precedence over the user level",
    ],
    [
      "its priority",
      standard,
      [
        { priority: 60, path: "/a" },
        { priority: 80, path: "/b" },
      ],
      "priority 80 takes precedence over 60",
    ],
    [
      "its priority, where the policy does not list the levels of both",
      { ...standard, levels: [["project"]] },
      [
        { level: "user", priority: 60 },
        { level: "plugin", priority: 80 },
      ],
      "priority 80 takes precedence over 60",
    ],
    ["a root that came first", standard, [{ order: 1 }, { order: 2 }], "its root was registered earlier"],
    [
      "a root that came last",
      { ...standard, order: ["last"] },
      [{ order: 1 }, { order: 2 }],
      "its root was registered later",
    ],
    [
      "a folder of another name",
      standard,
      [{ path: "/user-0/downloads" }, { path: "/user-0/pdf" }],
      'its folder has the name of the skill, "downloads" does not',
    ],
    [
      "nothing but its path",
      standard,
      [{ path: "/a" }, { path: "/b" }],
      "all else is equal; its path decides",
    ],
    [
      "a server as its source",
      standard,
      [{ level: "custom", remote: true }, {}],
      "local skills take precedence over a server's",
    ],
    ["being pending", standard, [{ level: "project", trust: "pending" }, {}], `it is pending; ${unusable}`],
    ["a need", standard, [{ level: "project", missing: true }, {}], `it is ineligible; ${unusable}`],
    ["a switch", standard, [{ level: "project", override: "off" }, {}], `it is off; ${unusable}`],
  ])("R7 is said: %s", (_what, policy, sketches, detail) => {
    expect(lossOf(policy, ...sketches)).toBe(detail);
  });

  test("R7 R6 is still known after a snapshot", () => {
    const library = libraryOf([{ level: "user" }, { level: "project" }]);
    const restored = SkillLibrary.fromSnapshot(JSON.parse(JSON.stringify(library.toSnapshot())), hash);
    expect(restored.why("pdf")).toEqual(library.why("pdf"));
  });
});
