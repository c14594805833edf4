import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { bubblewrap } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Ran, type Sandbox } from "../testing/sandbox.ts";
import { storedRuns, storeRun } from "../testing/stored-runs.ts";
import { COPY_NOTE, COUNT_FILES, workflowSkill } from "../testing/workflows.ts";

const status = await bubblewrap().status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

/** Starts a worker. */
function work(...argv: readonly string[]) {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const serving = { input: new PassThrough(), output: new PassThrough(), untilStopped: () => stopped };
  const said: string[] = [];
  const stderr = { write: (text: string) => void said.push(text), isTTY: false, columns: undefined };
  const working = sandbox.runWith({ serving, stderr }, "worker", ...argv);
  const ended = async (): Promise<Ran> => {
    stop();
    return working;
  };
  return { said: () => said.join(""), ended };
}

const WAIT = { timeout: 10_000 };
const reaches = (id: string, phase: string) =>
  expect.poll(async () => (await storedRuns(sandbox).get(id))?.phase, WAIT).toBe(phase);

describe("knowhow worker", () => {
  it("X9 executes stored runs with the tools of the command line until it is stopped", async () => {
    sandbox = makeSandbox({ ...COPY_NOTE, ...COUNT_FILES, "project/notes/a.md": "hello" });
    await sandbox.trustAll();
    const first = await storeRun(sandbox, "count-files", { inputs: { folder: "notes" } });
    const second = await storeRun(sandbox, "copy-note", { inputs: { from: "notes/a.md" } });
    const { said, ended } = work("--concurrency", "2", "--json");
    await reaches(first, "succeeded");
    await reaches(second, "waiting");
    const ran = await ended();
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.json()).toEqual({ succeeded: 1, failed: 0, cancelled: 0, paused: 1 });
    expect(said()).toMatch(
      /^knowhow: waiting for runs of knowhow in ~\/\.local\/state\/knowhow\/runs, 2 at a time; Ctrl-C stops\n/,
    );
    for (const line of [
      `${first}  count-files starts\n`,
      `${first}  count-files succeeded\n`,
      `${second}  copy-note is paused at step ok\n`,
    ])
      expect(said()).toContain(line);
  });

  it("X9 continues a run that was answered with --detach", async () => {
    sandbox = makeSandbox({ ...COPY_NOTE, "project/a.md": "hello" });
    const paused = await sandbox.run("run", "copy-note", "a.md", "--json");
    const id = String(Object(paused.json()).runId);
    await sandbox.run("resume", id, "--approve", "--detach");
    const { ended } = work("--allow-write");
    await reaches(id, "succeeded");
    await ended();
    expect(readFileSync(join(sandbox.project, "copy.md"), "utf8")).toBe("hello");
  });

  it("X9 works in the directories that runs were started in, and leaves runs alone whose directory is gone", async () => {
    const skill = (text: string) =>
      Object.fromEntries(
        Object.entries(COUNT_FILES).map(([path, content]) => [path.replace("project/", `${text}/`), content]),
      );
    sandbox = makeSandbox({
      ...skill("one"),
      ...skill("two"),
      "one/notes/a.md": "first",
      "two/notes/a.md": "second",
    });
    const at = (name: string) => join(sandbox.project, "..", name);
    const ids: string[] = [];
    for (const name of ["one", "two"]) {
      await sandbox.trustAll(name);
      ids.push(await storeRun(sandbox, "count-files", { directory: at(name), inputs: { folder: "notes" } }));
    }
    const [one = "", two = ""] = ids;
    renameSync(at("two"), at("moved"));
    const first = work();
    await reaches(one, "succeeded");
    const line = `knowhow: runs of ${at("two")} wait: the directory no longer exists\n`;
    await expect.poll(first.said, WAIT).toContain(line);
    await first.ended();
    expect(await storedRuns(sandbox).get(two)).toMatchObject({ phase: "queued", executions: 0 });
    renameSync(at("moved"), at("two"));
    const second = work();
    await reaches(two, "succeeded");
    await second.ended();
    expect((await storedRuns(sandbox).get(two))?.result.output).toBe("1 files, the first says second");
  });

  it.skipIf(!status.works)(`X9 X10 finds scripts in the library of a run's directory${why}`, async () => {
    const say = 'steps:\n  - { id: said, script: say.sh }\noutput: "{{ said.stdout }}"\n';
    const files = workflowSkill("say", say, { "scripts/say.sh": "#!/bin/bash\necho said\n" });
    sandbox = makeSandbox({ ...files, "other/readme.md": "x" });
    const paused = await sandbox.run("run", "say", "--json");
    const id = String(Object(paused.json()).runId);
    await sandbox.run("resume", id, "--approve", "--detach");
    const { ended } = work("--cwd", join(sandbox.project, "../other"));
    await reaches(id, "succeeded");
    await ended();
  });

  it("X9 refuses wrong options at the start", async () => {
    sandbox = makeSandbox();
    expect(await sandbox.run("worker", "--read", "none")).toMatchObject({
      exit: 2,
      err: expect.stringContaining("there is no directory"),
    });
  });

  it("X9 leaves runs to other workers that need a tool which it does not have", async () => {
    const page = 'steps:\n  - { id: page, tool: http.get, with: { url: "https://example.com" } }\n';
    sandbox = makeSandbox({ ...COUNT_FILES, ...workflowSkill("page", page), "project/notes/a.md": "hello" });
    await sandbox.trustAll();
    const needy = await storeRun(sandbox, "page");
    const other = await storeRun(sandbox, "count-files", { inputs: { folder: "notes" } });
    const { ended } = work();
    await reaches(other, "succeeded");
    await ended();
    expect(await storedRuns(sandbox).get(needy)).toMatchObject({ phase: "queued", executions: 0 });
  });

  it("X9 says when runs cannot be executed, and when they can again", async () => {
    sandbox = makeSandbox({ ...COUNT_FILES, "project/notes/a.md": "hello" });
    await sandbox.trustAll();
    const id = await storeRun(sandbox, "count-files", { inputs: { folder: "notes" } });
    const folder = join(sandbox.home, ".local/state/knowhow/runs");
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, "");
    const { said, ended } = work();
    await expect.poll(said, WAIT).toMatch(/^knowhow: runs cannot be executed now: .*; trying again\n/m);
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    await reaches(id, "succeeded");
    await ended();
    expect(said()).toContain("knowhow: runs can be executed again\n");
  });

  it("X9 finishes runs that were stored before runs had an application", async () => {
    sandbox = makeSandbox({ ...COUNT_FILES, "project/notes/a.md": "hello" });
    await sandbox.trustAll();
    const id = await storeRun(sandbox, "count-files", { inputs: { folder: "notes" } });
    const journal = join(sandbox.home, ".local/state/knowhow/runs", id, "journal.jsonl");
    const stored = readFileSync(journal, "utf8");
    const earlier = stored.replace(/"application":"knowhow",?/, "");
    expect(earlier).not.toBe(stored);
    writeFileSync(journal, earlier);
    const { ended } = work();
    await reaches(id, "succeeded");
    await ended();
  });
});
