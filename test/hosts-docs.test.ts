import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSample } from "./support/paste-sample.ts";
import { repository } from "./support/sources.ts";

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const examples = readdirSync(join(repository, "hosts-test/examples"));
const { exports } = JSON.parse(read("packages/hosts/package.json"));
const entries = Object.keys(exports).filter((entry) => entry !== "./package.json");

describe("the pages about agent frameworks", () => {
  it.each(examples)("S9 show hosts-test/examples/%s, which the proof runs", (file) => {
    const page = read(`docs/hosts/${file.replace(/(-\d+)?\.ts$/, "")}.md`);
    // Two versions of one package are installed side by side under names of their own.
    const code = read(`hosts-test/examples/${file}`).replace(/"ai-\d"/, '"ai"');
    expect(page).toContain(`\`\`\`ts\n${code}\`\`\``);
  });

  it.each(entries)("S9 have a page for @knowhow/hosts%s, a row in the table and a proof", (entry) => {
    const name = entry.slice(2);
    expect(read("docs/hosts/README.md")).toContain(`](${name}.md) | \`@knowhow/hosts/${name}\``);
    expect(read(`docs/hosts/${name}.md`)).toMatch(/^# /);
    expect(examples.some((file) => file.startsWith(name))).toBe(true);
  });

  const pages = [
    ...readdirSync(join(repository, "docs/hosts")).map((name) => `docs/hosts/${name}`),
    "packages/hosts/README.md",
  ];
  const pasted = pages.flatMap((page) =>
    [...read(page).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].flatMap(([, code = ""]) =>
      code.includes("createRuntime(") ? [[page, code] as const] : [],
    ),
  );

  it("S9 have a sample for each framework that creates a runtime", () => {
    expect(pasted.map(([page]) => page)).toEqual(pages.filter((page) => page !== "docs/hosts/README.md"));
  });

  it.each(
    pasted,
  )("S9 T3 %s has a sample that gives the model the project's skill when it is pasted", async (_, code) => {
    const sample = openSample();
    try {
      const { baseline, report } = await sample.run(code);
      expect(baseline).toContain("pdf");
      expect(report).toMatchObject({ pending: [], notes: [] });
      const undecided = await sample.run(code.replace(/, trust: \([^)]*\) => [^}]*/, " "));
      expect(undecided.baseline).not.toContain("pdf");
      expect(undecided.report.notes.join()).toMatch(/^the only skill waits for a trust decision/);
    } finally {
      sample.remove();
    }
  });

  it("S9 name the versions that the lock file of the proofs has", () => {
    const table = read("docs/hosts/README.md");
    const { dependencies } = JSON.parse(read("hosts-test/package.json"));
    for (const name of [
      "ai-6",
      "ai-7",
      "@openai/agents",
      "@anthropic-ai/sdk",
      "langchain",
      "@langchain/core",
      "@mastra/core",
    ])
      expect(table).toContain(dependencies[name].replace(/^npm:ai@/, ""));
  });
});
