import type { Level } from "../skill.ts";

/** On/off by provider (`claude`) or by provider and level (`claude:project`); the longer key wins, absent is on. */
export type Switches = Readonly<Record<string, boolean>>;

/** What the switches say of a provider's level; undefined when they say nothing. */
export function switchOf(switches: Switches, id: string, level: Level): boolean | undefined {
  const key = `${id}:${level}`;
  if (Object.hasOwn(switches, key)) return switches[key];
  return Object.hasOwn(switches, id) ? switches[id] : undefined;
}
