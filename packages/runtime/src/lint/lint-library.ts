import type { Diagnostic } from "../diagnostics.ts";
import type { LintLibrarySkill, LintOptions } from "./rule.ts";
import { LINT_RULES } from "./rules.ts";

/** Advice on skills that stand side by side; pass the winners of a library. */
export function lintLibrary(
  skills: readonly LintLibrarySkill[],
  options: LintOptions = {},
): readonly Diagnostic[] {
  return LINT_RULES.flatMap((rule) =>
    rule.scope === "library" && !options.skip?.includes(rule.code) ? rule.check(skills) : [],
  );
}
