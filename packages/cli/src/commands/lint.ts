import { dirname, join } from "node:path";
import {
  type Diagnostic,
  hasErrors,
  lintLibrary,
  lintSkill,
  listResources,
  type Profile,
  parseSkillMd,
  type Skill,
  validateSkill,
} from "@knowhow/runtime";
import { nodeFiles } from "@knowhow/runtime/node";
import { answerCheck } from "../answer-check.ts";
import { type CheckTarget, findCheckTargets } from "../check-targets.ts";
import type { Command } from "../command.ts";
import { readSkillFile } from "../read-skill-file.ts";
import { diagnosticJson } from "../report/diagnostics.ts";

/** `knowhow lint [path…]`: advice beyond validity, on every skill alone and on all side by side. */
export const lint: Command = async (call) => {
  const { targets, profile } = await findCheckTargets(call);
  const together = lintLibrary(
    targets.flatMap(({ skill, shadowed }) => (skill === undefined || shadowed ? [] : [skill])),
  );
  const results = [];
  for (const target of targets) {
    const own = await advise(target, profile);
    const shared = together.filter((diagnostic) => diagnostic.path === target.path);
    results.push({ path: target.path, name: target.name, diagnostics: [...own, ...shared] });
  }
  const data = {
    ok: results.every((result) => !hasErrors(result.diagnostics)),
    results: results.map((result) => ({ ...result, diagnostics: result.diagnostics.map(diagnosticJson) })),
  };
  return answerCheck({ call, results, data, what: "looked at" });
};

async function advise(
  { path, skill, trouble }: CheckTarget,
  profile: Profile,
): Promise<readonly Diagnostic[]> {
  if (trouble !== undefined) return [trouble];
  const { text, diagnostics } = await readSkillFile(path, profile.discovery.limits.skillBytes, nodeFiles());
  const said = [...diagnostics];
  if (text !== undefined)
    said.push(...(skill === undefined ? reasonsAgainst(text) : await lintText(text, skill, profile)));
  return said.map((diagnostic) => ({ ...diagnostic, path: diagnostic.path ?? path }));
}

/** A file that is no skill cannot be improved by advice: it is told what makes it unusable. */
function reasonsAgainst(text: string): readonly Diagnostic[] {
  return validateSkill(text).diagnostics.filter((diagnostic) => diagnostic.severity === "error");
}

async function lintText(text: string, skill: Skill, profile: Profile): Promise<readonly Diagnostic[]> {
  const files = nodeFiles();
  const { limits } = profile.discovery;
  const directory = dirname(skill.path);
  const { value: md } = parseSkillMd(text);
  const resources = await listResources(directory, limits, files);
  return lintSkill({
    directory,
    name: skill.name,
    description: skill.description,
    fields: skill.fields,
    text,
    body: md.body,
    bodyLine: md.bodyLine,
    files: resources.value,
    readText: async (path) => (await files.readText(join(directory, path), limits.skillBytes))?.text,
  });
}
