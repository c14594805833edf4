import { lastingPlace } from "../places/agent-place.ts";
import type { ShellCommand } from "../shell/run-shell.ts";
import type { ShellValue } from "../shell/shell-value.ts";
import type { ShellHit } from "./shell-execution.ts";

/** All files that a command writes: by redirection, as a download, and as a copy. */
export function writtenFiles(
  { name, args, writes }: ShellCommand,
  saved: readonly string[],
): readonly string[] {
  return [...new Set([...writes, ...saved, ...copiedTo(name, args)])];
}

/** What a command leaves in places that last: start files, scheduled jobs, settings of agents. */
export function readWrites(
  command: ShellCommand,
  saved: readonly string[],
  output: ShellValue,
): readonly ShellHit[] {
  const hits: ShellHit[] = [];
  const { name, args, input } = command;
  for (const target of writtenFiles(command, saved)) {
    const place = lastingPlace(target);
    if (place === undefined) continue;
    const text = output.text;
    const isFetched =
      output.download !== undefined ||
      /(?:curl|wget)[^\n]{1,400}\|\s{0,9}(?:ba|z)?sh|base64\s+-{1,2}[dD]/.test(text);
    if (place.kind === "agent") hits.push({ kind: "agent-config", detail: place.what });
    else if (isFetched)
      hits.push({
        kind: "persists-download",
        detail: place.what,
        ...(output.download && { address: output.download }),
      });
    else if (!isHarmlessStart(text)) hits.push({ kind: "persists", detail: place.what });
  }
  if (name === "crontab" && args.every(({ text }) => text === "-") && input !== undefined) {
    const isFetched =
      input.download !== undefined || /(?:curl|wget)[^\n]{1,400}\|\s{0,9}(?:ba|z)?sh/.test(input.text);
    hits.push({ kind: isFetched ? "persists-download" : "persists", detail: "scheduled jobs" });
  }
  return hits;
}

/** Files that get a copy of what was read: `cp a b`, `tee b`, `tar czf b …`. */
function copiedTo(name: string, args: readonly ShellValue[]): readonly string[] {
  const texts = args.map(({ text }) => text);
  const plain = texts.filter((text) => !text.startsWith("-"));
  if (name === "tee") return plain;
  if (name === "cp" || name === "mv" || name === "ln" || name === "install") return plain.slice(-1);
  if (name === "zip" || name === "7z") return plain.slice(0, 2);
  if (name === "openssl") return texts.filter((_, at) => texts[at - 1] === "-out");
  if (name === "tar") return plain.filter((text) => /\.t?(?:ar|gz|gz|xz|bz2|zst|gz)$/.test(text)).slice(0, 1);
  return [];
}

/** Lines that people add to the start of their shell: paths, variables, completions. */
function isHarmlessStart(text: string): boolean {
  return text
    .split("\n")
    .every((line) =>
      /^\s*(?:$|#|export\s|alias\s|[A-Z_]+=|\[|if |fi|eval "\$\((?!curl|wget)[\w./-]+ |source |\. |autoload|compinit|setopt|fpath|PATH)/.test(
        line,
      ),
    );
}
