import { isKnowhowError } from "@knowhow/runtime";
import { describe, expect, it } from "vitest";
import { openSession } from "../testing/open-session.ts";
import * as aiSdk from "./ai-sdk.ts";
import { anthropicLoop } from "./anthropic.ts";
import { skillsMiddleware } from "./langchain.ts";
import * as mastra from "./mastra.ts";
import * as openai from "./openai.ts";
import { plainLoop } from "./plain.ts";

const session = await openSession();

/** A host without types can pass anything. */
const ADAPTERS: Readonly<Record<string, (options?: unknown) => unknown>> = {
  "ai-sdk prepareStep": (options) => aiSdk.prepareStep(session, Object(options)),
  "ai-sdk guardTools": (options) => aiSdk.guardTools(session, {}, Object(options)),
  "openai callModelInputFilter": (options) => openai.callModelInputFilter(session, Object(options)),
  "openai guardTools": (options) => openai.guardTools(session, [], Object(options)),
  "mastra guardTools": (options) => mastra.guardTools(session, {}, Object(options)),
  anthropicLoop: (options) => anthropicLoop(session, Object(options)),
  skillsMiddleware: (options) => skillsMiddleware(session, Object(options)),
  plainLoop: (options) => plainLoop(session, Object(options)),
};

/** The error of a call, or undefined. */
function errorOf(call: () => unknown) {
  try {
    call();
  } catch (error) {
    if (!isKnowhowError(error)) throw error;
    return { code: error.code, message: error.message, hint: error.hint };
  }
  return undefined;
}

describe.each(Object.entries(ADAPTERS))("S9 the options of %s", (name, make) => {
  const own = name.split(" ").at(-1);

  it("S9 may be empty, and may be a list of nothing but undefined", () => {
    expect(errorOf(() => make({}))).toBeUndefined();
    const known =
      name.includes("Step") || name.includes("Filter") ? { tools: undefined } : { ask: undefined };
    expect(errorOf(() => make(known))).toBeUndefined();
  });

  it("S9 are refused by name when they are unknown", () => {
    expect(errorOf(() => make({ somethingElse: 1 }))).toEqual({
      code: "runtime.bad-option",
      message: `unknown option "somethingElse" of ${own}`,
      hint: expect.stringMatching(/^known options: [a-zA-Z, ]+$/),
    });
    expect(errorOf(() => make({ constructor: 1 }))).toMatchObject({
      message: `unknown option "constructor" of ${own}`,
    });
  });

  it("S9 must not be inherited, or come from a getter", () => {
    const ask = () => ({ answer: "yes" });
    for (const options of [
      Object.create({ ask }),
      Object.defineProperty({}, "ask", { get: () => ask, enumerable: true }),
    ])
      expect(errorOf(() => make(options))).toMatchObject({ code: "runtime.bad-option" });
  });

  it("S9 must be an object", () => {
    expect(errorOf(() => make([]))).toMatchObject({ message: `the options of ${own} must be an object` });
    expect(errorOf(() => make(() => ({ answer: "yes" })))).toMatchObject({ code: "runtime.bad-option" });
  });
});

describe("S9 an option of an adapter", () => {
  it.each([
    "ai-sdk guardTools",
    "openai guardTools",
    "mastra guardTools",
    "anthropicLoop",
    "skillsMiddleware",
    "plainLoop",
  ])("S11 `ask` of %s must be a function, and a misspelled one is named", (name) => {
    const make = ADAPTERS[name];
    expect(errorOf(() => make?.({ ask: () => ({ answer: "no" }) }))).toBeUndefined();
    expect(errorOf(() => make?.({ ask: true }))).toMatchObject({
      code: "runtime.bad-option",
      message: `the option "ask" of ${name.split(" ").at(-1)} must be a function`,
    });
    expect(errorOf(() => make?.({ aks: () => ({ answer: "no" }) }))).toMatchObject({
      hint: 'did you mean "ask"?',
    });
  });

  it.each([
    ["ai-sdk prepareStep", { instructions: 1 }, "a string"],
    ["ai-sdk prepareStep", { tools: [] }, "an object"],
    ["openai callModelInputFilter", { tools: {} }, "a list"],
    ["anthropicLoop", { system: ["a"] }, "a string"],
    ["anthropicLoop", { tools: {} }, "a list"],
    ["skillsMiddleware", { tools: {} }, "a list"],
    ["plainLoop", { system: null }, "a string"],
    ["plainLoop", { tools: [] }, "an object"],
  ])("S9 of the wrong type is refused: %s %j must be %s", (name, options, kind) => {
    expect(errorOf(() => ADAPTERS[name]?.(options))?.message).toBe(
      `the option "${Object.keys(options)[0]}" of ${name.split(" ").at(-1)} must be ${kind}`,
    );
  });
});
