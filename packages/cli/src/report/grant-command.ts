import type { TrustedSkill } from "../runtime/use-trust.ts";

/** The command that trusts a skill in exactly the content that was inspected. Only plain words become part of it. */
export function grantCommand(skill: Pick<TrustedSkill, "name" | "digest" | "review">, grant = false): string {
  const { name, digest, review } = skill;
  if (!/^[A-Za-z0-9._][A-Za-z0-9._:-]*$/.test(name)) return "knowhow trust grant --all";
  const blocking = review === null || review.action === "allow" ? [] : review.rules;
  const rules = blocking.filter((rule) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(rule));
  const dismiss = rules.map((rule) => ` --dismiss ${rule}`).join("");
  const reason = dismiss === "" ? "" : ' --reason "…"';
  return `knowhow trust grant ${name}${grant ? " --grant" : ""}${dismiss}${reason} --digest ${digest} --yes`;
}
