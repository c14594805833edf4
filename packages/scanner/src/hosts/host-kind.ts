import {
  EXFIL,
  FREE_PAGES,
  type HostTable,
  INSTALLERS,
  KNOWN,
  MESSENGERS,
  PASTE,
  SHARED_FILES,
  SHORTENERS,
} from "./host-tables.ts";

/**
 * What is known about the host of an address. `placeholder`: a reserved name that leads nowhere. `sample`: a name that texts use as
 * an example, but that somebody may own. `template`: a variable or a gap to fill in. `installer`: a well-known project serves
 * its installer there. `known`: a large vendor or project. `paste`, `files`, `free`: anybody can publish there within a minute.
 * `collector`: made to receive data. `messenger`: a channel of a chat service. `address`: a public IP address.
 */
export type HostKind =
  | "placeholder"
  | "sample"
  | "template"
  | "local"
  | "installer"
  | "known"
  | "paste"
  | "files"
  | "shortener"
  | "free"
  | "collector"
  | "messenger"
  | "address"
  | "code"
  | "other";

/** A web address in a text. */
export interface Address {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly kind: HostKind;
}

/** Reads an address; undefined if the text has no host. */
export function readAddress(text: string): Address | undefined {
  const match =
    /^(?:[a-z][a-z0-9+.-]{0,20}:)?\/\/(?:[^\s/@?#]{0,200}@)?(\[[0-9a-fA-F:.]{2,60}\]|[^\s/:?#"'`)\]>,;]{1,253})(?::\d{1,5})?([^\s"'`<>]{0,2000})/i.exec(
      text,
    );
  if (match === null) return undefined;
  const host = (match[1] ?? "").toLowerCase().replace(/\.$/, "");
  if (/^\.*$/.test(host)) return undefined;
  const path = match[2] ?? "";
  return { url: match[0], host, path, kind: hostKind(host, path) };
}

/** The kind of a host, with the path for hosts on which everybody has a corner. */
export function hostKind(host: string, path: string): HostKind {
  if (host === "") return "placeholder";
  if (/[[$<>{}%*\]\0]/.test(host)) {
    return host.startsWith("[") && host !== "[::1]" && /^\[[0-9a-f:]+\]$/.test(host) ? "address" : "template";
  }
  if (isNumericAddress(host)) return numericKind(host);
  if (/^(?:localhost|.*\.(?:local|localhost|internal|lan)|host\.docker\.internal)$/.test(host))
    return "local";
  if (!host.includes(".")) return /^0x|^\d{8,10}$/.test(host) ? "address" : "local";
  if (/(?:^|\.)example\.(?:com|org|net|edu)$|\.(?:example|test|invalid)$/.test(host)) return "placeholder";
  if (SAMPLE.test(host)) return "sample";
  if (covers(EXFIL, host, path)) return "collector";
  if (covers(MESSENGERS, host, path)) return "messenger";
  if (covers(PASTE, host, path)) return "paste";
  if (covers(SHORTENERS, host, path)) return "shortener";
  if (covers(SHARED_FILES, host, path)) return "files";
  if (covers(INSTALLERS, host, path)) return "installer";
  // Before the vendors: on some of their hosts everybody has a corner.
  if (covers(FREE_PAGES, host, path)) return "free";
  if (covers(KNOWN, host, path)) return "known";
  if (
    /^(?:raw\.)?(?:github|gitlab|bitbucket|codeberg)(?:usercontent)?\.(?:com|org)$|^objects\.githubusercontent\.com$|^raw\.githubusercontent\.com$/.test(
      host,
    )
  )
    return "code";
  return "other";
}

/** Names that texts invent. Nobody reserved them, so that a secret must not go there either. */
const SAMPLE =
  /(?:^|[.-])your|(?:^|\.)example\.|^(?:evil|attacker|malicious)[.-]|\.tld$|(?:^|\.)(?:domain|host|site|acme|company|mycompany)\.(?:com|org|io|net)$/;

/** True for a host that leads nowhere as far as anybody can tell: reserved, invented, or not filled in. */
export function isInvented(kind: HostKind): boolean {
  return kind === "placeholder" || kind === "sample" || kind === "template";
}

/** True for a host that nobody can hold responsible, and that no ordinary installer uses. */
export function isThrowaway(kind: HostKind): boolean {
  return (
    kind === "paste" || kind === "files" || kind === "shortener" || kind === "collector" || kind === "address"
  );
}

/** True for a domain under an ending that costs next to nothing, and that campaigns change every day. */
export function isCheapDomain(host: string): boolean {
  return /\.(?:icu|top|click|cfd|sbs|cyou|rest|lol|quest|bond|buzz|monster|autos|boats|beauty|hair|skin|makeup|mom|pics|lat|cam|zip|mov|gdn|work|loan|tk|ml|ga|cf|gq|pw)$/.test(
    host,
  );
}

/** True if a table has the host, a domain above it, or its path. */
function covers(table: HostTable, host: string, path: string): boolean {
  for (let at = 0; at !== -1; at = host.indexOf(".", at + 1)) {
    const known = table.get(at === 0 ? host : host.slice(at + 1));
    if (known?.some((prefix) => path.toLowerCase().startsWith(prefix))) return true;
  }
  return false;
}

function isNumericAddress(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || /^0x[0-9a-f]{8}$/.test(host);
}

function numericKind(host: string): HostKind {
  const [a = 0, b = 0, c = 0] = host.split(".").map(Number);
  if (a === 127 || a === 10 || a === 0 || (a === 192 && b === 168) || (a === 172 && b >= 16 && b < 32))
    return "local";
  if (a === 169 && b === 254) return "local";
  if (
    (a === 192 && b === 0 && c === 2) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  )
    return "placeholder";
  if (
    /^(?:1\.2\.3\.4|1\.1\.1\.1|1\.0\.0\.1|8\.8\.8\.8|8\.8\.4\.4|9\.9\.9\.9|4\.3\.2\.1|5\.6\.7\.8)$/.test(host)
  )
    return "placeholder";
  return "address";
}
