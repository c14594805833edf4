import type { Signal, SignalKind } from "../signals/signal.ts";
import type { SkillFacts } from "./rule.ts";

/** Indexes the signals of a skill for the rules. */
export function skillFacts(name: string, signals: readonly Signal[]): SkillFacts {
  const byKind = new Map<SignalKind, Signal[]>();
  const kindsOfFile = new Map<string, Set<SignalKind>>();
  for (const signal of signals) {
    const list = byKind.get(signal.kind);
    if (list === undefined) byKind.set(signal.kind, [signal]);
    else list.push(signal);
    const file = fileOf(signal);
    const kinds = kindsOfFile.get(file);
    if (kinds === undefined) kindsOfFile.set(file, new Set([signal.kind]));
    else kinds.add(signal.kind);
  }
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 4 && !COMMON.has(word));
  return {
    name,
    signals,
    of: (...kinds) => kinds.flatMap((kind) => byKind.get(kind) ?? []),
    besides: (signal, ...kinds) => kinds.some((kind) => kindsOfFile.get(fileOf(signal))?.has(kind)),
    isRelated: ({ address }) => {
      if (address === undefined) return false;
      const place = `${address.host}${address.path.split("/").slice(0, 3).join("/")}`
        .toLowerCase()
        .replace(/[^a-z0-9]/g, "");
      return words.some((word) => place.includes(word));
    },
    isNamesake: ({ address }) => {
      const label = (address?.host ?? "").replace(/^www\./, "").split(".", 1)[0] ?? "";
      return letters(label) === letters(name);
    },
  };
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Words in names of skills that say nothing about an owner. */
const COMMON: ReadonlySet<string> = new Set([
  "skill",
  "skills",
  "agent",
  "agents",
  "tool",
  "tools",
  "helper",
  "code",
  "data",
  "auto",
  "install",
  "setup",
  "github",
  "manager",
  "assistant",
  "openclaw",
  "clawhub",
]);

/** The file on disk: an archive counts as one. */
function fileOf({ path }: Signal): string {
  const inner = path.indexOf("!");
  return inner === -1 ? path : path.slice(0, inner);
}
