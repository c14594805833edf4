import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { scriptedServer, textsAt } from "../../../testing/scripted-server.ts";
import { skillText } from "../../../testing/skill-text.ts";
import { closeClients, startClient } from "../../../testing/start-client.ts";

afterEach(closeClients);

const yes = { approve: () => true };
const PDF = skillText("pdf", "Reads PDF files.");
const hashOf = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const manifest = (files: Readonly<Record<string, string>>, change: object = {}) =>
  JSON.stringify({
    skill: "pdf",
    files: Object.entries(files).map(([path, text]) => ({
      path,
      size: Buffer.byteLength(text),
      hash: hashOf(text),
      ...change,
    })),
  });

function server(resources: readonly object[], texts: Readonly<Record<string, string>>) {
  return scriptedServer(
    { "resources/list": () => ({ resources }), "resources/read": textsAt(texts) },
    { resources: {} },
  );
}

describe("a server in the style of FastMCP 3", () => {
  const files = { "SKILL.md": PDF, "references/a b.md": "# A" };
  const resources = [
    { uri: "skill://pdf/SKILL.md", name: "pdf/SKILL.md", description: "Reads PDF files." },
    { uri: "skill://pdf/_manifest", name: "pdf/_manifest" },
    { uri: "https://elsewhere/SKILL.md", name: "no skill" },
  ];
  const texts = {
    "skill://pdf/SKILL.md": PDF,
    "skill://pdf/_manifest": manifest(files),
    "skill://pdf/references/a%20b.md": "# A",
  };

  test("D10 is listed by its manifests, marked as older, and its files are verified", async () => {
    const legacy = server(resources, texts);
    const { runtime, servers, codes } = await startClient(legacy, yes);
    expect(codes()).toEqual(["mcp.legacy"]);
    expect(servers.offers()).toMatchObject([{ name: "acme:pdf", shape: "manifest", dynamic: false }]);
    expect(legacy.asked.filter((line) => line.startsWith("resources/read"))).toEqual([
      "resources/read skill://pdf/_manifest",
    ]);
    expect((await runtime.read("acme:pdf")).text).toBe(PDF);
    const session = await runtime.session();
    expect(await session.resolve("skill://acme:pdf/references/a%20b.md")).toMatchObject({
      ok: true,
      text: "# A",
    });
    legacy.on("resources/read", textsAt({ ...texts, "skill://pdf/SKILL.md": PDF.replace("# pdf", "# pfd") }));
    await expect(runtime.read("acme:pdf")).rejects.toMatchObject({ cause: { reason: "digest" } });
  });

  test.each([
    ["without a manifest", { "skill://pdf/SKILL.md": PDF }, [resources[0] ?? {}]],
    ["without hashes", { ...texts, "skill://pdf/_manifest": manifest(files, { hash: "md5:0" }) }, resources],
  ])("D10 %s counts as dynamic", async (_what, served, listed) => {
    const { servers, runtime } = await startClient(server(listed, served));
    expect(servers.offers()).toMatchObject([{ dynamic: true }]);
    await expect(runtime.read("acme:pdf")).rejects.toMatchObject({ code: "mcp.not-approved" });
  });

  test.each([
    ["outside of it", manifest({ ...files, "../other/x.md": "x" })],
    ["outside of it, encoded", manifest({ ...files, "%2e%2e/x.md": "x" })],
    ["without a SKILL.md", manifest({ "a.md": "x" })],
    ["in no form at all", "[]"],
    ["in no JSON", "{"],
  ])("D10 a manifest that names files %s is refused", async (_what, text) => {
    const { runtime, codes } = await startClient(
      server(resources, { ...texts, "skill://pdf/_manifest": text }),
      yes,
    );
    expect(runtime.library.size).toBe(0);
    expect(codes()).toEqual(["mcp.entry-refused"]);
  });
});

describe("a server in the style of FastMCP 3 that misbehaves", () => {
  const resource = (name: string, description = "x") => [
    { uri: `skill://${name}/SKILL.md`, name, description },
    { uri: `skill://${name}/_manifest`, name: "manifest" },
  ];
  const many = (count: number, description?: string) =>
    Array.from({ length: count }, (_, at) => resource(`s${at}`, description)).flat();
  const good = manifest({ "SKILL.md": PDF });
  const texts = (count: number, text = good) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`skill://s${at}/_manifest`, text]));

  test("D10 by refusing one manifest, or answering nonsense, costs that one skill", async () => {
    const legacy = server(many(3), texts(3));
    legacy.on("resources/read", (params) =>
      params.uri === "skill://s1/_manifest"
        ? "refuse"
        : params.uri === "skill://s2/_manifest"
          ? { contents: "none" }
          : textsAt(texts(3))(params),
    );
    const { servers, codes } = await startClient(legacy, yes);
    expect(servers.offers().map(({ name }) => name)).toEqual(["acme:s0"]);
    expect(codes()).toEqual(["mcp.legacy", "mcp.entry-refused", "mcp.entry-refused"]);
  });

  test("D10 with 10,000 skills, endless pages or far too many bytes is cut off", async () => {
    const crowd = await startClient(server(many(10_000), texts(10_000)), yes);
    expect(crowd.servers.offers()).toHaveLength(2_000);
    expect(crowd.codes()).toContain("mcp.listing-limit");
    const endless = server([], {});
    let page = 0;
    endless.on("resources/list", () => {
      page += 1;
      return { resources: many(1), nextCursor: String(page) };
    });
    await startClient(endless, yes);
    expect(page).toBe(64);
    const limits = { listingBytes: 20_000 };
    const heavy = await startClient(server(many(40, "d".repeat(1_000)), texts(40)), { ...yes, limits });
    expect(heavy.servers.offers().length).toBeLessThan(20);
    expect(heavy.codes()).toContain("mcp.listing-limit");
    const fat = await startClient(server(many(40), texts(40, good.padEnd(1_000))), { ...yes, limits });
    expect(fat.servers.offers().length).toBeLessThan(20);
    expect(fat.codes()).toContain("mcp.listing-limit");
  });

  test("D10 a description is cut where the standard ends it", async () => {
    const { servers } = await startClient(server(many(1, "d".repeat(50_000)), texts(1)), yes);
    expect(servers.offers()[0]?.description).toHaveLength(1_024);
  });

  test.each([
    ["resources/list", () => ({ resources: "none" })],
    ["resources/read", () => ({ contents: [{ uri: "skill://index.json", text: "[" }] })],
  ])("D10 a broken answer to %s keeps the last good listing", async (method, broken) => {
    const entry = { name: "pdf", description: "x", url: "skill://pdf/SKILL.md", digest: hashOf(PDF) };
    const legacy = server([{ uri: "skill://index.json", name: "index" }], {
      "skill://index.json": JSON.stringify({ skills: [entry] }),
    });
    const { runtime, servers, codes } = await startClient(legacy, yes);
    legacy.on(method, broken);
    await runtime.reload();
    expect(codes()).toContain("mcp.unreachable");
    expect(servers.offers()).toHaveLength(1);
  });
});

describe("a server with an index.json", () => {
  const index = (skills: readonly object[]) =>
    JSON.stringify({ $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json", skills });
  const start = (skills: readonly object[]) =>
    startClient(
      server([{ uri: "skill://index.json", name: "index" }], {
        "skill://index.json": index(skills),
        "skill://pdf/SKILL.md": PDF,
      }),
      yes,
    );

  test("D10 is listed by it; a digest is verified, and only the SKILL.md is known", async () => {
    const entry = {
      name: "pdf",
      type: "skill-md",
      description: "Reads PDF files.",
      url: "skill://pdf/SKILL.md",
    };
    const { runtime, servers, codes } = await start([{ ...entry, digest: hashOf(PDF) }]);
    expect(codes()).toEqual(["mcp.legacy"]);
    expect(servers.offers()).toMatchObject([{ shape: "index", dynamic: false }]);
    expect((await runtime.read("acme:pdf")).text).toBe(PDF);
    const wrong = await start([{ ...entry, digest: hashOf("other") }]);
    await expect(wrong.runtime.read("acme:pdf")).rejects.toMatchObject({ cause: { reason: "digest" } });
  });

  test("D10 an entry without a digest is dynamic, and other kinds are refused", async () => {
    const { servers, codes } = await start([
      { name: "pdf", description: "Reads PDF files.", files: ["SKILL.md"] },
      { name: "zip", type: "archive", url: "skill://zip.tar.gz", description: "x", digest: hashOf("") },
      { name: "web", type: "skill-md", url: "https://evil.example/web/SKILL.md", description: "x" },
      { name: "disk", type: "skill-md", url: "file:///etc/disk/SKILL.md", description: "x" },
      { name: "other", url: "skill://pdf/SKILL.md", description: "x" },
    ]);
    expect(servers.offers()).toMatchObject([{ name: "acme:pdf", dynamic: true }]);
    expect(codes().filter((code) => code === "mcp.entry-refused")).toHaveLength(4);
  });
});

test("D10 a server without skills says so", async () => {
  const { codes } = await startClient(server([], {}), yes);
  expect(codes()).toEqual(["mcp.no-skills"]);
  const bare = await startClient(scriptedServer({}, { tools: {} }), yes);
  expect(bare.codes()).toEqual(["mcp.no-skills"]);
});
