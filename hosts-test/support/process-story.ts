import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { MESSAGES, type RawRequest, readRequests } from "./conversation.ts";

const here = fileURLToPath(new URL("..", import.meta.url));

/** Runs `conversations/<program>.ts` in one process for all messages, and in a process for each message. */
export function proveProcesses(name: string, program: string): void {
  describe(`${name}, with a new process for every message`, () => {
    const home = mkdtempSync(join(tmpdir(), "knowhow-processes-"));
    let one: readonly RawRequest[] = [];
    let many: readonly RawRequest[] = [];

    before(async () => {
      const file = await bundle(program);
      one = converse(home, () => run(file, home, MESSAGES));
      many = converse(home, () => {
        for (const message of MESSAGES) run(file, home, [message]);
      });
    });
    after(() => rmSync(home, { recursive: true, force: true }));

    it("sends the same bytes as one process", () => {
      assert.deepEqual([one.length, many.length], [13, 13]);
      for (const [index, request] of many.entries())
        assert.equal(asBytes(request), asBytes(one[index]), `request ${index}`);
    });

    it("keeps every byte that was sent before", () => {
      for (const [index, { system, messages }] of many.entries()) {
        const earlier = many[index - 1];
        if (earlier === undefined) continue;
        assert.deepEqual(system, earlier.system, `request ${index}`);
        const { length } = earlier.messages;
        assert.equal(asBytes(messages.slice(0, length)), asBytes(earlier.messages), `request ${index}`);
      }
    });

    it("has the skill that the user named in every later request, once", () => {
      const count = (text: string) => many.map((request) => asBytes(request.messages).split(text).length - 1);
      assert.deepEqual(count("The text is for Ada."), [0, ...Array(12).fill(1)]);
      assert.deepEqual(count("The text is for everybody."), [...Array(8).fill(0), ...Array(5).fill(1)]);
      assert.deepEqual(count("The available skills have changed."), [
        ...Array(6).fill(0),
        ...Array(7).fill(1),
      ]);
      assert.match(asBytes(many[10]?.messages.at(-1)), /was loaded earlier in this conversation/);
    });
  });
}

/** Empties the directory and returns the requests of what then runs in it. The path is the same each time. */
function converse(home: string, work: () => void): readonly RawRequest[] {
  const folder = folderOf(home);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  work();
  return readRequests(folder);
}

function folderOf(home: string): string {
  return join(home, "project");
}

function run(file: string, home: string, messages: readonly string[]): void {
  const guard = new URL("loopback-only.mjs", import.meta.url).href;
  const args = ["--import", guard, file, folderOf(home), ...messages];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
  assert.equal(status, 0, stderr);
}

/** One file with the adapter and the engine, without the framework, because it starts much faster than the sources. */
async function bundle(program: string): Promise<string> {
  const { dependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const outdir = join(here, "node_modules/.cache/knowhow", program);
  await build({
    entryPoints: [join(here, "conversations", `${program}.ts`)],
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    conditions: ["@knowhow/source"],
    external: Object.keys(dependencies).flatMap((id) => [id, `${id}/*`]),
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  return join(outdir, `${program}.mjs`);
}

function asBytes(value: unknown): string {
  return JSON.stringify(value);
}
