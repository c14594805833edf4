import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../testing/sandbox.ts";
import { COPY_NOTE, workflowSkill } from "../testing/workflows.ts";

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

const open = () => {
  sandbox = makeSandbox({ ...COPY_NOTE, ...LOGIN, "project/a.md": "hello", "other/readme.md": "x" });
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
    expect(await answer(first.token)).toMatchObject({ exit: 0, out: expect.stringContaining("files.write") });
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
      exit: 0,
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
      exit: 2,
      err: expect.stringContaining("word"),
    });
    const show = await sandbox.run("runs", "show", runId, "--json");
    expect(show.json()).toMatchObject({ inputs: {} });
    const env = { KNOWHOW_INPUT_WORD: "a" };
    expect(await sandbox.runWith({ env }, "resume", runId, "--approve")).toMatchObject({
      exit: 0,
      out: "hello\n",
    });
    const again = await paused("login", "word=a");
    expect(await sandbox.run("resume", again.runId, "--approve", "-i", "word=a")).toMatchObject({
      out: "hello\n",
    });
    expect(await sandbox.runWith({ env }, "run", "login", "--json")).toMatchObject({ exit: 0 });
  });
});
