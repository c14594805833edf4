import type { LibraryEntry, SkillState } from "@knowhow/runtime";
import type { Style } from "../terminal/screen.ts";

/** How a skill takes part, or that another one has its name. */
export type ShownState = SkillState | "shadowed";

export const STATE_STYLES = {
  on: "good",
  "name-only": "good",
  "user-only": "name",
  off: "faint",
  ineligible: "notice",
  pending: "notice",
  refused: "bad",
  shadowed: "faint",
} as const satisfies Record<ShownState, Style>;

/** The state that is shown: losing the name comes before everything else. */
export function shownState(entry: LibraryEntry): ShownState {
  return entry.shadowedBy === undefined ? entry.state : "shadowed";
}
