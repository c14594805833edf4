import { afterEach, describe, expect, it } from "vitest";
import { memoryFiles } from "../discovery/memory-files.ts";
import { createRuntime as createNodeRuntime, type NodeRuntimeOptions } from "../node/create-runtime.ts";
import type { RuntimeOptions, SkillSource } from "../options.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { type WrittenTree, writeTree } from "../testing/write-tree.ts";

const OWN = "/home/ada/.config/knowhow/knowhow.json";
const SHARED = "/project/knowhow.json";

function skill(name: string, description = `Use it for ${name}.`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\nBody\n`;
}

const TREE = {
  "/project/.git/HEAD": "",
  "/project/.agents/skills/shared/SKILL.md": skill("shared"),
  "/home/ada/.agents/skills/pdf/SKILL.md": skill("pdf", "Use it to send invoices to customers."),
  "/home/ada/.claude/skills/doc/SKILL.md": skill("doc"),
  "/home/ada/more/own/SKILL.md": skill("own"),
};

async function open(
  files: { user?: object | string; repository?: object | string },
  options: RuntimeOptions = {},
) {
  const text = (value: object | string) => (typeof value === "string" ? value : JSON.stringify(value));
  const ports = fakePorts({
    ...TREE,
    ...(files.user === undefined ? {} : { [OWN]: text(files.user) }),
    ...(files.repository === undefined ? {} : { [SHARED]: text(files.repository) }),
  });
  const runtime = await createRuntime(ports, { config: "files", trust: () => true, ...options });
  const { library } = runtime;
  return {
    runtime,
    states: Object.fromEntries(library.entries().map(({ skill: { name }, state }) => [name, state])),
    codes: library.diagnostics.map(({ code }) => code),
    diagnostics: library.diagnostics,
  };
}

describe("options in code and settings in files", () => {
  it("without files are the options alone", async () => {
    const { states, codes, runtime } = await open({});
    expect([states, codes, runtime.configFiles]).toEqual([{ doc: "on", pdf: "on", shared: "on" }, [], []]);
  });

  it("that choose: code wins over the user's file", async () => {
    const user = { profile: "pisces", matching: { mode: "explicit" } };
    expect((await open({ user })).runtime.profile).toMatchObject({
      name: "pisces",
      matching: { mode: "explicit" },
    });
    const { runtime } = await open({ user }, { profile: "agentskills", matching: "suggest" });
    expect(runtime.profile).toMatchObject({ name: "agentskills", matching: { mode: "suggest" } });
  });

  it("that take away: what the user's file takes away stays away", async () => {
    const user = {
      overrides: { pdf: "off" },
      ignore: ["doc"],
      providers: { "agents:project": false },
      commands: false,
    };
    const options = {
      overrides: { pdf: "on", doc: "on" },
      providers: { "agents:project": true },
      commands: true,
    } as const;
    expect((await open({}, options)).states).toEqual({ doc: "on", pdf: "on", shared: "on" });
    expect((await open({ user }, options)).states).toEqual({ pdf: "off" });
    expect((await open({ user: { enabled: false } }, { enabled: true })).states).toEqual({});
    expect((await open({ user: { include: ["doc"] } }, { include: ["pdf", "doc"] })).states).toEqual({
      doc: "on",
    });
  });

  it("that name directories add up, except where only the caller's own are wanted", async () => {
    const user = { roots: ["~/more"] };
    expect((await open({ user })).states).toHaveProperty("own", "on");
    expect((await open({ user }, { roots: ["/home/ada/.agents/skills"] })).states).toHaveProperty("own");
    const alone = await open({ user }, { roots: ["/home/ada/.claude/skills"], providers: false });
    expect(alone.states).toEqual({ doc: "on" });
  });

  it("of a repository limit the mode of every conversation, also one that asks for more", async () => {
    const kinds = async (repository: object, matching?: "eager") => {
      const { runtime } = await open({ repository });
      const session = await runtime.session(matching === undefined ? {} : { matching });
      const turn = await session.turn({ messages: [{ role: "user", content: "send Anna an invoice" }] });
      return turn.inject.map(({ kind }) => kind);
    };
    expect(await kinds({}, "eager")).not.toEqual([]);
    expect(await kinds({ matching: { mode: "explicit" } }, "eager")).toEqual([]);
    expect(await kinds({ matching: { mode: "explicit" } })).toEqual([]);
  });

  it("can be an object, which is checked like a file", async () => {
    const config = { overrides: { pdf: "off" }, roots: ["../home/ada/more"] } as const;
    expect((await open({ user: { ignore: ["*"] } }, { config })).states).toEqual({
      doc: "on",
      own: "on",
      pdf: "off",
      shared: "on",
    });
    const wrong = JSON.parse('{ "overrides": { "pdf": "disabled" } }');
    await expect(open({}, { config: wrong })).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining("`config.overrides.pdf` must be one of"),
    });
  });

  it("are not read with `config: false`", async () => {
    const { states } = await open({ user: { enabled: false }, repository: "{" }, { config: false });
    expect(states).toEqual({ doc: "on", pdf: "on", shared: "on" });
  });
});

describe("a knowhow.json that cannot be understood", () => {
  it.each([
    "{",
    "[]",
    '{ "ignor": ["x"] }',
    '{ "overrides": { "pdf": "disabled" } }',
  ])("of a repository takes nothing from the user, and widens nothing: %s", async (repository) => {
    const { states, codes, diagnostics } = await open({ user: { ignore: ["doc"] }, repository });
    expect(states).toEqual({ pdf: "on", shared: "on" });
    expect(codes).toEqual(["config.invalid", "config.ignored"]);
    expect(diagnostics[0]).toMatchObject({ severity: "warning", path: SHARED, line: 1 });
  });

  it("of a repository still takes away what can be understood", async () => {
    const { states } = await open({ repository: { nonsense: 1, overrides: { pdf: "off" } } });
    expect(states).toMatchObject({ pdf: "off" });
  });

  it.each([
    "{",
    '{ "overides": { "pdf": "off" } }',
    '{ "providers": { "agents": "no" } }',
  ])("of the user closes what it may have guarded: %s", async (user) => {
    const opened: string[] = [];
    const { states, codes, runtime } = await open(
      { user },
      {
        servers: (rows) => {
          opened.push(...Object.keys(rows));
          return [];
        },
      },
    );
    expect(states).toEqual({ doc: "user-only", pdf: "user-only" });
    expect(codes).toEqual(["config.invalid", "config.closed"]);
    expect(runtime.profile.matching.mode).toBe("explicit");
    const turn = await (await runtime.session()).turn({
      messages: [{ role: "user", content: "work with the pdf" }],
    });
    expect([turn.inject, turn.tools]).toEqual([[], []]);
    expect(opened).toEqual([]);
  });
});

describe("servers and embedders of the configuration", () => {
  const user = {
    mcp: { servers: { acme: { url: "https://skills.example/mcp" } } },
    matching: { embedder: "onnx:models/m" },
  };

  it("that the application does not open are reported, and are not an error", async () => {
    const { codes, diagnostics } = await open({ user });
    expect(codes).toEqual(["config.servers-not-connected", "config.embedder-not-opened"]);
    expect(diagnostics[0]).toMatchObject({ severity: "warning", message: expect.stringContaining("acme") });
  });

  it("are opened by the functions of the application, the embedder when a message is matched", async () => {
    const asked: unknown[] = [];
    const source: SkillSource = {
      root: { path: "mcp:/acme", id: "mcp:acme", level: "custom" },
      files: memoryFiles({ "mcp:/acme/far/SKILL.md": skill("far") }),
    };
    const { runtime, states, codes } = await open(
      { user },
      {
        servers: (rows) => {
          asked.push(rows);
          return [source];
        },
        embedders: (choice) => {
          asked.push(choice);
          return [];
        },
      },
    );
    expect([states, codes]).toEqual([{ doc: "on", far: "on", pdf: "on", shared: "on" }, []]);
    expect(asked).toEqual([user.mcp.servers]);
    await runtime.match("hello");
    await runtime.match("hello again");
    expect(asked).toEqual([user.mcp.servers, { kind: "onnx", path: "/home/ada/.config/knowhow/models/m" }]);
  });

  it("are chosen by code instead of the file", async () => {
    const asked: unknown[] = [];
    const { runtime } = await open(
      { user },
      {
        servers: () => [],
        embedder: "dir:near",
        embedders: (choice) => {
          asked.push(choice);
          return [];
        },
      },
    );
    await runtime.match("hello");
    expect(asked).toEqual([{ kind: "dir", path: "/project/near" }]);
  });

  it("are not asked where skills are off or only the caller's own are wanted", async () => {
    const servers = () => {
      throw new Error("asked");
    };
    await open({ user: { ...user, enabled: false } }, { servers });
    await open({ user, repository: { enabled: false } }, { servers });
    await open({ user }, { servers, providers: false });
    await expect(open({ user }, { servers })).rejects.toThrow("asked");
  });
});

describe("D8 a knowhow.json that changes while a program runs", () => {
  let tree: WrittenTree;
  afterEach(() => tree.remove());

  async function start(more: NodeRuntimeOptions = {}) {
    tree = writeTree({
      "project/.git": { directory: true },
      "project/.agents/skills/shared/SKILL.md": skill("shared"),
      "home/.agents/skills/pdf/SKILL.md": skill("pdf"),
      "home/.config/knowhow/knowhow.json": "{}",
    });
    const at = { cwd: tree.at("project"), home: tree.at("home"), env: {}, cache: false } as const;
    return createNodeRuntime({ trust: () => true, ...at, ...more });
  }
  const names = (library: SkillLibrary) => library.list().map(({ name }) => name);
  const own = (settings: object) =>
    tree.write({ "home/.config/knowhow/knowhow.json": JSON.stringify(settings) });

  it("is taken by a reload, in both directions", async () => {
    const runtime = await start();
    expect(names(runtime.library)).toEqual(["pdf", "shared"]);
    own({ overrides: { pdf: "off" } });
    tree.write({ "project/knowhow.json": '{ "ignore": ["shared"], "matching": { "mode": "explicit" } }' });
    const narrower = await runtime.reload();
    expect(narrower.list()).toEqual([]);
    expect(runtime.profile.matching.mode).toBe("explicit");
    expect(runtime.configFiles).toHaveLength(2);
    own({});
    expect(names(await runtime.reload())).toEqual(["pdf"]);
  });

  it("is noticed by a watch, also when it is new", async () => {
    const runtime = await start();
    const changed = new Promise<readonly string[]>((resolve) => {
      runtime.watch((library) => resolve(names(library)));
    });
    tree.write({ "project/knowhow.json": '{ "ignore": ["shared"] }' });
    expect(await changed).toEqual(["pdf"]);
    runtime.close();
  });

  it("closes when it becomes broken", async () => {
    const runtime = await start();
    tree.write({ "home/.config/knowhow/knowhow.json": "{" });
    const library = await runtime.reload();
    expect(library.entries().map(({ skill: { name }, state }) => [name, state])).toEqual([
      ["pdf", "user-only"],
    ]);
  });

  it("reports what needs a restart, and immediately turns off a server that is no longer named", async () => {
    const source: SkillSource = {
      root: { path: "mcp:/acme", id: "mcp:acme", level: "custom" },
      files: memoryFiles({ "mcp:/acme/far/SKILL.md": skill("far") }),
    };
    (await start()).close();
    own({ mcp: { servers: { acme: { url: "https://skills.example/mcp" } } } });
    const { cwd, home } = { cwd: tree.at("project"), home: tree.at("home") };
    const runtime = await createNodeRuntime({
      trust: () => true,
      cwd,
      home,
      env: {},
      cache: false,
      servers: () => [source],
    });
    expect(names(runtime.library)).toEqual(["far", "pdf", "shared"]);
    own({ profile: "metis" });
    const library = await runtime.reload();
    expect(names(library)).toEqual(["pdf", "shared"]);
    expect(runtime.profile.name).toBe("agentskills");
    expect(library.diagnostics).toMatchObject([
      { code: "config.restart-needed", message: expect.stringContaining("profile and mcp changed") },
    ]);
  });
});
