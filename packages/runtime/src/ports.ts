import type { SkillSummary } from "./skill.ts";
import type { DecisionStore } from "./trust.ts";

/** A value now, or a promise of one: a port may answer either way, and callers must take both. */
export type Awaitable<T> = T | Promise<T>;

export type FileKind = "file" | "directory" | "link" | "other";

export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  /** Number of the device that holds it, where that tells files of one `ino` apart. */
  readonly dev?: number;
  /** Permission bits, where the system has them. */
  readonly mode: number;
  /** Number of the user who owns it, where the system has such numbers. */
  readonly uid?: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/** A regular file's bytes and the facts of the very file they were read from. */
export interface FileBytes {
  readonly stat: FileStat;
  /** Absent when the file is larger than the caller's limit or is no regular file. */
  readonly bytes: Uint8Array | undefined;
  /** Real path of the very file that was opened, where the system can tell: whoever checks it cannot be fooled by a swap. */
  readonly realpath?: string;
}

/** The same, decoded as UTF-8. */
export interface FileText {
  readonly stat: FileStat;
  readonly text: string | undefined;
}

/** What a place knows of a SKILL.md without reading it. */
export interface SkillHead {
  /** The frontmatter, with its `---` lines. */
  readonly text: string;
  /** Sixteen hex digits that name the content; absent where the place cannot say what it will give. */
  readonly version?: string;
  /** About how many tokens the body has. */
  readonly tokens: number;
}

/** Files, read only. Absence is `undefined`; a method throws only when reading breaks. Links are never followed. */
export interface FileSystem {
  /** True when `SKILL.md` and `skill.md` are the same file here. */
  readonly caseInsensitive: boolean;
  /** The entries of a directory, or undefined when there is no directory. */
  list(path: string): Awaitable<readonly DirectoryEntry[] | undefined>;
  /** Facts about the entry itself, or undefined when there is none. */
  stat(path: string): Awaitable<FileStat | undefined>;
  /** A file's bytes up to a limit, or undefined when there is no file. Never blocks on pipes or devices. */
  readBytes(path: string, maxBytes: number): Awaitable<FileBytes | undefined>;
  /**
   * A file's text up to a limit in bytes, or undefined when there is no file. Never blocks on pipes or devices.
   * With `known`, the facts that the caller has just asked for need not be asked for again.
   */
  readText(path: string, maxBytes: number, known?: FileStat): Awaitable<FileText | undefined>;
  /** The path with every link resolved, or undefined when it leads nowhere. */
  realpath(path: string): Awaitable<string | undefined>;
  /** For a place where reading costs a journey: what it knows of a SKILL.md. Discovery then does not read the file. */
  head?(path: string): Awaitable<SkillHead | undefined>;
}

/** The machine and the person, as far as discovery and eligibility ask about them. */
export interface Environment {
  readonly platform: "linux" | "darwin" | "win32";
  readonly cwd: string;
  readonly home: string;
  /** Number of the user who runs this, where the system has such numbers. */
  readonly uid?: number;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** True when a program of this name is on the search path; false for a name that is a path or cannot be one. */
  hasBinary(name: string): Awaitable<boolean>;
  now(): number;
}

/** SHA-256, as lower-case hex. */
export interface Hash {
  sha256(data: string | Uint8Array): string;
  /** A running hash, for content that is not in memory at once. */
  running(): RunningHash;
}

export interface RunningHash {
  update(data: string | Uint8Array): void;
  hex(): string;
}

/** A file as it was when it was read, and what was read from it. */
export interface IndexedFile {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  /** The names of its directory and itself when it was read (`pdf/SKILL.md`), where a link gave it others than its own. */
  readonly readAs?: string;
  readonly summary: SkillSummary;
}

/** Remembers what was read from which file. It only saves work: losing it, or finding nonsense in it, changes nothing. */
export interface IndexStore {
  /** What is remembered of a root; an empty map when nothing is, or when it cannot be understood. Never throws. */
  load(root: string): Awaitable<ReadonlyMap<string, IndexedFile>>;
  /** Replaces what is remembered of a root; any string is a root. Never throws: a failed write only costs time. */
  save(root: string, files: ReadonlyMap<string, IndexedFile>): Awaitable<void>;
}

/** Keeps what was computed for later, under a name. It only saves work: losing it, or finding nonsense in it, changes nothing. */
export interface BlobStore {
  /** What was saved under a name, byte for byte; undefined when nothing was, or when it was damaged since. Never throws. */
  load(name: string): Awaitable<Uint8Array | undefined>;
  /** Replaces what a name holds; any string is a name. Never throws: a failed write only costs time. */
  save(name: string, bytes: Uint8Array): Awaitable<void>;
}

/** Tells when something below some directories changes. */
export interface Watcher {
  /** Calls back, at once per change, until closed; `directories` may not exist yet. */
  watch(directories: readonly string[], onChange: () => void): WatchHandle;
}

export interface WatchHandle {
  /** Watches these directories instead; without effect after `close`. */
  update(directories: readonly string[]): void;
  /** Ends the watch: nothing is called back afterwards. Closing again has no effect. */
  close(): void;
}

/** Counts the tokens of a text: a whole number, 0 or more, for any string. */
export type Tokenizer = (text: string) => number;

/**
 * Turns texts into vectors of length one, so that texts of like meaning lie close together; a text that says nothing to
 * it may give a vector of zeros. Vectors of different ids are never compared with each other. An embedder that cannot
 * answer throws; the matcher then does without it.
 */
export interface Embedder {
  /** Names the model and its version; vectors are remembered under it. */
  readonly id: string;
  readonly dimensions: number;
  /** True for a word in lower case that it was taught as a whole; words that it knows are not taken for misspellings. */
  knows?(word: string): boolean;
  /**
   * One vector per text, in order, of length one (others are brought to it), or of zeros for a text that says nothing. The
   * vectors belong to the caller. When the signal is aborted, it throws the reason or answers all the same.
   */
  embed(
    texts: readonly string[],
    kind: "query" | "document",
    signal?: AbortSignal,
  ): Awaitable<readonly Float32Array[]>;
}

/** The pieces of work that are traced. */
export type SpanName = "turn" | "activate" | "resource.read";

/** Facts about a piece of work; pseudonymous: names, versions, counts and reasons, never texts, places or arguments. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A piece of work that begins. */
export interface SpanStart {
  readonly name: SpanName;
  readonly attributes: SpanAttributes;
}

/** A piece of work that is under way; what is set after it has ended is ignored. */
export interface SpanHandle {
  /** Adds facts that were not known at the start. */
  set(attributes: SpanAttributes): void;
  /** Names the file that was read, by its key in the skill's listing; a tracer hands it on only where its host asked for it. */
  setResource(key: string): void;
}

/** Tells others how long a piece of work takes and how it ends. */
export interface Tracer {
  /** Does the work once, inside a span, and gives what it gave; a mistake of the tracer never changes the outcome. */
  trace<T>(span: SpanStart, work: (span: SpanHandle) => Promise<T>): Promise<T>;
  /** False while nobody wants such spans: the work is then done without one. */
  listens?(name: SpanName): boolean;
}

/** One row of the audit log: who did what, to which skill, in which conversation. */
export interface AuditRecord {
  /** What happens, noun first: `skill.served`, `approval.asked`, `trust.decided`. */
  readonly action: string;
  /** On whose behalf. */
  readonly actor: "model" | "client" | "user" | "host" | "engine";
  readonly skill?: string;
  /** SHA-256 of the bytes, or of the request, that the action is about. */
  readonly digest?: string;
  readonly session?: string;
  readonly run?: string;
  /** Names, counts and verdicts; never a body, an argument or a secret. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Keeps what happened, in order, with the time of each row. It is awaited and written before the effect: when a row
 * cannot be written, `append` throws and what it records does not happen.
 */
export interface AuditLog {
  append(record: AuditRecord): Awaitable<void>;
}

/** Everything the engine asks of the outside world. */
export interface Ports {
  readonly files: FileSystem;
  readonly environment: Environment;
  readonly hash: Hash;
  readonly index?: IndexStore;
  /** Where the index of the matcher is kept between runs; nowhere when absent. */
  readonly blobs?: BlobStore;
  readonly watcher?: Watcher;
  /** Where trust decisions are kept; without it a decision holds until the runtime is closed. */
  readonly decisions?: DecisionStore;
  readonly tokenizer?: Tokenizer;
  /** Nothing is traced when absent. */
  readonly tracer?: Tracer;
  /** Nothing is recorded when absent. */
  readonly audit?: AuditLog;
}
