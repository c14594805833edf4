import { type Address, isInvented, readAddress } from "../hosts/host-kind.ts";
import { secretPlace } from "../places/secret-place.ts";
import { baseName } from "../shell/base-name.ts";
import type { ShellCommand } from "../shell/run-shell.ts";
import { originsOf, type ShellValue } from "../shell/shell-value.ts";

/** What a command fetches or sends. */
export interface Transfer {
  readonly address: Address | undefined;
  readonly isUpload: boolean;
  readonly sent:
    | { readonly secret?: string; readonly isWeakSecret?: boolean; readonly isHeader: boolean }
    | undefined;
  readonly targets: readonly string[];
}

/** What `curl`, `wget` and the like fetch or send. */
export function readTransfer(
  { name, args, input, writes }: ShellCommand,
  lookUp: (path: string) => ShellValue | undefined,
  given: readonly Address[] = [],
): Transfer {
  const bodies: (ShellValue | undefined)[] = [];
  const headers: ShellValue[] = [];
  const targets = [...writes];
  const addresses: Address[] = [];
  const routes: Address[] = [...given];
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
      if (next !== undefined)
        bodies.push(next, namesFile(option, next.text) ? fileValue(next, lookUp) : undefined);
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
    } else if (ROUTES.test(option)) {
      const route = routeOf(option, next?.text ?? "");
      if (route !== undefined) routes.push(route);
      if (inline === undefined) at += 1;
    } else if (!option.startsWith("-")) {
      const address = readAddress(
        /^[a-z][a-z0-9+.-]{1,9}:\/\//i.test(arg.text)
          ? arg.text
          : arg.text.includes(".") || /^\$\{?\w/.test(arg.text)
            ? `//${arg.text}`
            : "",
      );
      if (address === undefined) continue;
      addresses.push(address);
      bodies.push({ ...originsOf([arg]), text: "" });
      if (targets.length === 0 && name !== "curl") targets.push(baseName(address.path));
    } else if (/^-[a-zA-Z]*O/.test(option) && name === "curl" && !option.startsWith("--"))
      targets.push("\0remote-name");
  }
  if (input !== undefined && isUpload) bodies.push(input);
  const last = targets.indexOf("\0remote-name");
  if (last !== -1) targets.splice(last, 1, baseName(addresses[0]?.path ?? ""));
  const body = originsOf(bodies);
  // Whoever the request goes through, or one of several that get it, reads what is sent.
  const address = worst([...addresses, ...routes]);
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

/** True if an option sends what is in a file: `-T x`, `-d @x`, `-F a=@x`. Anything else is the text itself. */
function namesFile(option: string, text: string): boolean {
  return (
    /^(?:-T|--upload-file|--post-file|--body-file|-InFile)$/i.test(option) || /^[^@<\s]{0,60}[@<]/.test(text)
  );
}

/** Options that lead a request elsewhere than its address says. */
const ROUTES =
  /^(?:-x|--proxy|--preproxy|--socks4a?|--socks5|--socks5-hostname|--proxy1\.0|--connect-to|--resolve|--doh-url|-Proxy)$/;

function routeOf(option: string, text: string): Address | undefined {
  if (option === "--connect-to") return routeTo(text.replace(/^[^:]*:[^:]*:/, ""));
  if (option === "--resolve")
    return routeTo(text.replace(/^[^:]*:[^:]*:/, "").replace(/,[\s\S]{0,2000}/, ""));
  return routeTo(text);
}

/** The host of a proxy, with or without a scheme; undefined for one on this machine or one that is only an example. */
export function routeTo(text: string): Address | undefined {
  const address = text === "" ? undefined : readAddress(text.includes("://") ? text : `//${text}`);
  return address === undefined || address.kind === "local" || isInvented(address.kind) ? undefined : address;
}

/** The address that the least is known about. */
function worst(addresses: readonly Address[]): Address | undefined {
  const rank = ({ kind }: Address) =>
    isInvented(kind) || kind === "local"
      ? 0
      : kind === "known" || kind === "installer"
        ? 1
        : kind === "code"
          ? 2
          : 3;
  return addresses.reduce<Address | undefined>(
    (found, next) => (found === undefined || rank(next) > rank(found) ? next : found),
    undefined,
  );
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
export function fileValue(
  arg: ShellValue,
  lookUp: (path: string) => ShellValue | undefined,
): ShellValue | undefined {
  const path = arg.text
    .replace(/^[\w-]{0,60}[=<]/, "")
    .replace(/^[@<]/, "")
    .replace(/;[\s\S]{0,20000}/, "");
  const place = secretPlace(path);
  const known = lookUp(path);
  const own =
    place === undefined ? undefined : { text: "", secret: place.what, isWeakSecret: place.isWeak === true };
  return { ...originsOf([arg, own, known]), text: "" };
}

/** A service on which everybody has an account: nobody knows whose this is. */
function anyAccount(host: string): Address {
  return { url: "", host, path: "", kind: "template" };
}

/** The machine that a redirection to a device connects to. */
export function deviceOf(writes: readonly string[]): Address | undefined {
  for (const path of writes) {
    const host = /^\/dev\/(?:tcp|udp)\/([^/]{1,253})\//.exec(path)?.[1];
    if (host !== undefined) return readAddress(`//${host}`);
  }
  return undefined;
}

/** What a repository gets, and where it goes: `git add`, `git remote add`, `git push`. */
export function readPush(
  args: readonly ShellValue[],
  files: Map<string, ShellValue>,
): { readonly value: ShellValue; readonly address: Address } | undefined {
  const texts = args.map(({ text }) => text);
  const url = texts.find((text) => /^(?:https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/.test(text));
  const address =
    url === undefined
      ? undefined
      : readAddress(url.includes("://") ? url : `//${url.replace(/:[\s\S]{0,20000}/, "")}`);
  if (texts.includes("add") && !texts.includes("remote")) {
    const isAll = texts.some((text) => /^(?:-A|--all|\.|\*)$/.test(text));
    const added = isAll
      ? [...files.values()]
      : args.map((arg) => fileValue(arg, (path) => files.get(baseName(path))));
    const { secret, isWeakSecret } = originsOf(added);
    if (secret !== undefined) files.set(ADDED, { text: "", secret, isWeakSecret: isWeakSecret === true });
  }
  if (texts.includes("remote") && address !== undefined) files.set(REMOTE, { text: "", download: address });
  const value = files.get(ADDED);
  if (!texts.includes("push") || value?.secret === undefined) return undefined;
  return { value, address: address ?? files.get(REMOTE)?.download ?? anyAccount("a remote repository") };
}

const ADDED = "\0added";
const REMOTE = "\0remote";

/** The machine that a program for transfers or remote shells talks to. */
export function remoteOf(name: string, args: readonly ShellValue[]): Address | undefined {
  const texts = args.map(({ text }) => text).filter((text) => !text.startsWith("-"));
  if (name === "aws" || name === "gsutil" || name === "s3cmd") {
    const bucket = texts.findLast((text) => /^(?:s3|gs):\/\//.test(text));
    return bucket === undefined ? undefined : { ...anyAccount(name), host: bucket };
  }
  if (name === "gh")
    return texts[0] === "gist" && texts[1] === "create" ? anyAccount("gist.github.com") : undefined;
  if (name === "openssl") {
    const at = args.findIndex(({ text }) => text === "-connect");
    return at === -1 ? undefined : readAddress(`//${args[at + 1]?.text ?? ""}`);
  }
  if (name === "ssh") {
    // The first word that is neither an option nor the value of one.
    const at = args.findIndex(
      ({ text }, index) =>
        !text.startsWith("-") && !/^-[a-zA-Z]*[bcDEeFIiJLlmOopQRSWw]$/.test(args[index - 1]?.text ?? ""),
    );
    const text = args[at]?.text ?? "";
    return text === "" ? undefined : readAddress(`//${text.slice(text.lastIndexOf("@") + 1)}`);
  }
  if (/^(?:scp|rsync|sftp)$/.test(name)) {
    const remote = texts.find((text) => /^(?:[\w.$-]+@)?[\w.$-]+:(?!\\)/.test(text));
    return remote === undefined
      ? undefined
      : readAddress(`//${remote.slice(remote.lastIndexOf("@") + 1).replace(/:[\s\S]{0,20000}/, "")}`);
  }
  if (/^(?:dig|nslookup|host|ping|getent)$/.test(name)) {
    const target = args.find(({ secret }) => secret !== undefined)?.text;
    return target === undefined ? undefined : readAddress(`//${target.replace(/^[^.]*\./, "") || "unknown"}`);
  }
  const host = texts
    .map((text) => text.replace(/^tcp[46]?(?:-connect)?:/i, ""))
    .find((text) => /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(text));
  return host === undefined ? undefined : readAddress(`//${host}`);
}
