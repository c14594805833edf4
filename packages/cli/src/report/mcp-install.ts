import type { Entry } from "../clients/config-editor.ts";
import type { McpScope } from "../clients/config-places.ts";
import { sanitise } from "./sanitise.ts";
import type { Screen } from "./screen.ts";

/** What `knowhow mcp install` and `uninstall` give. */
export interface InstallAnswer {
  readonly client: string;
  readonly scope: McpScope;
  readonly name: string;
  readonly path: string;
  readonly action: "installed" | "updated" | "unchanged" | "removed" | "preview";
  /** A copy of the file as it was before. */
  readonly backup?: string;
  /** What was to be written; null when it was to be removed. */
  readonly entry: Entry | null;
  /** Lines that begin with a space, `-` or `+`. */
  readonly diff: readonly string[];
}

/** What was done, or what would be. */
export function reportMcpInstall(answer: InstallAnswer, screen: Screen): string {
  const { client, scope, name, action, entry, backup } = answer;
  const place = screen.paint("strong", screen.place(answer.path));
  if (action === "preview")
    return answer.diff.length === 0 ? "nothing was written" : showDiff(answer, screen);
  if (action === "unchanged")
    return entry === null ? `there is no ${name} in ${place}` : `${name} is already there, in ${place}`;
  const words = { installed: "wrote", updated: "updated", removed: "removed" }[action];
  const lines = [`${screen.paint("good", "✓")} ${words} ${name} in ${place}`];
  if (screen.quiet) return lines.join("\n");
  if (backup !== undefined) lines.push(faint(`as it was before: ${screen.place(backup)}`));
  if (entry !== null) {
    const options = `${scope === "user" ? "" : ` --scope ${scope}`}${name === "knowhow" ? "" : ` --name ${name}`}`;
    lines.push(faint(`Start ${client} anew to use it. Undo: knowhow mcp uninstall ${client}${options}`));
    if (scope === "project" && isOfThisMachine(entry))
      lines.push(screen.paint("notice", "  It names paths of this machine; others cannot use this entry."));
  }
  return lines.join("\n");

  function faint(text: string): string {
    return screen.paint("faint", `  ${text}`);
  }
}

/** The path and the lines that change. Values of others are left out of it. */
export function showDiff({ path, diff }: InstallAnswer, screen: Screen): string {
  const lines = diff.map((line) => {
    const style = line.startsWith("+") ? "good" : line.startsWith("-") ? "bad" : "faint";
    return screen.paint(style, sanitise(line));
  });
  return [screen.paint("strong", screen.place(path)), ...lines].join("\n");
}

function isOfThisMachine({ command }: Entry): boolean {
  const program = typeof command === "string" ? command : Array.isArray(command) ? command[0] : undefined;
  return typeof program === "string" && /^(?:\/|[A-Za-z]:[\\/])/.test(program);
}
