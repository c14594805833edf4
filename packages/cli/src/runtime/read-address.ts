import type { ResourceReading, Runtime, SkillLibrary } from "@knowhow/runtime";
import { CliError } from "../io/cli-error.ts";
import { count } from "../terminal/words.ts";
import { findEntry } from "./find-entry.ts";

/** A file that was read. */
export type Reading = Extract<ResourceReading, { readonly ok: true }>;

/** A page of a file for the user; throws if there is none. */
export async function readAddress(
  runtime: Runtime,
  { url, name }: { readonly url: string; readonly name: string },
  page: number,
): Promise<Reading> {
  const { library } = runtime;
  findEntry(library, name);
  const session = await runtime.session();
  const give = (number: number) => session.resolve(url, { person: true, page: number });
  const first = await give(1);
  if (!first.ok) throw notFound(first.message, name, library);
  return readPage(first, page, give);
}

/** A page of a file whose first page was read. */
async function readPage(
  first: Reading,
  page: number,
  read: (page: number) => Promise<ResourceReading>,
): Promise<Reading> {
  const { path, pages } = first;
  if (page > pages) {
    const has = count(pages, "page");
    throw new CliError("cli.not-found", `${path} has only ${has}`, "leave out --page for the first one");
  }
  const reading = page === 1 ? first : await read(page);
  if (reading.ok && reading.page === page) return reading;
  throw new CliError("cli.unreadable", `${path} can no longer be read`);
}

/** Why a file was not returned: its skill is hidden from the model, or it does not exist. */
function notFound(message: string, name: string, library: SkillLibrary): CliError {
  const skill = library.get(name);
  const isAvailable = skill !== undefined;
  const hint = !isAvailable
    ? `run \`knowhow why ${name}\` to see the reason`
    : skill.origin.remote === undefined
      ? `run \`knowhow show ${name}\` to list its files`
      : `run \`knowhow show ${name}\` to list its files; do not trust a server that sends other files than it lists`;
  return new CliError("cli.not-found", isAvailable ? message : `skill "${name}" is not available`, hint);
}
