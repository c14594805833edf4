import { basename, dirname } from "node:path";
import { type Diagnostic, hasErrors, listResources, type Profile, validateSkill } from "@knowhow/runtime";
import { nodeFiles } from "@knowhow/runtime/node";
import { answerCheck } from "../answer-check.ts";
import { type CheckTarget, findCheckTargets } from "../check-targets.ts";
import type { Command } from "../command.ts";
import { readSkillFile } from "../read-skill-file.ts";
import { diagnosticJson } from "../report/diagnostics.ts";

/** `knowhow validate [path…]`: the strict check, by a rule set. */
export const validate: Command = async (call) => {
  const { args } = call;
  const { targets, profile } = await findCheckTargets(call);
  const rules = args.text("rules") ?? profile.rules;
  const results = [];
  for (const target of targets) {
    const { path, name } = target;
    results.push({ path, name, diagnostics: await judge(target, rules, profile) });
  }
  const ok = results.every((result) => !hasErrors(result.diagnostics));
  const data = {
    ok,
    rules,
    results: results.map(({ path, name, diagnostics }) => {
      return { path, name, ok: !hasErrors(diagnostics), diagnostics: diagnostics.map(diagnosticJson) };
    }),
  };
  return answerCheck({ call, results, data, what: `checked by the rules of "${rules}"` });
};

async function judge(target: CheckTarget, rules: string, profile: Profile): Promise<readonly Diagnostic[]> {
  const { path, trouble } = target;
  if (trouble !== undefined) return [trouble];
  const files = nodeFiles();
  const { limits } = profile.discovery;
  const { text, size, diagnostics } = await readSkillFile(path, limits.skillBytes, files);
  const said = [...diagnostics];
  if (text !== undefined) {
    const directory = dirname(path);
    const fileName = basename(path);
    const others = await listResources(directory, limits, files);
    const all = [{ path: fileName, size }, ...others.value];
    const verdict = validateSkill(text, { directoryName: basename(directory), fileName, rules, files: all });
    said.push(...verdict.diagnostics);
  }
  return said.map((diagnostic) => ({ ...diagnostic, path: diagnostic.path ?? path }));
}
