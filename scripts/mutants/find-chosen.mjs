import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chosen } from "./chosen.mjs";
import { chosenSecurity } from "./chosen-security.mjs";

const SOURCES = "packages/runtime/src";

/** The places of all chosen changes. Throws if the code that one is about is not there any more. */
export function findChosen() {
  return [...chosen, ...chosenSecurity].flatMap(placesOf);
}

/** @param {import("./chosen.mjs").Chosen} row */
function placesOf({ change, file, was, becomes, suites }) {
  const path = join(SOURCES, file);
  const text = readFileSync(path, "utf8");
  const places =
    typeof was === "string"
      ? [{ at: text.indexOf(was), length: was.length, group: "" }]
      : [...text.matchAll(was)].map((match) => ({
          at: match.index,
          length: match[0].length,
          group: match[1] ?? "",
        }));
  if (places.length === 0 || places.some(({ at }) => at === -1))
    throw new Error(`${file}: cannot find ${was}`);
  return places.map(({ at, length, group }) => ({
    change: change.replace("$1", group),
    suites,
    mutant: { file: path, start: at, end: at + length, replacement: becomes.replace("$1", group) },
  }));
}
