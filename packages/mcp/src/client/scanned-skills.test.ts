import { fakeScanner } from "@knowhow/runtime/testing";
import { afterEach, describe, expect, test } from "vitest";
import { entryOf, scriptedServer, textsAt } from "../../testing/scripted-server.ts";
import { skillText } from "../../testing/skill-text.ts";
import { closeClients, startClient } from "../../testing/start-client.ts";

afterEach(closeClients);

const URI = "skill://pdf/SKILL.md";
const FRONTMATTER = { name: "pdf", description: "Reads PDF files." };

function serving(body: string, more: Readonly<Record<string, string>> = {}) {
  const text = `${skillText("pdf", FRONTMATTER.description)}${body}\n`;
  const entry = entryOf(URI, FRONTMATTER, { "SKILL.md": text, ...more });
  const texts = Object.fromEntries(
    Object.entries(more).map(([path, content]) => [`skill://pdf/${path}`, content]),
  );
  return scriptedServer({
    "skills/list": () => ({ skills: [entry] }),
    "resources/read": textsAt({ [URI]: text, ...texts }),
  });
}

const isFetch = (line: string) => line.startsWith("resources/");

describe("T2 a server's skills", () => {
  test("are scanned file by file, as they are served", async () => {
    const scanner = fakeScanner();
    const server = serving("", { "run.sh": "SCAN-BLOCK dl\n" });
    const { runtime } = await startClient(server, { approve: () => true, ports: { scanner } });
    expect((await runtime.read("acme:pdf")).skill.name).toBe("acme:pdf");
    expect(server.asked.filter(isFetch)).toHaveLength(1);
    await expect(runtime.open("acme:pdf").bytes("run.sh")).rejects.toThrow(/verdict "block" \(dl\)/);
    expect(scanner.scanned).toEqual(["acme:pdf", "acme:pdf"]);
  });

  test("are scanned as a whole when the user decides, and a block must be dismissed", async () => {
    const server = serving("Text", { "run.sh": "SCAN-BLOCK dl\n" });
    const { runtime } = await startClient(server, { ports: { scanner: fakeScanner() } });
    await expect(runtime.trust.decide("acme:pdf", "trusted")).rejects.toMatchObject({
      code: "security.scan-blocked",
    });
    const dismiss = [{ rule: "dl", reason: "our own mirror" }];
    expect(await runtime.trust.decide("acme:pdf", "trusted", { dismiss })).toMatchObject({
      dismissed: dismiss,
    });
    await runtime.reload();
    expect((await runtime.read("acme:pdf")).body).toContain("Text");
    expect(await runtime.open("acme:pdf").bytes("run.sh")).toBeDefined();
  });

  test("U9 can be read by the user before the decision, and not by a model", async () => {
    const { runtime } = await startClient(serving("Secret plan"), { ports: { scanner: fakeScanner() } });
    const { content, scan } = await (await runtime.trust.inspect("acme:pdf")).review();
    expect([content.texts["SKILL.md"]?.includes("Secret plan"), scan?.verdict]).toEqual([true, "safe"]);
    await expect(runtime.read("acme:pdf")).rejects.toMatchObject({ code: "serving.not-admitted" });
    const session = await runtime.session();
    expect((await session.call("skill_load", { name: "acme:pdf" })).isError).toBe(true);
  });
});
