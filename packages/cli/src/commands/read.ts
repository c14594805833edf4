import { parseSkillUrl, type ResourceReading, type Runtime, type SkillLibrary } from "@knowhow/runtime";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { findEntry } from "../runtime/find-entry.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import type { Command } from "../table/command.ts";
import { sanitiseLines } from "../terminal/sanitise.ts";
import { count } from "../terminal/words.ts";

/** `knowhow read skill://name/path`: a file of a skill, as a host gets it from the `skill://` resolver. */
export const read: Command = async (call) => {
  const { args, io } = call;
  const [url = ""] = args.positionals;
  const address = parseSkillUrl(url);
  if (!address.ok) throw new CliError("cli.bad-value", address.message, ADDRESS_HINT);
  const reading = await useRuntime(call, (runtime) =>
    readAddress(runtime, { url, name: address.name }, args.number("page") ?? 1),
  );
  const { path, contentType, encoding, page, pages, size, text } = reading;
  if (encoding === "base64" && !args.has("json")) throw notText(reading, url);
  return {
    exit: EXIT.done,
    data: { url, path, contentType, encoding, page, pages, size, text },
    text: () => withoutLastNewline(io.stdout.isTTY ? sanitiseLines(text) : text),
  };
};

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

const ADDRESS_HINT = "expected skill://NAME or skill://NAME/PATH, such as skill://pdf/references/forms.md";

/** A file that could be read. */
type Reading = Extract<ResourceReading, { readonly ok: true }>;

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

/** Why a file was not given: its skill is hidden from the model, or it does not exist. */
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

function notText({ path, contentType, size }: Reading, url: string): CliError {
  const message = `${path} is a binary file (${contentType}, ${size} bytes)`;
  return new CliError("cli.bad-value", message, `run \`knowhow read ${url} --json\` to get it in base64`);
}

/** The text is printed with a newline at its end. */
function withoutLastNewline(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
