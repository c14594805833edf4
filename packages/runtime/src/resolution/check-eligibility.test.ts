import { expect, test } from "vitest";
import type { Requirements } from "../skill.ts";
import { checkEligibility, type EligibilityContext } from "./check-eligibility.ts";

const context: EligibilityContext = {
  environment: {
    platform: "linux",
    variables: { TOKEN: "x", EMPTY: "" },
    hasBinary: (name) => name === "git",
  },
  config: { channels: { slack: { enabled: true, off: false }, nothing: null }, "flat.key": 1 },
  tools: ["bash", "read"],
};

const cases: readonly [string, Requirements | undefined, readonly string[]][] = [
  ["no requirements are always met", undefined, []],
  ["the operating system is among the named ones", { os: ["darwin", "linux"] }, []],
  ["another operating system is missing", { os: ["darwin"] }, ["os darwin"]],
  ["an empty list of systems or programs needs none", { os: [], anyBins: [] }, []],
  ["a single program of a choice must be there", { anyBins: ["hg"] }, ["anyBins hg"]],
  ["several systems are one gap", { os: ["darwin", "win32"] }, ["os darwin, win32"]],
  ["every program must be there", { bins: ["git", "ffmpeg", "jq"] }, ["bins ffmpeg", "bins jq"]],
  ["one of several programs is enough", { anyBins: ["hg", "git"] }, []],
  ["none of several programs is one gap", { anyBins: ["hg", "svn"] }, ["anyBins hg or svn"]],
  [
    "an environment variable must be set and not empty",
    { env: ["TOKEN", "EMPTY", "NONE"] },
    ["env EMPTY", "env NONE"],
  ],
  [
    "a setting must be truthy, by path or by flat key",
    { config: ["channels.slack.enabled", "flat.key", "channels.slack.off", "x.y"] },
    ["config channels.slack.off", "config x.y"],
  ],
  ["a tool must be offered", { tools: ["bash", "browser"] }, ["tools browser"]],
  ["a rule needs the tool that it names", { tools: ["bash(git:*)", "read(src/**)"] }, []],
  ["spaces before the parenthesis do not matter", { tools: ["bash (git:*)"] }, []],
  ["several rules for one tool are one gap", { tools: ["Edit(a)", "Edit(b)"] }, ["tools Edit"]],
  ["a wildcard needs any tool that it matches", { tools: ["re*", "mcp__gh__*"] }, ["tools mcp__gh__*"]],
  ["an empty list of tools needs none", { tools: ["(none)"] }, []],
  [
    "a fallback steps back while the real tool is offered",
    { absentTools: ["browser", "read", "bash"] },
    ["absentTools read, bash"],
  ],
  ["one real tool is enough for a fallback to step back", { absentTools: ["read"] }, ["absentTools read"]],
  [
    "a path that goes on behind a value leads nowhere",
    { config: ["flat.key.x", "channels.nothing.x"] },
    ["config flat.key.x", "config channels.nothing.x"],
  ],
  [
    "an inherited property is no setting",
    { config: ["constructor", "channels.toString"] },
    ["config constructor", "config channels.toString"],
  ],
];

test.each(cases)("R3 %s", async (_title, needs, missing) => {
  const eligibility = await checkEligibility(needs, context);
  expect(eligibility.missing.map((item) => `${item.kind} ${item.name}`)).toEqual(missing);
  expect(eligibility.eligible).toBe(missing.length === 0);
});

test.each<[Requirements, string]>([
  [{ os: ["darwin", "win32"] }, "runs on darwin, win32; this is linux"],
  [{ bins: ["jq"] }, "install jq and make sure it is on the PATH"],
  [
    {
      bins: ["jq"],
      install: [
        { kind: "brew", label: "brew install jq" },
        { kind: "apt", label: "apt install jq" },
      ],
    },
    "install jq: brew install jq, or apt install jq",
  ],
  [{ anyBins: ["hg", "svn"] }, "install one of hg, svn"],
  [{ env: ["NONE"] }, "set the environment variable NONE"],
  [{ config: ["x.y"] }, 'set "x.y" in the configuration'],
  [{ tools: ["browser"] }, "the host must offer the tool browser"],
  [{ absentTools: ["bash", "read"] }, "a fallback: not needed while bash, read is available"],
])("R3 what is missing in %j is told with the way to get it", async (needs, hint) => {
  expect((await checkEligibility(needs, context)).missing.map((item) => item.hint)).toEqual([hint]);
});

test("R3 tools are not judged when the host did not say which it offers", async () => {
  expect(
    await checkEligibility({ tools: ["browser"], absentTools: ["read"] }, { ...context, tools: undefined }),
  ).toEqual({ eligible: true, missing: [] });
});

test("R3 what is missing comes with the author's way to install it", async () => {
  const needs: Requirements = { bins: ["ffmpeg"], install: [{ kind: "brew", label: "brew install ffmpeg" }] };
  expect((await checkEligibility(needs, context)).missing[0]?.hint).toBe(
    "install ffmpeg: brew install ffmpeg",
  );
});
