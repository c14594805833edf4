import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkOptions } from "../basics/check-options.ts";
import { callable, mapping } from "../basics/kinds.ts";
import type { Runtime } from "../runtime.ts";
import type { ScriptProject } from "../simulation/project.ts";
import { createRuntime, type NodeRuntimeOptions } from "./create-runtime.ts";

/** Options for the runtime of a temporary project. */
export type TemporaryRuntimeOptions = Required<
  Pick<NodeRuntimeOptions, "cwd" | "home" | "env" | "cache" | "trust" | "rehearsal">
>;

export interface TemporaryProjectOptions {
  /** Environment variables, of which only the search path is used; default those of the process. */
  readonly env?: NodeRuntimeOptions["env"];
  /** Opens the runtime with these options and others of the host; default `createRuntime` with these alone. */
  readonly open?: (options: TemporaryRuntimeOptions) => Promise<Runtime>;
}

/** A project and a home directory, both empty, that are removed when it is closed or the process ends. */
export interface TemporaryProject extends ScriptProject {
  close(): void;
}

/** Shown instead of the path of the temporary directory. */
const SHOWN_ROOT = "/simulated";

/** Creates a temporary project for `playScript`; the caller closes it. */
export function temporaryProject(options: TemporaryProjectOptions = {}): TemporaryProject {
  checkOptions("temporaryProject", options, { env: mapping, open: callable });
  const { env = process.env, open = createRuntime } = options;
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), "knowhow-simulate-")));
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  process.once("exit", remove);
  const [home, cwd] = [join(root, "home"), join(root, "project")];
  mkdirSync(home);
  mkdirSync(join(cwd, ".git"), { recursive: true });
  const { PATH, Path, PATHEXT } = env;
  const placeOf = (path: string) => (path.startsWith("~/") ? join(home, path.slice(2)) : join(cwd, path));
  const engineRoot = root.replaceAll("\\", "/");
  return {
    // The script contains these skills, so there is no one else to ask whether they are trusted.
    open: () =>
      open({
        ...{ cwd, home, env: { PATH, Path, PATHEXT }, cache: false },
        ...{ trust: () => true, rehearsal: "trusted" },
      }),
    files: {
      write: (path, text) => {
        const place = placeOf(path);
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, text);
      },
      remove: (path) => {
        const place = placeOf(path);
        const isThere = statSync(place, { throwIfNoEntry: false }) !== undefined;
        rmSync(place, { recursive: true, force: true });
        return isThere;
      },
    },
    plain: (text) => text.replaceAll(root, SHOWN_ROOT).replaceAll(engineRoot, SHOWN_ROOT),
    close: () => {
      process.removeListener("exit", remove);
      remove();
    },
  };
}
