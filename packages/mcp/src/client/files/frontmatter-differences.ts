import { isRecord } from "../../shared/is-record.ts";

/** Maximum number of differences in a message. */
const MAX_REPORTED = 5;

/**
 * Differences between a fetched and the listed frontmatter: all keys in both directions, lists in order, values without
 * coercion.
 */
export function frontmatterDifferences(listed: unknown, fetched: unknown): readonly string[] {
  const found: string[] = [];
  compare(listed, fetched, "", found);
  return found;
}

function compare(listed: unknown, fetched: unknown, path: string, found: string[]): void {
  if (found.length >= MAX_REPORTED) return;
  if (Array.isArray(listed) && Array.isArray(fetched)) {
    const length = Math.max(listed.length, fetched.length);
    for (let at = 0; at < length; at += 1) compare(listed[at], fetched[at], `${path}[${at}]`, found);
  } else if (isRecord(listed) && isRecord(fetched)) {
    for (const key of new Set([...Object.keys(listed), ...Object.keys(fetched)]))
      compare(own(listed, key), own(fetched, key), path === "" ? key : `${path}.${key}`, found);
  } else if (listed !== fetched) {
    found.push(path === "" ? "the whole frontmatter" : path);
  }
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
