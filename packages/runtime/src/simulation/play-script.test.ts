import { describe, expect, it } from "vitest";
import { createRuntime, type Runtime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { parseScript } from "./parse-script.ts";
import { playScript } from "./play-script.ts";
import type { ScriptFiles } from "./project.ts";

const script = (...lines: readonly unknown[]) =>
  parseScript(lines.map((line) => JSON.stringify(line)).join("\n"), { path: "talk.jsonl" });

const open = (fields: Readonly<Record<string, unknown>> = {}): Promise<Runtime> =>
  createRuntime(
    fakePorts({
      "/project/.agents/skills/pdf/SKILL.md": skillMd({
        name: "pdf",
        description: "Fills in forms.",
        ...fields,
      }),
    }),
    { trust: () => true },
  );

/** Files that only remember what was asked of them. */
function recordedFiles(): { readonly files: ScriptFiles; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    files: {
      write: (path, text) => void asked.push(`write ${path} ${text}`),
      remove: (path) => {
        asked.push(`remove ${path}`);
        return path !== "gone.md";
      },
    },
  };
}

describe("playScript", () => {
  it("O3 returns what the model would have seen, without Node", async () => {
    const played = await playScript(
      script(
        { user: "hello" },
        { call: "skill_load", args: { name: "pdf" } },
        { expect: { active: ["pdf"], isError: false, textIncludes: "Do it step by step." } },
        { user: "thanks" },
      ),
      { open: () => open() },
    );
    expect(played).toMatchObject({
      ok: true,
      steps: [
        { line: 1, step: "user", baseline: expect.stringContaining("- pdf: Fills in forms."), inject: [] },
        { line: 2, step: "call", tool: "skill_load", isError: false },
        { line: 3, step: "expect", ok: true, failures: [] },
        { line: 4, step: "user", baseline: null, report: { active: ["pdf"] } },
      ],
    });
  });

  it("O3 returns a failed expectation as a result and plays on", async () => {
    const played = await playScript(
      script({ user: "hello" }, { expect: { active: ["pdf"] } }, { assistant: "bye" }),
      { open: () => open() },
    );
    expect(played).toMatchObject({
      ok: false,
      steps: [{}, { ok: false, failures: ["active: none; expected: pdf"] }, { step: "assistant" }],
    });
  });

  it("O3 plays a conversation whose tool list stays the same and whose scopes end with the turn", async () => {
    const load = [{ user: "/pdf", tools: ["Read", "Bash"] }, { guard: { name: "Bash" } }];
    const played = (options: object) =>
      playScript(
        script({ session: { toolScope: "restrict", ...options } }, ...load, { user: "go on" }, load[1]),
        { open: () => open({ "allowed-tools": "Read" }) },
      );
    const scoped = await played({});
    const verdicts = ({ steps }: typeof scoped) =>
      steps.flatMap((step) => (step.step === "guard" ? [step.verdict] : []));
    const lists = ({ steps }: typeof scoped) =>
      steps.flatMap((step) => (step.step === "user" ? [step.activeTools?.includes("Bash") ?? null] : []));
    expect([verdicts(scoped), lists(scoped)]).toEqual([
      ["deny", "deny"],
      [false, false],
    ]);
    const ending = await played({ scopeEnds: "turn" });
    expect(verdicts(ending)).toEqual(["deny", "defer"]);
    const constant = await played({ toolList: "constant" });
    expect([verdicts(constant), lists(constant)]).toEqual([
      ["deny", "deny"],
      [null, null],
    ]);
  });

  it("O3 opens one runtime, and only when a line needs it", async () => {
    let opened = 0;
    const { files, asked } = recordedFiles();
    const project = {
      files,
      open: () => {
        opened += 1;
        return open();
      },
    };
    await playScript(script({ write: { "a.md": "x" } }), project);
    expect([opened, asked]).toEqual([0, ["write a.md x"]]);
    await playScript(script({ user: "a" }, { session: {} }, { reload: true }, { user: "b" }), project);
    expect(opened).toBe(1);
  });

  it("O3 shows texts as the project rewrites them", async () => {
    const plain = (text: string) => text.replaceAll("/project/", "/shown/");
    const load = { call: "skill_load", args: { name: "pdf" } };
    const { steps } = await playScript(script(load), { open: () => open(), plain });
    expect(steps).toMatchObject([{ text: expect.stringContaining("/shown/.agents/skills/pdf") }]);
  });

  it.each([
    { write: { "a.md": "x" } },
    { remove: ["a.md"] },
  ])("O3 refuses %j in a read-only project before the first line is played", async (edit) => {
    let opened = false;
    const project = {
      open: () => {
        opened = true;
        return open();
      },
    };
    await expect(playScript(script({ user: "hello" }, edit), project)).rejects.toMatchObject({
      code: "simulation.invalid",
      message: expect.stringMatching(/^talk\.jsonl:2: "(?:write|remove)" is not allowed/),
    });
    expect(opened).toBe(false);
  });

  it.each([
    "../a.md",
    "a/../../b/c.md",
    "../a/b.md",
    "/etc/a.md",
    "~",
    "~ada/a.md",
    "~/../a.md",
    ".",
    "a/..",
    "C:/a.md",
    "a\\b.md",
    "",
  ])("O3 refuses an edit of %j, which is not inside the project", async (path) => {
    const { files, asked } = recordedFiles();
    await expect(
      playScript(script({ write: { "ok.md": "x" } }, { remove: [path] }), { open: () => open(), files }),
    ).rejects.toMatchObject({ message: expect.stringContaining("is not a path inside the project") });
    expect(asked).toEqual([]);
  });

  it.each([
    "a.md",
    "a/../b.md",
    "./a/b.md",
    "~/a.md",
    "..a/b.md",
  ])("O3 allows an edit of %j", async (path) => {
    const { files, asked } = recordedFiles();
    await playScript(script({ remove: [path] }), { open: () => open(), files });
    expect(asked).toEqual([`remove ${path}`]);
  });

  it("O3 names the line that cannot be played, and keeps the cause", async () => {
    const { files } = recordedFiles();
    await expect(
      playScript(script({ assistant: "x" }, { remove: ["gone.md"] }), { open: () => open(), files }),
    ).rejects.toMatchObject({
      code: "simulation.invalid",
      message: 'talk.jsonl:2: cannot remove "gone.md": no such file or directory',
    });
    await expect(
      playScript(script({ user: "x" }, { session: { contextWindow: 0 } }), { open: () => open() }),
    ).rejects.toMatchObject({
      code: "simulation.invalid",
      message: expect.stringContaining("talk.jsonl:2: session: `contextWindow` must be"),
      cause: { code: "runtime.bad-option" },
    });
  });

  it("O3 leaves errors of the project as they are", async () => {
    const failure = new Error("disk full");
    const broken = { open: () => Promise.reject(failure) };
    await expect(playScript(script({ user: "x" }), broken)).rejects.toBe(failure);
  });
});

describe("parseScript", () => {
  it("O3 numbers lines as an editor does, with blank lines and comments", () => {
    const text = '\ufeff// talk\r\n\r\n{"user": "hello", "files": ["a.pdf"]}\r\n{"join": true}';
    expect(() => parseScript(text)).toThrow('script:4: "join" without a "fork" before it');
    expect(parseScript(text.replace(/\r\n[^\n]*$/, ""), { path: "talk.jsonl" })).toEqual({
      path: "talk.jsonl",
      lines: [{ step: "user", text: "hello", files: ["a.pdf"], tools: undefined, line: 3 }],
    });
  });

  it("O3 suggests the key that was meant, or else lists all", () => {
    const hintOf = (line: unknown) => {
      try {
        script(line);
      } catch (error) {
        return Object(error).hint;
      }
    };
    expect(hintOf({ usr: "x" })).toBe("did you mean user?");
    expect(hintOf({ nonsense: "x" })).toContain("known keys: user, assistant, call");
  });
});
