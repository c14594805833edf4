import { describe, expect, test } from "vitest";
import type { SkillMatch } from "../conversation.ts";
import type { KnowhowEvent } from "../events.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { scopeHint } from "./scope-hint.ts";

const user = (content: string) => ({ role: "user" as const, content });

async function open(
  profile = "agentskills",
  more: Readonly<Record<string, string>> = {},
  tokenizer?: (text: string) => number,
) {
  const root = profile === "autopoiesis" ? "skills" : ".agents/skills";
  const events: KnowhowEvent[] = [];
  const runtime = await createRuntime(
    {
      ...fakePorts({
        [`/project/${root}/pdf/SKILL.md`]: skillMd(
          { name: "pdf", description: "Reads PDF files." },
          "Read it.\n",
        ),
        [`/project/${root}/deploy/SKILL.md`]: skillMd(
          {
            name: "deploy",
            description: "Ships.",
            "disable-model-invocation": true,
            "allowed-tools": "Read",
          },
          "Ship it.\n",
        ),
        ...more,
      }),
      ...(tokenizer === undefined ? {} : { tokenizer }),
    },
    { profile, trust: () => true, onEvent: ({ event }) => events.push(event) },
  );
  return { runtime, events };
}

describe("how long a skill limits tools", () => {
  test.each([
    [
      { ends: undefined, isLasting: false, isInherited: false },
      "until the user starts another skill with /name, or the application releases it.",
    ],
    [{ ends: "turn", isLasting: false, isInherited: false }, "until the user's next message."],
    [{ ends: "never", isLasting: false, isInherited: false }, "until the application releases it."],
    [{ ends: "turn", isLasting: true, isInherited: false }, "until the application releases it."],
    [{ ends: "turn", isLasting: true, isInherited: true }, "apply to this subagent as long as it runs."],
  ] as const)("X7 is told: %j", (facts, ending) => {
    expect(scopeHint("pdf", facts)).toMatch(/^The (?:skill|limits of the skill) "pdf"/);
    expect(scopeHint("pdf", facts).endsWith(ending)).toBe(true);
  });
});

describe("names that match no skill", () => {
  test("S3 are told once per option, with the nearest name", async () => {
    const { runtime } = await open();
    const session = await runtime.session({
      skills: ["p*", "deploy", "pfd"],
      pins: ["pdff"],
      preload: ["elephant"],
    });
    const { report } = await session.turn();
    expect(report.notes).toEqual([
      '`skills`: no skill named "pfd"; did you mean "pdf"?',
      '`pins`: no skill named "pdff"; did you mean "pdf"?',
      '`preload`: no skill named "elephant"',
    ]);
    expect((await session.turn()).report.notes).toEqual([]);
  });
});

describe("what is told about a conversation", () => {
  test("R6 O1 a fork says how many skills it has: those of its list, or all", async () => {
    const { runtime, events } = await open();
    const session = await runtime.session();
    session.fork({ skills: ["pdf"] });
    session.fork();
    expect(events.filter(({ type }) => type === "session.forked")).toEqual([
      { type: "session.forked", skills: 1 },
      { type: "session.forked", skills: 2 },
    ]);
  });

  test("I8 O1 a history that lost nothing is no event, a compaction is one", async () => {
    const { runtime, events } = await open();
    const session = await runtime.session();
    const { text } = await session.call("skill_load", { name: "pdf" });
    const told = () => events.filter(({ type }) => type === "session.compacted");
    await session.recover([user(text)]);
    expect(told()).toEqual([]);
    await session.recover([]);
    expect(told()).toEqual([{ type: "session.compacted", kept: 1, active: 1 }]);
    await session.compacted({ keepTokens: 0 });
    expect(told()).toHaveLength(2);
    expect(told()[1]).toEqual({ type: "session.compacted", kept: 0, active: 1 });
  });

  test("I8 F9 what is given back is counted by the host's own tokenizer", async () => {
    const { runtime } = await open("agentskills", {}, (text) => text.length);
    const session = await runtime.session({ maxTokens: 100_000 });
    await session.call("skill_load", { name: "pdf" });
    const [back] = await session.compacted({ keepTokens: 2_000 });
    expect(back?.tokens).toBe(back?.text.length);
    const [short] = await session.compacted({ keepTokens: 100 });
    expect(short?.kind).toBe("digest");
    expect(short?.text.length).toBeLessThanOrEqual(100);
  });

  test("S6 a command whose text is still there is a notice with its reason", async () => {
    const { runtime } = await open();
    const session = await runtime.session();
    await session.turn({ messages: [user("/pdf")] });
    const { inject } = await session.turn({ messages: [user("/pdf"), user("/pdf")] });
    expect(inject).toMatchObject([
      {
        kind: "notice",
        skill: "pdf",
        reason: "it was loaded before",
        text: 'The user invoked the skill "pdf" again. Follow the instructions loaded above.',
      },
    ]);
    expect(inject[0]?.tokens).toBeGreaterThan(5);
  });

  test("S11 X7 a refused call gives the reason, and nothing behind it where there is no hint", async () => {
    const { runtime } = await open();
    const session = await runtime.session({ toolScope: "restrict", grants: ["Read"] });
    const permission = await session.authorize(
      { name: "Bash", input: {} },
      { availableTools: ["Bash", "Read"] },
    );
    expect(permission).toMatchObject({
      allowed: false,
      reason: expect.stringMatching(/^The tool "Bash" cannot be used now: .*\.$/),
    });
  });

  test("M7 S7 a host's matcher may load a skill that only users invoke, and never suggests it to the model", async () => {
    const { runtime } = await open();
    const match = (decision: SkillMatch["decision"]): SkillMatch => ({
      name: "deploy",
      decision,
      score: 1,
      reasons: [],
      loadReason: "auto_suggested",
    });
    for (const [decision, expected] of [
      ["load", ["deploy"]],
      ["suggest", []],
    ] as const) {
      const session = await runtime.session({
        matcher: { list: () => runtime.library.list(), match: () => [match(decision)] },
      });
      const { report } = await session.turn({ messages: [user("x")] });
      expect(report.matches.map(({ name }) => name)).toEqual(expected);
    }
  });

  test("S3 S4 a part that a host asks for anew is limited by itself alone", async () => {
    const { runtime } = await open("agentskills", { "/project/.agents/skills/pdf/a.md": "word ".repeat(60) });
    const session = await runtime.session({ maxTokens: 100 });
    const read = (context = {}) => session.call("skill_read", { name: "pdf", path: "a.md" }, context);
    expect((await read()).isError).toBe(false);
    expect((await read()).isError).toBe(true);
    expect((await read({ again: true })).isError).toBe(false);
  });
});

describe("the tools that check a skill", () => {
  const text = (fields: Readonly<Record<string, unknown>>) =>
    skillMd({ name: "note", description: "Takes notes. Use when a note is wanted.", ...fields });
  const check = async (fields: Readonly<Record<string, unknown>>) => {
    const { runtime } = await open("autopoiesis", { "/project/skills/note/SKILL.md": text(fields) });
    return (await runtime.session()).call("validate_skill", { skill_name: "note" });
  };

  test("S4 say that a skill is valid, or what is wrong with it and how to fix it", async () => {
    const good = { metadata: { version: "1.0.0", tags: ["a"] } };
    expect(await check(good)).toMatchObject({
      text: 'The skill "note" is valid.',
      metadata: { findings: 0 },
    });
    const one = await check({ metadata: { version: "one", tags: ["a"] } });
    expect(one.text).toMatch(
      /^The skill "note" has 1 finding:\n- error: .* \(line \d+\) \[format\.version-semver\]\. .+$/,
    );
    const two = await check({});
    expect(two.text).toMatch(/^The skill "note" has 2 findings:\n- .*\n- .*$/);
    expect(two.metadata).toEqual({ skill_id: "note", findings: 2 });
  });
});

describe("the list of skills", () => {
  test("S4 has version and tags where a skill has them", async () => {
    const { runtime } = await open("autopoiesis", {
      "/project/skills/note/SKILL.md": skillMd({
        name: "note",
        description: "Takes notes.",
        metadata: { version: "1.2.3", tags: ["a", "b"] },
      }),
    });
    const { text, metadata } = await (await runtime.session()).call("list_skills", {});
    expect(text.split("\n")).toEqual([
      "- deploy: Ships.",
      "- note (v1.2.3): Takes notes. [a, b]",
      "- pdf: Reads PDF files.",
    ]);
    expect(metadata).toEqual({ result_count: 3, result_names: ["deploy", "note", "pdf"] });
  });
});
