import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionOptions } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";
import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS } from "../packages/runtime/src/audit.ts";
import { KNOWN_TOOLS } from "../packages/runtime/src/execution/tool-scope/known-tools.ts";
import { AUDIT_FORMAT } from "../packages/runtime/src/node/audit/audit-file.ts";
import { repository } from "./support/sources.ts";

const read = (path: string) => readFileSync(join(repository, path), "utf8");

describe("the page about approvals", () => {
  it("S11 shows the example that the tests run", () => {
    expect(read("docs/guide/approvals.md")).toContain(
      `\`\`\`ts\n${read("examples/08-ask-the-user.ts")}\`\`\``,
    );
  });

  it("S11 names every field of a request, and the limits of what can be shown", () => {
    const page = read("docs/guide/approvals.md");
    const source = read("packages/runtime/src/approver.ts");
    const [, question = ""] = /interface ApprovalQuestion \{([^}]+)\}/.exec(source) ?? [];
    const fields = [...question.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name);
    expect([...fields, "digest"].filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
    const limits = read("packages/runtime/src/basics/copy-json.ts");
    expect(limits).toContain("MAX_DEPTH = 64;");
    expect(limits).toContain("MAX_CHARACTERS = 1_000_000;");
    expect(page).toMatch(/deeper than 64 levels or are\s+longer than 1,000,000 characters/);
  });
});

describe("the page about the audit log", () => {
  it("T6 names every action of the engine", () => {
    const page = read("docs/guide/audit.md");
    expect(Object.keys(AUDIT_ACTIONS).filter((action) => !page.includes(`\`${action}\``))).toEqual([]);
  });

  it("T6 says how large the files become", () => {
    const { maxFileBytes, keepFiles } = AUDIT_FORMAT.rotation;
    expect([maxFileBytes, keepFiles]).toEqual([8 * 1024 * 1024, 24]);
    expect(read("docs/guide/audit.md")).toMatch(/A file of 8 MiB[\s\S]+newest\s+24 closed files/);
  });
});

/** What must be true of a session, and the tool that is called, for each row of the page. */
const SITUATIONS: Readonly<Record<string, SessionOptions & { readonly tool?: string }>> = {
  "one of the runtime's own tools (`skill_load` and others)": { tool: "skill_load" },
  "`skill_load` or `skill_read` for a skill that an active skill's `Skill(...)` rules do not allow": {
    tool: "skill_load",
    ceiling: [{ skill: "a", allowed: ["Skill(b)"] }],
  },
  "`skill_load` or `skill_read` for a skill that an active skill disallows with `Skill` or `Skill(name)`": {
    tool: "skill_load",
    ceiling: [{ skill: "a", allowed: [], disallowed: ["Skill(c)"] }],
  },
  "a tool while no active skill lists its tools": { ceiling: [{ skill: "a", allowed: [] }] },
  "a tool that every active skill with a list allows": { ceiling: [{ skill: "a", allowed: ["Read"] }] },
  "a tool that an active skill with a list does not allow": { ceiling: [{ skill: "a", allowed: ["Edit"] }] },
  "a tool that an active skill disallows": { ceiling: [{ skill: "a", allowed: [], disallowed: ["Read"] }] },
  "a tool that the host does not offer": { tool: "Elsewhere" },
  "a tool outside the session's `grants`": { grants: ["Edit"] },
  "a tool that was not granted to an active skill of a server": {
    ceiling: [{ skill: "acme:pdf", allowed: [], remote: true }],
  },
};

describe("the page about tool scope", () => {
  const rows = [...read("docs/guide/tool-scope.md").matchAll(/^\| (.+) \| (\w+) \| (\w+) \| (\w+) \|$/gm)];

  it("X7 has a row for every situation", () => {
    expect(rows.map(([, situation]) => situation)).toEqual(Object.keys(SITUATIONS));
  });

  it.each(
    rows.map(([, situation = "", ...cells]) => ({ situation, cells })),
  )("X7 S11 says what the guard says about $situation", async ({ situation, cells }) => {
    const { tool: name = "Read", ...options } = SITUATIONS[situation] ?? {};
    const knowhow = await createRuntime({ providers: false, cache: false });
    const verdicts = (["advisory", "pre-approve", "restrict"] as const).map(async (toolScope) => {
      const session = await knowhow.session({ ...options, toolScope });
      return session.guard({ name, input: { name: "c" } }, ["Read", "Edit"]).verdict;
    });
    expect(await Promise.all(verdicts)).toEqual(cells);
  });

  it("X7 lists the names of every known tool", () => {
    const [, table = ""] = read("docs/guide/tool-scope.md").split("| tool | other names |");
    const listed = [...table.matchAll(/^\| (`.+`) \| (`.+`) \|$/gm)].map(([row]) =>
      [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(listed).toEqual(KNOWN_TOOLS);
  });
});

describe("the guide", () => {
  it("lists every page in its index", () => {
    const pages = readdirSync(join(repository, "docs/guide")).filter((name) => name !== "README.md");
    const linked = [...read("docs/guide/README.md").matchAll(/^(?:\d+\.|-) \[.+?\]\(([\w-]+\.md)\)/gm)];
    expect(linked.map(([, name]) => name).sort()).toEqual(pages.sort());
  });

  it.each([
    ["own-loop.md", "11-own-loop.ts"],
    ["sessions.md", "18-another-process.ts"],
    ["sources.md", "12-a-source-of-your-own.ts"],
    ["checks.md", "13-check-and-simulate.ts"],
    ["workflows.md", "14-run-a-workflow.ts"],
  ])("shows in %s the example %s that the tests run", (page, example) => {
    expect(read(`docs/guide/${page}`)).toContain(`\`\`\`ts\n${read(`examples/${example}`)}\`\`\``);
  });

  it.each([
    ["own-loop.md", "packages/runtime/src/conversation.ts", "Turn"],
    ["sessions.md", "packages/runtime/src/session/session-options.ts", "SessionOptions"],
    ["sources.md", "packages/runtime/src/discovery/skill-source.ts", "SkillSourceOptions"],
    ["checks.md", "packages/runtime/src/diagnosis/examine-runtime.ts", "DoctorReport"],
    ["checks.md", "packages/runtime/src/simulation/project.ts", "ScriptProject"],
  ])("has in %s a row for every field of %s %s", (page, source, name) => {
    const fields = fieldsOf(read(source), name);
    expect(fields.length).toBeGreaterThan(2);
    expect(fields.filter((field) => !read(`docs/guide/${page}`).includes(`\n| \`${field}\` |`))).toEqual([]);
  });

  it("names in sessions.md the options that the JSON of a session contains, and no others", async () => {
    const given = {
      skills: ["a"],
      pins: ["a"],
      grants: ["Read"],
      ceiling: [{ skill: "a", allowed: ["Read"] }],
      toolScope: "restrict",
      scopeEnds: "turn",
      toolAliases: { Bash: ["sh"] },
      maxActivations: 7,
      maxTokens: 700,
      matching: "suggest",
    } as const satisfies SessionOptions;
    const [, sentence = ""] = /limit the conversation: ([^.]+)\./.exec(read("docs/guide/sessions.md")) ?? [];
    expect([...sentence.matchAll(/`(\w+)`/g)].map(([, option]) => option)).toEqual(Object.keys(given));
    const knowhow = await createRuntime({ providers: false, config: false, cache: false });
    const { limits, rights, pins, grants, allow } = (await knowhow.session(given)).toJSON();
    expect({ skills: allow, pins, grants, ceiling: rights.ceiling, ...limits }).toEqual(given);
  });
});

/** The fields that an interface declares itself. */
function fieldsOf(source: string, name: string): readonly string[] {
  const [, body = ""] = new RegExp(`interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(source) ?? [];
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, field = ""]) => field);
}
