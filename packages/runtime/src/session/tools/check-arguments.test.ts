import { describe, expect, test } from "vitest";
import type { ToolNaming } from "../../profile.ts";
import { type SkillTool, success } from "../../skill-tool.ts";
import { checkArguments } from "./check-arguments.ts";

const tool: SkillTool = {
  operation: "search",
  sideEffects: "read",
  properties: {
    query: { type: "string", minLength: 2, maxLength: 4 },
    limit: { type: "integer", minimum: 1, maximum: 5, default: 3 },
    extra: { type: "object" },
    args: { type: "array", items: { type: "string" } },
  },
  required: ["query"],
  canSucceed: () => true,
  run: async () => success(""),
};
const naming: ToolNaming = {
  operation: "search",
  name: "find",
  description: "",
  arguments: { query: "words" },
};
const check = (given: unknown) => checkArguments(tool, naming, given);

describe("the arguments of a skill tool", () => {
  test("S1 have the profile's names, and defaults where nothing is given", () => {
    expect(check({ words: "pdf" })).toEqual({ ok: true, args: { query: "pdf", limit: 3 } });
    expect(check({ words: "pdf", limit: 5, extra: { a: 1 }, args: ["-n", "3"] })).toEqual({
      ok: true,
      args: { query: "pdf", limit: 5, extra: { a: 1 }, args: ["-n", "3"] },
    });
  });

  test.each([null, undefined])("S1 count as not given when they are %s", (nothing) => {
    expect(check({ words: "pdf", limit: nothing })).toEqual({ ok: true, args: { query: "pdf", limit: 3 } });
    expect(check({ words: nothing })).toEqual({
      ok: false,
      message: 'The argument "words" of find is missing.',
    });
  });

  test.each(["pd", "pdfs", 1, 5])("S1 accept %j at the edge of what is allowed", (value) => {
    const args = typeof value === "string" ? { words: value } : { words: "pdf", limit: value };
    expect(check(args).ok).toBe(true);
  });

  test.each([
    [{ words: "p" }, 'The argument "words" of find must not be empty.'],
    [{ words: "pdfs!" }, 'The argument "words" of find must have at most 4 characters.'],
    [{ words: 7 }, 'The argument "words" of find must be a string.'],
    [{ words: "pdf", limit: 0 }, 'The argument "limit" of find must be at least 1.'],
    [{ words: "pdf", limit: 6 }, 'The argument "limit" of find must be at most 5.'],
    [{ words: "pdf", limit: 1.5 }, 'The argument "limit" of find must be a whole number.'],
    [{ words: "pdf", limit: "2" }, 'The argument "limit" of find must be a whole number.'],
    [{ words: "pdf", args: "-n 3" }, 'The argument "args" of find must be a list of strings.'],
    [{ words: "pdf", args: ["-n", 3] }, 'The argument "args" of find must be a list of strings.'],
    [{ words: "pdf", args: [{ n: 3 }] }, 'The argument "args" of find must be a list of strings.'],
    [{ query: "pdf" }, 'Unknown argument "query" of find. It takes: words, limit, extra, args.'],
    [{ words: "pdf", limt: 2 }, 'Unknown argument "limt" of find. Did you mean "limit"?'],
    [[], "The arguments of find must be an object with: query, limit, extra, args."],
    [null, "The arguments of find must be an object with: query, limit, extra, args."],
    ["pdf", "The arguments of find must be an object with: query, limit, extra, args."],
  ])("S1 tell the model what is wrong with %j", (given, message) => {
    expect(check(given)).toEqual({ ok: false, message });
  });
});
