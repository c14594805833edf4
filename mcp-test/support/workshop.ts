import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The built command line, and the Node that runs knowhow, which may be older than that of the clients. */
const bin = fileURLToPath(new URL("../../packages/cli/bin/knowhow.js", import.meta.url));
const node = process.env.KNOWHOW_NODE ?? process.execPath;

/** A folder of skills, with functions that start the built server on it. */
export interface Workshop {
  readonly skills: string;
  /** An otherwise empty home directory. */
  readonly home: string;
  /** The built command line with these arguments. */
  program(...words: readonly string[]): Started;
  /** How a client starts the server itself. */
  readonly stdio: Started;
  /** Starts the server on loopback. */
  http(): Promise<HttpServer>;
  /** Writes files of skills. */
  write(files: Readonly<Record<string, string>>): void;
  writeHome(files: Readonly<Record<string, string>>): void;
  close(): void;
}

/** How a program is started. */
export interface Started {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

export interface HttpServer {
  readonly url: string;
  readonly token: string;
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>;
}

const skill = (name: string, description: string, more = "", body = "Do it step by step.\n") =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}`;

/** The first skill by name has folders, as the conformance suite requires. */
const FILES = {
  "archive/SKILL.md": skill("archive", "Packs files. Use when a release is cut."),
  "archive/references/deep/formats.md": "# Formats\n",
  "archive/assets/icon.bin": "\u0000\u0001",
  "hidden/SKILL.md": skill("hidden", "Only for people.", "disable-model-invocation: true\n"),
  "pdf/SKILL.md": skill(
    "pdf",
    "Fills in forms. Use when a PDF comes.",
    "arguments:\n  - name: mode\n    enum: [fast, careful]\n",
    "Fill in the form in mode $mode.\n",
  ),
  "pdf/references/forms.md": "# All forms\n",
  "rewritten/SKILL.md": skill(
    "Rewritten Name",
    "Use when: a strict client asks",
    "metadata:\n  version: 1.0\n",
  ),
};

/** Writes the skills into a new folder. */
export function openWorkshop(): Workshop {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-mcp-")));
  const skills = join(root, "skills");
  const writeBelow = (directory: string) => (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
  };
  const write = writeBelow(skills);
  write(FILES);
  const env = { PATH: process.env.PATH ?? "", HOME: root, KNOWHOW_CACHE_DIR: join(root, "cache") };
  const args = [bin, "mcp", "--mount", "--root", skills];
  const children: ChildProcess[] = [];
  return {
    skills,
    home: root,
    program: (...words) => ({ command: node, args: [bin, ...words], env }),
    write,
    writeHome: writeBelow(root),
    stdio: { command: node, args, env },
    http: async () => {
      const child = spawn(node, [...args, "--http", "--json"], { env, stdio: ["ignore", "pipe", "inherit"] });
      children.push(child);
      const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
      for await (const line of createInterface({ input: child.stdout })) {
        const { url, token } = JSON.parse(line);
        const stop = () => {
          child.kill("SIGTERM");
          return ended;
        };
        return { url, token, stop };
      }
      throw new Error("the server ended before it told its address");
    },
    close: () => {
      for (const child of children) child.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
