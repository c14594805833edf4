import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { placesIn } from "../places.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** agentskills.io, using scripts: an agent cannot answer a prompt, so a script takes its input as arguments. */
export const interactiveScript: SkillRule = { code: "lint.interactive-script", scope: "skill", check };

async function check(input: LintSkillInput): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const { path } of input.files) {
    const prompt = TEMPLATE.test(path) ? undefined : PROMPTS.find(({ files }) => files.test(path));
    const text = prompt === undefined ? undefined : await input.readText(path);
    if (prompt === undefined || text === undefined || CAN_BE_SILENT.test(text)) continue;
    const match = prompt.call.exec(text);
    if (match === null) continue;
    found.push(
      diagnose("lint.interactive-script", `\`${path}\` waits for interactive input (\`${match[1]}\`)`, {
        path,
        ...placesIn(text)(match.index + match[0].length - (match[1] ?? "").length),
        hint: "take the answer as an argument or a flag, or ask only when standard input is a terminal",
      }),
    );
  }
  return found;
}

/** How scripts prompt in each language. Only files below `scripts/`, because other code may be a template for users. */
const PROMPTS: readonly { readonly files: RegExp; readonly call: RegExp }[] = [
  { files: /^scripts\/.*\.py$/, call: /^(?:[^#"'\n]{0,200}[\s=(,!])?((?:input|(?:getpass\.)?getpass)\()/m },
  { files: /^scripts\/.*\.(?:sh|bash|zsh)$/, call: /^[^#"'\n]{0,200}?\b(read (?:-\w+ )*-\w*p)\b/m },
  { files: /^scripts\/.*\.[cm]?[jt]s$/, call: /^[^/"'`\n]{0,200}?\b(\w{1,20}\.question\()/m },
];

/** A script that is copied and filled in for the user, such as `steps.template.sh`. */
const TEMPLATE = /[./_-]template[./_-]/;

/** The script prompts only in a terminal or on request, or has a flag that answers. */
const CAN_BE_SILENT =
  /isatty|isTTY|\[\[? -t 0 \]|--(?:yes|force|no-input|no-confirm|non-interactive|assume-yes|interactive|prompt|ask)\b/;
