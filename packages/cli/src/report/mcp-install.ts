import type { Entry } from "../clients/config-editor.ts";
import type { McpScope } from "../clients/config-places.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";

/** The JSON document of `knowhow mcp install` and `uninstall`. */
export interface InstallAnswer {
  readonly client: string;
  readonly scope: McpScope;
  readonly name: string;
  readonly path: string;
  readonly action: "installed" | "updated" | "unchanged" | "removed" | "preview";
  /** Path of a copy of the file before the change. */
  readonly backup?: string;
  /** The entry to write; null if it is to be removed. */
  readonly entry: Entry | null;
  /** Lines that start with a space, `-` or `+`. */
  readonly diff: readonly string[];
  /** What the user should know before writing; absent if there is nothing. */
  readonly warnings?: readonly string[];
}

/** What was changed, or would be. */
export function reportMcpInstall(answer: InstallAnswer, screen: Screen): string {
  const { client, scope, name, action, entry, backup } = answer;
  const place = screen.paint("strong", screen.place(answer.path));
  if (action === "preview")
    return answer.diff.length === 0 ? "nothing was written" : showDiff(answer, screen);
  if (action === "unchanged")
    return entry === null
      ? `nothing to remove: ${place} has no entry "${name}"`
      : `nothing to change: ${place} already has the entry "${name}"`;
  const done = {
    installed: `added "${name}" to`,
    updated: `updated "${name}" in`,
    removed: `removed "${name}" from`,
  }[action];
  const lines = [`${screen.paint("good", "✓")} ${done} ${place}`];
  if (screen.quiet) return lines.join("\n");
  if (backup !== undefined) lines.push(faint(`backup: ${screen.place(backup)}`));
  if (entry !== null) {
    const options = `${scope === "user" ? "" : ` --scope ${scope}`}${name === "knowhow" ? "" : ` --name ${name}`}`;
    lines.push(faint(`Restart ${client} to use it. To undo: knowhow mcp uninstall ${client}${options}`));
    if (scope === "project" && isOfThisMachine(entry))
      lines.push(
        screen.paint("notice", "  The entry contains paths of this machine, so it does not work for others."),
      );
  }
  return lines.join("\n");

  function faint(text: string): string {
    return screen.paint("faint", `  ${text}`);
  }
}

/** The path and the changed lines. */
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
