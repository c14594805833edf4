import { hmacSha256, sameText } from "../../basics/hmac.ts";
import { isRecord } from "../../basics/is-record.ts";
import type { Hash } from "../../ports.ts";

/** The question that a token answers. */
export interface TokenSubject {
  readonly run: string;
  /** Key of the wait. */
  readonly key: string;
  readonly digest: string;
}

/** Whether a token belongs to the question that a run waits for. */
export type TokenVerdict = "valid" | "forged" | "other-run" | "stale";

const PREFIX = "kh1";

/** A token that only a holder of the secret can make: `kh1.<subject>.<hmac>`. */
export function signToken(
  { run, key, digest }: TokenSubject,
  secret: string,
  hash: Pick<Hash, "sha256">,
): string {
  const subject = encode(JSON.stringify([run, key, digest]));
  return `${PREFIX}.${subject}.${hmacSha256(secret, `${PREFIX}.${subject}`, hash)}`;
}

/** Checks the signature first, then what the token is for. */
export function verifyToken(
  token: string,
  wanted: TokenSubject,
  secret: string,
  hash: Pick<Hash, "sha256">,
): TokenVerdict {
  const [prefix = "", subject = "", mac = "", ...rest] = token.split(".", 5);
  if (
    prefix !== PREFIX ||
    rest.length > 0 ||
    !sameText(mac, hmacSha256(secret, `${prefix}.${subject}`, hash))
  )
    return "forged";
  const given = readSubject(subject);
  if (given === undefined) return "forged";
  if (given.run !== wanted.run) return "other-run";
  return given.key === wanted.key && given.digest === wanted.digest ? "valid" : "stale";
}

function readSubject(subject: string): TokenSubject | undefined {
  try {
    const value: unknown = JSON.parse(decode(subject));
    const [run, key, digest] = Array.isArray(value) ? value : [];
    const read = { run, key, digest };
    return isRecord(read) && [run, key, digest].every((part) => typeof part === "string") ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Base64url of UTF-8, without padding. */
function encode(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}

function decode(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(
    Uint8Array.from(binary, (each) => each.charCodeAt(0)),
  );
}
