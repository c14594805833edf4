import { chmodSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes what a script made, however deep: every directory is moved to the top before it is read, so that no path gets
 * longer than the system can open. Names are bytes, because those of a script need not be text.
 */
export function removeTree(directory: string, name: Uint8Array): void {
  const top = mkdtempSync(join(directory, ".removing-"));
  const waiting: string[] = [];
  let count = 0;
  const take = (parent: string, each: Uint8Array): void => {
    const path = Buffer.concat([Buffer.from(`${parent}/`), each]);
    if (!lstatSync(path).isDirectory()) {
      unlinkSync(path);
      return;
    }
    chmodSync(path, 0o700);
    const moved = join(top, String(count));
    count += 1;
    renameSync(path, moved);
    waiting.push(moved);
  };
  take(directory, name);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const each of readdirSync(next, { encoding: "buffer" })) take(next, each);
    rmdirSync(next);
  }
  rmdirSync(top);
}
