import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bubblewrap } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../testing/sandbox.ts";
import { interrupt, storedRuns, storeRun } from "../testing/stored-runs.ts";
import { COPY_NOTE, workflowSkill } from "../testing/workflows.ts";

const status = await bubblewrap().status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const LOGIN = workflowSkill(
  "login",
  `inputs: { word: { type: string, secret: true } }
steps:
  - { id: go, approve: "Log in?" }
  - { id: read, if: go.approved, tool: files.read, with: { path: "{{ inputs.word }}.md" } }
output: "{{ read }}"
`,
);

async function paused(...argv: readonly string[]) {
  const ran = await sandbox.run("run", ...argv, "--json");
  const { runId, waiting } = Object(ran.json());
  return { runId: String(runId), token: String(waiting?.token) };
}

const WRITE = workflowSkill(
  "write",
  'steps:\n  - { id: w, tool: files.write, with: { path: w.md, text: x } }\noutput: "{{ w.path }}"\n',
);

const open = () => {
  sandbox = makeSandbox({
    ...COPY_NOTE,
    ...LOGIN,
    ...WRITE,
    "project/a.md": "hello",
    "other/readme.md": "x",
  });
};
const written = () => readFileSync(join(sandbox.project, "copy.md"), "utf8");

describe("knowhow resume", () => {
  it("X9 continues exactly where the run paused, in the directory that it was started in", async () => {
    open();
    const { runId, token } = await paused("copy-note", "a.md");
    sandbox.write({ "project/a.md": "changed since" });
    const cwd = join(sandbox.project, "../other");
    const ran = await sandbox.runWith(
      { cwd },
      "resume",
      runId,
      "--approve",
      "--token",
      token,
      "--allow-write",
      "--json",
    );
    expect(ran.json()).toMatchObject({
      runId,
      status: "succeeded",
      output: { path: "copy.md", approved: true },
    });
    expect(written()).toBe("hello");
    expect(ran.err).not.toContain("note");
  });

  it("X8 shows what is asked and what it covers, then asks in a terminal", async () => {
    open();
    const { runId } = await paused("copy-note", "a.md");
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return "y";
    };
    const ran = await sandbox.runWith({ ask }, "resume", runId);
    expect(ran.exit).toBe(0);
    expect(ran.err).toContain("? step ok\n  Copy 5 characters to copy.md?\n  to: copy.md\n");
    expect(asked).toHaveLength(2);
    expect(written()).toBe("hello");
  });

  it("X8 refuses a forged token, one of another run, and one of a question that has changed", async () => {
    open();
    const [first, second] = [await paused("copy-note", "a.md"), await paused("copy-note", "a.md")];
    const answer = (token: string) => sandbox.run("resume", first.runId, "--approve", "--token", token);
    expect(await answer(`${first.token}0`)).toMatchObject({
      exit: 4,
      err: expect.stringContaining("not made by this host"),
    });
    expect(await answer(second.token)).toMatchObject({
      exit: 4,
      err: expect.stringContaining("another run"),
    });
    // The next question is about the write.
    expect(await answer(first.token)).toMatchObject({ exit: 5, out: expect.stringContaining("files.write") });
    expect(await answer(first.token)).toMatchObject({ exit: 4, err: expect.stringContaining("changed") });
    expect((await sandbox.run("resume", first.runId, "--approve")).exit).toBe(0);
    expect(written()).toBe("hello");
  });

  it("X8 a refusal is an answer, too", async () => {
    open();
    const { runId } = await paused("copy-note", "a.md");
    const ran = await sandbox.run("resume", runId, "--deny", "--comment", "not now", "--json");
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.json()).toMatchObject({ status: "succeeded", output: { approved: false } });
    expect(await sandbox.run("resume", runId, "--approve")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("succeeded"),
    });
    expect(await sandbox.run("resume", runId)).toMatchObject({ exit: 0 });
  });

  it("X8 without an answer and a terminal it prints again what the run waits for", async () => {
    open();
    const { runId } = await paused("copy-note", "a.md");
    expect(await sandbox.run("resume", runId)).toMatchObject({
      exit: 5,
      out: expect.stringContaining("--approve --token"),
    });
  });

  it.each([
    [["none"], 1, "no run with the id"],
    [["RUN", "--approve", "--deny"], 2, "only one of"],
    [["RUN", "--input", "from=x"], 2, "is not a secret input"],
    [["RUN", "--answer", "maybe"], 2, "must be yes or no"],
  ])("X8 %j is refused", async (argv, exit, message) => {
    open();
    const { runId } = await paused("copy-note", "a.md");
    const ran = await sandbox.run("resume", ...argv.map((word) => (word === "RUN" ? runId : word)));
    expect(ran).toMatchObject({ exit, err: expect.stringContaining(message) });
  });

  it("X8 a secret input is given again, and is never stored or printed", async () => {
    open();
    const { runId } = await paused("login", "word=a");
    expect(await sandbox.run("resume", runId, "--approve")).toMatchObject({
      exit: 5,
      out: expect.stringContaining("KNOWHOW_INPUT_WORD"),
    });
    const show = await sandbox.run("runs", "show", runId, "--json");
    expect(show.json()).toMatchObject({ inputs: {} });
    const env = { KNOWHOW_INPUT_WORD: "a" };
    // The answer is kept, so it is not asked for again.
    expect(await sandbox.runWith({ env }, "resume", runId)).toMatchObject({ exit: 0, out: "hello\n" });
    const again = await paused("login", "word=a");
    expect(await sandbox.run("resume", again.runId, "--approve", "-i", "word=a")).toMatchObject({
      out: "hello\n",
    });
    expect(await sandbox.runWith({ env }, "run", "login", "--json")).toMatchObject({ exit: 5 });
  });

  it.skipIf(!status.works)(
    `X9 X10 uses the skills of the directory that the run was started in${why}`,
    async () => {
      sandbox = makeSandbox({
        ...workflowSkill("say", 'steps:\n  - { id: said, script: say.sh }\noutput: "{{ said.stdout }}"\n', {
          "scripts/say.sh": "#!/bin/bash\necho said\n",
        }),
        "other/readme.md": "x",
      });
      const [first, second] = [await paused("say"), await paused("say")];
      const cwd = join(sandbox.project, "../other");
      expect(await sandbox.runWith({ cwd }, "resume", first.runId, "--approve")).toMatchObject({
        exit: 0,
        out: "said\n",
      });
      expect(await sandbox.runWith({ cwd }, "resume", second.runId, "--deny")).toMatchObject({ exit: 1 });
      const fork = await sandbox.runWith({ cwd }, "runs", "fork", first.runId, "--from", "said", "--json");
      expect(fork.json()).toMatchObject({ status: "paused", waiting: { step: "said" } });
    },
  );

  it("X9 a run waits for a directory that no longer exists, and can be cancelled", async () => {
    open();
    const { runId, token } = await paused("copy-note", "a.md");
    rmSync(sandbox.project, { recursive: true });
    const cwd = join(sandbox.project, "../other");
    const gone = await sandbox.runWith({ cwd }, "resume", runId, "--approve", "--token", token);
    expect(gone).toMatchObject({ exit: 5, out: "" });
    expect(gone.err).toContain(`waits for its directory ${sandbox.project}, which no longer exists`);
    const shown = await sandbox.runWith({ cwd }, "runs", "show", runId);
    expect(shown.out).toContain(`${sandbox.project}, which no longer exists`);
    expect((await sandbox.runWith({ cwd }, "runs", "show", runId, "--json")).json()).toMatchObject({
      status: "paused",
      waiting: { token },
    });
    expect(await sandbox.runWith({ cwd }, "runs", "cancel", runId)).toMatchObject({ exit: 0 });
  });

  it("X8 --detach stores the answer for a worker, and a second answer is refused with the first", async () => {
    open();
    const { runId } = await paused("copy-note", "a.md");
    const stored = await sandbox.run("resume", runId, "--approve", "--detach");
    expect(stored).toMatchObject({
      exit: 0,
      out: `${runId}\n`,
      err: expect.stringContaining("left to a worker"),
    });
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({
      runs: [{ runId, status: "paused", phase: "queued", idle: true }],
    });
    const second = await sandbox.run("resume", runId, "--deny", "--json");
    expect(second.exit).toBe(1);
    expect(second.json()).toMatchObject({
      error: { code: "run.answered", message: expect.stringContaining("was already answered: yes") },
    });
    const shown = await sandbox.run("runs", "show", runId);
    expect(shown.out).toContain("copy-note  queued\n");
    expect(shown.out).not.toContain("--approve");
    expect((await sandbox.run("runs", "show", runId, "--json")).json()).toMatchObject({ waiting: null });
    // What was answered is not asked again.
    const ask = async () => expect.unreachable();
    expect(await sandbox.runWith({ ask }, "resume", runId, "--allow-write")).toMatchObject({ exit: 0 });
    expect(written()).toBe("hello");
  });

  it("X9 --detach without an answer says what the run still waits for, and lets workers try a stuck one again", async () => {
    open();
    const { runId } = await paused("copy-note", "a.md");
    expect(await sandbox.run("resume", runId, "--detach")).toMatchObject({
      exit: 5,
      out: expect.stringContaining("is paused at step ok"),
    });
    const stuck = await storeRun(sandbox, "write");
    for (let count = 0; count < 5; count += 1) await interrupt(storedRuns(sandbox), stuck);
    const phaseOf = async () => (await storedRuns(sandbox).get(stuck))?.phase;
    expect(await phaseOf()).toBe("stuck");
    expect(await sandbox.run("resume", stuck, "--detach")).toMatchObject({ exit: 0, out: `${stuck}\n` });
    expect(await phaseOf()).toBe("queued");
  });
});

describe("knowhow resume with several runs", () => {
  async function uncertain(count: number): Promise<readonly string[]> {
    open();
    await sandbox.trustAll();
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const id = await storeRun(sandbox, "write");
      await interrupt(storedRuns(sandbox), id, "w");
      expect(await sandbox.run("resume", id, "--allow-write")).toMatchObject({ exit: 5 });
      ids.push(id);
    }
    return ids;
  }

  it("X9 answers interrupted writes together", async () => {
    const [first = "", second = ""] = await uncertain(2);
    expect((await sandbox.run("runs", "--phase", "uncertain", "--json")).json()).toMatchObject({
      runs: [{ runId: second }, { runId: first }],
    });
    const ran = await sandbox.run("resume", first, second, "--answer", "repeat", "--allow-write", "--json");
    expect(ran.exit).toBe(0);
    expect(ran.json()).toMatchObject({
      runs: [
        { runId: first, status: "succeeded", output: "w.md" },
        { runId: second, status: "succeeded" },
      ],
    });
  });

  it("X9 shows all of them in a terminal, and asks once", async () => {
    const [first = "", second = ""] = await uncertain(2);
    const said = ["again", "done"];
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return said.shift();
    };
    const ran = await sandbox.runWith({ ask }, "resume", first, second, first);
    expect(asked).toEqual(Array(2).fill("Answer for all 2 [Enter to decide later]: "));
    for (const id of [first, second]) expect(ran.err).toContain(`? ${id}  write, step w\n`);
    expect(ran.err).toContain("expected one of repeat, done, fail");
    expect(ran).toMatchObject({ exit: 0, out: `${first}  write succeeded\n${second}  write succeeded\n` });
    expect(existsSync(join(sandbox.project, "w.md"))).toBe(false);
  });

  it("X9 answers none if one of them waits for something else, and never with a token", async () => {
    const [first = "", second = ""] = await uncertain(2);
    const { runId } = await paused("copy-note", "a.md");
    for (const [argv, message] of [
      [["--answer", "repeat"], `these runs have none: ${runId}`],
      [["--approve"], "--approve and --deny are for a single run"],
      [["--answer", "repeat", "--token", "kh1.a.b"], "--token is for a single run"],
    ] as const)
      expect(await sandbox.run("resume", first, runId, ...argv)).toMatchObject({
        exit: 2,
        err: expect.stringContaining(message),
      });
    expect(await sandbox.run("resume", first, second, "--answer", "maybe")).toMatchObject({
      exit: 2,
      err: expect.stringContaining("expected one of repeat, done, fail"),
    });
    expect(await sandbox.run("resume", first, "none", "--answer", "repeat")).toMatchObject({ exit: 1 });
    expect((await storedRuns(sandbox).get(first))?.phase).toBe("uncertain");
  });

  it("X9 goes on after one that cannot be continued, and exits with what is worst", async () => {
    const [first = "", second = ""] = await uncertain(2);
    await sandbox.run("resume", second, "--answer", "done", "--detach");
    const ran = await sandbox.run("resume", second, first, "--answer", "fail");
    expect(ran.exit).toBe(1);
    expect(ran.out).toMatch(new RegExp(`^${second}  .*already answered: done\\n${first}  write failed`));
    const { runId } = await paused("copy-note", "a.md");
    expect(await sandbox.run("resume", runId, second)).toMatchObject({
      exit: 5,
      out: `${runId}  copy-note is paused at step ok\n${second}  write succeeded\n`,
    });
    expect(await sandbox.run("resume", runId, first)).toMatchObject({ exit: 1 });
  });

  it("X9 does not ask again about a write that was answered meanwhile", async () => {
    const [first = "", second = ""] = await uncertain(2);
    await sandbox.run("resume", first, "--answer", "fail", "--detach");
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return "done";
    };
    const ran = await sandbox.runWith({ ask }, "resume", first, second);
    expect(asked).toEqual(["Answer for it [Enter to decide later]: "]);
    expect(ran).toMatchObject({
      exit: 1,
      out: expect.stringMatching(new RegExp(`\n${second}  write succeeded\n$`)),
    });
  });
});
