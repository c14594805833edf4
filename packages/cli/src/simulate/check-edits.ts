import { posix } from "node:path";
import { failAt } from "./parse-script.ts";
import type { ScriptLine } from "./script.ts";

/** Checks every edit before the script runs: none may leave the temporary project or change a real one. */
export function checkEdits(lines: readonly ScriptLine[], place: string, readOnly: boolean): void {
  for (const step of lines) {
    if (step.step !== "write" && step.step !== "remove") continue;
    const fail = failAt(place, step.line);
    if (readOnly)
      fail(`"${step.step}" is not allowed with --in`, {
        hint: "leave out --in to run in a temporary project",
      });
    const paths = step.step === "write" ? Object.keys(step.files) : step.paths;
    const wrong = paths.find((path) => !staysInside(path));
    if (wrong !== undefined)
      fail(`"${wrong}" is not a path inside the project`, {
        hint: "use / as separator, and a path relative to the project or, with ~/, to the home directory",
      });
  }
}

function staysInside(path: string): boolean {
  const written = path.startsWith("~/") ? path.slice(2) : path;
  const clean = posix.normalize(written);
  const leaves = clean === "." || clean === ".." || clean.startsWith("../") || clean.startsWith("/");
  return !leaves && !written.startsWith("~") && !/[\\:\0]/.test(written);
}
