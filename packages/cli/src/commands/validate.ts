import { basename, dirname } from "node:path";
import {
  type Diagnostic,
  findProfile,
  hasErrors,
  listResources,
  type Profile,
  validateSkill,
} from "@knowhow/runtime";
import { nodeFiles } from "@knowhow/runtime/node";
import { answerCheck } from "../answer-check.ts";
import { type CheckTarget, findCheckTargets } from "../check-targets.ts";
import type { Command } from "../command.ts";
import { readSkillFile } from "../read-skill-file.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { readSettings } from "../settings.ts";

/** `knowhow validate [path…]`: the strict check, by a rule set. */
export const validate: Command = async (call) => {
  const { args, io } = call;
  const settings = await readSettings(args, io);
  const profile = findProfile(settings.options.profile ?? "agentskills");
  const rules = args.text("rules") ?? profile.rules;
  const results = [];
  for (const target of await findCheckTargets(call, settings)) {
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
  const { path, opened, trouble } = target;
  if (trouble !== undefined) return [trouble];
  const { limits } = profile.discovery;
  const { text, size, diagnostics } = await readSkillFile(target, limits.skillBytes);
  const said = [...diagnostics];
  if (text !== undefined) {
    const directory = dirname(path);
    const fileName = basename(path);
    const others = await (opened === undefined
      ? listResources(directory, limits, nodeFiles())
      : opened.files());
    const all = [{ path: fileName, size }, ...others.value];
    const verdict = validateSkill(text, { directoryName: basename(directory), fileName, rules, files: all });
    said.push(...verdict.diagnostics);
  }
  return said.map((diagnostic) => ({ ...diagnostic, path: diagnostic.path ?? path }));
}
