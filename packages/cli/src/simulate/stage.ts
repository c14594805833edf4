import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Runtime } from "@knowhow/runtime";
import type { NodeRuntimeOptions } from "@knowhow/runtime/node";
import type { Arguments } from "../arguments.ts";
import { CliError } from "../cli-error.ts";
import type { Call } from "../command.ts";
import type { Io } from "../io.ts";
import { openRuntime } from "../open-runtime.ts";
import { workingDirectory } from "../settings.ts";

/** Where a script plays: an empty project that the script fills, or a real one that it cannot change. */
export interface Stage {
  readonly readOnly: boolean;
  openRuntime(): Promise<Runtime>;
  write(path: string, text: string): void;
  /** False when there was nothing to remove. */
  remove(path: string): boolean;
  /** A text without the name of the temporary directory, so that every run prints the same. */
  plain(text: string): string;
  close(): void;
}

/** Where the temporary directory seems to be. */
const SHOWN_ROOT = "/simulated";

/** Opens the stage that the command line asks for; whoever opens it closes it. */
export function openStage({ args, io }: Pick<Call, "args" | "io">): Stage {
  const named = args.text("in");
  return named === undefined ? temporaryStage(args, io) : realStage(args, io, named);
}

function realStage(args: Arguments, io: Io, named: string): Stage {
  const cwd = resolve(workingDirectory(args, io), named);
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CliError("cli.bad-value", `--in: there is no directory ${named}`);
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
  throw new CliError("cli.bad-value", `${path} is not changed: --in leaves the project as it is`);
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
    // The author of the script is the author of its skills: nobody else is to be asked about them.
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

/** `--cwd` says where the script is looked for; where it plays is decided here. */
async function open(args: Arguments, io: Io, own: NodeRuntimeOptions): Promise<Runtime> {
  const inside: Arguments = { ...args, text: (name) => (name === "cwd" ? undefined : args.text(name)) };
  return openRuntime({ args: inside, io }, own);
}
