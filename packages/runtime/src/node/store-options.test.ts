import { describe, expect, test } from "vitest";
import * as node from "./index.ts";

/** The stores of this package, with the name of their first argument. */
const STORES = [
  ["fileAuditLog", "path"],
  ["openAuditLog", "path"],
  ["fileDecisionStore", "stateDirectory"],
  ["fileReviewStore", "stateDirectory"],
  ["fileScanStore", "stateDirectory"],
  ["fileProposalStore", "stateDirectory"],
  ["fileIndexStore", "cache"],
  ["fileRuns", "folder"],
  ["secretStore", "stateDirectory"],
] as const;

const open = (name: string, ...args: readonly unknown[]): unknown => {
  const store: unknown = Reflect.get(node, name);
  if (typeof store !== "function") throw new Error(`${name} is not exported`);
  return Reflect.apply(store, undefined, args);
};

const refused = (message: RegExp) =>
  expect.objectContaining({ code: "runtime.bad-option", message: expect.stringMatching(message) });

describe("a store refuses a place that cannot be one", () => {
  test.each(STORES)("%s", (name, argument) => {
    for (const wrong of [undefined, null, true, Number.NaN, "", "a\0b", [], {}, () => "x"])
      expect(() => open(name, wrong)).toThrow(refused(new RegExp(`^${name}: \`${argument}`)));
  });
});

describe("a store refuses options that it does not know or cannot use", () => {
  test.each([
    ["fileAuditLog", { synk: true }],
    ["fileDecisionStore", { onProblems: () => undefined }],
    ["fileProposalStore", { disks: 1 }],
    ["fileRuns", { poll: 5 }],
    ["fileRuns", { pollMs: Number.NaN }],
    ["fileRuns", { now: 5 }],
  ])("%s %j", (name, options) => {
    expect(() => open(name, "/nonexistent/store", options)).toThrow(refused(new RegExp(`^${name}: `)));
    expect(() => open(name, "/nonexistent/store", null)).toThrow(refused(new RegExp(`^${name}: `)));
  });

  test("fileSkillWriter", () => {
    expect(() => open("fileSkillWriter", { dsk: 1 })).toThrow(refused(/`dsk` is an unknown option/));
  });
});
