import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileDecisionStore } from "@knowhow/runtime/node";
import { afterEach, describe, expect, test } from "vitest";
import { entryOf, scriptedServer, textsAt } from "../../../testing/scripted-server.ts";
import { skillText } from "../../../testing/skill-text.ts";
import { closeClients, startClient } from "../../../testing/start-client.ts";

const folders: string[] = [];
afterEach(async () => {
  await closeClients();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "knowhow-mcp-"));
  folders.push(made);
  return made;
}

const URI = "skill://pdf/SKILL.md";
const FRONTMATTER = { name: "pdf", description: "Reads PDF files." };
const TEXT = skillText("pdf", FRONTMATTER.description);

function serving(body = TEXT, more: Readonly<Record<string, string>> = {}) {
  const entry = entryOf(URI, FRONTMATTER, { "SKILL.md": body, ...more });
  const texts = { [URI]: body };
  return scriptedServer({ "skills/list": () => ({ skills: [entry] }), "resources/read": textsAt(texts) });
}

const listing = (entry: unknown) => () => ({ skills: [entry] });

describe("an approval that is kept", () => {
  test("D10 holds in the next start, for exactly what was approved", async () => {
    const state = folder();
    const first = await startClient(serving(), { decisions: fileDecisionStore(state) });
    await first.servers.approve("acme", URI);
    const again = await startClient(serving(), { decisions: fileDecisionStore(state) });
    expect(again.runtime.library.get("acme:pdf")).toBeDefined();
    expect(again.codes()).toEqual([]);
  });

  test.each<[string, object]>([
    ["a file more", entryOf(URI, FRONTMATTER, { "SKILL.md": TEXT, "x.md": "x" })],
    ["another text", entryOf(URI, FRONTMATTER, { "SKILL.md": `${TEXT}more` })],
    [
      "another description alone",
      {
        ...entryOf(URI, FRONTMATTER, { "SKILL.md": TEXT }),
        frontmatter: { ...FRONTMATTER, description: "Obey." },
      },
    ],
    ["content that is not promised any more", { uri: URI, frontmatter: FRONTMATTER, resources: "dynamic" }],
  ])("D10 is taken back for good when the skill changes: %s", async (_what, entry) => {
    const state = folder();
    const server = serving();
    const { servers, runtime, codes } = await startClient(server, { decisions: fileDecisionStore(state) });
    await servers.approve("acme", URI);
    await runtime.reload();
    expect(runtime.library.size).toBe(1);
    const session = await runtime.session();
    server.on("skills/list", listing(entry));
    await runtime.reload();
    expect(runtime.library.entry("acme:pdf")?.state).toBe("pending");
    expect(codes()).toContain("mcp.approval-revoked");
    // A conversation that started before must not read what was not approved.
    expect((await session.call("skill_load", { name: "acme:pdf" })).isError).toBe(true);
    server.on("skills/list", listing(entryOf(URI, FRONTMATTER, { "SKILL.md": TEXT })));
    await runtime.reload();
    expect(runtime.library.entry("acme:pdf")?.state).toBe("pending");
    const later = await startClient(serving(), { decisions: fileDecisionStore(state) });
    expect(later.runtime.library.size).toBe(0);
  });

  test("D10 can be revoked by the user", async () => {
    const state = folder();
    const { servers, runtime } = await startClient(serving(), { decisions: fileDecisionStore(state) });
    await servers.approve("acme", URI, { grant: true });
    expect(servers.offers()[0]).toMatchObject({ approved: true, granted: true });
    await servers.revoke("acme", URI);
    await runtime.reload();
    expect(runtime.library.size).toBe(0);
    await expect(servers.approve("acme", "skill://no/SKILL.md")).rejects.toMatchObject({
      code: "runtime.unknown-skill",
    });
    await expect(servers.approve("nobody", URI)).rejects.toMatchObject({ code: "runtime.bad-option" });
  });

  test("D10 T3 is a row of the ledger, and one of an earlier version still counts", async () => {
    const state = folder();
    const decisions = fileDecisionStore(state);
    const { servers } = await startClient(serving(), { decisions });
    await servers.approve("acme", URI, { grant: true });
    const [row] = await decisions.list();
    const { digest } = servers.offers()[0] ?? {};
    expect(row).toMatchObject({
      key: { kind: "mcp-listing", label: "acme", uri: URI, digest },
      ...{ state: "trusted", by: "user", granted: true },
    });
    const old = folder();
    const path = join(old, "mcp-approvals/acme", `${createHash("sha256").update(URI).digest("hex")}.json`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ label: "acme", uri: URI, digest, granted: true }), { mode: 0o600 });
    const later = await startClient(serving(), { decisions: fileDecisionStore(old) });
    expect(later.runtime.library.get("acme:pdf")).toBeDefined();
    expect(later.servers.offers()).toMatchObject([{ approved: true, granted: true }]);
    expect(existsSync(path)).toBe(false);
  });

  test("D10 T3 can be given, refused and taken back through the runtime, for exactly what was looked at", async () => {
    const { runtime, servers } = await startClient(serving(), { decisions: fileDecisionStore(folder()) });
    const { trust } = runtime;
    expect(trust.pending().map(({ skill }) => skill.name)).toEqual(["acme:pdf"]);
    const { digest, files } = await trust.inspect("acme:pdf");
    expect([digest, files]).toEqual([servers.offers()[0]?.digest, []]);
    await expect(trust.decide("acme:pdf", "trusted", { digest: "sha256:other" })).rejects.toMatchObject({
      code: "security.content-changed",
    });
    await trust.decide("acme:pdf", "trusted", { digest, grant: true });
    expect((await runtime.reload()).entry("acme:pdf")).toMatchObject({
      state: "on",
      trust: { by: "user" },
    });
    expect(servers.offers()).toMatchObject([{ approved: true, granted: true }]);
    await trust.decide("acme:pdf", "refused", { reason: "no" });
    expect((await runtime.reload()).entry("acme:pdf")).toMatchObject({
      state: "refused",
      trust: { by: "user", reason: "no" },
    });
    expect(servers.offers()).toMatchObject([{ approved: false, granted: false }]);
    expect(await trust.revoke("acme:pdf")).toBe(true);
    expect((await runtime.reload()).entry("acme:pdf")?.state).toBe("pending");
  });

  test("D10 T3 a refusal is not asked about again, and stays when the skill changes", async () => {
    const decisions = fileDecisionStore(folder());
    const server = serving();
    const asked: string[] = [];
    const first = await startClient(server, { decisions });
    await first.runtime.trust.decide("acme:pdf", "refused");
    const { runtime } = await startClient(server, {
      decisions,
      approve: ({ digest }) => asked.push(digest) === 0,
    });
    expect([runtime.library.entry("acme:pdf")?.state, asked]).toEqual(["refused", []]);
    server.on("skills/list", listing(entryOf(URI, FRONTMATTER, { "SKILL.md": `${TEXT}more` })));
    await runtime.reload();
    expect(runtime.library.entry("acme:pdf")).toMatchObject({
      state: "pending",
      trust: { reason: "it changed since you refused it" },
    });
    expect(asked).toHaveLength(1);
    server.on("skills/list", listing(entryOf(URI, FRONTMATTER, { "SKILL.md": TEXT })));
    expect((await runtime.reload()).entry("acme:pdf")?.state).toBe("refused");
  });
});

describe("a skill that promises no content", () => {
  const entry = { uri: URI, frontmatter: FRONTMATTER, resources: "dynamic" };
  const dynamic = (extension: object = {}) =>
    scriptedServer(
      {
        "skills/list": listing(entry),
        "resources/read": textsAt({ [URI]: TEXT, "skill://pdf/a.md": "# A" }),
        "resources/directory/read": () => ({
          resources: [
            { uri: URI, name: "SKILL.md" },
            { uri: "skill://pdf/a.md", name: "a.md", size: 3 },
            { uri: "skill://other/b.md", name: "b.md" },
            { uri: "skill://pdf/../other/c.md", name: "c.md" },
            { uri: "skill://pdf/deep/d.md", name: "d.md" },
          ],
        }),
      },
      { resources: {}, extensions: { "io.modelcontextprotocol/skills": extension } },
    );

  test("D10 is read only after an approval for this session, which is never kept", async () => {
    const state = folder();
    const server = dynamic();
    const { servers, runtime } = await startClient(server, { decisions: fileDecisionStore(state) });
    await expect(runtime.read("acme:pdf")).rejects.toMatchObject({ code: "mcp.not-approved" });
    expect(server.asked.filter((line) => line.startsWith("resources/"))).toEqual([]);
    await servers.approve("acme", URI);
    await runtime.reload();
    expect((await runtime.read("acme:pdf")).text).toBe(TEXT);
    expect(existsSync(join(state, "decisions"))).toBe(false);
    const later = await startClient(dynamic(), { decisions: fileDecisionStore(state) });
    expect(later.runtime.library.size).toBe(0);
  });

  test("D10 must still say of itself what the listing says", async () => {
    const server = dynamic();
    server.on("resources/read", textsAt({ [URI]: skillText("pdf", "Obey.") }));
    const { runtime } = await startClient(server, { approve: () => true });
    await expect(runtime.read("acme:pdf")).rejects.toMatchObject({ cause: { reason: "frontmatter" } });
  });

  test("D10 shows the files that lie directly in its directories, and no others", async () => {
    const { runtime } = await startClient(dynamic({ directoryRead: true }), { approve: () => true });
    expect((await runtime.resources("acme:pdf")).value.map(({ path }) => path)).toEqual(["a.md"]);
    const session = await runtime.session();
    expect(await session.resolve("skill://acme:pdf/a.md")).toMatchObject({ ok: true, text: "# A" });
  });
});
