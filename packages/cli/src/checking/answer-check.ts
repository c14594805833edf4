import { hasErrors, type UnseenInRoot } from "@knowhow/runtime";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { type CheckResult, reportCheck } from "../report/check.ts";
import { toSarif } from "../report/sarif.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Answer, Call } from "../table/command.ts";
import { toJson } from "../terminal/json.ts";

/** The answer of `validate` and `lint`: output formats and exit code. */
export function answerCheck(check: {
  readonly call: Call;
  readonly results: readonly CheckResult[];
  readonly data: unknown;
  /** Files that were not checked. */
  readonly unseen: readonly UnseenInRoot[];
  /** Completes "12 skills …" in the summary. */
  readonly what: string;
}): Answer {
  const { call, results, data, unseen, what } = check;
  const { args, io } = call;
  const format = args.text("format") ?? "text";
  if (format === "sarif" && args.has("json")) {
    throw new CliError("cli.bad-value", "--json cannot be combined with --format sarif");
  }
  const all = results.flatMap((result) => result.diagnostics);
  const warnings = all.filter((diagnostic) => diagnostic.severity === "warning").length;
  const tooMany = warnings > (args.number("max-warnings") ?? Number.POSITIVE_INFINITY);
  const cwd = workingDirectory(args, io);
  return {
    exit: hasErrors(all) || tooMany ? EXIT.no : EXIT.done,
    data,
    text: (screen) => {
      if (format === "json") return toJson(data);
      if (format === "sarif") return toSarif(all, { version: io.version, cwd });
      return reportCheck(results, { what, unseen }, screen);
    },
  };
}
