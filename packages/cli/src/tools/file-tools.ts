import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomic } from "@knowhow/runtime/state";
import type { RunTool, ToolCallContext } from "@knowhow/runtime/workflows";
import { isInside } from "../io/paths.ts";
import { errorText } from "../io/system-error.ts";
import { ToolError } from "./tool-error.ts";
import { findBelow, offLimits } from "./work-folder.ts";

/** Where the tools read and write. */
export interface FileToolOptions {
  /** The directory of the run that calls. */
  readonly directoryOf: (context: ToolCallContext) => string;
  /** Files can only be written below this one, relative to the directory of the run. Default anywhere in it. */
  readonly writeBelow?: string | undefined;
}

const MAX_READ_BYTES = 1_000_000;
const MAX_WRITE_BYTES = 10_000_000;
const MAX_ENTRIES = 1_000;

const PATH = {
  type: "string",
  minLength: 1,
  maxLength: 4_096,
  description: "path relative to the directory of the run",
};

/** `files.read`, `files.list` and `files.write`: files below the directory of a run, and never those with credentials. */
export function fileTools({ directoryOf, writeBelow }: FileToolOptions): readonly RunTool[] {
  const found = (path: string, context: ToolCallContext) => findBelow(directoryOf(context), path);
  return [
    {
      name: "files.read",
      description: "Reads a text file.",
      inputSchema: inputs({ path: PATH }, ["path"]),
      outputSchema: { type: "string" },
      sideEffects: "read",
      call: async (input, context) => {
        const path = textOf(input, "path");
        return explained(path, async () => readText(found(path, context).real, path));
      },
    },
    {
      name: "files.list",
      description: "Lists a directory: path and type of each entry, by name.",
      inputSchema: inputs({ path: PATH, recursive: { type: "boolean" } }, []),
      outputSchema: {
        type: "array",
        items: outputs({ path: { type: "string" }, type: { type: "string" } }),
      },
      sideEffects: "read",
      call: async (input, context) => {
        const path = textOf(input, "path") || ".";
        const deep = Reflect.get(Object(input), "recursive") === true;
        return explained(path, async () => {
          const { real, shown } = found(path, context);
          return listBelow(real, shown === "." ? "" : `${shown}/`, deep);
        });
      },
    },
    {
      name: "files.write",
      description: "Writes a text file, and creates its directory.",
      inputSchema: inputs({ path: PATH, text: { type: "string" } }, ["path", "text"]),
      outputSchema: outputs({ path: { type: "string" }, bytes: { type: "integer" } }),
      sideEffects: "write",
      call: async (input, context) => {
        const [path, text] = [textOf(input, "path"), textOf(input, "text")];
        return explained(path, async () => {
          const directory = directoryOf(context);
          const { real, shown } = findBelow(directory, path);
          if (writeBelow !== undefined && !isInside(real, findBelow(directory, writeBelow).real))
            throw new ToolError("denied", `${path} is outside of ${writeBelow}, where files may be written`);
          const bytes = Buffer.byteLength(text);
          if (bytes > MAX_WRITE_BYTES)
            throw new ToolError("too_large", `the text is larger than ${MAX_WRITE_BYTES} bytes`);
          const written = await writeFileAtomic(real, text, {
            makeFolders: true,
            keep: true,
            sync: true,
            confirm: async () => findBelow(directory, path).real === real,
          });
          if (!written) throw new ToolError("denied", `a directory of ${path} became a link`);
          return { path: shown, bytes };
        });
      },
    },
  ];
}

function inputs(properties: Readonly<Record<string, unknown>>, required: readonly string[]) {
  return { type: "object", properties, required, additionalProperties: false };
}

function outputs(properties: Readonly<Record<string, unknown>>) {
  return inputs(properties, Object.keys(properties));
}

function textOf(input: unknown, name: string): string {
  const value: unknown = Reflect.get(Object(input), name);
  return typeof value === "string" ? value : "";
}

/** A file that is read is short: a promise for each system call would take much longer than the calls. */
function readText(real: string, path: string): string {
  const file = openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new ToolError("invalid_input", `${path} is not a file`);
    // One byte more, to notice a file that grows, or that has no size, as in /proc.
    let bytes = Buffer.alloc(Math.min(stat.size, MAX_READ_BYTES) + 1);
    let size = 0;
    for (;;) {
      const count = readSync(file, bytes, size, bytes.length - size, size);
      size += count;
      if (count === 0) break;
      if (size > MAX_READ_BYTES)
        throw new ToolError("too_large", `${path} is larger than ${MAX_READ_BYTES} bytes`);
      if (size === bytes.length) bytes = Buffer.concat([bytes], Math.min(size * 2, MAX_READ_BYTES) + 1);
    }
    return decode(bytes.subarray(0, size), path);
  } finally {
    closeSync(file);
  }
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ToolError("invalid_output", `${path} is not a UTF-8 text file`);
  }
}

interface Entry {
  readonly path: string;
  readonly type: "file" | "directory";
}

/** Links and files that may contain credentials are not listed. */
function listBelow(directory: string, prefix: string, deep: boolean): readonly Entry[] {
  const listed: Entry[] = [];
  const open: { readonly real: string; readonly prefix: string }[] = [{ real: directory, prefix }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const entries = readdirSync(next.real, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = next.prefix + entry.name;
      const isDirectory = entry.isDirectory();
      if ((!isDirectory && !entry.isFile()) || offLimits(path) !== undefined) continue;
      if (listed.length >= MAX_ENTRIES)
        throw new ToolError("too_large", `there are more than ${MAX_ENTRIES} entries`);
      listed.push({ path, type: isDirectory ? "directory" : "file" });
      if (deep && isDirectory) open.push({ real: join(next.real, entry.name), prefix: `${path}/` });
    }
  }
  return listed;
}

/** Errors of the system do not say where files are on this machine. */
async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const code: unknown = Reflect.get(Object(error), "code");
    if (code === "ENOENT") throw new ToolError("not_found", `there is no ${path}`);
    const reason = errorText(error).replace(/: [^:]*$/, "");
    throw new ToolError("failed", `${path}: ${reason}`);
  }
}
