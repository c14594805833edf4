import { withoutHidden } from "@knowhow/runtime/toolkit";

/** Our own controls: colours, links and the erasing of a line. */
const OWN = /(\u001b(?:\[[0-9;?]*[A-Za-z]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))|\r)/;

/** What a terminal gets: the output of a command with its colours, without any hidden character. */
export function forTerminal(text: string): string {
  return text
    .split(OWN)
    .map((part, at) => (at % 2 === 1 ? part : withoutHidden(part)))
    .join("");
}
