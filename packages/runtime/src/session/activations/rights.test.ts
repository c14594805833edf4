import { describe, expect, test } from "vitest";
import { findProfile } from "../../profiles/find-profile.ts";
import type { Skill } from "../../skill.ts";
import { Allowance } from "./allowance.ts";
import { Rights } from "./rights.ts";

function skill(name: string, more: Partial<Skill> = {}): Skill {
  return {
    name,
    description: "",
    path: `/skills/${name}/SKILL.md`,
    directory: `/skills/${name}`,
    source: "user",
    origin: { provider: "agents", level: "user", root: "/skills", priority: 70, order: 0 },
    metadata: {},
    allowedTools: [],
    fields: {},
    extensions: {},
    version: "v1",
    tokens: 1,
    ...more,
  };
}
const remote = {
  provider: "acme",
  level: "custom",
  root: "mcp:/acme",
  priority: 1,
  order: 0,
  remote: "acme",
} as const;
const names = (rights: Rights) => rights.declarations().map((declared) => declared.skill);

describe("what loaded skills declare about tools", () => {
  test("X7 allowed-tools count before the field tools, and a skill that says nothing restricts nothing", () => {
    const rights = new Rights();
    rights.recordLoad(skill("a", { allowedTools: ["Read"], fields: { tools: ["Write"] } }));
    rights.recordLoad(skill("b", { fields: { tools: ["Write"] } }));
    rights.recordLoad(skill("c", { fields: { disallowedTools: ["Bash"] } }));
    rights.recordLoad(skill("d"));
    expect(rights.declarations()).toEqual([
      { skill: "a", allowed: ["Read"] },
      { skill: "b", allowed: ["Write"] },
      { skill: "c", allowed: [], disallowed: ["Bash"] },
    ]);
  });

  test("X7 what a skill says at its last load counts, also when it says nothing any more", () => {
    const rights = new Rights();
    rights.recordLoad(skill("a", { allowedTools: ["Read"] }));
    rights.recordLoad(skill("a", { allowedTools: ["Write"] }));
    expect(rights.declarations()).toEqual([{ skill: "a", allowed: ["Write"] }]);
    rights.recordLoad(skill("a"));
    expect(rights.declarations()).toEqual([]);
  });

  test("T6 X7 a server's skill restricts even without a word, from the first file on, and as it was loaded", () => {
    const rights = new Rights();
    rights.recordRead(skill("local", { allowedTools: ["Read"] }));
    expect(names(rights)).toEqual([]);
    rights.recordRead(skill("far", { origin: remote }));
    expect(rights.declarations()).toEqual([{ skill: "far", allowed: [], remote: true }]);
    rights.recordLoad(skill("far", { origin: remote, allowedTools: ["Read"] }));
    rights.recordRead(skill("far", { origin: remote }));
    expect(rights.declarations()).toEqual([{ skill: "far", allowed: ["Read"], remote: true }]);
    expect([rights.isRemote("far"), rights.isRemote("local")]).toEqual([true, false]);
  });

  test("X7 a scope that ended begins again as it was, or with a load as it is then", () => {
    const rights = new Rights();
    rights.recordLoad(skill("a", { allowedTools: ["Read"] }));
    rights.end("a");
    rights.end("unknown");
    expect([names(rights), rights.toJSON().ended]).toEqual([[], [{ skill: "a", allowed: ["Read"] }]]);
    rights.resume("a");
    rights.resume("unknown");
    expect([rights.declarations(), rights.toJSON().ended]).toEqual([
      [{ skill: "a", allowed: ["Read"] }],
      undefined,
    ]);
    rights.end("a");
    rights.recordLoad(skill("a", { allowedTools: ["Write"] }));
    expect(rights.toJSON()).toEqual({ ceiling: [], declared: [{ skill: "a", allowed: ["Write"] }] });
  });

  test("X7 a release ends it for good", () => {
    const rights = new Rights();
    rights.recordLoad(skill("a", { allowedTools: ["Read"] }));
    rights.recordLoad(skill("b", { allowedTools: ["Read"] }));
    rights.end("b");
    rights.release("a");
    rights.release("b");
    rights.resume("b");
    expect(rights.toJSON()).toEqual({ ceiling: [], declared: [] });
  });

  test("X7 R6 the parent's limits come first, stay, and are known as the parent's until the skill is loaded here", () => {
    const rights = new Rights([{ skill: "a", allowed: ["Read"] }]);
    rights.recordLoad(skill("b", { allowedTools: ["Write"] }));
    expect(names(rights)).toEqual(["a", "b"]);
    expect([rights.isInherited("a"), rights.isInherited("b")]).toEqual([true, false]);
    rights.release("a");
    expect(names(rights)).toEqual(["a", "b"]);
    rights.recordLoad(skill("a", { allowedTools: ["Read"] }));
    expect(rights.isInherited("a")).toBe(false);
  });

  test("X7 R6 what was declared and what ended is stored and restored", () => {
    const rights = new Rights();
    rights.recordLoad(skill("a", { allowedTools: ["Read"] }));
    rights.recordLoad(skill("b", { allowedTools: ["Write"] }));
    rights.end("b");
    const restored = new Rights();
    restored.restore(rights.toJSON());
    expect(restored.toJSON()).toEqual(rights.toJSON());
    restored.resume("b");
    expect(names(restored)).toEqual(["a", "b"]);
  });
});

describe("the limits of a conversation", () => {
  const { activation } = findProfile("agentskills");
  const own = skill("pdf");

  test("S3 a load that reaches a limit exactly is allowed, and the next one is refused with the reason", () => {
    const limits = new Allowance(activation, { maxActivations: 2, maxTokens: 100 });
    expect(limits.refuse(own, 100)).toBeUndefined();
    expect(limits.refuse(own, 101)).toBe(
      'the skill "pdf" was not loaded: its 101 tokens would exceed the 100 tokens allowed for skills in this conversation (0 used)',
    );
    limits.spend(60);
    expect(limits.refuse(own, 40)).toBeUndefined();
    expect(limits.refuse(own, 41)).toContain("(60 used)");
    limits.spend(0);
    expect(limits.refuse(own, 0)).toContain("has reached its activation limit (2)");
    expect(limits.spent).toEqual({ activations: 2, tokens: 60 });
  });

  test("S3 parts of a skill use up tokens, but no activation", () => {
    const limits = new Allowance(activation, { maxTokens: 100 });
    expect(limits.spendOnPart(own, 100)).toBeUndefined();
    expect(limits.spendOnPart(own, 1)).toBe(
      'this part of the skill "pdf" was not read: its 1 tokens would exceed the 100 tokens allowed for skills in this conversation (100 used)',
    );
    expect(limits.spent).toEqual({ activations: 0, tokens: 100 });
  });

  test("S3 alone, earlier loads do not count, and the limit still does", () => {
    const limits = new Allowance(activation, { maxActivations: 1, maxTokens: 100 });
    limits.spend(100);
    expect(limits.refuse(own, 100, { alone: true })).toBeUndefined();
    expect(limits.refuse(own, 101, { alone: true })).toContain("(0 used)");
    expect(limits.spendOnPart(own, 100, { alone: true })).toBeUndefined();
    expect(limits.spendOnPart(own, 101, { alone: true })).toContain("(0 used)");
    expect(limits.spent).toEqual({ activations: 1, tokens: 200 });
  });

  test("S3 the profile's limits count where the host names none, and what was spent is restored", () => {
    const limits = new Allowance(activation, {});
    limits.restore({ activations: 19, tokens: 49_990 });
    expect(limits.refuse(own, 10)).toBeUndefined();
    expect(limits.refuse(own, 11)).toContain("50000 tokens");
    limits.restore({ activations: 20, tokens: 0 });
    expect(limits.refuse(own, 0)).toContain("activation limit (20)");
  });
});
