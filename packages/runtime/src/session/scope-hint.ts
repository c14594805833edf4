import type { ScopeEnds } from "./session-options.ts";

/** What determines when a skill stops restricting tools. */
interface ScopeFacts {
  readonly ends: ScopeEnds | undefined;
  /** True if only the host ends it. */
  readonly isLasting: boolean;
  /** True if it comes from the parent conversation. */
  readonly isInherited: boolean;
}

const ENDS: Readonly<Record<ScopeEnds, string>> = {
  never: "until the application releases it",
  "next-user-skill": "until the user starts another skill with /name, or the application releases it",
  turn: "until the user's next message",
};

/** Tells the model and the user how the limit of a skill ends. */
export function scopeHint(skill: string, { ends, isLasting, isInherited }: ScopeFacts): string {
  if (isInherited) return `The limits of the skill "${skill}" apply to this subagent as long as it runs.`;
  return `The skill "${skill}" limits tools ${ENDS[isLasting ? "never" : (ends ?? "next-user-skill")]}.`;
}
