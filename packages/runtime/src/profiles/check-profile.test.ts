import { describe, expect, test } from "vitest";
import { COMMAND_SPELLINGS, MATCHING_MODES } from "../profile.ts";
import { LEVELS } from "../skill.ts";
import { checkProfile } from "./check-profile.ts";
import { findProfile, PROFILES } from "./find-profile.ts";
import { pisces } from "./pisces.ts";

type Path = readonly (string | number)[];

/** A copy of a value in which one place has another value, or is left out. */
function changed(value: unknown, path: Path, to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? changed(item, rest, to) : item));
  const record = Object(value);
  const next = changed(record[key], rest, to);
  const { [key]: _, ...others } = record;
  return next === undefined ? others : { ...record, [key]: next };
}

/** Every place in a profile, except inside lists and records of strings. */
function places(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const isFree = ["severities", "levelNames", "arguments", "properties"].includes(String(path.at(-1)));
  if (Array.isArray(value)) return [path, ...value.slice(0, 1).flatMap((item) => places(item, [...path, 0]))];
  return isFree
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, item]) => places(item, [...path, key]))];
}

const named = (path: Path) =>
  path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${key}`),
    "profile",
  );

const own = { ...pisces, tools: findProfile("autopoiesis").tools.slice(2, 3) };
const OPTIONAL = [
  "discovery.switches",
  "catalog.needsTool",
  "tools[0].arguments",
  "tools[0].properties",
  "tools[0].required",
];

describe("a host's own profile", () => {
  test.each(PROFILES)("P1 may be a copy of $name", (profile) => {
    const copy = structuredClone(profile);
    expect(findProfile(copy)).toBe(copy);
  });

  const PARTS = places(own).filter((path) => path.length > 0);

  test.each(
    PARTS.filter((path) => path.every((key) => typeof key === "string")).map(
      (path) => [named(path), path] as const,
    ),
  )("P1 must have %s, unless it may be left out", (name, path) => {
    const check = () => checkProfile(changed(own, path, undefined));
    if (OPTIONAL.some((optional) => name === `profile.${optional}`)) expect(check).not.toThrow();
    else expect(check).toThrow(`\`${name}\` is missing`);
  });

  test.each(
    PARTS.map((path) => [named(path), path] as const),
  )("P1 is refused with a %s of another kind", (name, path) => {
    for (const wrong of [Symbol("wrong"), path.length > 1 ? Number.NaN : -1])
      expect(() => checkProfile(changed(own, path, wrong))).toThrow(`\`${name}\` must be`);
  });

  test.each([
    [["discovery", "custom", "level"], LEVELS],
    [
      ["discovery", "custom", "trust"],
      ["trusted", "ask", "review"],
    ],
    [
      ["discovery", "custom", "requires"],
      [[], ["name"], ["description"]],
    ],
    [
      ["discovery", "resources"],
      ["discovery", "demand"],
    ],
    [
      ["discovery", "bodies"],
      ["frozen", "cached", "on-load"],
    ],
    [
      ["discovery", "custom", "depth"],
      [0, 1, 6],
    ],
    [
      ["format", "severities"],
      ["error", "warning", "info", "off"].map((severity) => ({ "format.body-tokens": severity })),
    ],
    [["fields"], ["all", [], ["globs"]]],
    [
      ["resolution", "order"],
      [["level"], ["priority"], ["first"], ["last"]],
    ],
    [
      ["resolution", "filters"],
      ["before", "after"],
    ],
    [
      ["resolution", "copies"],
      ["silent", "reported"],
    ],
    [
      ["resolution", "acrossLevels"],
      ["info", "warning"],
    ],
    [
      ["catalog", "format"],
      ["lines", "xml", "json"],
    ],
    [
      ["commands", "spellings"],
      [[], [...COMMAND_SPELLINGS]],
    ],
    [["matching", "mode"], MATCHING_MODES],
    [
      ["matching", "top"],
      [0, 3],
    ],
    [
      ["activation", "maxTokens"],
      [0, 1.5, Number.POSITIVE_INFINITY],
    ],
    [
      ["activation", "repeat"],
      ["pointer", "text"],
    ],
    [
      ["activation", "unknownName"],
      ["plain", "suggest"],
    ],
    [
      ["activation", "wrapper"],
      ["structured", "heading", "message"],
    ],
    [
      ["activation", "firstArgument"],
      [0, 1],
    ],
    [
      ["activation", "contentTypes"],
      ["by-ending", "markdown-or-plain"],
    ],
  ] as const)("P1 may have these values of %j: %j", (path, values) => {
    for (const value of values) expect(() => checkProfile(changed(own, path, value))).not.toThrow();
  });

  test.each([
    [
      ["discovery", "custom", "requires"],
      ["license"],
      '`profile.discovery.custom.requires[0]` must be one of "name", "description"',
    ],
    [
      ["discovery", "custom", "depth"],
      -1,
      "`profile.discovery.custom.depth` must be a whole number, at least 0",
    ],
    [["activation", "maxTokens"], -1, "`profile.activation.maxTokens` must be a number, at least 0"],
    [["activation", "firstArgument"], 2, "`profile.activation.firstArgument` must be 0 or 1"],
    [["fields"], "some", '`profile.fields` must be "all" or an array of field names'],
    [["tools", 0, "properties"], { name: 5 }, "`profile.tools[0].properties.name` must be a JSON Schema"],
    [
      ["tools", 0, "properties"],
      5,
      "`profile.tools[0].properties` must be an object with a JSON Schema per argument",
    ],
    [
      ["format", "severities"],
      { "format.body-tokens": "loud" },
      '`profile.format.severities["format.body-tokens"]` must be',
    ],
    [["catalog", "levelNames"], 5, "`profile.catalog.levelNames` must be an object with a name per level"],
    [["discovery", "providers"], 5, "`profile.discovery.providers` must be an array of providers"],
    [
      ["discovery", "providers", 0, "roots"],
      5,
      "`profile.discovery.providers[0].roots` must be an array of roots",
    ],
    [
      ["discovery", "custom", "requires"],
      5,
      "`profile.discovery.custom.requires` must be an array of field names",
    ],
    [["discovery", "custom", "priority"], "1", "`profile.discovery.custom.priority` must be a number"],
    [["resolution", "order"], 5, "`profile.resolution.order` must be an array of keys"],
    [["resolution", "levels"], 5, "`profile.resolution.levels` must be an array of groups of levels"],
    [["resolution", "levels", 0], 5, "`profile.resolution.levels[0]` must be an array of levels"],
    [["tools"], 5, "`profile.tools` must be an array of tools"],
    [["tools", 0, "arguments"], 5, "`profile.tools[0].arguments` must be an object with strings"],
    [["commands", "spellings"], 5, "`profile.commands.spellings` must be an array of spellings"],
    [["format", "severities"], 5, "`profile.format.severities` must be an object with a severity per code"],
    [["matching", "mood"], "auto", "`profile.matching.mood` is an unknown"],
    [["moods"], [], "`profile.moods` is an unknown part of a profile"],
  ] as const)("P1 with %j = %j is told what is wrong", (path, value, message) => {
    expect(() => checkProfile(changed(own, path, value))).toThrow(message);
  });

  test("P1 is checked wherever a profile is expected", () => {
    const { rules: _, ...broken } = own;
    expect(() => Reflect.apply(findProfile, undefined, [broken])).toThrow("`profile.rules` is missing");
  });

  test("P1 an unknown name is answered with the nearest one, or with all of them", () => {
    expect(() => findProfile("metiss")).toThrowError(
      expect.objectContaining({ code: "runtime.unknown-profile", hint: 'did you mean "metis"?' }),
    );
    expect(() => findProfile("something")).toThrowError(
      expect.objectContaining({ hint: "choose one of agentskills, metis, autopoiesis, aios, pisces" }),
    );
  });
});
