import { describe, expect, test } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import type { SessionOptions } from "./session-options.ts";

const skill = (name: string, fields: Readonly<Record<string, unknown>> = {}) =>
  skillMd({ name, description: `The ${name} skill.`, ...fields }, `The body of ${name}.\n`);

const open = () =>
  createRuntime(
    fakePorts({
      "/project/.agents/skills/pdf/SKILL.md": skill("pdf"),
      "/project/.agents/skills/csv/SKILL.md": skill("csv"),
      "/project/.agents/skills/review/SKILL.md": skill("review", { "allowed-tools": "Read" }),
    }),
    { trust: () => true },
  );

const OPTIONS: SessionOptions = {
  toolScope: "restrict",
  toolAliases: { Bash: ["box_run"] },
  scopeEnds: "turn",
  maxActivations: 3,
  maxTokens: 9_000,
  matching: "explicit",
  pins: ["pdf"],
  preload: ["csv"],
  skills: ["pdf", "csv", "review", "gone"],
  grants: ["Read"],
};
const user = (content: string) => ({ role: "user" as const, content });

/** A session with all options and something of everything in it, as JSON. */
async function eventful() {
  const runtime = await open();
  const session = await runtime.session({ ...OPTIONS, bodies: "frozen" });
  await session.turn({ messages: [user("/review")] });
  await session.turn({ messages: [user("/review"), user("go on")] });
  await session.call("skill_load", { name: "pdf" });
  session.release("pdf");
  return { runtime, session, state: JSON.parse(JSON.stringify(session)) };
}

describe("a stored session", () => {
  test("R6 has what was loaded, released, ended, spent and told, and the host's limits", async () => {
    const { state } = await eventful();
    expect(state).toMatchObject({
      format: "knowhow-session-1",
      turn: 2,
      activations: [{ name: "review", reason: "on_demand", turn: 1 }],
      released: ["pdf"],
      preloaded: ["csv"],
      spent: { activations: 2 },
      rights: { ceiling: [], declared: [], ended: [{ skill: "review", allowed: ["Read"] }] },
      limits: {
        toolScope: "restrict",
        toolAliases: { Bash: ["box_run"] },
        scopeEnds: "turn",
        maxActivations: 3,
        maxTokens: 9_000,
        matching: "explicit",
      },
      pins: ["pdf"],
      allow: ["pdf", "csv", "review", "gone"],
      grants: ["Read"],
      unmatched: [expect.stringContaining("gone")],
    });
    expect(Object.keys(state.bodies)).toEqual(["review", "csv"]);
  });

  test("R6 of a new conversation has nothing that does not apply to it", async () => {
    const state = JSON.parse(JSON.stringify(await (await open()).session()));
    expect(Object.keys(state).toSorted()).toEqual(
      "activations announced format id lastMessage library limits pins preloaded rights spent turn context"
        .split(" ")
        .toSorted(),
    );
    expect(state).toMatchObject({ limits: {}, pins: [], rights: { ceiling: [], declared: [] } });
    expect(state.rights).not.toHaveProperty("ended");
  });

  test("R6 gives a session that says the same when it is stored again", async () => {
    const { runtime, state } = await eventful();
    const restored = await runtime.session({ restore: state, bodies: "frozen" });
    expect(JSON.parse(JSON.stringify(restored))).toEqual(state);
  });

  test("R6 X7 the new host's own options count more than the earlier host's", async () => {
    const { runtime, state } = await eventful();
    const restored = await runtime.session({ restore: state, maxActivations: 9, skills: ["pdf"] });
    expect(restored.toJSON()).toMatchObject({
      allow: ["pdf"],
      limits: { maxActivations: 9, maxTokens: 9_000 },
    });
  });

  const ODD = { skill: "x", allowed: [] };
  test.each([
    ["format", "knowhow-session-0"],
    ["id", 5],
    ["library", 5],
    ["turn", -1],
    ["turn", "1"],
    ["turn", Number.NaN],
    ["lastMessage", 5],
    ["preloaded", "csv"],
    ["preloaded", [5]],
    ["released", [5]],
    ["pins", [5]],
    ["grants", [5]],
    ["allow", "pdf"],
    ["unmatched", [5]],
    ["activations", {}],
    ["activations", [{ name: "pdf" }]],
    ["activations", [{ name: 5, version: "v", reason: "on_demand", tokens: 1, turn: 1 }]],
    ["activations", [{ name: "a", version: "v", reason: "on_demand", tokens: -1, turn: 1 }]],
    ["activations", [{ name: "a", version: "v", reason: "on_demand", tokens: 1, turn: "1" }]],
    ["spent", { activations: 1 }],
    ["spent", { tokens: 1 }],
    ["rights", { ceiling: [] }],
    ["rights", { declared: [] }],
    ["rights", { ceiling: [5], declared: [] }],
    ["rights", { ceiling: [], declared: [{ skill: "x" }] }],
    ["rights", { ceiling: [], declared: [{ ...ODD, skill: 5 }] }],
    ["rights", { ceiling: [], declared: [{ ...ODD, disallowed: "Bash" }] }],
    ["rights", { ceiling: [], declared: [{ ...ODD, remote: "yes" }] }],
    ["rights", { ceiling: [], declared: [], ended: [5] }],
    ["limits", []],
    ["limits", { matching: "sometimes" }],
    ["bodies", []],
    ["bodies", { pdf: 5 }],
    ["announced", []],
    ["announced", { pdf: 5 }],
    ["context", 5],
    ["baseline", null],
    ["baseline", "text"],
    ["baseline", { text: 5, catalog: {} }],
    ["baseline", { text: "", catalog: "none" }],
  ])("R6 is refused when its %s is %j", async (key, value) => {
    const { runtime, state } = await eventful();
    await expect(runtime.session({ restore: { ...state, [key]: value } })).rejects.toMatchObject({
      code: "session.state-invalid",
      hint: "pass the value returned by session.toJSON()",
    });
  });

  test.each([
    "id",
    "released",
    "grants",
    "allow",
    "unmatched",
    "bodies",
    "context",
    "baseline",
  ])("R6 is accepted without %s, which an older one may not have", async (key) => {
    const { runtime, state } = await eventful();
    const { [key]: _, ...rest } = state;
    expect((await runtime.session({ restore: rest })).toJSON().turn).toBe(2);
  });
});
