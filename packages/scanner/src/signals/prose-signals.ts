import { readAddress } from "../hosts/host-kind.ts";
import { flatten } from "../layers/flat-text.ts";
import type { Layer } from "../layers/layer.ts";
import { readArchivePasswords } from "./archive-password.ts";
import { INSTRUCTION_PATTERNS } from "./instruction-patterns.ts";
import type { ProsePattern } from "./prose-pattern.ts";
import { readLocalArchives, readSetupLinks } from "./setup-link-signals.ts";
import { SETUP_PATTERNS } from "./setup-patterns.ts";
import type { Signal, SignalKind } from "./signal.ts";
import { wordPlaces } from "./word-places.ts";

const PROSE_PATTERNS: readonly ProsePattern[] = [...SETUP_PATTERNS, ...INSTRUCTION_PATTERNS];

/** The most signals of one pattern in one layer; more say nothing new. */
const MAX_PER_PATTERN = 40;

/** Kinds of which only the presence in a file counts. */
const ONCE: ReadonlySet<SignalKind> = new Set(["required-utility", "paste-in-terminal", "run-executable"]);

/** What the sentences of a layer ask for. */
export function readProseSignals(layer: Layer): readonly Signal[] {
  const flat = flatten(layer);
  const signals: Signal[] = [];
  const hasAddress = flat.text.includes("://") || flat.text.includes("@");
  for (const entry of PROSE_PATTERNS) {
    if (!(entry.isForeign && flat.isForeign) && !entry.words.some((word) => flat.words.has(word))) continue;
    if (entry.addressGroup !== undefined && !hasAddress) continue;
    let count = 0;
    for (const match of flat.text.matchAll(globalOf(entry.pattern))) {
      const found = match[entry.addressGroup ?? -1];
      const address =
        found === undefined
          ? undefined
          : readAddress(found.includes("://") ? found : `//${found.replace(/^[^@]*@/, "")}`);
      signals.push({
        kind: entry.kind,
        path: layer.path,
        line: flat.lineAt(match.index),
        evidence: match[0],
        ...(address === undefined ? {} : { address }),
        ...(layer.hiddenBy === undefined ? {} : { hiddenBy: layer.hiddenBy }),
      });
      count += 1;
      if (count >= (ONCE.has(entry.kind) ? 1 : MAX_PER_PATTERN)) break;
    }
  }
  const places = wordPlaces(flat);
  if (places.has("required"))
    signals.push({ kind: "required-utility", path: layer.path, line: 1, evidence: "" });
  for (const { offset, name } of readLocalArchives(flat, places))
    signals.push({
      kind: "unlocks-archive",
      path: layer.path,
      line: flat.lineAt(offset),
      evidence: name,
      detail: name,
    });
  const hidden = layer.hiddenBy === undefined ? {} : { hiddenBy: layer.hiddenBy };
  for (const { offset, evidence } of readArchivePasswords(flat, places))
    signals.push({
      kind: "archive-password",
      path: layer.path,
      line: flat.lineAt(offset),
      evidence,
      ...hidden,
    });
  for (const { offset, ...link } of readSetupLinks(flat, places))
    signals.push({ path: layer.path, line: flat.lineAt(offset), ...link, ...hidden });
  return signals;
}

const GLOBAL = new Map<ProsePattern["pattern"], RegExp>(
  PROSE_PATTERNS.map(({ pattern }) => [pattern, new RegExp(pattern.source, `${pattern.flags}g`)]),
);

function globalOf(pattern: RegExp): RegExp {
  return GLOBAL.get(pattern) ?? pattern;
}
