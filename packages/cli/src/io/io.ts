import type { Readable, Writable } from "node:stream";

/** One of the two streams a command writes to. */
export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width of the terminal; undefined when nobody looks at it through one. */
  readonly columns: number | undefined;
}

/** Everything the command line sees of the process it runs in. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory; undefined when it was removed under our feet. */
  readonly cwd: string | undefined;
  readonly home: string;
  /** The version of this program. */
  readonly version: string;
  /** How this program was started: the whole paths of Node and of the program's file, without links. */
  program(): { readonly node: string; readonly script: string };
  /** Puts a question and gives the line that is typed, undefined at the end of input; absent when stdin is no terminal. */
  readonly ask?: ((question: string) => Promise<string | undefined>) | undefined;
  /** The text on standard input, up to so many bytes; absent where there is none. */
  readonly readInput?: (maxBytes: number) => Promise<string>;
  /** For a command that serves others; absent where nobody can be served. */
  readonly serving?: Serving;
}

/** The process as a server sees it: the pipes to its client, and when it is told to end. */
export interface Serving {
  readonly input: Readable;
  readonly output: Writable;
  /** Resolves on Ctrl-C or a request to end; from the call on, ending is the command's own matter. */
  untilStopped(): Promise<void>;
}
