import { embeddedCommands } from "./embedded-commands.ts";

/** A part of a text that may be shell code. */
export interface ShellUnit {
  readonly text: string;
  readonly offset: number;
}

/** Words that make a line or a span worth parsing. Quotes and backslashes are removed before the test. */
const WORTH =
  /(?:^|[\s;|&(`$=])(?:curl|wget|fetch|aria2c|bash|sh|zsh|dash|eval|source|base64|nc|ncat|netcat|socat|telnet|python[\d.]*|perl|ruby|php|node|osascript|crontab|launchctl|systemctl|schtasks|chmod|xattr|spctl|csrutil|dd|mkfs[\w.]*|scp|rsync|sftp|ftp|ssh|openssl|xxd|printenv|env|security|tee|dig|nslookup|host|tar|zip|cp|mv|cat|rm|shred|find|history|setenforce|ufw|iptables|xmrig|minerd|iex|iwr|powershell|pwsh|certutil|bitsadmin|mshta|claude|codex|gpg|docker|git|npx|bunx|uvx|dlx|nohup|source|unzip|7zz?a?|unrar|bsdtar|msiexec|rundll32|irm|invoke-\w+)(?=$|[\s;|&)`<>'"])|^[ \t]*(?:\$[ \t])?\.\/\w|\/dev\/tcp|>>|\$\{?\w+\}?\$|(?:^|[;|&(])[ \t]*[\w-]{0,20}\$\{?\w|\{\w+,|\$\(|\$'/im;

/** The parts of a text that are shell code: all of it for a script; fences, code spans and command lines for prose. */
export function shellUnits(text: string): readonly ShellUnit[] {
  if (isShellScript(text)) return [{ text, offset: 0 }];
  const units: ShellUnit[] = [];
  const lines = text.split("\n");
  let offset = 0;
  let fence: { readonly mark: string; readonly from: number } | undefined;
  let joined: { text: string; offset: number } | undefined;
  const flush = () => {
    if (joined !== undefined) add(units, joined.text, joined.offset);
    joined = undefined;
  };
  for (const line of lines) {
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence.mark) && line.trim().replace(/^[> \t]+/, "") === mark) {
        add(units, text.slice(fence.from, offset), fence.from);
        fence = undefined;
      }
    } else if (mark !== undefined) {
      flush();
      fence = { mark, from: offset + line.length + 1 };
    } else if (joined !== undefined) {
      joined.text += `\n${line}`;
      if (!line.trimEnd().endsWith("\\")) flush();
    } else {
      spans(line, offset, units);
      pipes(line, offset, units);
      const command = commandLine(line);
      if (command !== undefined) {
        joined = { text: command.text, offset: offset + command.at };
        if (!line.trimEnd().endsWith("\\")) flush();
      }
    }
    offset += line.length + 1;
  }
  flush();
  if (fence !== undefined) add(units, text.slice(fence.from), fence.from);
  return [...units, ...embeddedCommands(text)];
}

/** True for a text that is one shell script: it has an interpreter line, or reads like commands from the start. */
function isShellScript(text: string): boolean {
  if (/^#!/.test(text)) return /^#![^\n]{0,80}\b(?:ba|z|da|k|a)?sh\b/.test(text);
  const head = text.slice(0, 4_000);
  if (/^---\r?\n|^\s{0,3}#{1,6} |^[ \t]*```/m.test(head) && !/^(?:export |set -|if \[|fi$|done$)/m.test(head))
    return false;
  return /^(?:set -[euxo]|if \[\[? |fi$|done$|function \w+\s*\(\)|\w+\(\) ?\{|esac$)/m.test(head);
}

function add(units: ShellUnit[], text: string, offset: number): void {
  if (WORTH.test(text.replace(/\$\{?IFS\}?/g, " ").replace(/['"\\]|\$[@*\d]|\$\{[@*\d]\}/g, "")))
    units.push({ text, offset });
}

/** Inline code: `` `curl … | bash` ``. */
function spans(line: string, offset: number, units: ShellUnit[]): void {
  if (!line.includes("`")) return;
  for (const match of line.matchAll(/(`{1,2})([^`]{6,5000})\1/g))
    if (match[2]?.includes(" ")) add(units, match[2], offset + match.index + (match[1]?.length ?? 1));
}

/** A pipe into a shell, or an archive that is opened with a password, in the middle of a line: in a value of YAML or JSON, or in a sentence. */
function pipes(line: string, offset: number, units: ShellUnit[]): void {
  if (line.includes(" -p") || line.includes(" -P"))
    for (const match of line.matchAll(/(?<![\w./`-])(?:unzip|7zz?a?|unrar) [^`\n()]{4,300}/g))
      add(units, match[0], offset + match.index);
  if (!line.includes("|")) return;
  for (const match of line.matchAll(
    /(?<![\w./-])(?:curl|wget|echo|printf|base64)\s[^`\n]{4,4000}?\|\s{0,5}(?:sudo\s{1,5})?(?:ba|z|da|k)?sh(?![\w./=-])/g,
  ))
    add(units, match[0], offset + match.index);
}

/** A line of prose that is a command: after a prompt, indented, or starting with a program that matters. */
function commandLine(line: string): { readonly text: string; readonly at: number } | undefined {
  const match =
    /^[\s>*+-]*(?:\d{1,3}[.)]\s+)?(?:[$#%]\s+)?(?=(?:sudo\s+|[A-Z_]+=\S*\s+|nohup\s+|\(|exec\s+)*(?:\/(?:usr\/(?:local\/)?)?s?bin\/)?(?:c['"\\]*u['"\\]*r['"\\]*l|wget|bash|sh|zsh|eval|echo|printf|base64|nc|ncat|socat|python3?|perl|ruby|php|node|osascript|crontab|launchctl|powershell|pwsh|iex|iwr|cat|tar|chmod|rm|dd|scp|rsync|openssl|export|source|env|printenv|unzip|7zz?a?|unrar|bsdtar|npx|bunx|uvx|cmd|certutil|mshta|msiexec|bitsadmin|irm|\.|\.\/[\w./-]{1,80}|\w+=["'$])(?:\s|$))/i.exec(
      line,
    );
  if (match === null) return undefined;
  return { text: line.slice(match[0].length), at: match[0].length };
}
