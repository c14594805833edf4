// Settings in knowhow.json: what the user allows, what a repository may add, and what an application sets in code.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { configuredEmbedders } from "@knowhow/embeddings";
import { configuredServers } from "@knowhow/mcp/client";
import { createRuntime } from "@knowhow/runtime/node";

const root = mkdtempSync(join(tmpdir(), "knowhow-example-"));
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const skill = (name: string) => `---\nname: ${name}\ndescription: Use it for ${name}.\n---\nDo it.\n`;

// The user has three skills. `legacy` is off, and only the user may invoke `deploy`.
write("home/.agents/skills/deploy/SKILL.md", skill("deploy"));
write("home/.agents/skills/invoices/SKILL.md", skill("invoices"));
write("home/.agents/skills/legacy/SKILL.md", skill("legacy"));
write("config/knowhow.json", '{ "overrides": { "deploy": "user-only", "legacy": "off" } }');

// The repository does not need invoices, keeps its own skills in tools/skills, and tries to re-enable `legacy`.
write("project/.git/HEAD", "");
write("project/tools/skills/release/SKILL.md", skill("release"));
write(
  "project/knowhow.json",
  '{ "ignore": ["invoices"], "roots": ["tools/skills"], "overrides": { "legacy": "on" }, "infer": true }',
);

// The library and the command line read the same files. Pass functions that open the configured MCP servers and
// embedders.
const env = { KNOWHOW_CONFIG_DIR: join(root, "config") };
const home = join(root, "home");
const servers = configuredServers({ env, home });
const knowhow = await createRuntime({
  cwd: join(root, "project"),
  home,
  env,
  cache: false,
  servers: servers.open,
  embedders: configuredEmbedders(),
  // A real application would ask the user about project skills; here all of them are trusted.
  trust: () => true,
});

const states = Object.fromEntries(
  knowhow.library.entries().map(({ skill: { name }, state }) => [name, state]),
);
console.log(knowhow.configFiles, states);
assert.deepEqual(states, { deploy: "user-only", legacy: "off", release: "on" });

// Settings of the repository that were ignored are reported.
const refused = knowhow.library.diagnostics.map(({ code }) => code);
assert.deepEqual(refused, ["config.widening-refused"]);

// A changed file takes effect with the next reload; `watch` reloads automatically.
write("config/knowhow.json", '{ "overrides": { "deploy": "off" } }');
await knowhow.reload();
assert.equal(knowhow.library.has("deploy"), false);

// While the user's own file is invalid, everything that it may have restricted is denied.
write("config/knowhow.json", '{ "overides": { "deploy": "off" } }');
const { diagnostics } = await knowhow.reload();
console.log(diagnostics[0]?.message);
assert.match(diagnostics[0]?.message ?? "", /"overides" is an unknown setting; did you mean "overrides"\?/);
assert.deepEqual(knowhow.library.discoveryIndex(), []);

knowhow.close();
await servers.close();
rmSync(root, { recursive: true });
