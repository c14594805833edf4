import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { CliError } from "./cli-error.ts";

/** Shorter tokens can be guessed. */
const TOKEN = /^[\w.~+/=-]{24,512}$/;
const TOKEN_HINT = "a token must have at least 24 letters or digits";

/** The variable that entries of `mcp install --url` refer to; written out because the server does not load the installer. */
export const TOKEN_VARIABLE = "KNOWHOW_MCP_TOKEN";

/** The token of the environment; undefined if there is none. */
export function tokenFrom(variables: Readonly<Record<string, string | undefined>>): string | undefined {
  const token = variables[TOKEN_VARIABLE] ?? "";
  if (token === "" || TOKEN.test(token)) return token === "" ? undefined : token;
  throw new CliError("cli.bad-value", `${TOKEN_VARIABLE} is not a valid token`, TOKEN_HINT);
}

/** The token in a file that only its owner can read; if the file does not exist, creates it with a new token. */
export function readToken(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    const token = randomBytes(32).toString("base64url");
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: "wx" });
    return token;
  }
  if (!found.isFile())
    throw new CliError("cli.bad-value", `${path} is not a file`, "use a file that contains only the token");
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
    throw new CliError("cli.bad-value", `${path} is readable by other users`, `run \`chmod 600 ${path}\``);
  const token = found.size <= 4_096 ? readFileSync(path, "utf8").trim() : "";
  if (!TOKEN.test(token))
    throw new CliError(
      "cli.bad-value",
      `${path} does not contain a valid token`,
      `${TOKEN_HINT}; delete the file to get a new one`,
    );
  return token;
}
