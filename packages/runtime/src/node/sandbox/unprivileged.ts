import { statSync } from "node:fs";
import { dirname } from "node:path";

/** The user and group that scripts have if knowhow itself runs as root. */
export const NOBODY = 65_534;

/** True if every user may enter the directories above a path, and read the path itself. */
export function isOpenToOthers(path: string): boolean {
  const isAllowed = (place: string, bit: number) => (statSync(place).mode & bit) !== 0;
  try {
    if (!isAllowed(path, 0o004)) return false;
    for (let above = dirname(path); ; above = dirname(above)) {
      if (!isAllowed(above, 0o001)) return false;
      if (above === dirname(above)) return true;
    }
  } catch {
    return false;
  }
}
