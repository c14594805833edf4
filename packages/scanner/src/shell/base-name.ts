/** The last part of a path or of the path of an address. */
export function baseName(path: string): string {
  const clean = path.slice(0, 1_000).replace(/[?#].{0,1000}$/, "");
  const parts = clean.split("/").filter((part) => part !== "");
  return parts.at(-1) ?? "";
}
