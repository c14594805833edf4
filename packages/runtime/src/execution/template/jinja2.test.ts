import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../../testing/templates.ts";
import { TemplateError } from "./template-error.ts";

const root = new URL("../../../../../", import.meta.url);
const { scope, templates }: { scope: Readonly<Record<string, unknown>>; templates: readonly string[] } =
  readJson("fixtures/templates/cases.json");
const answers: Readonly<Record<string, string | null>> = readJson("fixtures/templates/jinja2.json");

const BOOLEANS = "booleans print as in JSON and YAML, which is what steps and models read";
const NONE = "none prints nothing, so that a skipped step leaves no word behind";
const NUMBERS = "there is one kind of number, that of JSON: 3.0 is 3";
const JSON_TEXT = "lists and mappings print as JSON, which models and tools read";
const TO_JSON = "the output is not HTML: keys keep their order, and characters are not escaped";
const TRUNCATE = "the leeway is 0, so that the result is never longer than asked for";
const KINDS = "a boolean is not a number, and a mapping is not a sequence";

/** Templates that differ from Jinja2 on purpose: our answer, and why. Null means that the template is refused. */
const DIFFERENCES: Readonly<Record<string, readonly [answer: string | null, reason: string]>> = {
  "{{ missing is defined }}": ["false", BOOLEANS],
  "{{ inputs.title is defined }}": ["true", BOOLEANS],
  "{{ true }}": ["true", BOOLEANS],
  "{{ false }}": ["false", BOOLEANS],
  "{{ 1 == 1 }}": ["true", BOOLEANS],
  "{{ not 1 }}": ["false", BOOLEANS],
  "{{ inputs.flag }}": ["true", BOOLEANS],
  "{{ True and False }}": ["false", BOOLEANS],
  "{{ none }}": ["", NONE],
  "{{ inputs.nothing }}": ["", NONE],
  "{{ 1.0 }}": ["1", NUMBERS],
  "{{ 6 / 2 }}": ["3", NUMBERS],
  "{{ 100 / 10 / 2.5 }}": ["4", NUMBERS],
  "{{ inputs.ratio * 2 }}": ["5", NUMBERS],
  '{{ "1e2" | float }}': ["100", NUMBERS],
  '{{ "x" | float }}': ["0", NUMBERS],
  "{{ 3 | float }}": ["3", NUMBERS],
  "{{ 2.7 | round }}": ["3", NUMBERS],
  '{{ [1, "a"] }}': ['[1, "a"]', JSON_TEXT],
  "{{ map }}": ['{"b": 2, "a": 1, "c": 3}', JSON_TEXT],
  "{{ map | tojson }}": ['{"b": 2, "a": 1, "c": 3}', TO_JSON],
  "{{ html | tojson }}": ['"<b>&\'\\""', TO_JSON],
  '{{ "é" | tojson }}': ['"é"', TO_JSON],
  "{{ inputs.text | truncate(42) }}": ["The quick brown fox jumps over the...", TRUNCATE],
  '{{ "abcdefghij" | truncate(5) }}': ["ab...", TRUNCATE],
  '{{ "abc def" | truncate(6) }}': ["abc...", TRUNCATE],
  '{{ "😀😀😀😀😀😀" | truncate(5) }}': ["😀😀...", TRUNCATE],
  '{{ inputs.tags | map("truncate", 4) | join(",") }}': ["a...,beta,G...", TRUNCATE],
  '{{ "yes" if true is number else "no" }}': ["no", KINDS],
  '{{ "yes" if map is sequence else "no" }}': ["no", KINDS],
  '{{ "yes" if 2 + 2 is even else "no" }}': [null, KINDS],
};

describe("templates and Jinja2", () => {
  it("are compared on enough templates, each of which has a recorded answer", () => {
    expect(templates.length).toBeGreaterThan(500);
    expect(Object.keys(answers)).toEqual(templates);
    expect(Object.keys(DIFFERENCES).filter((source) => !templates.includes(source))).toEqual([]);
  });

  it.each(templates.filter((source) => !Object.hasOwn(DIFFERENCES, source)))("X2 agree on %j", (source) => {
    expect(ours(source)).toBe(answers[source]);
  });

  it.each(Object.entries(DIFFERENCES))("X2 differ on purpose on %j", (source, [answer]) => {
    expect(ours(source)).toBe(answer);
    expect(answers[source]).not.toBe(answer);
  });

  const python = findPython();
  it.skipIf(python === undefined)(
    "have answers that Jinja2 still gives (skipped without Python and the package python3-jinja2)",
    () => {
      const script = fileURLToPath(new URL("scripts/template-goldens.py", root));
      const { stdout } = spawnSync(python ?? "", [script, "--print"], { encoding: "utf8" });
      expect(JSON.parse(stdout)).toEqual(answers);
    },
  );
});

/** What we render; null if the template is refused. */
function ours(source: string): string | null {
  try {
    return renderTemplate(source, scope);
  } catch (error) {
    if (
      error instanceof TemplateError ||
      (error instanceof Error && /\(line \d+, column \d+\)$/.test(error.message))
    )
      return null;
    throw error;
  }
}

/** A Python that has Jinja2, if there is one. */
function findPython(): string | undefined {
  return ["python3", "/usr/bin/python3"].find(
    (python) => spawnSync(python, ["-c", "import jinja2"]).status === 0,
  );
}

function readJson(path: string) {
  return JSON.parse(readFileSync(new URL(path, root), "utf8"));
}
