import type { Diagnostic } from "../diagnostics.ts";
import type { Hash, Tokenizer } from "../ports.ts";
import type { SkillSummary } from "../skill.ts";
import type { CheckContext } from "./checks/check.ts";

/** What is known about a text besides its content. */
export interface ReadOptions extends CheckContext {
  readonly tokenizer?: Tokenizer | undefined;
  /** Size of the file in bytes, to detect invalid UTF-8; default unknown. */
  readonly size?: number;
  /** True: plain fields without `---` lines are found as well. Default false, as a validator reads. */
  readonly salvages?: boolean;
}

/** Options of a summary. */
export interface SummaryOptions extends ReadOptions {
  readonly hash: Pick<Hash, "sha256">;
}

/** The summary of a file that could not be parsed as a skill; the diagnostics say why. */
export function emptySummary(diagnostics: readonly Diagnostic[]): SkillSummary {
  const content = { metadata: {}, allowedTools: [], fields: {}, extensions: {}, version: "", tokens: 0 };
  return { hasFrontmatter: false, ...content, diagnostics };
}

/** agentskills.io: instructions under 5,000 tokens. */
export const BODY_TOKEN_LIMIT = 5_000;

/** First 16 hex digits of the SHA-256 of the body alone, so a changed description does not change it. */
export function bodyVersion(body: string, hash: Pick<Hash, "sha256">): string {
  return hash.sha256(body).slice(0, 16);
}
