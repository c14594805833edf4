/**
 * A host whose skills come from the server at the given address: `node client-program.ts <url>`. It lists them, shows the
 * catalog, and, unless the scenario is about not fetching, lets a model load each one and read its files.
 * The exit code is 1 if a skill was refused.
 */
import { connectSkillServers } from "@knowhow/mcp/client";
import { createRuntime } from "@knowhow/runtime/node";

const url = process.argv.at(-1) ?? "";
const wantsNothing = process.env.MCP_CONFORMANCE_SCENARIO === "sep-2640-client-no-prefetch";

const servers = connectSkillServers([{ label: "suite", transport: { url } }], { approve: () => true });
const runtime = await createRuntime({ providers: false, cache: false, sources: servers.sources });
const session = await runtime.session();
const { baseline } = await session.turn({ messages: [{ role: "user", content: "Fill in my PDF form." }] });
process.stdout.write(`${baseline}\n`);
for (const { name } of runtime.library.list()) {
  const files = await runtime.resources(name);
  if (wantsNothing) continue;
  const loaded = await session.call("skill_load", { name });
  process.stdout.write(`${loaded.text}\n`);
  if (loaded.isError) process.exitCode = 1;
  else for (const { path } of files.value) await session.resolve(`skill://${name}/${path}`);
}
runtime.close();
await servers.close();
