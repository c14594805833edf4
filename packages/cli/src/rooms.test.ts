import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { importedModules, isTest, sourceFiles } from "../../../test/support/sources.ts";

const src = "packages/cli/src";

/** A room imports only rooms that come before it, so that there are no cycles between them. */
const ROOMS = [
  "io",
  "clients",
  "terminal",
  "table",
  "runtime",
  "tools",
  "evaluation",
  "report",
  "running",
  "checking",
  "commands",
  "specs",
];

/** Top-level files put the rooms together; only these are also imported by a room. */
const SHARED = ["write-new-file.ts", "write-workflow-schema.ts"];

describe("the rooms of the command line", () => {
  it("import only the rooms before them", () => {
    const wrong = sourceFiles(src)
      .filter((file) => !isTest(file) && file.includes("/") && !file.startsWith("testing/"))
      .flatMap((file) => importedModules(`${src}/${file}`).flatMap((module) => objection(file, module)));
    expect(wrong).toEqual([]);
  });

  it.each([
    ["commands/list.ts", "../report/list.ts", 0],
    ["report/list.ts", "../commands/list.ts", 1],
    ["table/help.ts", "../execute.ts", 1],
    ["attic/old.ts", "../io/io.ts", 1],
    ["io/io.ts", "node:fs", 0],
  ])("are checked: %s may import %s with %i objections", (file, module, count) => {
    expect(objection(file, module)).toHaveLength(count);
  });
});

function objection(file: string, module: string): readonly string[] {
  if (!module.startsWith(".")) return [];
  const target = posix.join(posix.dirname(file), module);
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === to || SHARED.includes(target)) return [];
  const isBefore = ROOMS.includes(from) && ROOMS.includes(to) && ROOMS.indexOf(to) < ROOMS.indexOf(from);
  return isBefore ? [] : [`${file} imports ${target}`];
}

function roomOf(file: string): string {
  return file.includes("/") ? (file.split("/")[0] ?? "") : "";
}
