import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileDecisionStore } from "@knowhow/runtime/node";
import { recordStoreSuite } from "@knowhow/runtime/testing";
import { afterEach, describe, expect, test } from "vitest";
import { type HttpServer, httpServer } from "../../../testing/http-server.ts";
import { skillText } from "../../../testing/skill-text.ts";
import { closeClients, startClient } from "../../../testing/start-client.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { fileListingStore } from "./file-listing-store.ts";
import { loadListing, saveListing } from "./stored-listing.ts";

const folders: string[] = [];
const running: HttpServer[] = [];
afterEach(async () => {
  await closeClients();
  for (const server of running.splice(0)) await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function stores() {
  const folder = mkdtempSync(join(tmpdir(), "knowhow-mcp-"));
  folders.push(folder);
  const written = () => readdirSync(join(folder, "cache/mcp-listings"));
  return {
    decisions: fileDecisionStore(join(folder, "state")),
    listings: fileListingStore(join(folder, "cache")),
    written,
    path: () => join(folder, "cache/mcp-listings", written()[0] ?? ""),
  };
}

const URI = "skill://pdf/SKILL.md";
const TEXT = skillText("pdf", "Reads PDF files.");
const DIGEST = `sha256:${createHash("sha256").update(TEXT).digest("hex")}`;
const SIZE = Buffer.byteLength(TEXT);
const FRONTMATTER = { name: "pdf", description: "Reads PDF files." };

type Answers = Readonly<Record<string, object>>;

/** The answers of a server in each shape: by method, and for reads by uri. */
const SHAPES: Readonly<Record<string, Answers>> = {
  extension: {
    "skills/list": {
      skills: [{ uri: URI, frontmatter: FRONTMATTER, resources: [{ uri: URI, digest: DIGEST, size: SIZE }] }],
    },
  },
  manifest: {
    "resources/list": {
      resources: [
        { uri: URI, name: "pdf", description: FRONTMATTER.description },
        { uri: "skill://pdf/_manifest", name: "manifest" },
      ],
    },
    "skill://pdf/_manifest": {
      files: [
        { path: "SKILL.md", size: SIZE, hash: DIGEST },
        { path: "a/b c.md", hash: DIGEST },
      ],
    },
  },
  "manifest without hashes": {
    "resources/list": {
      resources: [
        { uri: URI, name: "pdf", description: FRONTMATTER.description },
        { uri: "skill://pdf/_manifest", name: "manifest" },
      ],
    },
    "skill://pdf/_manifest": { files: [{ path: "SKILL.md", size: SIZE }] },
  },
  index: {
    "resources/list": { resources: [{ uri: "skill://index.json", name: "index" }] },
    "skill://index.json": { skills: [{ ...FRONTMATTER, url: URI, digest: DIGEST }] },
  },
  "index without digests": {
    "resources/list": { resources: [{ uri: "skill://index.json", name: "index" }] },
    "skill://index.json": { skills: [FRONTMATTER] },
  },
  resources: {
    "resources/list": { resources: [{ uri: URI, name: "pdf", description: FRONTMATTER.description }] },
  },
};

/** A server on loopback of the older generation that answers in JSON and never pushes. */
async function serve(answers: Answers): Promise<string> {
  const extensions = "skills/list" in answers ? { "io.modelcontextprotocol/skills": {} } : undefined;
  const server = await httpServer(async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const { id, method, params } = JSON.parse(await request.text());
    if (id === undefined) return new Response(null, { status: 202 });
    const read = answers[params?.uri];
    const result =
      method === "initialize"
        ? {
            protocolVersion: "2025-11-25",
            capabilities: { resources: {}, ...(extensions && { extensions }) },
            serverInfo: { name: "old", version: "1" },
          }
        : method === "resources/read" && read !== undefined
          ? { contents: [{ uri: params.uri, text: JSON.stringify(read) }] }
          : answers[method];
    const error = { code: -32601, message: "no such method" };
    return Response.json({ jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) });
  });
  running.push(server);
  return `${server.origin}/mcp`;
}

describe("the store of listings", () => {
  test.each(recordStoreSuite)("$title", ({ run }) =>
    run(() => {
      const folder = mkdtempSync(join(tmpdir(), "knowhow-mcp-"));
      folders.push(folder);
      return { open: () => fileListingStore(folder) };
    }));
});

describe("a listing that is kept", () => {
  test("D10 is not needed: a store that fails takes no skill away and makes no server unreachable", async () => {
    const broken = () => Promise.reject(new Error("disk full"));
    const listings = { get: broken, put: broken, delete: broken, list: broken };
    const url = await serve({
      "resources/list": { resources: [{ uri: URI, name: "pdf", description: "x" }] },
    });
    const live = await startClient({ url }, { listings });
    expect(live.codes()).not.toContain("mcp.unreachable");
    expect(live.servers.offers()).toMatchObject([{ name: "acme:pdf" }]);
    await running.pop()?.close();
    const away = await startClient({ url }, { listings });
    expect(away.codes()).toContain("mcp.unreachable");
    expect(away.servers.offers()).toEqual([]);
  });

  test.each(
    Object.entries(SHAPES),
  )("D10 of a server in the shape %s is used at the next start while it is unreachable, without its files", async (_shape, answers) => {
    const { written, path: _, ...kept } = stores();
    const url = await serve(answers);
    const before = await startClient({ url }, kept);
    const [offer] = before.servers.offers();
    expect(offer).toMatchObject({ name: "acme:pdf", uri: URI, approved: false });
    await before.servers.approve("acme", URI);
    await closeClients();
    await running.pop()?.close();

    const away = await startClient({ url }, kept);
    expect(away.codes()).toContain("mcp.unreachable");
    // Where nothing is promised, an approval holds for one session; the listing itself is the same.
    expect(away.servers.offers()).toEqual([{ ...offer, approved: !offer?.dynamic }]);
    expect(away.runtime.library.get("acme:pdf")?.origin.remote).toBe(offer?.dynamic ? undefined : "acme");
    if (offer?.dynamic === false)
      await expect(away.runtime.read("acme:pdf")).rejects.toMatchObject({ code: "mcp.unavailable" });
    expect(written()).toHaveLength(1);

    const moved = await startClient({ url: url.replace("/mcp", "/other") }, kept);
    expect(moved.servers.offers()).toEqual([]);
  });

  test("D10 of a host's own transport is not stored, because it may lead elsewhere next time", async () => {
    const kept = stores();
    await saveListing(kept.listings, { label: "acme", transport: { open: () => unused() } }, []);
    expect(() => kept.written()).toThrow(/ENOENT/);
  });

  test("D10 is validated again: an entry that was changed on disk is rejected", async () => {
    const kept = stores();
    const server = { label: "acme", transport: { command: "/no/such/program" } };
    await saveListing(kept.listings, server, []);
    const path = kept.path();
    const bad = [
      1,
      { shape: "extension", uri: "file:///etc/SKILL.md", frontmatter: FRONTMATTER, resources: [] },
      { shape: "extension", uri: URI, frontmatter: FRONTMATTER },
      { shape: "manifest", uri: URI, description: "x" },
      { shape: "manifest", uri: URI, description: "x", manifest: { files: [{ path: "../x" }] } },
      { shape: "manifest", uri: 1, description: "x", manifest: { files: [] } },
      { shape: "resources", uri: "file:///etc/x/SKILL.md", description: "x" },
      { shape: "index", name: "pdf", description: "x" },
      { shape: "index", name: "pdf", description: "x", url: "https://evil.example/pdf/SKILL.md" },
      { shape: "other", uri: URI, description: "x" },
      { uri: URI, frontmatter: FRONTMATTER, resources: "dynamic" },
    ];
    const { key } = JSON.parse(readFileSync(path, "utf8"));
    const format = "knowhow-mcp-listing-2";
    const good = { shape: "resources", uri: URI, description: "x" };
    const written = (label: string, skills: unknown, name = format) =>
      JSON.stringify({ key, value: { format: name, label, skills } });
    for (const text of [
      "",
      "{}",
      written("acme", bad),
      written("beta", [good]),
      written("acme", [good], "other"),
    ]) {
      writeFileSync(path, text);
      expect(await loadListing(kept.listings, server, DEFAULT_LIMITS)).toEqual([]);
    }
    writeFileSync(path, written("acme", [...bad, good]));
    expect(await loadListing(kept.listings, server, DEFAULT_LIMITS)).toHaveLength(1);
  });
});

function unused(): never {
  throw new Error("nothing is opened");
}
