import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { ApprovalRequest, Approver } from "../../approver.ts";
import { createRuntime, type NodeRuntimeOptions } from "../create-runtime.ts";
import { bubblewrap } from "./bubblewrap.ts";

const status = await bubblewrap().status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;

const SKILL = `---
name: totals
description: Adds up numbers. Use when somebody asks for a total.
metadata:
  workflow: workflow.yaml
  requires: { env: [TOTALS_KEY] }
---
Run the workflow.
`;

const WORKFLOW = `inputs:
  week: string
  pin: { type: string, secret: true, required: false }
steps:
  - id: sum
    script: sum.py
    with: { args: ["--week", "{{ inputs.week }}", 3], stdin: "{{ [1, 2, inputs.week] }}" }
  - id: read
    if: sum.exitCode == 0
    script: echo
    with: { args: "{{ (sum.stdout | fromjson).total }}" }
output:
  total: "{{ (sum.stdout | fromjson).total }}"
  said: "{{ read.stdout }}"
  files: "{{ sum.artifacts | length }}"
`;

const SUM = `#!/usr/bin/env python3
import json, os, sys
given = json.load(sys.stdin)
open("/output/sum.txt", "w").write("6")
sys.stderr.write("key " + os.environ["TOTALS_KEY"] + "\\n")
print(json.dumps({"total": given[0] + given[1] + int(sys.argv[3]), "args": sys.argv[1:], "key": os.environ["TOTALS_KEY"]}))
`;

const SECRET = "key-of-the-user-77";
const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

async function open(
  files: Readonly<Record<string, string>> = {},
  options: NodeRuntimeOptions & { readonly answers?: Approver | undefined } = {},
) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-steps-")));
  roots.push(root);
  const own = "home/.agents/skills/totals";
  const all = {
    [`${own}/SKILL.md`]: SKILL,
    [`${own}/workflow.yaml`]: WORKFLOW,
    [`${own}/scripts/sum.py`]: SUM,
    [`${own}/scripts/echo.sh`]: '#!/bin/bash\necho "got $1"\n',
    [`${own}/scripts/fail.sh`]: "#!/bin/bash\necho partly; echo broken >&2; exit 3\n",
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`${own}/${path}`, text])),
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, "project"), { recursive: true });
  const asked: ApprovalRequest[] = [];
  const { answers = () => ({ answer: "yes" as const }), ...rest } = options;
  const runtime = await createRuntime({
    cwd: join(root, "project"),
    home: join(root, "home"),
    env: { PATH: process.env.PATH, TOTALS_KEY: SECRET },
    ...("answers" in options && options.answers === undefined
      ? {}
      : {
          approver: (request, context) => {
            asked.push(request);
            return answers(request, context);
          },
        }),
    audit: true,
    ...rest,
  });
  return { root, runtime, asked, skill: join(root, own) };
}

function textBelow(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

describe.skipIf(!status.works)(`X10 steps that run a script${why}`, () => {
  test("T4 X10 a run with scripts is saved as a skill that calls the one with the scripts", async () => {
    const { runtime, asked, root } = await open();
    const first = await runtime.runs.start("totals", { week: "12", pin: "secret-pin-31" });
    expect(first.status).toBe("succeeded");
    const draft = { name: "my-total", description: "Adds up week 12. Use when asked for my total." };
    const { id, hash } = await runtime.proposals.fromRun(first.runId, draft);
    const { content } = await runtime.proposals.get(id);
    expect(content.after.map(({ path }) => path)).toEqual(["SKILL.md", "workflow.yaml"]);
    expect(textBelow(root)).not.toContain("secret-pin-31");
    await runtime.proposals.apply(id, { hash });
    asked.length = 0;
    const again = await runtime.runs.start("my-total");
    expect(again).toMatchObject({ status: "succeeded", output: first.output });
    expect(asked.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("totals"),
      expect.stringContaining("totals"),
    ]);
  });

  test("T4 X10 a skill that was saved from a run with scripts asks for a secret input again", async () => {
    const secret = WORKFLOW.replace("secret: true, required: false", "secret: true");
    const { runtime } = await open({ "workflow.yaml": secret });
    const { runId, output } = await runtime.runs.start("totals", { week: "12", pin: "secret-pin-31" });
    const draft = { name: "my-total", description: "Adds up week 12. Use when asked for my total." };
    const { id, hash } = await runtime.proposals.fromRun(runId, draft);
    await runtime.proposals.apply(id, { hash });
    await expect(runtime.runs.start("my-total")).rejects.toThrow(/pin/);
    expect(await runtime.runs.start("my-total", { pin: "secret-pin-32" })).toMatchObject({ output });
  });

  test("T4 X10 a run with scripts is saved without values for the inputs that it did not have, and with its variant", async () => {
    const [inputs = ""] = WORKFLOW.split("steps:");
    const { runtime } = await open({
      "workflow.yaml": `${inputs}  title: { type: string, required: false }\nsteps:\n  - id: said\n    script: echo.sh\n    with: { args: ["{{ inputs.week }}"] }\noutput: assets/t.md\nrefine: true\n`,
      "assets/t.md": "long {{ inputs.title | default('none') }} {{ said.stdout }}",
      "assets/t.short.md": "short {{ inputs.title | default('none') }} {{ said.stdout }}",
    });
    const first = await runtime.runs.start("totals", { week: "12" }, { variant: "short" });
    expect(first).toMatchObject({ status: "succeeded", output: "short none got 12\n", refine: true });
    const draft = { name: "my-total", description: "Adds up week 12. Use when asked for my total." };
    const { id, hash } = await runtime.proposals.fromRun(first.runId, draft);
    await runtime.proposals.apply(id, { hash });
    const again = await runtime.runs.start("my-total");
    expect(again).toMatchObject({ status: "succeeded", output: first.output, refine: true });
    const titled = await runtime.runs.start("my-total", { title: "Sum" });
    expect(titled).toMatchObject({ output: "short Sum got 12\n" });
  });

  test("T4 X10 a run of a single script is saved as a skill that tells the model how to run it", async () => {
    const { runtime } = await open();
    const { runId, status } = await runtime.runs.script("totals", "echo", { args: ["one"] });
    expect(status).toBe("succeeded");
    const draft = { name: "my-echo", description: "Says one. Use when asked to say one." };
    const { id } = await runtime.proposals.fromRun(runId, draft);
    const { content } = await runtime.proposals.get(id);
    expect(content.after.map(({ path }) => path)).toEqual(["SKILL.md"]);
    expect(new TextDecoder().decode(content.after[0]?.bytes)).toContain(
      '{"name":"totals","script":"echo","args":["one"]}',
    );
  });

  test("X10 a step gets arguments and input, and its output is what the script printed and left behind", async () => {
    const { runtime, asked } = await open();
    const result = await runtime.runs.start("totals", { week: "W1" });
    expect(result).toMatchObject({
      status: "succeeded",
      output: { total: 6, said: "got 6\n", files: 1 },
    });
    expect(asked.map(({ kind, subject }) => [kind, subject])).toEqual([
      ["script", "totals/scripts/sum.py"],
      ["script", "totals/scripts/echo.sh"],
    ]);
    expect(asked[0]?.arguments).toMatchObject({
      command: ["python3", "/skill/scripts/sum.py", "--week", "W1", "3"],
      variables: ["TOTALS_KEY"],
      hosts: [],
      stdin: { bytes: 10, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    // What a script printed is from outside, and the person who approves is told where it goes.
    expect(asked[1]?.reason).toContain("Text from outside (sum.py) is in: args.");
  });

  test("X10 the journal, the audit log and the questions of a run have no value of a variable", async () => {
    const { runtime, asked, root } = await open();
    const { runId } = await runtime.runs.start("totals", { week: "W1" });
    const state = textBelow(join(root, "home"));
    expect(state).toContain("[secret TOTALS_KEY]");
    expect(state).toContain("script.started");
    expect(`${state}${JSON.stringify(asked)}`).not.toContain(SECRET);
    const log = state.split("\n").filter((line) => line.includes('"script.started"'));
    expect(log[0]).toContain(runId);
  });

  test("X8 without anybody to ask, the run pauses, and goes on with the token of exactly that question", async () => {
    const { runtime } = await open({}, { answers: undefined });
    const paused = await runtime.runs.start("totals", { week: "W1" });
    expect(paused).toMatchObject({ status: "paused", waiting: { step: "sum", kind: "approval" } });
    expect(paused.waiting?.arguments).toMatchObject({
      command: ["python3", "/skill/scripts/sum.py", "--week", "W1", "3"],
    });
    const { runId, waiting } = paused;
    const next = await runtime.runs.resume(runId, { token: waiting?.token ?? "", answer: true });
    expect(next).toMatchObject({ status: "paused", waiting: { step: "read" } });
    const refused = await runtime.runs.resume(runId, { token: next.waiting?.token ?? "", answer: false });
    expect(refused).toMatchObject({ status: "failed", error: { code: "refused" } });
  });

  test("X8 a skill that was edited after the run began does not run its script", async () => {
    const { runtime, skill } = await open({}, { answers: undefined });
    const { runId, waiting } = await runtime.runs.start("totals", { week: "W1" });
    writeFileSync(join(skill, "scripts/sum.py"), "#!/usr/bin/env python3\nprint('other')\n");
    const result = await runtime.runs.resume(runId, { token: waiting?.token ?? "", answer: true });
    expect(result).toMatchObject({ status: "paused", missing: [{ kind: "skill", name: "totals" }] });
  });

  test("X8 a skill that is edited while the user is asked does not run its script", async () => {
    const edit: { path?: string } = {};
    const { runtime, skill } = await open(
      {},
      {
        answers: () => {
          writeFileSync(edit.path ?? "", "#!/usr/bin/env python3\nprint('other')\n");
          return { answer: "yes" };
        },
      },
    );
    edit.path = join(skill, "scripts/sum.py");
    expect(await runtime.runs.start("totals", { week: "W1" })).toMatchObject({
      status: "paused",
      missing: [{ kind: "skill", name: "totals", message: expect.stringContaining("has changed") }],
    });
  });

  test.each([
    ["", "failed", { code: "exit", message: "scripts/fail.sh ended with exit code 3: broken" }, undefined],
    ["    exit: [0, 3]\n", "succeeded", undefined, { exitCode: 3, stdout: "partly\n", stderr: "broken\n" }],
    ["    exit: any\n", "succeeded", undefined, { exitCode: 3 }],
    ["    exit: [1]\n", "failed", { code: "exit" }, undefined],
    ["    onError: { default: { exitCode: 9 } }\n", "succeeded", undefined, { exitCode: 9 }],
  ])("X10 an exit code other than 0 fails the step, unless it is expected: %j", async (lines, state, error, output) => {
    const { runtime } = await open({ "workflow.yaml": `steps:\n  - id: one\n    script: fail\n${lines}` });
    const result = await runtime.runs.start("totals");
    expect(result.status).toBe(state);
    if (error !== undefined) expect(result.error).toMatchObject(error);
    if (output !== undefined) expect(result.output).toMatchObject(output);
  });

  test("X10 a step that takes too long is stopped", async () => {
    const { runtime } = await open({
      "workflow.yaml": "steps:\n  - id: one\n    script: slow\n    timeout: 300ms\n",
      "scripts/slow.sh": "#!/bin/bash\ntrap '' TERM INT\nsleep 60\n",
    });
    expect(await runtime.runs.start("totals")).toMatchObject({
      status: "failed",
      error: { code: "timeout" },
    });
  });

  test("X10 a plan shows command, variables and hosts of a script, and that it asks", async () => {
    const { runtime, asked } = await open();
    const plan = await runtime.runs.plan("totals", { week: "W1" });
    expect(plan.steps[0]).toMatchObject({
      kind: "script",
      name: "sum.py",
      asks: true,
      effect: "write",
      script: {
        command: ["python3", "/skill/scripts/sum.py", "--week", "W1", "3"],
        variables: ["TOTALS_KEY"],
        hosts: [],
        missing: [],
      },
    });
    expect(plan.steps[1]?.outside).toEqual(["args"]);
    expect(plan.writes).toEqual(["sum", "read"]);
    expect(asked).toEqual([]);
  });

  test("X10 a host can turn scripts off, for all runs or for one", async () => {
    const { runtime } = await open({}, { workflows: { scripts: false } });
    const refusal = { code: "run.missing", message: expect.stringContaining("scripts are turned off") };
    await expect(runtime.runs.start("totals", { week: "W1" })).rejects.toMatchObject(refusal);
    const other = await open();
    const options = { scripts: false } as const;
    await expect(other.runtime.runs.start("totals", { week: "W1" }, options)).rejects.toMatchObject(refusal);
    expect(other.asked).toEqual([]);
  });

  test("X10 a directory is granted by the host, and is part of what is approved", async () => {
    const { runtime, asked, root } = await open({
      "workflow.yaml": "steps:\n  - id: one\n    script: touch\n",
      "scripts/touch.sh": "#!/bin/bash\npwd; echo x > made.txt\n",
    });
    const folder = { path: join(root, "project"), access: "write" as const };
    const result = await runtime.runs.start("totals", {}, { scripts: { folder } });
    expect(result).toMatchObject({ status: "succeeded", output: { stdout: "/work\n" } });
    expect(readFileSync(join(root, "project/made.txt"), "utf8")).toBe("x\n");
    expect(asked[0]?.arguments).toMatchObject({ folder });
  });

  test("X7 a caller that lists its tools keeps scripts of the skills that it calls from running", async () => {
    const outer = (tools: string) => ({
      "../outer/SKILL.md": `---\nname: outer\ndescription: Calls another. Use for tests.\nallowed-tools: ${tools}\n---\n`,
      "../outer/workflow.yaml": "steps:\n  - id: inner\n    skill: totals\n    with: { week: W2 }\n",
    });
    const denied = await open(outer("Read"));
    expect(await denied.runtime.runs.start("outer")).toMatchObject({ error: { code: "denied" } });
    expect(denied.asked).toEqual([]);
    const allowed = await open(outer("Read skill_run"));
    expect(await allowed.runtime.runs.start("outer")).toMatchObject({ status: "succeeded" });
  });

  test("X10 a script is a run of its own, whose arguments are no templates", async () => {
    const { runtime } = await open({}, { answers: undefined });
    const paused = await runtime.runs.script("totals", "echo", { args: ["{{ 1 + 1 }}"] });
    expect(paused.waiting).toMatchObject({
      kind: "approval",
      arguments: { command: ["bash", "/skill/scripts/echo.sh", "{{ 1 + 1 }}"] },
    });
    const { runId, waiting } = paused;
    const done = await runtime.runs.resume(runId, { token: waiting?.token ?? "", answer: true });
    expect(done).toMatchObject({ status: "succeeded", output: { stdout: "got {{ 1 + 1 }}\n" } });
  });

  test("X8 a model waits for the user if the host has nobody to ask, and cannot answer itself", async () => {
    const { runtime } = await open({}, { answers: undefined });
    const session = await runtime.session({ scripts: {} });
    const call = { name: "totals", script: "fail", args: [] };
    const waiting = await session.call("skill_run", call);
    expect(waiting.pending?.waitsFor).toBe("approval");
    expect(waiting.text).toContain("You cannot answer for the user");
    const answered = await session.call("skill_run", { name: "totals", answer: "yes" });
    expect(answered).toMatchObject({
      isError: true,
      text: expect.stringContaining("only the user can answer"),
    });
    const answer = { resume: waiting.pending?.resume ?? "", answer: true };
    for (const other of [{ args: ["more"] }, { script: "echo" }])
      expect(await session.call("skill_run", { ...call, ...other }, answer)).toMatchObject({
        isError: true,
        text: "the answer is for another call: repeat the call with the same script and arguments",
      });
    const done = await session.call("skill_run", call, answer);
    expect(done.isError).toBe(true);
    expect(done.text).toContain("failed with exit code 3");
    expect(done.text).toContain("partly");
  });
});
