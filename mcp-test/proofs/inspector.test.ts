import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type HttpServer, openWorkshop } from "../support/workshop.ts";

const inspector = fileURLToPath(new URL("../node_modules/.bin/mcp-inspector", import.meta.url));
const workshop = openWorkshop();
let server: HttpServer;
before(async () => {
  server = await workshop.http();
});
after(async () => {
  assert.equal(await server.stop(), 0);
  workshop.close();
});

/** A client with a wrong token, over HTTP. */
type Way = "stdio" | "http" | "stranger";

/** One run of the inspector's command line. */
function inspect(
  way: Way,
  ...args: readonly string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const { command, args: words, env } = workshop.stdio;
  const token = way === "stranger" ? "wrong" : server.token;
  const target =
    way === "stdio"
      ? [command, ...words, ...Object.entries(env).flatMap(([key, value]) => ["-e", `${key}=${value}`])]
      : [server.url, "--transport", "http", "--header", `Authorization: Bearer ${token}`];
  const child = spawn(process.execPath, [inspector, "--cli", ...target, ...args], {
    env: { PATH: process.env.PATH, HOME: env.HOME },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve) => {
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

for (const way of ["stdio", "http"] as const) {
  test(`the inspector lists, loads, reads and is refused over ${way}`, async () => {
    const [tools, loaded, file, refused] = await Promise.all([
      inspect(way, "--method", "tools/list", "--strict"),
      inspect(way, "--method", "tools/call", "--tool-name", "skill_load", "--tool-arg", "name=pdf"),
      inspect(way, "--method", "resources/read", "--uri", "skill://pdf/references/forms.md"),
      inspect(way, "--method", "resources/read", "--uri", "skill://hidden/SKILL.md"),
    ]);
    assert.equal(tools.code, 0, tools.err);
    assert.match(tools.out, /skill_activate_topic/);
    assert.equal(loaded.code, 0, loaded.err);
    assert.match(loaded.out, /Fill in the form/);
    assert.match(file.out, /All forms/);
    assert.notEqual(refused.code, 0);
  });

  test(`the inspector invokes a skill and reads its directory over ${way}`, async () => {
    const [prompt, directory] = await Promise.all([
      inspect(way, "--method", "prompts/get", "--prompt-name", "pdf", "--prompt-args", "mode=fast"),
      inspect(way, "--method", "resources/directory/read", "--uri", "skill://pdf"),
    ]);
    assert.match(prompt.out, /in mode fast/, prompt.err);
    assert.match(directory.out, /inode\/directory/, directory.err);
  });

  test(`the inspector finds every skill conformant and every digest right over ${way}`, async () => {
    const { code, out, err } = await inspect(way, "--method", "skills/list", "--verify", "--require-digests");
    assert.equal(code, 0, `${out}${err}`);
    const reports = out.trim().split("\n");
    assert.equal(reports.length, 3, out);
  });
}

// Each run opens a new connection, and the inspector's command line can neither listen nor complete; the other clients can.
test("the inspector mounts tools in the newer generation, where a client needs no connection", async () => {
  const modern = ["--protocol-era", "modern", "--method"];
  const loaded = await inspect(
    "http",
    ...modern,
    "tools/call",
    "--tool-name",
    "skill_load",
    "--tool-arg",
    "name=pdf",
  );
  assert.equal(loaded.code, 0, loaded.err);
  assert.match((await inspect("http", ...modern, "tools/list")).out, /"pdf\.read"/);
});

test("the inspector with a wrong token is refused", async () => {
  const { code, out } = await inspect("stranger", "--method", "tools/list");
  assert.notEqual(code, 0);
  assert.doesNotMatch(out, /skill_load/);
});
