import { baseName } from "../../basics/paths.ts";
import type { ToolResult } from "../../conversation.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import type { Engine } from "../../engine.ts";
import { isKnowhowError } from "../../errors.ts";
import { validateSkill } from "../../format/validate-skill.ts";
import { lintSkill } from "../../lint/lint-skill.ts";
import { checkWorkflow } from "../../runs/open-workflow.ts";
import { decodeText } from "../../serving/decode-text.ts";
import type { Serving } from "../../serving/open-serving.ts";
import type { Skill } from "../../skill.ts";
import { failure, SKILL_NAME, type SkillTool, success, textOf } from "../../skill-tool.ts";
import { unknownSkill } from "./define-tool.ts";

/** The tools that check a skill: autopoiesis `validate_skill` (the profile's rules) and `lint_skill` (advice). */
export function checkTools(engine: Engine, serving: Serving): readonly SkillTool[] {
  return [
    checkTool("validate", "valid", (skill) => validate(skill, engine, serving)),
    checkTool("lint", "clean", (skill) => lint(skill, engine, serving)),
  ];
}

function checkTool(
  operation: string,
  word: string,
  check: (skill: Skill) => Promise<readonly Diagnostic[]>,
): SkillTool {
  return {
    operation,
    sideEffects: "read",
    properties: { name: SKILL_NAME },
    required: ["name"],
    canSucceed: (context) => context.loadable().length > 0,
    run: async (args, context) => {
      const skill = context.find(textOf(args, "name"));
      if (skill === undefined) return failure(unknownSkill(textOf(args, "name")));
      return report(skill.name, word, await check(skill));
    },
  };
}

async function validate(skill: Skill, { profile }: Engine, serving: Serving): Promise<readonly Diagnostic[]> {
  const opened = serving.open(skill, "model", { purpose: "check" });
  const { text } = await opened.text();
  const names = { directoryName: baseName(skill.directory), fileName: baseName(skill.path) };
  const { diagnostics } = validateSkill(text, { ...names, rules: profile.rules });
  return [...diagnostics, ...(await checkWorkflow(opened))];
}

async function lint(skill: Skill, { profile }: Engine, serving: Serving): Promise<readonly Diagnostic[]> {
  const { limits } = profile.discovery;
  const opened = serving.open(skill, "model", { purpose: "check" });
  const { text, body, bodyLine } = await opened.text();
  const { name, description, directory, fields, allowedTools } = skill;
  const { value: files } = await opened.files();
  const readText = async (path: string) => {
    const bytes = await opened.bytes(path, limits.skillBytes).catch(unlessUnreadable);
    return bytes === undefined ? undefined : decodeText(bytes);
  };
  return lintSkill({
    name,
    description,
    directory,
    fields,
    allowedTools,
    text,
    body,
    bodyLine,
    files,
    readText,
  });
}

/** Skips a file that cannot be read or is withheld. */
function unlessUnreadable(error: unknown): undefined {
  if (!isKnowhowError(error)) throw error;
}

function report(name: string, word: string, diagnostics: readonly Diagnostic[]): ToolResult {
  const metadata = { skill_id: name, findings: diagnostics.length };
  if (diagnostics.length === 0) return success(`The skill "${name}" is ${word}.`, metadata);
  const lines = diagnostics.map(({ severity, code, message, line, hint }) => {
    const place = line === undefined ? "" : ` (line ${line})`;
    return `- ${severity}: ${message}${place} [${code}]${hint === undefined ? "" : `. ${hint}`}`;
  });
  return success(
    [
      `The skill "${name}" has ${diagnostics.length} ${diagnostics.length === 1 ? "finding" : "findings"}:`,
      ...lines,
    ].join("\n"),
    metadata,
  );
}
