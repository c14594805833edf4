// Two skills want the same name. Who wins, and why?
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "@knowhow/runtime/node";

const place = await mkdtemp(join(tmpdir(), "knowhow-example-"));
for (const [root, words] of [
  ["home", "any change"],
  ["project", "a change by the rules of this project"],
] as const) {
  await mkdir(join(place, root, ".agents/skills/review"), { recursive: true });
  const text = `---\nname: review\ndescription: Reviews ${words}. Use when asked for a review.\n---\n\nLook at the diff first.\n`;
  await writeFile(join(place, root, ".agents/skills/review/SKILL.md"), text);
}

const { library } = await createRuntime({
  cwd: join(place, "project"),
  home: join(place, "home"),
  cache: false,
  // A project's skill that is not trusted never takes precedence over your own.
  trust: () => true,
});

for (const { stage, outcome, detail } of library.why("review")) {
  console.log(`${stage.padEnd(12)} ${outcome.padEnd(10)} ${detail.replaceAll(place, "")}`);
}

assert.equal(library.get("review")?.origin.level, "project");
assert.deepEqual(
  library.versions("review").map(({ origin }) => origin.level),
  ["project", "user"],
);
assert.equal(library.diagnostics[0]?.code, "resolution.override");
assert.equal(library.why("reveiw")[0]?.outcome, "not found");
await rm(place, { recursive: true });
