import { type Diagnostic, diagnose, type FileSystem } from "@knowhow/runtime";
import { errorText, isSystemError, systemReason } from "../io/system-error.ts";

/** The text of a SKILL.md, or why it cannot be read. */
export interface SkillFileText {
  readonly text: string | undefined;
  readonly size: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a SKILL.md from disk, never from the index cache. */
export async function readSkillFile(
  path: string,
  maxBytes: number,
  files: FileSystem,
): Promise<SkillFileText> {
  const none = (diagnostic: Diagnostic, size = 0) => ({ text: undefined, size, diagnostics: [diagnostic] });
  const broken = (reason: string) =>
    none(diagnose("discovery.entry-unreadable", `cannot read the file: ${reason}`, { severity: "error" }));
  try {
    const read = await files.readBytes((await files.realpath(path)) ?? path, maxBytes);
    if (read === undefined) return broken("it no longer exists");
    const { bytes, stat } = read;
    if (stat.kind !== "file") return broken("it is not a regular file");
    if (bytes === undefined) {
      const message = `the file has ${stat.size} bytes; the limit is ${maxBytes}`;
      return none(
        diagnose("format.too-large", message, { hint: "move details into references/" }),
        stat.size,
      );
    }
    return { ...decode(bytes), size: stat.size };
  } catch (error) {
    return broken(isSystemError(error) ? systemReason(error) : errorText(error));
  }
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
