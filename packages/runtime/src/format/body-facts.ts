import type { Hash } from "../ports.ts";

/** agentskills.io: instructions under 5,000 tokens. */
export const BODY_TOKEN_LIMIT = 5_000;

/** First 16 hex digits of the SHA-256 of the body alone, so a changed description does not change it. */
export function bodyVersion(body: string, hash: Pick<Hash, "sha256">): string {
  return hash.sha256(body).slice(0, 16);
}
