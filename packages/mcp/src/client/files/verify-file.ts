import { createHash } from "node:crypto";
import { KnowhowError } from "@knowhow/runtime";
import { parseSkillMd } from "@knowhow/runtime/authoring";
import {
  SkillVerificationError,
  type SkillVerificationReason,
} from "@modelcontextprotocol/client/ext/skills";
import { isRecord } from "../../shared/is-record.ts";
import type { RemoteFile, RemoteSkill } from "../remote-skill.ts";
import { frontmatterDifferences } from "./frontmatter-differences.ts";

/** What a file must match; without a listed file only the limit applies. */
export interface Expectation {
  readonly skill: RemoteSkill;
  readonly uri: string;
  readonly path: string;
  readonly file: RemoteFile | undefined;
  /** Larger files are not decoded. */
  readonly maxBytes: number;
}

/**
 * The bytes of a `resources/read` response, if they are exactly what the listing declared: size and digest, and for the
 * SKILL.md every field of its frontmatter. The size is checked before anything is decoded.
 */
export function verifyFile(answer: unknown, expected: Expectation): Uint8Array {
  const { file, skill, path } = expected;
  const bytes = decode(contentOf(answer, expected), expected);
  if (file?.size !== undefined && bytes.length !== file.size) throw wrongSize(expected, String(bytes.length));
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  if (file !== undefined && digest !== file.digest)
    throw refusal(expected, "digest", "its digest differs from the listed one");
  if (path === "SKILL.md" && skill.shape === "extension") verifyFrontmatter(bytes, expected);
  return bytes;
}

/** The error for a file that differs from the listing; the reason is one of the protocol's own. */
export function refusal(
  { uri }: Pick<Expectation, "uri">,
  reason: SkillVerificationReason,
  problem: string,
  differences: readonly string[] = [],
): KnowhowError {
  const cause = new SkillVerificationError(reason, uri, problem, differences);
  return new KnowhowError("mcp.verification-failed", `${shown(uri)} was refused (${reason}): ${problem}`, {
    hint: "the server's content differs from its listing; reload the library, and do not trust the server if this persists",
    cause,
  });
}

type Content = { readonly text: string } | { readonly blob: string };

function contentOf(answer: unknown, expected: Expectation): Content {
  const contents = isRecord(answer) && Array.isArray(answer.contents) ? answer.contents : [];
  for (const item of contents) {
    if (!isRecord(item) || typeof item.uri !== "string" || !sameUri(item.uri, expected.uri)) continue;
    if (typeof item.text === "string") return { text: item.text };
    if (typeof item.blob === "string") return { blob: item.blob };
  }
  throw refusal(expected, "unlisted", "the response contains a different file, or none");
}

function decode(content: Content, expected: Expectation): Uint8Array {
  const { file, maxBytes } = expected;
  const limit = file?.size ?? maxBytes;
  // A character is at least one byte, and four characters of base64 are at least one.
  const least = "text" in content ? content.text.length : Math.floor((content.blob.length * 3) / 4) - 2;
  if (least > limit) throw wrongSize(expected, `at least ${least}`);
  if ("text" in content) return new TextEncoder().encode(content.text);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content.blob))
    throw refusal(expected, "digest", "its base64 is not valid");
  return new Uint8Array(Buffer.from(content.blob, "base64"));
}

function wrongSize(expected: Expectation, size: string): KnowhowError {
  const { file, maxBytes } = expected;
  const limit = file?.size === undefined ? `the limit is ${maxBytes}` : `the listing says ${file.size}`;
  return refusal(expected, "size", `it has ${size} bytes; ${limit}`);
}

function verifyFrontmatter(bytes: Uint8Array, expected: Expectation): void {
  const text = decodeText(bytes);
  if (text === undefined) throw refusal(expected, "frontmatter", "it is not valid UTF-8");
  const { value } = parseSkillMd(text);
  if (!value.hasFrontmatter) throw refusal(expected, "frontmatter", "its frontmatter cannot be read");
  const differences = frontmatterDifferences(expected.skill.frontmatter, value.frontmatter);
  if (differences.length > 0)
    throw refusal(
      expected,
      "frontmatter",
      `differs from the listing: ${differences.map(shown).join(", ")}`,
      differences,
    );
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function sameUri(given: string, asked: string): boolean {
  return given === asked || (URL.canParse(given) && new URL(given).href === new URL(asked).href);
}

/** A URI in a message is untrusted. */
function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}<>]/gu, "\ufffd").slice(0, 200);
}
