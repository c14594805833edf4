import { createHash } from "node:crypto";

/** A mapping between names in the library and names that strict clients accept. */
export interface WireNames {
  /** Name in the library → wire name. */
  readonly wireOf: ReadonlyMap<string, string>;
  /** Wire name → name in the library. */
  readonly nameOf: ReadonlyMap<string, string>;
}

const MAX_NAME = 64;
const VALID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** agentskills.io: 1 to 64 lower-case letters, digits and single hyphens. */
export function isWireName(name: string): boolean {
  return name.length <= MAX_NAME && VALID.test(name);
}

/**
 * Gives every skill a name that strict clients accept. Valid names are kept; others that would collide get a hash,
 * whatever their order.
 */
export function wireNames(names: readonly string[]): WireNames {
  const taken = new Map<string, number>();
  const drafts = names.map((name) => [name, isWireName(name) ? name : slug(name)] as const);
  for (const [name, draft] of drafts) {
    const weight = isWireName(name) ? names.length + 1 : 1;
    taken.set(draft, (taken.get(draft) ?? 0) + weight);
  }
  const wireOf = new Map<string, string>();
  const nameOf = new Map<string, string>();
  for (const [name, draft] of drafts) {
    const unique = isWireName(name) || (draft !== "" && taken.get(draft) === 1);
    const wire = unique ? draft : marked(draft, name);
    wireOf.set(name, wire);
    nameOf.set(wire, name);
  }
  return { wireOf, nameOf };
}

function slug(name: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return words.slice(0, MAX_NAME).replace(/^-+|(?<!-)-+$/g, "");
}

/** Ten hex digits distinguish names that look alike. */
function marked(draft: string, name: string): string {
  const mark = createHash("sha256").update(name).digest("hex").slice(0, 10);
  const stem = (draft === "" ? "skill" : draft).slice(0, MAX_NAME - mark.length - 1).replace(/(?<!-)-+$/, "");
  return `${stem}-${mark}`;
}
