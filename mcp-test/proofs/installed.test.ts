import { strict as assert } from "node:assert";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { textOf } from "../support/story.ts";
import { openWorkshop } from "../support/workshop.ts";

const workshop = openWorkshop();
const { home, skills } = workshop;
after(() => workshop.close());

/** Runs the built command line with this home directory. */
function knowhow(...args: readonly string[]): string {
  const { command, args: words, env } = workshop.program(...args);
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: home, env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** The command and arguments that a client reads from its file. */
type ReadWords = (text: string) => readonly string[];

const inJson =
  (...keys: readonly string[]): ReadWords =>
  (text) => {
    const entry = keys.reduce((value, key) => value[key], JSON.parse(text));
    return Array.isArray(entry.command) ? entry.command : [entry.command, ...entry.args];
  };

/** The strings in the two lines that we write are the same in TOML and in JSON. */
const inToml: ReadWords = (text) => {
  const value = (key: string) => JSON.parse(new RegExp(`^${key} = (.*)$`, "m").exec(text)?.[1] ?? "");
  return [value("command"), ...value("args")];
};

const CLIENTS: Readonly<Record<string, ReadWords>> = {
  "claude-code": inJson("mcpServers", "knowhow"),
  "claude-desktop": inJson("mcpServers", "knowhow"),
  cursor: inJson("mcpServers", "knowhow"),
  vscode: inJson("servers", "knowhow"),
  codex: inToml,
  gemini: inJson("mcpServers", "knowhow"),
  copilot: inJson("mcpServers", "knowhow"),
  opencode: inJson("mcp", "knowhow"),
};

for (const [name, read] of Object.entries(CLIENTS)) {
  test(`the entry that is written for ${name} starts the server exactly as written`, async () => {
    const { path } = JSON.parse(knowhow("mcp", "install", name, "--root", skills, "--yes", "--json"));
    const [command = "", ...args] = read(readFileSync(path, "utf8"));
    const client = new Client({ name, version: "1.0.0" });
    // A desktop client starts its servers in any directory, and without the PATH of a shell.
    await client.connect(
      new StdioClientTransport({ command, args, env: { HOME: home, PATH: "" }, cwd: "/" }),
    );
    const { resources } = await client.listResources();
    assert.ok(resources.some((resource) => resource.name === "pdf"));
    const loaded = await client.callTool({ name: "skill_load", arguments: { name: "pdf" } });
    assert.match(textOf(loaded.content), /Fill in the form/);
    await client.close();
  });
}

test("the server is a source of skills for another knowhow: listed, trusted, read", () => {
  const { command, args } = workshop.stdio;
  workshop.writeHome({
    ".config/knowhow/knowhow.json": JSON.stringify({ mcp: { servers: { own: { command, args } } } }),
  });
  const states = () => {
    const { skills: listed } = JSON.parse(knowhow("list", "--json"));
    return listed.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`);
  };
  assert.deepEqual(states(), ["own:archive pending", "own:pdf pending", "own:rewritten-name pending"]);
  knowhow("trust", "own:pdf", "--yes");
  assert.ok(states().includes("own:pdf on"));
  assert.equal(
    knowhow("read", "skill://own:pdf/SKILL.md"),
    readFileSync(join(skills, "pdf/SKILL.md"), "utf8"),
  );
  assert.match(knowhow("read", "skill://own:pdf/references/forms.md"), /All forms/);
});
