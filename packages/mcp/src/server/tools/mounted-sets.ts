/** The skills whose tools one client sees, by wire name, the oldest first. */
export interface MountedSets {
  /** True when the set was not mounted before. */
  mount(skill: string): boolean;
  /** True when the set was mounted. */
  unmount(skill: string): boolean;
  has(skill: string): boolean;
  list(): readonly string[];
}

/** More tools than this only confuse a model; the set that was used least recently goes. */
const MAX_SETS = 16;

/** No set is mounted at first. */
export function mountedSets(limit: number = MAX_SETS): MountedSets {
  const skills = new Set<string>();
  return {
    mount: (skill) => {
      const isNew = !skills.delete(skill);
      skills.add(skill);
      const [oldest] = skills;
      if (skills.size > limit && oldest !== undefined) skills.delete(oldest);
      return isNew;
    },
    unmount: (skill) => skills.delete(skill),
    has: (skill) => skills.has(skill),
    list: () => [...skills],
  };
}
