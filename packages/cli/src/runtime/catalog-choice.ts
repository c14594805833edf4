import type { SessionOptions } from "@knowhow/runtime";
import type { Arguments } from "../table/arguments.ts";

/** The budget of the catalog, as `--budget` or `--window` says; default that of a new session. */
export function catalogChoice(args: Arguments): Pick<SessionOptions, "catalogBudget" | "contextWindow"> {
  const budget = args.number("budget");
  const window = args.number("window");
  return {
    ...(budget === undefined ? {} : { catalogBudget: budget }),
    ...(window === undefined ? {} : { contextWindow: window }),
  };
}
