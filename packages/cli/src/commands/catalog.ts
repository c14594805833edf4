import type { CatalogFormat, Runtime, SessionOptions } from "@knowhow/runtime";
import type { Arguments } from "../arguments.ts";
import { catalogCosts } from "../catalog-costs.ts";
import type { Answer, Call, Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { findEntry } from "../find-entry.ts";
import { useRuntime } from "../open-runtime.ts";
import { reportCatalog } from "../report/catalog.ts";
import { sanitiseLines } from "../report/sanitise-lines.ts";

/** `knowhow catalog`: what a model is told at the start of a conversation, and what a message would add to it. */
export const catalog: Command = (call) => useRuntime(call, (runtime) => catalogOf(runtime, call));

async function catalogOf(runtime: Runtime, { args, io }: Call): Promise<Answer> {
  const options = sessionOptions(args);
  for (const pin of options.pins ?? []) findEntry(runtime.library, pin);
  const session = await runtime.session(options);
  const message = args.text("message");
  const turn = await session.turn(
    message === undefined ? {} : { messages: [{ role: "user", content: message }] },
  );
  const { tokens, budget, total, full, shortened, nameOnly, omitted } = turn.report.catalog;
  const told = { text: turn.baseline, tokens, budget, report: { total, full, shortened, nameOnly, omitted } };
  return {
    exit: EXIT.done,
    data: message === undefined ? told : { ...told, inject: turn.inject },
    text: (screen) => {
      const costs = catalogCosts(runtime, options, budget);
      const { untrusted, notes } = turn.report;
      const shown = { ...told, inject: turn.inject, costs, untrusted, notes };
      return reportCatalog(shown, screen, io.stdout.isTTY ? sanitiseLines : asItIs);
    },
  };
}

function sessionOptions(args: Arguments): SessionOptions {
  const budget = args.number("budget");
  const window = args.number("window");
  const format = FORMATS.find((known) => known === args.text("format"));
  const pins = args.list("pin");
  return {
    ...(budget === undefined ? {} : { catalogBudget: budget }),
    ...(window === undefined ? {} : { contextWindow: window }),
    ...(format === undefined ? {} : { catalogFormat: format }),
    ...(args.has("location") ? { location: true } : {}),
    ...(pins.length === 0 ? {} : { pins }),
  };
}

const FORMATS: readonly CatalogFormat[] = ["lines", "xml", "json"];

/** Who redirects the output wants every byte that the model would get. */
function asItIs(text: string): string {
  return text;
}
