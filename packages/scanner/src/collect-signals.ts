import type { ScanSubject } from "@knowhow/runtime";
import { encodedRuns, encodedText } from "./layers/decode-encoded.ts";
import { hiddenParts } from "./layers/hidden-parts.ts";
import { derivedLayer, type Layer } from "./layers/layer.ts";
import { normalisedCopy } from "./layers/normalise.ts";
import { LIMITS } from "./limits.ts";
import { decodeText } from "./objects/decode-text.ts";
import { fileType } from "./objects/file-type.ts";
import { readObject, type UnpackBudget } from "./objects/read-object.ts";
import type { ShellValue } from "./shell/shell-value.ts";
import { readEvalSignals } from "./signals/eval-signals.ts";
import { readFileNameSignals } from "./signals/file-name-signals.ts";
import { readLayoutSignals } from "./signals/layout-signals.ts";
import { readLinkSignals } from "./signals/link-signals.ts";
import { readNativeSignals } from "./signals/native-signals.ts";
import { readProgramSignals } from "./signals/program-signals.ts";
import { readProseSignals } from "./signals/prose-signals.ts";
import { readSecretSignals } from "./signals/secret-signals.ts";
import { readShellSignals } from "./signals/shell-signals.ts";
import type { Signal } from "./signals/signal.ts";
import { readWindowsSignals } from "./signals/windows-signals.ts";

/** The most encoded values of one text that are read one by one. */
const MAX_DECODED = 2_000;

/** All signals of a skill: of every file, every copy without disguise, and everything that was decoded from them. */
export function collectSignals(subject: ScanSubject): readonly Signal[] {
  const copies = new Map<string, ShellValue>();
  const signals = readFiles(subject, copies);
  // A file that comes first may send what a later one has copied.
  return copies.size > 0 && subject.files.length > 1 ? readFiles(subject, copies) : signals;
}

function readFiles(subject: ScanSubject, copies: Map<string, ShellValue>): readonly Signal[] {
  const signals: Signal[] = [];
  const budget: UnpackBudget = {
    bytes: LIMITS.unpackedBytes,
    entries: LIMITS.archiveEntries,
    maxDepth: LIMITS.depth,
  };
  for (const { path, reason } of subject.gaps) signals.push(unread(path, reason));
  for (const { path, bytes } of subject.files) {
    signals.push(...readFileNameSignals(path));
    const object = readObject(path, bytes, budget);
    signals.push(...object.signals, ...object.gaps.map((gap) => unread(gap.path, gap.reason)));
    readLayers(object.layers, { budget, signals, copies });
  }
  return withoutRepetition(signals);
}

function readLayers(
  start: readonly Layer[],
  { budget, signals, copies }: { budget: UnpackBudget; signals: Signal[]; copies: Map<string, ShellValue> },
): void {
  const queue = [...start];
  const seen = new Set<string>();
  for (let layer = queue.pop(); layer !== undefined; layer = queue.pop()) {
    if (layer.depth > budget.maxDepth || seen.size >= LIMITS.layers) {
      signals.push(unread(layer.path, "its content is encoded too many times"));
      continue;
    }
    // The same text in the same place says nothing new.
    const key = `${layer.hiddenBy ?? ""}:${layer.isScript ?? false}:${layer.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    signals.push(...readProseSignals(layer), ...readLinkSignals(layer), ...readSecretSignals(layer));
    signals.push(...readWindowsSignals(layer), ...readNativeSignals(layer), ...readEvalSignals(layer));
    const shell = readShellSignals(layer, copies);
    signals.push(...shell.signals, ...disguises(layer, shell.signals));
    const program = readProgramSignals(layer);
    signals.push(...program.signals);
    for (const line of [...shell.unparsed, ...program.unparsed])
      signals.push({ ...unread(layer.path, "a script is nested too deeply"), line });
    for (const { text, line, isDecoded } of [...shell.scripts, ...program.scripts])
      queue.push(scriptLayer(layer, { text, line, isDecoded }));
    if (layer.isCopy !== true) {
      signals.push(...readLayoutSignals(layer));
      for (const part of hiddenParts(layer)) {
        queue.push(part);
        if (part.hiddenBy === "invisible")
          signals.push({
            kind: "invisible-text",
            path: part.path,
            line: part.lineAt(0),
            evidence: part.text,
          });
      }
      const copy = normalisedCopy(layer);
      if (copy !== undefined) queue.push(copy);
    }
    readEncoded(layer, { budget, signals, queue });
  }
}

/** Commands that are found only because invisible characters or look-alike letters were replaced. */
function disguises({ disguised, path }: Layer, signals: readonly Signal[]): readonly Signal[] {
  if (disguised === undefined) return [];
  return signals
    .filter(({ kind, line }) => kind === "runs-download" && disguised.has(line))
    .map(({ line, evidence }) => ({ kind: "obfuscated-code", path, line, evidence, detail: "a program" }));
}

function scriptLayer(
  layer: Layer,
  { text, line, isDecoded }: { text: string; line: number; isDecoded: boolean },
): Layer {
  const hiddenBy = isDecoded ? ("encoding" as const) : layer.hiddenBy;
  return {
    path: layer.path,
    text,
    depth: layer.depth + 1,
    isScript: true,
    lineAt: () => line,
    ...(hiddenBy === undefined ? {} : { hiddenBy }),
  };
}

function readEncoded(
  layer: Layer,
  { budget, signals, queue }: { budget: UnpackBudget; signals: Signal[]; queue: Layer[] },
): void {
  let count = 0;
  for (const { offset, bytes } of encodedRuns(layer.text)) {
    const text = encodedText(bytes) ?? wideText(bytes);
    const isFile = text === undefined && bytes.length > 64 && fileType(bytes) !== "text-or-unknown";
    // Most runs are words that only look encoded; those that are, are read up to a limit.
    if (text === undefined && !isFile) continue;
    count += 1;
    if (count > MAX_DECODED) {
      signals.push(unread(layer.path, "it contains too many encoded values"));
      return;
    }
    if (text !== undefined) {
      budget.bytes -= bytes.length;
      queue.push(derivedLayer(layer, { text, offset, hiddenBy: "encoding" }));
    } else {
      const object = readObject(`${layer.path}!/encoded`, bytes, budget, layer.depth + 1);
      const line = layer.lineAt(offset);
      const place = { path: layer.path, line };
      signals.push(...object.signals.map((signal) => ({ ...signal, ...place })));
      signals.push(...object.gaps.map((gap) => ({ ...unread(layer.path, gap.reason), line })));
      queue.push(
        ...object.layers.map(
          (inner): Layer => ({ ...inner, ...place, hiddenBy: "encoding", lineAt: () => line }),
        ),
      );
    }
  }
}

/** PowerShell encodes commands with two bytes for each character. */
function wideText(bytes: Uint8Array): string | undefined {
  const decoded = bytes.includes(0) ? decodeText(bytes) : undefined;
  return decoded?.encoding.startsWith("utf-16") ? decoded.text : undefined;
}

function unread(path: string, reason: string): Signal {
  return { kind: "unread", path, line: 1, evidence: path, detail: reason };
}

/** A copy of a layer repeats the signals of its source. */
function withoutRepetition(signals: readonly Signal[]): readonly Signal[] {
  const seen = new Set<string>();
  return signals.filter((signal) => {
    const key = `${signal.kind}\0${signal.path}\0${signal.line}\0${signal.hiddenBy ?? ""}\0${signal.address?.host ?? ""}\0${signal.detail ?? ""}\0${signal.inScript ?? ""}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
