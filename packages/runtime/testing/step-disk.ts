import { type Disk, type DiskFile, nodeDisk } from "../src/node/state/disk.ts";

/** A system call that is about to be made. */
export interface DiskStep {
  readonly call: string;
  /** Writes the first half of what is to be written; absent when nothing is. */
  readonly half?: () => Promise<void>;
  /** The same for a call that returns when it is done. What looks at such a call must not be async. */
  readonly halfNow?: () => void;
}

/** The disk of this machine, with a look at every system call before it is made. */
export function stepDisk(before: (step: DiskStep) => Promise<void> | void, disk: Disk = nodeDisk): Disk {
  const step = async <T>(call: string, make: () => Promise<T>): Promise<T> => {
    await before({ call });
    return make();
  };
  const watched = (file: DiskFile): DiskFile => ({
    writeFile: async (data) => {
      const bytes = Buffer.from(data);
      await before({ call: "write", half: () => file.writeFile(bytes.subarray(0, bytes.length / 2)) });
      return file.writeFile(data);
    },
    writeNow: (data) => {
      void before({ call: "writeNow", halfNow: () => file.writeNow(data.slice(0, data.length / 2)) });
      file.writeNow(data);
    },
    read: (buffer, offset, length, position) =>
      step("read", () => file.read(buffer, offset, length, position)),
    stat: () => step("fstat", () => file.stat()),
    chmod: (mode) => step("chmod", () => file.chmod(mode)),
    chown: (uid, gid) => step("chown", () => file.chown(uid, gid)),
    truncate: (length) => step("truncate", () => file.truncate(length)),
    sync: () => step("sync", () => file.sync()),
    close: async () => {
      try {
        await before({ call: "close" });
      } finally {
        await file.close();
      }
    },
  });
  return {
    open: (path, flags, mode) => step("open", async () => watched(await disk.open(path, flags, mode))),
    makeFolders: (path, mode) => step("mkdir", () => disk.makeFolders(path, mode)),
    rename: (from, to) => step("rename", () => disk.rename(from, to)),
    link: (existing, path) => step("link", () => disk.link(existing, path)),
    unlink: (path) => step("unlink", () => disk.unlink(path)),
    removeFolder: (path) => step("rmdir", () => disk.removeFolder(path)),
    lstat: (path) => step("lstat", () => disk.lstat(path)),
    stat: (path) => step("stat", () => disk.stat(path)),
    list: (folder) => step("list", () => disk.list(folder)),
  };
}

/** The calls that a piece of work makes, in order. */
export async function stepsOf(work: (disk: Disk) => Promise<unknown>): Promise<readonly string[]> {
  const calls: string[] = [];
  await work(stepDisk(({ call }) => void calls.push(call)));
  return calls;
}

/** A disk on which one call, counted from 1, fails; a write fails half-way. Later calls work when `once`. */
export function failingDisk(
  at: number,
  code: string,
  { once = true }: { readonly once?: boolean } = {},
): Disk {
  let count = 0;
  return stepDisk(({ call, half, halfNow }) => {
    count += 1;
    if (count < at || (once && count > at)) return;
    const fail = () => {
      throw Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call });
    };
    if (halfNow === undefined) return (half?.() ?? Promise.resolve()).then(fail);
    halfNow();
    return fail();
  });
}
