import { isKnowhowError } from "@knowhow/runtime";
import { nearestWord } from "@knowhow/runtime/toolkit";
import { CLI_ERROR_CODES, type Help, isCliError } from "../io/cli-error.ts";
import { EXIT, type ExitCode } from "../io/exit-codes.ts";
import type { Io } from "../io/io.ts";
import { errorText, isSystemError } from "../io/system-error.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";

/** Codes of the engine by exit code; any other is wrong usage. */
const ANSWERS_NO = [
  "runtime.unknown-skill",
  "discovery.path-not-found",
  "mcp.install-conflict",
  "security.no-decision-needed",
  "security.unknown-finding",
  "run.unknown",
  "run.busy",
  "run.not-waiting",
  "run.answered",
  "run.missing",
  "run.invalid-workflow",
  "run.no-workflow",
  "authoring.unknown",
  "authoring.not-pending",
  "authoring.stale",
  "scripts.unknown-script",
  "scripts.missing-variable",
];
const BREAKAGES = [
  "runtime.unreadable-skill",
  "mcp.install-unreadable",
  "mcp.install-failed",
  "mcp.unavailable",
  "mcp.approvals-unreadable",
  "security.decisions-unusable",
  "security.scanner-unusable",
  "state.not-private",
  "state.disk-full",
  "state.not-writable",
  "state.locked",
  "state.too-large",
  "state.log-broken",
  "audit.not-written",
  "scripts.no-sandbox",
  "scripts.no-interpreter",
  "scripts.packages-missing",
  "scripts.packages-failed",
  "run.database",
  "run.layout",
  "embeddings.package-missing",
  "embeddings.unavailable",
];

const REFUSALS = [
  "scripts.refused",
  "scripts.sandbox-refused",
  "serving.not-admitted",
  "run.token-refused",
  "mcp.verification-failed",
  "mcp.not-approved",
  "security.content-changed",
  "authoring.refused",
  "authoring.limit",
  "authoring.hash-mismatch",
  "security.scan-blocked",
  // A decision covers every file, so a skill with a file that cannot be covered is never trusted.
  "runtime.no-digest",
];

interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly exit: ExitCode;
}

/** An error as text with a hint, as a JSON document, and as an exit code. */
export function describeError(error: unknown, screen: Screen, env: Io["env"]) {
  const { code, message, hint, exit } = reportOf(error);
  const lines = [`${screen.paint("bad", "knowhow:")} ${sanitise(message)}`];
  if (hint !== undefined) lines.push(`  ${screen.paint("faint", "hint:")} ${sanitise(hint)}`);
  if (env.KNOWHOW_DEBUG && error instanceof Error) {
    lines.push(...(error.stack ?? "").split("\n").map((line) => `  ${sanitise(line)}`));
  }
  return { exit, json: { error: { code, message, hint: hint ?? null } }, text: lines.join("\n") };
}

function reportOf(error: unknown): ErrorReport {
  if (isCliError(error)) {
    const { code, message, help } = error;
    return { code, message, hint: hintOf(help), exit: CLI_ERROR_CODES[code].exit };
  }
  if (isKnowhowError(error)) {
    const { code, message, hint } = error;
    const { cause } = error;
    // Withheld only because it cannot be recorded: that is the environment, not a refusal.
    const isUnrecorded = isKnowhowError(cause) && cause.code === "audit.not-written";
    return { code, message, hint, exit: isUnrecorded ? EXIT.broken : exitOf(code) };
  }
  if (isSystemError(error)) {
    const hint = error.code === "EACCES" || error.code === "EPERM" ? "check its permissions" : undefined;
    return { code: "cli.unreadable", message: errorText(error), hint, exit: EXIT.broken };
  }
  const hint = "this is a bug: run the command again with KNOWHOW_DEBUG=1 and report its output";
  const message = `unexpected error: ${errorText(error)}`;
  return { code: "cli.unexpected", message, hint, exit: EXIT.broken };
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
