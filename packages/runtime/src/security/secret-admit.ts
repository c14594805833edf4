import type { Admit } from "../gate.ts";
import { mayContainSecrets } from "./secret-files.ts";

/**
 * Withholds files with credentials from models and clients, by name and by the bytes that are about to be returned. The
 * user may read them.
 */
export const secretAdmit: Admit = async (request) => {
  if (request.audience === "user" || request.part === "listing") return { admitted: true };
  if (mayContainSecrets(request.path))
    return { admitted: false, reason: "its name suggests credentials", hint: HINT };
  const { certainCredentialsIn } = await import("./credentials.ts");
  const [found] = certainCredentialsIn(asText(await request.bytes()));
  if (found === undefined) return { admitted: true };
  return { admitted: false, reason: `it contains ${found.kind}: ${found.evidence}`, hint: HINT };
};

const HINT =
  "revoke it, remove it from the skill, and read it from the environment; write EXAMPLE into a sample";

/** One character per byte; the zeros between the letters of UTF-16 are left out. */
function asText(bytes: Uint8Array): string {
  const text = new TextDecoder("latin1").decode(bytes);
  return text.includes("\0") ? text.replaceAll("\0", "") : text;
}
