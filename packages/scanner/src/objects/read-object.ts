import { type HiddenBy, type Layer, sourceLayer } from "../layers/layer.ts";
import { readFileNameSignals } from "../signals/file-name-signals.ts";
import type { Signal } from "../signals/signal.ts";
import { decodeText, printableRuns } from "./decode-text.ts";
import { type FileType, fileType } from "./file-type.ts";
import { readImage } from "./image-end.ts";
import { inflateStart } from "./inflate-whole.ts";
import { readPdfFile } from "./read-pdf.ts";
import { readTar } from "./read-tar.ts";
import { type ArchiveEntry, readZip } from "./read-zip.ts";

/** What an object of the scan consists of. */
export interface ObjectReading {
  readonly layers: Layer[];
  readonly signals: Signal[];
  /** What could not be inspected. */
  readonly gaps: { readonly path: string; readonly reason: string }[];
}

/** How much may be unpacked. */
export interface UnpackBudget {
  /** Bytes that may still be unpacked or decoded. */
  bytes: number;
  /** Files that may still be read from archives. */
  entries: number;
  readonly maxDepth: number;
}

/** Reads bytes as text, and unpacks them as far as they are containers. */
export function readObject(path: string, bytes: Uint8Array, budget: UnpackBudget, depth = 0): ObjectReading {
  const reading: ObjectReading = { layers: [], signals: [], gaps: [] };
  if (bytes.length === 0) return reading;
  if (depth > budget.maxDepth) {
    reading.gaps.push({ path, reason: "it is nested too deeply" });
    return reading;
  }
  const type = typeOf(bytes);
  if (type === "text-or-unknown") return readUnknown(path, bytes, { budget, depth, reading });
  const context = { path, bytes, budget, depth, reading };
  if (type === "zip") readArchive(context, readZip(bytes, limitsOf(budget)));
  else if (type === "tar") readArchive(context, readTar(bytes, limitsOf(budget)));
  else if (type === "gzip") readCompressed(context);
  else if (type === "png" || type === "jpeg" || type === "gif" || type === "riff") readPicture(context, type);
  else if (type === "pdf") readPdf(context);
  else if (type === "sealed-archive") {
    reading.gaps.push({ path, reason: "archives of this format are not opened" });
  } else if (type === "program" || type === "bytecode") {
    add(reading, { kind: type === "program" ? "program-file" : "bytecode", path, line: 1, evidence: path });
    pushRuns(context);
  } else if (type === "office") {
    add(reading, { kind: "macro", path, line: 1, evidence: "an Office file of the old format" });
    reading.gaps.push({ path, reason: "Office files of the old format are not opened" });
    pushRuns(context);
  } else {
    pushRuns(context);
    readAppendedZip(context);
  }
  return reading;
}

/** The type of an object. What can be read as text is text, even if it starts like a file of another type. */
function typeOf(bytes: Uint8Array): FileType {
  const type = fileType(bytes);
  if (type === "text-or-unknown" || type === "pdf") return type;
  return decodeText(bytes)?.encoding === "utf-8" ? "text-or-unknown" : type;
}

interface Context {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly budget: UnpackBudget;
  readonly depth: number;
  readonly reading: ObjectReading;
}

function readUnknown(
  path: string,
  bytes: Uint8Array,
  { budget, depth, reading }: Pick<Context, "budget" | "depth" | "reading">,
): ObjectReading {
  const decoded = decodeText(bytes);
  const context = { path, bytes, budget, depth, reading };
  if (decoded !== undefined) {
    reading.layers.push(layerOf(path, decoded.text.replace(/\r\n?/g, "\n"), depth, undefined));
    return reading;
  }
  reading.gaps.push({ path, reason: "its format is unknown" });
  pushRuns(context);
  readAppendedZip(context);
  return reading;
}

function layerOf(path: string, text: string, depth: number, hiddenBy: HiddenBy | undefined): Layer {
  const layer = sourceLayer(path, text, depth);
  return hiddenBy === undefined ? layer : { ...layer, hiddenBy };
}

function pushRuns({ path, bytes, depth, reading }: Context): void {
  const runs = printableRuns(bytes);
  if (runs !== "")
    reading.layers.push({ ...layerOf(path, runs, depth, "container"), lineAt: () => 1, isCopy: true });
}

function readArchive(context: Context, entries: readonly ArchiveEntry[] | undefined): void {
  const { path, budget, depth, reading } = context;
  if (entries === undefined) {
    reading.gaps.push({ path, reason: "it is a damaged archive" });
    pushRuns(context);
    return;
  }
  const isOffice = entries.some(({ name }) => name === "[Content_Types].xml");
  if (!isOffice && depth > 0) add(reading, { kind: "nested-archive", path, line: 1, evidence: path });
  for (const entry of entries) {
    const inner = `${path}!/${entry.name}`;
    budget.entries -= 1;
    for (const signal of readFileNameSignals(entry.name)) add(reading, { ...signal, path: inner });
    if (entry.isUnlisted)
      add(reading, {
        kind: "appended-data",
        path,
        line: 1,
        evidence: `${entry.bytes?.length ?? 0} bytes that the archive does not list`,
      });
    if (entry.isLocked) add(reading, { kind: "locked-archive", path: inner, line: 1, evidence: inner });
    if (entry.bytes === undefined) {
      reading.gaps.push({ path: inner, reason: entry.reason ?? "it could not be read" });
      continue;
    }
    budget.bytes -= entry.bytes.length;
    if (budget.bytes < 0) {
      reading.gaps.push({ path: inner, reason: "the archive is too large when unpacked" });
      return;
    }
    if (!isOffice) merge(reading, readObject(inner, entry.bytes, budget, depth + 1));
    else readOfficePart(inner, entry.bytes, { budget, depth, reading });
  }
}

/** A part of an Office document, by its content; only what has no format of its own is read by its name. */
function readOfficePart(
  path: string,
  bytes: Uint8Array,
  { budget, depth, reading }: Pick<Context, "budget" | "depth" | "reading">,
): void {
  const type = typeOf(bytes);
  if (type === "office" || /(?:vbaProject|oleObject\d*|activeX\d*)\.bin$/i.test(path)) {
    add(reading, { kind: "macro", path, line: 1, evidence: path });
    pushRuns({ path, bytes, budget, depth: depth + 1, reading });
  } else if (type === "text-or-unknown" && /\.(?:xml|rels|vml)$/i.test(path)) {
    pushOfficeText(path, bytes, { reading, depth });
  } else if (
    type === "text-or-unknown" &&
    decodeText(bytes) === undefined &&
    /\.(?:bin|emf|wmf)$/i.test(path)
  )
    pushRuns({ path, bytes, budget, depth: depth + 1, reading });
  else merge(reading, readObject(path, bytes, budget, depth + 1));
}

/** The words of an Office document, and its mark-up, in whose comments and attributes something may stand. */
function pushOfficeText(
  path: string,
  bytes: Uint8Array,
  { reading, depth }: Pick<Context, "reading" | "depth">,
): void {
  const xml = decodeText(bytes)?.text;
  if (xml === undefined) {
    reading.gaps.push({ path, reason: "its text could not be decoded" });
    return;
  }
  const text = xml.replace(/<\/(?:w:p|a:p|row|si)>/g, "\n").replace(/<[^<>]{0,5000}>/g, "");
  for (const part of [text, xml])
    if (part.trim() !== "")
      reading.layers.push({ ...layerOf(path, part, depth + 1, undefined), lineAt: () => 1 });
}

function readCompressed(context: Context): void {
  const { path, bytes, budget, depth, reading } = context;
  const unpacked = inflateStart("gzip", bytes, budget.bytes);
  if (unpacked === undefined) {
    reading.gaps.push({ path, reason: "it is damaged or too large when unpacked" });
    pushRuns(context);
    return;
  }
  budget.bytes -= unpacked.content.length;
  // The header can have a name and a comment.
  if (((bytes[3] ?? 0) & 0x1c) !== 0) pushRuns({ ...context, bytes: bytes.subarray(0, 70_000) });
  merge(reading, readObject(`${path}!`, unpacked.content, budget, depth + 1));
  readAppended(context, bytes.subarray(unpacked.used));
}

function readPicture(context: Context, type: "png" | "jpeg" | "gif" | "riff"): void {
  const { path, bytes, depth, reading } = context;
  const { end, texts } = readImage(type, bytes);
  for (const text of texts) {
    const value = printableRuns(text);
    if (value !== "")
      reading.layers.push({ ...layerOf(path, value, depth, "metadata"), lineAt: () => 1, isCopy: true });
  }
  if (type === "riff") pushRuns(context);
  if (end === undefined) {
    reading.gaps.push({ path, reason: "it is a damaged image" });
    pushRuns(context);
  } else readAppended(context, bytes.subarray(end));
}

/** Bytes after the end of a file are unpacked like a file of their own. */
function readAppended({ path, budget, depth, reading }: Context, rest: Uint8Array): void {
  if (rest.length === 0 || rest.every((byte) => byte === 0 || byte === 10 || byte === 13 || byte === 32))
    return;
  const type = typeOf(rest);
  if (rest.length < 16 && decodeText(rest) === undefined) return;
  // Cameras append previews and short films to pictures. They are read, but they are no reason for a finding.
  if (type !== "jpeg" && type !== "png" && type !== "media")
    add(reading, {
      kind: "appended-data",
      path,
      line: 1,
      evidence: `${rest.length} bytes after the end of the file`,
    });
  const inner = readObject(`${path}!/appended`, rest, budget, depth + 1);
  merge(reading, {
    ...inner,
    layers: inner.layers.map((layer) => ({ ...layer, hiddenBy: "container" as const })),
  });
}

function readAppendedZip(context: Context): void {
  const entries = readZip(context.bytes, limitsOf(context.budget));
  if (entries === undefined || entries.length === 0) return;
  add(context.reading, {
    kind: "appended-data",
    path: context.path,
    line: 1,
    evidence: "an archive inside another file",
  });
  readArchive(context, entries);
}

function readPdf(context: Context): void {
  const { path, bytes, budget, depth, reading } = context;
  const { text, active, gaps, files, end } = readPdfFile(bytes, budget.bytes);
  for (const evidence of active) add(reading, { kind: "macro", path, line: 1, evidence });
  for (const reason of gaps) reading.gaps.push({ path, reason });
  reading.layers.push({
    ...layerOf(path, `${printableRuns(bytes)}\n${text}`, depth, undefined),
    lineAt: () => 1,
  });
  for (const [index, content] of files.entries()) {
    budget.bytes -= content.length;
    merge(reading, readObject(`${path}!/file-${index + 1}`, content, budget, depth + 1));
  }
  if (end !== undefined) readAppended(context, bytes.subarray(end));
}

function limitsOf({ bytes, entries }: UnpackBudget) {
  return { bytes: Math.max(0, bytes), entries: Math.max(0, entries) };
}

function add(reading: ObjectReading, signal: Signal): void {
  reading.signals.push(signal);
}

function merge(into: ObjectReading, from: ObjectReading): void {
  into.layers.push(...from.layers);
  into.signals.push(...from.signals);
  into.gaps.push(...from.gaps);
}
