import { hasErrors } from "@knowhow/runtime";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { type CheckResult, reportCheck } from "../report/check.ts";
import { toSarif } from "../report/sarif.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Answer, Call } from "../table/command.ts";
import { toJson } from "../terminal/json.ts";

/** What `validate` and `lint` have in common: output formats, and when the answer is no. */
export function answerCheck(check: {
  readonly call: Call;
  readonly results: readonly CheckResult[];
  readonly data: unknown;
  /** Ends the sentence "12 skills …". */
  readonly what: string;
}): Answer {
  const { call, results, data, what } = check;
  const { args, io } = call;
  const format = args.text("format") ?? "text";
  if (format === "sarif" && args.has("json")) {
    throw new CliError(
      "cli.bad-value",
      "--json and --format sarif exclude each other",
      "leave one of them out",
    );
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
      return reportCheck(results, what, screen);
    },
  };
}
