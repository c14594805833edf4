import { baseName, parentPath } from "../basics/paths.ts";
import { diagnose } from "../diagnostics.ts";
import { summarisePlain } from "../format/summarise-plain.ts";
import type { SummaryOptions } from "../format/summary.ts";
import { bodyVersion, emptySummary } from "../format/summary.ts";
import type { Awaitable, FileStat, FileText, Ports, SkillHead } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { SkillSummary } from "../skill.ts";

/**
 * The summary of a file that was read, or of the reason why it could not be. Synchronous for most files, because
 * awaiting takes time.
 */
export function summariseFile(
  path: string,
  read: FileText | undefined,
  limits: WalkLimits,
  { hash, tokenizer }: Pick<Ports, "hash" | "tokenizer">,
): Awaitable<SkillSummary> {
  if (read === undefined) return unreadable("the file was removed while it was being read");
  const { text, stat } = read;
  if (text === undefined)
    return stat.kind === "file" ? tooLarge(stat.size, limits) : unreadable("it is not a regular file");
  const directoryName = baseName(parentPath(path));
  const options = { directoryName, fileName: baseName(path), hash, tokenizer, size: stat.size };
  return summarisePlain(text, options) ?? summariseWithParser(text, options);
}

/** The summary of a file that is read only on demand. */
export async function summariseHead(
  { path, stat }: { readonly path: string; readonly stat: FileStat },
  { text, version, tokens }: SkillHead,
  limits: WalkLimits,
  ports: Pick<Ports, "hash" | "tokenizer">,
): Promise<SkillSummary> {
  // The text is the beginning of the file, so its size says nothing.
  const size = new TextEncoder().encode(text).length;
  const summary = await summariseFile(path, { text, stat: { ...stat, size } }, limits, ports);
  return { ...summary, version: version ?? bodyVersion(text, ports.hash), tokens };
}

/** The full parser is imported when the first file needs it. */
async function summariseWithParser(text: string, options: SummaryOptions): Promise<SkillSummary> {
  const { summariseSkill } = await import("../format/summarise-skill.ts");
  return summariseSkill(text, options);
}

/** The summary of a file that could not be read. */
export function unreadable(reason: string): SkillSummary {
  const message = `the file cannot be read: ${reason}`;
  return emptySummary([diagnose("discovery.entry-unreadable", message, { severity: "error" })]);
}

function tooLarge(size: number, limits: WalkLimits): SkillSummary {
  const message = `the file has ${size} bytes; the limit is ${limits.skillBytes}`;
  return emptySummary([diagnose("format.too-large", message, { hint: "move details into references/" })]);
}
