import { rmSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { findRoots } from "../discovery/find-roots.ts";
import { type MemoryEntry, memoryFiles } from "../discovery/memory-files.ts";
import { createRuntime } from "../node/create-runtime.ts";
import { nodeFiles } from "../node/files/node-files.ts";
import { nodeEnvironment } from "../node/node-environment.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { type WrittenTree, writeTree } from "../testing/write-tree.ts";
import { loadConfig } from "./load-config.ts";

const PERSONAL = "/home/ada/.config/knowhow/knowhow.json";
const PROJECT = "/project/knowhow.json";

async function load(tree: Record<string, MemoryEntry | object>, cwd = "/project") {
  const texts = Object.entries(tree).map(([path, entry]): [string, MemoryEntry] => [
    path,
    typeof entry === "object" && !("link" in entry) ? JSON.stringify(entry) : (entry as MemoryEntry),
  ]);
  const files = memoryFiles({ "/project/.git/HEAD": "", ...Object.fromEntries(texts) });
  const { value, diagnostics } = await loadConfig({ files, environment: fakeEnvironment({ cwd }) });
  return { ...value, diagnostics, codes: diagnostics.map(({ code }) => code) };
}

let tree: WrittenTree | undefined;
afterEach(() => tree?.remove());

/** The runtime of a user with the home directory `home` who works in `project`. */
async function open({ at }: WrittenTree) {
  const [cwd, home, env] = [at("project"), at("home"), {}];
  const environment = nodeEnvironment({ cwd, home, variables: env });
  const { value, diagnostics } = await loadConfig({ files: nodeFiles(), environment });
  const runtime = await createRuntime({ ...value.options, cwd, home, env, cache: false, trust: () => true });
  const { library } = runtime;
  return {
    library,
    reload: () => runtime.reload(),
    refused: diagnostics.map(({ code }) => code),
    links: value.options.links,
  };
}

function skill(name: string): string {
  return `---\nname: "${name}"\ndescription: Use it.\n---\nBody\n`;
}

/** What is wrong with a file, as the user's own and as a repository's: the same, but for how bad it is. */
async function problem(text: MemoryEntry): Promise<{ message: string; hint: string | undefined }> {
  const [first] = (await load({ [PROJECT]: text })).diagnostics;
  const [own] = (await load({ [PERSONAL]: text })).diagnostics;
  expect([first?.code, first?.severity, own?.severity]).toEqual(["config.invalid", "warning", "error"]);
  expect(own?.message.replace(PERSONAL, PROJECT)).toBe(first?.message);
  return { message: first?.message ?? "", hint: first?.hint };
}

describe("D5 settings from knowhow.json", () => {
  it("are empty where there is no file", async () => {
    expect(await load({})).toMatchObject({
      paths: [],
      codes: [],
      options: { roots: [], links: [], narrowing: [] },
    });
  });

  it("come from the user and, in addition, from the nearest file of the project", async () => {
    const { options, paths } = await load(
      {
        [PERSONAL]: {
          profile: "pisces",
          infer: false,
          ignore: ["a*"],
          include: ["x"],
          skillConfig: { a: 1, b: 1 },
        },
        [PROJECT]: { infer: true },
        "/project/app/knowhow.json": { commands: false, ignore: ["b*"], include: ["y"] },
      },
      "/project/app/deep",
    );
    expect(paths).toEqual([PERSONAL, "/project/app/knowhow.json"]);
    expect(options).toMatchObject({
      profile: "pisces",
      infer: false,
      ignore: ["a*"],
      include: ["x"],
      narrowing: [{ commands: false, ignore: ["b*"], include: ["y"] }],
      skillConfig: { a: 1, b: 1 },
    });
  });

  it("keep the order in which overrides are written, also when a name looks like a number", async () => {
    const { options } = await load({ [PERSONAL]: '{"overrides": {"b*": "off", "10": "on", "9": "off"}}' });
    expect(options.overrides).toEqual([
      ["b*", "off"],
      ["10", "on"],
      ["9", "off"],
    ]);
  });

  it("that switch an unknown provider are reported, with the nearest name and the line", async () => {
    const { diagnostics } = await load({
      [PERSONAL]:
        '{\n  "providers": {\n    "claud": false,\n    "claude:project": false,\n    "zzzzzzzz": true\n  }\n}',
    });
    expect(diagnostics).toMatchObject([
      { code: "config.unknown-provider", severity: "warning", path: PERSONAL, line: 3 },
      { code: "config.unknown-provider", line: 5 },
    ]);
    expect(diagnostics.map(({ hint }) => hint)).toEqual([
      'did you mean "claude"?',
      expect.stringMatching(/^expected one of .*\bclaude, .*\bagents, .*, or mcp:LABEL$/),
    ]);
  });

  it("name directories relative to their file", async () => {
    const { options } = await load({
      [PERSONAL]: { roots: ["mine", "~/own", "/abs"], links: ["../dotfiles"] },
      [PROJECT]: { roots: ["skills"], links: ["./vendor"] },
    });
    expect(options.roots).toEqual([
      { path: "/home/ada/.config/knowhow/mine" },
      { path: "/home/ada/own" },
      { path: "/abs" },
      { path: "/project/skills", level: "project", trust: "ask", within: "/project" },
    ]);
    expect(options.links).toEqual([
      "/home/ada/.config/dotfiles",
      { path: "/project/vendor", within: "/project" },
    ]);
  });

  it("may have a schema and a byte order mark", async () => {
    const { options, codes } = await load({ [PERSONAL]: '\uFEFF{"$schema": "x", "enabled": true}' });
    expect([options.enabled, codes]).toEqual([true, []]);
  });

  it("of the user may be a link to anywhere", async () => {
    const { options } = await load({
      [PERSONAL]: { link: "/dotfiles/k.json" },
      "/dotfiles/k.json": { profile: "pisces" },
    });
    expect(options.profile).toBe("pisces");
  });
});

describe("D10 MCP servers", () => {
  const servers = {
    acme: { url: "https://example.com/mcp", headers: { authorization: "x" } },
    own: { command: "npx", args: ["a"], env: { A: "1" }, cwd: "/tmp", timeoutMs: 20_000 },
  };

  it("come from the user's own file", async () => {
    const loaded = await load({ [PERSONAL]: { mcp: { servers } } });
    expect(loaded.servers).toEqual(servers);
    expect(loaded.options).not.toHaveProperty("mcp");
    expect(loaded.codes).toEqual([]);
  });

  it("T3 of a repository are never started, and that is said", async () => {
    const loaded = await load({
      [PERSONAL]: { mcp: { servers } },
      [PROJECT]: { mcp: { servers: { evil: { command: "sh" } } } },
    });
    expect(loaded.servers).toEqual(servers);
    expect(loaded.codes).toEqual(["config.servers-refused"]);
    const alone = await load({ [PROJECT]: { mcp: { servers: { evil: { command: "sh" } } } } });
    expect(alone.servers).toEqual({});
  });

  it("can be switched off by a repository like any provider", async () => {
    const { options, codes } = await load({ [PROJECT]: { providers: { "mcp:acme": false } } });
    expect([options.narrowing, codes]).toEqual([[{ providers: { "mcp:acme": false } }], []]);
  });

  it.each([
    { server: {} },
    { servers: [] },
    { servers: { a: {} } },
    { servers: { a: { command: "x", url: "https://x" } } },
    { servers: { a: { command: "" } } },
    { servers: { a: { command: "x", headers: {} } } },
    { servers: { a: { url: "https://x", args: [] } } },
    { servers: { a: { command: "x", args: "y" } } },
    { servers: { a: { command: "x", env: { A: 1 } } } },
    { servers: { a: { command: "x", shell: true } } },
    { servers: { a: { command: "x", timeoutMs: 0 } } },
    { servers: { a: { command: "x", timeoutMs: "8000" } } },
    { servers: { a: { url: "https://x", timeoutMs: 600_001 } } },
    { servers: { "A B": { url: "https://x" } } },
    { servers: { a: { url: "file:///x" } } },
    { servers: { a: { url: "https://u:p@x" } } },
  ])("are refused when they are written wrongly: %j", async (mcp) => {
    expect((await problem(JSON.stringify({ mcp }))).message).toMatch(/"mcp\.server/);
  });
});

describe("T3 a repository cannot approve itself", () => {
  it("its links and roots stay inside it", async () => {
    const { options, codes } = await load({
      [PROJECT]: { roots: ["/home/ada", "../x", "ok"], links: ["/etc", "~", "lib"] },
    });
    expect(options.roots).toEqual([
      { path: "/project/ok", level: "project", trust: "ask", within: "/project" },
    ]);
    expect(options.links).toEqual([{ path: "/project/lib", within: "/project" }]);
    expect(codes).toEqual(Array.from({ length: 4 }, () => "config.outside-project"));
  });

  it("its roots are fenced like every other root of a project", async () => {
    const { options } = await load({ [PROJECT]: { roots: ["ok"] } });
    const custom = (options.roots ?? []).map((root) => (typeof root === "string" ? { path: root } : root));
    const customDefaults = {
      id: "custom",
      level: "custom",
      priority: 9,
      depth: 6,
      requires: [],
      trust: "trusted",
    } as const;
    const ports = {
      files: memoryFiles({ "/project/ok": { link: "/home/ada" }, "/home/ada/x": "" }),
      environment: fakeEnvironment(),
    };
    const { value } = await findRoots({ providers: [], custom, customDefaults, switches: [{}] }, ports);
    expect(value).toMatchObject([{ boundary: "/project", provider: { trust: "ask", level: "project" } }]);
  });

  it("it turns nothing on that the user turned off", async () => {
    const { options, codes } = await load({
      [PERSONAL]: {
        enabled: false,
        commands: false,
        providers: { claude: false },
        overrides: { pdf: "off" },
      },
      [PROJECT]: {
        enabled: true,
        commands: true,
        providers: { claude: true, "claude:project": true, codex: false },
        overrides: { "*": "on", pdf: "on" },
      },
    });
    expect(options).toMatchObject({
      enabled: false,
      commands: false,
      providers: { claude: false },
      overrides: [["pdf", "off"]],
      narrowing: [
        {
          providers: { codex: false },
          overrides: [
            ["*", "on"],
            ["pdf", "on"],
          ],
        },
      ],
    });
    expect(codes).toEqual(Array.from({ length: 3 }, () => "config.widening-refused"));
  });

  it("it infers nothing where the user does not", async () => {
    const both = async (user: object, repository: boolean) => {
      const { options, codes } = await load({ [PERSONAL]: user, [PROJECT]: { infer: repository } });
      return [options.infer, options.narrowing?.[0]?.infer, codes];
    };
    expect(await both({}, true)).toEqual([undefined, undefined, ["config.widening-refused"]]);
    expect(await both({ infer: false }, true)).toEqual([false, undefined, ["config.widening-refused"]]);
    expect(await both({ infer: true }, false)).toEqual([true, false, []]);
    expect(await both({ infer: true }, true)).toEqual([true, undefined, []]);
  });

  it("it sets no value for skills, because a value can make a skill usable", async () => {
    const { options, codes } = await load({
      [PERSONAL]: { skillConfig: { mail: { enabled: false } } },
      [PROJECT]: { skillConfig: { mail: { enabled: true }, fresh: 1 } },
    });
    expect([options.skillConfig, codes]).toEqual([{ mail: { enabled: false } }, ["config.widening-refused"]]);
  });

  it("it includes no skill that the user excludes", async () => {
    tree = writeTree({
      "project/.git": { directory: true },
      "project/.agents/skills/pdf/SKILL.md": skill("pdf"),
      "project/.agents/skills/doc/SKILL.md": skill("doc"),
      "project/.agents/skills/123/SKILL.md": skill("123"),
      "project/knowhow.json": '{"include": ["doc", "123"], "overrides": {"123": "on", "doc": "on"}}',
      "home/.config/knowhow/knowhow.json": '{"include": ["pdf", "123"], "overrides": {"*": "off"}}',
    });
    const { library } = await open(tree);
    expect(library.entries().map(({ skill: { name }, state }) => [name, state])).toEqual([["123", "off"]]);
  });

  it.skipIf(process.platform === "win32")("a link of it trusts nothing outside it", async () => {
    tree = writeTree({
      "secret/private/SKILL.md": skill("private"),
      "project/.git": { directory: true },
      "project/out": { link: "../secret" },
      "project/vendor/own/SKILL.md": skill("own"),
      "project/.agents/skills/private": { link: "../../../secret/private" },
      "project/.agents/skills/own": { link: "../../vendor/own" },
      "project/knowhow.json": '{"links": ["out", "vendor"], "roots": ["out"]}',
    });
    const { library, refused, links } = await open(tree);
    expect(library.list().map(({ name }) => name)).toEqual(["own"]);
    expect(refused).toEqual(["config.outside-project", "config.outside-project"]);
    expect(links).toEqual([{ path: tree.at("project/vendor"), within: tree.at("project") }]);
  });

  it.skipIf(process.platform === "win32")(
    "a link of the user's own leads nowhere that it names",
    async () => {
      const files = {
        "project/.git": { directory: true },
        "project/vendor/own/SKILL.md": skill("own"),
        "home/.agents/skills/own": { link: "../../../project/vendor/own" },
      } as const;
      tree = writeTree({ ...files, "project/knowhow.json": '{"links": ["vendor"]}' });
      expect((await open(tree)).library.list()).toEqual([]);
      tree.write({
        "home/.config/knowhow/knowhow.json": JSON.stringify({ links: [tree.at("project/vendor")] }),
      });
      expect((await open(tree)).library.list().map(({ name }) => name)).toEqual(["own"]);
    },
  );

  it.skipIf(process.platform === "win32")(
    "a link that is turned later trusts nothing outside it either",
    async () => {
      tree = writeTree({
        "secret/private/SKILL.md": skill("private"),
        "project/.git": { directory: true },
        "project/out/own/SKILL.md": skill("own"),
        "project/.agents/skills/private": { link: "../../../secret/private" },
        "project/knowhow.json": '{"links": ["out"]}',
      });
      const runtime = await open(tree);
      rmSync(tree.at("project/out"), { recursive: true });
      tree.write({ "project/out": { link: "../secret" } });
      expect((await runtime.reload()).list()).toEqual([]);
    },
  );

  it("it chooses no profile, because every profile reads other folders", async () => {
    for (const profile of ["agentskills", "metis", "autopoiesis", "aios"]) {
      const { options, codes } = await load({ [PERSONAL]: { profile: "pisces" }, [PROJECT]: { profile } });
      expect([options.profile, codes]).toEqual(["pisces", ["config.profile-refused"]]);
      expect((await load({ [PERSONAL]: { profile } })).options.profile).toBe(profile);
    }
    expect((await load({ [PROJECT]: { profile: "metis" } })).options.profile).toBeUndefined();
    expect((await load({ [PROJECT]: { profile: "agentskills" } })).codes).toEqual([]);
  });

  it("its file must not be a link out of it", async () => {
    const { options, paths, codes } = await load({
      [PROJECT]: { link: "/evil.json" },
      "/evil.json": { profile: "metis" },
    });
    expect([options.profile, paths, codes]).toEqual([undefined, [], ["config.outside-project"]]);
  });

  it("it cannot set trust or any other unknown setting", async () => {
    for (const key of ["trust", "level", "__proto__", "constructor"]) {
      expect((await problem(`{"${key}": {}}`)).message).toContain(`"${key}" is an unknown setting`);
    }
  });

  it("the home directory has no project file", async () => {
    expect((await load({ "/home/ada/knowhow.json": { profile: "metis" } }, "/home/ada")).paths).toEqual([]);
  });
});

describe("D5 a knowhow.json that cannot be understood", () => {
  it.each([
    ['{\n  "root": []\n}', '2: "root" is an unknown setting; did you mean "roots"?', "allowed: $schema"],
    ['{\n  "zzz": []\n}', "2:", "allowed: $schema, enabled"],
    ['{\n  "enabled": 1\n}', "2:", undefined],
    ['{"roots": "skills"}', "1:", undefined],
    ['{"include": ["[a"]}', "1:", undefined],
    ['{"overrides": {"a": "maybe"}}', "1:", undefined],
    [
      '{\n  "overrides": {\n    "ok": "off",\n    "[": "off"\n  }\n}',
      '4: "overrides["["]" cannot be used: the pattern',
      "use *, ?",
    ],
    [
      '{\n  "profile": "metiss"\n}',
      '2: "profile" cannot be used: unknown profile "metiss"',
      'did you mean "metis"?',
    ],
    ['{"profile": "nope"}', "1:", "choose one of agentskills"],
    ['{"providers": {"claude": "no"}}', "1:", undefined],
    ["[]", "1:", undefined],
    ['{\n  "roots": [\n    "a",\n  ]\n}', "4:", "remove the comma"],
    ['{\n  // why\n  "roots": []\n}', "2:", "no comments"],
    ["{'roots': []}", "1:", "double quotes"],
    ['{\n "roots": [\n', "3:", "unexpected end"],
    ['{"a" "b"}', "1:", "check the commas"],
    ["", "1:", "unexpected end"],
  ])("says where and what to do: %j", async (text, line, hint) => {
    const { message, hint: given } = await problem(text);
    expect(message).toContain(`${PROJECT}:${line}`);
    if (hint !== undefined) expect(given).toContain(hint);
  });

  it("is not read when it is enormous", async () => {
    expect((await problem(`{"profile": "${"x".repeat(300_000)}"}`)).message).toContain("larger than");
  });

  it("is not read when it is a directory", async () => {
    const { diagnostics } = await load({ [`${PROJECT}/x`]: "" });
    expect(diagnostics[0]?.message).toContain("not a regular file");
  });
});
