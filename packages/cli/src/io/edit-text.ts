import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { CliError } from "./cli-error.ts";
import type { Io } from "./io.ts";

/** Lets the user edit a text in their editor. The hint says what to do if that is not possible. */
export function editText(
  path: string,
  text: string,
  { env, hint }: { readonly env: Io["env"]; readonly hint: string },
): string {
  const editor = env.VISUAL || env.EDITOR || (process.platform === "win32" ? "notepad" : "vi");
  const folder = mkdtempSync(join(tmpdir(), "knowhow-edit-"));
  try {
    const file = join(folder, basename(path));
    writeFileSync(file, text, { mode: 0o600 });
    // The variable may hold options, as in `code --wait`; the path is ours and needs no shell.
    const [program = "vi", ...options] = editor.split(" ").filter((word) => word !== "");
    const { status, error, signal } = spawnSync(program, [...options, file], { stdio: "inherit" });
    if (error !== undefined)
      throw new CliError("cli.unreadable", `the editor ${program} could not be started`, hint);
    if (status !== 0) {
      const how = signal === null ? `exit code ${status}` : signal;
      throw new CliError("cli.unreadable", `the editor ${program} failed (${how}), so nothing was changed`);
    }
    return readFileSync(file, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
