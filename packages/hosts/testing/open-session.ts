import type { Session, SessionOptions } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";

const text = (name: string, fields: string, body: string) =>
  `---\nname: ${name}\ndescription: Helps with ${name}. Use when asked.\n${fields}---\n\n${body}\n`;

/** A session on two skills in memory; `forms` allows nothing but git and reading. */
export async function openSession(options: SessionOptions = { toolScope: "restrict" }): Promise<Session> {
  const knowhow = await createRuntime({
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
  });
  return knowhow.session(options);
}
