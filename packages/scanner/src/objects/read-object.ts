import { gunzipSync, inflateSync } from "node:zlib";
import { type HiddenBy, type Layer, sourceLayer } from "../layers/layer.ts";
import type { Signal } from "../signals/signal.ts";
import { decodeText, printableRuns } from "./decode-text.ts";
import { fileType } from "./file-type.ts";
import { readImage } from "./image-end.ts";
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
  const type = fileType(bytes);
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
    if (/vbaProject\.bin$/i.test(entry.name)) {
      add(reading, { kind: "macro", path: inner, line: 1, evidence: entry.name });
      reading.layers.push({
        ...layerOf(inner, printableRuns(entry.bytes), depth + 1, "container"),
        isCopy: true,
      });
    } else if (isOffice && /\.(?:bin|emf|wmf)$/i.test(entry.name)) {
      reading.layers.push({
        ...layerOf(inner, printableRuns(entry.bytes), depth + 1, "container"),
        isCopy: true,
      });
    } else if (isOffice && /\.(?:xml|rels|vml)$/i.test(entry.name)) {
      pushOfficeText(inner, entry.bytes, { reading, depth });
    } else merge(reading, readObject(inner, entry.bytes, budget, depth + 1));
  }
}

/** The words of an Office document. Its mark-up says nothing. */
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
  if (text.trim() !== "")
    reading.layers.push({ ...layerOf(path, text, depth + 1, undefined), lineAt: () => 1, isCopy: true });
}

function readCompressed(context: Context): void {
  const { path, bytes, budget, depth, reading } = context;
  try {
    const content = gunzipSync(bytes, { maxOutputLength: Math.max(1, budget.bytes) });
    budget.bytes -= content.length;
    merge(reading, readObject(`${path}!`, content, budget, depth + 1));
  } catch {
    reading.gaps.push({ path, reason: "it is damaged or too large when unpacked" });
    pushRuns(context);
  }
}

function readPicture(context: Context, type: "png" | "jpeg" | "gif" | "riff"): void {
  const { path, bytes, depth, reading } = context;
  const { end, texts } = readImage(type, bytes);
  for (const text of texts) {
    const value = printableRuns(text);
    if (value !== "")
      reading.layers.push({ ...layerOf(path, value, depth, "metadata"), lineAt: () => 1, isCopy: true });
  }
  if (end === undefined) {
    reading.gaps.push({ path, reason: "it is a damaged image" });
    pushRuns(context);
  } else readAppended(context, bytes.subarray(end));
}

/** Bytes after the end of a file are unpacked like a file of their own. */
function readAppended({ path, budget, depth, reading }: Context, rest: Uint8Array): void {
  if (rest.length === 0 || rest.every((byte) => byte === 0 || byte === 10 || byte === 13 || byte === 32))
    return;
  const type = fileType(rest);
  if (type === "jpeg" || type === "png" || type === "media") return;
  if (rest.length < 16 && decodeText(rest) === undefined) return;
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
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = data.toString("latin1");
  const active =
    /\/(?:JavaScript|JS|Launch|OpenAction\s*<<[^>]{0,200}\/S\s*\/JavaScript|EmbeddedFile)\b/.exec(body);
  if (active !== null && !/EmbeddedFile/.test(active[0]))
    add(reading, { kind: "macro", path, line: 1, evidence: active[0] });
  if (/\/Encrypt\b/.test(body)) reading.gaps.push({ path, reason: "it is encrypted" });
  const parts: string[] = [printableRuns(bytes)];
  for (let at = body.indexOf("stream"); at !== -1; at = body.indexOf("stream", at + 6)) {
    if (body.startsWith("end", at - 3)) continue;
    const from = body[at + 6] === "\r" ? at + 8 : at + 7;
    const end = body.indexOf("endstream", from);
    if (end === -1) break;
    if (!/FlateDecode/.test(body.slice(Math.max(0, at - 300), at))) continue;
    try {
      const content = inflateSync(data.subarray(from, end), {
        maxOutputLength: Math.max(1, Math.min(budget.bytes, 4_000_000)),
      });
      budget.bytes -= content.length;
      const text = content.toString("latin1");
      if (/\bTj\b|\bTJ\b/.test(text)) parts.push(shownText(text));
    } catch {
      // A picture or a font whose compression has options; its bytes are not text.
    }
  }
  reading.layers.push({
    ...layerOf(path, parts.join("\n"), depth, undefined),
    lineAt: () => 1,
    isCopy: true,
  });
  const last = body.lastIndexOf("%%EOF");
  if (last !== -1) readAppended(context, bytes.subarray(last + 5));
  else reading.gaps.push({ path, reason: "it is a damaged PDF file" });
}

/** The text that a page of a PDF file shows. */
function shownText(content: string): string {
  return [...content.matchAll(/\(((?:[^()\\]|\\.){0,2000})\)/g)].map((match) => match[1]).join(" ");
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
