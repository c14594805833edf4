import type { Evaluation } from "@knowhow/runtime/authoring";
import { CliError } from "../io/cli-error.ts";
import type { Arguments } from "../table/arguments.ts";

/** A limit on the command line and the measured value, both as shares. */
export interface Threshold {
  readonly option: string;
  readonly limit: number;
  /** Null if there was no message to measure it with. */
  readonly value: number | null;
  readonly ok: boolean;
}

const OPTIONS = [
  { option: "min-r1", key: "r1" },
  { option: "min-r5", key: "r5" },
  { option: "max-false-load", key: "falseLoad" },
  { option: "max-false-suggest", key: "falseSuggest" },
] as const;

/** The limits on the command line by option, as shares. */
export function readThresholds(args: Arguments): ReadonlyMap<string, number> {
  return new Map(
    OPTIONS.flatMap(({ option }) => {
      const written = args.text(option);
      if (written === undefined) return [];
      const percent = /^\d+(?:\.\d+)?$/.test(written) ? Number(written) : Number.NaN;
      if (percent <= 100) return [[option, percent / 100] as const];
      throw new CliError(
        "cli.bad-value",
        `invalid value "${written}" for --${option}`,
        "expected a percentage from 0 to 100",
      );
    }),
  );
}

/** Compares the limits with an evaluation; if nothing was measured, a minimum is missed and a maximum is kept. */
export function checkThresholds(
  limits: ReadonlyMap<string, number>,
  evaluation: Evaluation,
): readonly Threshold[] {
  return OPTIONS.flatMap(({ option, key }) => {
    const limit = limits.get(option);
    if (limit === undefined) return [];
    const value = evaluation[key];
    const ok = option.startsWith("min-") ? (value ?? -1) >= limit : (value ?? 0) <= limit;
    return [{ option, limit, value, ok }];
  });
}
