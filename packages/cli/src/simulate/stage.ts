import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Runtime } from "@knowhow/runtime";
import type { NodeRuntimeOptions } from "@knowhow/runtime/node";
import { CliError } from "../io/cli-error.ts";
import type { Io } from "../io/io.ts";
import { openRuntime } from "../runtime/open-runtime.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Arguments } from "../table/arguments.ts";
import type { Call } from "../table/command.ts";

/** The project that a script runs in: a temporary one that it fills, or a real one that it cannot change. */
export interface Stage {
  readonly readOnly: boolean;
  openRuntime(): Promise<Runtime>;
  write(path: string, text: string): void;
  /** Returns false if the path does not exist. */
  remove(path: string): boolean;
  /** Replaces the path of the temporary directory, so that the output is the same on every run. */
  plain(text: string): string;
  close(): void;
}

/** Shown instead of the path of the temporary directory. */
const SHOWN_ROOT = "/simulated";

/** Opens the project that the command line asks for; the caller closes it. */
export function openStage({ args, io }: Pick<Call, "args" | "io">): Stage {
  const named = args.text("in");
  return named === undefined ? temporaryStage(args, io) : realStage(args, io, named);
}

function realStage(args: Arguments, io: Io, named: string): Stage {
  const cwd = resolve(workingDirectory(args, io), named);
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CliError("cli.bad-value", `--in: no such directory: ${named}`);
  return {
    readOnly: true,
    openRuntime: () => open(args, { ...io, cwd }, {}),
    write: refuse,
    remove: refuse,
    plain: (text) => text,
    close: () => {},
  };
}

function refuse(path: string): never {
  throw new CliError("cli.bad-value", `cannot change ${path} with --in`);
}

function temporaryStage(args: Arguments, io: Io): Stage {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), "knowhow-simulate-")));
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  process.once("exit", remove);
  const [home, cwd] = [join(root, "home"), join(root, "project")];
  mkdirSync(home);
  mkdirSync(join(cwd, ".git"), { recursive: true });
  const { PATH, Path, PATHEXT } = io.env;
  const placeOf = (path: string) => (path.startsWith("~/") ? join(home, path.slice(2)) : join(cwd, path));
  const engineRoot = root.replaceAll("\\", "/");
  return {
    readOnly: false,
    // The script contains these skills, so there is no one else to ask whether they are trusted.
    openRuntime: () =>
      open(args, { ...io, cwd, home, env: { PATH, Path, PATHEXT } }, { cache: false, trust: () => true }),
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
    plain: (text) => text.replaceAll(root, SHOWN_ROOT).replaceAll(engineRoot, SHOWN_ROOT),
    close: () => {
      process.removeListener("exit", remove);
      remove();
    },
  };
}

/** `--cwd` applies to the path of the script, not to the project that it runs in. */
async function open(args: Arguments, io: Io, own: NodeRuntimeOptions): Promise<Runtime> {
  const inside: Arguments = { ...args, text: (name) => (name === "cwd" ? undefined : args.text(name)) };
  return openRuntime({ args: inside, io }, own);
}
