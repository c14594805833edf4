import { sanitise } from "./sanitise.ts";

/** A text of many lines, made safe for a terminal: its lines and tabs stay, what could move the cursor or hide goes. */
export function sanitiseLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(sanitise).join("\t"))
    .join("\n");
}
