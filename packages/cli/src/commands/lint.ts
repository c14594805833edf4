import { dirname, join } from "node:path";
import {
  type Diagnostic,
  findProfile,
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
import { answerCheck } from "../checking/answer-check.ts";
import { type CheckTarget, findCheckTargets } from "../checking/check-targets.ts";
import { readSkillFile } from "../checking/read-skill-file.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { readSettings } from "../runtime/settings.ts";
import type { Command } from "../table/command.ts";

/** `knowhow lint [path…]`: advice on each skill, and on all of them compared with each other. */
export const lint: Command = async (call) => {
  const { args, io } = call;
  const settings = await readSettings(args, io);
  const profile = findProfile(settings.options.profile ?? "agentskills");
  const targets = await findCheckTargets(call, settings);
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
  return answerCheck({ call, results, data, what: "checked" });
};

async function advise(
  { path, skill, problem }: CheckTarget,
  profile: Profile,
): Promise<readonly Diagnostic[]> {
  if (problem !== undefined) return [problem];
  const { text, diagnostics } = await readSkillFile(path, profile.discovery.limits.skillBytes, nodeFiles());
  const found = [...diagnostics];
  if (text !== undefined)
    found.push(...(skill === undefined ? reasonsAgainst(text) : await lintText(text, skill, profile)));
  return found.map((diagnostic) => ({ ...diagnostic, path: diagnostic.path ?? path }));
}

/** A file that could not be loaded gets its errors instead of advice. */
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
