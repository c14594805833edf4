// Watches one directory of skills, edits one of them several times, and prints what a load and each edit cost.
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createRuntime } from "@knowhow/runtime/node";
import { cpuMs } from "../engines.mjs";

const [root = "", name = "", rounds = "5"] = process.argv.slice(2);
const loading = cpuMs();
const runtime = await createRuntime({ roots: [root], providers: false, cache: false });
const loadMs = cpuMs() - loading;

/** @type {(() => void) | undefined} */
let heard;
const watching = runtime.watch(() => heard?.());
// The watchers of 10,000 directories are set up in the background; an edit before that is found by the first look.
await sleep(2_500);

// A watcher does not keep a process alive.
const alive = setInterval(() => undefined, 1_000);
const edits = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const arrived = new Promise((resolve) => {
    heard = () => resolve(undefined);
  });
  const description = `Edited in round ${round}. Use when testing.`;
  const cpu = cpuMs();
  const wall = performance.now();
  writeFileSync(
    `${root}/${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: ${description}\n---\n\nRound ${round}\n`,
  );
  await arrived;
  if (runtime.library.get(name)?.description !== description)
    throw new Error(`the listener was called before ${name} was reloaded`);
  edits.push({ wallMs: performance.now() - wall, cpuMs: cpuMs() - cpu });
  await sleep(500);
}
clearInterval(alive);
watching.close();
process.stdout.write(`${JSON.stringify({ skills: runtime.library.size, loadMs, edits })}\n`);
