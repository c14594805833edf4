import type { Diagnostic, LibraryEntry, SkillLibrary } from "@knowhow/runtime";
import { EXIT } from "../io/exit-codes.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { type ListCounts, reportList } from "../report/list.ts";
import { shownState } from "../report/states.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { readSettings, type Settings } from "../runtime/settings.ts";
import type { Command } from "../table/command.ts";

/** `knowhow list`: the skills by name; with --all also the shadowed ones. */
export const list: Command = async (call) => {
  const { args, io } = call;
  const settings = await readSettings(args, io);
  const library = await useRuntime(call, settings, (runtime) => runtime.library);
  const diagnostics = [...settings.diagnostics, ...library.diagnostics];
  const entries = library.entries({ shadowed: args.has("all") });
  return {
    exit: EXIT.done,
    get data() {
      return { skills: entries.map(entryJson), diagnostics: diagnostics.map(diagnosticJson) };
    },
    text: (screen) => reportList(entries, countsOf(library, diagnostics, settings), screen),
  };
};

function entryJson(entry: LibraryEntry) {
  const { skill, eligibility } = entry;
  return {
    name: skill.name,
    description: skill.description,
    provider: skill.origin.provider,
    level: skill.origin.level,
    root: skill.origin.root,
    path: skill.path,
    version: skill.version,
    tokens: skill.tokens,
    eligible: eligibility.eligible,
    state: shownState(entry),
  };
}

function countsOf(
  library: SkillLibrary,
  diagnostics: readonly Diagnostic[],
  { options }: Settings,
): ListCounts {
  // What is pending has a count and a next step of its own.
  const loud = diagnostics.filter(
    ({ severity, code }) => severity === "warning" && code !== "resolution.pending",
  );
  return {
    shadowed: library.entries({ shadowed: true }).length - library.entries().length,
    rejected: library.rejections().filter((rejection) => rejection.decisions.at(-1)?.stage !== "filter")
      .length,
    warnings: loud.length,
    roots: library.roots.length,
    missingRoots: diagnostics.flatMap(({ code, path }) =>
      code === "discovery.root-missing" && path !== undefined ? [path] : [],
    ),
    notApplied: diagnostics.flatMap(({ code, message }) =>
      code.startsWith("config.") || code === "discovery.project-foreign" || code === "mcp.unreachable"
        ? [message]
        : [],
    ),
    switchedOff: options.enabled === false,
  };
}
