import { describe, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";

const SKILL = "---\nname: pdf\ndescription: Reads PDF files.\n---\nBody\n";
const open = () => createRuntime(fakePorts({ "/home/ada/.agents/skills/pdf/SKILL.md": SKILL }));

/** What JavaScript can pass where a name, an id or a function is expected. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  Number.NaN,
  -1,
  10n,
  Symbol("s"),
  [],
  {},
  new Map(),
  () => "pdf",
];

/** Calls a method as JavaScript would, without a compiler in between. */
function loosely(path: string, runtime: Runtime, ...args: readonly unknown[]): unknown {
  const [name = "", inner] = path.split(".");
  const member: unknown = Reflect.get(runtime, name);
  const owner = inner === undefined ? runtime : member;
  const method: unknown = inner === undefined ? member : Reflect.get(Object(member), inner);
  if (typeof method !== "function") throw new Error(`no method ${path}`);
  return Reflect.apply(method, owner, args);
}

const badOption = (message: string) =>
  expect.objectContaining({ code: "runtime.bad-option", message: expect.stringContaining(message) });

describe("what names a skill or a run is a string", () => {
  test.each([
    ["read", "read: `name` must be a string"],
    ["resources", "resources: `name` must be a string"],
    ["digest", "digest: `name` must be a string"],
    ["why", "why: `name` must be a string"],
    ["define", "define: `name` must be a string"],
    ["open", "open: `skill"],
    ["runs.start", "runs.start: `name` must be a non-empty string"],
    ["runs.script", "runs.script: `name` must be a non-empty string"],
    ["runs.resume", "runs.resume: `id` must be a non-empty string"],
    ["runs.get", "runs.get: `id` must be a non-empty string"],
    ["runs.cancel", "runs.cancel: `id` must be a non-empty string"],
  ])("%s", async (path, message) => {
    const runtime = await open();
    for (const wrong of WRONG)
      await expect((async () => loosely(path, runtime, wrong, "x"))()).rejects.toEqual(badOption(message));
  });

  test("runs.fork", async () => {
    const runtime = await open();
    for (const wrong of WRONG)
      await expect((async () => loosely("runs.fork", runtime, wrong, { from: "a" }))()).rejects.toEqual(
        badOption("runs.fork: `id` must be a non-empty string"),
      );
  });

  test("the reason of a cancellation", async () => {
    const runtime = await open();
    await expect((async () => loosely("runs.cancel", runtime, "x", 5))()).rejects.toEqual(
      badOption("runs.cancel: `reason` must be a string"),
    );
  });

  test("session.cancelRun, and the tools of session.activeTools", async () => {
    const session = await (await open()).session();
    const cancel = async (run: unknown) => Reflect.apply(session.cancelRun, session, [run]);
    for (const wrong of WRONG)
      await expect(cancel(wrong)).rejects.toEqual(badOption("cancelRun: `run` must be a non-empty string"));
    for (const wrong of WRONG.filter((value) => !Array.isArray(value)))
      expect(() => Reflect.apply(session.activeTools, session, [wrong])).toThrow(
        badOption("activeTools: `availableTools` must be an array of strings"),
      );
  });
});

test("watch needs a function, so that a change never fails later", async () => {
  const runtime = await open();
  for (const wrong of WRONG.filter((value) => typeof value !== "function"))
    expect(() => loosely("watch", runtime, wrong)).toThrow(badOption("watch: `listener` must be a function"));
});

test("an unknown name is clipped, and its control characters are not repeated", async () => {
  const runtime = await open();
  await expect(runtime.read("x".repeat(1_000_000))).rejects.toMatchObject({
    code: "runtime.unknown-skill",
    message: expect.stringMatching(/^no skill named "x{80}"$/),
  });
  await expect(runtime.read("a\u001b[2Jb")).rejects.toMatchObject({
    message: expect.not.stringContaining("\u001b"),
  });
});

describe("a misspelt option that limits never means less", () => {
  test.each([
    [{ declaration: [] }, "`scope.declaration` is an unknown option"],
    [{ declarations: "Bash" }, "`scope.declarations` must be an array of declarations"],
    [{ grants: "all" }, "`scope.grants` must be an array of strings"],
    [{ declarations: [{ skill: "a", allow: [] }] }, "`scope.declarations[0].allow` is an unknown option"],
  ])("the scope of a run: %j", async (scope, message) => {
    const runtime = await open();
    await expect((async () => loosely("runs.start", runtime, "pdf", {}, { scope }))()).rejects.toEqual(
      badOption(message),
    );
  });

  test.each([
    [{ audits: { append: () => undefined } }, '`ports.audits` is an unknown port; did you mean "audit"?'],
    [{ audit: { apend: () => undefined } }, "`ports.audit.append` must be a function"],
    [{ decisions: {} }, "`ports.decisions.find` must be a function"],
    [{ runs: { start: () => undefined } }, "`ports.runs.secret` must be a function"],
    [{ proposals: {} }, "`ports.proposals.exclusive` must be a function"],
    [{ scripts: {} }, "`ports.scripts.status` must be a function"],
    [{ tracer: {} }, "`ports.tracer.trace` must be a function"],
    [{ watcher: {} }, "`ports.watcher.watch` must be a function"],
  ])("a port: %o", async (port, message) => {
    const create: (...args: never[]) => Promise<Runtime> = createRuntime;
    await expect(Reflect.apply(create, undefined, [{ ...fakePorts({}), ...port }])).rejects.toEqual(
      badOption(message),
    );
  });
});
