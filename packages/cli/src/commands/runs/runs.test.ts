import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../../testing/sandbox.ts";
import { interrupt, storedRuns, storeRun } from "../../testing/stored-runs.ts";
import { COPY_NOTE, COUNT_FILES, workflowSkill } from "../../testing/workflows.ts";

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
      new RegExp(`${paused} +waiting .*copy-note, waits at ok\\n${done} +succeeded .*count-files`),
    );
    const json = await sandbox.run("runs", "--status", "paused", "--json");
    expect(json.json()).toEqual({
      runs: [
        {
          runId: paused,
          skill: "copy-note",
          status: "paused",
          phase: "waiting",
          idle: false,
          application: "knowhow",
          executions: 0,
          startedAt: expect.stringMatching(/^\d{4}-/),
          endedAt: null,
          missing: [],
          waiting: "ok",
        },
      ],
      damaged: [],
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
      "copy-note  waiting",
      "app      knowhow",
      `run      ${run}`,
      "succeeded  note",
      "waiting  ok",
      "Waits at step ok:",
      "  TOKEN=kh1.",
      '--approve --token "$TOKEN"',
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

  it("X9 tells queued, running, interrupted, stuck, waiting and uncertain runs apart", async () => {
    const write = "steps:\n  - { id: w, tool: files.write, with: { path: w.md, text: x } }\n";
    sandbox = makeSandbox({ ...COPY_NOTE, ...workflowSkill("write", write), "project/notes/a.md": "hello" });
    await sandbox.trustAll();
    const store = storedRuns(sandbox);
    const times = async (count: number, id: string, step?: string) => {
      for (let each = 0; each < count; each += 1) await interrupt(store, id, step);
      return id;
    };
    const ids: Record<string, string> = {
      queued: await storeRun(sandbox, "write"),
      interrupted: await times(1, await storeRun(sandbox, "write")),
      stuck: await times(5, await storeRun(sandbox, "write")),
      waiting: await started("copy-note", "notes/a.md"),
      uncertain: await times(1, await storeRun(sandbox, "write"), "w"),
      running: await storeRun(sandbox, "write"),
    };
    await sandbox.run("resume", ids.uncertain ?? "");
    let end = () => {};
    const running = store.run(ids.running ?? "", async (run) => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return { runId: run.id, skill: run.skill, status: "succeeded", steps: [] };
    });
    const { out } = await sandbox.run("runs");
    for (const [phase, id] of Object.entries(ids)) {
      expect(out).toMatch(new RegExp(`^${id} +${phase} `, "m"));
      const { runs } = Object((await sandbox.run("runs", "--phase", phase, "--json")).json());
      const isIdle = ["queued", "interrupted", "stuck"].includes(phase);
      expect(runs).toMatchObject([{ runId: id, phase, idle: isIdle }]);
    }
    const later = await storeRun(sandbox, "write");
    expect((await sandbox.run("runs", "--phase", "queued", "-n", "1", "--json")).json()).toMatchObject({
      runs: [{ runId: later }],
    });
    const shown = async (phase: string) => (await sandbox.run("runs", "show", ids[phase] ?? "")).out;
    expect(await shown("queued")).toContain(
      `# execute it here; \`knowhow worker\` does it, too\n  knowhow resume ${ids.queued}`,
    );
    expect(await shown("interrupted")).toContain("1 execution ended without a result; a worker tries again.");
    expect(await shown("stuck")).toContain(
      "5 executions ended without a result, so that workers leave it alone.",
    );
    expect(await shown("stuck")).toContain(
      `# let workers try again\n  knowhow resume ${ids.stuck} --detach\n`,
    );
    expect(await shown("uncertain")).toContain("  answer with repeat, done, fail\n");
    expect(await shown("running")).not.toContain("knowhow resume");
    end();
    await running;
  });

  it("X9 lists runs that cannot be read, and removes them only if it is told to", async () => {
    open();
    const done = await started("count-files", "notes");
    const broken = await started("count-files", "notes");
    sandbox.write({ [`home/.local/state/knowhow/runs/${broken}/journal.jsonl`]: "{}\nnothing\n{}\n" });
    expect((await sandbox.run("resume", broken)).err).toContain("`knowhow runs prune --damaged` removes it");
    const listed = await sandbox.run("runs");
    expect(listed.exit).toBe(0);
    expect(listed.out).toMatch(new RegExp(`^${done} `, "m"));
    expect(listed.out).toMatch(new RegExp(`^${broken}  damaged  `, "m"));
    expect(listed.out).toContain("`knowhow runs prune --damaged` removes them");
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({
      runs: [{ runId: done }],
      damaged: [{ runId: broken, message: expect.any(String) }],
    });
    expect((await sandbox.run("runs", "--status", "succeeded", "--json")).json()).toMatchObject({
      damaged: [],
    });
    expect((await sandbox.run("runs", "prune", "--json")).json()).toEqual({ removed: 0 });
    expect(await sandbox.run("runs", "prune", "--damaged", "--older-than", "0")).toMatchObject({ exit: 2 });
    sandbox.write({ "home/.local/state/knowhow/runs/newer/journal.jsonl": '{"kind":"start","format":2}\n' });
    expect(await sandbox.run("runs", "prune", "--damaged")).toMatchObject({
      exit: 0,
      out: "1 run removed\n",
    });
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({
      runs: [{ runId: done }],
      damaged: [{ runId: "newer" }],
    });
  });

  it("X9 names the application of a run that belongs to another one", async () => {
    open();
    const own = await started("count-files", "notes");
    const run = await storedRuns(sandbox).get(own);
    const { definition, inputs, startedAt } = run ?? {};
    if (definition === undefined || inputs === undefined || startedAt === undefined) expect.unreachable();
    await storedRuns(sandbox).start({ id: "1-a", definition, inputs, startedAt, application: "shop" });
    const { out } = await sandbox.run("runs");
    expect(out).toMatch(/^1-a .* count-files of shop$/m);
    expect(out).toMatch(new RegExp(`^${own} .* count-files$`, "m"));
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
