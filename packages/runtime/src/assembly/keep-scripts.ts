import { once } from "../basics/once.ts";
import type { Engine } from "../engine.ts";
import { refuse } from "../runs/rehearse.ts";
import type { OpenedScripts } from "../scripts/open-scripts.ts";
import type { OpenSkill } from "../serving/open-skill.ts";

/** The scripts of a runtime. What runs them is imported on first use. */
export function keepScripts(
  { ports, options, emit }: Engine,
  { open }: { readonly open: (skill: string) => OpenSkill },
): OpenedScripts {
  const opened = once(async () => {
    const { openScripts } = await import("../scripts/open-scripts.ts");
    return openScripts({
      runner: ports.scripts,
      open,
      approver: options.approver,
      hash: ports.hash,
      audit: ports.audit,
      emit,
      variable: options.variable ?? ((name) => ports.environment.variables[name]),
    });
  });
  return {
    list: async (skill) => (await opened()).list(skill),
    status: async () => (await opened()).status(),
    plan: async (...given) => (await opened()).plan(...given),
    run: options.rehearsal === undefined ? async (...given) => (await opened()).run(...given) : refuse,
    steps: (grant) => ({
      plan: async (...given) => (await opened()).steps(grant).plan(...given),
      check: async (...given) => (await opened()).steps(grant).check(...given),
      run: async (...given) => (await opened()).steps(grant).run(...given),
    }),
  };
}
