import { KnowhowError } from "../errors.ts";
import type { LibraryEntry, LibrarySnapshot } from "../library.ts";
import type { Hash } from "../ports.ts";
import { compareText } from "../words.ts";

/** JSON with sorted keys: the same value gives the same text on every machine. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareText(a, b)));
  });
}

/** Checks a snapshot against its own id and gives its parts, frozen. */
export function readSnapshot(
  snapshot: unknown,
  hash: Pick<Hash, "sha256">,
): Omit<LibrarySnapshot, "format" | "id"> {
  if (!isSnapshot(snapshot)) {
    throw new KnowhowError("resolution.snapshot-invalid", "this is not a library snapshot", {
      hint: "give the value that toSnapshot() returned, or its JSON.parse",
    });
  }
  const { id, ...content } = snapshot;
  if (hash.sha256(canonicalJson(content)) !== id) {
    throw new KnowhowError("resolution.snapshot-mismatch", "the snapshot's content does not match its id", {
      hint: "it was changed after it was made; make a new one",
    });
  }
  const { rejections, roots, diagnostics } = snapshot;
  return { entries: snapshot.entries.map(freezeEntry), rejections, roots, diagnostics };
}

function isSnapshot(value: unknown): value is LibrarySnapshot {
  if (typeof value !== "object" || value === null) return false;
  const lists = ["entries", "rejections", "roots", "diagnostics"].every((key) =>
    Array.isArray(Reflect.get(value, key)),
  );
  return (
    lists &&
    Reflect.get(value, "format") === "knowhow-library-1" &&
    typeof Reflect.get(value, "id") === "string"
  );
}

function freezeEntry(entry: LibraryEntry): LibraryEntry {
  return Object.freeze({ ...entry, skill: Object.freeze({ ...entry.skill }) });
}
