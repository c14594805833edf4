import { parseSkillUrl, type SkillLibrary } from "@knowhow/runtime";
import { CliError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { findEntry } from "../find-entry.ts";
import { useRuntime } from "../open-runtime.ts";
import { type Reading, readPage } from "../read-page.ts";
import { sanitiseLines } from "../report/sanitise-lines.ts";

/** `knowhow read skill://name/path`: a file of a skill, as the `skill://` resolver gives it to a host. */
export const read: Command = async (call) => {
  const { args, io } = call;
  const [url = ""] = args.positionals;
  const address = parseSkillUrl(url);
  if (!address.ok) throw new CliError("cli.bad-value", address.message, ADDRESS_HINT);
  const reading = await useRuntime(call, async (runtime) => {
    const { library } = runtime;
    findEntry(library, address.name);
    const session = await runtime.session();
    const give = (page: number) => session.resolve(url, { person: true, page });
    const first = await give(1);
    if (!first.ok) throw notGiven(first.message, address.name, library);
    return readPage(first, args.number("page") ?? 1, give);
  });
  const { path, contentType, encoding, page, pages, size, text } = reading;
  if (encoding === "base64" && !args.has("json")) throw notText(reading, url);
  return {
    exit: EXIT.done,
    data: { url, path, contentType, encoding, page, pages, size, text },
    text: () => withoutLastNewline(io.stdout.isTTY ? sanitiseLines(text) : text),
  };
};

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
