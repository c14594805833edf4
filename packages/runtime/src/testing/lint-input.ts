import { parseSkillMd } from "../format/parse-skill-md.ts";
import type { LintSkillInput } from "../lint/rule.ts";
import type { SkillFields } from "../skill.ts";

/** What a test says of a skill; the rest is a skill without fault. */
export interface LintInputParts {
  readonly name?: string;
  readonly description?: string;
  readonly body?: string;
  readonly fields?: SkillFields;
  /** Text of each other file, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A skill for a lint rule, in memory. */
export function lintInput(parts: LintInputParts = {}): LintSkillInput {
  const name = parts.name ?? "pdf";
  const description = parts.description ?? "Fills PDF forms. Use when the user asks to fill a form.";
  const body = parts.body ?? "# PDF\n\nOpen the form and fill it.\n";
  const text = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}`;
  const files = parts.files ?? {};
  const parsed = parseSkillMd(text).value;
  return {
    directory: `/skills/${name}`,
    name,
    description,
    fields: parts.fields ?? {},
    text,
    body: parsed.body,
    bodyLine: parsed.bodyLine,
    files: Object.entries(files).map(([path, content]) => ({ path, size: content.length })),
    readText: (path) => files[path],
  };
}
