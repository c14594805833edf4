import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type ApprovalQuestion, type ApprovalRequest, type Approver, requestApproval } from "./approver.ts";
import { nodeHash as hash } from "./node/node-hash.ts";

const question: ApprovalQuestion = {
  kind: "tool",
  subject: "Bash",
  skill: "acme:pdf",
  arguments: { command: "git status" },
  reason: "the skill comes from a server",
};
const ask = (approver: Approver | undefined, asked = question, signal?: AbortSignal) =>
  requestApproval(asked, { approver, hash, signal });

async function shown(asked: ApprovalQuestion): Promise<ApprovalRequest> {
  const outcome = await ask(() => ({ answer: "yes" }), asked);
  if (!outcome.approved) throw new Error(outcome.reason);
  return outcome.request;
}

describe("S11 a question to the user", () => {
  test("S11 X8 shows what it is about, with a digest over kind, subject, skill and arguments", async () => {
    const requests: ApprovalRequest[] = [];
    const outcome = await ask((request) => {
      requests.push(request);
      return { answer: "yes" };
    });
    const text = '{"arguments":{"command":"git status"},"kind":"tool","skill":"acme:pdf","subject":"Bash"}';
    const digest = createHash("sha256").update(text).digest("hex");
    expect(requests).toEqual([{ ...question, digest }]);
    expect(outcome).toEqual({ approved: true, request: requests[0] });
  });

  test("X8 has another digest when anything of it differs but the reason", async () => {
    const { digest } = await shown(question);
    const others: Partial<ApprovalQuestion>[] = [
      { kind: "script" },
      { subject: "bash" },
      { skill: "acme:doc" },
      { skill: undefined },
      { arguments: { command: "git status " } },
      { arguments: undefined },
      { arguments: null },
    ];
    const digests = await Promise.all(
      others.map(async (other) => (await shown({ ...question, ...other })).digest),
    );
    expect(new Set([digest, ...digests]).size).toBe(others.length + 1);
    expect((await shown({ ...question, reason: "another" })).digest).toBe(digest);
    const reordered = { arguments: { b: 1, a: 2 } };
    expect((await shown({ ...question, ...reordered })).digest).toBe(
      (await shown({ ...question, arguments: { a: 2, b: 1 } })).digest,
    );
  });

  test("S11 is a copy: changing the arguments while the user thinks changes nothing", async () => {
    const input = { command: "git status", paths: ["a"] };
    const outcome = ask(
      async () => {
        input.command = "rm -rf /";
        input.paths.push("b");
        return { answer: "yes" };
      },
      { ...question, arguments: input },
    );
    input.paths.push("c");
    expect(await outcome).toMatchObject({
      approved: true,
      request: { arguments: { command: "git status", paths: ["a"] } },
    });
  });

  test("S11 is frozen: an approver that changes it is an approver that fails", async () => {
    const outcome = await ask((request) => {
      Object.assign(Object(request.arguments), { command: "rm" });
      return { answer: "yes" };
    });
    expect(outcome).toMatchObject({ approved: false, reason: expect.stringContaining("asking failed: ") });
  });
});

describe("S11 what is not a yes is a no", () => {
  const no = (reason: string, pending = false) => ({ approved: false, pending, reason });

  test("S11 without an approver every question is refused", async () => {
    expect(await ask(undefined)).toEqual(no("this application has no way to ask"));
  });

  test("S11 no and later carry the reason that was given", async () => {
    expect(await ask(() => ({ answer: "no" }))).toEqual(no("the user said no"));
    expect(await ask(() => ({ answer: "no", reason: "too risky" }))).toEqual(
      no("the user said no: too risky"),
    );
    expect(await ask(() => ({ answer: "later" }))).toEqual(no("the user has not answered yet", true));
    expect(await ask(() => ({ answer: "later", reason: "sent by mail" }))).toEqual(
      no("the user has not answered yet: sent by mail", true),
    );
    const endless = await ask(() => ({ answer: "no", reason: "x".repeat(10_000) }));
    expect(JSON.stringify(endless).length).toBeLessThan(700);
  });

  test.each([
    undefined,
    null,
    true,
    "yes",
    "",
    1,
    {},
    ["yes"],
    { answer: true },
    { answer: "YES" },
    { answer: "yes " },
    { answer: ["yes"] },
    { answer: "yes", reason: 1 },
    { approved: true },
    () => ({ answer: "yes" }),
  ])("S11 %j is not an answer", async (value) => {
    // A host without types can answer anything.
    const untyped: Approver = Object(() => value);
    expect(await ask(untyped)).toEqual(no("the answer was not recognized"));
  });

  test("X8 a yes to another digest is not a yes", async () => {
    expect(await ask(({ digest }) => ({ answer: "yes", digest }))).toMatchObject({ approved: true });
    expect(await ask(() => ({ answer: "yes", digest: "0".repeat(64) }))).toEqual(
      no("the answer was for a different request"),
    );
    expect(await ask(() => ({ answer: "yes", digest: "" }))).toMatchObject({ approved: false });
  });

  test.each<[string, Approver]>([
    [
      "throws",
      () => {
        throw new Error("no terminal");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("no terminal");
      },
    ],
    ["rejects with a string", () => Promise.reject("no terminal")],
  ])("S11 an approver that %s gives its reason", async (_, approver) => {
    expect(await ask(approver)).toEqual(no("asking failed: no terminal"));
  });

  test("S11 an approver that throws something odd is still a no", async () => {
    expect(await ask(() => Promise.reject(Object.create(null)))).toEqual(no("asking failed: unknown error"));
    expect(await ask(() => Promise.reject(undefined))).toEqual(no("asking failed: unknown error"));
  });

  test("S11 arguments that cannot be shown are refused without asking", async () => {
    const asked: unknown[] = [];
    const approver: Approver = (request) => {
      asked.push(request);
      return { answer: "yes" };
    };
    const loop: unknown[] = [];
    loop.push(loop);
    expect(await ask(approver, { ...question, arguments: loop })).toEqual(
      no("its input cannot be shown to the user: it refers to itself"),
    );
    expect(await ask(approver, { ...question, arguments: { run: () => 1 } })).toEqual(
      no("its input cannot be shown to the user: it contains a function"),
    );
    expect(asked).toEqual([]);
    expect(await ask(approver, { ...question, arguments: [] })).toMatchObject({ approved: true });
    expect(asked).toHaveLength(1);
  });
});

describe("S11 an abort", () => {
  const stopped = new Error("stopped");

  test("S11 before the question: the user is not asked", async () => {
    let asked = 0;
    const approver: Approver = () => {
      asked += 1;
      return { answer: "yes" };
    };
    await expect(ask(approver, question, AbortSignal.abort(stopped))).rejects.toBe(stopped);
    expect(asked).toBe(0);
  });

  test("S11 while the user thinks ends the wait, also when the approver never answers", async () => {
    const controller = new AbortController();
    const silent: Approver = () => new Promise(() => {});
    const outcome = ask(silent, question, controller.signal);
    controller.abort(stopped);
    await expect(outcome).rejects.toBe(stopped);
  });

  test("S11 is handed to the approver, and an error or a yes that comes with it counts as the abort", async () => {
    for (const last of [() => ({ answer: "yes" as const }), () => Promise.reject(new Error("closed"))]) {
      const controller = new AbortController();
      const approver: Approver = (_, { signal }) => {
        expect(signal).toBe(controller.signal);
        controller.abort(stopped);
        return last();
      };
      await expect(ask(approver, question, controller.signal)).rejects.toBe(stopped);
    }
  });

  test("S11 a signal that never fires keeps no listener", async () => {
    const { signal } = new AbortController();
    const listeners: string[] = [];
    const watched = Object.assign(signal, {
      addEventListener: () => listeners.push("added"),
      removeEventListener: () => listeners.push("removed"),
    });
    expect(await ask(() => ({ answer: "yes" }), question, watched)).toMatchObject({ approved: true });
    expect(listeners).toEqual(["added", "removed"]);
  });
});
