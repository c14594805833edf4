import type { Runtime, SessionOptions } from "@knowhow/runtime";
import type { Io } from "../io/io.ts";

/** The names of fewer skills fit into every catalog. */
const ALL_NAMES_FIT = 100;

const USES: ReadonlySet<string> = new Set(["skill.activated", "skill.served"]);

/**
 * How often a model got each skill, according to the audit log; read only if the library is large. A log that cannot be
 * read says nothing about it.
 */
export async function countUses({ library }: Runtime, io: Io): Promise<Pick<SessionOptions, "uses">> {
  if (library.size < ALL_NAMES_FIT) return {};
  const { auditLogOf } = await import("./audit-log.ts");
  const counts = new Map<string, number>();
  try {
    for await (const { action, skill } of auditLogOf(io).log.list({ action: "skill" }))
      if (skill !== undefined && USES.has(action)) counts.set(skill, (counts.get(skill) ?? 0) + 1);
  } catch {
    return {};
  }
  return counts.size === 0 ? {} : { uses: Object.fromEntries(counts) };
}
