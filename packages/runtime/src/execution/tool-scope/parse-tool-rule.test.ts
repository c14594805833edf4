import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesRule } from "./match-tool-rule.ts";
import { parseToolRule } from "./parse-tool-rule.ts";
import type { ToolArgument } from "./tool-rule.ts";

const understood: readonly [string, string, ToolArgument | undefined][] = [
  ["Read", "Read", undefined],
  ["*", "*", undefined],
  ["mcp__server", "mcp__server", undefined],
  ["mcp__server__*", "mcp__server__*", undefined],
  ["mcp__*__read", "mcp__*__read", undefined],
  ["mcp__server__get_*", "mcp__server__get_*", undefined],
  ["Bash(*)", "Bash", undefined],
  ["Bash(git:*)", "Bash", { kind: "command-prefix", argv: ["git"] }],
  ["Bash(git log *)", "Bash", { kind: "command-prefix", argv: ["git", "log"] }],
  ["Bash(npm run test:unit:*)", "Bash", { kind: "command-prefix", argv: ["npm", "run", "test:unit"] }],
  ["Bash(git status)", "Bash", { kind: "command-exact", argv: ["git", "status"] }],
  ["Bash(git commit -m 'a, b':*)", "Bash", { kind: "command-prefix", argv: ["git", "commit", "-m", "a, b"] }],
  [
    "WebFetch(domain:Example.com)",
    "WebFetch",
    { kind: "domain", host: "example.com", subdomainsOnly: false },
  ],
  ["WebFetch(domain:*.a.org)", "WebFetch", { kind: "domain", host: "a.org", subdomainsOnly: true }],
  ["Edit(./src//**)", "Edit", { kind: "path-glob", pattern: "src/**" }],
  ["Read(//data/*.csv)", "Read", { kind: "path-glob", pattern: "/data/*.csv" }],
  ["Edit(app/(group)/page.tsx)", "Edit", { kind: "path-glob", pattern: "app/(group)/page.tsx" }],
  ["PowerShell(Get-Date)", "PowerShell", { kind: "text", text: "Get-Date" }],
  ["Skill(pdf)", "Skill", { kind: "text", text: "pdf" }],
];

test.each(understood)("X7 the rule `%s` is understood", (source, tool, argument) => {
  expect(parseToolRule(source)).toEqual(
    argument === undefined ? { source, tool } : { source, tool, argument },
  );
});

const unknown: readonly string[] = [
  "",
  "()",
  "(git)",
  "Bash(",
  "Bash(git",
  "Bash)",
  "Bash()",
  "Bash(git) x",
  "Ba*h",
  "*sh",
  "mcp__a*__b",
  "Bash git",
  "Ba\u200bsh",
  "*(git:*)",
  "mcp__server__tool(x)",
  "Glob(src/**)",
  "Bash(:*)",
  "Bash(git*)",
  "Bash(* --version)",
  "Bash(git add, git commit)",
  "Bash(git: *)",
  "Bash(git status; rm x)",
  "Bash($SHELL:*)",
  "Bash('git':*)",
  "WebFetch(example.com)",
  "WebFetch(domain:)",
  "WebFetch(domain:*)",
  "WebFetch(domain:*.com)",
  "WebFetch(domain:a.com:8080)",
  "WebFetch(domain:user@a.com)",
  "WebFetch(domain:a.com/x)",
  "WebFetch(domain:0x7f.1)",
  "Edit(../x)",
  "Edit(src/../../x)",
  "Edit(~/x)",
  "Edit(!src)",
  "Edit(src/)",
  "Edit(src/**.ts)",
  "Edit({a,b})",
  "Edit([ab])",
  "Edit(a\\b)",
  "Edit(.)",
  "PowerShell(git:*)",
  `Bash(${"a".repeat(2_000)})`,
];

test.each(unknown)("X7 the rule `%s` is kept as written, with a reason, and permits nothing", (source) => {
  const rule = parseToolRule(source);
  expect(rule.source).toBe(source);
  expect(rule.problem).toBeTypeOf("string");
  for (const name of ["Bash", "bash", "Edit", "WebFetch", "Glob", "", source, rule.tool]) {
    expect(
      matchesRule(rule, { name, input: { command: "git", file_path: "x", url: "https://a.com/" } }),
    ).toBe(false);
  }
});

test("X7 reading and matching a rule never throws, and an unknown rule never permits a call", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."BashEdit(git:* )_/.*\\'\"-domain,") }),
    fc
      .constantFrom("Bash", "Edit", "WebFetch")
      .chain((tool) => fc.string().map((inside) => `${tool}(${inside})`)),
  );
  fc.assert(
    fc.property(text, text, fc.anything(), (source, name, input) => {
      const rule = parseToolRule(source);
      const inputs = [input, { command: name }, { file_path: name }, { url: name }];
      for (const each of inputs) {
        for (const tool of [name, rule.tool]) {
          const matched = matchesRule(rule, { name: tool, input: each });
          if (rule.problem !== undefined) expect(matched).toBe(false);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});
