import { parseSkillUrl, type Runtime, type SkillLibrary } from "@knowhow/runtime";
import { CliError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { findEntry } from "../find-entry.ts";
import { useRuntime } from "../open-runtime.ts";
import { type Reading, readPage } from "../read-page.ts";
import { sanitiseLines } from "../report/sanitise-lines.ts";
import { readSettings } from "../settings.ts";

/** `knowhow read skill://name/path`: a file of a skill, as the `skill://` resolver gives it to a host. */
export const read: Command = async (call) => {
  const { args, io } = call;
  const [url = ""] = args.positionals;
  const address = parseSkillUrl(url);
  if (!address.ok) throw new CliError("cli.bad-value", address.message, ADDRESS_HINT);
  const reading = await useRuntime(call, await readSettings(args, io), (runtime) =>
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

/** A page of a file for the person; throws with the reason when there is none. */
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
  if (!first.ok) throw notGiven(first.message, name, library);
  return readPage(first, page, give);
}

const ADDRESS_HINT = "an address is skill://name or skill://name/path, as in skill://pdf/references/forms.md";

/** A skill that is found and not offered has a reason; a file that is not there has none. */
function notGiven(message: string, name: string, library: SkillLibrary): CliError {
  const skill = library.get(name);
  const isOffered = skill !== undefined;
  const hint = !isOffered
    ? `\`knowhow why ${name}\` tells the reason`
    : skill.origin.remote === undefined
      ? `\`knowhow show ${name}\` lists its files`
      : `\`knowhow show ${name}\` lists its files; do not trust a server that gives something else than it lists`;
  return new CliError("cli.not-found", isOffered ? message : `the skill "${name}" is not offered`, hint);
}

function notText({ path, contentType, size }: Reading, url: string): CliError {
  const message = `${path} is no text: ${contentType}, ${size} bytes`;
  return new CliError("cli.bad-value", message, `\`knowhow read ${url} --json\` gives it in base64`);
}

/** The answer is printed with a newline at its end. */
function withoutLastNewline(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
