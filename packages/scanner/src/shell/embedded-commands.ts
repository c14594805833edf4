import type { ShellUnit } from "./shell-units.ts";

/** The most commands that are read from one line. */
const MAX_PER_LINE = 8;
/** Longer lines are read in pieces, each of which repeats the end of the one before it. */
const MAX_LINE = 4_000;
const OVERLAP = 1_000;

const NETWORK =
  /\b(?:curl|wget|nc|ncat|netcat|socat|telnet|scp|rsync|sftp|ssh|ftp|dig|nslookup|ping|openssl|git|aws|gsutil|rclone|http|iwr|irm|invoke-\w+)\b|\/dev\/(?:tcp|udp)\//i;
const SECRET =
  /\.ssh\b|id_(?:rsa|ed25519|ecdsa|dsa)|\.aws\b|\.gnupg|\.netrc|\.kube\b|\.docker\b|\.git-credentials|keychain|gcloud|wallet|\.kdbx|login data|key4\.db|_history|\/etc\/shadow/i;
const START =
  /(?<![\w./~$%-])(?:sudo[ \t]{1,5})?(?:cat|type|head|tail|tac|less|strings|base64|xxd|od|gzip|tar|zip|cp|mv|dd|openssl|curl|wget|nc|ncat|netcat|socat|telnet|scp|rsync|sftp|ssh|ftp|dig|nslookup|ping|git|aws|gsutil|rclone|iwr|irm|invoke-webrequest|invoke-restmethod|get-content|gc|bash|sh|eval|[A-Za-z_]\w{0,20}=\$\()(?=[\s$"'(~]|\.exe\s)/gi;

/**
 * Commands inside other texts: values of JSON and YAML, recipes, strings of any language, lines of a notebook. Only texts that name
 * both a secret and a program for the network are read that closely.
 */
export function embeddedCommands(text: string): readonly ShellUnit[] {
  const plain = text.replace(/['"\\]|\$[@*]/g, "");
  if (!SECRET.test(plain) || !NETWORK.test(plain)) return [];
  const units: ShellUnit[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    for (const from of starts(line)) readLine(line.slice(from, from + MAX_LINE), offset + from, units);
    offset += line.length + 1;
  }
  return units;
}

/** Where the pieces of a line start. */
function starts(line: string): readonly number[] {
  if (line.length <= MAX_LINE) return [0];
  return Array.from(
    { length: Math.ceil((line.length - OVERLAP) / (MAX_LINE - OVERLAP)) },
    (_, at) => at * (MAX_LINE - OVERLAP),
  );
}

function readLine(line: string, offset: number, units: ShellUnit[]): void {
  const bare = line.replace(/['"\\]/g, "");
  if (!SECRET.test(bare) && !NETWORK.test(bare)) return;
  let quotes: readonly Quote[] | undefined;
  let count = 0;
  for (const match of line.matchAll(START)) {
    count += 1;
    if (count > MAX_PER_LINE) return;
    const at = match.index;
    quotes ??= quotesOf(line);
    const quote = quotes.find(({ from, to }) => from <= at && at < to);
    const rest = line.slice(at);
    const inner = quote === undefined ? rest : unescaped(line.slice(at, quote.to));
    // `"curl", "-d", "x"`: a list of words.
    const isWord = quote !== undefined && !/\s/.test(inner) && quotes.length > 1;
    const words = isWord
      ? quotes.filter(({ from }) => from >= at).map(({ from, to }) => line.slice(from, to))
      : [];
    for (const found of new Set([inner, rest, words.map(unescaped).join(" ")]))
      if (found.length > 5) units.push({ text: withSlashes(found), offset: offset + at });
  }
}

interface Quote {
  readonly from: number;
  readonly to: number;
}

/** The strings of a line, without their quotes. */
function quotesOf(line: string): readonly Quote[] {
  const found: Quote[] = [];
  let open: { readonly mark: string; readonly from: number } | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? "";
    if (char === "\\") at += 1;
    else if (open === undefined && (char === '"' || char === "'" || char === "`"))
      open = { mark: char, from: at + 1 };
    else if (char === open?.mark) {
      found.push({ from: open.from, to: at });
      open = undefined;
    }
  }
  return found;
}

/** `\"` → `"`, as in strings of most languages. */
function unescaped(text: string): string {
  return text.replace(/\\(["'\\/`n])/g, (_, char: string) => (char === "n" ? "\n" : char));
}

/** Paths of Windows: a shell would read their backslashes as escapes. */
function withSlashes(text: string): string {
  return /%\w+%\\|\$env:\w+\\|\$home\\|\b[a-z]:\\/i.test(text) ? text.replace(/\\(?=[\w.])/g, "/") : text;
}
