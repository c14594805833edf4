import type { ResourceReading, Runtime } from "@knowhow/runtime";
import { parseSkillUrl } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import { count } from "../terminal/words.ts";
import { findEntry } from "./find-entry.ts";

/** A file that was read. */
export type Reading = Extract<ResourceReading, { readonly ok: true }>;

/** A file, and who gets it. */
interface AddressRequest {
  readonly url: string;
  readonly name: string;
  /** The model gets nothing that a scan blocks, and no files with credentials. */
  readonly audience: "user" | "model";
}

/** A page of a file; throws if there is none. */
export async function readAddress(
  runtime: Runtime,
  { url, name, audience }: AddressRequest,
  page: number,
): Promise<Reading> {
  const { library } = runtime;
  const entry = findEntry(library, name);
  // A pending skill can be read, so that the user can decide about it.
  const isReadable = library.get(name) !== undefined || entry.state === "pending";
  const session = await runtime.session();
  const address = parseSkillUrl(url);
  // The errors of a server have hints of their own, which a session passes on to a model without.
  const give = (number: number) =>
    entry.skill.origin.remote === undefined || !isReadable || !address.ok
      ? session.resolve(url, { audience, page: number })
      : runtime.open(entry.skill, { audience }).read({ path: address.path, page: number });
  const first = await give(1);
  if (!first.ok) throw notFound(first.message, name, isReadable);
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
function notFound(message: string, name: string, isAvailable: boolean): CliError {
  const hint = isAvailable
    ? `run \`knowhow show ${name}\` to list its files`
    : `run \`knowhow why ${name}\` to see the reason`;
  return new CliError("cli.not-found", isAvailable ? message : `skill "${name}" is not available`, hint);
}
