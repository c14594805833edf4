import type { Word } from "unbash";
import { hasGlob, matchGlob } from "./match-glob.ts";
import type { ShellValue } from "./shell-value.ts";

/** Quotes, backslashes or expansions inside the name of a well-known program. */
export function isDisguised({ text }: Word, name: string): boolean {
  if (
    text.toLowerCase().includes(name) ||
    !/^(?:cat|curl|wget|bash|sh|zsh|nc|ncat|ssh|scp|tar|base64|eval|python3?|rm|env)$/.test(name)
  )
    return false;
  if (hasGlob(text)) return true;
  return /\w(?:''|""|['"\\])\w|\$\{?\w+\}?\$|\$['(@]|\{\w+,/.test(text);
}

/** Programs that run the command that follows them, and their options that take a value. */
const WRAPPERS: ReadonlySet<string> = new Set([
  "sudo",
  "doas",
  "env",
  "nohup",
  "time",
  "timeout",
  "nice",
  "exec",
  "command",
  "builtin",
  "stdbuf",
  "setsid",
  "caffeinate",
  "proxychains",
  "proxychains4",
  "busybox",
  "xargs",
  "parallel",
  "then",
  "do",
  "$",
  "#",
  ">",
  "%",
]);

/** Name and arguments of the command that is run in the end, without wrappers and with its alias resolved. */
export function unwrap(
  words: readonly ShellValue[],
  aliasOf: (name: string) => string | undefined,
): readonly [string, readonly ShellValue[]] {
  // An empty word is nothing, unless it stands for a text that is not known.
  let rest = words.filter(({ text, ...origins }) => text !== "" || Object.keys(origins).length > 0);
  for (let turns = 0; turns < 8; turns += 1) {
    const name = nameOf(rest[0]?.text ?? "");
    if (!WRAPPERS.has(name)) break;
    const after = rest.slice(1);
    let at = 0;
    while (at < after.length) {
      const text = after[at]?.text ?? "";
      if (/^-(?:u|n|g|I|P|k|s|o|e)$/.test(text)) at += 2;
      else if (text.startsWith("-") || /^[A-Za-z_]\w*=/.test(text) || /^\d+[smhd]?$/.test(text)) at += 1;
      else break;
    }
    if (at >= after.length) break;
    rest = after.slice(at);
  }
  const [first, ...args] = rest;
  // A variable that holds a whole command line is split into words by the shell.
  const text = first?.text ?? "";
  const parts = (aliasOf(text) ?? text).trim().split(/\s+/);
  const extra = parts.slice(1).map((text) => ({ ...first, text }));
  return [nameOf(parts[0] ?? ""), [...extra, ...args]];
}

/** Programs whose names are written as patterns only to hide them. */
const HIDDEN_PROGRAMS = [
  "cat",
  "curl",
  "wget",
  "bash",
  "sh",
  "nc",
  "base64",
  "python3",
  "ssh",
  "scp",
  "tar",
  "rm",
] as const;

function nameOf(written: string): string {
  const last = written.slice(written.lastIndexOf("/") + 1);
  const hidden =
    hasGlob(last) && last.length < 24 && /[a-z]/i.test(last.replace(/\[[^\]]{0,24}\]/g, ""))
      ? HIDDEN_PROGRAMS.find((program) => matchGlob(last, program))
      : undefined;
  const word = hidden ?? written;
  const base = word.slice(word.lastIndexOf("/") + 1).toLowerCase();
  return word.startsWith("./") ||
    word.startsWith("../") ||
    (word.startsWith("/") && !/^\/(?:usr|bin|sbin|opt)\//.test(word))
    ? word
    : base.replace(/\.exe$/, "");
}
