import type { Diagnostic, LibraryEntry, Rejection, SkillLibrary } from "@knowhow/runtime";
import {
  clientSights,
  compileGlob,
  describeReaders,
  readersOf,
  type SightContext,
} from "@knowhow/runtime/toolkit";
import { EXIT } from "../io/exit-codes.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { type ListCounts, reportList } from "../report/list.ts";
import { shownState } from "../report/states.ts";
import { openRuntime, useRuntime } from "../runtime/open-runtime.ts";
import type { Arguments } from "../table/arguments.ts";
import type { Command } from "../table/command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { count } from "../terminal/words.ts";

/** `knowhow list`: the skills by name; with --all also the shadowed ones. */
export const list: Command = async (call) => {
  const { args } = call;
  const library = await useRuntime(call, (runtime) => runtime.library, { open: openRuntime });
  const { diagnostics } = library;
  const all = library.entries({ shadowed: args.has("all") });
  const isWanted = filterOf(args);
  const entries = isWanted === undefined ? all : all.filter(isWanted);
  const pending = entries.filter(({ state, shadowedBy }) => state === "pending" && shadowedBy === undefined);
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
    text: (screen) => {
      if (isWanted !== undefined && entries.length === 0 && all.length > 0)
        return screen.quiet ? "" : noMatch(all);
      return reportList(entries, { ...countsOf(library, isWanted === undefined), readers }, screen);
    },
  };
};

/** Which skills the arguments ask for; undefined for all. */
function filterOf(args: Arguments): ((entry: LibraryEntry) => boolean) | undefined {
  const sources = args.list("source");
  const names = args.positionals
    .map((written) => written.toLowerCase())
    .map((word) => (/[*?[{]/.test(word) ? compileGlob(word) : (name: string) => name.includes(word)));
  if (sources.length === 0 && names.length === 0) return undefined;
  return ({ skill }) => {
    const { provider, level } = skill.origin;
    const isOfSource = sources.some((source) => [provider, level, skill.source].includes(source));
    const isNamed = names.some((matches) => matches(skill.name.toLowerCase()));
    return (sources.length === 0 || isOfSource) && (names.length === 0 || isNamed);
  };
}

function noMatch(entries: readonly LibraryEntry[]): string {
  const sources = new Set(entries.map(({ skill }) => skill.origin.provider));
  return `None of ${count(entries.length, "skill")} matches. Sources here: ${[...sources].map(sanitise).join(", ")}.`;
}

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

/** What was found besides the listed skills, and what was not applied; about some skills only the latter counts. */
function countsOf(library: SkillLibrary, isWhole: boolean): Omit<ListCounts, "readers"> {
  const { diagnostics } = library;
  const isOfConfig = ({ code, severity }: Diagnostic) => code.startsWith("config.") && severity !== "info";
  // Pending skills have a count and a hint of their own.
  const isWarning = ({ severity, code }: Diagnostic) =>
    severity === "warning" && code !== "resolution.pending";
  const warned = diagnostics.filter((one) => isWarning(one) || isOfConfig(one));
  return {
    total: library.entries().length,
    shadowed: isWhole ? library.entries({ shadowed: true }).length - library.entries().length : 0,
    rejected: isWhole ? library.rejections().filter(isSkipped).length : 0,
    warnings: isWhole ? warned.length : 0,
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

function isSkipped({ decisions }: Rejection): boolean {
  return decisions.at(-1)?.stage !== "filter";
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
