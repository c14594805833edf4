import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { styleFor, toolNames } from "./tool-names.ts";

const anyTool = fc.record({ skill: fc.string({ maxLength: 90 }), operation: fc.string({ maxLength: 40 }) });
const realTool = fc.record({
  skill: fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/),
  operation: fc.stringMatching(/^[a-z][a-z0-9_-]{0,11}$/),
});
const style = fc.constantFrom("dotted" as const, "plain" as const);
const distinct = (tool: typeof anyTool) =>
  fc.uniqueArray(tool, {
    maxLength: 12,
    selector: ({ skill, operation }) => JSON.stringify([skill, operation]),
  });

describe("the names of mounted tools", () => {
  it("S10 are the skill's name, a dot and what the tool does", () => {
    const tools = [{ skill: "skillmaker", operation: "read" }];
    expect([...toolNames(tools, "dotted").keys()]).toEqual(["skillmaker.read"]);
    expect([...toolNames(tools, "plain").keys()]).toEqual(["skillmaker_read"]);
  });

  it("S10 are short, made of letters that clients take, one per tool, and lead back to it", () => {
    fc.assert(
      fc.property(distinct(anyTool), style, (tools, which) => {
        const names = toolNames(tools, which);
        const allowed = which === "dotted" ? /^[A-Za-z0-9_.-]{1,64}$/ : /^[A-Za-z0-9_-]{1,64}$/;
        expect([...names.keys()].filter((name) => !allowed.test(name))).toEqual([]);
        expect(names.size).toBe(tools.length);
        expect([...names.values()]).toEqual(tools);
      }),
    );
  });

  it("S10 of valid skills read as they are, whatever else is mounted", () => {
    fc.assert(
      fc.property(distinct(realTool), (tools) => {
        const expected = tools.map(({ skill, operation }) => `${skill}.${operation}`);
        expect([...toolNames(tools, "dotted").keys()]).toEqual(expected);
      }),
    );
  });

  it("S10 do not depend on the order in which skills were mounted", () => {
    fc.assert(
      fc.property(distinct(anyTool), style, (tools, which) => {
        const sorted = (list: typeof tools) =>
          [...toolNames(list, which)].map(([name, id]) => [name, id.skill]).sort();
        expect(sorted([...tools].reverse())).toEqual(sorted(tools));
      }),
    );
  });

  it("S10 never take a name that the server's own tools have", () => {
    const names = [
      ...toolNames([{ skill: "skill", operation: "load" }], "plain", new Set(["skill_load"])).keys(),
    ];
    expect(names).toEqual([expect.stringMatching(/^skill-[0-9a-f]{8}_load$/)]);
  });

  it.each([
    ["claude-ai", "plain"],
    ["Claude Desktop", "plain"],
    ["claude-code", "dotted"],
    ["cursor-vscode", "dotted"],
    [undefined, "dotted"],
  ] as const)("S10 come without a dot for a client that refuses it: %s", (client, expected) => {
    expect(styleFor(client)).toBe(expected);
  });
});
