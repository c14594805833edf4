import type { TrustVerdict } from "../trust.ts";

/** What the user can do about a skill that is not trusted; a name is part of a command only where no shell could misread it. */
export function trustHint(name: string, verdict: TrustVerdict | undefined): string {
  const isPlain = /^[A-Za-z0-9._][A-Za-z0-9._:-]*$/.test(name);
  if (!isPlain) return "run `knowhow trust` to list pending skills";
  if (verdict?.needs === "review")
    return `read it with \`knowhow read skill://${name}\`, then decide with \`knowhow trust ${name}\``;
  return `run \`knowhow trust ${name}\` to review it and decide`;
}
