import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Io } from "./io.ts";

/** Lets the user edit a text in their editor; undefined if the editor failed. */
export function editText(path: string, text: string, env: Io["env"]): string | undefined {
  const editor = env.VISUAL || env.EDITOR || (process.platform === "win32" ? "notepad" : "vi");
  const folder = mkdtempSync(join(tmpdir(), "knowhow-edit-"));
  try {
    const file = join(folder, basename(path));
    writeFileSync(file, text, { mode: 0o600 });
    // The variable may hold options, as in `code --wait`; the path is ours and needs no shell.
    const [program = "vi", ...options] = editor.split(" ").filter((word) => word !== "");
    const { status } = spawnSync(program, [...options, file], { stdio: "inherit" });
    return status === 0 ? readFileSync(file, "utf8") : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
