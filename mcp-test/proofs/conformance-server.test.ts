import { strict as assert } from "node:assert";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openDoor } from "../support/open-door.ts";
import { type HttpServer, openWorkshop } from "../support/workshop.ts";

const here = fileURLToPath(new URL("..", import.meta.url));
const suite = `${here}node_modules/@modelcontextprotocol/conformance/dist/index.js`;
const workshop = openWorkshop();
let server: HttpServer;
let door: Awaited<ReturnType<typeof openDoor>>;
before(async () => {
  server = await workshop.http();
  door = await openDoor(server);
});
after(async () => {
  door.close();
  assert.equal(await server.stop(), 0);
  workshop.close();
});

/** One run of the suite against the server. */
function run(...args: readonly string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [suite, "server", "--url", door.url, ...args],
      { maxBuffer: 1 << 26 },
      (error, out, err) => {
        resolve({
          code: typeof error?.code === "number" ? error.code : error === null ? 0 : 1,
          out: out + err,
        });
      },
    );
  });
}

for (const [scenario, checks] of [
  ["sep-2640-skills-enumeration", 32],
  ["sep-2640-skills-manifest", 6],
  ["sep-2640-skills-directory", 7],
] as const) {
  test(`the conformance suite passes ${scenario}`, async () => {
    const { code, out } = await run("--scenario", scenario);
    assert.equal(code, 0, out);
    assert.match(out, new RegExp(`Passed: ${checks}/${checks}, 0 failed`), out);
  });
}

test("the rest of the conformance suite passes except for the scenarios in expected-failures.yml", async () => {
  const { code, out } = await run("--suite", "all", "--expected-failures", `${here}expected-failures.yml`);
  assert.equal(code, 0, out.slice(-4_000));
});
