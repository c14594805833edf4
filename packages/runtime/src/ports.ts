import type { ProposalStore, SkillWriter } from "./proposal.ts";
import type { Runs } from "./run.ts";
import type { OpenScanner, Scanner, ScanStore } from "./scan.ts";
import type { ScriptRunner } from "./script.ts";
import type { SkillSummary } from "./skill.ts";
import type { DecisionStore, ReviewStore } from "./trust.ts";

/** A value or a promise of one. A port may return either, and callers must handle both. */
export type Awaitable<T> = T | Promise<T>;

export type FileKind = "file" | "directory" | "link" | "other";

export interface FileStat {
  readonly kind: FileKind;
  /** Size in bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  /** Device number, if the system needs it to tell two files with the same `ino` apart. */
  readonly dev?: number;
  /** Permission bits, if the system has them. */
  readonly mode: number;
  /** Numeric id of the owner, if the system has user ids. */
  readonly uid?: number;
  /** Number of names that the file has on its disk, if the system has hard links. */
  readonly links?: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/** The bytes of a regular file, with the stat of the same open file. */
export interface FileBytes {
  readonly stat: FileStat;
  /** Undefined if the file is larger than the caller's limit or not a regular file. */
  readonly bytes: Uint8Array | undefined;
  /** Real path of the opened file, if the system reports it. It cannot be changed by replacing the file meanwhile. */
  readonly realpath?: string;
}

/** The text of a regular file, decoded as UTF-8, with the stat of the same open file. */
export interface FileText {
  readonly stat: FileStat;
  readonly text: string | undefined;
}

/** What a source knows about a SKILL.md without reading it. */
export interface SkillHead {
  /** The frontmatter, with its `---` lines. */
  readonly text: string;
  /** Sixteen hex digits that identify the content; undefined if the source does not know it in advance. */
  readonly version?: string;
  /** Estimated number of tokens in the body. */
  readonly tokens: number;
}

/** What the caller knows about a path. */
export interface PathFacts {
  /**
   * True: the path has no links. If one of its directories is a link by now, the entry counts as missing, as far as the
   * system can tell.
   */
  readonly real?: boolean;
}

/**
 * Read-only access to files. A missing file is `undefined`; methods throw only if reading fails. Links are never
 * followed.
 */
export interface FileSystem {
  /** True if `SKILL.md` and `skill.md` are the same file. */
  readonly caseInsensitive: boolean;
  /** The entries of a directory; undefined if it does not exist. */
  list(path: string, facts?: PathFacts): Awaitable<readonly DirectoryEntry[] | undefined>;
  /** The stat of the entry itself; undefined if it does not exist. */
  stat(path: string): Awaitable<FileStat | undefined>;
  /**
   * The bytes of a file up to a limit, as they were at one moment; undefined if it does not exist. Never blocks on pipes
   * or devices.
   */
  readBytes(path: string, maxBytes: number, facts?: PathFacts): Awaitable<FileBytes | undefined>;
  /**
   * The text of a file up to a limit in bytes; undefined if it does not exist. Never blocks on pipes or devices.
   * `known` is a stat that the caller has just received, which need not be requested again.
   */
  readText(path: string, maxBytes: number, known?: FileStat): Awaitable<FileText | undefined>;
  /** The path with all links resolved; undefined if it does not exist. */
  realpath(path: string): Awaitable<string | undefined>;
  /** What a remote source knows about a SKILL.md. If it returns a head, discovery does not read the file. */
  head?(path: string): Awaitable<SkillHead | undefined>;
}

/** The machine and the user, as far as discovery and eligibility need them. */
export interface Environment {
  readonly platform: "linux" | "darwin" | "win32";
  readonly cwd: string;
  readonly home: string;
  /** Numeric id of the current user, if the system has user ids. */
  readonly uid?: number;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** True if the user has stored a secret of this name, which scripts get as a variable. Default none are stored. */
  hasSecret?(name: string): boolean;
  /** True when a program of this name is on the search path; false for a name that is a path or cannot be one. */
  hasBinary(name: string): Awaitable<boolean>;
  now(): number;
  /** A random UUID. Default that of the Web Crypto API. */
  uuid?(): string;
}

/** SHA-256 in lower-case hex. */
export interface Hash {
  sha256(data: string | Uint8Array): string;
  /** An incremental hash, for content that is not in memory at once. */
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
  /** Directory and file name under which it was read (`pdf/SKILL.md`), if a link gave it names other than its own. */
  readonly readAs?: string;
  readonly summary: SkillSummary;
}

/** A cache of what was read from each file. Losing it, or finding damaged data in it, only costs time. */
export interface IndexStore {
  /** The cached files of a root; an empty map if there are none or they cannot be read. Never throws. */
  load(root: string): Awaitable<ReadonlyMap<string, IndexedFile>>;
  /** Replaces what is remembered of a root; any string is a root. Never throws: a failed write only costs time. */
  save(root: string, files: ReadonlyMap<string, IndexedFile>): Awaitable<void>;
}

/** A cache of computed data by name. Losing it, or finding damaged data in it, only costs time. */
export interface BlobStore {
  /** The bytes saved under a name; undefined if there are none or they are damaged. Never throws. */
  load(name: string): Awaitable<Uint8Array | undefined>;
  /** Replaces what a name holds; any string is a name. Never throws: a failed write only costs time. */
  save(name: string, bytes: Uint8Array): Awaitable<void>;
}

/** Watches directories for changes. */
export interface Watcher {
  /**
   * Calls `onChange` for every change until closed, without debouncing. The directories need not exist yet. Moving or
   * replacing a directory above one of them is a change, too, if the system reports it.
   */
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
 * Turns texts into unit vectors that are close together if the texts have a similar meaning. A text without meaning may
 * give a vector of zeros. Vectors of different ids are never compared with each other. An embedder that cannot answer
 * throws, and the matcher continues without it.
 */
export interface Embedder {
  /** Names the model and its version; vectors are cached under it. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * True for a lower-case word in the model's vocabulary. Such words are not treated as misspellings, and the vector of
   * a text most of whose words are unknown is not used. A model for many languages does not define it.
   */
  knows?(word: string): boolean;
  /**
   * Returns one vector per text, in order. Vectors are normalized by the caller; a text without meaning gives zeros. The
   * vectors belong to the caller. Throws the signal's reason if it is aborted before the call; later it may also return.
   */
  embed(
    texts: readonly string[],
    kind: "query" | "document",
    signal?: AbortSignal,
  ): Awaitable<readonly Float32Array[]>;
}

/** The operations that are traced. */
export type SpanName = "turn" | "activate" | "resource.read";

/** Attributes of a span. Pseudonymous: names, versions, counts and reasons, never texts, paths or arguments. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** An operation that is about to start. */
export interface SpanStart {
  readonly name: SpanName;
  readonly attributes: SpanAttributes;
}

/** A piece of work that is under way; what is set after it has ended is ignored. */
export interface SpanHandle {
  /** Adds attributes that were not known at the start. */
  set(attributes: SpanAttributes): void;
  /**
   * Names the file that was read, by its key in the skill's listing. A tracer exports it only if the host asked for it.
   */
  setResource(key: string): void;
}

/** Reports how long operations take and how they end. */
export interface Tracer {
  /** Runs `work` once inside a span and returns its result. An error in the tracer never changes the outcome. */
  trace<T>(span: SpanStart, work: (span: SpanHandle) => Promise<T>): Promise<T>;
  /** False while such spans are not wanted; the work then runs without a span. */
  listens?(name: SpanName): boolean;
}

/** One row of the audit log: who did what, to which skill, in which conversation. */
export interface AuditRecord {
  /** What happens, noun first: `skill.served`, `approval.asked`, `trust.decided`. `AUDIT_ACTIONS` lists those of the engine. */
  readonly action: string;
  /** Who caused it; `host` is the program that uses the engine, `engine` the engine itself. */
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
 * Records actions in order, with the time of each. A row is written before the effect and awaited: if `append` throws,
 * the action does not happen.
 */
export interface AuditLog {
  append(record: AuditRecord): Awaitable<void>;
}

/** Everything that the engine needs from the outside world. */
export interface Ports {
  readonly files: FileSystem;
  readonly environment: Environment;
  readonly hash: Hash;
  readonly index?: IndexStore;
  /** Where the matcher's index is cached between runs. Default nowhere. */
  readonly blobs?: BlobStore;
  readonly watcher?: Watcher;
  /** Where trust decisions are stored. Without it, a decision is lost when the runtime is closed. */
  readonly decisions?: DecisionStore;
  /** What skills contained when they were decided about, to show what changed since. Default in memory. */
  readonly reviews?: ReviewStore;
  /** Inspects skills before their content is returned or written. Default none: the policy then applies to `unscanned`. */
  readonly scanner?: Scanner | OpenScanner;
  /** Where reports of scans are stored. Default in memory: a new process scans again. */
  readonly scans?: ScanStore;
  /** Where proposed changes of skills are stored. Default in memory: they are lost with the process. */
  readonly proposals?: ProposalStore;
  /** Writes the skills of proposals that the user applies. Default none: they cannot be applied. */
  readonly skillWriter?: SkillWriter;
  /** Where runs of workflows are stored. Default in memory: a run ends with the process. */
  readonly runs?: Runs;
  /** Runs scripts of skills. Default none: scripts are refused. */
  readonly scripts?: ScriptRunner;
  readonly tokenizer?: Tokenizer;
  /** Default none: nothing is traced. */
  readonly tracer?: Tracer;
  /** Default none: nothing is recorded. */
  readonly audit?: AuditLog;
}
