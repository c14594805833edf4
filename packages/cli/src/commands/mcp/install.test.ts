import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { withLock } from "@knowhow/runtime/state";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Ran, type Sandbox } from "../../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const WORDS = ["/usr/bin/node", "/opt/knowhow/packages/cli/bin/knowhow.js", "mcp"] as const;
const [program, ...args] = WORDS;
const linux = process.platform === "linux";

function read(path: string): string {
  return readFileSync(join(sandbox.home, "..", path), "utf8");
}

function install(client: string, ...more: readonly string[]): Promise<Ran> {
  return sandbox.run("mcp", "install", client, "--yes", "--json", ...more);
}

function uninstall(client: string, ...more: readonly string[]): Promise<Ran> {
  return sandbox.run("mcp", "uninstall", client, "--yes", "--json", ...more);
}

const STDIO = { command: program, args };
const TYPED = { type: "stdio", ...STDIO };
const PLACES: readonly (readonly [client: string, scope: string, path: string, content: unknown])[] = [
  ["claude-code", "user", "home/.claude.json", { mcpServers: { knowhow: TYPED } }],
  ["claude-code", "project", "project/.mcp.json", { mcpServers: { knowhow: TYPED } }],
  ["cursor", "user", "home/.cursor/mcp.json", { mcpServers: { knowhow: STDIO } }],
  ["cursor", "project", "project/.cursor/mcp.json", { mcpServers: { knowhow: STDIO } }],
  ["vscode", "project", "project/.vscode/mcp.json", { servers: { knowhow: TYPED } }],
  [
    "copilot",
    "user",
    "home/.copilot/mcp-config.json",
    { mcpServers: { knowhow: { type: "local", ...STDIO } } },
  ],
  [
    "copilot",
    "project",
    "project/.github/mcp.json",
    { mcpServers: { knowhow: { type: "local", ...STDIO } } },
  ],
  ["gemini", "user", "home/.gemini/settings.json", { mcpServers: { knowhow: STDIO } }],
  ["gemini", "project", "project/.gemini/settings.json", { mcpServers: { knowhow: STDIO } }],
  [
    "opencode",
    "user",
    "home/.config/opencode/opencode.json",
    { mcp: { knowhow: { type: "local", command: WORDS } } },
  ],
  ["opencode", "project", "project/opencode.json", { mcp: { knowhow: { type: "local", command: WORDS } } }],
  ...(linux
    ? ([
        [
          "claude-desktop",
          "user",
          "home/.config/Claude/claude_desktop_config.json",
          { mcpServers: { knowhow: STDIO } },
        ],
        ["vscode", "user", "home/.config/Code/User/mcp.json", { servers: { knowhow: TYPED } }],
      ] as const)
    : []),
];

describe("knowhow mcp install", () => {
  it.each(
    PLACES,
  )("S10 writes the entry of %s, scope %s, to %s, and takes all of it back", async (client, scope, path, content) => {
    sandbox = makeSandbox();
    const ran = await install(client, "--scope", scope);
    expect(ran).toMatchObject({ exit: 0, err: "" });
    const file = join(sandbox.home, "..", path);
    expect(ran.json()).toMatchObject({ client, scope, path: file, action: "installed" });
    expect(JSON.parse(read(path))).toEqual(content);
    expect((await install(client, "--scope", scope)).json()).toMatchObject({ action: "unchanged", diff: [] });
    expect((await uninstall(client, "--scope", scope)).json()).toMatchObject({
      action: "removed",
      entry: null,
    });
    expect(readdirSync(join(sandbox.home, "..", path.split("/")[0] ?? ""))).toEqual(
      path.startsWith("home") ? [".local"] : [".git"],
    );
  });

  it("S10 writes Codex's TOML, in CODEX_HOME when it is set", async () => {
    sandbox = makeSandbox({ "home/.codex/config.toml": 'model = "x" # mine\n' });
    await install("codex");
    const block = `[mcp_servers.knowhow]\ncommand = "${program}"\nargs = ["${args[0]}", "mcp"]\n`;
    expect(read("home/.codex/config.toml")).toBe(`model = "x" # mine\n\n${block}`);
    const env = { CODEX_HOME: join(sandbox.home, "codex") };
    await sandbox.runWith({ env }, "mcp", "install", "codex", "--yes");
    expect(read("home/codex/config.toml")).toBe(block);
    await install("codex", "--scope", "project");
    expect(read("project/.codex/config.toml")).toBe(block);
    await uninstall("codex");
    expect(read("home/.codex/config.toml")).toBe('model = "x" # mine\n');
  });

  it("S10 finds Claude Code's file in CLAUDE_CONFIG_DIR when it is set", async () => {
    sandbox = makeSandbox();
    const env = { CLAUDE_CONFIG_DIR: join(sandbox.home, "other") };
    await sandbox.runWith({ env }, "mcp", "install", "claude-code", "--yes");
    expect(existsSync(join(sandbox.home, "other/.claude.json"))).toBe(true);
  });

  it("S10 writes opencode's second form where the file has it, and the .jsonc where there is one", async () => {
    sandbox = makeSandbox({
      "home/.config/opencode/opencode.jsonc": '{\n  // mine\n  "mcp": { "servers": {} }\n}\n',
      "project/opencode.json": '{"mcp": {"servers": {"type": "local", "command": ["x"]}}}',
    });
    await install("opencode");
    expect(read("home/.config/opencode/opencode.jsonc")).toMatch(
      /\/\/ mine\n {2}"mcp": \{ "servers": \{\n\s+"knowhow": \{/,
    );
    await install("opencode", "--scope", "project");
    expect(Object.keys(JSON.parse(read("project/opencode.json")).mcp)).toEqual(["servers", "knowhow"]);
  });

  it("S10 keeps every other byte, and gives all of them back", async () => {
    const text =
      '\ufeff{\r\n\t"numStartups": 7, // seven\r\n\t"mcpServers": {\r\n\t\t"x": {"command": "y"},\r\n\t},\r\n}';
    sandbox = makeSandbox({ "home/.claude.json": text });
    const ran = await install("claude-code");
    const after = read("home/.claude.json");
    expect(after.replace(/\t\t"knowhow": \{[^}]*\},\r\n/, "")).toBe(text);
    const { backup } = Object(ran.json());
    expect(readFileSync(backup, "utf8")).toBe(text);
    expect(backup.startsWith(join(sandbox.home, ".local/state/knowhow/mcp-install/"))).toBe(true);
    expect((await uninstall("claude-code")).json()).toMatchObject({ action: "removed" });
    expect(read("home/.claude.json")).toBe(text);
  });

  it("S10 removes exactly its entry from a file that its client rewrote meanwhile", async () => {
    sandbox = makeSandbox({ "home/.claude.json": '{"a":1}' });
    await install("claude-code");
    const now = { ...JSON.parse(read("home/.claude.json")), numStartups: 8 };
    sandbox.write({ "home/.claude.json": JSON.stringify(now, undefined, 2) });
    await uninstall("claude-code");
    expect(read("home/.claude.json")).toBe(JSON.stringify({ a: 1, numStartups: 8 }, undefined, 2));
  });

  it("S10 removes an entry that the user or an older version wrote, and reports when there is none", async () => {
    sandbox = makeSandbox({
      "home/.cursor/mcp.json":
        '{"mcpServers": {"knowhow": {"command": "npx", "args": ["-y", "knowhow", "mcp"]}}}',
    });
    expect((await uninstall("cursor")).json()).toMatchObject({ action: "removed" });
    expect(read("home/.cursor/mcp.json")).toBe('{"mcpServers": {}}');
    expect((await uninstall("cursor")).json()).toMatchObject({ action: "unchanged" });
    expect((await sandbox.run("mcp", "uninstall", "gemini")).out).toContain(
      '~/.gemini/settings.json has no entry "knowhow"',
    );
  });

  it("S10 does not touch an entry of the same name that is not ours without --force, and then gives it back", async () => {
    const text =
      '{\n  "mcpServers": {\n    "knowhow": {"command": "mine", "env": {"TOKEN": "sk-1"}}\n  }\n}\n';
    sandbox = makeSandbox({ "home/.cursor/mcp.json": text });
    for (const refused of [await install("cursor"), await uninstall("cursor")]) {
      expect(refused.exit).toBe(1);
      expect(refused.json()).toMatchObject({
        error: { code: "mcp.install-conflict", hint: expect.stringContaining("--force") },
      });
    }
    expect(read("home/.cursor/mcp.json")).toBe(text);
    const forced = await install("cursor", "--force");
    expect(forced.json()).toMatchObject({ action: "updated" });
    expect(forced.out).not.toContain("sk-1");
    expect(JSON.parse(read("home/.cursor/mcp.json"))).toEqual({ mcpServers: { knowhow: STDIO } });
    sandbox.write({ "home/.cursor/mcp.json": `${read("home/.cursor/mcp.json")}// later\n` });
    await uninstall("cursor");
    expect(read("home/.cursor/mcp.json")).toBe(`${text}// later\n`);
  });

  it("S10 updates its own entry, keeps what the user added to it, and can still undo both", async () => {
    const text = '{"mcpServers": {"x": {}}}\n';
    sandbox = makeSandbox({ "home/.cursor/mcp.json": text });
    await install("cursor");
    expect((await install("cursor", "--profile", "metis")).json()).toMatchObject({ action: "updated" });
    expect(JSON.parse(read("home/.cursor/mcp.json")).mcpServers.knowhow.args).toEqual([
      ...args,
      "--profile",
      "metis",
    ]);
    await uninstall("cursor");
    expect(read("home/.cursor/mcp.json")).toBe(text);
    await install("cursor");
    const edited = read("home/.cursor/mcp.json").replace('"command"', '"env": {"A": "sk-2"}, "command"');
    sandbox.write({ "home/.cursor/mcp.json": edited });
    const updated = await install("cursor", "--root", "skills");
    expect(updated.out).not.toContain("sk-2");
    expect(JSON.parse(read("home/.cursor/mcp.json")).mcpServers.knowhow).toEqual({
      env: { A: "sk-2" },
      command: program,
      args: [...args, "--root", join(sandbox.project, "skills")],
    });
    await uninstall("cursor");
    expect(read("home/.cursor/mcp.json")).toBe(text);
  });

  it("S10 shows what would change, but no value of others, and asks before it writes", async () => {
    const text = '{\n  "theme": "sk-1",\n  "mcpServers": {\n    "x": {"env": {"KEY": "sk-2"}}\n  }\n}\n';
    sandbox = makeSandbox({ "home/.gemini/settings.json": text });
    const asked: string[] = [];
    const answer = (word: string | undefined) => ({
      ask: async (question: string) => {
        asked.push(question);
        return word;
      },
    });
    const argv = ["mcp", "install", "gemini"];
    for (const word of ["n", "", undefined]) {
      const ran = await sandbox.runWith(answer(word), ...argv);
      expect(ran).toMatchObject({ exit: 1, out: "nothing was written\n" });
      expect(ran.err).toContain(
        '-    "x": {"env": {"KEY": "…"}}\n+    "x": {"env": {"KEY": "…"}},\n+    "knowhow": {\n',
      );
      expect(ran.err).not.toContain("sk-");
      expect(read("home/.gemini/settings.json")).toBe(text);
    }
    const ran = await sandbox.runWith(answer("y"), ...argv);
    expect(ran.exit).toBe(0);
    expect(ran.out).toMatch(
      /^✓ added "knowhow" to ~\/\.gemini\/settings\.json\n {2}backup: .*\n.*knowhow mcp uninstall gemini\n$/,
    );
    expect(asked).toHaveLength(4);
  });

  it("writes nothing and exits with 2 if stdin is not a terminal, and 0 for --dry-run", async () => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("mcp", "install", "cursor");
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("hint: add --yes");
    expect(ran.out).toMatch(/^~\/\.cursor\/mcp\.json\n\+\{\n\+ {2}"mcpServers": \{\n/);
    const dry = await sandbox.run("mcp", "install", "cursor", "--dry-run", "--json");
    expect(dry).toMatchObject({ exit: 0, err: "" });
    expect(dry.json()).toMatchObject({ action: "preview", entry: STDIO });
    expect(readdirSync(sandbox.home)).toEqual([]);
  });

  it.each([
    [
      "cursor",
      `{\n  "mcpServers": {\n    "knowhow": {\n      "command": "${program}",\n      "args": [\n        "${args[0]}",\n        "mcp"\n      ]\n    }\n  }\n}\n`,
    ],
    ["codex", `[mcp_servers.knowhow]\ncommand = "${program}"\nargs = ["${args[0]}", "mcp"]\n`],
  ])("prints the entry of %s to paste, also when its file is broken", async (client, expected) => {
    sandbox = makeSandbox({ "home/.cursor/mcp.json": "{", "home/.codex/config.toml": "[" });
    const ran = await sandbox.run("mcp", "install", client, "--print");
    expect(ran).toMatchObject({ exit: 0, out: expected, err: "" });
    const json = await sandbox.run("mcp", "install", client, "--print", "--json");
    expect(json.json()).toMatchObject({ action: "preview", entry: STDIO });
  });

  it.each([
    [
      "claude-code",
      {
        type: "http",
        url: "http://127.0.0.1:7000/mcp",
        headers: { Authorization: `Bearer \${KNOWHOW_MCP_TOKEN}` },
      },
    ],
    [
      "cursor",
      { url: "http://127.0.0.1:7000/mcp", headers: { Authorization: `Bearer \${env:KNOWHOW_MCP_TOKEN}` } },
    ],
    ["codex", { url: "http://127.0.0.1:7000/mcp", bearer_token_env_var: "KNOWHOW_MCP_TOKEN" }],
    [
      "gemini",
      { httpUrl: "http://127.0.0.1:7000/mcp", headers: { Authorization: `Bearer \${KNOWHOW_MCP_TOKEN}` } },
    ],
    [
      "opencode",
      {
        type: "remote",
        url: "http://127.0.0.1:7000/mcp",
        headers: { Authorization: "Bearer {env:KNOWHOW_MCP_TOKEN}" },
      },
    ],
  ])("S10 lets %s reach a running server, with the name of the token's variable and never the token", async (client, entry) => {
    sandbox = makeSandbox();
    const url = "http://127.0.0.1:7000/mcp";
    expect((await install(client)).json()).toMatchObject({ action: "installed" });
    const ran = await install(client, "--url", url);
    expect(ran.json()).toMatchObject({ action: "updated", entry });
    const path = Object(ran.json()).path;
    expect(readFileSync(path, "utf8")).not.toContain(args[0]);
    expect((await install(client, "--url", url)).json()).toMatchObject({ action: "unchanged" });
    expect((await uninstall(client)).json()).toMatchObject({ action: "removed" });
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    [
      "an installed copy, for the user",
      "/usr/lib/node_modules/knowhow/bin/knowhow.js",
      "user",
      ["/usr/bin/node", "/usr/lib/node_modules/knowhow/bin/knowhow.js", "mcp"],
    ],
    [
      "an installed copy, for a project",
      "/usr/lib/node_modules/knowhow/bin/knowhow.js",
      "project",
      ["npx", "-y", "knowhow", "mcp"],
    ],
    [
      "a copy of npx",
      "/home/a/.npm/_npx/1f/node_modules/knowhow/bin/knowhow.js",
      "user",
      ["npx", "-y", "knowhow", "mcp"],
    ],
    [
      "a checkout, for a project",
      "/src/packages/cli/bin/knowhow.js",
      "project",
      ["/usr/bin/node", "/src/packages/cli/bin/knowhow.js", "mcp"],
    ],
  ])("S10 writes a command that works: %s", async (_, script, scope, words) => {
    sandbox = makeSandbox();
    const change = { program: () => ({ node: "/usr/bin/node", script }) };
    const ran = await sandbox.runWith(
      change,
      "mcp",
      "install",
      "opencode",
      "--scope",
      scope,
      "--print",
      "--json",
    );
    const expected = process.platform === "win32" && words[0] === "npx" ? ["cmd", "/c", ...words] : words;
    expect(ran.json()).toMatchObject({ entry: { command: expected } });
  });

  it.each([
    ["docker run -i 'my image' knowhow mcp", ["docker", "run", "-i", "my image", "knowhow", "mcp"]],
    [
      'C:\\bin\\knowhow.cmd mcp --root "C:\\my skills"',
      ["C:\\bin\\knowhow.cmd", "mcp", "--root", "C:\\my skills"],
    ],
    ['a "b \\"c\\" \\\\d" e\'f\'', ["a", 'b "c" \\d', "ef"]],
  ])("writes the command line %s as it is given", async (line, words) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("mcp", "install", "opencode", "--command", line, "--print", "--json");
    expect(ran.json()).toMatchObject({ entry: { command: words } });
  });

  it("has another name with --name, beside the first", async () => {
    sandbox = makeSandbox();
    await install("cursor");
    await install("cursor", "--name", "team-skills", "--profile", "metis");
    expect(Object.keys(JSON.parse(read("home/.cursor/mcp.json")).mcpServers)).toEqual([
      "knowhow",
      "team-skills",
    ]);
    await uninstall("cursor");
    expect(Object.keys(JSON.parse(read("home/.cursor/mcp.json")).mcpServers)).toEqual(["team-skills"]);
  });

  it.each([
    [["install"], 2, "cli.missing-argument"],
    [["install", "emacs"], 2, "cli.bad-value"],
    [["install", "claude-desktop", "--scope", "project"], 2, "mcp.install-unsupported"],
    [["install", "claude-desktop", "--url", "http://127.0.0.1/"], 2, "mcp.install-unsupported"],
    [["install", "cursor", "--url", "ftp://x/"], 2, "cli.bad-value"],
    [["install", "cursor", "--url", "http://x/", "--command", "y"], 2, "cli.bad-value"],
    [["install", "cursor", "--name", "a b"], 2, "cli.bad-value"],
    [["install", "cursor", "--command", "'open"], 2, "cli.bad-value"],
    [["install", "cursor", "--command", " "], 2, "cli.bad-value"],
    [["uninstall", "cursor", "--print"], 2, "cli.unknown-option"],
    [["uninstall", "cursor", "--url", "http://x/"], 2, "cli.unknown-option"],
    [["install", "cursor", "--http"], 2, "cli.unknown-option"],
  ])("says what is wrong with %j", async (argv, exit, code) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("mcp", ...argv, "--yes", "--json");
    expect(ran.exit).toBe(exit);
    expect(ran.json()).toMatchObject({ error: { code } });
    expect(readdirSync(sandbox.home)).toEqual([]);
  });

  it.each([
    "http://user:hunter2@127.0.0.1:7000/mcp",
    "https://hunter2@example.com/mcp",
    "http://127.0.0.1:7000/mcp?token=hunter2",
    "https://example.com/mcp?x=1&api_key=hunter2",
  ])("S10 refuses the URL %s, whose secret would be stored, and does not repeat it", async (url) => {
    sandbox = makeSandbox();
    for (const mode of ["--yes", "--print", "--dry-run"]) {
      const ran = await sandbox.run("mcp", "install", "cursor", "--url", url, mode);
      expect([ran.exit, ran.err]).toEqual([2, expect.stringContaining("--url contains credentials")]);
      expect(ran.out + ran.err).not.toContain("hunter2");
    }
    expect(readdirSync(sandbox.home)).toEqual([]);
    const plain = url.replace(/[^/]*@/, "").replace(/\?.*/, "?page=1");
    expect((await install("cursor", "--url", plain)).exit).toBe(0);
  });

  it("S10 warns before it asks if the token would travel to another machine without encryption", async () => {
    sandbox = makeSandbox({ "home/.cursor/mcp.json": "{}" });
    const asked: string[] = [];
    const urlOf = (url: string) => ["mcp", "install", "cursor", "--url", url];
    const ask = async (question: string) => {
      asked.push(question);
      return "n";
    };
    const ran = await sandbox.runWith({ ask }, ...urlOf("http://team.example/mcp"));
    expect(asked).toHaveLength(1);
    expect(ran.err).toContain("the token in KNOWHOW_MCP_TOKEN to team.example without encryption");
    const printed = await sandbox.run(...urlOf("http://team.example/mcp"), "--print");
    expect(printed.err).toContain("without encryption");
    const json = await install("cursor", "--url", "http://team.example/mcp", "--dry-run");
    expect(json.json()).toMatchObject({ warnings: [expect.stringContaining("without encryption")] });
    for (const safe of ["https://team.example/mcp", "http://localhost:7000/mcp", "http://[::1]:7000/mcp"])
      expect((await sandbox.run(...urlOf(safe), "--dry-run")).err).toBe("");
  });

  it.each([
    ["cursor", ".cursor"],
    ["claude-code", ".claude"],
    ["codex", ".codex"],
    ["gemini", ".gemini"],
    ["opencode", ".config/opencode"],
  ])("says that %s does not seem to be installed if ~/%s does not exist", async (client, folder) => {
    sandbox = makeSandbox();
    const message = `does not seem to be installed: ${join(sandbox.home, folder)} does not exist`;
    const preview = ["mcp", "install", client, "--dry-run"];
    expect((await sandbox.run(...preview)).err).toContain(message);
    expect((await sandbox.run(...preview, "--scope", "project")).err).toBe("");
    mkdirSync(join(sandbox.home, folder), { recursive: true });
    expect((await sandbox.run(...preview)).err).toBe("");
  });

  it.each([
    ["cursor", "home/.cursor/mcp.json", '{\n  "mcpServers": {\n    "x" {}\n  }\n}', "mcp.json:3:9"],
    ["codex", "home/.codex/config.toml", 'a = 1\nb = "x\n', "config.toml:2:5"],
    ["cursor", "home/.cursor/mcp.json", '{"mcpServers": []}', "mcp.json:1:16"],
  ])("S10 leaves a file of %s alone that it cannot understand, and says where", async (client, path, text, where) => {
    sandbox = makeSandbox({ [path]: text });
    for (const ran of [await install(client), await uninstall(client)]) {
      expect(ran.exit).toBe(3);
      expect(ran.json()).toMatchObject({
        error: {
          code: "mcp.install-unreadable",
          message: expect.stringContaining(where),
          hint: expect.stringContaining("--print"),
        },
      });
    }
    expect(read(path)).toBe(text);
    expect(readdirSync(join(sandbox.home, "..", path, ".."))).toHaveLength(1);
  });

  it("does not change a file that is not UTF-8, not a regular file, or read-only, with exit code 3", async () => {
    sandbox = makeSandbox({
      "home/.cursor/mcp.json": new Uint8Array([0x7b, 0xff, 0x7d]),
      "home/.claude.json/x": "",
      "home/.gemini/settings.json": "{}",
    });
    chmodSync(join(sandbox.home, ".gemini/settings.json"), 0o444);
    for (const client of ["cursor", "claude-code", "gemini"]) {
      const ran = await install(client);
      expect(ran.exit, client).toBe(3);
      expect(ran.json()).toMatchObject({ error: { code: "mcp.install-failed", hint: expect.any(String) } });
    }
    expect(read("home/.gemini/settings.json")).toBe("{}");
    expect(readdirSync(join(sandbox.home, ".gemini"))).toEqual(["settings.json"]);
  });

  it("ends with exit code 3 and leaves nothing when the directory cannot be made, or the state folder", async () => {
    sandbox = makeSandbox({ "home/.cursor": "no directory", "home/file": "" });
    const blocked = await install("cursor");
    expect(blocked.exit).toBe(3);
    expect(blocked.json()).toMatchObject({
      error: { hint: expect.stringContaining("a file is in the place of a directory") },
    });
    const env = { KNOWHOW_STATE_DIR: join(sandbox.home, "file/state") };
    const ran = await sandbox.runWith({ env }, "mcp", "install", "gemini", "--yes", "--json");
    expect(ran.json()).toMatchObject({
      error: { code: "mcp.install-failed", hint: expect.stringContaining("KNOWHOW_STATE_DIR") },
    });
    expect(existsSync(join(sandbox.home, ".gemini"))).toBe(false);
  });

  it.skipIf(process.platform === "win32")(
    "S10 writes the target of a link, and keeps the link, the mode and a private backup",
    async () => {
      sandbox = makeSandbox({ "home/dotfiles/claude.json": '{"a": 1}\n' });
      const target = join(sandbox.home, "dotfiles/claude.json");
      chmodSync(target, 0o640);
      symlinkSync("dotfiles/claude.json", join(sandbox.home, ".claude.json"));
      const ran = await install("claude-code");
      expect(ran.json()).toMatchObject({ path: target });
      expect(lstatSync(join(sandbox.home, ".claude.json")).isSymbolicLink()).toBe(true);
      expect(statSync(target).mode & 0o777).toBe(0o640);
      expect(statSync(Object(ran.json()).backup).mode & 0o777).toBe(0o600);
      expect(JSON.parse(readFileSync(target, "utf8")).mcpServers.knowhow).toEqual(TYPED);
      mkdirSync(join(sandbox.home, ".gemini"));
      symlinkSync("../dotfiles/gemini.json", join(sandbox.home, ".gemini/settings.json"));
      expect((await install("gemini")).json()).toMatchObject({
        path: join(sandbox.home, "dotfiles/gemini.json"),
      });
      await uninstall("gemini");
      expect(readdirSync(join(sandbox.home, "dotfiles"))).toEqual(["claude.json"]);
    },
  );

  it.skipIf(process.platform === "win32")(
    "S10 refuses a link of a project that leads out of it",
    async () => {
      sandbox = makeSandbox({ "home/.claude.json": "{}" });
      symlinkSync("../home/.claude.json", join(sandbox.project, ".mcp.json"));
      symlinkSync("../home", join(sandbox.project, ".cursor"));
      for (const client of ["claude-code", "cursor"]) {
        const ran = await install(client, "--scope", "project");
        expect(ran.exit).toBe(3);
        expect(ran.json()).toMatchObject({
          error: { message: expect.stringContaining("leads out of the project") },
        });
      }
      expect(read("home/.claude.json")).toBe("{}");
      expect(existsSync(join(sandbox.home, "mcp.json"))).toBe(false);
    },
  );

  it("S10 loses no entry when many install into one file at the same time", async () => {
    sandbox = makeSandbox({ "home/.cursor/mcp.json": '{"mcpServers": {"x": {}}}' });
    const names = Array.from({ length: 12 }, (_, index) => `knowhow-${index}`);
    const all = await Promise.all(names.map((name) => install("cursor", "--name", name)));
    expect(all.map((ran) => ran.exit)).toEqual(names.map(() => 0));
    expect(new Set(Object.keys(JSON.parse(read("home/.cursor/mcp.json")).mcpServers))).toEqual(
      new Set(["x", ...names]),
    );
    await Promise.all(names.map((name) => uninstall("cursor", "--name", name)));
    expect(JSON.parse(read("home/.cursor/mcp.json"))).toEqual({ mcpServers: { x: {} } });
    expect(readdirSync(join(sandbox.home, ".cursor"))).toEqual(["mcp.json"]);
    expect(
      readdirSync(join(sandbox.home, ".local/state/knowhow/mcp-install")).filter((name) =>
        name.endsWith(".lock"),
      ),
    ).toEqual([]);
  });

  it("continues if a lock was left by a process that has exited", async () => {
    sandbox = makeSandbox();
    await install("cursor");
    const state = join(sandbox.home, ".local/state/knowhow/mcp-install");
    const [folder = ""] = readdirSync(state);
    expect(folder).not.toBe("");
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256")
      .update(join(sandbox.home, ".cursor/mcp.json"))
      .digest("hex")
      .slice(0, 24);
    const lock = join(state, `${hash}.lock`);
    const held = await withLock(lock, async () => readFileSync(lock, "utf8"));
    writeFileSync(lock, held.replace(`-${process.pid}-`, "-999999999-"), { mode: 0o600 });
    expect((await uninstall("cursor")).json()).toMatchObject({ action: "removed" });
  });

  it("uninstalls by its entry when what it remembered is damaged", async () => {
    sandbox = makeSandbox({ "home/.cursor/mcp.json": '{"a": 1}\n' });
    await install("cursor");
    const state = join(sandbox.home, ".local/state/knowhow/mcp-install");
    for (const folder of readdirSync(state))
      writeFileSync(join(state, folder, "record.json"), '{"version": 1, "entry": 3}');
    expect((await uninstall("cursor")).json()).toMatchObject({ action: "removed" });
    expect(JSON.parse(read("home/.cursor/mcp.json"))).toEqual({ a: 1, mcpServers: {} });
  });
});
