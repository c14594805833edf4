import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Databases, openDatabases } from "../support/databases.ts";

const WORKFLOW = `steps:
  - { id: note, tool: files.read, with: { path: note.md } }
  - { id: pause, wait: 6s }
  - { id: copied, tool: files.write, with: { path: copy.md, text: "{{ note }}" }, key: copy }
output: "{{ copied.path }}"
`;
const ASKING = `steps:
  - { id: note, tool: files.read, with: { path: note.md } }
  - { id: ok, approve: "Copy it?" }
  - { id: pause, wait: 6s }
  - { id: copied, if: ok.approved, tool: files.write, with: { path: copy.md, text: "{{ note }}" }, key: copy }
output: "{{ copied.path }}"
`;
const SKILL = "---\nname: copy-note\ndescription: Copies a note. Use when a note is copied.\n---\nCopy it.\n";

let databases: Databases;
let folder: string;
const started: ChildProcess[] = [];
before(async () => {
  databases = await openDatabases();
  folder = mkdtempSync(join(tmpdir(), "knowhow-commands-"));
});
after(async () => {
  for (const child of started) child.kill("SIGKILL");
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The command line in a directory with a note, as on a machine of its own. */
function machine(name: string, env: Readonly<Record<string, string>> = {}) {
  const directory = join(folder, name);
  mkdirSync(directory, { recursive: true });
  for (const [id, workflow] of [
    ["copy-note", WORKFLOW],
    ["ask-note", ASKING],
  ] as const) {
    const skill = join(folder, "skills", id);
    mkdirSync(skill, { recursive: true });
    writeFileSync(join(skill, "SKILL.md"), SKILL.replace("copy-note", id));
    writeFileSync(join(skill, "workflow.yaml"), workflow);
  }
  writeFileSync(join(directory, "note.md"), name);
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const script = fileURLToPath(new URL("../support/knowhow.ts", import.meta.url));
  const node = ["--conditions=@knowhow/source", "--no-deprecation", "--import", tsx, script];
  const begin = (...argv: readonly string[]) => {
    const child = spawn(process.execPath, [...node, ...argv, "--root", join(folder, "skills")], {
      cwd: directory,
      env: { ...process.env, KNOWHOW_STATE_DIR: join(directory, "state"), HOME: directory, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    started.push(child);
    const said = { out: "", err: "" };
    child.stdout.on("data", (data) => {
      said.out += data;
    });
    child.stderr.on("data", (data) => {
      said.err += data;
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, said, ended };
  };
  const run = async (...argv: readonly string[]) => {
    const { said, ended } = begin(...argv);
    return { exit: await ended, ...said };
  };
  return { directory, begin, run };
}

async function until(holds: () => boolean, what: () => string): Promise<void> {
  const end = Date.now() + 90_000;
  while (!holds()) {
    ok(Date.now() < end, what());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("the commands with runs in PostgreSQL", () => {
  test("X9 a worker continues the run of a killed process in its own directory", {
    timeout: 180_000,
  }, async () => {
    const url = await databases.create();
    const here = machine("here", { KNOWHOW_RUNS_URL: url });
    const there = machine("there");
    const victim = here.begin("run", "copy-note", "--allow-write");
    await until(
      () => victim.said.err.includes("✓ note"),
      () => victim.said.err,
    );
    victim.child.kill("SIGKILL");
    await victim.ended;
    equal(existsSync(join(here.directory, "state/knowhow/runs")), false);
    equal(existsSync(join(here.directory, "state/runs")), false);
    const worker = there.begin("worker", "--postgres", url, "--allow-write");
    await until(
      () => worker.said.err.includes("copy-note succeeded"),
      () => worker.said.err,
    );
    worker.child.kill("SIGTERM");
    equal(await worker.ended, 0);
    match(
      worker.said.err,
      /^knowhow: waiting for runs of knowhow in postgres:\/\/[\w.:]+\/\w+, 1 at a time; Ctrl-C stops\n/,
    );
    // The note was read before the process died, and is not read again.
    equal(readFileSync(join(there.directory, "copy.md"), "utf8"), "here");
    equal(existsSync(join(here.directory, "copy.md")), false);
    const listed = await here.run("runs", "--json");
    deepEqual(
      JSON.parse(listed.out).runs.map(({ status }: { readonly status: string }) => status),
      ["succeeded"],
    );
  });

  test("X8 X9 of two workers one is killed, a third process approves, and the other one finishes the run", {
    timeout: 180_000,
  }, async () => {
    const url = await databases.create();
    const user = machine("user", { KNOWHOW_RUNS_URL: url });
    const workers = ["one", "two"].map((name) => ({ name, ...machine(name) }));
    const begun = await user.run("run", "ask-note", "--json");
    equal(begun.exit, 5, begun.err);
    const { runId, status, waiting } = JSON.parse(begun.out);
    equal(status, "paused");
    const running = workers.map((worker) => ({
      ...worker,
      ...worker.begin("worker", "--postgres", url, "--allow-write"),
    }));
    const approved = user.begin("resume", runId, "--approve", "--token", waiting.token, "--json");
    await until(
      () => running.some(({ said }) => said.err.includes("✓ ok")) || approved.said.err.includes("✓ ok"),
      () => [approved, ...running].map(({ said }) => said.err).join("\n"),
    );
    // Whoever executes the run is in its pause now: the process that approved, and one of the workers, are killed.
    approved.child.kill("SIGKILL");
    const victim = running.find(({ said }) => said.err.includes("✓ ok")) ?? running[0];
    victim?.child.kill("SIGKILL");
    const [left] = running.filter((worker) => worker !== victim);
    ok(left);
    await until(
      () => left.said.err.includes("ask-note succeeded"),
      () => left.said.err,
    );
    left.child.kill("SIGTERM");
    equal(await left.ended, 0);
    const copies = ["user", "one", "two"].filter((name) => existsSync(join(folder, name, "copy.md")));
    deepEqual(copies, [left.name]);
    equal(readFileSync(join(left.directory, "copy.md"), "utf8"), "user");
    const shown = await user.run("runs", "show", runId, "--json");
    equal(JSON.parse(shown.out).status, "succeeded");
  });

  test("X9 a database that cannot be used is named without its password", { timeout: 60_000 }, async () => {
    const { run } = machine("here");
    const wrong = await run("worker", "--postgres", "mysql://user:hunter2@127.0.0.1/x");
    equal(wrong.exit, 2);
    match(wrong.err, /postgres:\/\/user:password@host/);
    const gone = await run("worker", "--postgres", "postgres://user:hunter2@127.0.0.1:1/x");
    equal(gone.exit, 3);
    match(gone.err, /127\.0\.0\.1:1\/x/);
    equal(`${wrong.err}${gone.err}`.includes("hunter2"), false);
  });
});
