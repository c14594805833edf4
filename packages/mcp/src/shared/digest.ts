import { createHash } from "node:crypto";

/** The digest of a file as the skills extension writes it: `sha256:` and 64 hex digits. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
