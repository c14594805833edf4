import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeEnvironment } from "@knowhow/runtime/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findClients } from "./find-clients.ts";

let root: string;
beforeEach(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), "knowhow-clients-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function link(path: string, target: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(join(root, target), join(root, path));
}

function found(all = false) {
  const environment = nodeEnvironment({
    cwd: join(root, "project"),
    home: join(root, "home"),
    variables: { PATH: join(root, "bin") },
  });
  return findClients({ environment, project: join(root, "project") }, { all });
}

describe.skipIf(process.platform === "win32")("the clients of this machine", () => {
  it("O3 are none on an empty machine, and none where an installer of skills has made folders only", () => {
    expect(found()).toEqual([]);
    write({ "home/.claude/skills/pdf/SKILL.md": "", "home/.cursor/skills/pdf/SKILL.md": "" });
    expect(found()).toEqual([]);
  });

  it("O3 have the version of their package, without being started", () => {
    const started = join(root, "started");
    write({
      "lib/node_modules/@openai/codex/package.json": '{"name":"@openai/codex","version":"0.169.0"}',
      "lib/node_modules/@openai/codex/bin/codex.js": `#!/bin/sh\ntouch ${started}\n`,
      "share/claude/versions/2.1.326": "",
      "bin/gemini": "#!/bin/sh\n",
    });
    chmodSync(join(root, "lib/node_modules/@openai/codex/bin/codex.js"), 0o755);
    link("bin/codex", "lib/node_modules/@openai/codex/bin/codex.js");
    link("home/.local/bin/claude", "share/claude/versions/2.1.326");
    expect(found()).toEqual([
      { client: "claude-code", installed: true, version: "2.1.326", connected: false },
      { client: "codex", installed: true, version: "0.169.0", connected: false },
      { client: "gemini", installed: true, version: null, connected: false },
    ]);
    expect(() => realpathSync(started)).toThrow();
  });

  it("O3 do not take the version of Node or of another package for their own", () => {
    write({
      "nvm/node/v22.1.0/lib/node_modules/wrapper/package.json": '{"name":"wrapper","version":"9.9.9"}',
      "nvm/node/v22.1.0/lib/node_modules/wrapper/codex.js": "",
    });
    link("bin/codex", "nvm/node/v22.1.0/lib/node_modules/wrapper/codex.js");
    expect(found()).toMatchObject([{ client: "codex", version: null }]);
  });

  it("O3 are found by their settings, and connected if one of their servers is knowhow", () => {
    write({
      "home/.claude.json": '{"mcpServers":{"skills":{"command":"npx","args":["knowhow","mcp"]}}}',
      "home/.codex/config.toml": '[mcp_servers.knowhow]\ncommand = "knowhow"\nargs = ["mcp"]\n',
      "home/.gemini/settings.json": '{"note":"knowhow is not a server here","mcpServers":{}}',
      "home/.cursor/mcp.json": '{"mcpServers":{"knowhow": {{{',
      "project/.vscode/mcp.json": '{"servers":{"knowhow":{"command":"knowhow"}}}',
    });
    const rows = Object.fromEntries(found(true).map(({ client, ...rest }) => [client, rest]));
    expect(rows["claude-code"]).toEqual({ installed: true, version: null, connected: true });
    expect(rows.codex).toMatchObject({ installed: true, connected: true });
    expect(rows.gemini).toMatchObject({ installed: true, connected: false });
    expect(rows.cursor).toMatchObject({ installed: true, connected: null });
    expect(rows.vscode).toMatchObject({ installed: false, connected: true });
    expect(rows.goose).toMatchObject({ installed: false, connected: false });
  });
});
