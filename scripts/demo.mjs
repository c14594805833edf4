/**
 * `npm start`: a short tour with skills in a temporary directory. It uses what `npm ci` has built, the way a user
 * would: the command line first, then the library.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const WIDTH = 100;
const knowhow = fileURLToPath(new URL("../packages/cli/bin/knowhow.js", import.meta.url));

const skills = {
  "project/.agents/skills/release-notes/SKILL.md": `---
name: release-notes
description: Writes release notes from merged pull requests. Use when a version is tagged or someone asks what changed.
---

# Release notes

1. List the pull requests since the last tag.
2. Group them by what they mean for users.
`,
  "project/.agents/skills/review/SKILL.md": `---
name: review
description: Reviews a change by the rules of this project. Use when the user asks for a review.
---

Read the rules of the project first, then the diff.
`,
  "home/.claude/skills/review/SKILL.md": `---
name: review
description: Reviews any change. Use when the user asks for a review.
---

Look at the diff first.
`,
  "project/.agents/skills/figma-export/SKILL.md": `---
name: figma-export
description: Exports frames from Figma as images. Use when the user names a Figma file.
requires:
  bins: [figma-export-cli]
install:
  - kind: npm
    package: figma-export-cli
---

Run figma-export-cli with the address of the file.
`,
  "project/.agents/skills/pdf-forms/SKILL.md": `---
name: pdf-forms
description: Helps with PDFs.
---

Read [the fields](references/fields.md) and fill the form.
`,
  "project/.agents/skills/weekly-report/SKILL.md": `---
name: Weekly-Report
description: Writes the weekly report: numbers first, then prose. Use when a week ends.
---

Collect the numbers.
`,
};

const workflow = {
  "project/.agents/skills/weekly-notes/SKILL.md": `---
name: weekly-notes
description: Collects the notes of a week in one file. Use when a week ends.
---

Collect the notes of the week in one file.
`,
  "project/.agents/skills/weekly-notes/workflow.yaml": `inputs: { week: string }
steps:
  - { id: files, tool: files.list, with: { path: notes } }
  - { id: calm, wait: 2s }
  - { id: texts, for: file in files, tool: files.read, with: { path: "{{ file.path }}" } }
  - id: ok
    approve: "Write {{ texts | length }} notes to {{ inputs.week }}.md?"
    with: { texts: "{{ texts }}" }
  - id: written
    if: ok.approved
    tool: files.write
    with: { path: "{{ inputs.week }}.md", text: "{{ texts | join('') }}" }
output: "{{ written.path }}"
`,
  "project/notes/monday.md": "Monday: planned.\n",
  "project/notes/friday.md": "Friday: released.\n",
};

const repaired = `---
name: weekly-report
description: "Writes the weekly report: numbers first, then prose. Use when a week ends."
---

Collect the numbers.
`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-demo-")));
const [project, home] = [join(folder, "project"), join(folder, "home")];
try {
  mkdirSync(join(project, ".git"), { recursive: true });
  for (const [path, text] of Object.entries(skills)) writeSkill(path, text);
  await tour();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function tour() {
  say("knowhow: a tour in eleven steps\n");
  say("The tour uses a project and a home directory in a temporary folder, shown here as /demo.");

  heading("1. Which skills are here?");
  say(
    "Skills of the project and of the user, from the folders that agents use. Those of the project are pending:",
  );
  say("someone else wrote them, so no agent sees them yet.");
  run(["list"]);

  heading("2. Do you trust the skills of this project?");
  say(
    "Read a skill, then decide. A decision applies to exactly this content and is stored outside the project.",
  );
  run(["trust", "show", "release-notes"], 1);
  run(["trust", "release-notes", "--yes"]);
  run(["trust", "--all", "--yes"]);
  say("\nWhen a line of the skill changes, the skill is pending again:");
  const path = "project/.agents/skills/release-notes/SKILL.md";
  writeSkill(path, `${skills[path]}3. Thank everyone who helped.\n`);
  run(["trust", "list"]);
  run(["trust", "release-notes", "--yes"]);

  heading("3. Two skills are named review. Which one is used?");
  say("Every decision can be explained, from the file to the catalog.");
  run(["why", "review"]);

  heading("4. One skill is listed although its file is invalid");
  say("Loading repairs what it can. The strict check reports the line and column of every error.");
  run(["validate", ".agents/skills/weekly-report"], 1);
  say("\nAfter the name is changed to lower case and the description is quoted:");
  writeSkill("project/.agents/skills/weekly-report/SKILL.md", repaired);
  run(["validate", ".agents/skills/weekly-report"]);
  say("\nThe content is no longer the one that was trusted, so it needs a new decision:");
  run(["trust", "weekly-report", "--yes"]);

  heading("5. One skill needs a program that is missing");
  say("The model does not see it. The user is told what to do.");
  run(["why", "figma-export"]);

  heading("6. A valid skill can still be improved");
  say("Lint gives advice on skills that are valid but hard for a model to use.");
  run(["lint", ".agents/skills/pdf-forms"]);

  heading("7. Find a skill by words");
  run(["search", "pull", "requests"]);

  heading("8. Which skill matches a message?");
  say("Skills are matched by name, trigger phrases, words and meaning, offline. Small talk matches none.");
  run(["match", "write up the merged pull requests for the new version"]);
  run(["match", "thanks, that helped"]);

  heading("9. What does the model see?");
  say("The same library in your own program, with a token budget:");
  await catalog();

  heading("10. Run a workflow");
  say("A skill with steps runs the same way every time. First, what it would do:");
  for (const [path, text] of Object.entries(workflow)) writeSkill(path, text);
  run(["trust", "weekly-notes", "--yes"]);
  run(["run", "weekly-notes", "week-47", "--dry-run"]);
  say("\nNow the process is killed after the first step:");
  await runAndKill(["run", "weekly-notes", "week-47"]);
  say("\nThe run was stored step by step. Another process continues it, up to the question:");
  const { runs } = JSON.parse(call(["runs", "--json"]).stdout);
  const [{ runId }] = runs;
  run(["runs"]);
  run(["resume", runId], 5);
  say(
    "\nThe approval is bound to exactly this question. Files are written without another one, because we say so:",
  );
  run(["resume", runId, "--approve", "--allow-write"]);
  run(["runs", "show", runId]);

  heading("11. What to try next");
  say(`  node packages/cli/bin/knowhow.js list       your own skills
  node packages/cli/bin/knowhow.js trust      pending skills and your decisions
  node packages/cli/bin/knowhow.js doctor     problems and how to fix them
  npx tsx examples/01-find-skills.ts          the library, as a numbered course
  npm test                                    all checks and tests`);
}

async function catalog() {
  const { planCatalog } = await import("@knowhow/runtime/authoring");
  const { createRuntime } = await import("@knowhow/runtime/node");
  say(`
  const { library } = await createRuntime({ cwd: project });
  const entries = library.discoveryIndex().map(([name, description]) => ({ name, description }));
  planCatalog(entries, { budget: 1_500 }).text
`);
  const { library } = await createRuntime({ cwd: project, home, env: {}, cache: false });
  const entries = library.discoveryIndex().map(([name, description]) => ({ name, description }));
  const roomy = planCatalog(entries, { budget: 1_500 });
  show(roomy.text);
  say(`\n${roomy.tokens} tokens. With a budget of 60, what a skill does is cut before when to use it:\n`);
  const tight = planCatalog(entries, { budget: 60 });
  show(tight.text);
  say(`\n${tight.tokens} tokens: ${tight.report.full} in full, ${tight.report.shortened} shortened.`);
}

/** Runs a command in the project as a user would, and shows its output. @param {readonly string[]} args */
function run(args, expectedExit = 0) {
  say(`\n  $ knowhow ${args.map((arg) => (arg.includes(" ") ? `"${arg}"` : arg)).join(" ")}\n`);
  const { status, stdout, stderr } = call(args);
  if (status !== expectedExit)
    throw new Error(`knowhow ${args.join(" ")} exited with code ${status}:\n${stdout}${stderr}`);
  show(stdout.trimEnd());
  if (status !== 0) say(`\n  (exit code ${status})`);
}

/** @param {readonly string[]} args */
function call(args) {
  return spawnSync(process.execPath, [knowhow, ...args], { ...surroundings(), encoding: "utf8" });
}

/** Starts a command, and kills its process when the first step has ended. @param {readonly string[]} args */
function runAndKill(args) {
  say(`\n  $ knowhow ${args.join(" ")}\n`);
  const child = spawn(process.execPath, [knowhow, ...args], {
    ...surroundings(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  return new Promise((resolve) => {
    child.stderr.on("data", (chunk) => {
      show(String(chunk).trimEnd());
      child.kill("SIGKILL");
    });
    child.on("exit", (code, signal) => {
      say(`\n  (killed: ${signal ?? code})`);
      resolve(undefined);
    });
  });
}

/** The project, and an environment without the user's own settings. */
function surroundings() {
  const env = {
    PATH: "",
    HOME: home,
    USERPROFILE: home,
    NO_COLOR: "1",
    KNOWHOW_CACHE_DIR: join(folder, "cache"),
  };
  return { cwd: project, env };
}

/** @param {string} path @param {string} text */
function writeSkill(path, text) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** @param {string} title */
function heading(title) {
  say(`\n${title}\n${"─".repeat(title.length)}`);
}

/** Output of a program, indented, with a short name for the temporary directory. @param {string} text */
function show(text) {
  for (const line of text.replaceAll(folder, "/demo").split("\n")) {
    say(line === "" ? "" : wrap(`  ${line}`).join("\n"));
  }
}

/**
 * Wraps a long line at spaces and indents the rest to its last column. @param {string} line @returns {readonly
 * string[]}
 */
function wrap(line) {
  if (line.length <= WIDTH) return [line];
  const column = /^.*\S {2,}(?=\S)|^ *(?:\S+ (?=line \d))?/.exec(line)?.[0].length ?? 0;
  const space = line.lastIndexOf(" ", WIDTH);
  if (space <= column) return [line];
  return [line.slice(0, space), ...wrap(`${" ".repeat(column)}${line.slice(space + 1)}`)];
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}
