import { strict as assert } from "node:assert";
import { after, test } from "node:test";
import { claudeCode } from "../support/claude-code.ts";
import { type ScriptedModel, startModel } from "../support/scripted-model.ts";
import { openWorkshop, type Workshop } from "../support/workshop.ts";

/** As many skill folders as make Claude Code itself slow to start. */
const SKILLS = 3_000;
/** Every second run has no index of the skills, as the first one on a machine. */
const RUNS = process.argv.includes("--long") ? 10 : 1;

const { command } = claudeCode;
const closing: (() => void)[] = [];
after(() => {
  for (const close of closing) close();
});

function openLarge(): Workshop {
  const workshop = openWorkshop();
  closing.push(workshop.close);
  const names = Array.from({ length: SKILLS }, (_, at) => `chore-of-many-${String(at).padStart(4, "0")}`);
  const text = (name: string) =>
    `---\nname: ${name}\ndescription: Does the chore ${name} of a large workshop. Use when it is asked for.\n---\n\nDo it.\n`;
  workshop.write(Object.fromEntries(names.map((name) => [`.claude/skills/${name}/SKILL.md`, text(name)])));
  return workshop;
}

async function firstRequest(workshop: Workshop): Promise<string> {
  const model: ScriptedModel = await startModel([]);
  closing.push(model.close);
  workshop.write(claudeCode.settings(model.port));
  workshop.knowhow("mcp", "install", claudeCode.id, "--yes");
  const { status, output } = await workshop.run(
    [...(command ?? []), ...claudeCode.prompt("Do a chore.")],
    claudeCode.environment(model.port),
  );
  assert.equal(status, 0, output.slice(-2_000));
  return model.requests()[0] ?? "";
}

if (command === undefined) {
  test("Claude Code has a program for this platform", {
    skip: `no program for ${process.platform}-${process.arch}`,
  });
} else {
  test(`our tools are in the first request of Claude Code with ${SKILLS} skills, in ${RUNS} of ${RUNS} runs`, async () => {
    const workshop = openLarge();
    const missing: number[] = [];
    for (let run = 1; run <= RUNS; run += 1) {
      if (run % 2 === 1) workshop.remove(".cache");
      const request = await firstRequest(workshop);
      if (!request.includes(claudeCode.tool("skill_search"))) missing.push(run);
      else assert.match(request, /Find skills for a task with|find skills for a task with/);
    }
    assert.deepEqual(missing, [], `runs without our tools, of ${RUNS}`);
  });
}
