import type { ResourceReading } from "@knowhow/runtime";
import { nodeFiles } from "@knowhow/runtime/node";
import { CliError } from "./cli-error.ts";

/** A file that was given. */
export type Reading = Extract<ResourceReading, { readonly ok: true }>;

/** The largest file that has pages. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Another page of a file whose first page the session gave, and by that said that the file is the skill's own: the
 * resolver gives the first page only, which is as long as every other.
 */
export async function readPage(first: Reading, page: number, directory: string): Promise<Reading> {
  const { path, pages, text } = first;
  if (page > pages) {
    const has = pages === 1 ? "one page" : `${pages} pages`;
    throw new CliError(
      "cli.not-found",
      `${path} has ${has}, not ${page}`,
      "leave --page out for the first one",
    );
  }
  if (page === 1) return first;
  const whole = await readInside(directory, path);
  if (whole === undefined) throw new CliError("cli.unreadable", `${path} cannot be read any more`);
  return { ...first, page, text: whole.slice((page - 1) * text.length, page * text.length) };
}

/** The file may have become a link to somewhere else since the session looked at it. */
async function readInside(directory: string, path: string): Promise<string | undefined> {
  const files = nodeFiles();
  const [home, real] = await Promise.all([files.realpath(directory), files.realpath(`${directory}/${path}`)]);
  if (home === undefined || real?.startsWith(`${home}/`) !== true) return undefined;
  const bytes = (await files.readBytes(real, MAX_BYTES))?.bytes;
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}
