import type { Diagnostic, LibraryEntry, SkillLibrary } from "@knowhow/runtime";
import { clientSights, describeReaders, readersOf, type SightContext } from "@knowhow/runtime/toolkit";
import { EXIT } from "../io/exit-codes.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { type ListCounts, reportList } from "../report/list.ts";
import { shownState } from "../report/states.ts";
import { openRuntime, useRuntime } from "../runtime/open-runtime.ts";
import type { Command } from "../table/command.ts";
import { count } from "../terminal/words.ts";

/** `knowhow list`: the skills by name; with --all also the shadowed ones. */
export const list: Command = async (call) => {
  const { args } = call;
  const library = await useRuntime(call, (runtime) => runtime.library, { open: openRuntime });
  const { diagnostics } = library;
  const entries = library.entries({ shadowed: args.has("all") });
  const pending = library.entries().filter(({ state }) => state === "pending");
  const isSeenAsked = pending.length > 0 || args.has("json");
  const sight = isSeenAsked
    ? await (await import("../runtime/sight-context.ts")).sightContext(call, library)
    : { library, clients: [] };
  const readers = describeReaders(readersOf(pending, sight), pending.length);
  return {
    exit: EXIT.done,
    get data() {
      return {
        skills: entries.map((entry) => entryJson(entry, sight)),
        diagnostics: diagnostics.map(diagnosticJson),
      };
    },
    text: (screen) => reportList(entries, { ...countsOf(library), readers }, screen),
  };
};

function entryJson(entry: LibraryEntry, sight: SightContext) {
  const { skill, eligibility, scan } = entry;
  return {
    name: skill.name,
    description: skill.description,
    provider: skill.origin.provider,
    level: skill.origin.level,
    source: skill.source,
    root: skill.origin.root,
    path: skill.path,
    version: skill.version,
    tokens: skill.tokens,
    eligible: eligibility.eligible,
    state: shownState(entry),
    verdict: scan?.verdict ?? null,
    scanned: scan !== undefined,
    sees: Object.fromEntries(clientSights(entry, sight).map(({ client, sees }) => [client, sees])),
  };
}

function countsOf(library: SkillLibrary): Omit<ListCounts, "readers"> {
  const { diagnostics } = library;
  const isOfConfig = ({ code, severity }: Diagnostic) => code.startsWith("config.") && severity !== "info";
  // Pending skills have a count and a hint of their own.
  const isWarning = ({ severity, code }: Diagnostic) =>
    severity === "warning" && code !== "resolution.pending";
  const warned = diagnostics.filter((one) => isWarning(one) || isOfConfig(one));
  return {
    shadowed: library.entries({ shadowed: true }).length - library.entries().length,
    rejected: library.rejections().filter((rejection) => rejection.decisions.at(-1)?.stage !== "filter")
      .length,
    warnings: warned.length,
    roots: library.roots.length,
    missingRoots: diagnostics.flatMap(({ code, path }) =>
      code === "discovery.root-missing" && path !== undefined ? [path] : [],
    ),
    notApplied: [
      ...diagnostics.flatMap((one) => {
        const { code, message } = one;
        const isTold = isOfConfig(one) || code === "discovery.project-foreign" || code === "mcp.unreachable";
        return isTold ? [message] : [];
      }),
      ...refusedEntries(diagnostics),
    ],
    switchedOff: diagnostics.some(({ code }) => code === "config.disabled"),
  };
}

/** Number of refused skills of servers that are listed with the reason. */
const SHOWN_REFUSED = 3;

/** A skill that was refused when its server listed it has no row of its own. */
function refusedEntries(diagnostics: readonly Diagnostic[]): readonly string[] {
  const refused = diagnostics.filter(({ code }) => code === "mcp.entry-refused");
  const rest = refused.length - SHOWN_REFUSED;
  return [
    ...refused.slice(0, SHOWN_REFUSED).map(({ message, path = "" }) => `${path}: ${message}`),
    ...(rest > 0 ? [`${count(rest, "more skill")} of MCP servers refused`] : []),
  ];
}
