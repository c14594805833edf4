import { nearestWord } from "../../basics/words.ts";
import { KnowhowError } from "../../errors.ts";

/** The path of a script, or why there is none. */
export type FoundScript =
  | { readonly path: string }
  | { readonly path?: never; readonly problem: string; readonly hint?: string };

/**
 * The script that is meant by a path inside the skill, or by the name of a file under `scripts/`, with or without its
 * extension.
 */
export function findScript(given: string, paths: readonly string[]): FoundScript {
  const scripts = paths.filter((path) => path.startsWith("scripts/"));
  const exact = scripts.find((path) => path === given || path === `scripts/${given}`);
  const found = exact === undefined ? scripts.filter((path) => namesOf(path).includes(given)) : [exact];
  const [only] = found;
  if (only !== undefined && found.length === 1) return { path: only };
  if (found.length > 1) return { problem: `"${given}" could be ${found.join(" or ")}` };
  const near = nearestWord(given, scripts.flatMap(namesOf));
  const hint =
    scripts.length === 0
      ? "the skill has no files under scripts/"
      : near === undefined
        ? `its scripts are ${scripts.join(", ")}`
        : `did you mean ${near}?`;
  return { problem: `there is no script ${JSON.stringify(given)}`, hint };
}

/** The path of the script that is meant. Throws `scripts.unknown-script`, with the nearest name. */
export function requireScript(given: string, paths: readonly string[], skill: string): string {
  const found = findScript(given, paths);
  if (found.path !== undefined) return found.path;
  throw new KnowhowError("scripts.unknown-script", `"${skill}": ${found.problem}`, {
    ...(found.hint === undefined ? {} : { hint: found.hint }),
  });
}

function namesOf(path: string): readonly string[] {
  const name = path.slice("scripts/".length);
  return [path, name, name.replace(/\.[^./]+$/, "")];
}
