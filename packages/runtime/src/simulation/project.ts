import type { Awaitable } from "../ports.ts";
import type { Runtime } from "../runtime.ts";

/** Where a script is played: a runtime and, unless the project is read-only, files that the script can change. */
export interface ScriptProject {
  /** Opens the runtime; called once, when the first line needs it. */
  open(): Awaitable<Runtime>;
  /** Changes files for `write` and `remove`; a project without it is read-only. */
  readonly files?: ScriptFiles;
  /** Replaces what differs between runs, such as the path of a temporary directory; default nothing. */
  plain?(text: string): string;
}

/** Paths are inside the project or, if they start with `~/`, inside the home directory; none of them leads out. */
export interface ScriptFiles {
  write(path: string, text: string): Awaitable<void>;
  /** Returns false if the path does not exist. */
  remove(path: string): Awaitable<boolean>;
}
