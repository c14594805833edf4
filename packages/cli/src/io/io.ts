import type { Readable, Writable } from "node:stream";
import type { OpenScanner } from "@knowhow/runtime/security";

/** A stream that a command writes to: stdout or stderr. */
export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width of the terminal; undefined if the stream is not a terminal. */
  readonly columns: number | undefined;
}

/** How a question is asked. */
export interface AskOptions {
  readonly hidden?: boolean;
}

/** Everything that a command sees of its process. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory; undefined if it no longer exists. */
  readonly cwd: string | undefined;
  readonly home: string;
  /** The version of this program. */
  readonly version: string;
  /** Absolute paths of Node and of this program, with links resolved. */
  program(): { readonly node: string; readonly script: string };
  /**
   * Asks a question and returns the line that the user types, undefined at end of input; absent if stdin is not a terminal.
   * With `hidden`, what is typed is not shown.
   */
  readonly ask?: ((question: string, options?: AskOptions) => Promise<string | undefined>) | undefined;
  /**
   * Calls this on Ctrl-C, before the process ends, and waits a moment for what it returns; absent if this environment has no
   * signals.
   */
  readonly onInterrupt?: (action: () => Promise<void> | undefined) => void;
  /** Reads stdin as UTF-8, at most this many bytes; absent if there is no stdin. */
  readonly readInput?: (maxBytes: number) => Promise<string>;
  /** Opens the scanner; absent for the one of this program. */
  readonly scanner?: OpenScanner;
  /** The pipes for a server; absent if this environment has none. */
  readonly serving?: Serving;
}

/** The process as a server sees it: the pipes to its client, and the request to stop. */
export interface Serving {
  readonly input: Readable;
  readonly output: Writable;
  /** Milliseconds that the first answer to a client may still take. Default 300. */
  readonly firstAnswerMs?: () => number;
  /** Resolves on SIGINT or SIGTERM, which no longer end the process once this has been called. */
  untilStopped(): Promise<void>;
}
