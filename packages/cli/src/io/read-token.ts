import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { CliError } from "./cli-error.ts";

/** Shorter tokens can be guessed; longer ones are no tokens. */
const TOKEN = /^[\w.~+/=-]{24,512}$/;
const TOKEN_HINT = "a token has 24 letters or digits at least";

/** The variable that entries of `mcp install --url` name on the client's side; written out because the installer is not loaded to serve. */
export const TOKEN_VARIABLE = "KNOWHOW_MCP_TOKEN";

/** The token that the environment gives; undefined when it gives none. */
export function tokenFrom(variables: Readonly<Record<string, string | undefined>>): string | undefined {
  const token = variables[TOKEN_VARIABLE] ?? "";
  if (token === "" || TOKEN.test(token)) return token === "" ? undefined : token;
  throw new CliError("cli.bad-value", `${TOKEN_VARIABLE} holds no token`, TOKEN_HINT);
}

/** The token in a file that only its owner can read; a new one is made when there is no file. */
export function readToken(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    const token = randomBytes(32).toString("base64url");
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: "wx" });
    return token;
  }
  if (!found.isFile())
    throw new CliError("cli.bad-value", `${path} is no file`, "name a file that is made for the token");
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
    throw new CliError("cli.bad-value", `others can read ${path}`, `chmod 600 ${path}`);
  const token = found.size <= 4_096 ? readFileSync(path, "utf8").trim() : "";
  if (!TOKEN.test(token))
    throw new CliError(
      "cli.bad-value",
      `${path} holds no token`,
      `${TOKEN_HINT}; remove the file to get a new one`,
    );
  return token;
}
