import { strict as assert } from "node:assert";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const suite = `${here}node_modules/@modelcontextprotocol/conformance/dist/index.js`;
const program = [process.execPath, "--conditions=@knowhow/source", `${here}support/client-program.ts`];

/** One scenario of the suite, played against a host that uses knowhow's client. */
function run(scenario: string, ...args: readonly string[]): Promise<{ code: number; out: string }> {
  const words = [suite, "client", "--command", program.join(" "), "--scenario", scenario, ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { maxBuffer: 1 << 26 }, (error, out, err) => {
      resolve({
        code: typeof error?.code === "number" ? error.code : error === null ? 0 : 1,
        out: out + err,
      });
    });
  });
}

for (const scenario of [
  "sep-2640-client-no-prefetch",
  "sep-2640-client-verify-digest",
  "sep-2640-client-verify-size",
  "sep-2640-client-verify-frontmatter",
]) {
  test(`the conformance suite passes ${scenario}`, async () => {
    const { code, out } = await run(scenario);
    assert.equal(code, 0, out);
    assert.match(out, /Passed: 1\/1, 0 failed/, out);
  });
}
