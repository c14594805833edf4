import { posix } from "node:path";
import { failAt } from "./parse-script.ts";
import type { ScriptLine } from "./script.ts";

/** Looks at every edit of a script before the first line is played: none may leave the stage or change a real project. */
export function checkEdits(lines: readonly ScriptLine[], place: string, readOnly: boolean): void {
  for (const step of lines) {
    if (step.step !== "write" && step.step !== "remove") continue;
    const fail = failAt(place, step.line);
    if (readOnly)
      fail(`"${step.step}" is refused: --in leaves the project as it is`, {
        hint: "leave --in out to play in an empty project that is removed afterwards",
      });
    const paths = step.step === "write" ? Object.keys(step.files) : step.paths;
    const wrong = paths.find((path) => !staysInside(path));
    if (wrong !== undefined)
      fail(`"${wrong}" is no path inside the project`, {
        hint: "a path is relative to the project, or starts with ~/ for the home directory, and is written with /",
      });
  }
}

function staysInside(path: string): boolean {
  const written = path.startsWith("~/") ? path.slice(2) : path;
  const clean = posix.normalize(written);
  const leaves = clean === "." || clean === ".." || clean.startsWith("../") || clean.startsWith("/");
  return !leaves && !written.startsWith("~") && !/[\\:\0]/.test(written);
}
