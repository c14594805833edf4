import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session, Turn } from "@knowhow/runtime";
import { createRuntime, type NodeRuntimeOptions } from "@knowhow/runtime/node";
import { transformSync } from "esbuild";

/** Runs samples of the documentation in a project with one skill, `pdf`, that nobody has decided about. */
export interface Sample {
  /** The first turn of the sample's session. Everything but the runtime is a stand-in: no framework and no model is called. */
  run(code: string): Promise<Turn>;
  remove(): void;
}

export function openSample(): Sample {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), "knowhow-sample-")));
  const [home, project] = [join(root, "home"), join(root, "project")];
  mkdirSync(home);
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(project, ".agents/skills/pdf"), { recursive: true });
  writeFileSync(
    join(project, ".agents/skills/pdf/SKILL.md"),
    "---\nname: pdf\ndescription: Fills in forms. Use for PDF files.\n---\n\nFill them in.\n",
  );
  return {
    run: (code) => paste(code, { home, project }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function paste(
  code: string,
  { home, project }: { readonly home: string; readonly project: string },
): Promise<Turn> {
  const sessions: Session[] = [];
  const own: Record<string, unknown> = {
    process: { cwd: () => project },
    console: { log: () => undefined },
    createRuntime: async (options: NodeRuntimeOptions) => {
      const runtime = await createRuntime({ ...options, home, env: {}, cache: false });
      const session: typeof runtime.session = async (given) => {
        const opened = await runtime.session(given);
        sessions.push(opened);
        return opened;
      };
      return { ...runtime, session };
    },
    callModel: standIn,
  };
  const imported = [...code.matchAll(/^import (.+) from "[^"]+";$/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/[\w$]+/g)].map(([name]) => name),
  );
  const names = [...new Set([...imported.filter((name) => name !== "type"), ...Object.keys(own)])];
  const body = code.replaceAll(/^import .+;$/gm, "");
  const script = transformSync(body, { loader: "ts", format: "esm" }).code;
  const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(async () => undefined).constructor;
  await AsyncFunction(...names, script)(...names.map((name) => own[name] ?? standIn));
  const [session] = sessions;
  if (session === undefined) throw new Error("the sample has opened no session");
  return session.turn({ messages: [{ role: "user", content: "Fill in the form in form.pdf" }] });
}

/** Can be called, constructed and asked for anything. */
const standIn: unknown = new Proxy(class {}, {
  apply: () => standIn,
  construct: () => Object(standIn),
  get: (_, key) => (key === "then" || typeof key === "symbol" ? undefined : standIn),
});
