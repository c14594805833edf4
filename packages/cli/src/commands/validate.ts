import { basename, dirname, join } from "node:path";
import { type Diagnostic, hasErrors, type OpenSkill } from "@knowhow/runtime";
import { checkWorkflow, listResources, validateSkill } from "@knowhow/runtime/authoring";
import { nodeFiles } from "@knowhow/runtime/node";
import type { Profile } from "@knowhow/runtime/profiles";
import { answerCheck } from "../checking/answer-check.ts";
import { type CheckTarget, checkEach, findCheckTargets } from "../checking/check-targets.ts";
import { linkedWorkflow } from "../checking/linked-workflow.ts";
import { readSkillFile } from "../checking/read-skill-file.ts";
import { type Surroundings, surroundingsOf } from "../checking/workflow-surroundings.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import type { Command } from "../table/command.ts";

/** `knowhow validate [path…]`: checks skills strictly against a rule set. */
export const validate: Command = async (call) => {
  const { args } = call;
  const { targets, profile, unseen } = await findCheckTargets(call);
  const rules = args.text("rules") ?? profile.rules;
  const workflow = await surroundingsOf(call, targets);
  const results = await checkEach(call, targets, async (target) => {
    const { path, name } = target;
    return { path, name, diagnostics: await judge(target, { rules, profile, workflow }) };
  });
  const ok = results.every((result) => !hasErrors(result.diagnostics));
  const data = {
    ok,
    rules,
    unseen,
    results: results.map(({ path, name, diagnostics }) => {
      return { path, name, ok: !hasErrors(diagnostics), diagnostics: diagnostics.map(diagnosticJson) };
    }),
  };
  return answerCheck({ call, results, data, unseen, what: `checked against "${rules}"` });
};

interface Rules {
  readonly rules: string;
  readonly profile: Profile;
  readonly workflow: Surroundings;
}

async function judge(
  target: CheckTarget,
  { rules, profile, workflow }: Rules,
): Promise<readonly Diagnostic[]> {
  const { path, opened, problem } = target;
  if (problem !== undefined) return [problem];
  const { limits } = profile.discovery;
  const { text, size, diagnostics } = await readSkillFile(target, limits.skillBytes);
  const found = [...diagnostics];
  if (text !== undefined) {
    const directory = dirname(path);
    const fileName = basename(path);
    const others = await (opened === undefined
      ? listResources(directory, limits, nodeFiles())
      : opened.files());
    const all = [{ path: fileName, size }, ...others.value];
    const verdict = validateSkill(text, { directoryName: basename(directory), fileName, rules, files: all });
    found.push(...verdict.diagnostics);
    const problems = [
      ...(opened === undefined ? [] : await workflowProblems(opened, directory, workflow)),
      ...linkedWorkflow(directory),
    ];
    found.push(...(profile.runs === "off" ? problems.map(asAdvice) : problems));
  }
  return found.map((diagnostic) => ({ ...diagnostic, path: diagnostic.path ?? path }));
}

async function workflowProblems(
  opened: OpenSkill,
  directory: string,
  workflow: Surroundings,
): Promise<readonly Diagnostic[]> {
  const found = await checkWorkflow(opened, workflow);
  return found.map((diagnostic) => ({ ...diagnostic, path: join(directory, diagnostic.path ?? "SKILL.md") }));
}

/** A profile that runs no workflows loads the skill all the same. */
function asAdvice(problem: Diagnostic): Diagnostic {
  return problem.severity === "error" ? { ...problem, severity: "warning" } : problem;
}
