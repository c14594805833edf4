import { describe, expect, test } from "vitest";
import { definition, skill, tool, trial, trialTool } from "../../../testing/trial-run.ts";
import type { ApprovalRequest, Approver } from "../../approver.ts";
import { canonicalJson } from "../../basics/canonical-json.ts";
import { nodeHash } from "../../node/node-hash.ts";
import { openDurable } from "../engine/open-durable.ts";
import { emptyState, type RunEntry } from "../engine/run-state.ts";
import { verifyToken } from "./resume-token.ts";

const approver =
  (answer: "yes" | "no" | "later", seen: ApprovalRequest[] = []): Approver =>
  (request) => {
    seen.push(request);
    return { answer };
  };
const writer = (name: string) => trialTool(name, () => "written", { sideEffects: "write" });

describe("the permission of a tool call", () => {
  test("X7 a skill that lists its tools can call no other", async () => {
    const [read, other] = [trialTool("read"), trialTool("other")];
    const s = skill("s", [tool("a", "read"), tool("b", "other")], { allowedTools: ["read"] });
    const result = await trial(definition(s), [read, other]).start();
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "denied" },
      steps: [{ status: "succeeded" }, {}],
    });
    expect(result.error?.message).toContain('skill "s" does not list the tool');
    expect(other.calls).toEqual([]);
  });

  test("X7 a called skill has only what both skills allow", async () => {
    const [a, b, c] = [trialTool("a"), trialTool("b"), trialTool("c")];
    const child = skill(
      "child",
      ["a", "b", "c"].map((name) => tool(name, name, { onError: { kind: "continue" } })),
      {
        allowedTools: ["b", "c"],
      },
    );
    const parent = skill("parent", [{ id: "x", action: { kind: "skill", name: "child" } }], {
      allowedTools: ["a", "b"],
    });
    const result = await trial(definition(parent, child), [a, b, c]).start();
    expect(result.steps[0]?.steps?.map(({ status }) => status)).toEqual(["failed", "succeeded", "failed"]);
    expect([a, b, c].map(({ calls }) => calls.length)).toEqual([0, 1, 0]);
  });

  test("X7 the skills around the run limit it as well", async () => {
    const t = trialTool("t");
    const scope = { declarations: [{ skill: "outer", allowed: ["other"] }] };
    const result = await trial(definition(skill("s", [tool("x", "t")])), [t], { scope }).start();
    expect(result.error).toMatchObject({ code: "denied" });
    expect(t.calls).toEqual([]);
  });

  test("X8 a tool that changes something asks first, with its arguments, and nothing happens after a no", async () => {
    const w = writer("w");
    const seen: ApprovalRequest[] = [];
    const s = definition(skill("s", [tool("x", "w", { with: { path: "{{ inputs.p }}" } })]));
    const no = await trial(s, [w], { approver: approver("no", seen) }).start({ p: "a.md" });
    expect(no).toMatchObject({ status: "failed", error: { code: "refused" } });
    expect(seen).toMatchObject([{ kind: "tool", subject: "w", skill: "s", arguments: { path: "a.md" } }]);
    expect(w.calls).toEqual([]);
    const run = trial(s, [w], { approver: approver("yes") });
    expect(await run.start({ p: "a.md" })).toMatchObject({ status: "succeeded", output: "written" });
    expect(run.audit.map(({ action, run: id }) => [action, typeof id])).toEqual([
      ["approval.asked", "string"],
      ["approval.given", "string"],
      ["tool.called", "string"],
    ]);
  });

  test("X8 the host's policy says which side effects need approval", async () => {
    const w = writer("w");
    const s = definition(skill("s", [tool("x", "w")]));
    expect(await trial(s, [w], { policy: { approve: [] } }).start()).toMatchObject({ status: "succeeded" });
    expect(await trial(s, [w], { policy: { allow: ["w"] } }).start()).toMatchObject({ status: "succeeded" });
    expect(await trial(s, [w], { policy: { approve: ["execute"] } }).start()).toMatchObject({
      status: "succeeded",
    });
    expect(await trial(s, [w], { policy: { allow: ["v"] } }).start()).toMatchObject({ status: "paused" });
    const read = trial(definition(skill("s", [tool("x", "r")])), [trialTool("r")], {
      policy: { approve: ["read"] },
    });
    expect(await read.start()).toMatchObject({ status: "paused" });
  });

  test("X8 if the audit log cannot be written, the tool is not called", async () => {
    const w = writer("w");
    const append = () => {
      throw new Error("the log is full");
    };
    const run = trial(definition(skill("s", [tool("x", "w")])), [w], {
      policy: { approve: [] },
      audit: { append },
    });
    expect(await run.start()).toMatchObject({
      status: "failed",
      error: { message: "the audit log cannot be written: the log is full" },
    });
    expect(w.calls).toEqual([]);
  });

  test("X4 arguments are checked against the schema of the tool, before anybody is asked", async () => {
    const inputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const t = trialTool("t", () => 1, { inputSchema, sideEffects: "write" });
    const seen: ApprovalRequest[] = [];
    const s = definition(skill("s", [tool("x", "t", { with: { n: "many" } })]));
    const result = await trial(s, [t], { approver: approver("yes", seen) }).start();
    expect(result.error).toMatchObject({ code: "invalid_input" });
    expect([t.calls, seen]).toEqual([[], []]);
  });
});

describe("a run that pauses", () => {
  const s = definition(
    skill("s", [
      tool("found", "search"),
      { id: "ok", action: { kind: "approve", text: "Save {{ found.n }} notes for {{ inputs.who }}?" } },
      tool("saved", "save", { if: "ok.approved" }),
    ]),
  );
  const tools = () => [trialTool("search", () => ({ n: 2 })), trialTool("save", () => "saved")] as const;

  test("X8 waits with the question, a digest and a token, and goes on with the answer without repeating a step", async () => {
    const [search, save] = tools();
    const run = trial(s, [search, save]);
    const paused = await run.start({ who: "Ada" });
    expect(paused).toMatchObject({
      status: "paused",
      waiting: { step: "ok", kind: "approval", prompt: "Save 2 notes for Ada?" },
      steps: [
        { id: "found", status: "succeeded" },
        { id: "ok", status: "waiting" },
      ],
    });
    expect(paused.output).toBeUndefined();
    expect(await run.again()).toMatchObject({ status: "paused", waiting: paused.waiting });
    const result = await run.answer({ answer: "yes" });
    expect(result).toMatchObject({ status: "succeeded", output: "saved" });
    expect([search.calls.length, save.calls.length]).toEqual([1, 1]);
  });

  test("X9 a finished step needs its tool no more", async () => {
    const [search, save] = tools();
    const registry = [search, save];
    const run = trial(s, registry);
    await run.start({ who: "Ada" });
    registry.shift();
    expect(await run.answer({ answer: "yes" })).toMatchObject({ status: "succeeded", output: "saved" });
  });

  test("X8 a token is refused if it is forged, of another run or of another question", async () => {
    const [run, other] = [trial(s, tools()), trial(s, tools())];
    const [first, second] = [await run.start({ who: "Ada" }), await other.start({ who: "Ada" })];
    const { token = "", key = "", digest = "" } = first.waiting ?? {};
    const secret = await run.runs.secret();
    const subject = { run: first.runId, key, digest };
    const verdict = (given: string, wanted = subject) => verifyToken(given, wanted, secret, nodeHash);
    expect(verdict(token)).toBe("valid");
    expect(verdict(`${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`)).toBe("forged");
    expect(verdict(second.waiting?.token ?? "")).toBe("forged");
    expect(verdict(token, { ...subject, run: "another" })).toBe("other-run");
    expect(verdict(token, { ...subject, digest: "0" })).toBe("stale");
    for (const nonsense of ["", ".", "kh1..", "kh1.x.y", "a.b.c.d.e.f"])
      expect(verdict(nonsense)).toBe("forged");
  });

  test("X8 an answer does not count for a changed question", async () => {
    const [search, save] = tools();
    const run = trial(s, [search, save]);
    const { waiting } = await run.start({ who: "Ada" });
    await run.runs.signal(`${(await run.again()).runId}`, waiting?.key ?? "", { answer: "yes" });
    const changed = trial(s, [search, save]);
    const other = await changed.start({ who: "Eve" });
    expect(other.waiting?.digest).not.toBe(waiting?.digest);
    await changed.runs.signal(other.runId, waiting?.key ?? "", { answer: "yes" });
    expect(await changed.again()).toMatchObject({ status: "paused" });
    expect(save.calls).toEqual([]);
  });

  test("X8 the arguments of a pending call are part of the digest", async () => {
    const call = (path: string) =>
      trial(definition(skill("s", [tool("x", "w", { with: { path } })])), [writer("w")]).start();
    const [a, b, again] = [await call("a"), await call("b"), await call("a")];
    expect(a.waiting).toMatchObject({ kind: "approval", arguments: { path: "a" } });
    expect(a.waiting?.digest).toBe(again.waiting?.digest);
    expect(a.waiting?.digest).not.toBe(b.waiting?.digest);
  });

  test("X8 a refusal is read by the steps after it; if nothing reads it, the run fails", async () => {
    const [search, save] = tools();
    const run = trial(s, [search, save], { approver: approver("no") });
    expect(await run.start({ who: "Ada" })).toMatchObject({
      status: "succeeded",
      output: { approved: false },
    });
    expect(save.calls).toEqual([]);
    const careless = definition(
      skill("s", [{ id: "ok", action: { kind: "approve", text: "Go?" } }, tool("x", "save")]),
    );
    expect(await trial(careless, [save], { approver: approver("no") }).start()).toMatchObject({
      status: "failed",
      error: { code: "refused" },
    });
    expect(save.calls).toEqual([]);
  });

  test("X8 an approver that answers later pauses the run, and one that answers is asked once", async () => {
    const seen: ApprovalRequest[] = [];
    const later = trial(s, tools(), { approver: approver("later", seen) });
    expect(await later.start({ who: "Ada" })).toMatchObject({ status: "paused" });
    expect(await later.again({ approver: approver("yes", seen) })).toMatchObject({ status: "succeeded" });
    expect(seen).toHaveLength(2);
    expect(later.events.filter(({ type }) => type === "approval.decided")).toMatchObject([
      { outcome: "pending" },
      { outcome: "approved" },
    ]);
  });

  test("X8 a question is answered with a value, and fails if nobody answers in time", async () => {
    const ask = (timeoutMs?: number) =>
      trial(
        definition(
          skill("s", [
            {
              id: "week",
              action: { kind: "ask", text: "Which week?" },
              schema: { type: "integer" },
              ...(timeoutMs === undefined ? {} : { timeoutMs }),
            },
          ]),
        ),
      );
    const run = ask();
    expect(await run.start()).toMatchObject({
      waiting: { kind: "input", prompt: "Which week?", schema: { type: "integer" } },
    });
    expect(await run.answer({ value: 12 })).toMatchObject({ status: "succeeded", output: 12 });
    const late = ask(5_000);
    expect((await late.start()).waiting?.until).toBe(late.clock + 5_000);
    late.clock += 4_999;
    expect(await late.again()).toMatchObject({ status: "paused" });
    late.clock += 1;
    expect(await late.again()).toMatchObject({ status: "failed", error: { code: "timeout" } });
  });

  test("X8 approvals in parallel items are asked one after the other, and each item runs once", async () => {
    const w = writer("w");
    const loop = { for: { item: "x", list: "inputs.list" }, with: { x: "{{ x }}" }, parallel: 3 };
    const run = trial(definition(skill("s", [tool("l", "w", loop)])), [w]);
    expect(await run.start({ list: [1, 2, 3] })).toMatchObject({
      status: "paused",
      waiting: { step: "l[0]" },
    });
    expect(await run.answer({ answer: "yes" })).toMatchObject({
      status: "paused",
      waiting: { step: "l[1]" },
    });
    expect(await run.answer({ answer: "yes" })).toMatchObject({
      status: "paused",
      waiting: { step: "l[2]" },
    });
    expect(await run.answer({ answer: "yes" })).toMatchObject({ status: "succeeded" });
    expect(w.calls).toEqual([{ x: 1 }, { x: 2 }, { x: 3 }]);
  });
});

describe("waiting for a time", () => {
  const wait = (until: string) =>
    trial(definition(skill("s", [{ id: "w", action: { kind: "wait", until } }])));

  test("X4 a short wait keeps running, a long one pauses the run until its time has come", async () => {
    const short = wait("2s");
    expect(await short.start()).toMatchObject({ status: "succeeded" });
    expect(short.pauses).toEqual([2_000]);
    const long = wait("3d");
    const { waiting } = await long.start();
    expect(waiting).toMatchObject({ kind: "time", until: long.clock + 3 * 86_400_000 });
    long.clock += 86_400_000;
    expect((await long.again()).waiting?.until).toBe(waiting?.until);
    long.clock += 2 * 86_400_000;
    expect(await long.again()).toMatchObject({ status: "succeeded" });
  });

  test("X4 a point in time that has passed does not wait, and nonsense fails", async () => {
    expect(await wait("1970-01-01T00:00:00Z").start()).toMatchObject({ status: "succeeded" });
    expect(await wait("soon").start()).toMatchObject({ status: "failed", error: { code: "invalid_input" } });
  });
});

describe("secrets among the inputs", () => {
  test("X8 reach the tool, and never the store, an event, the audit log, a question or an error", async () => {
    const seen: ApprovalRequest[] = [];
    const echo = trialTool(
      "echo",
      (input) => ({ got: input, url: `https://x/?k=${encodeURIComponent('pa ss"word')}` }),
      {
        sideEffects: "write",
      },
    );
    const bad = trialTool("bad", (input) => {
      throw new Error(`login failed for ${JSON.stringify(input)}`);
    });
    const s = skill(
      "s",
      [
        tool("e", "echo", { with: { token: "{{ inputs.token }}", header: "Bearer {{ inputs.token }}" } }),
        tool("b", "bad", { with: { token: "{{ inputs.token }}" }, onError: { kind: "continue" } }),
        { id: "ok", action: { kind: "approve", text: "Use {{ inputs.token }}?" } },
      ],
      { secrets: ["token"] },
    );
    const run = trial(definition(s), [echo, bad], {
      approver: (request) => {
        seen.push(request);
        return { answer: request.kind === "tool" ? "yes" : "later" };
      },
    });
    const result = await run.start({ token: 'pa ss"word', who: "Ada" });
    expect(echo.calls).toEqual([{ token: 'pa ss"word', header: 'Bearer pa ss"word' }]);
    const stored = [];
    for await (const view of run.runs.list()) stored.push(view);
    const everything = JSON.stringify([result, stored, run.events, run.audit, seen]);
    expect(everything).toContain("[secret token]");
    for (const form of ["pa ss", "pa%20ss", "word"]) expect(everything).not.toContain(form);
    expect(everything).toContain("Ada");
  });

  test("X8 are not in the error of a tool, in an answer, or in a digest of the audit log", async () => {
    const token = "t0k3n-value";
    const login = trialTool("login", () => Promise.reject(new Error(`${token} was refused`)), {
      sideEffects: "write",
    });
    const steps = [
      tool("x", "login", { with: { token: "{{ inputs.token }}" }, onError: { kind: "continue" } as const }),
      { id: "said", action: { kind: "ask", text: "What now?" } as const },
    ];
    const run = trial(definition(skill("s", steps, { secrets: ["token"] })), [login], {
      policy: { approve: [] },
    });
    const state = emptyState();
    const stored: RunEntry[] = [];
    const durable = openDurable(state, {
      write: (entry) => {
        stored.push(entry);
        return undefined;
      },
      now: () => run.clock,
    });
    const paused = await run.start({ token }, undefined, { durable });
    expect(login.calls).toEqual([{ token }]);
    expect(paused.steps[0]?.error?.message).toBe("[secret token] was refused");
    state.answers.set(paused.waiting?.key ?? "", { value: `use ${token}` });
    const ended = await run.again({ durable });
    expect(ended.output).toBe("use [secret token]");
    expect(stored.map(({ kind }) => kind)).toContain("step");
    expect(JSON.stringify([stored, ended, run.events, run.audit])).not.toContain(token);
    const row = run.audit.find(({ action }) => action === "tool.called");
    expect(row?.digest).toBe(nodeHash.sha256(canonicalJson({ token: "[secret token]" })));
  });

  test("X8 a short secret hides only the whole value", async () => {
    const s = skill(
      "s",
      [tool("e", "echo", { with: { pin: "{{ inputs.pin }}", n: 12, text: "11 and 1" } })],
      { secrets: ["pin"] },
    );
    const result = await trial(definition(s), [trialTool("echo")]).start({ pin: "1" });
    expect(result.output).toEqual({ pin: "[secret pin]", n: 12, text: "11 and 1" });
  });
});
