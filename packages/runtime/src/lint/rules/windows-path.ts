import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { placesIn } from "../places.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";
import { skillFiles } from "../skill-files.ts";

/** agentskills.io: references are relative paths; with backslashes they only work on Windows. */
export const windowsPath: SkillRule = { code: "lint.windows-path", scope: "skill", check };

function check({ body, bodyLine, files }: LintSkillInput): readonly Diagnostic[] {
  if (!body.includes("\\")) return [];
  const place = placesIn(body, bodyLine);
  const listed = skillFiles(files);
  const seen = new Set<string>();
  return [...body.matchAll(BACKSLASHED)].flatMap((match) => {
    const written = match[0];
    const path = written.replaceAll("\\", "/").replace(/^\.\//, "");
    const isOurs = listed.find(path) !== undefined || /^(?:scripts|references|assets)\//.test(path);
    if (!isOurs || seen.has(path) || WINDOWS_ONLY.test(path) || isAdvice(body, match.index)) return [];
    seen.add(path);
    return diagnose("lint.windows-path", `\`${written}\` uses backslashes and works on Windows only`, {
      ...place(match.index),
      hint: `write \`${path}\`: Windows understands it too`,
    });
  });
}

/** At least two segments separated by single backslashes, with an extension. */
const BACKSLASHED = /(?<![\w\\/:.~$%}-])(?:\.\\)?(?:[\w.-]+\\)+[\w-][\w.-]*\.[A-Za-z0-9]{1,10}(?![\w\\-])/g;

const WINDOWS_ONLY = /\.(?:ps1|psm1|bat|cmd|exe|vbs)$/i;

/** A sentence that advises against backslashes may contain some. */
function isAdvice(body: string, at: number): boolean {
  const before = body.slice(Math.max(0, at - 160), at);
  return /\b(?:not|never|avoid|instead|backslash\w*|windows|wrong|bad)\b|[❌✗✖]|n't\b/i.test(
    before.slice(before.lastIndexOf("\n") + 1),
  );
}
