import { once } from "../../basics/once.ts";
import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { credentialsIn } from "../../security/credentials.ts";
import { examplesIn } from "../examples.ts";
import { placesIn } from "../places.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** A skill is shared and read by models, so a credential in it is leaked. A comment cannot disable this rule. */
export const secret: SkillRule = { code: "lint.secret", scope: "skill", check };

async function check(input: LintSkillInput): Promise<readonly Diagnostic[]> {
  const found = [findings(input.text)];
  for (const { path } of input.files) {
    const text = await input.readText(path);
    if (text !== undefined) found.push(findings(text, path));
  }
  return found.flat();
}

function findings(text: string, path?: string): readonly Diagnostic[] {
  const isExample = once(() => examplesIn(text));
  const credentials = credentialsIn(text, (offset) => isExample()(offset));
  if (credentials.length === 0) return [];
  const place = placesIn(text);
  return credentials.map(({ kind, evidence, at }) =>
    diagnose("lint.secret", `this looks like ${kind}: ${evidence}`, {
      path,
      ...place(at),
      hint: "revoke it, remove it, and read it from the environment instead",
    }),
  );
}
