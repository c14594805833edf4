import type { Diagnostic } from "../../diagnostics.ts";
import type { ParsedSkillMd } from "../parse-skill-md.ts";
import type { Check, CheckContext } from "./check.ts";
import { checkAllowedTools } from "./check-allowed-tools.ts";
import { checkCompatibility } from "./check-compatibility.ts";
import { checkDescription } from "./check-description.ts";
import { checkFileName } from "./check-file-name.ts";
import { checkLicense } from "./check-license.ts";
import { checkMetadata } from "./check-metadata.ts";
import { checkName } from "./check-name.ts";
import { checkUnknownFields } from "./check-unknown-fields.ts";

const CHECKS: readonly Check[] = [
  checkFileName,
  checkName,
  checkDescription,
  checkLicense,
  checkCompatibility,
  checkMetadata,
  checkAllowedTools,
  checkUnknownFields,
];

/** Runs the checks that apply to every file. A policy or a rule set decides later which of them matter. */
export function checkSkill(md: ParsedSkillMd, context: CheckContext): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const check of CHECKS) {
    const diagnostics = check(md, context);
    if (diagnostics.length > 0) found.push(...diagnostics);
  }
  return found;
}
