import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The user and group that scripts have if knowhow itself runs as root. */
export const NOBODY = 65_534;

/** True if every user may enter the directories above a path, and read the path itself. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  const isAllowed = async (place: string, bit: number) => ((await stat(place)).mode & bit) !== 0;
  try {
    if (!(await isAllowed(path, 0o004))) return false;
    for (let above = dirname(path); ; above = dirname(above)) {
      if (!(await isAllowed(above, 0o001))) return false;
      if (above === dirname(above)) return true;
    }
  } catch {
    return false;
  }
}
