import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createRuntime } from "@knowhow/runtime/node";
import { PROFILES } from "@knowhow/runtime/profiles";
import { afterEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../../commands.ts";
import { makeSandbox, type Sandbox, skillText } from "../../testing/sandbox.ts";
import { workflowSkill } from "../../testing/workflows.ts";
import { allCommands } from "../find-command.ts";
import { PROFILE_NAMES } from "../global-options.ts";
import { JSON_EXAMPLES } from "./json-examples.ts";
import { renderReference } from "./render-reference.ts";

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.remove());

const PAGES = renderReference(COMMANDS);
const REFERENCE = new URL("../../../../../docs/reference/", import.meta.url);

describe("docs/reference/cli.md and a page per command", () => {
  it.each([...PAGES])("%s is generated from the command table; vitest -u updates it", async (path, text) => {
    await expect(text).toMatchFileSnapshot(fileURLToPath(new URL(path, REFERENCE)));
  });

  it("has no page for a command that does not exist", () => {
    const written = readdirSync(new URL("cli/", REFERENCE)).map((name) => `cli/${name}`);
    expect(written.filter((path) => !PAGES.has(path))).toEqual([]);
  });

  it.each(
    Object.keys(JSON_EXAMPLES),
  )("shows the JSON of %s with the keys that the command prints", async (name) => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in.", {
        fields: "metadata:\n  openclaw:\n    requires:\n      bins: [surely-not-installed]\n",
      }),
      "project/.agents/skills/pdf/notes.md": "x",
      "project/.agents/skills/notes/SKILL.md": skillText("notes", "Takes notes."),
      "project/.agents/skills/notes/more.md": "x",
      "project/.agents/skills/notes/eval_queries.json":
        '[{"query": "take notes", "should_trigger": true}, {"query": "a pdf", "should_trigger": false}]',
      ...workflowSkill("asking", 'steps:\n  - { id: ok, approve: "Go on?", with: { title: x } }\n'),
      ...workflowSkill("calm", 'steps:\n  - { id: entries, tool: files.list, with: { path: "." } }\n'),
      "project/talk.jsonl": '{"user": "hello"}\n{"expect": {"active": []}}\n',
      "home/.agents/skills/pdf/SKILL.md": skillText("pdf", "Another one."),
      "home/.cursor/mcp.json": "{}",
      "home/.agents/skills/other/SKILL.md": skillText("pdf", "A third one."),
    });
    const given = ARGUMENTS[name] ?? [];
    const argv = typeof given === "function" ? await given(sandbox) : given;
    const printed = (await sandbox.run(...name.split(" "), ...argv, "--json")).json();
    const documented = keysOf(JSON_EXAMPLES[name]?.example);
    const missing = [...keysOf(printed)].filter((key) => !documented.has(key));
    expect(missing).toEqual([]);
    expect(Object.keys(Object(printed))).toEqual(Object.keys(JSON_EXAMPLES[name]?.example ?? {}));
  });
});

/** The id of a run of the skill that asks. */
async function pausedRun(at: Sandbox): Promise<string> {
  return String(Object((await at.run("run", "asking", "--json")).json()).runId);
}

/** The id of a proposal and its hash, and what applying it printed. */
async function proposed(
  { project: cwd, home }: Sandbox,
  isApplied = false,
): Promise<readonly [string, string]> {
  const runtime = await createRuntime({ cwd, home, env: {}, cache: false });
  const content = skillText("release-notes", "Writes release notes. Use when a version is released.");
  const edit = { action: "create", name: "release-notes", content, reason: "we do this every week" } as const;
  const source = { by: "model", session: "5f0d", tool: "manage" } as const;
  const { id, hash } = await runtime.proposals.propose(edit, source);
  if (isApplied) await runtime.proposals.apply(id, { hash });
  runtime.close();
  return [id, hash];
}

type Words = readonly string[];

const ARGUMENTS: Readonly<Record<string, Words | ((at: Sandbox) => Promise<Words>)>> = {
  run: ["asking"],
  resume: async (at) => [await pausedRun(at)],
  "runs list": async (at) => ["--skill", (await pausedRun(at)) === "" ? "" : "asking"],
  "runs show": async (at) => [await pausedRun(at)],
  "runs cancel": async (at) => [await pausedRun(at)],
  "runs fork": async (at) => [await pausedRun(at), "--from", "ok"],
  "runs save": async (at) => {
    const ran = await at.run("run", "calm", "--json");
    const { runId } = Object(ran.json());
    return [String(runId), "calm-again", "--description", "Repeats it. Use when it is needed again."];
  },
  chain: ["asking"],
  "audit list": async (at) => ["--limit", (await pausedRun(at)) === "" ? "1" : "2"],
  "audit export": async (at) => ["--skill", (await pausedRun(at)) === "" ? "" : "asking"],
  list: ["--all"],
  show: ["pdf", "--outline"],
  why: ["pdf"],
  search: ["fills"],
  match: ["take notes"],
  catalog: [],
  read: ["skill://notes/more.md"],
  simulate: ["talk.jsonl"],
  new: ["release-notes"],
  "trust show": ["notes"],
  "trust grant": ["notes", "--yes"],
  "trust refuse": ["notes"],
  "trust revoke": ["notes"],
  "review list": async (at) => ((await proposed(at))[0] === "" ? ["--all"] : []),
  "review show": async (at) => [(await proposed(at))[0]],
  "review apply": async (at) => {
    const [id, hash] = await proposed(at);
    return [id, "--hash", hash];
  },
  "review reject": async (at) => [(await proposed(at))[0]],
  "review edit": async (at) => {
    const [id] = await proposed(at);
    at.write({ "project/draft.md": skillText("release-notes", "Writes notes. Use after a release.") });
    return [id, "--from", "draft.md"];
  },
  "review rollback": async (at) => [(await proposed(at, true))[0]],
  "review promote": async (at) => ((await proposed(at, true))[0] === "" ? [] : ["release-notes"]),
  "mcp serve": ["--check"],
  "mcp install": ["cursor", "--yes"],
  "mcp uninstall": ["cursor"],
  completion: ["bash"],
};

/** Records whose keys an author chooses. */
const OPEN = new Set([
  "sees",
  "ownUnserved",
  "detail",
  "metadata",
  "fields",
  "extensions",
  "inputs",
  "arguments",
  "texts",
]);

/** Every key of a document as a path, without the indexes of lists. */
function keysOf(value: unknown, path = ""): ReadonlySet<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...keysOf(item, `${path}[]`)]));
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([key, inner]) => {
      const here = `${path}.${key}`;
      return OPEN.has(key) ? [here] : [here, ...keysOf(inner, here)];
    }),
  );
}

describe("the names in the command table", () => {
  it("P1 are the profiles of the engine", () => {
    expect(PROFILE_NAMES).toEqual(PROFILES.map((profile) => profile.name));
  });

  it("are sorted into commands with a summary, and an example for each visible one", () => {
    for (const { summary, examples, hidden } of allCommands(COMMANDS).map(({ spec }) => spec)) {
      expect(summary).not.toMatch(/\.$/);
      if (hidden !== true) expect(examples.length).toBeGreaterThan(0);
    }
  });
});
