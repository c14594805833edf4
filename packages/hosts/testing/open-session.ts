import type { Runtime, Session, SessionOptions } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";
import { memoryFiles } from "@knowhow/runtime/testing";

const text = (name: string, fields: string, body: string) =>
  `---\nname: ${name}\ndescription: Helps with ${name}. Use when asked.\n${fields}---\n\n${body}\n`;

/** A runtime on two skills in memory and one of a server; `forms` allows nothing but git and reading. */
export function openRuntime(): Promise<Runtime> {
  return createRuntime({
    config: false,
    providers: false,
    cache: false,
    skills: [
      {
        name: "forms",
        text: text("forms", "allowed-tools: Bash(git:*) Read\n", "Fill every field."),
        files: { "fields.md": "Field 7 is the date.\n" },
      },
      { name: "notes", text: text("notes", "", "Group the changes.") },
    ],
    sources: [
      {
        root: { path: "mcp:/acme", id: "mcp:acme", level: "custom", remote: "acme" },
        files: memoryFiles({ "mcp:/acme/pdf/SKILL.md": text("pdf", "", "Ask the server.") }),
      },
    ],
  });
}

/** A session without the server's skill. */
export async function openSession(options: SessionOptions = { toolScope: "restrict" }): Promise<Session> {
  return (await openRuntime()).session({ skills: ["forms", "notes"], ...options });
}

/** A session in which the server's skill was loaded, to which nobody granted a tool. */
export async function openServerSession(options: SessionOptions = {}): Promise<Session> {
  const session = await (await openRuntime()).session(options);
  const { isError } = await session.call("skill_load", { name: "acme:pdf" });
  if (isError) throw new Error("the server's skill cannot be loaded");
  return session;
}
