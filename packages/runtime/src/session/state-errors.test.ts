import { expect, test } from "vitest";
import { isKnowhowError } from "../errors.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { limitsOf, readSessionState, rememberedOptions } from "./session-state.ts";

const declaration = { skill: "pdf", allowed: ["Read"], disallowed: ["Bash"], remote: true };

/** A state with every field that there is. */
const STATE = {
  format: "knowhow-session-1",
  id: "one",
  library: "fingerprint",
  turn: 3,
  activations: [
    {
      name: "pdf",
      version: "v1",
      tokens: 5,
      reason: "on_demand",
      turn: 1,
      args: "x",
      guess: true,
      partial: true,
      evicted: true,
    },
  ],
  spent: { activations: 1, tokens: 5 },
  preloaded: ["a"],
  bodies: { pdf: "text" },
  released: ["b"],
  rights: { ceiling: [declaration], declared: [declaration], ended: [declaration] },
  limits: {
    toolScope: "restrict",
    toolAliases: { Bash: ["box"] },
    scopeEnds: "turn",
    maxActivations: 3,
    maxTokens: 100,
    matching: "auto",
  },
  pins: ["c"],
  allow: ["d"],
  grants: ["e"],
  unmatched: ["f"],
  baseline: {
    text: "prompt",
    catalog: { total: 1, full: 1, shortened: 0, nameOnly: 0, omitted: [], costs: [], tokens: 5, budget: 9 },
  },
  context: "rules",
  inserted: { messages: ["k1"], texts: [{ text: "body", after: 1, announces: true }], stored: 2 },
  announced: { pdf: "Reads." },
  runs: [{ skill: "s", run: "r", kind: "model", step: "a", prompt: "p", token: "t", json: false }],
  lastMessage: "hi",
} as const;

const WRONG: readonly (readonly [shown: string, value: unknown])[] = [
  ["missing", undefined],
  ["null", null],
  ["true", true],
  ["-1", -1],
  ["0", 0],
  ["NaN", Number.NaN],
  ["text", "x"],
  ["[]", []],
  ["[1]", [1]],
  ["{}", {}],
  ["{ a: 1 }", { a: 1 }],
];

type Path = readonly (string | number)[];

/** All places of a value. */
function placesOf(value: unknown, path: Path = []): readonly Path[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [
    path,
    ...inner.flatMap(([key, one]) => placesOf(one, [...path, Array.isArray(value) ? Number(key) : key])),
  ];
}

/** A copy of a value with another one at a place; without it if that is undefined. */
function withValue(value: unknown, path: Path, changed: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return changed;
  if (Array.isArray(value))
    return value.map((one, at) => (at === first ? withValue(one, rest, changed) : one));
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  return Object.fromEntries(
    entries
      .map(([key, one]) => [key, key === first ? withValue(one, rest, changed) : one] as const)
      .filter(([, one]) => one !== undefined),
  );
}

function isAccepted(value: unknown): boolean {
  try {
    readSessionState(value);
    return true;
  } catch (error) {
    if (isKnowhowError(error) && error.code === "session.state-invalid") return false;
    throw error;
  }
}

test("S6 a state is restored only if every part of it has the right type", async () => {
  expect(isAccepted(STATE)).toBe(true);
  const lines = placesOf(STATE).map((path) => {
    const accepted = WRONG.filter(([, value]) => isAccepted(withValue(STATE, path, value)));
    return `${path.join(".") || "the state"}: ${accepted.map(([shown]) => shown).join(", ") || "nothing else"}`;
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("state-errors.txt");
});

test("S6 the error says where a state comes from", () => {
  expect(() => readSessionState({})).toThrow(
    expect.objectContaining({
      code: "session.state-invalid",
      message: "this is not a serialized session",
      hint: "pass the value returned by session.toJSON()",
    }),
  );
});

test("S3 S6 a conversation without a limit has none after its state went through JSON", async () => {
  const tree = {
    "/project/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads PDF files." }),
  };
  const runtime = await createRuntime(fakePorts(tree), { trust: () => true });
  const unlimited = { maxActivations: Number.POSITIVE_INFINITY, maxTokens: Number.POSITIVE_INFINITY };
  const session = await runtime.session(unlimited);
  const restored = await runtime.session({ restore: JSON.parse(JSON.stringify(session)) });
  expect((await restored.call("skill_load", { name: "pdf" })).isError).toBe(false);
  expect(restored.toJSON().limits).toEqual(unlimited);
});

test("S6 limits, pins, grants and names are remembered, and nothing that was not given", () => {
  const limits = {
    toolScope: "restrict",
    toolAliases: { Bash: ["box"] },
    scopeEnds: "turn",
    maxActivations: 3,
    maxTokens: 100,
    matching: "explicit",
  } as const;
  expect(limitsOf({ ...limits, pins: ["x"], follow: true })).toEqual(limits);
  for (const [name, value] of Object.entries(limits))
    expect(limitsOf({ [name]: value })).toEqual({ [name]: value });
  expect(limitsOf({})).toEqual({});
  const { allow: _allow, grants: _grants, ...rest } = STATE;
  expect(rememberedOptions({ ...STATE, limits })).toEqual({
    ...limits,
    ceiling: [declaration],
    pins: ["c"],
    grants: ["e"],
    skills: ["d"],
  });
  expect(Object.keys(rememberedOptions({ ...rest, limits }))).not.toContain("skills");
  expect(Object.keys(rememberedOptions({ ...rest, limits }))).not.toContain("grants");
});
