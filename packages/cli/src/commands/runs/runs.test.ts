import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../../testing/sandbox.ts";
import { COPY_NOTE, COUNT_FILES } from "../../testing/workflows.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const open = () => {
  sandbox = makeSandbox({ ...COPY_NOTE, ...COUNT_FILES, "project/notes/a.md": "hello" });
};

async function started(...argv: readonly string[]): Promise<string> {
  const ran = await sandbox.run("run", ...argv, "--json");
  return String(Object(ran.json()).runId);
}

describe("knowhow runs save", () => {
  it("T4 proposes a skill that repeats a run, and says where it came from", async () => {
    open();
    const id = await started("count-files", "notes");
    const words = ["runs", "save", id, "count-notes"];
    const bare = await sandbox.run(...words);
    expect([bare.exit, bare.err]).toEqual([2, expect.stringContaining("--description is missing")]);
    const saved = await sandbox.run(...words, "--description", "Counts notes. Use to count notes.", "--json");
    const { action, proposal } = Object(saved.json());
    expect([saved.exit, action, proposal.source.run]).toEqual([0, "proposed", id]);
    expect((await sandbox.run("review", proposal.id)).out).toContain(`user, run ${id}`);
    await sandbox.run("review", "apply", proposal.id, "--hash", proposal.hash);
    const again = await sandbox.run("run", "count-notes");
    expect([again.exit, again.out]).toEqual([0, expect.stringContaining("1 files, the first says hello")]);
  });
});

describe("knowhow runs", () => {
  it("X9 lists the newest run first, and only those that are wanted", async () => {
    open();
    expect(await sandbox.run("runs")).toMatchObject({ exit: 0, out: "No runs.\n" });
    const done = await started("count-files", "notes");
    const paused = await started("copy-note", "notes/a.md");
    const listed = await sandbox.run("runs", "list");
    expect(listed.exit).toBe(0);
    expect(listed.out).toMatch(
      new RegExp(`${paused} +paused .*copy-note, waits at ok\\n${done} +succeeded .*count-files`),
    );
    const json = await sandbox.run("runs", "--status", "paused", "--json");
    expect(json.json()).toEqual({
      runs: [
        {
          runId: paused,
          skill: "copy-note",
          status: "paused",
          idle: false,
          startedAt: expect.stringMatching(/^\d{4}-/),
          endedAt: null,
          waiting: "ok",
        },
      ],
    });
    expect((await sandbox.run("runs", "list", "--skill", "count-files", "--json")).json()).toMatchObject({
      runs: [{ runId: done, waiting: null }],
    });
    expect((await sandbox.run("runs", "list", "-n", "1", "--json")).json()).toMatchObject({
      runs: [{ runId: paused }],
    });
  });

  it("X9 shows the steps of a run, and the question with its token", async () => {
    open();
    const run = await started("copy-note", "notes/a.md");
    const shown = await sandbox.run("runs", "show", run);
    expect(shown).toMatchObject({ exit: 0, err: "" });
    for (const text of [
      "copy-note  paused",
      `run      ${run}`,
      "succeeded  note",
      "waiting  ok",
      "Waits at step ok:",
      "--approve --token kh1.",
    ])
      expect(shown.out).toContain(text);
    const json = Object((await sandbox.run("runs", "show", run, "--json")).json());
    expect(json).toMatchObject({
      runId: run,
      status: "paused",
      directory: sandbox.project,
      inputs: { from: "notes/a.md", to: "copy.md" },
      steps: [{ id: "note" }, { id: "ok", status: "waiting" }],
      waiting: { step: "ok", token: expect.stringMatching(/^kh1\./) },
    });
    expect(await sandbox.run("runs", "show", "none")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("no run"),
    });
  });

  it("X9 cancels a run, which then cannot be continued", async () => {
    open();
    const run = await started("copy-note", "notes/a.md");
    const cancelled = await sandbox.run("runs", "cancel", run, "--reason", "not needed", "--json");
    expect(cancelled).toMatchObject({ exit: 0 });
    expect(cancelled.json()).toEqual({ runId: run, status: "cancelled" });
    expect(await sandbox.run("resume", run)).toMatchObject({
      exit: 1,
      out: expect.stringContaining("was cancelled: not needed"),
    });
    const done = await started("count-files", "notes");
    expect(await sandbox.run("runs", "cancel", done)).toMatchObject({
      exit: 1,
      out: `run ${done} had already ended: succeeded\n`,
    });
    expect((await sandbox.run("runs", "cancel", "none")).exit).toBe(1);
  });

  it("X9 repeats a run from a step on", async () => {
    open();
    const run = await started("count-files", "notes");
    sandbox.write({ "project/notes/a.md": "changed", "project/notes/b.md": "new" });
    const fork = await sandbox.run("runs", "fork", run, "--from", "first", "--json");
    expect(fork.exit).toBe(0);
    expect(fork.json()).toMatchObject({ status: "succeeded", output: "1 files, the first says changed" });
    expect(Object(fork.json()).runId).not.toBe(run);
    expect(await sandbox.run("runs", "fork", run, "--from", "frist")).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/^knowhow: the run has no step "frist"\n.*did you mean "first"/),
    });
    expect(await sandbox.run("runs", "fork", run)).toMatchObject({
      exit: 2,
      err: expect.stringContaining("--from is missing"),
    });
  });

  it("X9 removes runs that ended long ago, and never one that waits", async () => {
    open();
    await started("count-files", "notes");
    const paused = await started("copy-note", "notes/a.md");
    expect((await sandbox.run("runs", "prune", "--json")).json()).toEqual({ removed: 0 });
    expect(
      (await sandbox.run("runs", "prune", "--older-than", "0", "--status", "failed", "--json")).json(),
    ).toEqual({ removed: 0 });
    for (const [age, removed] of [
      ["0d", "1 run"],
      ["0", "0 runs"],
      ["00ms", "0 runs"],
    ] as const)
      expect(await sandbox.run("runs", "prune", "--older-than", age)).toMatchObject({
        exit: 0,
        out: `${removed} removed\n`,
      });
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({ runs: [{ runId: paused }] });
    expect(await sandbox.run("runs", "prune", "--older-than", "long")).toMatchObject({
      exit: 2,
      err: expect.stringContaining("30d or 12h"),
    });
  });
});
