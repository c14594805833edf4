import type { KnowhowEvent } from "../events.ts";
import { createRuntime, type NodeRuntimeOptions } from "../node/create-runtime.ts";
import type { Runtime } from "../runtime.ts";
import { type FileTree, type WrittenTree, writeTree } from "./write-tree.ts";

/** A tree on a real disk with a working directory `work` and a home `home`, and runtimes that see nothing else. */
export interface Workshop extends Omit<WrittenTree, "remove"> {
  /** What the runtimes of this workshop told, in order. */
  readonly events: readonly KnowhowEvent[];
  start(options?: NodeRuntimeOptions): Promise<Runtime>;
  /** Closes the runtimes and removes the tree. */
  close(): void;
}

/** Opens a workshop; the environment has no variables and there is no index unless a test asks for them. */
export function openWorkshop(tree: FileTree = {}): Workshop {
  const { root, at, write, remove } = writeTree({
    work: { directory: true },
    home: { directory: true },
    ...tree,
  });
  const events: KnowhowEvent[] = [];
  const runtimes: Runtime[] = [];
  return {
    root,
    at,
    write,
    events,
    start: async (options = {}) => {
      const runtime = await createRuntime({
        cwd: at("work"),
        home: at("home"),
        env: {},
        cache: false,
        onEvent: ({ event }) => events.push(event),
        ...options,
      });
      runtimes.push(runtime);
      return runtime;
    },
    close: () => {
      for (const runtime of runtimes) runtime.close();
      remove();
    },
  };
}

/** The text of a SKILL.md; values are written as JSON, which is YAML too. */
export function skillMd(fields: Readonly<Record<string, unknown>>, body = "Do it step by step.\n"): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join("")}---\n\n${body}`;
}
