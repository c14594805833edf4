import { checkOptions } from "../basics/check-options.ts";
import { filledText } from "../basics/kinds.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { Skill } from "../skill.ts";
import { createRuntime } from "./create-runtime.ts";

/** The skills of one directory under the Pisces rules: one level deep, with a required description. */
export async function discoverSkillsFromDir(options: {
  readonly dir: string;
  readonly source: string;
}): Promise<{ readonly skills: readonly Skill[]; readonly diagnostics: readonly Diagnostic[] }> {
  checkOptions("discoverSkillsFromDir", options, {
    dir: { kind: filledText, required: true },
    source: { kind: filledText, required: true },
  });
  const { dir, source } = options;
  const { library } = await createRuntime({
    config: false,
    profile: "pisces",
    providers: false,
    roots: [{ path: dir, id: source }],
  });
  return { skills: library.list(), diagnostics: library.diagnostics };
}
