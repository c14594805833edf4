import type { Diagnostic } from "@knowhow/runtime";
import { nodeFiles } from "@knowhow/runtime/node";
import { diagnose } from "@knowhow/runtime/toolkit";
import { errorText, isSystemError, systemReason } from "../io/system-error.ts";
import type { CheckTarget } from "./check-targets.ts";

/** The text of a SKILL.md, or why it cannot be read. */
export interface SkillFileText {
  readonly text: string | undefined;
  readonly size: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a SKILL.md from disk, never from the index cache. */
export async function readSkillFile(
  { path, opened }: Pick<CheckTarget, "path" | "opened">,
  maxBytes: number,
): Promise<SkillFileText> {
  try {
    if (opened === undefined) return await readRejected(path, maxBytes);
    const bytes = await opened.bytes("SKILL.md");
    return bytes === undefined ? broken("it no longer exists") : { ...decode(bytes), size: bytes.length };
  } catch (error) {
    return broken(isSystemError(error) ? systemReason(error) : errorText(error));
  }
}

/** Reads a file that could not be loaded as a skill, to say what is wrong with it. */
async function readRejected(path: string, maxBytes: number): Promise<SkillFileText> {
  const files = nodeFiles();
  const read = await files.readBytes((await files.realpath(path)) ?? path, maxBytes);
  if (read === undefined) return broken("it no longer exists");
  const { bytes, stat } = read;
  if (stat.kind !== "file") return broken("it is not a regular file");
  if (bytes !== undefined) return { ...decode(bytes), size: stat.size };
  const message = `the file has ${stat.size} bytes; the limit is ${maxBytes}`;
  return none(diagnose("format.too-large", message, { hint: "move details into references/" }), stat.size);
}

function broken(reason: string): SkillFileText {
  return none(
    diagnose("discovery.entry-unreadable", `cannot read the file: ${reason}`, { severity: "error" }),
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
    const diagnostic = diagnose(
      "format.not-utf8",
      "the file is not valid UTF-8; invalid bytes were replaced",
      {
        hint: "save it as UTF-8",
      },
    );
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), diagnostics: [diagnostic] };
  }
}
