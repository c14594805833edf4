import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";
import { certainCredentialsIn } from "./credentials.ts";
import { secretAdmit } from "./secret-admit.ts";

/** Joined here, so that this file itself holds no text in the shape of a credential. */
const shape = (...parts: readonly string[]) => parts.join("");
const random = "q7Rk2VmX9pLs4TzB8nWc3YdF6gHj1KaE5uQoN0iMvZxC";
const pem = (kind: string, body: string) => shape("-----BEGIN ", kind, "PRI", "VATE KEY-----\n", body, "\n");

const SECRETS: readonly (readonly [string, string])[] = [
  ["an AWS access key", shape("AK", "IA", "Q3EGTN7XWZ2RLMCV")],
  ["a GitHub token", shape("gh", "p_", random.slice(0, 36))],
  ["a GitHub token", shape("github", "_pat_", random, "_", random)],
  ["a GitLab token", shape("gl", "pat-", random.slice(0, 20))],
  ["a Slack token", shape("xo", "xb-", "739204851627-", random.slice(0, 24))],
  ["a Stripe live key", shape("sk", "_live_", random.slice(0, 24))],
  ["a Google API key", shape("AI", "za", random.slice(0, 35))],
  ["an npm token", shape("np", "m_", random.slice(0, 36))],
  ["an Anthropic key", shape("sk", "-ant-api03-", random)],
  ["an OpenAI key", shape("sk", "-proj-", random)],
  ["a private key", pem("RSA ", `${random}\n${random}`)],
  ["a private key", pem("OPENSSH ", `b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAB${random}`)],
  ["a private key", pem("RSA ", `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,9F\n\n${random}\n${random}`)],
  ["a private key", pem("", `${random}\n${random}`).replaceAll("\n", "\\n")],
];

const HARMLESS: readonly string[] = [
  shape("AK", "IAIOSFODNN7EXAMPLE"),
  shape("gh", "p_", "x".repeat(36)),
  shape("sk", "-ant-your-key-here-", random),
  shape("sk", "-", "this-is-a-skill-name-with-many-words-in-it"),
  shape("sk", "_test_", random),
  pem("", "..."),
  pem("RSA ", "MIIEowIBAAKCAQEA..."),
  "Begin the file with -----BEGIN PRIVATE KEY----- and end it in the same way.",
  'DB_PASSWORD="q7Rk2VmX9pLs4TzB8nWc3Yd"',
  `sha256: ${"9f86d081884c7d659a2feaa0c55ad015"}`,
  `-----BEGIN PUBLIC KEY-----\n${random}\n${random}\n`,
];

async function open(tree: FileTree, body = "Read it.\n") {
  const workshop = openWorkshop({
    "home/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads PDF files." }, body),
    ...Object.fromEntries(
      Object.entries(tree).map(([path, entry]) => [`home/.agents/skills/pdf/${path}`, entry]),
    ),
  });
  onTestFinished(workshop.close);
  return workshop.start();
}

describe("U18 a file with credentials in it", () => {
  it.each(SECRETS)("is withheld from models and clients, not from the user: %s", async (kind, secret) => {
    const runtime = await open({ "references/setup.md": `Log in:\n\n    export TOKEN="${secret}"\n` });
    for (const audience of ["model", "client"] as const) {
      const opened = runtime.open("pdf", { audience });
      await expect(opened.bytes("references/setup.md")).rejects.toMatchObject({
        code: "serving.not-admitted",
        message: expect.stringContaining(`it contains ${kind}: `),
        hint: expect.stringContaining("revoke it"),
      });
      const reading = await opened.read({ path: "references/setup.md" });
      expect(reading).toMatchObject({ ok: false, message: expect.stringContaining(kind) });
      expect(JSON.stringify(reading)).not.toContain(random.slice(6, 16));
    }
    const answer = await (await runtime.session()).call("skill_read", {
      name: "pdf",
      path: "references/setup.md",
    });
    expect([answer.isError, answer.text.includes(random.slice(6, 16))]).toEqual([true, false]);
    const own = await runtime.open("pdf", { audience: "user" }).bytes("references/setup.md");
    expect(new TextDecoder().decode(own)).toContain(secret);
  });

  it.each(HARMLESS)("is not one with an example in it: %j", async (text) => {
    const runtime = await open({ "references/setup.md": text });
    expect(new TextDecoder().decode(await runtime.open("pdf").bytes("references/setup.md"))).toBe(text);
  });

  it("is found in a SKILL.md and in a binary file, in UTF-16 as well", async () => {
    const token = shape("gh", "p_", random.slice(0, 36));
    const wide = Buffer.from(`\uFEFFtoken ${token}\n`, "utf16le");
    const runtime = await open({ "assets/a.bin": wide }, `Use ${token}.\n`);
    const opened = runtime.open("pdf");
    await expect(opened.bytes("assets/a.bin")).rejects.toThrow("a GitHub token");
    await expect(opened.text()).rejects.toThrow("a GitHub token");
    expect((await runtime.open("pdf", { audience: "user" }).text()).body).toContain(token);
  });

  it("is withheld by its name, too, whatever is in it", async () => {
    const runtime = await open({
      "prod.env": "A=1",
      "server.pem": "x",
      "credentials.json": "{}",
      "a.md": "x",
    });
    const opened = runtime.open("pdf", { audience: "client" });
    expect((await opened.files()).value.map(({ path }) => path)).toEqual(["a.md"]);
    expect(await opened.bytes("prod.env")).toBeUndefined();
    expect(await opened.read({ path: "server.pem" })).toMatchObject({ ok: false });
    const own = await runtime.open("pdf", { audience: "user" }).files();
    expect(own.value.map(({ path }) => path)).toEqual(["a.md", "credentials.json", "prod.env", "server.pem"]);
  });
});

describe("U18 credentials in a text", () => {
  it("are found wherever they stand, between any other lines", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SECRETS),
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
        ([kind, secret], before, after) => {
          const found = certainCredentialsIn(`${before}\n${secret}\n${after}`);
          expect(found.map((credential) => credential.kind)).toContain(kind);
        },
      ),
    );
  });

  it("are searched in long hostile texts within the time of a test", () => {
    for (const part of [
      "sk-",
      "xoxb-",
      "ghp_",
      "-----BEGIN PRIVATE KEY-----",
      "12345678:AA",
      "SG.",
      "-----BEGIN A: ",
    ])
      expect(certainCredentialsIn(part.repeat(1_000_000 / part.length))).toEqual([]);
    expect(certainCredentialsIn(`-----BEGIN PRIVATE KEY-----${"a: b\n".repeat(200_000)}`)).toEqual([]);
  });
});

describe("the check of the gate", () => {
  it.each([
    ["model", ".env", false],
    ["client", ".env", false],
    ["user", ".env", true],
    ["model", "notes.md", true],
  ] as const)("U18 judges the name by itself: a %s and %s", async (audience, path, admitted) => {
    const workshop = openWorkshop({
      "home/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads." }),
    });
    onTestFinished(workshop.close);
    const [skill] = (await workshop.start()).library.list();
    if (skill === undefined) throw new Error("there is no skill");
    const bytes = async () => new Uint8Array([65]);
    const request = { part: "content", skill, path, audience, digest: "", size: 1, bytes } as const;
    expect(await secretAdmit(request)).toMatchObject({ admitted });
  });
});
