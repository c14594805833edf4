import { diagnose } from "../diagnostics.ts";
import { isFresh, isSettled } from "../discovery/freshness.ts";
import type { Found } from "../discovery/walk-root.ts";
import { emptySummary, summariseSkill } from "../format/summarise-skill.ts";
import { baseName } from "../paths.ts";
import type { IndexedFile, Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import type { SkillSummary } from "../skill.ts";

/** A file that was found, and what it says. */
export interface ReadFile extends Found {
  readonly summary: SkillSummary;
}

/** Reads the files below one root: from the index where the file is unchanged, else from the file itself. */
export async function readSummaries(
  root: string,
  found: readonly Found[],
  limits: WalkLimits,
  ports: Ports,
): Promise<readonly ReadFile[]> {
  // The index remembers token estimates, so it is no use to somebody who counts differently.
  const store = ports.tokenizer === undefined ? ports.index : undefined;
  const remembered = (await store?.load(root)) ?? new Map<string, IndexedFile>();
  const index = new Map<string, IndexedFile>();
  const files: ReadFile[] = [];
  let changed = remembered.size !== found.length;
  for (const file of found) {
    const known = remembered.get(file.real);
    if (known !== undefined && isFresh(known, file.stat)) {
      index.set(file.real, known);
      files.push(withSummary(file, known.summary));
      continue;
    }
    changed = true;
    const { summary, entry } = await readOne(file, limits, ports);
    files.push(withSummary(file, summary));
    if (entry !== undefined) index.set(file.real, entry);
  }
  if (changed && index.size > 0) await store?.save(root, index);
  return files;
}

function withSummary({ path, directory, real, stat }: Found, summary: SkillSummary): ReadFile {
  return { path, directory, real, stat, summary };
}

async function readOne(
  file: Found,
  limits: WalkLimits,
  ports: Ports,
): Promise<{ summary: SkillSummary; entry?: IndexedFile }> {
  const now = ports.environment.now();
  try {
    const read = await ports.files.readText(file.real, limits.skillBytes);
    if (read === undefined) return { summary: unreadable("the file vanished while it was read") };
    if (read.text === undefined)
      return {
        summary:
          read.stat.kind === "file" ? tooLarge(read.stat.size, limits) : unreadable("it is no regular file"),
      };
    const directoryName = baseName(file.directory);
    const fileName = baseName(file.path);
    const summary = summariseSkill(read.text, {
      directoryName,
      fileName,
      hash: ports.hash,
      tokenizer: ports.tokenizer,
    });
    const { size, mtimeMs, ctimeMs, ino } = read.stat;
    const entry = { size, mtimeMs, ctimeMs, ino, summary };
    return isSettled(read.stat, now) ? { summary, entry } : { summary };
  } catch (error) {
    return { summary: unreadable(error instanceof Error ? error.message : String(error)) };
  }
}

function unreadable(reason: string): SkillSummary {
  return emptySummary([
    diagnose("discovery.entry-unreadable", `the file cannot be read: ${reason}`, { severity: "error" }),
  ]);
}

function tooLarge(size: number, limits: WalkLimits): SkillSummary {
  const message = `the file has ${size} bytes; the limit is ${limits.skillBytes}`;
  return emptySummary([diagnose("format.too-large", message, { hint: "move details into references/" })]);
}
