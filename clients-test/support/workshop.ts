import { strict as assert } from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The built command line. */
const bin = fileURLToPath(new URL("../../packages/cli/bin/knowhow.js", import.meta.url));

/** Longer than any client takes here; a client that waits for a person would wait forever. */
const TIMEOUT_MS = 60_000;

/** A home directory and a project with the skills of the story. */
export interface Workshop {
  readonly project: string;
  /** Writes files below the home directory. */
  write(files: Readonly<Record<string, string>>): void;
  read(path: string): string;
  /** Removes a folder below the home directory. */
  remove(path: string): void;
  /** Runs the built command line and parses what it prints. */
  knowhow(...args: readonly string[]): Record<string, unknown>;
  /** What the server gives a client with this name: its instructions, and the description of `skill_load`. */
  served(name: string, version: string): Promise<{ readonly instructions: string; readonly load: string }>;
  /** Runs a client in the project. */
  run(command: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran>;
  close(): void;
}

export interface Ran {
  readonly status: number | null;
  readonly output: string;
}

const skill = (name: string, description: string, body: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

/** The skill that is loaded, and changed while the client runs. */
export const LOADED = { name: "pdf-forms", path: ".knowhow/skills/pdf-forms/SKILL.md" };

/** The text of the skill that is loaded. */
export function loadedSkill(body: string): string {
  return skill(LOADED.name, "Fills in PDF forms. Use when somebody sends a form.", body);
}

/** Its text before it is changed. */
export const OLD_BODY = "Fill in the form with a blue pen.";

/** As many skills as made clients cut the catalog. */
export const SKILLS = 74;

const many = Array.from({ length: SKILLS - 3 }, (_, index) => {
  const name = `chore-${String(index + 1).padStart(2, "0")}`;
  const description = `Does chore number ${index + 1} of the workshop. Use when somebody asks for chore ${index + 1}, or for what depends on it.`;
  return [`.knowhow/skills/${name}/SKILL.md`, skill(name, description, `Do chore ${index + 1}.`)];
});

const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(many),
  [LOADED.path]: loadedSkill(OLD_BODY),
  ".agents/skills/of-agents/SKILL.md": skill("of-agents", "Waters the plants. Use on Mondays.", "Water."),
  ".claude/skills/of-claude/SKILL.md": skill("of-claude", "Feeds the cat. Use every day.", "Feed."),
};

/** Writes the skills into a new home directory. */
export function openWorkshop(): Workshop {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-clients-")));
  const [home, project] = [join(root, "home"), join(root, "project")];
  mkdirSync(project, { recursive: true });
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
  };
  write(FILES);
  const env = { PATH: process.env.PATH ?? "", HOME: home, TERM: "dumb" };
  return {
    project,
    write,
    read: (path) => readFileSync(join(home, path), "utf8"),
    remove: (path) => rmSync(join(home, path), { recursive: true, force: true }),
    knowhow: (...args) => {
      const options = { cwd: project, env, encoding: "utf8" } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args, "--json"], options);
      assert.equal(status, 0, `${stdout}${stderr}`);
      return JSON.parse(stdout);
    },
    served: (name, version) => askServer({ cwd: project, env }, { name, version }),
    run: ([program = "", ...args], more) =>
      runClient(program, args, { cwd: project, env: { ...env, ...more } }),
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a client to its end. Its output is kept for the report of a failure. */
function runClient(program: string, args: readonly string[], { cwd, env }: Place): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    // With everything that it started.
    const end = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // Nothing is left.
      }
    };
    const timer = setTimeout(end, TIMEOUT_MS);
    let output = "";
    const keep = (chunk: unknown) => {
      output += String(chunk);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (status) => {
      clearTimeout(timer);
      end();
      resolve({ status, output });
    });
  });
}

/** Introduces itself to the server as a client does, and lists the tools. */
async function askServer(
  { cwd, env }: Place,
  clientInfo: { readonly name: string; readonly version: string },
): Promise<{ readonly instructions: string; readonly load: string }> {
  const child = spawn(process.execPath, [bin, "mcp"], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  say({ id: 1, method: "initialize", params });
  let instructions = "";
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line);
    if (id === 1) {
      instructions = result.instructions ?? "";
      say({ method: "notifications/initialized" });
      say({ id: 2, method: "tools/list", params: {} });
    }
    if (id !== 2) continue;
    child.stdin.end();
    const tools: readonly { readonly name: string; readonly description: string }[] = result.tools;
    return { instructions, load: tools.find(({ name }) => name === "skill_load")?.description ?? "" };
  }
  throw new Error("the server ended before it listed its tools");
}
