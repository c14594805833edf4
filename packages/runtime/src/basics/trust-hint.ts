import type { TrustVerdict } from "../trust.ts";

/**
 * What the user can do about a skill that is not trusted. The name is part of a command only if no shell could
 * misinterpret it.
 */
export function trustHint(name: string, verdict: TrustVerdict | undefined): string {
  if (verdict?.state === "refused" && verdict.by === "nobody")
    return "remove the skill, or change `scan` in your knowhow.json";
  const isPlain = /^[A-Za-z0-9._][A-Za-z0-9._:-]*$/.test(name);
  if (!isPlain) return "run `knowhow trust` to list pending skills";
  if (verdict?.needs === "review")
    return `read it with \`knowhow read skill://${name}\`, then decide with \`knowhow trust ${name}\``;
  return `run \`knowhow trust ${name}\` to review it and decide`;
}
