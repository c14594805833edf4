import { type Address, readAddress } from "../hosts/host-kind.ts";
import type { Layer } from "../layers/layer.ts";
import { lastingPlace } from "../places/agent-place.ts";
import { secretPlace } from "../places/secret-place.ts";
import { commandOutput } from "../shell/command-output.ts";
import { runShell, type ShellCommand } from "../shell/run-shell.ts";
import { shellUnits } from "../shell/shell-units.ts";
import { originsOf, type ShellValue } from "../shell/shell-value.ts";
import { commandRisks } from "./command-risks.ts";
import type { Signal, SignalKind } from "./signal.ts";

/** What was found in the shell code of a layer, and what could not be read. */
export interface ShellReading {
  readonly signals: readonly Signal[];
  /** Scripts that were given to an interpreter as text, in other languages or decoded. */
  readonly scripts: readonly InnerScript[];
  /** Lines of scripts that were not parsed. */
  readonly unparsed: readonly number[];
}

/** A program inside a program. */
export interface InnerScript {
  readonly text: string;
  /** True if the text was decoded on the way. */
  readonly isDecoded: boolean;
  readonly line: number;
}

/** Reads all shell code of a layer. Variables are kept from one block to the next, as in a terminal. */
export function readShellSignals(layer: Layer): ShellReading {
  const signals: Signal[] = [];
  const scripts: InnerScript[] = [];
  const unparsed: number[] = [];
  const variables = new Map<string, ShellValue>();
  const files = new Map<string, ShellValue>();
  const units = layer.isScript ? [{ text: layer.text, offset: 0 }] : shellUnits(layer.text);
  for (const { text, offset } of units) {
    const visit = (command: ShellCommand): ShellValue => {
      const line = layer.lineAt(offset + command.offset);
      const found = readCommand(command, files);
      const evidence = command.text;
      for (const hit of found.hits)
        signals.push({
          path: layer.path,
          line,
          evidence,
          isCode: true,
          ...hit,
          ...(layer.hiddenBy === undefined ? {} : { hiddenBy: layer.hiddenBy }),
        });
      for (const script of found.scripts) scripts.push({ ...script, line });
      return found.output;
    };
    if (!runShell(text, variables, visit)) unparsed.push(layer.lineAt(offset));
  }
  return { signals, scripts, unparsed };
}

interface Hit {
  readonly kind: SignalKind;
  readonly address?: Address;
  readonly detail?: string;
}

interface CommandReading {
  readonly hits: readonly Hit[];
  readonly scripts: readonly Omit<InnerScript, "line">[];
  readonly output: ShellValue;
}

function readCommand(command: ShellCommand, files: Map<string, ShellValue>): CommandReading {
  const hits: Hit[] = [];
  const scripts: Omit<InnerScript, "line">[] = [];
  const { name, args, input, writes } = command;
  const lookUp = (path: string) => files.get(baseName(path));
  let output = commandOutput(command, lookUp);
  let saved: readonly string[] = [];

  if (DOWNLOADERS.has(name)) {
    const transfer = readTransfer(command, lookUp);
    const { address } = transfer;
    if (transfer.sent !== undefined) {
      const { secret, isWeakSecret, isHeader } = transfer.sent;
      if (secret !== undefined)
        hits.push({
          kind: "sends-secret",
          detail: detailOf(secret, isWeakSecret, isHeader),
          ...(address && { address }),
        });
      else if (transfer.isUpload) hits.push({ kind: "sends", ...(address && { address }) });
    }
    if (!transfer.isUpload) hits.push({ kind: "downloads", ...(address && { address }) });
    const download = address ?? UNKNOWN;
    output = { text: "", download };
    saved = transfer.targets;
  } else if (SENDERS.has(name)) {
    // The key that opens a connection is not sent.
    const sent = args.filter((_, at) => !/^-[ieF]$/.test(args[at - 1]?.text ?? ""));
    const value = { ...originsOf([...sent.map((arg) => fileValue(arg, lookUp)), input]), text: "" };
    const address = remoteOf(name, args);
    if (value.secret !== undefined && address !== undefined)
      hits.push({ kind: "sends-secret", address, detail: detailOf(value.secret, value.isWeakSecret, false) });
    else if (
      address !== undefined &&
      value.secret === undefined &&
      /^(?:nc|ncat|netcat|telnet|socat)$/.test(name)
    )
      hits.push({ kind: "sends", address });
  }
  if (INTERPRETERS.has(name) || name.startsWith("./") || name.startsWith("/") || files.has(baseName(name)))
    readExecution(command, { hits, scripts, lookUp });
  if (output.secret !== undefined && name !== "ls") {
    const kind = output.secret === "all environment variables" ? "dumps-environment" : "reads-secret";
    if (!isPassing(command)) hits.push({ kind, detail: detailOf(output.secret, output.isWeakSecret, false) });
  }
  for (const risk of commandRisks(command)) hits.push(risk);
  if (command.isDisguised) hits.push({ kind: "obfuscated-code", detail: name });
  const written = [...new Set([...writes, ...saved, ...copiedTo(name, args)])];
  for (const target of written) {
    files.set(baseName(target), output);
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
  return { hits, scripts, output };
}

const UNKNOWN: Address = { url: "", host: "", path: "", kind: "placeholder" };
const DOWNLOADERS: ReadonlySet<string> = new Set([
  "curl",
  "wget",
  "aria2c",
  "fetch",
  "http",
  "https",
  "xh",
  "iwr",
  "invoke-webrequest",
  "irm",
  "invoke-restmethod",
]);
const SENDERS: ReadonlySet<string> = new Set([
  "nc",
  "ncat",
  "netcat",
  "scp",
  "rsync",
  "sftp",
  "ssh",
  "telnet",
  "socat",
  "mail",
  "mailx",
  "sendmail",
  "dig",
  "nslookup",
  "host",
  "ftp",
  "rclone",
]);
const INTERPRETERS: ReadonlySet<string> = new Set([
  "bash",
  "sh",
  "zsh",
  "dash",
  "ksh",
  "ash",
  "fish",
  "eval",
  "source",
  ".",
  "python",
  "python2",
  "python3",
  "perl",
  "ruby",
  "node",
  "deno",
  "bun",
  "php",
  "osascript",
  "powershell",
  "pwsh",
  "iex",
  "invoke-expression",
  "open",
  "installer",
  "hdiutil",
  "msiexec",
  "start",
  "cmd",
  "chmod",
]);

/** True for a command that hands a secret on that an earlier command has read; the earlier one is reported. */
function isPassing({ args, input, name }: ShellCommand): boolean {
  return (
    input?.secret !== undefined && !args.some(({ text }) => secretPlace(text) !== undefined) && name !== "env"
  );
}

function detailOf(secret: string, isWeak: boolean | undefined, isHeader: boolean): string {
  return `${secret}${isWeak ? " (weak)" : ""}${isHeader ? " (header)" : ""}`;
}

interface Transfer {
  readonly address: Address | undefined;
  readonly isUpload: boolean;
  readonly sent:
    | { readonly secret?: string; readonly isWeakSecret?: boolean; readonly isHeader: boolean }
    | undefined;
  readonly targets: readonly string[];
}

/** What `curl`, `wget` and the like fetch or send. */
function readTransfer(
  { name, args, input, writes }: ShellCommand,
  lookUp: (path: string) => ShellValue | undefined,
): Transfer {
  const bodies: (ShellValue | undefined)[] = [];
  const headers: ShellValue[] = [];
  const targets = [...writes];
  let address: Address | undefined;
  let isUpload = false;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? { text: "" };
    const [option = "", inline] = splitOption(arg.text);
    const next = inline === undefined ? args[at + 1] : { ...arg, text: inline };
    if (
      /^(?:-d|--data|--data-raw|--data-binary|--data-urlencode|--data-ascii|-F|--form|-T|--upload-file|--json|--post-file|--post-data|--body-file|--body-data|-Body|-InFile)$/i.test(
        option,
      ) &&
      option !== "-f" &&
      option !== "-t"
    ) {
      isUpload = true;
      if (next !== undefined) bodies.push(next, fileValue(next, lookUp));
      if (inline === undefined) at += 1;
    } else if (/^(?:-X|--request|-Method|--method)$/i.test(option) && option !== "-x") {
      if (/^(?:post|put|patch)$/i.test(next?.text ?? "")) isUpload = true;
      if (inline === undefined) at += 1;
    } else if (/^(?:-H|--header|-u|--user|-A|--user-agent|-b|--cookie|-Headers|-e|--referer)$/.test(option)) {
      if (next !== undefined) headers.push(next);
      if (inline === undefined) at += 1;
    } else if (
      /^(?:-o|--output|-O|--output-document|-OutFile)$/.test(option) &&
      !(name === "curl" && option === "-O")
    ) {
      if (next !== undefined && next.text !== "-") targets.push(next.text);
      if (inline === undefined) at += 1;
    } else if (!option.startsWith("-") && address === undefined) {
      address = readAddress(
        /^[a-z][a-z0-9+.-]{1,9}:\/\//i.test(arg.text)
          ? arg.text
          : arg.text.includes(".")
            ? `//${arg.text}`
            : "",
      );
      if (address !== undefined) bodies.push({ ...originsOf([arg]), text: "" });
      if (address !== undefined && targets.length === 0 && name !== "curl")
        targets.push(baseName(address.path));
    } else if (/^-[a-zA-Z]*O/.test(option) && name === "curl" && !option.startsWith("--"))
      targets.push("\0remote-name");
  }
  if (input !== undefined && isUpload) bodies.push(input);
  const last = targets.indexOf("\0remote-name");
  if (last !== -1) targets.splice(last, 1, baseName(address?.path ?? ""));
  const body = originsOf(bodies);
  const header = originsOf(headers);
  const sent =
    body.secret !== undefined
      ? { ...body, isHeader: false }
      : header.secret !== undefined
        ? { ...header, isHeader: true }
        : isUpload
          ? { isHeader: false }
          : undefined;
  return { address, isUpload, sent, targets: targets.filter((target) => target !== "") };
}

/** `--data=x` → `--data`, `x`. `-dx` is split, too. */
function splitOption(text: string): readonly [string, string?] {
  const long = /^(--[a-z-]{2,30})=([\s\S]*)$/i.exec(text);
  if (long) return [long[1] ?? "", long[2] ?? ""];
  const short = /^(-[dFTXHuo])([^-\s][\s\S]*)$/.exec(text);
  if (short && !/^-[a-z]{2,5}$/i.test(text)) return [short[1] ?? "", short[2] ?? ""];
  return [text];
}

/** What an argument refers to: `@~/.ssh/id_rsa`, `file=@x`, or a path. */
function fileValue(
  arg: ShellValue,
  lookUp: (path: string) => ShellValue | undefined,
): ShellValue | undefined {
  const path = arg.text
    .replace(/^[\w-]{0,60}[=<]/, "")
    .replace(/^[@<]/, "")
    .replace(/;.*$/, "");
  const place = secretPlace(path);
  const known = lookUp(path);
  const own =
    place === undefined ? undefined : { text: "", secret: place.what, isWeakSecret: place.isWeak === true };
  return { ...originsOf([arg, own, known]), text: "" };
}

function remoteOf(name: string, args: readonly ShellValue[]): Address | undefined {
  const texts = args.map(({ text }) => text).filter((text) => !text.startsWith("-"));
  if (/^(?:scp|rsync|sftp|ssh)$/.test(name)) {
    const remote = texts.find(
      (text) => /^(?:[\w.$-]+@)?[\w.$-]+:(?!\\)/.test(text) || (name === "ssh" && text.includes("@")),
    );
    return remote === undefined
      ? undefined
      : readAddress(`//${remote.replace(/^.*@/, "").replace(/:.*$/, "")}`);
  }
  if (/^(?:dig|nslookup|host)$/.test(name)) {
    const target = args.find(({ secret }) => secret !== undefined)?.text;
    return target === undefined ? undefined : readAddress(`//${target.replace(/^[^.]*\./, "") || "unknown"}`);
  }
  const host = texts
    .map((text) => text.replace(/^tcp[46]?(?:-connect)?:/i, ""))
    .find((text) => /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(text));
  return host === undefined ? undefined : readAddress(`//${host}`);
}

function readExecution(
  { name, args, input, text }: ShellCommand,
  {
    hits,
    scripts,
    lookUp,
  }: { hits: Hit[]; scripts: Omit<InnerScript, "line">[]; lookUp: (path: string) => ShellValue | undefined },
): void {
  // `Bash(…)` is how an agent's tool is written, not a command.
  if (name === "chmod" || /^[A-Z]\w{1,20}\(/.test(text)) return;
  const own = lookUp(name);
  const given = [own, ...args.flatMap((arg) => [arg, lookUp(arg.text)])];
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
  for (const value of values) {
    const script = appleScript(name, value?.text ?? "");
    if (script.length > 3 && (value === input || value?.isDecoded || isInlineScript(name, args, script)))
      scripts.push({ text: script, isDecoded: value?.isDecoded === true });
  }
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

function isInlineScript(name: string, args: readonly ShellValue[], script: string): boolean {
  if (name === "eval" || name === "iex") return true;
  const at = args.findIndex(({ text }) =>
    /^-(?:c|e|lc|ic|r|-eval|command|-command|enc|encodedcommand)$/i.test(text),
  );
  return at !== -1 && appleScript(name, args[at + 1]?.text ?? "") === script;
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

function baseName(path: string): string {
  const clean = path.slice(0, 1_000).replace(/[?#].{0,1000}$/, "");
  const parts = clean.split("/").filter((part) => part !== "");
  return parts.at(-1) ?? "";
}
