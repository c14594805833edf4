import type { OptionSpec } from "../table/command.ts";

/** The number of tokens that the catalog may have. */
export const BUDGET: OptionSpec = {
  name: "budget",
  value: "N",
  least: 0,
  summary: "maximum number of tokens of the catalog (default: 2 % of the context window, 1500 to 10000)",
};

/** The context window that the default budget depends on. */
export const WINDOW: OptionSpec = {
  name: "window",
  value: "N",
  least: 1,
  summary: "size of the model's context window in tokens (default 200000)",
};
