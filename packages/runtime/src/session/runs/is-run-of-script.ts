import type { RunView } from "../../run.ts";

/** True if a run is that of a script with exactly these arguments, so that an answer about another one is not used for it. */
export function isRunOfScript(
  run: RunView | undefined,
  { script, args }: { readonly script: string; readonly args: readonly string[] },
): boolean {
  const [step] = run?.definition.skills[run.definition.entry]?.workflow?.steps ?? [];
  const isSame = step?.action.kind === "script" && step.action.name === script;
  return isSame && JSON.stringify(run?.inputs.args) === JSON.stringify(args);
}
