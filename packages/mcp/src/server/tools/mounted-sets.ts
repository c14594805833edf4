/**
 * The skills whose tools one client sees, by wire name, oldest first: those that it loaded and those found for a topic.
 */
export interface MountedSets {
  /** Returns true if the set was not mounted before. */
  mount(skill: string): boolean;
  /** Returns true if the set was mounted. */
  unmount(skill: string): boolean;
  has(skill: string): boolean;
  list(): readonly string[];
}

/** More tools would confuse a model; the least recently used set is unmounted. */
const MAX_SETS = 16;

/** Starts without sets; `onUnmount` is called for each one that is unmounted. */
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
