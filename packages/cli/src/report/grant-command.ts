import type { TrustedSkill } from "../runtime/use-trust.ts";
import { sanitise } from "../terminal/sanitise.ts";

/** What a name in a command may consist of: nothing that a shell treats specially. */
const PLAIN = /^[\p{L}\p{N}._][\p{L}\p{M}\p{N}._:-]*$/u;

/**
 * The command that trusts a skill in exactly the content that was inspected. A name that is not a plain word is left for
 * the user to fill in.
 */
export function grantCommand(skill: Pick<TrustedSkill, "name" | "digest" | "review">, grant = false): string {
  const { digest, review } = skill;
  const name = PLAIN.test(skill.name) && sanitise(skill.name) === skill.name ? skill.name : "NAME";
  const blocking = review === null || review.action === "allow" ? [] : review.rules;
  const rules = blocking.filter((rule) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(rule));
  const dismiss = rules.map((rule) => ` --dismiss ${rule}`).join("");
  const reason = dismiss === "" ? "" : ' --reason "…"';
  return `knowhow trust grant ${name}${grant ? " --grant" : ""}${dismiss}${reason} --digest ${digest} --yes`;
}
