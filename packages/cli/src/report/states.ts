import type { LibraryEntry, SkillState } from "@knowhow/runtime";
import type { Style } from "../terminal/screen.ts";

/** The state of a skill, or that another one of the same name takes precedence. */
export type ShownState = SkillState | "shadowed";

/** The style of each state. */
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

/** The state to show; "shadowed" takes precedence over all others. */
export function shownState(entry: LibraryEntry): ShownState {
  return entry.shadowedBy === undefined ? entry.state : "shadowed";
}
