import { type Address, isInvented } from "../hosts/host-kind.ts";

/** The end of an address of an archive or a program. */
export const PACKAGE: RegExp =
  /\.(?:zip|7z|rar|exe|dmg|pkg|msi|tgz|gz|xz|iso|img|cab|jar|appimage)(?:$|[?#])/i;
/** Places that only serve files. */
const FILE_HOSTS = /^(?:drive\.google\.com|(?:www\.|dl\.)?dropbox\.com|1drv\.ms|t\.me|telegram\.me)$/;

/** True for the address of an archive or a program, or of a place that only serves files. */
export function isPackage({ kind, host, path }: Address): boolean {
  if (kind === "local" || isInvented(kind)) return false;
  return PACKAGE.test(path) || /\/releases\//.test(path) || kind === "files" || FILE_HOSTS.test(host);
}
