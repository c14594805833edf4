import { createSkillServer } from "@knowhow/mcp/server";
import type { Runtime } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../packages/cli/src/testing/sandbox.ts";
import { connectInMemory } from "../packages/mcp/testing/connect.ts";

let sandbox: Sandbox;
let runtime: Runtime;
afterEach(() => {
  runtime.close();
  sandbox.remove();
});

const MESSAGE = "send Anna an invoice for the fence";

/** A repository and a user, each with skills and a knowhow.json. */
async function open(user: object, repository: object): Promise<void> {
  sandbox = makeSandbox({
    "home/.agents/skills/invoices/SKILL.md": skillText("invoices", "Writes and sends invoices."),
    "home/.agents/skills/notes/SKILL.md": skillText("notes", "Takes meeting notes."),
    "home/.claude/skills/mail/SKILL.md": skillText("mail", "Sorts mail."),
    "project/.agents/skills/release/SKILL.md": skillText("release", "Cuts a release."),
    "project/.claude/skills/deploy/SKILL.md": skillText("deploy", "Deploys to production."),
    "project/tools/skills/review/SKILL.md": skillText("review", "Reviews a change."),
    "home/.config/knowhow/knowhow.json": JSON.stringify(user),
    "project/knowhow.json": JSON.stringify(repository),
  });
  await sandbox.trustAll();
  runtime = await createRuntime({ cwd: sandbox.project, home: sandbox.home, env: {}, cache: false });
}

type States = Readonly<Record<string, string>>;

function statesOfLibrary(): States {
  return Object.fromEntries(runtime.library.entries().map(({ skill, state }) => [skill.name, state]));
}

async function statesOfCommandLine(): Promise<States> {
  const { skills } = Object((await sandbox.run("list", "--json", "--no-cache")).json());
  return Object.fromEntries(skills.map(({ name, state }: Record<string, string>) => [name, state]));
}

/** What a client of the server sees, and what it is given for a topic. */
async function askServer() {
  const server = createSkillServer(runtime, { watch: false, toolSets: true });
  const client = await connectInMemory(server);
  const { resources } = await client.listResources();
  const { content } = await client.callTool({ name: "skill_activate_topic", arguments: { topic: MESSAGE } });
  await client.close();
  server.close();
  const names = resources.flatMap(({ uri }) => /^skill:\/\/([^/]+)\/SKILL\.md$/.exec(uri)?.[1] ?? []);
  return {
    names: names.sort(),
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
  };
}

describe("one configuration for every entry", () => {
  it.each<[string, object, object, readonly string[], States]>([
    ["no settings", {}, {}, ["deploy", "release"], { invoices: "on", mail: "on", notes: "on" }],
    [
      "the user turns skills off",
      { overrides: { notes: "off", mail: "user-only" } },
      {},
      ["deploy", "release"],
      { invoices: "on", mail: "user-only", notes: "off" },
    ],
    [
      "the repository narrows",
      {},
      { ignore: ["release"], overrides: { notes: "name-only" } },
      ["deploy"],
      { invoices: "on", mail: "on", notes: "name-only" },
    ],
    [
      "the repository adds a root and tries to widen",
      { providers: { "claude:project": false } },
      { roots: ["tools/skills"], profile: "metis", infer: true },
      ["release", "review"],
      { invoices: "on", mail: "on", notes: "on" },
    ],
    [
      "the repository's file is broken",
      { ignore: ["mail"] },
      { nonsense: true, ignore: ["deploy"] },
      ["release"],
      { invoices: "on", notes: "on" },
    ],
    [
      "the user's file is broken",
      { nonsense: true },
      {},
      [],
      { invoices: "user-only", mail: "user-only", notes: "user-only" },
    ],
  ])("lists the same names and states, and matches the same skill: %s", async (_, user, repository, shared, own) => {
    await open(user, repository);
    const states = statesOfLibrary();
    expect(states).toMatchObject(own);
    expect(Object.keys(states).sort()).toEqual([...shared, ...Object.keys(own)].sort());
    expect(await statesOfCommandLine()).toEqual(states);

    const seen = Object.keys(states).filter((name) => ["on", "name-only"].includes(states[name] ?? ""));
    const { names, text } = await askServer();
    expect(names).toEqual(seen.sort());

    const matched = (await runtime.match(MESSAGE)).matches.map(({ name }) => name);
    const told = Object(
      (await sandbox.run("match", "--embedder", "none", "--json", "--no-cache", MESSAGE)).json(),
    );
    expect(told.matches.map(({ name }: { name: string }) => name)).toEqual(matched);
    expect(matched).toEqual(seen.includes("invoices") ? ["invoices"] : []);
    expect(text.includes("invoices")).toBe(matched.includes("invoices"));
  });

  it("says the same about the configuration", async () => {
    await open({}, { profile: "metis", infer: true, nonsense: 1 });
    const own = runtime.library.diagnostics.map(({ code, message }) => [code, message]);
    const { diagnostics } = Object((await sandbox.run("list", "--json", "--no-cache")).json());
    expect(diagnostics.map(({ code, message }: Record<string, string>) => [code, message])).toEqual(own);
    expect(own.map(([code]) => code)).toEqual([
      "config.invalid",
      "config.ignored",
      "config.profile-refused",
      "config.widening-refused",
    ]);
  });

  it("limits a conversation to the mode that the repository allows", async () => {
    await open({}, { matching: { mode: "explicit" } });
    const session = await runtime.session({ matching: "auto" });
    const turn = await session.turn({ messages: [{ role: "user", content: MESSAGE }] });
    const catalog = await sandbox.run("catalog", "--json", "--no-cache", "--message", MESSAGE);
    expect([turn.inject, Object(catalog.json()).inject]).toEqual([[], []]);
  });
});
