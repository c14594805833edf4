import type { Engine } from "../engine.ts";
import type { Admit, Audience } from "../gate.ts";
import type { FileSystem } from "../ports.ts";
import type { Skill } from "../skill.ts";
import { fileMemo } from "./file-memo.ts";
import { type ContentUse, openSkill, type ServedSkill } from "./open-skill.ts";

/** The gate: the only way from a skill to its content. */
export interface Serving {
  /** `files` are those of a conversation that keeps them as they were. Default the current ones. */
  open(skill: Skill, audience: Audience, use?: ContentUse, files?: FileSystem): ServedSkill;
}

/** Creates the gate of a runtime. Every check runs, in order, before anything is returned. */
export function openServing(
  { profile, ports }: Pick<Engine, "profile" | "ports">,
  { admit }: { readonly admit: readonly Admit[] },
): Serving {
  const memo = fileMemo(() => ports.environment.now());
  const context = { profile, ports, checks: admit, memo };
  return {
    open: (skill, audience, use = {}, files = ports.files) =>
      openSkill(skill, audience, { ...context, ports: { ...ports, files }, use }),
  };
}
