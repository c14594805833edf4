import { type Diagnostic, diagnose } from "@knowhow/runtime";
import { nodeFiles } from "@knowhow/runtime/node";
import type { CheckTarget } from "./check-targets.ts";

/** A SKILL.md as its bytes say, or why there is no text. */
export interface SkillFileText {
  readonly text: string | undefined;
  readonly size: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a SKILL.md from the disk, whatever an index remembers of it. */
export async function readSkillFile(
  { path, opened }: Pick<CheckTarget, "path" | "opened">,
  maxBytes: number,
): Promise<SkillFileText> {
  try {
    if (opened === undefined) return await readRejected(path, maxBytes);
    const bytes = await opened.bytes("SKILL.md");
    return bytes === undefined
      ? broken("it is not there any more")
      : { ...decode(bytes), size: bytes.length };
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error));
  }
}

/** A file that did not become a skill is read where the person pointed to it, to say what is wrong with it. */
async function readRejected(path: string, maxBytes: number): Promise<SkillFileText> {
  const files = nodeFiles();
  const read = await files.readBytes((await files.realpath(path)) ?? path, maxBytes);
  if (read === undefined) return broken("it is not there any more");
  const { bytes, stat } = read;
  if (stat.kind !== "file") return broken("it is no regular file");
  if (bytes !== undefined) return { ...decode(bytes), size: stat.size };
  const message = `the file has ${stat.size} bytes; the limit is ${maxBytes}`;
  return none(diagnose("format.too-large", message, { hint: "move details into references/" }), stat.size);
}

function broken(reason: string): SkillFileText {
  return none(
    diagnose("discovery.entry-unreadable", `the file cannot be read: ${reason}`, { severity: "error" }),
  );
}

function none(diagnostic: Diagnostic, size = 0): SkillFileText {
  return { text: undefined, size, diagnostics: [diagnostic] };
}

function decode(bytes: Uint8Array): { text: string; diagnostics: readonly Diagnostic[] } {
  try {
    return {
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
      diagnostics: [],
    };
  } catch {
    const said = diagnose("format.not-utf8", "the file is not valid UTF-8; broken bytes were replaced", {
      hint: "save it as UTF-8",
    });
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), diagnostics: [said] };
  }
}
