import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { FormatPolicy } from "../profile.ts";
import { type AdmissionContext, admitSkill, isSafeName } from "./admit-skill.ts";
import { summariseSkill } from "./summarise-skill.ts";

const hash = { sha256: (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex") };
const lenient: FormatPolicy = {
  fileNames: ["SKILL.md", "skill.md"],
  strict: false,
  infer: false,
  severities: {},
};

function admit(
  text: string,
  policy: Partial<FormatPolicy> = {},
  requires: AdmissionContext["requires"] = ["description"],
) {
  const summary = summariseSkill(text, { hash, directoryName: "pdf", fileName: "SKILL.md" });
  const { value, diagnostics } = admitSkill(summary, {
    directoryName: "pdf",
    requires,
    policy: { ...lenient, ...policy },
  });
  return { value, codes: diagnostics.map(({ code, severity }) => `${severity} ${code}`) };
}

describe("a lenient policy", () => {
  it("F3 accepts a file without frontmatter from a provider that requires no field, with a warning", () => {
    const bare = "# PDF\n\nReads PDF files.\n";
    expect(admit(bare, {}, [])).toEqual({
      value: { name: "pdf", description: "" },
      codes: ["warning format.no-frontmatter"],
    });
    expect(admit(bare, {}, ["name"])).toEqual({ value: undefined, codes: ["error format.no-frontmatter"] });
  });

  it.each([
    ["a name that differs from the directory", "name: other", "other", "warning format.name-mismatch"],
    ["a name that is too long", `name: ${"a".repeat(70)}`, "a".repeat(70), "warning format.name-length"],
    ["capital letters", "name: PDF", "PDF", "warning format.name-uppercase"],
    ["spaces in the name", "name: my pdf", "my pdf", "warning format.name-characters"],
    ["no name", "license: MIT", "pdf", "warning format.name-missing"],
    ["a name that is a list", "name: [a]", "pdf", "warning format.name-type"],
    ["a name with a slash", "name: tools/pdf", "pdf", "warning format.name-unsafe"],
    ["a name that climbs", "name: ../../escaped", "pdf", "warning format.name-unsafe"],
    ["comma-separated tools", "name: pdf\nallowed-tools: a, b", "pdf", "warning format.allowed-tools-commas"],
    ["an unquoted colon", "name: pdf\nnote: a: b", "pdf", "warning format.yaml-repaired"],
  ])("F3 loads a skill with %s, and warns", (_what, yaml, name, code) => {
    const { value, codes } = admit(`---\n${yaml}\ndescription: d\n---\n`);
    expect(value).toEqual({ name, description: "d" });
    expect(codes).toContain(code);
    expect(codes.some((line) => line.startsWith("error"))).toBe(false);
  });

  it.each([
    ["no description", "---\nname: pdf\n---\nText", "error format.description-missing"],
    [
      "an empty description",
      "---\nname: pdf\ndescription: ''\n---\nText",
      "error format.description-missing",
    ],
    ["a list as description", "---\nname: pdf\ndescription: [a]\n---\nText", "error format.description-type"],
    ["no frontmatter", "# Title\n\nText", "error format.no-frontmatter"],
    ["YAML beyond repair", "---\n<<<<<<< HEAD\nname: pdf\n=======\n---\nText", "error format.yaml-invalid"],
    [
      "an alias bomb",
      `---\na: &a [x,x]\nb: &b [*a,*a]\ndescription: d\n---\n`,
      "error format.yaml-forbidden",
    ],
    ["NUL bytes", "---\nname: pdf\ndescription: \0\n---\n", "error format.not-text"],
  ])("F3 skips a file with %s, and says why", (_what, text, code) => {
    const { value, codes } = admit(text);
    expect(value).toBeUndefined();
    expect(codes).toContain(code);
  });

  it("F3 a provider that asks for nothing gets a skill without name and description", () => {
    const { value, codes } = admit("---\nlicense: MIT\n---\n", {}, []);
    expect(value).toEqual({ name: "pdf", description: "" });
    expect(codes).toEqual(["warning format.name-missing", "warning format.description-missing"]);
  });

  it("F3 a provider that asks for a name skips a skill without one", () => {
    const { value, codes } = admit("---\ndescription: d\n---\n", {}, ["name"]);
    expect(value).toBeUndefined();
    expect(codes).toContain("error format.name-missing");
  });

  it("F3 a skipped skill has an error even where the policy plays its code down", () => {
    const { value, codes } = admit("---\nname: pdf\n---\n", {
      severities: { "format.description-missing": "info" },
    });
    expect(value).toBeUndefined();
    expect(codes).toEqual(["error format.description-missing"]);
  });
});

describe("inference", () => {
  it.each([
    ["no frontmatter", "# Title\n\nReads files."],
    ["no description", "---\nname: pdf\n---\n\nReads files."],
    ["broken YAML", "---\n<<<<<<< HEAD\n---\n\nReads files."],
  ])("F3 is opt-in and fills the gaps of a file with %s", (_what, text) => {
    expect(admit(text).value).toBeUndefined();
    const { value, codes } = admit(text, { infer: true });
    expect(value).toEqual({ name: "pdf", description: "Reads files." });
    expect(codes).toEqual(["info format.inferred"]);
  });

  it("F3 does not help a file that has nothing to infer from", () => {
    expect(admit("", { infer: true })).toEqual({ value: undefined, codes: ["error format.no-frontmatter"] });
  });

  it("F3 does not overrule dangerous frontmatter", () => {
    const { value, codes } = admit("---\na: !!js/function x\n---\nReads files.", { infer: true });
    expect(value).toBeUndefined();
    expect(codes).toEqual(["error format.yaml-forbidden"]);
  });
});

describe("a strict policy", () => {
  it("F3 refuses what has an error and keeps what has only warnings", () => {
    const text = "---\nname: other\ndescription: d\n---\n";
    expect(admit(text, { strict: true }).value).toEqual({ name: "other", description: "d" });
    const severities = { "format.name-mismatch": "error" } as const;
    expect(admit(text, { strict: true, severities }).value).toBeUndefined();
    expect(admit(text, { strict: false, severities }).value).toBeDefined();
  });

  it("F3 is not softened by inference: only the gap itself is excused", () => {
    const text = "---\nname: PDF\n---\nReads files.";
    const severities = { "format.name-uppercase": "error" } as const;
    expect(admit(text, { strict: true, infer: true }).value).toBeDefined();
    expect(admit(text, { strict: true, infer: true, severities }).value).toBeUndefined();
  });

  it("F3 a code that the policy turns off is not reported", () => {
    const severities = { "format.name-mismatch": "off" } as const;
    expect(admit("---\nname: other\ndescription: d\n---\n", { severities }).codes).toEqual([]);
  });
});

describe("a name", () => {
  it.each([
    "pdf",
    "PDF files",
    "技能",
    "a_b",
    "my.skill",
    "constructor",
  ])("F11 such as %j can be used", (name) => {
    expect(isSafeName(name)).toBe(true);
  });

  it.each([
    "",
    ".",
    "..",
    ".hidden",
    "a/b",
    "a\\b",
    "c:x",
    "a\nb",
    "a\u202eb",
    "a\u200bb",
    "\u{e0041}",
    "\ud800",
    " a",
    "__proto__",
    "x".repeat(300),
  ])("F11 such as %j cannot", (name) => {
    expect(isSafeName(name)).toBe(false);
  });
});
