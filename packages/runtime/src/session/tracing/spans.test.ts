import { describe, expect, test } from "vitest";
import type { SpanAttributes, SpanHandle } from "../../ports.ts";
import { failure, success } from "../../skill-tool.ts";
import { describeBody, describeInjection, describeLoad, describeReading, describeSection } from "./spans.ts";

/** What a description adds to a span. */
function added(describeIt: (span: SpanHandle) => void) {
  let attributes: SpanAttributes = {};
  let resource: string | undefined;
  describeIt({
    set: (more) => {
      attributes = { ...attributes, ...more };
    },
    setResource: (path) => {
      resource = path;
    },
  });
  return { ...attributes, ...(resource === undefined ? {} : { resource }) };
}

const LOADED = { version: "v1", tokens: 7 };
const GIVEN = { "load.outcome": "loaded", "skill.version": "v1", "load.tokens": 7 };
const REFUSED = { "load.outcome": "refused" };
const KNOWN = { "load.outcome": "known" };

describe("the span of a load", () => {
  test("O2 says which body was loaded, or that none was", () => {
    expect(added((span) => describeBody(span, LOADED))).toEqual(GIVEN);
    expect(added((span) => describeBody(span, undefined))).toEqual(REFUSED);
  });

  test.each([
    [success("text", { skill_version: "v1", load_size_tokens: 7 }), GIVEN],
    [success("", { skill_version: "v1", load_size_tokens: 7, already_loaded: true }), KNOWN],
    [success("", { skill_version: "v1", load_size_tokens: 7, already_preloaded: true }), KNOWN],
    [failure("no", { skill_version: "v1", load_size_tokens: 7 }), REFUSED],
    [success("text", { load_size_tokens: 7 }), REFUSED],
    [success("text", { skill_version: "v1" }), REFUSED],
  ])("O2 %j of a tool is %j", (result, expected) => {
    expect(added((span) => describeLoad(span, result))).toEqual(expected);
  });

  const injection = { skill: "pdf", text: "Read.", tokens: 2, reason: "named" } as const;
  test.each([
    [{ injection: { kind: "skill", ...injection } }, GIVEN],
    [{ injection: { kind: "notice", ...injection } }, KNOWN],
    [{}, KNOWN],
    [{ note: "the limit is reached" }, REFUSED],
    [{ leftOut: 500 }, REFUSED],
  ] as const)("O2 %j of a turn is %j", (outcome, expected) => {
    expect(added((span) => describeInjection(span, outcome, LOADED))).toEqual(expected);
  });
});

describe("the span of a reading", () => {
  test("O2 has the size and the page of a file that was given, and its path as a resource", () => {
    const reading = {
      ok: true,
      path: "a.md",
      contentType: "text/markdown",
      text: "A",
      size: 1,
      page: 2,
      pages: 3,
      encoding: "utf-8",
    } as const;
    expect(added((span) => describeReading(span, reading))).toEqual({
      "read.outcome": "given",
      "read.bytes": 1,
      "read.page": 2,
      "read.pages": 3,
      resource: "a.md",
    });
    expect(added((span) => describeReading(span, { ok: false, message: "File not found" }))).toEqual({
      "read.outcome": "refused",
    });
  });

  test.each([
    [success("text", { load_size_tokens: 7 }), { "read.outcome": "given", "read.tokens": 7 }],
    [failure("no", { load_size_tokens: 7 }), { "read.outcome": "refused" }],
    [success("text"), { "read.outcome": "refused" }],
  ])("O2 %j of a section is %j", (result, expected) => {
    expect(added((span) => describeSection(span, result))).toEqual(expected);
  });
});
