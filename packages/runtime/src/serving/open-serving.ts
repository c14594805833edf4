import type { Engine } from "../engine.ts";
import type { Admit, Audience } from "../gate.ts";
import type { Skill } from "../skill.ts";
import type { TrustVerdict } from "../trust.ts";
import { fileMemo } from "./file-memo.ts";
import { openSkill, type ServedSkill } from "./open-skill.ts";

/** The gate: the only way from a skill to its content. */
export interface Serving {
  /**
   * `trust` is the verdict about a skill that the current library may no longer contain, `session` the id of the
   * conversation that the content is for.
   */
  open(skill: Skill, audience: Audience, trust?: TrustVerdict, session?: string): ServedSkill;
}

/** Creates the gate of a runtime. Every check runs, in order, before anything is returned. */
export function openServing(
  { profile, ports }: Pick<Engine, "profile" | "ports">,
  { admit }: { readonly admit: readonly Admit[] },
): Serving {
  const memo = fileMemo(() => ports.environment.now());
  const context = { profile, ports, checks: admit, memo };
  return {
    open: (skill, audience, trust, session) =>
      openSkill(skill, audience, {
        ...context,
        ...(trust === undefined ? {} : { trust }),
        ...(session === undefined ? {} : { session }),
      }),
  };
}
