import type { Address } from "../hosts/host-kind.ts";
import type { ShellCommand } from "../shell/run-shell.ts";
import type { ShellValue } from "../shell/shell-value.ts";
import type { SignalKind } from "./signal.ts";

/** A fact about a command. */
export interface ShellHit {
  readonly kind: SignalKind;
  readonly address?: Address;
  readonly detail?: string;
}

/** A program inside a command. */
export interface ShellScript {
  readonly text: string;
  /** True if the text was decoded on the way. */
  readonly isDecoded: boolean;
}

/** The name under which the content of an unpacked archive is kept. */
export const UNPACKED = "\0unpacked";

/** What an interpreter or a program that was downloaded before runs. */
export function readExecution(
  { name, args, input, text }: ShellCommand,
  {
    hits,
    scripts,
    lookUp,
  }: { hits: ShellHit[]; scripts: ShellScript[]; lookUp: (path: string) => ShellValue | undefined },
): void {
  // `Bash(…)` is how an agent's tool is written, not a command.
  if (name === "chmod" || /^[A-Z]\w{1,20}\(/.test(text)) return;
  const own = lookUp(name);
  const given = [own, ...args.flatMap((arg) => [arg, lookUp(arg.text)]), unpackedProgram(name, args, lookUp)];
  const isShellLike = !/^(?:open|installer|hdiutil|msiexec|start)$/.test(name);
  const inputRuns = isShellLike && readsProgram(name, args);
  const values = [...given, inputRuns ? input : undefined];
  const address = values.find((value) => value?.download !== undefined)?.download;
  if (address !== undefined) hits.push({ kind: "runs-download", address });
  const decoded = isShellLike ? values.find((value) => value?.isDecoded) : undefined;
  if (decoded !== undefined)
    hits.push({
      kind: "runs-decoded",
      detail: decoded.text === "" ? "unknown" : "constant",
      ...(decoded.download && { address: decoded.download }),
    });
  const isInlineScript = inlineScripts(name, args);
  for (const value of values) {
    const script = appleScript(name, value?.text ?? "");
    if (script.length > 3 && (value === input || value?.isDecoded || isInlineScript(script)))
      scripts.push({ text: script, isDecoded: value?.isDecoded === true });
  }
}

/** A program of which only the archive is known that it was in. */
function unpackedProgram(
  name: string,
  args: readonly ShellValue[],
  lookUp: (path: string) => ShellValue | undefined,
): ShellValue | undefined {
  const program = name.startsWith("./") || name.startsWith("/") ? name : args.find(isPath)?.text;
  return program === undefined || lookUp(program) !== undefined ? undefined : lookUp(UNPACKED);
}

function isPath({ text }: ShellValue): boolean {
  return text.includes("/") && !text.includes("://") && !text.startsWith("-");
}

/** `osascript -e 'do shell script "…"'` runs the inner text. */
function appleScript(name: string, text: string): string {
  return name === "osascript" ? (/do shell script\s{1,5}"([^"]{3,2000})"/i.exec(text)?.[1] ?? text) : text;
}

/** True if an interpreter takes its program from the pipe. */
function readsProgram(name: string, args: readonly ShellValue[]): boolean {
  if (/^(?:eval|source|\.|iex|invoke-expression)$/.test(name)) return true;
  return (
    args.every(({ text }) => text.startsWith("-") && !/^-(?:c|e|m|-eval|-command)$/i.test(text)) ||
    args[0]?.text === "-s" ||
    args.some(({ text }) => text === "-" || text === "/dev/stdin")
  );
}

/** True for a text that a command runs as a program: `sh -c …`. */
function inlineScripts(name: string, args: readonly ShellValue[]): (script: string) => boolean {
  if (name === "eval" || name === "iex") return () => true;
  const at = args.findIndex(({ text }) =>
    /^-(?:c|e|lc|ic|r|-eval|command|-command|enc|encodedcommand)$/i.test(text),
  );
  const inline = at === -1 ? undefined : appleScript(name, args[at + 1]?.text ?? "");
  return (script) => script === inline;
}
