import type { Address } from "../hosts/host-kind.ts";
import { baseName } from "../shell/base-name.ts";
import type { ShellCommand } from "../shell/run-shell.ts";
import type { ShellValue } from "../shell/shell-value.ts";
import type { ShellHit } from "./shell-execution.ts";

const UNPACKERS: ReadonlySet<string> = new Set([
  "tar",
  "bsdtar",
  "unzip",
  "7z",
  "7za",
  "7zz",
  "unrar",
  "unar",
  "gpg",
]);

/** What a command unpacks. */
interface Unpacking {
  readonly hits: readonly ShellHit[];
  /** Where the archive was downloaded from. */
  readonly download?: Address;
}

/** Archives that were downloaded, or that only a password opens. */
export function readUnpacking(
  command: ShellCommand,
  lookUp: (path: string) => ShellValue | undefined,
): Unpacking {
  if (!UNPACKERS.has(command.name)) return { hits: [] };
  const download = unpackedDownload(command, lookUp);
  const isLocked = hasPassword(command);
  if (download !== undefined)
    return { download, hits: isLocked ? [{ kind: "locked-download", address: download }] : [] };
  const archive = isLocked ? command.args.find(({ text }) => /\.(?:zip|7z|rar)$/i.test(text)) : undefined;
  return {
    hits: archive === undefined ? [] : [{ kind: "unlocks-archive", detail: baseName(archive.text) }],
  };
}

/** Where the archive comes from that a command unpacks; undefined if it was not downloaded. */
function unpackedDownload(
  { args, input }: ShellCommand,
  lookUp: (path: string) => ShellValue | undefined,
): Address | undefined {
  const known = args.map(({ text }) => lookUp(text)).find((value) => value?.download !== undefined);
  return known?.download ?? input?.download;
}

/** `unzip -P x`, `7z x -px`, `gpg --passphrase x`. */
function hasPassword({ name, args }: ShellCommand): boolean {
  return args.some(({ text }) =>
    name === "unzip"
      ? text.startsWith("-P")
      : /^(?:-p.|--pass(?:word|phrase)|-hp.)/.test(text) && name !== "tar",
  );
}
