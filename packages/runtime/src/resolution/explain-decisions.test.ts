import { describe, expect, test } from "vitest";
import type { CatalogListing, LibraryEntry } from "../library.ts";
import type { SkillFields } from "../skill.ts";
import type { TrustVerdict } from "../trust.ts";
import { explainDecisions } from "./explain-decisions.ts";

const BY_LEVEL: TrustVerdict = { state: "trusted", by: "level" };

interface Sketch {
  readonly state?: LibraryEntry["state"];
  readonly override?: LibraryEntry["override"];
  readonly fields?: SkillFields;
  readonly trust?: TrustVerdict;
  readonly notes?: readonly string[];
  readonly missing?: LibraryEntry["eligibility"]["missing"];
}

function entry({
  state = "on",
  override,
  fields = {},
  trust = BY_LEVEL,
  notes = [],
  missing = [],
}: Sketch): LibraryEntry {
  return {
    skill: {
      name: "pdf",
      description: "Reads PDF files.",
      path: "/skills/pdf/SKILL.md",
      directory: "/skills/pdf",
      source: "user",
      origin: { provider: "agents", level: "user", root: "/skills", priority: 70, order: 0 },
      metadata: {},
      allowedTools: [],
      fields,
      extensions: {},
      version: "v1",
      tokens: 1,
    },
    eligibility: { eligible: missing.length === 0, missing },
    trust,
    ...(override === undefined ? {} : { override }),
    notes,
    state,
  };
}

/** What is said about one stage. */
function said(stage: string, sketch: Sketch, listing?: CatalogListing["form"]) {
  const decisions = explainDecisions(
    [entry(sketch)],
    listing === undefined ? undefined : () => ({ form: listing, budget: 2_000 }),
  );
  const found = decisions.filter((decision) => decision.stage === stage);
  expect(found).toHaveLength(1);
  return found.map(({ outcome, detail }) => `${outcome}: ${detail}`)[0];
}

describe("why a single skill is as it is", () => {
  test("R7 where it was found, and that no other has its name", () => {
    expect(said("discovery", {})).toBe("found: /skills/pdf/SKILL.md (agents, user level), root /skills");
    expect(said("resolution", {})).toBe("won: no other skill has this name");
    expect(said("filter", {})).toBe("kept: its source is enabled and no filter excludes the name");
  });

  test("R7 how it was read", () => {
    expect(said("format", {})).toBe("read: 1 token, version v1");
    expect(said("format", { notes: ["a is wrong", "b is long"] })).toBe(
      "read with warnings: a is wrong; b is long",
    );
  });

  test("R7 what it needs", () => {
    expect(said("eligibility", {})).toBe("eligible: nothing it needs is missing");
    const missing = [
      { kind: "bins", name: "a", hint: "install a" },
      { kind: "env", name: "B", hint: "set B" },
    ] as const;
    expect(said("eligibility", { missing, state: "ineligible" })).toBe("ineligible: install a; set B");
  });

  test.each([
    [BY_LEVEL, "trusted: agents skills of the user level are trusted"],
    [{ state: "trusted", by: "user" }, "trusted: you trusted exactly this content"],
    [
      { state: "trusted", by: "user", at: "2026-01-02T03:04:05.000Z", reason: "read it" },
      "trusted: you trusted exactly this content on 2026-01-02: read it",
    ],
    [{ state: "refused", by: "host" }, "refused: the application refused exactly this content"],
  ] as const)("R7 who trusts it: %j", (trust, expected) => {
    expect(said("trust", { trust })).toBe(expected);
  });

  test("R7 what a skill that waits for a decision waits for", () => {
    expect(said("trust", { trust: { state: "pending", by: "nobody" } })).toMatch(
      /^pending: no decision yet; .*pdf/,
    );
    expect(said("trust", { trust: { state: "pending", by: "nobody", reason: "it changed" } })).toMatch(
      /^pending: it changed; .*pdf/,
    );
  });

  test.each([
    [{}, "on: no setting changes it"],
    [{ state: "off", override: "off" }, "off: the settings say off"],
    [
      { state: "user-only", fields: { disableModelInvocation: true } },
      "user-only: its author allows only users to invoke it (disable-model-invocation)",
    ],
    [
      { state: "user-only", fields: { agentReady: false } },
      "user-only: its author marks it as not ready for agents (agent_ready: false)",
    ],
    [{ state: "ineligible" }, "none: it cannot be used, regardless of settings"],
    [{ state: "pending", override: "on" }, "none: it cannot be used, regardless of settings"],
    [{ state: "refused" }, "none: it cannot be used, regardless of settings"],
  ] as const)("R5 R7 what the settings change: %j", (sketch, expected) => {
    expect(said("override", sketch)).toBe(expected);
  });

  test.each([
    [{ state: "name-only" }, "listed by name: the model sees the name only"],
    [{ state: "user-only" }, "hidden: only the user can invoke it"],
    [
      { state: "user-only", fields: { userInvocable: false, disableModelInvocation: true } },
      "hidden: background knowledge: provided as context, never invoked",
    ],
    [
      { state: "user-only", fields: { userInvocable: false, agentReady: false } },
      "hidden: neither the model nor the user can invoke it",
    ],
    [{ state: "off" }, "hidden: knowhow does not serve a skill that is off"],
    [{ state: "pending" }, "hidden: knowhow does not serve a skill that is pending"],
  ] as const)("R7 what the model sees of it: %j", (sketch, expected) => {
    expect(said("catalog", sketch)).toBe(expected);
  });

  test.each([
    [
      "on",
      undefined,
      "listed: the model sees name and description, as far as the budget of the catalog allows",
    ],
    ["on", "full", "listed: the model sees name and description"],
    [
      "on",
      "shortened",
      "shortened: the model sees the name and a part of the description, because the catalog of 2,000 tokens has no room for all of it",
    ],
    [
      "on",
      "name-only",
      "listed by name: the model sees the name only, because the catalog of 2,000 tokens has no room for the description",
    ],
    [
      "on",
      "omitted",
      "omitted: the model does not see it, because the catalog of 2,000 tokens is full; it can still search for it",
    ],
    ["name-only", "name-only", "listed by name: the model sees the name only"],
    [
      "name-only",
      "omitted",
      "omitted: the model does not see it, because the catalog of 2,000 tokens is full; it can still search for it",
    ],
  ] as const)("R7 I4 what the catalog shows of a skill that is %s: %s", (state, form, expected) => {
    expect(said("catalog", { state }, form)).toBe(expected);
  });
});
