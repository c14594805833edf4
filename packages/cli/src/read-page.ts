import type { ResourceReading } from "@knowhow/runtime";
import { CliError } from "./cli-error.ts";

/** A file that was given. */
export type Reading = Extract<ResourceReading, { readonly ok: true }>;

/** Another page of a file whose first page was given. */
export async function readPage(
  first: Reading,
  page: number,
  read: (page: number) => Promise<ResourceReading>,
): Promise<Reading> {
  const { path, pages } = first;
  if (page > pages) {
    const has = pages === 1 ? "one page" : `${pages} pages`;
    throw new CliError(
      "cli.not-found",
      `${path} has ${has}, not ${page}`,
      "leave --page out for the first one",
    );
  }
  const reading = page === 1 ? first : await read(page);
  if (reading.ok && reading.page === page) return reading;
  throw new CliError("cli.unreadable", `${path} cannot be read any more`);
}
