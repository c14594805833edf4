import { dirname } from "node:path";
import {
  type Diagnostic,
  findProfile,
  hasErrors,
  isKnowhowError,
  lintLibrary,
  lintSkill,
  type OpenSkill,
  type Profile,
  parseSkillMd,
  validateSkill,
} from "@knowhow/runtime";
import { answerCheck } from "../answer-check.ts";
import { type CheckTarget, findCheckTargets } from "../check-targets.ts";
import type { Command } from "../command.ts";
import { readSkillFile } from "../read-skill-file.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { readSettings } from "../settings.ts";

/** `knowhow lint [path…]`: advice beyond validity, on every skill alone and on all side by side. */
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
  return answerCheck({ call, results, data, what: "looked at" });
};

async function advise(target: CheckTarget, profile: Profile): Promise<readonly Diagnostic[]> {
  const { path, opened, trouble } = target;
  if (trouble !== undefined) return [trouble];
  const { skillBytes } = profile.discovery.limits;
  const { text, diagnostics } = await readSkillFile(target, skillBytes);
  const said = [...diagnostics];
  if (text !== undefined)
    said.push(...(opened === undefined ? reasonsAgainst(text) : await lintText(text, opened, skillBytes)));
  return said.map((diagnostic) => ({ ...diagnostic, path: diagnostic.path ?? path }));
}

/** A file that is no skill cannot be improved by advice: it is told what makes it unusable. */
function reasonsAgainst(text: string): readonly Diagnostic[] {
  return validateSkill(text).diagnostics.filter((diagnostic) => diagnostic.severity === "error");
}

async function lintText(text: string, opened: OpenSkill, maxBytes: number): Promise<readonly Diagnostic[]> {
  const { path, name, description, fields } = opened.skill;
  const { value: md } = parseSkillMd(text);
  return lintSkill({
    directory: dirname(path),
    name,
    description,
    fields,
    text,
    body: md.body,
    bodyLine: md.bodyLine,
    files: (await opened.files()).value,
    readText: async (file) => {
      const bytes = await opened.bytes(file, maxBytes).catch(unlessUnreadable);
      return bytes === undefined ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    },
  });
}

/** A file that is too large, gone or withheld is not looked at. */
function unlessUnreadable(error: unknown): undefined {
  if (!isKnowhowError(error)) throw error;
}
