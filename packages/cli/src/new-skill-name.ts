/** Names that Windows keeps for devices, in any directory. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const MAX_LENGTH = 64;

/** True when no directory can have this name on Windows, so that a repository with it cannot be checked out there. */
export function isReservedName(name: string): boolean {
  return RESERVED.test(name.toLowerCase());
}

/** The allowed name that is nearest to what somebody typed, or undefined when nothing is left of it. */
export function suggestName(typed: string): string | undefined {
  const words = typed
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const name = words.join("-").slice(0, MAX_LENGTH).replace(/-$/, "");
  if (name === "") return undefined;
  return isReservedName(name) ? `${name}-skill` : name;
}
