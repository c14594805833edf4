import type { InlineSkill } from "@knowhow/runtime";
import { skillSourceSuite } from "@knowhow/runtime/testing";
import { afterEach, describe, test } from "vitest";
import { entryOf, scriptedServer } from "../../testing/scripted-server.ts";
import { connectSkillServers, type RemoteServers } from "./connect-skill-servers.ts";

const open: RemoteServers[] = [];
afterEach(async () => {
  for (const servers of open.splice(0)) await servers.close();
});

const ROOT = "skill://";

/** What a server says and gives for some skills. */
function answersFor(skills: readonly InlineSkill[]) {
  const contents = new Map<string, Buffer>();
  const entries = skills.map(({ name, text, files = {} }) => {
    const root = `${ROOT}${encodeURIComponent(name)}`;
    const given = Object.entries({ "SKILL.md": text, ...files }).map(
      ([path, content]) => [path.split("/").map(encodeURIComponent).join("/"), Buffer.from(content)] as const,
    );
    for (const [path, content] of given) contents.set(`${root}/${path}`, content);
    const frontmatter = { name, description: `Does ${name}.` };
    return entryOf(`${root}/SKILL.md`, frontmatter, Object.fromEntries(given));
  });
  return {
    "skills/list": () => ({ skills: entries }),
    "resources/read": ({ uri }: Readonly<Record<string, unknown>>) => {
      const content = contents.get(String(uri));
      return content === undefined
        ? ("refuse" as const)
        : { contents: [{ uri, blob: content.toString("base64") }] };
    },
  };
}

describe("a server as a source of skills", () => {
  test.each(skillSourceSuite)("D10 $title", async ({ run }) => {
    await run((skills) => {
      const server = scriptedServer(answersFor(skills));
      const servers = connectSkillServers([{ label: "acme", transport: server }], { approve: () => true });
      open.push(servers);
      const [source] = servers.sources;
      if (source?.watch === undefined) throw new Error("there is no source that can be watched");
      const { watch } = source;
      const changed = async () => {
        const heard = new Promise<void>((resolve) => {
          const watching = watch(() => {
            watching.close();
            resolve();
          });
        });
        server.notify();
        await heard;
      };
      return {
        source,
        replace: async (next) => {
          const answers = answersFor(next);
          for (const [method, answer] of Object.entries(answers)) server.on(method, answer);
          await changed();
        },
        disconnect: async () => {
          server.on("skills/list", () => "crash");
          await changed();
        },
      };
    });
  });
});
