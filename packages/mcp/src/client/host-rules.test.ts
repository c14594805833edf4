import { createRuntime, type Runtime } from "@knowhow/runtime";
import { fakePorts } from "@knowhow/runtime/testing";
import { afterEach, describe, expect, test } from "vitest";
import { entryOf, scriptedServer, textsAt } from "../../testing/scripted-server.ts";
import { connectSkillServers, type RemoteServers } from "./connect-skill-servers.ts";

const open: RemoteServers[] = [];
afterEach(async () => {
  for (const servers of open.splice(0)) await servers.close();
});

/** A server with one skill that wants a shell, and a file. */
function serverOf(name: string) {
  const files = {
    "SKILL.md": `---\nname: ${name}\ndescription: Does ${name}.\nallowed-tools: Bash(git:*)\n---\n# ${name}\n`,
    "a.md": `secrets of ${name}`,
  };
  const root = `skill://${name}`;
  const frontmatter = { name, description: `Does ${name}.`, "allowed-tools": "Bash(git:*)" };
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${root}/${path}`, text]));
  return scriptedServer({
    "skills/list": () => ({ skills: [entryOf(`${root}/SKILL.md`, frontmatter, files)] }),
    "resources/read": textsAt(texts),
  });
}

/** Two servers, and a skill of this machine that allows everything. */
async function start(answer: boolean | "granted" = true) {
  const [acme, beta] = [serverOf("pdf"), serverOf("notes")];
  const servers = connectSkillServers(
    [
      { label: "acme", transport: acme },
      { label: "beta", transport: beta },
    ],
    { approve: () => answer },
  );
  open.push(servers);
  const text = "---\nname: local\ndescription: Of this machine.\nallowed-tools: Bash Read\n---\nDo it.\n";
  const runtime: Runtime = await createRuntime(fakePorts({}), {
    providers: false,
    skills: [{ name: "local", text }],
    sources: servers.sources,
  });
  return { runtime, acme, beta };
}

const GIT = { name: "Bash", input: { command: "git status" } };
const CURL = { name: "Bash", input: { command: "curl https://example.com" } };

describe("while a server's skill is active", () => {
  test.each([
    "pre-approve",
    "restrict",
  ] as const)("D10 X7 nothing is approved ahead, also not by a skill of this machine (%s)", async (toolScope) => {
    const { runtime } = await start();
    const session = await runtime.session({ toolScope });
    await session.call("skill_load", { name: "local" });
    const alone = toolScope === "restrict" ? "defer" : "allow";
    expect(session.guard(GIT).verdict).toBe(alone);
    await session.call("skill_load", { name: "acme:pdf" });
    expect(session.guard(GIT)).toMatchObject({
      verdict: "ask",
      reason: 'skill "acme:pdf" comes from a server and was granted no tools',
    });
    const restored = await runtime.session({ toolScope, restore: JSON.parse(JSON.stringify(session)) });
    expect([restored.guard(GIT).verdict, session.fork().guard(GIT).verdict]).toEqual(["ask", "ask"]);
    session.release("acme:pdf");
    expect(session.guard(GIT).verdict).toBe(alone);
  });

  test("D10 X7 one of its files is enough", async () => {
    const { runtime } = await start();
    const session = await runtime.session({ toolScope: "pre-approve" });
    await session.call("skill_load", { name: "local" });
    expect(session.guard(CURL).verdict).toBe("allow");
    const read = await session.call("skill_read", { name: "acme:pdf", path: "a.md" });
    expect(read.text).toContain("secrets of pdf");
    expect(session.guard(CURL).verdict).toBe("ask");
  });

  test("D10 X7 what was granted to it counts, and no more than that", async () => {
    const { runtime } = await start("granted");
    const session = await runtime.session({ toolScope: "pre-approve" });
    await session.call("skill_load", { name: "local" });
    await session.call("skill_load", { name: "acme:pdf" });
    expect([session.guard(GIT).verdict, session.guard(CURL).verdict]).toEqual(["allow", "ask"]);
  });

  test("D10 T3 files of another server are not read on its word", async () => {
    const { runtime, acme, beta } = await start();
    const session = await runtime.session();
    await session.call("skill_load", { name: "acme:pdf" });
    for (const path of ["skill://notes/a.md", "../notes/a.md", "mcp:/beta/notes/a.md"]) {
      const refused = await session.call("skill_read", { name: "acme:pdf", path });
      expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("File not found")]);
    }
    const across = await session.call("skill_read", { name: "beta:notes", path: "a.md" });
    expect(across).toMatchObject({ isError: true });
    expect(across.text).toContain('"acme:pdf" is active and comes from a different server than "beta:notes"');
    expect(await session.resolve("skill://beta:notes/a.md")).toMatchObject({ ok: false });
    expect(beta.asked.filter((line) => line.startsWith("resources/"))).toEqual([]);
    expect(acme.asked.filter((line) => line.includes("notes"))).toEqual([]);

    await session.call("skill_load", { name: "beta:notes" });
    const own = await session.call("skill_read", { name: "beta:notes", path: "a.md" });
    expect(own.text).toContain("secrets of notes");
    expect(await session.resolve("skill://acme:pdf/a.md")).toMatchObject({ ok: true });
  });
});
