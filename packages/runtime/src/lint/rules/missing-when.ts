import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { fieldPlace } from "../places.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** agentskills.io: a description says what the skill does and when to use it. */
export const missingWhen: SkillRule = { code: "lint.missing-when", scope: "skill", check };

function check(input: LintSkillInput): readonly Diagnostic[] {
  if (input.description.trim() === "" || isSaidElsewhere(input) || saysWhen(input.description)) return [];
  return [
    diagnose("lint.missing-when", "the description does not say when to use the skill", {
      ...fieldPlace(input, "description"),
      hint: "add a sentence such as “Use when the user asks for …”, with words that a user would write",
    }),
  ];
}

/** Other fields can contain the when-clause, and a skill that only the user invokes needs none. */
function isSaidElsewhere({ fields }: LintSkillInput): boolean {
  return (
    fields.disableModelInvocation === true ||
    fields.alwaysApply === true ||
    (fields.whenToUse ?? "").trim() !== "" ||
    (fields.triggers ?? []).length > 0 ||
    (fields.globs ?? []).length > 0
  );
}

function saysWhen(description: string): boolean {
  return WORDINGS.some((wording) => wording.test(description)) || UNKNOWN_SCRIPT.test(description);
}

/** Ways to say "when", as regular expressions for whole words. */
const WORDINGS: readonly RegExp[] = [
  wholeWords("when(?:ever)?|if (?:the|a|an|you|asked|your|there|it|any|no)|trigger(?:s|ed|ing)?"),
  wholeWords(
    "(?:invoke|activate|apply|load|call|consult|run|reach for) (?:this|it|on|for|when|with|before|after|as|by)",
  ),
  wholeWords(
    "(?:use|used|using|useful|suitable|ideal|intended|appropriate|best|great|perfect|helpful|needed|required|designed|meant)[^.!?\\n]{0,80}? (?:for|to|in|on|before|after|while|during|by|as|with)",
  ),
  wholeWords("before|after|while|during|upon|prior to|any ?time|every time|as soon as|in case"),
  wholeWords(
    "for (?:[\\p{L}-]+ ){0,2}(?:tasks|requests|questions)|for (?:any|all|every|users?|work|working|use|when|projects?|cases?|scenarios?|situations?)",
  ),
  wholeWords(
    "(?:users?|someone|anyone|people|you|developers?|team|customer) (?:asks?|wants?|needs?|requests?|mentions?|says?|provides?|shares?)",
  ),
  wholeWords("use[- ]cases?|usage|scenarios?|keywords?"),
  /当|时|時|若|如果|用于|用於|适用|適用|场景|場景|触发|觸發|需要|使用|场合|の際|場合|とき|ため|向け|トリガー/,
  /때|경우|시 |활성화|사용|요청|트리거|위한|위해|호출|필요/,
  wholeWords("cuando|siempre que|si el|si la|[uú]sa(?:r|lo|la|se)?|utiliz\\p{L}*|para|antes de|después de"),
  wholeWords("quando|sempre que|se o|use (?:para|quando|est[ae]|ao|em)|após|antes|da usare"),
  wholeWords("wenn|falls|sobald|bei|beim|verwend\\p{L}*|nutz\\p{L}*|einsetzen|immer|bevor|nachdem|für"),
  wholeWords("quand|lorsqu[e'’]?\\p{L}*|dès que|si l|si vous|utilis\\p{L}*|avant|après|pour"),
  wholeWords("когда|если|при|использ\\p{L}*|применя\\p{L}*|для|перед|после|запрос\\p{L}*"),
  wholeWords(
    "khi|dùng|sử dụng|kullan\\p{L}*|olduğunda|gdy|kiedy|jeśli|użyj|używaj|wanneer|gebruik|ketika|gunakan|saat|untuk",
  ),
];

function wholeWords(alternatives: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})`, "iu");
}

/** Letters of a script without known wordings, for which nothing is reported. */
const UNKNOWN_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Greek}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Georgian}\p{Script=Armenian}]{3}/u;
