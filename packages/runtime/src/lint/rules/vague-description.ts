import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { fieldPlace } from "../places.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** agentskills.io: a description includes specific keywords that help an agent find relevant tasks. */
export const vagueDescription: SkillRule = { code: "lint.vague-description", scope: "skill", check };

function check(input: LintSkillInput): readonly Diagnostic[] {
  const problem = problemWith(input.description, input.name);
  if (problem === undefined) return [];
  return [
    diagnose("lint.vague-description", problem, {
      ...fieldPlace(input, "description"),
      hint: "name what goes in, what comes out and the words a user would write",
    }),
  ];
}

function problemWith(description: string, name: string): string | undefined {
  const text = description.trim();
  if (text === "") return undefined;
  if (PLACEHOLDER.test(text)) return "the description is still a placeholder";
  const words = specificWords(text);
  const beyondName = words.filter((word) => !name.toLowerCase().includes(word));
  if (words.length > 0 && beyondName.length === 0) return "the description only repeats the name";
  if (words.length < FEWEST_WORDS) {
    return `the description has ${words.length} specific ${words.length === 1 ? "word" : "words"}: too few to be matched`;
  }
  return undefined;
}

const FEWEST_WORDS = 4;

const PLACEHOLDER =
  /^(?:["'[<({]|\s)*(?:todo|tbd|fixme|placeholder|lorem ipsum|insert |replace (?:this|with)|your (?:skill )?description|(?:add |write |enter )?(?:an? |the )?(?:brief |short |clear )?description(?:[-_ ](?:of|here|goes)|\W*$)|describe (?:what|when|your))/i;

/** Different specific words; in a script without spaces two characters count as a word. */
function specificWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return [...new Set(words)].filter((word) => word.length > 1 && !GENERAL.has(word));
}

const WORD =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]{2}|(?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}])[\p{L}\p{N}\p{M}+#])+/gu;

/** Words that fit every skill. */
const GENERAL = new Set(
  `a an the and or of for to in on with by from as at is are be it its this that these your you i we my our any all
  skill skills tool tools utility helper helps help helpful assistant assist use used uses using useful when user users
  needs need wants want asks task tasks various stuff things thing general generic do does doing make makes work works
  working with handle handles handling manage manages managing provide provides support supports good great best better
  new simple basic awesome powerful data file files content project projects code description what how
  里的 技能 使用 用户 工具 帮助 进行`.split(/\s+/),
);
