import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CAPTURED_CLIENTS } from "../clients/find-client.ts";
import { instructionLimit } from "../clients/instruction-limit.ts";
import { PROVIDERS } from "../discovery/providers.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { type ClientCatalogOptions, planClientCatalog, previewClients } from "./client-catalog.ts";
import { describePreview } from "./describe-preview.ts";

const CLAUDE = { name: "claude-code", version: "2.1.325" };

/** A project with a skill at each of these paths, named after its folder. */
async function served(paths: readonly string[], describe = (name: string) => `Does ${name} work.`) {
  const tree = Object.fromEntries(
    paths.map((path) => {
      const name = path.slice(path.lastIndexOf("/") + 1);
      return [`${path}/SKILL.md`, skillMd({ name, description: describe(name) })];
    }),
  );
  const { library, profile } = await createRuntime(fakePorts(tree), { trust: () => true });
  return { library, profile };
}

const many = (count: number, folder = "/home/ada/.knowhow/skills") =>
  Array.from({ length: count }, (_, index) => `${folder}/skill-${String(index).padStart(4, "0")}`);

const namesIn = (text: string) => [...text.matchAll(/^- ([\w-]+)/gm)].map(([, name]) => name);

describe("planClientCatalog", () => {
  it("S10 lists all of 74 skills within the 4,096 characters that Claude Code shows", async () => {
    const runtime = await served(
      many(74),
      (name) => `Does the work of ${name}. Use it when ${name} is needed often.`,
    );
    const plan = planClientCatalog(runtime, { client: CLAUDE });
    expect(plan).toMatchObject({ place: "instructions", limit: 4_096, total: 74, listed: 74, omitted: 0 });
    expect(plan.text.length).toBeLessThanOrEqual(4_096);
    expect(namesIn(plan.text)).toHaveLength(74);
  });

  it("S10 counts what does not fit, and names the tool that finds it", async () => {
    const plan = planClientCatalog(await served(many(400)), { client: CLAUDE });
    expect(plan.listed + plan.omitted).toBe(400);
    expect(plan.omitted).toBeGreaterThan(0);
    expect(plan.text.split("\n").at(-1)).toBe(
      `(${plan.omitted} more skills are not listed; find them with \`skill_search\`.)`,
    );
  });

  it("S10 I4 lists skills that were used, if not all names fit", async () => {
    const runtime = await served(many(400));
    const plain = planClientCatalog(runtime, { client: CLAUDE });
    const listed = new Set(namesIn(plain.text));
    const left = runtime.library.list().find(({ name }) => !listed.has(name))?.name ?? "";
    const used = planClientCatalog(runtime, { client: CLAUDE, uses: { [left]: 1 } });
    expect(namesIn(used.text)).toContain(left);
  });

  it("S10 plans for the smallest known limit if the client is unknown, and for 2,000 tokens if no limit is known", async () => {
    const runtime = await served(many(400));
    expect(planClientCatalog(runtime).text.length).toBeLessThanOrEqual(2_048);
    expect(planClientCatalog(runtime, { client: { name: "someone" } })).toEqual(planClientCatalog(runtime));
    const codex = planClientCatalog(runtime, { client: { name: "codex-mcp-client", version: "0.166.0" } });
    expect(codex.limit).toBeNull();
    expect(codex.text.length).toBeGreaterThan(4_096);
    expect(codex.text.length).toBeLessThanOrEqual(8_003);
  });

  it("S10 puts the catalog with a tool for a client that shows no instructions", async () => {
    const runtime = await served(many(3));
    const plan = planClientCatalog(runtime, { client: { name: "copilot-cli", version: "1.0.102" } });
    expect(plan).toMatchObject({ place: "tool", limit: null, listed: 3 });
  });

  it("S10 never exceeds the limit of a client, writes whole lines, and accounts for every skill", async () => {
    const versions = ["2.1.325", "2.1.200", "0.166.0", undefined];
    const client = fc.oneof(
      fc.constant(undefined),
      fc.record({
        name: fc.constantFrom(...CAPTURED_CLIENTS.flatMap(({ prompt }) => prompt.names), "someone"),
        version: fc.constantFrom(...versions),
      }),
    );
    const description = fc.oneof(
      fc.string({ minLength: 1, maxLength: 300 }),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(
        client,
        fc.integer({ min: 0, max: 160 }),
        description,
        fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
        async (who, count, words, tokens) => {
          const folders = [
            "/home/ada/.knowhow/skills",
            "/home/ada/.claude/skills",
            "/home/ada/.agents/skills",
          ];
          const paths = many(count).map((path, index) =>
            path.replace("/home/ada/.knowhow/skills", folders[index % 3] ?? ""),
          );
          const runtime = await served(paths, (name) => `${name} ${words}`);
          const plan = planClientCatalog(runtime, { client: who, tokens, cwd: "/project" });
          expect(plan.text.length).toBeLessThanOrEqual(plan.limit ?? Number.POSITIVE_INFINITY);
          expect(plan.text.length).toBeLessThanOrEqual((tokens ?? 2_000) * 4 + 200);
          const known = CAPTURED_CLIENTS.find(({ prompt }) => prompt.names.includes(who?.name ?? ""));
          const shown = known === undefined ? 2_048 : instructionLimit(known.prompt, who?.version);
          if (plan.place === "instructions") expect(plan.text.length).toBeLessThanOrEqual(shown);
          expect(plan.listed + plan.omitted + plan.listedByClient).toBe(plan.total);
          expect(namesIn(plan.text)).toHaveLength(plan.listed);
          for (const line of plan.text.split("\n").filter((text) => text !== ""))
            expect(line).toMatch(/^(?:## |When |\(|- skill-\d{4}(?:: |$))/);
          if (plan.omitted > 0 && plan.listed > 0)
            expect(plan.text).toContain(`(${plan.omitted} more skills`);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("skills that a client lists itself", () => {
  const folders = [
    "/home/ada/.claude/skills/u-claude",
    "/home/ada/.agents/skills/u-agents",
    "/home/ada/.agents/skills/group/u-agents-deep",
    "/home/ada/.codex/skills/u-codex",
    "/home/ada/.gemini/skills/u-gemini",
    "/home/ada/.config/opencode/skills/u-opencode",
    "/home/ada/.copilot/skills/u-copilot",
    "/home/ada/.knowhow/skills/u-native",
    "/project/.claude/skills/p-claude",
    "/project/.agents/skills/p-agents",
    "/project/.github/skills/p-copilot",
    "/project/.gemini/skills/p-gemini",
    "/project/.codex/skills/p-codex",
    "/project/.opencode/skills/p-opencode",
    "/project/.knowhow/skills/p-native",
  ];
  const left = async (options: ClientCatalogOptions) => {
    const runtime = await served(folders);
    const listed = namesIn(planClientCatalog(runtime, options).text);
    return runtime.library.discoveryIndex().flatMap(([name]) => (listed.includes(name) ? [] : [name]));
  };

  it.each<[string, readonly string[]]>([
    ["claude-code", ["p-claude", "u-claude"]],
    ["codex-mcp-client", ["p-agents", "p-codex", "u-agents", "u-agents-deep", "u-codex"]],
    ["gemini-cli-mcp-client", ["p-agents", "p-gemini", "u-agents", "u-gemini"]],
    [
      "opencode",
      ["p-agents", "p-claude", "p-opencode", "u-agents", "u-agents-deep", "u-claude", "u-opencode"],
    ],
    ["copilot-cli", ["p-agents", "p-claude", "p-copilot", "u-agents", "u-agents-deep", "u-copilot"]],
    ["someone", []],
  ])("S10 are left out for %s", async (name, expected) => {
    const options = { client: { name, version: "9.9.9" }, cwd: "/project", tokens: 5_000 };
    expect(await left(options)).toEqual(expected);
    expect(await left({ ...options, repeatListed: true })).toEqual([]);
  });

  it("S10 are those of the user only if the directory of the client is unknown", async () => {
    expect(await left({ client: CLAUDE })).toEqual(["u-claude"]);
  });

  it("S10 are repeated if the client does not look above its directory", async () => {
    const client = { name: "gemini-cli-mcp-client", version: "0.61.0" };
    expect(await left({ client, cwd: "/project/packages/app" })).toEqual(["u-agents", "u-gemini"]);
  });

  it("S10 are recognised if the client reads a copy of the skill in another folder", async () => {
    const copies = ["/home/ada/.claude/skills/pdf", "/home/ada/.agents/skills/pdf"];
    const codex = { name: "codex-mcp-client", version: "0.166.0" };
    expect(planClientCatalog(await served(copies), { client: codex })).toMatchObject({ listedByClient: 1 });
  });

  it("S10 are explained in the text, also if no other skill is left", async () => {
    const one = await served(["/home/ada/.claude/skills/pdf"]);
    expect(planClientCatalog(one, { client: CLAUDE }).text).toMatch(
      /^## Available skills\nWhen .*\n\(1 skill of your own list of skills is not repeated here\.\)$/,
    );
  });

  it("S10 belong to providers that the provider table has, at that level", () => {
    for (const { prompt } of CAPTURED_CLIENTS)
      for (const { provider, level } of prompt.lists)
        expect(PROVIDERS.some((row) => row.id === provider && row.level === level)).toBe(true);
  });
});

describe("previewClients", () => {
  it("S10 says in one line per client what it will show, and what any other client will", async () => {
    const runtime = await served([...many(400), "/home/ada/.claude/skills/pdf"]);
    const lines = previewClients(runtime).map((preview) => describePreview(preview, runtime.profile));
    const claude = lines.find((line) => line.startsWith("Claude Code 2.1.325: "));
    expect(claude).toMatch(
      /: \d+ of 401 skills in the instructions, the rest through skill_search, 1 that it lists itself is not repeated$/,
    );
    expect(lines.find((line) => line.startsWith("Copilot CLI"))).toContain("with the tool skill_load");
    expect(lines.at(-1)).toMatch(/^other clients: \d+ of 401 skills in the instructions/);
  });

  it("S10 has nothing to say about a library without skills", async () => {
    const runtime = await served([]);
    expect(previewClients(runtime).map((preview) => describePreview(preview, runtime.profile))).toContain(
      "Codex 0.166.0: no skills",
    );
  });
});

describe("a client that drops descriptions from its own list", () => {
  const folder = "/home/ada/.claude/skills";

  it("S10 is told where its list has them all: nothing more", async () => {
    const { text } = planClientCatalog(await served(many(100, folder)), { client: CLAUDE });
    expect(text).toContain("(100 skills of your own list of skills are not repeated here.)");
  });

  it("S10 is told to search where most of its list is names", async () => {
    const long = await served(many(1_000, folder));
    expect(planClientCatalog(long, { client: CLAUDE }).text).toContain(
      "(1,000 skills of your own list of skills are not repeated here. That list has no descriptions for most of them: find skills for a task with `skill_search`.)",
    );
    const codex = { name: "codex-mcp-client", version: "0.166.0" };
    const shared = await served(many(1_000, "/home/ada/.agents/skills"));
    expect(planClientCatalog(shared, { client: codex }).text).not.toContain("no descriptions");
  });
});
