import type { LibraryEntry } from "@knowhow/runtime";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { padToWidth, widthOf } from "../terminal/width.ts";
import { trustCommand } from "./grant-command.ts";

/** A pending skill in the JSON of `search` and `match`, without its text: nobody has decided about that. */
export function pendingJson({ skill }: LibraryEntry) {
  const { name, origin, source, path } = skill;
  return { name, state: "pending", level: origin.level, source, path, command: trustCommand(name) };
}

/** Pending skills that were found, with the command that decides about each and a last line; empty if there are none. */
export function reportPending(entries: readonly LibraryEntry[], screen: Screen, last?: string): string {
  if (entries.length === 0) return "";
  const width = Math.max(...entries.map(({ skill }) => widthOf(sanitise(skill.name))));
  const lines = entries.map(({ skill: { name } }) => {
    const label = screen.paint("name", padToWidth(sanitise(name), width));
    return `  ${label}  ${screen.paint("faint", `decide with \`${trustCommand(name)}\``)}`;
  });
  const more = last === undefined ? [] : [`  ${screen.paint("faint", last)}`];
  return [screen.paint("notice", "Pending, not served by knowhow"), ...lines, ...more].join("\n");
}
