import { failAt } from "./fail-at.ts";
import type { ScriptProject } from "./project.ts";
import type { Script } from "./script.ts";

/** Checks every edit before the script runs: none may leave the project or change a read-only one. */
export function checkEdits({ path, lines }: Script, { files }: Pick<ScriptProject, "files">): void {
  for (const step of lines) {
    if (step.step !== "write" && step.step !== "remove") continue;
    const fail = failAt(path, step.line);
    if (files === undefined)
      fail(`"${step.step}" is not allowed in a read-only project`, {
        hint: "play the script in a temporary project",
      });
    const paths = step.step === "write" ? Object.keys(step.files) : step.paths;
    const wrong = paths.find((edited) => !staysInside(edited));
    if (wrong !== undefined)
      fail(`"${wrong}" is not a path inside the project`, {
        hint: "use / as separator, and a path relative to the project or, with ~/, to the home directory",
      });
  }
}

function staysInside(path: string): boolean {
  const written = path.startsWith("~/") ? path.slice(2) : path;
  if (/^[/~]/.test(written) || /[\\:\0]/.test(written)) return false;
  let depth = 0;
  for (const segment of written.split("/")) {
    if (segment === "" || segment === ".") continue;
    depth += segment === ".." ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth > 0;
}
