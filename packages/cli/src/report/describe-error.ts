import { isKnowhowError, nearestWord } from "@knowhow/runtime";
import { CLI_ERROR_CODES, type Help, isCliError } from "../cli-error.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { isSystemError, systemMessage } from "../system-error.ts";
import { sanitise } from "./sanitise.ts";
import type { Screen } from "./screen.ts";

/** Codes of the engine by what they tell the shell; any other is wrong usage. */
const ANSWERS_NO = ["runtime.unknown-skill", "discovery.path-not-found", "mcp.install-conflict"];
const BREAKAGES = [
  "runtime.unreadable-skill",
  "mcp.install-unreadable",
  "mcp.install-failed",
  "mcp.unavailable",
  "mcp.approvals-unreadable",
];

const REFUSALS = ["mcp.verification-failed", "mcp.not-approved"];

interface Trouble {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly exit: ExitCode;
}

/** An error as one clear line with a hint, as a JSON document, and as an exit code. */
export function describeError(error: unknown, screen: Screen, env: Io["env"]) {
  const { code, message, hint, exit } = troubleOf(error);
  const lines = [`${screen.paint("bad", "knowhow:")} ${sanitise(message)}`];
  if (hint !== undefined) lines.push(`  ${screen.paint("faint", "hint:")} ${sanitise(hint)}`);
  if (env.KNOWHOW_DEBUG && error instanceof Error) {
    lines.push(...(error.stack ?? "").split("\n").map((line) => `  ${sanitise(line)}`));
  }
  return { exit, json: { error: { code, message, hint: hint ?? null } }, text: lines.join("\n") };
}

function troubleOf(error: unknown): Trouble {
  if (isCliError(error)) {
    const { code, message, help } = error;
    return { code, message, hint: hintOf(help), exit: CLI_ERROR_CODES[code].exit };
  }
  if (isKnowhowError(error)) {
    const { code, message, hint } = error;
    return { code, message, hint, exit: exitOf(code) };
  }
  if (isSystemError(error)) {
    const hint =
      error.code === "EACCES" || error.code === "EPERM" ? "check the permissions of this path" : undefined;
    return { code: "cli.unreadable", message: systemMessage(error), hint, exit: EXIT.broken };
  }
  const message = error instanceof Error ? error.message : String(error);
  const hint = "this should not happen; run it again with KNOWHOW_DEBUG=1 and report what it prints";
  return { code: "cli.unexpected", message: `unexpected error: ${message}`, hint, exit: EXIT.broken };
}

function hintOf({ hint, typed }: Help): string | undefined {
  const near = typed === undefined ? undefined : nearestWord(typed.word, typed.known);
  return near === undefined ? hint : `did you mean ${near}?`;
}

function exitOf(code: string): ExitCode {
  if (ANSWERS_NO.includes(code)) return EXIT.no;
  if (BREAKAGES.includes(code)) return EXIT.broken;
  if (REFUSALS.includes(code)) return EXIT.refused;
  return EXIT.usage;
}
