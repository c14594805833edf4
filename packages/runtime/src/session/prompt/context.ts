import { type ContextFile, findContextFiles } from "../../discovery/agents-md.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { type ContextText, writeContext } from "../../injection/context/write-context.ts";
import { decodeText, isBinary } from "../../serving/decode-text.ts";
import { readAt } from "../../serving/in-place.ts";
import type { SessionEngine } from "../session-engine.ts";
import { contextBudget, type SessionOptions } from "../session-options.ts";

/** Larger files are not read. */
const MAX_BYTES = 1024 * 1024;

/** The text of the context files, and notes for the user about files that are not or not fully included. */
interface FoundContext {
  readonly text: string;
  readonly notes: readonly string[];
}

/** The AGENTS.md texts of a conversation: read once, and again after the host discarded its history. */
export class Context {
  readonly #engine: SessionEngine;
  readonly #options: SessionOptions;
  #read: Promise<FoundContext> | undefined;
  #text: string | undefined;
  #notes: readonly string[] = [];

  constructor(engine: SessionEngine, options: SessionOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /** The text for the model; empty if there is none. */
  async ensure(): Promise<string> {
    if (this.#text !== undefined) return this.#text;
    this.#read ??= readContext(this.#engine, this.#options);
    const { text, notes } = await this.#read;
    this.#text ??= text;
    this.#notes = notes;
    return this.#text;
  }

  /** The notes about the last read, once. */
  takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  forget(): void {
    this.#read = undefined;
    this.#text = undefined;
  }

  toJSON(): { readonly context?: string } {
    return this.#text === undefined ? {} : { context: this.#text };
  }

  restore({ context }: { readonly context?: string }): void {
    this.#text = context;
  }
}

async function readContext(
  { profile, ports }: SessionEngine,
  options: Pick<SessionOptions, "contextFiles" | "contextBudget" | "contextWindow">,
): Promise<FoundContext> {
  if (!(options.contextFiles ?? profile.discovery.contextFiles)) return { text: "", notes: [] };
  const { value: found, diagnostics } = await findContextFiles(ports.files, ports.environment);
  const notes = diagnostics.map(({ message }) => message);
  const texts: ContextText[] = [];
  for (const file of found) {
    const text = await textOf(file, ports.files);
    if (text === undefined) notes.push(`${file.path} is not used: it is not a text file of at most 1 MiB`);
    else texts.push({ path: file.path, text });
  }
  const budget = contextBudget(options);
  const written = writeContext(texts, budget, ports.tokenizer ?? estimateTokens);
  notes.push(
    ...written.shortened.map((path) => `${path} was shortened: context files may have ${budget} tokens`),
    ...written.omitted.map((path) => `${path} was left out: context files may have ${budget} tokens`),
  );
  return { text: written.text, notes };
}

/** The text of a file, read from exactly the real path that discovery checked. */
async function textOf(
  { path }: ContextFile,
  files: SessionEngine["ports"]["files"],
): Promise<string | undefined> {
  try {
    const read = await readAt({ reached: path, real: path }, MAX_BYTES, files);
    if (read?.bytes === undefined || isBinary(read.bytes)) return undefined;
    return decodeText(read.bytes).replace(/^\ufeff/, "");
  } catch {
    return undefined;
  }
}
