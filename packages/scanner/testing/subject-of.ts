import type { ScanSubject } from "@knowhow/runtime";

/** A subject of texts or bytes by path. A single text is a SKILL.md. */
export function subjectOf(
  content: string | Readonly<Record<string, string | Uint8Array>>,
  name = "helper",
): ScanSubject {
  const files = typeof content === "string" ? { "SKILL.md": content } : content;
  return {
    name,
    files: Object.entries(files).map(([path, value]) => ({
      path,
      bytes: typeof value === "string" ? new TextEncoder().encode(value) : value,
    })),
    gaps: [],
  };
}
