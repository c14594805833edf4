import { EXIT } from "../io/exit-codes.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { reportShow } from "../report/show.ts";
import { recordOf } from "../report/skill-record.ts";
import { findEntry } from "../runtime/find-entry.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { sightContext } from "../runtime/sight-context.ts";
import type { Command } from "../table/command.ts";

/** `knowhow show <name>`: everything that is known about a skill. */
export const show: Command = async (call) => {
  const { args } = call;
  const [name = ""] = args.positionals;
  const record = await useRuntime(call, async (runtime) =>
    recordOf(findEntry(runtime.library, name), runtime, {
      outline: args.has("outline"),
      sight: await sightContext(call, runtime.library),
    }),
  );
  const data = { ...record, diagnostics: record.diagnostics.map(diagnosticJson) };
  return { exit: EXIT.done, data, text: (screen) => reportShow(record, screen) };
};
