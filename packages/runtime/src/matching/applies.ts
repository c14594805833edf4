import { compilePathGlob } from "../basics/globs.ts";
import { pathBelow } from "../basics/paths.ts";
import type { SkillFields } from "../skill.ts";

export interface Application {
  readonly applies: boolean;
  readonly reason: string;
}

/**
 * Whether a skill applies automatically: `alwaysApply` always does, `globs` if a file matches one and no `!glob`. Globs
 * are relative to `root`, the project; one without a slash matches at any depth.
 */
export function appliesTo(
  fields: Pick<SkillFields, "alwaysApply" | "globs">,
  files: readonly string[],
  root?: string,
): Application {
  if (fields.alwaysApply === true) return { applies: true, reason: "it always applies" };
  const globs = (fields.globs ?? []).map((glob) => glob.trim()).filter((glob) => glob !== "");
  if (globs.length === 0) return { applies: false, reason: "it names no files" };
  if (files.length === 0) return { applies: false, reason: "no files are in use" };
  const excluded = globs.filter((glob) => glob.startsWith("!")).map((glob) => compile(glob.slice(1)));
  const paths = files
    .map((file) => relativePath(file, root))
    .filter((path) => !excluded.some((matches) => matches(path)));
  for (const glob of globs) {
    const path = glob.startsWith("!") ? undefined : paths.find(compile(glob));
    if (path !== undefined) return { applies: true, reason: `${brief(path)} matches ${brief(glob)}` };
  }
  return { applies: false, reason: `no file in use matches ${brief(globs.join(", "))}` };
}

/** `*.ts` means every such file, and `src/` everything below it. */
function compile(glob: string): (path: string) => boolean {
  const deep = glob.endsWith("/") ? `${glob}**` : glob;
  return compilePathGlob(glob.slice(0, -1).includes("/") || glob.startsWith("/") ? deep : `**/${deep}`);
}

/** A path as globs see it: relative to the root if it is below, with "/". */
function relativePath(file: string, root: string | undefined): string {
  const path = file.replaceAll("\\", "/");
  return root === undefined ? path : pathBelow(path, root);
}

function brief(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
