import { expect, test } from "vitest";
import type { DiagnosticCode } from "../codes.ts";
import { type Diagnostic, diagnose } from "../diagnostics.ts";
import { explainRefusals } from "./explain-refusals.ts";

const LINK = "discovery.link-outside-root";
const about = (path: string | undefined, code: DiagnosticCode = LINK, hint?: string): Diagnostic =>
  diagnose(code, "it leads out", { path, hint });
const explain = (diagnostics: readonly Diagnostic[], rejected: readonly string[] = []) =>
  explainRefusals("pdf", {
    entries: [],
    rejections: rejected.map((path) => ({ name: "pdf", path, provider: "agents", decisions: [] })),
    diagnostics,
  }).map(({ stage, outcome, detail }) => `${stage}: ${outcome}: ${detail}`);

test.each([
  ["the path itself", "/skills/pdf"],
  ["a file directly inside", "/skills/pdf/SKILL.md"],
])("R7 a refused path is explained by its name: %s", (_what, path) => {
  expect(explain([about(path)])).toEqual(["discovery: refused: it leads out"]);
  expect(explain([about(path, LINK, "copy it")])).toEqual(["discovery: refused: it leads out; copy it"]);
});

test.each([
  "discovery.root-unreadable",
  "discovery.root-outside-project",
  "discovery.entry-unreadable",
  "discovery.not-a-file",
  "discovery.link-outside-root",
  "discovery.link-broken",
  "discovery.skill-at-root",
] as const)("R7 %s is a refusal", (code) => {
  expect(explain([about("/skills/pdf", code)])).toHaveLength(1);
});

test.each([
  ["another path", about("/skills/csv")],
  ["one deeper inside", about("/skills/pdf/references/a.md")],
  ["one without a path", about(undefined)],
  ["what is no refusal", about("/skills/pdf", "format.body-tokens")],
])("R7 says nothing about %s", (_what, diagnostic) => {
  expect(explain([diagnostic])).toEqual([]);
});

test("R7 says nothing twice: a rejected file has its own explanation", () => {
  expect(explain([about("/skills/pdf/SKILL.md")], ["/skills/pdf/SKILL.md"])).toEqual([]);
  expect(explain([about("/skills/pdf/SKILL.md")], ["/skills/csv/SKILL.md"])).toHaveLength(1);
});
