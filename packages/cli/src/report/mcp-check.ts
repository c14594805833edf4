import type { SkillServerCheck } from "@knowhow/mcp/server";
import { diagnosticText } from "./diagnostics.ts";
import type { Screen } from "./screen.ts";
import { count, number } from "./words.ts";

/** What strict clients get: what was changed for them or left out, then the counts. */
export function reportMcpCheck({ served, dynamic, diagnostics }: SkillServerCheck, screen: Screen): string {
  const lines = diagnostics.map((diagnostic) => diagnosticText(diagnostic, screen, ""));
  if (screen.quiet) return lines.join("\n");
  const of = (code: string) => diagnostics.filter((diagnostic) => diagnostic.code === code).length;
  const [rewritten, left] = [of("mcp.rewritten"), of("mcp.not-served")];
  const parts = [screen.paint("strong", `${count(served, "skill")} served`)];
  if (rewritten > 0) parts.push(`${number(rewritten)} with a normalised frontmatter`);
  if (dynamic > 0) parts.push(`${number(dynamic)} without a manifest`);
  if (left > 0) parts.push(screen.paint("bad", `${number(left)} not served`));
  return [...lines, ...(lines.length > 0 ? [""] : []), parts.join(" · ")].join("\n");
}
