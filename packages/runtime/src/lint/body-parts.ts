import { oncePer } from "../basics/once.ts";
import { type MarkdownParts, markdownParts } from "./markdown.ts";
import { type Reference, referencesIn } from "./references.ts";
import type { LintSkillInput } from "./rule.ts";

type Of<Value> = (input: LintSkillInput) => Value;

/** The body of a skill split by syntax, once for all rules. */
export const bodyParts: Of<MarkdownParts> = oncePer(({ body }) => markdownParts(body));

/** The file references of a skill's body, once for all rules. */
export const bodyReferences: Of<readonly Reference[]> = oncePer((input) => referencesIn(bodyParts(input)));
