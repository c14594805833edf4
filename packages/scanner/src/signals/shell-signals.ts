import type { Address } from "../hosts/host-kind.ts";
import type { Layer } from "../layers/layer.ts";
import { secretPlace } from "../places/secret-place.ts";
import { baseName } from "../shell/base-name.ts";
import { commandOutput } from "../shell/command-output.ts";
import { runShell, type ShellCommand } from "../shell/run-shell.ts";
import { shellUnits } from "../shell/shell-units.ts";
import { originsOf, type ShellValue } from "../shell/shell-value.ts";
import { commandRisks } from "./command-risks.ts";
import { fetchedAddress } from "./fetched-address.ts";
import { readExecution, type ShellHit, type ShellScript, UNPACKED } from "./shell-execution.ts";
import { deviceOf, fileValue, readPush, readTransfer, remoteOf, routeTo } from "./shell-transfer.ts";
import { readWrites, writtenFiles } from "./shell-writes.ts";
import { ENCODED_ADDRESS, type Signal } from "./signal.ts";
import { readUnpacking } from "./unpacking.ts";

/** What was found in the shell code of a layer, and what could not be read. */
export interface ShellReading {
  readonly signals: readonly Signal[];
  /** Scripts that were given to an interpreter as text, in other languages or decoded. */
  readonly scripts: readonly InnerScript[];
  /** Lines of scripts that were not parsed. */
  readonly unparsed: readonly number[];
}

/** A program inside a program. */
export interface InnerScript extends ShellScript {
  readonly line: number;
}

/**
 * Reads all shell code of a layer. Variables are kept from one block to the next, as in a terminal. Copies of secrets are kept for the
 * other files of a skill.
 */
export function readShellSignals(layer: Layer, copies: Map<string, ShellValue> = new Map()): ShellReading {
  const signals: Signal[] = [];
  const scripts: InnerScript[] = [];
  const unparsed: number[] = [];
  // `curl … | $SHELL` runs in a shell, whichever it is.
  const variables = new Map<string, ShellValue>([
    ["SHELL", { text: "sh" }],
    ["BASH", { text: "bash" }],
  ]);
  const files = new Map<string, ShellValue>(copies);
  const units = layer.isScript ? [{ text: layer.text, offset: 0 }] : shellUnits(layer.text);
  for (const { text, offset } of units) {
    const visit = (command: ShellCommand): ShellValue => {
      const line = layer.lineAt(offset + command.offset);
      const found = readCommand(command, files, proxiesOf(variables));
      const evidence = command.text;
      for (const hit of found.hits)
        signals.push({
          path: layer.path,
          line,
          evidence,
          isCode: true,
          ...(text.length === layer.text.length ? { inScript: true } : {}),
          ...hit,
          ...(layer.hiddenBy === undefined ? {} : { hiddenBy: layer.hiddenBy }),
        });
      for (const script of found.scripts) scripts.push({ ...script, line });
      return found.output;
    };
    if (!runShell(text, variables, visit)) unparsed.push(layer.lineAt(offset));
  }
  for (const [name, value] of files)
    if (value.secret !== undefined && value.isWeakSecret !== true && /^[^\0.]/.test(name))
      copies.set(name, value);
  return { signals, scripts, unparsed };
}

interface CommandReading {
  readonly hits: readonly ShellHit[];
  readonly scripts: readonly ShellScript[];
  readonly output: ShellValue;
}

function readCommand(
  command: ShellCommand,
  files: Map<string, ShellValue>,
  proxies: readonly Address[],
): CommandReading {
  const hits: ShellHit[] = [];
  const scripts: ShellScript[] = [];
  const { name, args, input, writes } = command;
  const lookUp = (path: string) => files.get(baseName(path));
  let output = commandOutput(command, lookUp);
  let saved: readonly string[] = [];

  if (DOWNLOADERS.has(name)) {
    const transfer = readTransfer(command, lookUp, proxies);
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
    if (!transfer.isUpload)
      hits.push({
        kind: "downloads",
        ...(address && { address }),
        ...(hasEncodedAddress(args) ? { detail: ENCODED_ADDRESS } : {}),
      });
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
  const device = deviceOf(writes);
  if (device !== undefined && output.secret !== undefined)
    hits.push({
      kind: "sends-secret",
      address: device,
      detail: detailOf(output.secret, output.isWeakSecret, false),
    });
  const push = name === "git" ? readPush(args, files) : undefined;
  if (push?.value.secret !== undefined)
    hits.push({
      kind: "sends-secret",
      address: push.address,
      detail: detailOf(push.value.secret, push.value.isWeakSecret, false),
    });
  const fetched = fetchedAddress(command);
  if (fetched !== undefined) hits.push({ kind: "runs-download", address: fetched });
  const unpacked = readUnpacking(command, lookUp);
  if (unpacked.download !== undefined) files.set(UNPACKED, { text: "", download: unpacked.download });
  hits.push(...unpacked.hits);
  if (INTERPRETERS.has(name) || name.startsWith("./") || name.startsWith("/") || files.has(baseName(name)))
    readExecution(command, { hits, scripts, lookUp });
  if (output.secret !== undefined && name !== "ls") {
    const kind = output.secret === "all environment variables" ? "dumps-environment" : "reads-secret";
    if (!isPassing(command)) hits.push({ kind, detail: detailOf(output.secret, output.isWeakSecret, false) });
  }
  for (const risk of commandRisks(command)) hits.push(risk);
  if (command.isDisguised) hits.push({ kind: "obfuscated-code", detail: name });
  for (const target of writtenFiles(command, saved)) files.set(baseName(target), output);
  hits.push(...readWrites(command, saved, output));
  return { hits, scripts, output };
}

/** True if the address of a request was decoded: `curl $(echo aHR0… | base64 -d)`. */
function hasEncodedAddress(args: readonly ShellValue[]): boolean {
  return args.some(({ isDecoded, text }) => isDecoded === true && text.includes("."));
}

/** Machines that requests go through because of variables: `https_proxy=… curl …`. */
function proxiesOf(variables: ReadonlyMap<string, ShellValue>): readonly Address[] {
  return PROXIES.flatMap((name) => routeTo(variables.get(name)?.text ?? "") ?? []);
}

const PROXIES = ["https_proxy", "http_proxy", "all_proxy", "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"] as const;

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
  "ping",
  "getent",
  "openssl",
  "aws",
  "gsutil",
  "s3cmd",
  "gh",
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
