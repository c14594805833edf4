import {
  closeSync,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
} from "node:fs";

/** The calls of the system that reading files is made of; each throws what `node:fs` throws. */
export interface FileCalls {
  open(path: string, flags: number): number;
  close(file: number): void;
  fstat(file: number): Stats;
  /** Undefined if there is no entry. */
  lstat(path: string): Stats | undefined;
  /** The number of bytes that were read, at most `length`; 0 at the end. */
  read(file: number, buffer: Buffer, offset: number, length: number, position: number): number;
  readlink(path: string): string;
  list(path: string): readonly Dirent[];
}

/** The calls of this system. */
export const nodeCalls: FileCalls = {
  open: (path, flags) => openSync(path, flags),
  close: (file) => closeSync(file),
  fstat: (file) => fstatSync(file),
  lstat: (path) => lstatSync(path, { throwIfNoEntry: false }),
  read: (file, buffer, offset, length, position) => readSync(file, buffer, offset, length, position),
  readlink: (path) => readlinkSync(path),
  list: (path) => readdirSync(path, { withFileTypes: true }),
};
