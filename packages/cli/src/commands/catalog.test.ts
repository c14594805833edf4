import { join } from "node:path";
import { createRuntime, fileAuditLog } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const NAMES = Array.from({ length: 40 }, (_, index) => `skill-${String(index).padStart(2, "0")}`);
const MANY = Object.fromEntries(
  NAMES.map((name) => [
    `project/.agents/skills/${name}/SKILL.md`,
    skillText(name, `Does the work of ${name} with care and attention. Use when somebody asks for ${name}.`),
  ]),
);
const PDF = {
  "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when a form is given.", {
    body: "# Forms\n\nAsk for the file.\u001b[2J\n",
  }),
};
/** Separates the text for the model from the report for the user. */
const END = "── end of the text for the model ──";

interface Told {
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  readonly report: { readonly omitted: readonly string[] };
}

async function told(...argv: readonly string[]): Promise<Told> {
  return JSON.parse((await sandbox.run("catalog", "--json", ...argv)).out);
}

describe("knowhow catalog", () => {
  it("D9 P1 shows the AGENTS.md files of the profile before the skills", async () => {
    sandbox = makeSandbox({ ...PDF, "project/AGENTS.md": "Use tabs.\n" });
    const context = Object(
      await sandbox.run("catalog", "--profile", "pisces", "--json").then((ran) => ran.json()),
    ).context;
    expect(context).toContain(`AGENTS.md">\nUse tabs.\n</context_file>`);
    const { out } = await sandbox.run("catalog", "--profile", "pisces");
    expect(out.startsWith(`${context}\n\n## Available skills\n`)).toBe(true);
    expect(out).toContain(`context files: ${Math.floor(context.length / 4)} tokens`);
    expect((await sandbox.run("catalog")).out).not.toContain("Use tabs.");
  });

  it("I1 gives the text for the model with its cost, and nothing else as JSON", async () => {
    sandbox = makeSandbox(PDF);
    const ran = await sandbox.run("catalog", "--json");
    const text = [
      "## Available skills",
      "When a task fits a skill, call `skill_load` with its name before you begin.",
      "- pdf: Fills in forms. Use when a form is given.",
    ].join("\n");
    expect(ran.exit).toBe(0);
    expect(ran.json()).toEqual({
      text,
      context: "",
      tokens: Math.floor(text.length / 4),
      budget: 4000,
      report: { total: 1, full: 1, shortened: 0, nameOnly: 0, omitted: [] },
    });
  });

  it.each([
    ["lines", "- pdf: Fills in forms."],
    ["xml", "<skill><name>pdf</name><description>Fills in forms."],
    ["json", '{"name":"pdf","description":"Fills in forms.'],
  ])("I1 writes the format %s", async (format, part) => {
    sandbox = makeSandbox(PDF);
    expect((await told("--format", format)).text).toContain(part);
  });

  it("I1 shows the path of each skill with --location", async () => {
    sandbox = makeSandbox(PDF);
    expect((await told("--location", "--format", "xml")).text).toContain("pdf/SKILL.md</location>");
    expect((await told("--format", "xml")).text).not.toContain("<location>");
  });

  it("I1 prints the text exactly, and nothing else with --quiet", async () => {
    sandbox = makeSandbox(PDF);
    const { text } = await told();
    expect((await sandbox.run("catalog", "--quiet")).out).toBe(`${text}\n`);
    expect((await sandbox.run("catalog")).out.startsWith(`${text}\n\n${END}\n`)).toBe(true);
  });

  it("I1 says so if no skills are listed", async () => {
    sandbox = makeSandbox();
    expect((await sandbox.run("catalog")).out).toContain("No skills are listed.");
    expect(await sandbox.run("catalog", "--quiet")).toMatchObject({ exit: 0, out: "" });
  });

  it.each([
    0, 60, 100, 300, 5000,
  ])("I4 keeps a budget of %i tokens and names what did not fit", async (budget) => {
    sandbox = makeSandbox(MANY);
    const { text, tokens, report, ...rest } = await told("--budget", String(budget));
    expect(rest.budget).toBe(budget);
    expect(tokens).toBeLessThanOrEqual(budget);
    expect(Math.floor(text.length / 4)).toBe(tokens);
    expect(NAMES.filter((name) => !new RegExp(`^- ${name}\\b`, "m").test(text))).toEqual(report.omitted);
  });

  it("I4 takes the budget from the context window", async () => {
    sandbox = makeSandbox(PDF);
    expect((await told("--window", "100000")).budget).toBe(2000);
  });

  it("I4 shows a pinned skill in full before any other, and refuses an unknown name", async () => {
    sandbox = makeSandbox(MANY);
    const { text } = await told("--budget", "450", "--pin", "skill-39");
    expect(text).toContain("attention. Use when somebody asks for skill-39.");
    const ran = await sandbox.run("catalog", "--pin", "skil-39");
    expect(ran).toMatchObject({ exit: 1, out: "" });
    expect(ran.err).toContain("did you mean skill-39?");
  });

  it.each([
    [60, /0 in full · 0 shortened · \d by name only · 3\d omitted/, "2  skill-\\d\\d  name-only", true],
    [450, /\d in full · 3\d shortened · 0 by name only · 0 omitted/, "24  skill-\\d\\d\n", false],
    [5000, /40 in full · 0 shortened · 0 by name only · 0 omitted/, "24  skill-00\n", false],
  ])("I4 reports for a budget of %i how skills are shown, the most expensive first", async (budget, counts, dearest, leaves) => {
    sandbox = makeSandbox(MANY);
    const argv = ["--budget", String(budget), "--pin", "skill-07"];
    const { tokens } = await told(...argv);
    const [, summary = ""] = (await sandbox.run("catalog", ...argv)).out.split(END);
    expect(summary).toMatch(counts);
    expect(summary.replaceAll(",", "")).toContain(`${tokens} of ${budget} tokens used`);
    expect(summary).toMatch(new RegExp(`most expensive skills, in tokens\\n +${dearest}`));
    expect(summary.includes("omitted: skill-")).toBe(leaves);
  });

  it("I4 names the first of many omitted or pending skills, and says where the others are", async () => {
    sandbox = makeSandbox(MANY, { isTrusting: false });
    const listOf = (out: string, title: string) =>
      out.split("\n").find((line) => line.startsWith(title)) ?? "";
    const pending = (await sandbox.runWith({ columns: 10_000 }, "catalog")).out;
    expect(listOf(pending, "pending").match(/skill-/g)).toHaveLength(12);
    expect(listOf(pending, "pending")).toContain("… and 28 more; `knowhow trust` lists all");
    await sandbox.trustAll();
    const omitted = (await sandbox.runWith({ columns: 10_000 }, "catalog", "--budget", "60")).out;
    expect(listOf(omitted, "omitted").match(/skill-/g)).toHaveLength(12);
    expect(listOf(omitted, "omitted")).toMatch(/ … and \d+ more; --json lists all$/);
  });

  it.each([
    30, 60, 170, 450, 5000,
  ])("I4 counts the costs of the very lines that a budget of %i shows", async (budget) => {
    sandbox = makeSandbox(MANY);
    const runtime = await createRuntime({ cwd: sandbox.project, home: sandbox.home, env: {}, cache: false });
    const options = { catalogBudget: budget, pins: ["skill-07"] };
    const { baseline, report } = await (await runtime.session(options)).turn();
    const { costs } = report.catalog;
    const lines = new Map(baseline.split("\n").map((line) => [/^- ([\w-]+)/.exec(line)?.[1], line]));
    lines.delete(undefined);
    expect(costs.map(({ name, tokens }) => [name, tokens]).sort()).toEqual(
      [...lines].map(([name, line]) => [name, Math.floor(line.length / 4)]).sort(),
    );
  });

  it("I4 adds what a message would load", async () => {
    sandbox = makeSandbox(PDF);
    const ran = await sandbox.run("catalog", "--json", "--message", "/pdf a.pdf");
    expect(ran.json()).toMatchObject({
      inject: [{ kind: "skill", skill: "pdf", text: expect.stringContaining("Ask for the file.") }],
    });
    expect((await sandbox.run("catalog", "--json", "--message", "hello")).json()).toMatchObject({
      inject: [],
    });
    const { out } = await sandbox.run("catalog", "--message", "/pdf");
    expect(out).toMatch(/<skill_content name="pdf">[\s\S]*the message adds skill pdf, \d+ tokens: /);
  });

  it("I4 lets no control character of a body through to a terminal", async () => {
    sandbox = makeSandbox(PDF);
    const onTerminal = await sandbox.runWith(
      { tty: true, env: { NO_COLOR: "1" } },
      "catalog",
      "--message",
      "/pdf",
    );
    expect(onTerminal.out).toContain("Ask for the file.\n");
    expect(onTerminal.out).not.toContain("\u001b");
    const toFile = await sandbox.run("catalog", "--message", "/pdf", "-q");
    expect(toFile.out).toContain("Ask for the file.\u001b[2J");
  });
});

describe("a library whose names do not all fit", () => {
  const names = Array.from({ length: 120 }, (_, index) => `tool-${index}`);

  it("I4 lists what was used first, in `catalog` and in `why`", async () => {
    sandbox = makeSandbox(
      Object.fromEntries(
        names.map((name) => [`home/.agents/skills/${name}/SKILL.md`, skillText(name, "Does its work.")]),
      ),
    );
    const omitted = async (): Promise<readonly string[]> =>
      Object((await sandbox.run("catalog", "--budget", "100", "--json")).json()).report.omitted;
    const catalogLine = async (name: string): Promise<string> =>
      (await sandbox.run("why", name, "--budget", "100")).out
        .split("\n")
        .find((line) => /catalog/.test(line)) ?? "";
    const [name = ""] = await omitted();
    expect(await catalogLine(name)).toContain("omitted");
    const log = fileAuditLog(join(sandbox.home, ".local/state/knowhow/audit/audit.jsonl"));
    await log.append({ action: "skill.activated", actor: "model", skill: name });
    expect(await omitted()).not.toContain(name);
    expect(await catalogLine(name)).not.toContain("omitted");
  });
});
