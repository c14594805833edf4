import { isVisible, type Skill, type SkillLibrary } from "@knowhow/runtime";
import { type WireNames, wireNames } from "./wire-names.ts";

/** The skills of a library that may be offered, by wire name. */
export interface VisibleSkills {
  /** Skills that a model may see, by wire name, in the order of their URIs. */
  readonly forModel: ReadonlyMap<string, Skill>;
  /** Local skills among them: those of another server are not offered as our own. */
  readonly own: ReadonlyMap<string, Skill>;
  /** Skills that the user may invoke, by wire name. */
  readonly forUser: ReadonlyMap<string, Skill>;
  readonly names: WireNames;
}

const known = new WeakMap<SkillLibrary, VisibleSkills>();

/**
 * Omits what the library hides: pending, refused, off and ineligible skills for everyone, user-only ones for models.
 */
export function visibleSkills(library: SkillLibrary): VisibleSkills {
  const before = known.get(library);
  if (before !== undefined) return before;
  const entries = library.entries();
  const names = wireNames(entries.map(({ skill }) => skill.name));
  const rows = entries
    .map(({ skill, state }) => ({ skill, state, wire: names.wireOf.get(skill.name) ?? skill.name }))
    .sort((a, b) => (a.wire < b.wire ? -1 : 1));
  const forModel = new Map<string, Skill>();
  const own = new Map<string, Skill>();
  const forUser = new Map<string, Skill>();
  for (const { skill, state, wire } of rows) {
    const toModel = isVisible(state);
    if (toModel) forModel.set(wire, skill);
    if (toModel && skill.origin.remote === undefined) own.set(wire, skill);
    const startable = toModel || state === "user-only";
    if (startable && skill.fields.userInvocable !== false) forUser.set(wire, skill);
  }
  const visible = { forModel, own, forUser: forUser, names };
  known.set(library, visible);
  return visible;
}
