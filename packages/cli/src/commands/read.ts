import { parseSkillUrl } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { type Reading, readAddress } from "../runtime/read-address.ts";
import type { Command } from "../table/command.ts";
import { sanitiseLines } from "../terminal/sanitise.ts";

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

const ADDRESS_HINT = "expected skill://NAME or skill://NAME/PATH, such as skill://pdf/references/forms.md";

function notText({ path, contentType, size }: Reading, url: string): CliError {
  const message = `${path} is a binary file (${contentType}, ${size} bytes)`;
  return new CliError("cli.bad-value", message, `run \`knowhow read ${url} --json\` to get it in base64`);
}

/** The text is printed with a newline at its end. */
function withoutLastNewline(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
