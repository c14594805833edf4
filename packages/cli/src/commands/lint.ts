import { dirname } from "node:path";
import { type Diagnostic, hasErrors, isKnowhowError, type OpenSkill } from "@knowhow/runtime";
import { lintLibrary, lintSkill, parseSkillMd, validateSkill } from "@knowhow/runtime/authoring";
import type { Profile } from "@knowhow/runtime/profiles";
import { answerCheck } from "../checking/answer-check.ts";
import { type CheckTarget, checkEach, findCheckTargets } from "../checking/check-targets.ts";
import { linkedWorkflow } from "../checking/linked-workflow.ts";
import { readSkillFile } from "../checking/read-skill-file.ts";
import { type Surroundings, surroundingsOf } from "../checking/workflow-surroundings.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import type { Command } from "../table/command.ts";

/** `knowhow lint [path…]`: advice on each skill, and on all of them compared with each other. */
export const lint: Command = async (call) => {
  const { targets, profile, unseen } = await findCheckTargets(call);
  const together = byPath(
    lintLibrary(targets.flatMap(({ skill, shadowed }) => (skill === undefined || shadowed ? [] : [skill]))),
  );
  const workflow = await surroundingsOf(call, targets);
  const results = await checkEach(call, targets, async (target) => {
    const own = await advise(target, profile, workflow);
    const shared = together.get(target.path) ?? [];
    return { path: target.path, name: target.name, diagnostics: [...own, ...shared] };
  });
  const data = {
    ok: results.every((result) => !hasErrors(result.diagnostics)),
    unseen,
    results: results.map((result) => ({ ...result, diagnostics: result.diagnostics.map(diagnosticJson) })),
  };
  return answerCheck({ call, results, data, unseen, what: "checked" });
};

function byPath(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const { path = "" } = diagnostic;
    const group = found.get(path) ?? [];
    group.push(diagnostic);
    found.set(path, group);
  }
  return found;
}

async function advise(
  target: CheckTarget,
  profile: Profile,
  workflow: Surroundings,
): Promise<readonly Diagnostic[]> {
  const { path, opened, problem } = target;
  if (problem !== undefined) return [problem];
  const { skillBytes } = profile.discovery.limits;
  const { text, diagnostics } = await readSkillFile(target, skillBytes);
  const found = [...diagnostics];
  if (text !== undefined)
    found.push(
      ...(opened === undefined
        ? reasonsAgainst(text)
        : await lintText(text, { opened, maxBytes: skillBytes, workflow })),
    );
  return found.map((diagnostic) => ({ ...diagnostic, path: diagnostic.path ?? path }));
}

/** A file that could not be loaded gets its errors instead of advice. */
function reasonsAgainst(text: string): readonly Diagnostic[] {
  return validateSkill(text).diagnostics.filter((diagnostic) => diagnostic.severity === "error");
}

async function lintText(
  text: string,
  {
    opened,
    maxBytes,
    workflow,
  }: {
    readonly opened: OpenSkill;
    readonly maxBytes: number;
    readonly workflow: Surroundings;
  },
): Promise<readonly Diagnostic[]> {
  const { path, name, description, fields, allowedTools } = opened.skill;
  const { value: md } = parseSkillMd(text);
  const input = {
    directory: dirname(path),
    name,
    description,
    fields,
    allowedTools,
    text,
    body: md.body,
    bodyLine: md.bodyLine,
    files: (await opened.files()).value,
    readText: async (file: string) => {
      const bytes = await opened.bytes(file, maxBytes).catch(unlessUnreadable);
      return bytes === undefined ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    },
  };
  return [...(await lintSkill(input, { workflow })), ...linkedWorkflow(input.directory)];
}

/** A file that is too large, missing or withheld is not checked. */
function unlessUnreadable(error: unknown): undefined {
  if (!isKnowhowError(error)) throw error;
}
