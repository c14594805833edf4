import type { TrustedSkill } from "../runtime/use-trust.ts";
import { sanitise } from "../terminal/sanitise.ts";

/** What a name in a command may consist of: nothing that a shell treats specially. */
const PLAIN = /^[\p{L}\p{N}._][\p{L}\p{M}\p{N}._:-]*$/u;

/** The command that shows a skill and asks for a decision. */
export function trustCommand(name: string): string {
  return `knowhow trust ${plainName(name)}`;
}

/**
 * The command that trusts a skill in exactly the content that was inspected. A name that is not a plain word is left for
 * the user to fill in.
 */
export function grantCommand(skill: Pick<TrustedSkill, "name" | "digest" | "review">, grant = false): string {
  const { digest, review } = skill;
  const name = plainName(skill.name);
  const blocking = review === null || review.action === "allow" ? [] : review.rules;
  const rules = blocking.filter((rule) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(rule));
  const dismiss = rules.map((rule) => ` --dismiss ${rule}`).join("");
  const reason = dismiss === "" ? "" : ' --reason "…"';
  return `knowhow trust grant ${name}${grant ? " --grant" : ""}${dismiss}${reason} --digest ${digest} --yes`;
}

function plainName(name: string): string {
  return PLAIN.test(name) && sanitise(name) === name ? name : "NAME";
}
