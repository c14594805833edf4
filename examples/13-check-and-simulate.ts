// What `knowhow doctor` and `knowhow simulate` do, from code: for a console, a health endpoint or a test.
import assert from "node:assert/strict";
import { parseScript, playScript } from "@knowhow/runtime/authoring";
import { createRuntime, runDoctor, temporaryProject } from "@knowhow/runtime/node";

const broken = { name: "forms", text: "---\nname: forms\n---\nFill in the form.\n" };
const knowhow = await createRuntime({ providers: false, config: false, cache: false, skills: [broken] });

// The report of `knowhow doctor --json`: checks with a status, and what to do next.
const report = await runDoctor(knowhow);
for (const { check, status, summary } of report.checks)
  console.log(`${status.padEnd(7)} ${check}: ${summary}`);
assert.equal(report.ok, false);
assert.equal(report.checks.find(({ check }) => check === "files")?.status, "error");

// A scripted conversation without a model. In a temporary project the script can write its own skills.
const skill = "---\nname: pdf\ndescription: Fills in forms.\n---\nAsk for the file.\n";
const script = parseScript(
  [
    { write: { ".agents/skills/pdf/SKILL.md": skill } },
    { user: "/pdf" },
    { expect: { active: ["pdf"], textIncludes: "Ask for the file." } },
  ]
    .map((line) => JSON.stringify(line))
    .join("\n"),
);
const project = temporaryProject();
const { ok, steps } = await playScript(script, project).finally(() => project.close());
assert.equal(ok, true);
assert.deepEqual(
  steps.map(({ step }) => step),
  ["write", "user", "expect"],
);

// The same against a runtime of your own, which a script cannot change.
const hello = parseScript('{"user": "hello"}\n{"expect": {"active": ["pdf"]}}', { path: "hello.jsonl" });
const played = await playScript(hello, { open: () => knowhow });
const failed = played.steps.flatMap((step) => (step.step === "expect" ? step.failures : []));
console.log(failed);
assert.deepEqual(failed, ["active: none; expected: pdf"]);
knowhow.close();
