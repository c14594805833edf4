import { parseSkillUrl } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { hasPerson } from "../io/has-person.ts";
import type { Io } from "../io/io.ts";
import { findEntry } from "../runtime/find-entry.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { type Reading, readAddress } from "../runtime/read-address.ts";
import { requirePerson } from "../runtime/require-person.ts";
import type { Command } from "../table/command.ts";
import { revealLines } from "../terminal/reveal.ts";
import { sanitiseLines } from "../terminal/sanitise.ts";

/** `knowhow read skill://name/path`: a file of a skill, as a host gets it from the `skill://` resolver. */
export const read: Command = async (call) => {
  const { args, io } = call;
  const [written = ""] = args.positionals;
  const url = written.includes("://") ? written : `skill://${written}`;
  const address = parseSkillUrl(url);
  if (!address.ok) throw new CliError("cli.bad-value", address.message, ADDRESS_HINT);
  const { isPending, ...reading } = await useRuntime(call, async (runtime) => {
    const isPending = findEntry(runtime.library, address.name).state === "pending";
    if (isPending) requirePerson(address.name, io);
    // Without a person, it may be an agent that reads.
    const audience = hasPerson(io) ? "user" : "model";
    const read = await readAddress(runtime, { url, name: address.name, audience }, args.number("page") ?? 1);
    return { ...read, isPending };
  });
  const { path, contentType, encoding, page, pages, size, text } = reading;
  if (encoding === "base64" && !args.has("json")) throw notText(reading, url);
  return {
    exit: EXIT.done,
    data: { url, path, contentType, encoding, page, pages, size, text },
    text: () => withoutLastNewline(isPending ? revealLines(text) : shownText(text, io)),
  };
};

const ADDRESS_HINT = "expected NAME or NAME/PATH, such as pdf/references/forms.md";

function shownText(text: string, { stdout }: Io): string {
  return stdout.isTTY ? sanitiseLines(text) : text;
}

function notText({ path, contentType, size }: Reading, url: string): CliError {
  const message = `${path} is a binary file (${contentType}, ${size} bytes)`;
  return new CliError("cli.bad-value", message, `run \`knowhow read ${url} --json\` to get it in base64`);
}

/** The text is printed with a newline at its end. */
function withoutLastNewline(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
