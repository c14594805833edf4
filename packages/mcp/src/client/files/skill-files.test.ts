import type { SkillSource } from "@knowhow/runtime";
import { type FileTree, fileSystemSuite } from "@knowhow/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import { entryOf, scriptedServer } from "../../../testing/scripted-server.ts";
import { connectSkillServers, type RemoteServers } from "../connect-skill-servers.ts";

const open: RemoteServers[] = [];
afterEach(async () => {
  for (const servers of open.splice(0)) await servers.close();
});

const MOUNT = "mcp:/acme";
const TEXT = "---\nname: pdf\ndescription: Does pdf.\n---\n";

class Unrepresentable extends Error {}

/** The files of a server whose one skill holds a tree in a directory `tree`. */
async function serve(tree: FileTree): Promise<SkillSource["files"]> {
  const files: Record<string, Buffer> = { "SKILL.md": Buffer.from(TEXT) };
  for (const [path, content] of Object.entries(tree)) {
    if (typeof content !== "string" && !(content instanceof Uint8Array)) throw new Unrepresentable();
    files[`tree/${path}`] = Buffer.from(content);
  }
  const uri = "skill://pdf/SKILL.md";
  const server = scriptedServer({
    "skills/list": () => ({ skills: [entryOf(uri, { name: "pdf", description: "Does pdf." }, files)] }),
    "resources/read": ({ uri: asked }) => {
      const bytes = files[String(asked).slice("skill://pdf/".length)];
      return bytes === undefined ? "refuse" : { contents: [{ uri: asked, blob: bytes.toString("base64") }] };
    },
  });
  const servers = connectSkillServers([{ label: "acme", transport: server }], { approve: () => true });
  open.push(servers);
  const [source] = servers.sources;
  if (source === undefined) throw new Error("there is no source");
  await source.refresh?.();
  return source.files;
}

/** A listing knows files and nothing else: neither links of its own nor empty directories. */
const ABOUT_LINKS = [
  "lists a directory with the kind of each entry",
  "lists neither a file nor a link to a directory",
  "tells kind and size of the entry itself",
  "reads neither a directory nor a link, but says what they are",
  "resolves every link of a path",
  "calls a broken link and a ring of links absent",
  "reaches through a linked directory",
];

describe("D10 the files of a server's skill", () => {
  it.each(fileSystemSuite.filter(({ title }) => !ABOUT_LINKS.includes(title)))("$title", async ({ run }) => {
    // The suite creates its tree immediately; the first run only captures that tree.
    let tree: FileTree = {};
    const wanted = run((given) => {
      tree = given;
      throw new Unrepresentable();
    });
    await expect(wanted).rejects.toThrow(Unrepresentable);
    const files = await serve(tree);
    const real = await files.realpath(`${MOUNT}/pdf/tree`);
    await run(() => ({ files, root: real ?? "" }));
  });

  it("the cases that are left out are those whose trees no listing can describe", async () => {
    const left: string[] = [];
    for (const { title, run } of fileSystemSuite) {
      const trees: FileTree[] = [];
      const make = (tree: FileTree) => {
        trees.push(tree);
        throw new Unrepresentable();
      };
      await run(make).catch(() => undefined);
      const isPlain = trees.every((tree) =>
        Object.values(tree).every((content) => typeof content === "string" || content instanceof Uint8Array),
      );
      if (!isPlain) left.push(title);
    }
    expect(left).toEqual(ABOUT_LINKS);
  });

  it("are below a link that names exactly what was listed, and that is treated as a link", async () => {
    const files = await serve({ "a.md": "x" });
    expect(await files.list(MOUNT)).toEqual([{ name: "pdf", kind: "link" }]);
    expect(await files.list(`${MOUNT}/pdf`)).toBeUndefined();
    expect((await files.stat(`${MOUNT}/pdf`))?.kind).toBe("link");
    expect(await files.readText(`${MOUNT}/pdf`, 10)).toMatchObject({
      stat: { kind: "link" },
      text: undefined,
    });
    expect(await files.readBytes(MOUNT, 10)).toMatchObject({ stat: { kind: "directory" }, bytes: undefined });
    const real = (await files.realpath(`${MOUNT}/pdf`)) ?? "";
    expect(real).toMatch(/^mcp:\/acme\/\.sets\/[0-9a-f]{32}\/pdf$/);
    expect((await files.list(real))?.map(({ name }) => name).sort()).toEqual(["SKILL.md", "tree"]);
    expect((await files.readText(`${MOUNT}/pdf/tree/a.md`, 10))?.text).toBe("x");
    expect(await files.realpath(real.replace(/[0-9a-f]{32}/, "0".repeat(32)))).toBeUndefined();
  });
});
