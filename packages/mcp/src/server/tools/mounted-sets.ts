/** The skills whose tools one client sees, by wire name, the oldest first: those it loaded and those found for a topic. */
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

/** No set is mounted at first; `onUnmount` is called for each one that goes. */
export function mountedSets(onUnmount: (skill: string) => void): MountedSets {
  const skills = new Set<string>();
  const unmount = (skill: string) => {
    const wasMounted = skills.delete(skill);
    if (wasMounted) onUnmount(skill);
    return wasMounted;
  };
  return {
    mount: (skill) => {
      const isNew = !skills.delete(skill);
      skills.add(skill);
      const [oldest] = skills;
      if (skills.size > MAX_SETS && oldest !== undefined) unmount(oldest);
      return isNew;
    },
    unmount,
    has: (skill) => skills.has(skill),
    list: () => [...skills],
  };
}
