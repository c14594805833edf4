import { afterEach, describe, expect, test } from "vitest";
import { officialServer } from "../../testing/official-server.ts";
import { skillText } from "../../testing/skill-text.ts";
import { closeClients, startClient } from "../../testing/start-client.ts";

afterEach(closeClients);

const TREE = {
  "pdf/SKILL.md": skillText(
    "pdf",
    "Reads PDF files. Use when a file is a PDF.",
    "# Read PDF\n\nSee references/forms.md.\n",
  ),
  "pdf/references/forms.md": "# Forms\n",
  "notes/SKILL.md": skillText("notes"),
};

const yes = { approve: () => true };

describe.each(["legacy", "modern"] as const)("an official server of the %s generation", (era) => {
  test("D10 is listed page by page without fetching a single file, then loaded, read and digested", async () => {
    const server = await officialServer(TREE, { era, pageSize: 1 });
    const { runtime } = await startClient(server, yes);
    expect(runtime.library.list().map(({ name }) => name)).toEqual(["acme:notes", "acme:pdf"]);
    expect(runtime.library.get("acme:pdf")).toMatchObject({
      description: "Reads PDF files. Use when a file is a PDF.",
      path: "mcp:/acme/pdf/SKILL.md",
      origin: { provider: "mcp:acme", remote: "acme" },
    });
    expect((await runtime.resources("acme:pdf")).value).toEqual([{ path: "references/forms.md", size: 8 }]);
    const session = await runtime.session({ reload: false });
    const { baseline } = await session.turn({ messages: [{ role: "user", content: "read my pdf" }] });
    expect(baseline).toContain("- acme:pdf: Reads PDF files.");
    expect(server.asked.filter((line) => line.startsWith("resources/"))).toEqual([]);
    expect(server.asked.filter((line) => line === "skills/list")).toHaveLength(2);
    expect(server.asked.includes("initialize")).toBe(era === "legacy");

    const loaded = await session.call("skill_load", { name: "acme:pdf" });
    expect(loaded).toMatchObject({ isError: false });
    expect(loaded.text).toContain('<skill_content name="acme:pdf" source="mcp:acme">');
    expect(loaded.text).toContain("# Read PDF");
    expect(server.asked.at(-1)).toBe("resources/read skill://pdf/SKILL.md");
    const file = await session.resolve("skill://acme:pdf/references/forms.md");
    expect(file).toMatchObject({ ok: true, text: "# Forms\n" });
    expect(await runtime.digest("acme:pdf")).toMatch(/^sha256-v1:[0-9a-f]{64}$/);
  });

  test("D8 notifies a watching runtime that its list changed", async () => {
    const server = await officialServer({ ...TREE }, { era });
    const quiet = { watch: () => ({ update: () => undefined, close: () => undefined }) };
    const { runtime } = await startClient(server, { ...yes, ports: { watcher: quiet } });
    const heard = new Promise<readonly string[]>((done) => {
      runtime.watch((library) => done(library.list().map(({ name }) => name)));
    });
    server.files["more/SKILL.md"] = skillText("more");
    await server.catalog.reload();
    expect(await heard).toEqual(["acme:more", "acme:notes", "acme:pdf"]);
    runtime.close();
  });
});

describe("approval", () => {
  test("D10 T3 nothing of a server is shown to a model before it is approved", async () => {
    const server = await officialServer(TREE);
    const { servers, runtime } = await startClient(server);
    expect(runtime.library.list()).toEqual([]);
    expect(runtime.library.entry("acme:pdf")?.state).toBe("pending");
    const session = await runtime.session();
    const turn = await session.turn({ messages: [{ role: "user", content: "/acme:pdf please" }] });
    expect(turn.baseline).not.toContain("acme:pdf");
    expect((await session.call("skill_load", { name: "acme:pdf" })).isError).toBe(true);

    const offer = servers.offers().find(({ name }) => name === "acme:pdf");
    expect(offer).toMatchObject({ approved: false, dynamic: false, shape: "extension" });
    expect(offer?.files.map(({ path }) => path).sort()).toEqual(["SKILL.md", "references/forms.md"]);
    await servers.approve("acme", offer?.uri ?? "");
    const library = await runtime.reload();
    expect(library.list().map(({ name }) => name)).toEqual(["acme:pdf"]);
    expect(server.asked.filter((line) => line.startsWith("resources/"))).toEqual([]);
  });
});
