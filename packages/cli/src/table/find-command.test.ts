import { describe, expect, it } from "vitest";
import type { ActionSpec, CommandSpec, GroupSpec } from "./command.ts";
import { actionOf, allCommands, commandNamed, findCommand } from "./find-command.ts";

const show = action("show");
const set = action("set", { options: [{ name: "level", value: "LEVEL", summary: "x" }] });
const secret = action("secret", { hidden: true });
const policy: GroupSpec = {
  name: "policy",
  summary: "x",
  examples: [],
  commands: [show, set],
  fallback: show,
};
const trust: GroupSpec = {
  name: "trust",
  summary: "x",
  examples: [],
  commands: [action("list"), policy, secret],
};
const run = action("start", { positionals: [{ name: "name", many: true, summary: "x" }] });
const runs: GroupSpec = {
  name: "run",
  summary: "x",
  examples: [],
  commands: [action("stop"), run],
  fallback: run,
};
const TABLE: readonly CommandSpec[] = [action("list"), trust, runs];

function action(name: string, more: Partial<ActionSpec> = {}): ActionSpec {
  const load = () => Promise.reject(new Error("never loaded"));
  return { name, summary: "x", examples: [], positionals: [], options: [], load, ...more };
}

describe("findCommand", () => {
  it.each([
    [["list"], "list", []],
    [["list", "trust"], "list", ["trust"]],
    [["trust"], "trust", []],
    [["trust", "policy", "set", "x"], "trust policy set", ["x"]],
    [
      ["--json", "trust", "-q", "policy", "--cwd", "list", "set"],
      "trust policy set",
      ["--json", "-q", "--cwd", "list"],
    ],
    [["trust", "policy", "--level", "show", "set"], "trust policy set", ["--level", "show"]],
    [["trust", "policy", "--level=show"], "trust policy", ["--level=show"]],
    [["trust", "--", "policy"], "trust policy", ["--"]],
    [["run"], "run", []],
    [["run", "stop", "pdf"], "run stop", ["pdf"]],
    [["run", "pdf", "stop"], "run", ["pdf", "stop"]],
  ])("finds the command of %j at %j and leaves %j", (argv, path, rest) => {
    expect(findCommand(argv, TABLE)).toMatchObject({ path, rest });
  });

  it("finds nothing where there are only options", () => {
    expect(findCommand(["--root", "list", "--json"], TABLE)).toBeUndefined();
  });

  it.each([
    [["lst"], 'unknown command "lst"', ["list", "trust", "run"]],
    [["trust", "polic"], 'unknown command "trust polic"', ["list", "policy"]],
    [["trust", "policy", "st"], 'unknown command "trust policy st"', ["show", "set"]],
  ])("throws for %j, with the names that are known at that level", (argv, message, known) => {
    expect(() => findCommand(argv, TABLE)).toThrow(
      expect.objectContaining({
        message,
        help: expect.objectContaining({ typed: { word: argv.at(-1), known } }),
      }),
    );
  });
});

describe("commandNamed", () => {
  it("finds a subcommand by its words", () => {
    expect(commandNamed(["trust", "policy"], TABLE)).toEqual({ path: "trust policy", spec: policy });
  });

  it("throws for a word after a command that has no subcommands", () => {
    expect(() => commandNamed(["list", "all"], TABLE)).toThrow('unknown command "list all"');
  });
});

describe("actionOf", () => {
  it("is the command itself, the fallback of a group, or nothing", () => {
    expect(actionOf({ path: "list", spec: TABLE[0] ?? show })).toMatchObject({ path: "list" });
    expect(actionOf({ path: "trust policy", spec: policy })).toEqual({
      path: "trust policy show",
      spec: show,
    });
    expect(actionOf({ path: "trust", spec: trust })).toBeUndefined();
  });
});

describe("allCommands", () => {
  it("lists every command with its path, groups first", () => {
    expect(allCommands(TABLE).map(({ path }) => path)).toEqual([
      "list",
      "trust",
      "trust list",
      "trust policy",
      "trust policy show",
      "trust policy set",
      "trust secret",
      "run",
      "run stop",
      "run start",
    ]);
  });
});
