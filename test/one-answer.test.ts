import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MatchAnswer, Runtime } from "@knowhow/runtime";
import { evaluate, parseLabelled } from "@knowhow/runtime/authoring";
import { createRuntime } from "@knowhow/runtime/node";
import { PROFILES } from "@knowhow/runtime/profiles";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MODES } from "../packages/cli/src/table/matching-mode.ts";
import { makeSandbox, type Sandbox } from "../packages/cli/src/testing/sandbox.ts";
import { skillMd } from "../packages/runtime/src/testing/workshop.ts";
import { repository } from "./support/sources.ts";

/** Every way in which a skill can come, or be kept from coming. */
const skills: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "pdf-merge": { description: "Joins PDF files. Use when several PDFs should become one." },
  invoices: { description: "Writes invoices.", triggers: ["send {customer} an invoice for {work}"] },
  "bill-writer": { description: "Writes bills.", triggers: ["write the bill"] },
  "bill-copier": { description: "Writes bills.", triggers: ["write the bill"] },
  charts: { description: "Draws bar charts and line charts from tables of numbers." },
  plots: { description: "Draws bar charts and line charts from tables of numbers." },
  style: { description: "Keeps the style of TypeScript files.", globs: ["src/*.ts", "!src/gen.ts"] },
  house: { description: "Rules of this house.", alwaysApply: true },
  backdrop: { description: "Facts.", "disable-model-invocation": true, "user-invocable": false },
  mine: { description: "Ships a release to production.", "disable-model-invocation": true },
  quiet: { description: "Hums a tune.", "user-invocable": false },
  weekly: {
    description: "Prepares the team's weekly summary of closed tasks.",
    triggers: ["close the week"],
  },
  hourly: { description: "Checks the queue every hour.", alwaysApply: true },
};

/** Skills that are run, not read. */
const workflows = ["weekly", "hourly"];
const WORKFLOW = 'steps:\n  - id: go\n    approve: "Go on?"\n';

const messages = [
  "join these PDF files into one",
  "send Anna an invoice for the fence",
  "write the bill",
  "Write the bill. Then send Bob an invoice for the work and join the PDF files.",
  "draw bar charts of these numbers",
  "use the charts skill",
  "use the charts, plots, invoices, pdf-merge and quiet skills",
  "/charts of last year",
  "/skill:mine now",
  "/house",
  "/quiet please",
  "please look at $charts and $quiet",
  "\\/charts is a path",
  "costs \\$charts 5",
  "/tmp/charts is where they are",
  "hum a tune",
  "ship a release to production",
  "prepare the team's weekly summary of closed tasks",
  "close the week",
  "/weekly",
  "/hourly and close the week",
  "thanks!",
  "continue",
  "",
] as const;

const files = [[], ["src/app.ts"], ["src/gen.ts"], ["docs/a.md", "src/app.ts"]] as const;

/** What matters of an answer: which skills, in which order, and what is done about each. */
const told = ({ matches }: Pick<MatchAnswer, "matches">) =>
  matches.map(({ name, decision, args, variables, workflow }) => ({
    name,
    decision,
    args,
    variables,
    workflow,
  }));

interface Question {
  readonly message: string;
  readonly files: readonly string[];
  readonly mode: (typeof MODES)[number];
}

/** Asks a runtime, a new session and an evaluation the same, and gives the answer that all of them agree on. */
async function ask(runtime: Runtime, { message, files, mode }: Question) {
  const answer = told(await runtime.match(message, { files, mode }));
  const session = await runtime.session({ matching: mode });
  const { report, inject, run } = await session.turn({
    messages: [{ role: "user", content: message }],
    files,
  });
  expect(told(report)).toEqual(answer);
  const loaded = inject.flatMap(({ kind, skill }) => (kind === "skill" ? [skill] : []));
  const loads = answer.filter(({ decision }) => decision === "load");
  expect(loaded).toEqual(loads.filter(({ workflow }) => workflow !== true).map(({ name }) => name));
  expect(run?.skill).toBe(loads.find(({ workflow }) => workflow === true)?.name);
  const described = inject.flatMap(({ kind, text }) => (kind === "suggestion" ? [text] : [])).join();
  for (const { name, decision } of answer)
    expect(described.includes(`- ${name}: `)).toBe(decision === "suggest");
  const others = ["mine", "quiet", "plots"].filter((name) => !answer.some((match) => match.name === name));
  const names = [...answer.map(({ name }) => name), ...others];
  const { verdicts } = await evaluate(
    names.map((name) => ({ query: message, expect: [name] })),
    { match: (asked, options) => runtime.match(asked, { ...options, files }), mode },
  );
  const judged = verdicts.map(({ decision }, at) => `${names[at]} ${decision}`);
  const decisionOf = (name: string) => answer.find((match) => match.name === name)?.decision ?? "none";
  expect(judged).toEqual(names.map((name) => `${name} ${decisionOf(name)}`));
  return answer;
}

/** Without these autopoiesis takes no skill, and with them metis takes none. */
const TAGS = { version: "1.0.0", tags: ["x"], author: "" };
const kitOf = (profile: string) => (profile === "autopoiesis" ? "tagged-kit" : "kit");

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = makeSandbox();
  for (const [name, fields] of Object.entries(skills)) {
    const flow = workflows.includes(name) ? { workflow: "workflow.yaml" } : undefined;
    sandbox.write({
      [`project/kit/${name}/SKILL.md`]: skillMd({ name, ...fields, ...(flow && { metadata: flow }) }),
      [`project/tagged-kit/${name}/SKILL.md`]: skillMd({ name, ...fields, metadata: { ...TAGS, ...flow } }),
      ...(flow && {
        [`project/kit/${name}/workflow.yaml`]: WORKFLOW,
        [`project/tagged-kit/${name}/workflow.yaml`]: WORKFLOW,
      }),
    });
  }
});
afterAll(() => sandbox.remove());

describe.each(PROFILES.map(({ name }) => name))("under the profile %s", (profile) => {
  let runtime: Runtime;
  beforeAll(async () => {
    const { home, project } = sandbox;
    const places = {
      cwd: project,
      home,
      env: {},
      roots: [join(project, kitOf(profile))],
      providers: false,
    } as const;
    runtime = await createRuntime({ ...places, profile, cache: false });
    expect(runtime.library.size).toBeGreaterThanOrEqual(10);
  });
  afterAll(() => runtime.close());

  it("M1 M2 M5 M9 runtime.match, the first turn of a session and evaluate() agree on every message in every mode", async () => {
    const seen = new Map<string, number>();
    for (const mode of MODES) {
      for (const message of messages) {
        for (const inPlay of message.length % 3 === 0 ? files : files.slice(0, 2)) {
          for (const { decision, workflow } of await ask(runtime, { message, files: inPlay, mode })) {
            const key = `${mode} ${decision}${workflow === true ? " workflow" : ""}`;
            seen.set(key, (seen.get(key) ?? 0) + 1);
          }
        }
      }
    }
    // A profile without commands, in which no skill applies by itself, loads nothing in this mode.
    const { commands, matching } = runtime.profile;
    const loads = seen.get("explicit load") ?? 0;
    expect(loads > 20).toBe(matching.automatic);
    expect(loads > 0).toBe(matching.automatic || commands.spellings.length > 0);
    expect(seen.get("explicit suggest")).toBeUndefined();
    expect(seen.get("suggest suggest")).toBeGreaterThan(5);
    expect(seen.get("eager load")).toBeGreaterThan(loads);
    expect(seen.get("eager suggest")).toBeUndefined();
    const offers = runtime.profile.runs !== "off";
    expect((seen.get("auto load workflow") ?? 0) > 0).toBe(offers && commands.spellings.length > 0);
    expect((seen.get("eager suggest workflow") ?? 0) > 0).toBe(offers);
  });

  it("M5 knowhow match --json gives the same answer", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...messages.filter((message) => message !== "")),
        fc.constantFrom(...files),
        fc.option(fc.constantFrom(...MODES), { nil: undefined }),
        async (message, inPlay, mode) => {
          const argv = [
            ...["match", "--json", "--embedder", "none", "--profile", profile, "--root", kitOf(profile)],
            ...inPlay.flatMap((file) => ["--file", file]),
            ...(mode === undefined ? [] : ["--mode", mode]),
          ];
          const ran = await sandbox.run(...argv, "--", message);
          const expected = await runtime.match(message, { files: inPlay, ...(mode && { mode }) });
          expect(told(Object(ran.json()))).toEqual(told(expected));
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe("the labelled messages", () => {
  it("M5 M9 are answered alike by runtime.match, a session and evaluate(), in every mode", async () => {
    const set = join(repository, "fixtures/matching");
    const places = { cwd: set, home: set, env: {}, roots: [join(set, "skills")], providers: false } as const;
    const runtime = await createRuntime({ ...places, cache: false });
    const labelled = parseLabelled(readFileSync(join(set, "tune.jsonl"), "utf8"), { path: "tune.jsonl" });
    const some = labelled.filter((_, at) => at % 45 === 0);
    expect(some.length).toBeGreaterThanOrEqual(10);
    for (const { query } of some) {
      for (const mode of MODES) {
        const message = query;
        const answer = told(await runtime.match(message, { mode }));
        const session = await runtime.session({ matching: mode });
        const { report } = await session.turn({ messages: [{ role: "user", content: message }] });
        expect(told(report)).toEqual(answer);
      }
    }
    const loads = async (mode: (typeof MODES)[number]) =>
      (await evaluate(some, { match: runtime.match, mode })).missedLoads;
    const wanted = some.filter(({ expect: names }) => names.length > 0).length;
    expect(await loads("explicit")).toBe(wanted);
    expect(await loads("suggest")).toBe(wanted);
    expect(await loads("auto")).toBeLessThan(wanted);
    runtime.close();
  });
});
