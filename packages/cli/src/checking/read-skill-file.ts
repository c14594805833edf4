import { type Diagnostic, diagnose, type FileSystem } from "@knowhow/runtime";

/** A SKILL.md as its bytes say, or why there is no text. */
export interface SkillFileText {
  readonly text: string | undefined;
  readonly size: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a SKILL.md from the disk, whatever an index remembers of it. */
export async function readSkillFile(
  path: string,
  maxBytes: number,
  files: FileSystem,
): Promise<SkillFileText> {
  const none = (diagnostic: Diagnostic, size = 0) => ({ text: undefined, size, diagnostics: [diagnostic] });
  const broken = (reason: string) =>
    none(diagnose("discovery.entry-unreadable", `the file cannot be read: ${reason}`, { severity: "error" }));
  try {
    const read = await files.readBytes((await files.realpath(path)) ?? path, maxBytes);
    if (read === undefined) return broken("it is not there any more");
    const { bytes, stat } = read;
    if (stat.kind !== "file") return broken("it is no regular file");
    if (bytes === undefined) {
      const message = `the file has ${stat.size} bytes; the limit is ${maxBytes}`;
      return none(
        diagnose("format.too-large", message, { hint: "move details into references/" }),
        stat.size,
      );
    }
    return { ...decode(bytes), size: stat.size };
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error));
  }
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
