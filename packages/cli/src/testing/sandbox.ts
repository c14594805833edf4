import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRuntime } from "@knowhow/runtime/node";
import { execute } from "../execute.ts";
import type { Io } from "../io/io.ts";

/** The result of one command line. */
export interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  /** Number of writes to stdout. */
  readonly writes: number;
  /** The document on stdout. */
  json(): unknown;
}

/** A home directory and a project in a temporary directory, and the command line in it. */
export interface Sandbox {
  readonly home: string;
  readonly project: string;
  /** Writes files next to `home` and `project`. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  run(...argv: readonly string[]): Promise<Ran>;
  /** Runs with another terminal or environment. */
  runWith(
    change: Partial<Io> & { readonly columns?: number; readonly tty?: boolean },
    ...argv: readonly string[]
  ): Promise<Ran>;
  /** Trusts every skill of the project, or of another directory next to it. */
  trustAll(directory?: string): Promise<void>;
  remove(): void;
}

/** Creates the directories; the project is a repository. Its skills are trusted unless a test says otherwise. */
export function makeSandbox(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { isTrusting = true }: { readonly isTrusting?: boolean } = {},
): Sandbox {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), "knowhow-cli-")));
  const [home, project] = [join(root, "home"), join(root, "project")];
  mkdirSync(home);
  mkdirSync(join(project, ".git"), { recursive: true });
  const write: Sandbox["write"] = (more) => {
    for (const [path, content] of Object.entries(more)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
  };
  write(files);
  const runWith: Sandbox["runWith"] = async ({ columns, tty = false, ...change }, ...argv) => {
    const out: string[] = [];
    const err: string[] = [];
    const output = (lines: string[]) => ({
      write: (text: string) => void lines.push(text),
      isTTY: tty,
      columns,
    });
    const io: Io = {
      stdout: output(out),
      stderr: output(err),
      env: {},
      cwd: project,
      home,
      version: "9.9.9",
      program: () => ({ node: "/usr/bin/node", script: "/opt/knowhow/packages/cli/bin/knowhow.js" }),
      ...change,
    };
    if (isTrusting) await trustEverything(io.cwd ?? project, home);
    const exit = await execute(argv, io);
    const text = out.join("");
    return { exit, out: text, err: err.join(""), writes: out.length, json: () => JSON.parse(text) };
  };
  return {
    home,
    project,
    write,
    runWith,
    run: (...argv) => runWith({}, ...argv),
    trustAll: (directory = "project") => trustEverything(join(root, directory), home),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Decides as the user of the sandbox would with `knowhow trust --all --yes`. */
async function trustEverything(cwd: string, home: string): Promise<void> {
  const { trust, close } = await createRuntime({ cwd, home, env: {}, cache: false, scanner: false });
  for (const { skill } of trust.pending()) await trust.decide(skill.name, "trusted", { path: skill.path });
  close();
}

/** The text of a SKILL.md. */
export function skillText(
  name: string,
  description: string,
  more: { fields?: string; body?: string } = {},
): string {
  const { fields = "", body = "# Work\n\nDo it.\n" } = more;
  return `---\nname: ${name}\ndescription: ${description}\n${fields}---\n\n${body}`;
}
