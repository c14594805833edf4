import { createRuntime, type FileSystem } from "@knowhow/runtime";
import { fakePorts } from "@knowhow/runtime/testing";
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { skillMd } from "../../../../runtime/src/testing/workshop.ts";
import { connectInMemory } from "../../../testing/connect.ts";
import { createSkillServer } from "../create-skill-server.ts";

const SKILLS = 40;

/** A server over many skills in memory, and which of their files a piece of work reads. */
async function open(profile: "agentskills" | "metis") {
  const root = profile === "metis" ? "/project/.metis/skills" : "/home/ada/.agents/skills";
  const names = Array.from({ length: SKILLS }, (_, at) => `s${at}`);
  const tree = Object.fromEntries(
    names.map((name) => [
      `${root}/${name}/SKILL.md`,
      skillMd({ name, description: `Does ${name}.` }, `# Work\n\nDo ${name}.\n`),
    ]),
  );
  const read: string[] = [];
  const { files, ...ports } = fakePorts(tree);
  const counting: FileSystem = {
    ...files,
    readText: (path, ...rest) => {
      read.push(path);
      return files.readText(path, ...rest);
    },
    readBytes: (path, limit) => {
      read.push(path);
      return files.readBytes(path, limit);
    },
  };
  const runtime = await createRuntime({ ...ports, files: counting }, { profile });
  const client = await connectInMemory(createSkillServer(runtime, { watch: false, toolSets: true }));
  const readBy = async (work: (client: Client) => Promise<unknown>) => {
    read.length = 0;
    await work(client);
    return [...new Set(read)].map((path) => path.slice(root.length + 1)).filter((path) => path.includes("/"));
  };
  expect(await readBy(() => runtime.reload())).toHaveLength(SKILLS);
  return { readBy };
}

describe("what a client makes the server read", () => {
  it("S10 is nothing in a profile that freezes bodies, because the connection read them at its start", async () => {
    const { readBy } = await open("metis");
    const load = (client: Client) => client.callTool({ name: "skill_load", arguments: { name: "s7" } });
    for (const work of [load, load, (client: Client) => client.listTools()])
      expect(await readBy(work)).toEqual([]);
  });

  it("S10 is nothing for a list, the index for the first search, and one skill for a load, a read and a prompt", async () => {
    const { readBy } = await open("agentskills");
    const call = (name: string, args: Record<string, unknown>) => (client: Client) =>
      client.callTool({ name, arguments: args });
    expect(await readBy((client) => client.listTools())).toEqual([]);
    // By relevance, bodies count too.
    expect(await readBy(call("skill_search", { query: "s7" }))).toHaveLength(SKILLS);
    expect(await readBy(call("skill_search", { query: "s8" }))).toEqual([]);
    expect(await readBy(call("skill_load", { name: "s7" }))).toEqual(["s7/SKILL.md"]);
    expect(await readBy(call("skill_load", { name: "s8" }))).toEqual(["s8/SKILL.md"]);
    expect(await readBy(call("s7.read", {}))).toEqual(["s7/SKILL.md"]);
    expect(await readBy((client) => client.listTools())).toEqual([]);
    expect(await readBy((client) => client.getPrompt({ name: "s9" }))).toEqual(["s9/SKILL.md"]);
  });
});
