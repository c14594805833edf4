import { randomBytes } from "node:crypto";
import { KnowhowError } from "../../errors.ts";
import { codeOf } from "../files/file-stat.ts";
import type { Disk } from "../state/disk.ts";
import { readPrivateFile } from "../state/read-file.ts";
import { writeFileAtomic } from "../state/write-file.ts";

/** A key that every process of the user shares. */
export async function readSecret(path: string, disk: Disk): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const read = await readPrivateFile(path, 1024, disk);
    if (read.bytes !== undefined && read.bytes.length >= 64)
      return new TextDecoder().decode(read.bytes).trim();
    const problem = read.bytes === undefined ? read.problem : "is damaged";
    if (problem !== undefined || attempt > 0)
      throw new KnowhowError("state.not-private", `${path} ${problem ?? "cannot be created"}`, {
        hint: "remove it; paused runs then need to be continued with a new token",
      });
    const text = `${randomBytes(32).toString("hex")}\n`;
    await writeFileAtomic(path, text, { private: true, exclusive: true, sync: true, disk }).catch((error) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
  }
}
