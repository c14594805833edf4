import type { CatalogFormat, Runtime, SessionOptions } from "@knowhow/runtime";
import { EXIT } from "../io/exit-codes.ts";
import { reportCatalog } from "../report/catalog.ts";
import { catalogChoice } from "../runtime/catalog-choice.ts";
import { countUses } from "../runtime/count-uses.ts";
import { findEntry } from "../runtime/find-entry.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import type { Arguments } from "../table/arguments.ts";
import type { Answer, Call, Command } from "../table/command.ts";
import { sanitiseLines } from "../terminal/sanitise.ts";

/** `knowhow catalog`: what the model sees at the start of a conversation, and what a message would add. */
export const catalog: Command = (call) => useRuntime(call, (runtime) => catalogOf(runtime, call));

async function catalogOf(runtime: Runtime, { args, io }: Call): Promise<Answer> {
  const options = { ...sessionOptions(args), ...(await countUses(runtime, io)) };
  for (const pin of options.pins ?? []) findEntry(runtime.library, pin);
  const session = await runtime.session(options);
  const message = args.text("message");
  const turn = await session.turn(
    message === undefined ? {} : { messages: [{ role: "user", content: message }] },
  );
  const { tokens, budget, total, full, shortened, nameOnly, omitted, costs } = turn.report.catalog;
  const catalog = {
    text: turn.baseline,
    context: turn.context,
    tokens,
    budget,
    report: { total, full, shortened, nameOnly, omitted },
  };
  return {
    exit: EXIT.done,
    data: message === undefined ? catalog : { ...catalog, inject: turn.inject },
    text: (screen) => {
      const { pending, notes } = turn.report;
      const shown = { ...catalog, inject: turn.inject, costs, pending, notes };
      return reportCatalog(shown, screen, io.stdout.isTTY ? sanitiseLines : asItIs);
    },
  };
}

function sessionOptions(args: Arguments): SessionOptions {
  const format = FORMATS.find((known) => known === args.text("format"));
  const pins = args.list("pin");
  return {
    ...catalogChoice(args),
    ...(format === undefined ? {} : { catalogFormat: format }),
    ...(args.has("location") ? { location: true } : {}),
    ...(pins.length === 0 ? {} : { pins }),
  };
}

const FORMATS: readonly CatalogFormat[] = ["lines", "xml", "json"];

/** Redirected output has exactly the bytes that the model would get. */
function asItIs(text: string): string {
  return text;
}
