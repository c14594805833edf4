import { canonicalJson } from "../basics/canonical-json.ts";
import { KnowhowError } from "../errors.ts";
import type { LibrarySnapshot } from "../library.ts";
import type { Hash } from "../ports.ts";

/** Verifies a snapshot against its id and returns a copy of its parts. */
export function readSnapshot(
  snapshot: unknown,
  hash: Pick<Hash, "sha256">,
): Omit<LibrarySnapshot, "format" | "id"> {
  if (!isSnapshot(snapshot)) {
    throw new KnowhowError("resolution.snapshot-invalid", "this is not a library snapshot", {
      hint: "pass the value returned by toSnapshot(), or its parsed JSON",
    });
  }
  const { id, ...content } = snapshot;
  const text = canonicalJson(content);
  if (hash.sha256(text) !== id) {
    throw new KnowhowError("resolution.snapshot-mismatch", "the snapshot's content does not match its id", {
      hint: "it was modified after it was created; create a new one",
    });
  }
  // Parse exactly the text that was hashed, so that the caller cannot change the parts later.
  const { format: _format, ...parts }: Omit<LibrarySnapshot, "id"> = JSON.parse(text);
  return parts;
}

function isSnapshot(value: unknown): value is LibrarySnapshot {
  if (typeof value !== "object" || value === null) return false;
  const lists = ["entries", "rejections", "roots", "diagnostics"].every((key) =>
    Array.isArray(Reflect.get(value, key)),
  );
  const texts: unknown = Reflect.get(value, "texts") ?? {};
  return (
    lists &&
    typeof texts === "object" &&
    texts !== null &&
    Object.values(texts).every((text) => typeof text === "string") &&
    Reflect.get(value, "format") === "knowhow-library-1" &&
    typeof Reflect.get(value, "id") === "string"
  );
}
