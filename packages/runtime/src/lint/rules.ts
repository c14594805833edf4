import type { Rule } from "./rule.ts";
import { absolutePath } from "./rules/absolute-path.ts";
import { deadReference } from "./rules/dead-reference.ts";
import { deadTrigger } from "./rules/dead-trigger.ts";
import { deepReference } from "./rules/deep-reference.ts";
import { emptyBody } from "./rules/empty-body.ts";
import { inlineWorkflowRule } from "./rules/inline-workflow.ts";
import { interactiveScript } from "./rules/interactive-script.ts";
import { longBody } from "./rules/long-body.ts";
import { missingWhen } from "./rules/missing-when.ts";
import { overlappingDescription } from "./rules/overlapping-description.ts";
import { placeholder } from "./rules/placeholder.ts";
import { proseOnly } from "./rules/prose-only.ts";
import { secret } from "./rules/secret.ts";
import { unreferencedFile } from "./rules/unreferenced-file.ts";
import { vagueDescription } from "./rules/vague-description.ts";
import { windowsPath } from "./rules/windows-path.ts";

/** Every rule; `docs/lint/` has a page for each. */
export const LINT_RULES: readonly Rule[] = [
  absolutePath,
  deadReference,
  deadTrigger,
  deepReference,
  emptyBody,
  inlineWorkflowRule,
  interactiveScript,
  longBody,
  missingWhen,
  overlappingDescription,
  placeholder,
  proseOnly,
  secret,
  unreferencedFile,
  vagueDescription,
  windowsPath,
];
