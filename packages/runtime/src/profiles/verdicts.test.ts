import { expect, test } from "vitest";
import { DIAGNOSTIC_CODES, type DiagnosticCode } from "../codes.ts";
import { admitSkill } from "../format/admit-skill.ts";
import { RULE_SETS } from "../format/rule-sets.ts";
import { summariseSkill } from "../format/summarise-skill.ts";
import { type ValidationOptions, validateSkill } from "../format/validate-skill.ts";
import { nodeHash } from "../node/node-hash.ts";
import { agentskills } from "./agentskills.ts";
import { aios } from "./aios.ts";
import { autopoiesis } from "./autopoiesis.ts";
import { metis } from "./metis.ts";
import { pisces } from "./pisces.ts";

const skill = (yaml: string) => `---\n${yaml}\n---\nBody`;
const GOOD = "name: pdf\ndescription: d";
const withMetadata = (yaml: string) => skill(`${GOOD}\nmetadata:\n  ${yaml}`);
const long = "x".repeat(65);
const deep = `x: ${"[".repeat(200)}${"]".repeat(200)}`;
const many = Array.from({ length: 513 }, (_, at) => ({ path: `${at}`, size: 1 }));

/** The severities that each rule set reports (error, warning, info, or nothing), in this order. */
const RULES = ["spec", "skills-ref", "mcp", "claude-upload", "gh-publish", "autopoiesis", "aios", "metis"];
/** Whether each profile loads the file (+) or skips it (x), and the severity that it reports, in this order. */
const PROFILES = [agentskills, metis, autopoiesis, aios];

type Case = readonly [
  code: DiagnosticCode,
  byRules: string,
  byProfile: string,
  text: string,
  names?: Pick<ValidationOptions, "directoryName" | "fileName" | "files">,
];

/** For each code, a file with this problem in the directory `pdf`, and the verdicts. */
const CASES: readonly Case[] = [
  ["format.file-name", "e - e e e e e e", "+w xe +w +w", skill(GOOD), { fileName: "skill.md" }],
  ["format.no-frontmatter", "e e e e e e e e", "xe xe xe xe", "# Text"],
  ["format.unclosed-frontmatter", "e e e e e e e e", "+w xe +w +w", `---\n${GOOD}\n`],
  ["format.blank-before-frontmatter", "w e e e - - w e", "+w xe +w +w", `\n${skill(GOOD)}`],
  ["format.delimiter-space", "w - e - - - w e", "+w xe +w +w", skill(GOOD).replace("---", "--- ")],
  ["format.byte-order-mark", "w e - - - - w e", "+w xe +w +w", `\ufeff${skill(GOOD)}`],
  ["format.yaml-invalid", "e e e e e e e e", "xe xe xe xe", skill("] [ }")],
  ["format.yaml-repaired", "e e e e e e e e", "+w xe +w +w", skill("name: pdf\ndescription: Use when: now")],
  ["format.yaml-salvaged", "e e e e e e e e", "+w xe +w +w", skill(`${GOOD}\nx: {\n  a: [1,\n}`)],
  ["format.not-a-mapping", "e e e e e e e e", "xe xe xe xe", skill("- pdf")],
  ["format.duplicate-key", "e e e e e e e e", "xe xe xe xe", skill(`${GOOD}\nname: x`)],
  ["format.duplicate-nested-key", "e e e e e e e e", "+w xe +w +w", withMetadata("a: b\n  a: c")],
  ["format.not-text", "e e e e e e e e", "xe xe xe xe", `${skill(GOOD)}\0`],
  ["format.not-utf8", "- - - - - - - -", "+- +- +- +-", `${skill(GOOD)}\ufffd`],
  [
    "format.frontmatter-too-large",
    "e e e e e e e e",
    "xe xe xe xe",
    skill(`${GOOD}\nx: ${"y".repeat(65_536)}`),
  ],
  ["format.yaml-limit", "e e e e e e e e", "xe xe xe xe", skill(`${GOOD}\n${deep}`)],
  ["format.yaml-forbidden", "e e e e e e e e", "xe xe xe xe", skill(`${GOOD}\nlicense: &a MIT`)],
  ["format.control-character", "w w w w w w w w", "+w +w +w +w", skill("name: pdf\ndescription: a\u202eb")],
  ["format.unsafe-key", "w w w w w w w w", "+w +w +w +w", skill(`${GOOD}\n__proto__: x`)],
  ["format.name-missing", "e e e e e e e e", "+w xe xe xe", skill("description: d")],
  ["format.name-type", "e e e e e e e e", "+w xe xe xe", skill("name: [pdf]\ndescription: d")],
  [
    "format.name-length",
    "e e e e e - e e",
    "+w xe +w +w",
    skill(`name: ${long}\ndescription: d`),
    { directoryName: long },
  ],
  [
    "format.name-uppercase",
    "e e e e e e e e",
    "+w xe +w +w",
    skill("name: Pdf\ndescription: d"),
    { directoryName: "Pdf" },
  ],
  [
    "format.name-characters",
    "e e e e e e e e",
    "+w xe +w +w",
    skill("name: p_f\ndescription: d"),
    { directoryName: "p_f" },
  ],
  [
    "format.name-not-ascii",
    "e - e e e e e e",
    "+w xe +w +w",
    skill("name: größe\ndescription: d"),
    { directoryName: "größe" },
  ],
  [
    "format.name-hyphens",
    "e e e e e e e e",
    "+w xe +w +w",
    skill("name: pdf-\ndescription: d"),
    { directoryName: "pdf-" },
  ],
  ["format.name-mismatch", "e e e - e - e e", "+w xe +w +w", skill("name: other\ndescription: d")],
  [
    "format.name-reserved",
    "- - - e - - - -",
    "+- +- +- +-",
    skill("name: claude-pdf\ndescription: d"),
    { directoryName: "claude-pdf" },
  ],
  ["format.description-missing", "e e e e e e e e", "xe xe +w xe", skill("name: pdf")],
  ["format.description-type", "e e e e e e e e", "xe xe +w xe", skill("name: pdf\ndescription: [d]")],
  [
    "format.description-length",
    "e e e e w - e e",
    "+w xe +w +w",
    skill(`name: pdf\ndescription: ${"d".repeat(1_025)}`),
  ],
  [
    "format.description-lines",
    "- - - - - e - -",
    "+- +- +- +-",
    skill("name: pdf\ndescription: |\n  a\n  b"),
  ],
  ["format.description-markup", "- - - e - - - -", "+- +- +- +-", skill("name: pdf\ndescription: a <b> c")],
  ["format.license-type", "e - - - - - e e", "+w xe +w +w", skill(`${GOOD}\nlicense: [MIT]`)],
  ["format.license-missing", "- - - - w - - -", "+- +- +- +-", skill(GOOD)],
  ["format.compatibility-type", "e e e e - - e e", "+w xe +w +w", skill(`${GOOD}\ncompatibility: [a]`)],
  ["format.compatibility-empty", "e - e - - - e -", "+w +- +w +w", skill(`${GOOD}\ncompatibility: ''`)],
  [
    "format.compatibility-length",
    "e e e e - - e e",
    "+w xe +w +w",
    skill(`${GOOD}\ncompatibility: ${"c".repeat(501)}`),
  ],
  ["format.metadata-type", "e - e - - e e e", "+w xe +w +w", skill(`${GOOD}\nmetadata: [a]`)],
  ["format.metadata-value", "e - e - - - e e", "+w xe +i +w", withMetadata("a: [b]")],
  ["format.metadata-coerced", "w - e - - - w -", "+i +- +i +i", withMetadata("a: 1.0")],
  ["format.metadata-null", "w - e - - - w e", "+i xe +i +i", withMetadata("a: ~")],
  ["format.metadata-date", "w - - - - - w e", "+i xe +i +i", withMetadata("a: 2026-01-01")],
  ["format.allowed-tools-type", "e - - - e - e e", "+w xe +w +w", skill(`${GOOD}\nallowed-tools: [Read]`)],
  [
    "format.allowed-tools-commas",
    "e - - - - - e -",
    "+w +- +w +w",
    skill(`${GOOD}\nallowed-tools: Read, Grep`),
  ],
  ["format.field-coerced", "w - e e - e w e", "+w xe +w +w", skill("name: pdf\ndescription: 7")],
  ["format.unknown-field", "i e - e - e i -", "+i +- +i +i", skill(`${GOOD}\ncolour: red`)],
  ["format.extension-field", "i e - e - e - -", "+i +- +i +-", skill(`${GOOD}\ntriggers: [a]`)],
  ["format.field-type", "w - - - - w w -", "+w +- +w +w", skill(`${GOOD}\nsteps: text`)],
  ["format.field-value", "w - - - - w w -", "+w +- +w +w", skill(`${GOOD}\ninputs: ["a|requird"]`)],
  [
    "format.unreachable",
    "w - - - - w w -",
    "+w +- +w +w",
    skill(`${GOOD}\nagent_ready: false\nuser-invocable: false`),
  ],
  ["format.body-tokens", "w - - - - - w w", "+w +w +w +w", `${skill(GOOD)}${"x".repeat(20_004)}`],
  ["format.yaml-flow", "- e - - - - - -", "+- +- +- +-", skill(`${GOOD}\nx: [a]`)],
  ["format.yaml-portable", "- - e - - - - -", "+- +- +- +-", skill(`${GOOD}\nx: [a,\n  b]`)],
  ["format.version-missing", "- - - - - e - -", "+- +- +- +-", skill(GOOD)],
  ["format.version-semver", "- - - - - e - -", "+- +- +- +-", withMetadata("version: 1.0.0-rc.01")],
  ["format.tags-missing", "- - - - - e - -", "+- +- +- +-", skill(GOOD)],
  ["format.tags-type", "- - - - - e - -", "+- x- +- +-", withMetadata("tags: [1, 2]")],
  ["format.install-metadata", "- - - - w - - -", "+- +- +- +-", withMetadata("github-repo: a/b")],
  ["format.too-many-files", "- - w - - - - -", "+- +- +- +-", skill(GOOD), { files: many }],
  [
    "format.files-too-large",
    "- - w - - - - -",
    "+- +- +- +-",
    skill(GOOD),
    { files: [{ path: "a", size: 16_777_217 }] },
  ],
];

const namesOf = (given: Case[4]) => ({ directoryName: "pdf", fileName: "SKILL.md", ...given });

test.for(CASES)("P1 F2 %s has these severities: %s", ([code, byRules, _byProfile, text, given]) => {
  const reported = RULES.map((rules) => {
    const { ok, diagnostics } = validateSkill(text, { ...namesOf(given), rules });
    const found = diagnostics.filter((diagnostic) => diagnostic.code === code);
    for (const { hint } of found) expect(hint).toMatch(/\w/);
    expect(ok).toBe(diagnostics.every(({ severity }) => severity !== "error"));
    return found[0]?.severity.slice(0, 1) ?? "-";
  });
  expect(reported.join(" ")).toBe(byRules);
});

test.for(CASES)("P1 F2 F3 %s: %s, the profiles do this: %s", ([code, _byRules, byProfile, text, given]) => {
  const { files: _, ...names } = namesOf(given);
  const summary = summariseSkill(text, { ...names, hash: nodeHash });
  const decided = PROFILES.map(({ format: policy, discovery }) => {
    const { requires } = discovery.custom;
    const { value, diagnostics } = admitSkill(summary, {
      directoryName: names.directoryName ?? "",
      requires,
      policy,
    });
    const found = diagnostics.find((diagnostic) => diagnostic.code === code);
    return `${value === undefined ? "x" : "+"}${found?.severity.slice(0, 1) ?? "-"}`;
  });
  expect(decided.join(" ")).toBe(byProfile);
});

test.for(
  CASES,
)("P1 F2 F3 %s: a file that `validate` accepts is loaded by that profile, a strict one loads no other", ([
  ,
  ,
  ,
  text,
  given,
]) => {
  const { files, ...names } = namesOf(given);
  const summary = summariseSkill(text, { ...names, hash: nodeHash });
  const disagree = [agentskills, metis, autopoiesis, aios, pisces].filter(({ format, discovery, rules }) => {
    const { ok } = validateSkill(text, { ...names, files, rules });
    const { requires } = discovery.custom;
    const { value } = admitSkill(summary, {
      directoryName: names.directoryName ?? "",
      requires,
      policy: format,
    });
    const isLoaded = value !== undefined;
    return format.strict ? ok !== isLoaded : ok && !isLoaded;
  });
  expect(disagree.map(({ name }) => name)).toEqual([]);
});

test("P1 F2 every code about the format has its row, except those that need a file system or a decision", () => {
  const elsewhere = ["format.too-large", "format.name-unsafe", "format.inferred"];
  const codes = Object.keys(DIAGNOSTIC_CODES).filter((code) => code.startsWith("format."));
  const covered = [...CASES.map(([code]) => code), ...elsewhere];
  expect(covered.toSorted()).toEqual(codes.toSorted());
  expect(RULES).toEqual(RULE_SETS.map(({ name }) => name));
});
