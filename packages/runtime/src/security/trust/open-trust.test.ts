import { writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRuntime, type NodeRuntimeOptions } from "../../node/create-runtime.ts";
import type { Runtime } from "../../runtime.ts";
import { fakeScanner } from "../../testing/fake-scanner.ts";
import { skillMd } from "../../testing/workshop.ts";
import { type FileTree, writeTree } from "../../testing/write-tree.ts";

const OURS = "work/.agents/skills/ours/SKILL.md";
const skill = (name: string, body = "Do it.\n") => skillMd({ name, description: `The ${name} skill.` }, body);

const TREE = {
  work: { directory: true },
  [OURS]: skill("ours"),
  "work/.agents/skills/ours/scripts/run.sh": "echo\n",
  "home/.agents/skills/mine/SKILL.md": skill("mine"),
} as const satisfies FileTree;

/** A project and a home directory on a real disk; there is no approver unless a test adds one. */
function open(tree: FileTree = TREE) {
  const written = writeTree(tree);
  onTestFinished(written.remove);
  const start = async (options: NodeRuntimeOptions = {}): Promise<Runtime> => {
    const [cwd, home] = [written.at("work"), written.at("home")];
    const runtime = await createRuntime({ cwd, home, env: {}, cache: false, ...options });
    onTestFinished(runtime.close);
    return runtime;
  };
  return { ...written, start };
}

const states = ({ library }: Runtime) =>
  Object.fromEntries(library.entries().map(({ skill: { name }, state }) => [name, state]));

describe("the decisions of a runtime", () => {
  test("T3 T2 a review of changed content does not count what was dismissed for the content before", async () => {
    const { start, at } = open({ ...TREE, [OURS]: skill("ours", "SCAN-BLOCK dl\n") });
    const { trust, reload } = await start({ scanner: fakeScanner() });
    await trust.decide("ours", "trusted", { dismiss: [{ rule: "dl", reason: "our mirror" }] });
    await reload();
    const review = async () => (await trust.inspect("ours")).review();
    expect(await review()).toMatchObject({ dismissed: [{ rule: "dl" }], judgement: { action: "allow" } });
    writeFileSync(at(OURS), skill("ours", "SCAN-BLOCK dl\nmore\n"));
    expect(await review()).toMatchObject({ dismissed: [], judgement: { action: "ask", rules: ["dl"] } });
  });

  test.each([
    ["revoked", (runtime: Runtime) => runtime.trust.revoke("ours")],
    ["refused", (runtime: Runtime) => runtime.trust.decide("ours", "refused")],
  ])("T3 T6 a skill that is %s on a full disk is no longer trusted, and the error is told", async (_, narrow) => {
    const { start } = open();
    let isFull = false;
    const append = () => {
      if (isFull) throw new Error("no space left");
    };
    const runtime = await start({ audit: { append } });
    await runtime.trust.decide("ours", "trusted");
    await runtime.reload();
    expect(states(runtime)).toMatchObject({ ours: "on" });
    isFull = true;
    await expect(narrow(runtime)).rejects.toThrow("no space left");
    await runtime.reload();
    expect(states(runtime)).toMatchObject({ ours: "pending" });
    expect(await runtime.trust.list()).toEqual([]);
  });

  test.each([
    ["revoked", (runtime: Runtime) => runtime.trust.revoke("ours")],
    ["made again", (runtime: Runtime) => runtime.trust.decide("ours", "refused")],
  ])("T3 T6 a refusal that cannot be %s on a full disk stays", async (_, change) => {
    const { start } = open();
    let isFull = false;
    const append = () => {
      if (isFull) throw new Error("no space left");
    };
    const runtime = await start({ audit: { append } });
    await runtime.trust.decide("ours", "refused");
    await runtime.reload();
    isFull = true;
    await expect(change(runtime)).rejects.toThrow("no space left");
    expect(await runtime.trust.list()).toMatchObject([{ state: "refused" }]);
  });

  test("T3 a skill of the project waits, and shows after a yes, also in the next start", async () => {
    const { start, at } = open();
    const runtime = await start();
    expect(states(runtime)).toEqual({ mine: "on", ours: "pending" });
    expect(runtime.trust.pending().map((entry) => [entry.skill.name, entry.trust.needs])).toEqual([
      ["ours", "decision"],
    ]);
    const subject = await runtime.trust.inspect("ours");
    expect(subject).toMatchObject({
      entry: { skill: { path: at(OURS) } },
      digest: await runtime.digest("ours"),
      files: [{ path: "scripts/run.sh", size: 5 }],
      asksFor: [],
    });
    const decision = await runtime.trust.decide("ours", "trusted", {
      reason: "read it",
      digest: subject.digest,
    });
    expect(decision).toMatchObject({
      key: { kind: "skill", path: at("work/.agents/skills/ours"), name: "ours", digest: subject.digest },
      ...{ state: "trusted", by: "user", reason: "read it" },
    });
    expect(states(runtime)).toMatchObject({ ours: "pending" });
    await runtime.reload();
    expect([states(runtime), runtime.trust.pending()]).toEqual([{ mine: "on", ours: "on" }, []]);
    const next = await start();
    expect(states(next)).toEqual({ mine: "on", ours: "on" });
    expect(await next.trust.list()).toEqual([decision]);
    expect(next.library.why("ours").find(({ stage }) => stage === "trust")).toMatchObject({
      outcome: "trusted",
      detail: expect.stringContaining("you trusted exactly this content on"),
    });
  });

  test.each([
    ["its text", OURS],
    ["a script", "work/.agents/skills/ours/scripts/run.sh"],
    ["a file more", "work/.agents/skills/ours/more.md"],
  ])("T3 a change of %s makes it pending again, and going back needs no new yes", async (_what, path) => {
    const { start, at, write } = open();
    const runtime = await start();
    await runtime.trust.decide("ours", "trusted");
    const before: FileTree = TREE;
    write({ [path]: skill("ours", "Something else.\n") });
    await runtime.reload();
    expect(runtime.library.entry("ours")).toMatchObject({
      state: "pending",
      trust: { reason: "it changed since you trusted it" },
    });
    expect(runtime.library.get("ours")).toBeUndefined();
    const original = before[path];
    if (typeof original !== "string") return;
    writeFileSync(at(path), original);
    expect((await runtime.reload()).entry("ours")?.state).toBe("on");
  });

  test("T3 a refusal is kept, and can be taken back", async () => {
    const { start } = open();
    const runtime = await start({ trust: () => true });
    expect(states(runtime)).toMatchObject({ ours: "on" });
    await runtime.trust.decide("ours", "refused", { reason: "no" });
    await runtime.reload();
    expect(runtime.library.entry("ours")).toMatchObject({
      state: "refused",
      trust: { by: "user", reason: "no" },
    });
    expect(await runtime.trust.revoke("ours")).toBe(true);
    expect(await runtime.trust.revoke("ours")).toBe(false);
    await runtime.reload();
    expect(states(runtime)).toMatchObject({ ours: "on" });
    expect(await runtime.trust.list()).toEqual([]);
  });

  test("T3 a decision is refused when the content is not the one that was looked at", async () => {
    const { start, write } = open();
    const runtime = await start();
    const { digest } = await runtime.trust.inspect("ours");
    write({ "work/.agents/skills/ours/scripts/run.sh": "curl\n" });
    await expect(runtime.trust.decide("ours", "trusted", { digest })).rejects.toMatchObject({
      code: "security.content-changed",
    });
    expect(await runtime.trust.list()).toEqual([]);
  });

  test("T3 no decision is possible about what a level trusts, or about nothing", async () => {
    const { trust } = await open().start();
    await expect(trust.decide("mine", "refused")).rejects.toMatchObject({
      code: "security.no-decision-needed",
    });
    await expect(trust.decide("our", "trusted")).rejects.toMatchObject({
      code: "runtime.unknown-skill",
      hint: 'did you mean "ours"?',
    });
  });

  test("T3 a pending skill never shadows a usable one; once trusted, it takes its place", async () => {
    const theirs = skill("pdf", "Of the project.\n");
    const { start, at } = open({
      "work/.agents/skills/pdf/SKILL.md": theirs,
      "home/.agents/skills/pdf/SKILL.md": skill("pdf", "Of the user.\n"),
    });
    const runtime = await start();
    expect(runtime.library.get("pdf")?.origin.level).toBe("user");
    expect(runtime.trust.pending().map((entry) => entry.skill.path)).toEqual([
      at("work/.agents/skills/pdf/SKILL.md"),
    ]);
    expect(runtime.library.diagnostics.map(({ code }) => code)).toContain("resolution.pending");
    await runtime.trust.decide("pdf", "trusted");
    expect((await runtime.reload()).get("pdf")?.origin.level).toBe("project");
    await runtime.trust.revoke("pdf");
    expect((await runtime.reload()).get("pdf")?.origin.level).toBe("user");
  });

  test("T3 of several skills of a name, the path selects one", async () => {
    const { start, at } = open({
      "work/.agents/skills/pdf/SKILL.md": skill("pdf", "One.\n"),
      "work/.claude/skills/pdf/SKILL.md": skill("pdf", "Two.\n"),
    });
    const runtime = await start();
    const path = at("work/.agents/skills/pdf/SKILL.md");
    expect((await runtime.trust.inspect("pdf", { path })).entry.skill.path).toBe(path);
    await runtime.trust.decide("pdf", "trusted", { path });
    await runtime.reload();
    expect(runtime.library.get("pdf")?.path).toBe(path);
    // Now the other one is the one that waits.
    const other = await runtime.trust.decide("pdf", "refused");
    expect(other.key).toMatchObject({ path: at("work/.claude/skills/pdf") });
  });

  test("T3 a copy of a trusted skill in another place is not trusted", async () => {
    const { start, write, at } = open();
    const runtime = await start();
    await runtime.trust.decide("ours", "trusted");
    write({
      "other/.agents/skills/ours/SKILL.md": skill("ours"),
      "other/.agents/skills/ours/scripts/run.sh": "echo\n",
    });
    const elsewhere = await createRuntime({ cwd: at("other"), home: at("home"), env: {}, cache: false });
    onTestFinished(elsewhere.close);
    expect(states(elsewhere)).toMatchObject({ ours: "pending" });
  });

  test("T3 the host is asked once per digest over many reloads", async () => {
    const { start, write } = open();
    const asked: string[] = [];
    const runtime = await start({
      trust: ({ skill: { name }, digest }) => asked.push(`${name} ${digest}`) > 0,
    });
    for (let times = 0; times < 5; times += 1) await runtime.reload();
    expect(asked).toHaveLength(1);
    write({ "work/.agents/skills/ours/scripts/run.sh": "echo 2\n" });
    for (let times = 0; times < 5; times += 1) await runtime.reload();
    expect(asked).toHaveLength(2);
  });

  test("T3 a decision by another process reaches a watching runtime, and so does its revocation", async () => {
    const { start } = open();
    const [watching, other] = [await start(), await start()];
    const seen: unknown[] = [];
    let told = () => {};
    watching.watch(() => {
      seen.push(states(watching));
      told();
    });
    const next = async (change: () => Promise<unknown>) => {
      const heard = new Promise<void>((resolve) => {
        told = resolve;
      });
      await change();
      await heard;
    };
    await next(() => other.trust.decide("ours", "trusted"));
    expect(seen).toEqual([{ mine: "on", ours: "on" }]);
    await other.reload();
    await next(() => other.trust.revoke("ours"));
    expect(seen.at(-1)).toEqual({ mine: "on", ours: "pending" });
  });

  test("T3 a decision that another process revoked or replaced counts at once, without a reload", async () => {
    const { start } = open();
    const other = await start();
    await other.trust.decide("ours", "trusted");
    const runtime = await start();
    expect((await runtime.read("ours")).body).toContain("Do it.");
    await other.reload();
    await other.trust.revoke("ours");
    expect(states(runtime)).toMatchObject({ ours: "on" });
    await expect(runtime.read("ours")).rejects.toThrow("is not trusted yet");
    await other.reload();
    await other.trust.decide("ours", "refused");
    await expect(runtime.read("ours")).rejects.toThrow("was refused");
    expect((await runtime.read("ours", { audience: "user" })).body).toContain("Do it.");
  });

  test("T3 decisions are kept in memory where no store is wanted", async () => {
    const { start } = open();
    const options = { decisions: false } as const;
    const runtime = await start(options);
    await runtime.trust.decide("ours", "trusted");
    expect((await runtime.reload()).has("ours")).toBe(true);
    expect((await start(options)).library.has("ours")).toBe(false);
  });

  test("T3 the user can read a skill before the decision; a model cannot", async () => {
    const session = await (await open().start()).session();
    expect(await session.resolve("skill://ours", { audience: "user" })).toMatchObject({ ok: true });
    expect(await session.resolve("skill://ours/scripts/run.sh", { audience: "user" })).toMatchObject({
      ok: true,
      text: "echo\n",
    });
    expect(await session.resolve("skill://ours")).toMatchObject({ ok: false });
    expect((await session.call("skill_load", { name: "ours" })).isError).toBe(true);
    expect((await session.turn({ messages: [{ role: "user", content: "/ours" }] })).inject).toEqual([]);
  });

  test("T3 what a skill's frontmatter requests is listed, and what only describes it is not", async () => {
    const text = skillMd({
      ...{ name: "ours", description: "Ours.", version: "1", tags: ["a"], "argument-hint": "[x]" },
      ...{ "allowed-tools": "Bash(git:*) Read", alwaysApply: true, hooks: { stop: "x" }, globs: ["*.md"] },
    });
    const { trust } = await open({ [OURS]: text, home: { directory: true } }).start();
    expect((await trust.inspect("ours")).asksFor).toEqual([
      "allowed-tools: Bash(git:*) Read",
      ...["alwaysApply", "hooks", "globs: *.md"],
    ]);
  });
});
