import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const program = fileURLToPath(new URL("../../../mcp/testing/stdio-server.mjs", import.meta.url));
const servers = { acme: { command: process.execPath, args: [program, "good"] } };
const PERSONAL = "home/.config/knowhow/knowhow.json";
const PDF = "---\nname: pdf\ndescription: Does pdf.\n---\n# pdf\n";

function start(config: object, more: Readonly<Record<string, string>> = {}): Sandbox {
  sandbox = makeSandbox({
    [PERSONAL]: JSON.stringify(config),
    "home/.agents/skills/pdf/SKILL.md": skillText("pdf", "The local one."),
    ...more,
  });
  return sandbox;
}

/** The user's way to a decision, with every detour. */
async function decideAboutPdf(): Promise<void> {
  const { run, runWith } = sandbox;
  expect((await run("trust")).out).toContain("2 pending · 0 decisions");
  expect(await run("trust", "acme:pdf")).toMatchObject({ exit: 4 });
  // U9: the user reads the text of what waits for a decision.
  const shown = await run("trust", "show", "acme:pdf");
  expect([shown.exit, shown.out.includes("# pdf")]).toEqual([1, true]);
  const asked: string[] = [];
  const ask = (answer: string) => async (question: string) => {
    asked.push(question);
    return answer;
  };
  expect(await runWith({ ask: ask("n") }, "trust", "acme:pdf")).toMatchObject({ exit: 1 });
  const trusted = await runWith({ ask: ask("y") }, "trust", "acme:pdf");
  expect(trusted).toMatchObject({ exit: 0 });
  expect(trusted.err).toContain("skill://pdf/SKILL.md");
  expect(asked).toHaveLength(2);
  expect((await run("trust", "acme:pdf")).out).toContain("unchanged");
  expect((await run("trust", "revoke", "acme:pdf")).out).toContain("pending again");
  expect((await run("trust", "revoke", "acme:pdf")).out).toContain("unchanged");
  expect((await run("trust", "refuse", "acme:pdf")).out).toContain("acme:pdf: refused");
  expect((await run("trust")).out).toContain("1 pending · 1 decision");
  expect(await run("trust", "acme:pdff")).toMatchObject({ exit: 1 });
  expect((await run("trust", "acme:pdf", "--yes", "--json")).json()).toMatchObject({
    action: "trusted",
    skills: [{ name: "acme:pdf", server: "acme", state: "trusted", granted: false, dynamic: false }],
  });
}

/** A server of the older generation whose entries lack what an entry must have. */
const LISTS_FIVE_BAD_SKILLS = `
import { createInterface } from "node:readline";
const capabilities = { resources: {}, extensions: { "io.modelcontextprotocol/skills": {} } };
const serverInfo = { name: "bad", version: "1.0.0" };
const skills = [1, 2, 3, 4, 5].map((n) => ({ uri: "skill://bad-" + n + "/SKILL.md" }));
const answers = { initialize: { protocolVersion: "2025-11-25", capabilities, serverInfo }, "skills/list": { skills } };
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answers[method];
  const error = { code: -32601, message: "no such method" };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) }));
}
`;

const linux = process.platform === "linux";

describe.runIf(linux)("D10 the skills of the user's MCP servers", () => {
  it("are listed beside the others and hidden from the model until they are trusted", async () => {
    const { run } = start({ mcp: { servers } });
    const listed = (await run("list", "--json")).json() as {
      skills: { name: string; state: string; provider: string }[];
    };
    expect(listed.skills.map(({ name, state, provider }) => [name, state, provider])).toEqual([
      ["acme:env-clean", "pending", "mcp:acme"],
      ["acme:pdf", "pending", "mcp:acme"],
      ["pdf", "on", "agents"],
    ]);
    expect((await run("catalog")).out).not.toContain("- acme:pdf");
    expect((await run("why", "acme:pdf")).out).toContain("pending");
    // Nobody can decide about what they have not read, and a program may not read it for them.
    expect((await run("trust", "show", "acme:pdf")).out).toContain("# pdf");
    expect(await run("read", "skill://acme:pdf")).toMatchObject({
      exit: 4,
      out: "",
      err: expect.stringContaining("shown only in a terminal"),
    });
    expect((await run("show", "acme:pdf", "--json")).json()).toMatchObject({ state: "pending" });
    await decideAboutPdf();
    expect((await run("catalog")).out).toContain("- acme:pdf: Does pdf.");
    expect((await run("read", "skill://acme:pdf")).out).toBe(PDF);
    const shown = (await run("show", "acme:pdf", "--json")).json() as Record<string, unknown>;
    expect(shown).toMatchObject({ name: "acme:pdf", provider: "mcp:acme", path: "mcp:/acme/pdf/SKILL.md" });
    expect(shown.version).toBe(createHash("sha256").update(PDF).digest("hex").slice(0, 16));
  });

  it("are remembered while their server is away, and doctor says that it is", async () => {
    const script = (text: string) => sandbox.write({ "server.mjs": text });
    const { run, home } = start({});
    const args = [join(home, "..", "server.mjs")];
    sandbox.write({
      [PERSONAL]: JSON.stringify({ mcp: { servers: { acme: { command: process.execPath, args } } } }),
    });
    script(`process.argv[2] = "good";\nawait import(${JSON.stringify(pathToFileURL(program).href)});\n`);
    expect((await run("list")).out).toContain("acme:pdf");
    script("process.exit(1);\n");
    expect((await run("list")).out).toContain("acme:pdf");
    const doctor = (await run("doctor", "--json")).out;
    expect(doctor).toContain("its last good listing with 2 skills is used");
    expect((await run("list", "--no-cache")).out).not.toContain("acme:pdf");
  });

  it("that do not answer are waited for no longer than configured, and list reports it", async () => {
    const silent = { command: process.execPath, args: [program, "silent"], timeoutMs: 300 };
    const { run } = start({ mcp: { servers: { acme: silent } } });
    const { out, exit } = await run("list");
    expect(exit).toBe(0);
    expect(out).toContain("The local one.");
    expect(out).toContain('! the server "acme" is unreachable');
    const { err, exit: none } = await run("trust", "acme:pdf", "--yes");
    expect(none).toBe(1);
    expect(err).toMatch(/no skill named "acme:pdf"\n.*the server "acme" is unreachable/);
    // Their skills are missing from the list, so it is not the whole answer.
    for (const words of [["trust"], ["trust", "list"], ["trust", "--all", "--yes"]]) {
      const incomplete = await run(...words);
      expect([incomplete.exit, incomplete.out], words.join(" ")).toEqual([
        3,
        expect.stringContaining('the server "acme" is unreachable'),
      ]);
    }
  });

  it("that stop answering are reported by read as such, not as servers that send something else", async () => {
    const { run, home } = start({});
    const args = [join(home, "..", "server.mjs")];
    const patience = (timeoutMs: number) => ({
      [PERSONAL]: JSON.stringify({
        mcp: { servers: { acme: { command: process.execPath, args, timeoutMs } } },
      }),
    });
    sandbox.write({
      ...patience(60_000),
      "server.mjs": `process.argv[2] = "good";\nawait import(${JSON.stringify(pathToFileURL(program).href)});\n`,
    });
    expect(await run("list")).toMatchObject({ exit: 0 });
    await run("trust", "acme:pdf", "--yes");
    expect(await run("read", "skill://acme:pdf/other.md")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("run `knowhow show acme:pdf` to list its files"),
    });
    sandbox.write({ ...patience(500), "server.mjs": "process.stdin.resume();\n" });
    const { exit, err } = await run("read", "skill://acme:pdf");
    expect([exit, err]).toEqual([3, expect.stringContaining("hint: check that the server is running")]);
    expect(err).not.toContain("do not trust");
  });

  it("that are refused are reported by list, the first three with the reason", async () => {
    const { run, home } = start({});
    const args = [join(home, "..", "server.mjs")];
    sandbox.write({
      [PERSONAL]: JSON.stringify({ mcp: { servers: { acme: { command: process.execPath, args } } } }),
      "server.mjs": LISTS_FIVE_BAD_SKILLS,
    });
    const { exit, out } = await run("list");
    expect(exit).toBe(0);
    expect(
      out.match(/^! .*a skill was refused: skill:\/\/bad-\d\/SKILL\.md: it has no frontmatter/gm),
    ).toHaveLength(3);
    expect(out).toContain("! 2 more skills of MCP servers refused");
  });

  it("of a repository are not asked, and its programs not started", async () => {
    const trace = join(tmpdir(), `knowhow-started-${process.pid}`);
    const evil = {
      command: process.execPath,
      args: ["-e", `require("fs").writeFileSync(${JSON.stringify(trace)}, "")`],
    };
    const { run } = start({}, { "project/knowhow.json": JSON.stringify({ mcp: { servers: { evil } } }) });
    const { out } = await run("list");
    expect(out).toContain("names MCP servers; they are not started");
    expect(existsSync(trace)).toBe(false);
  });

  it("are not asked with --root, nor while a name is completed", async () => {
    const trace = join(tmpdir(), `knowhow-asked-${process.pid}`);
    const noted = {
      command: process.execPath,
      args: ["-e", `require("fs").writeFileSync(${JSON.stringify(trace)}, "")`],
    };
    const { run } = start({ mcp: { servers: { acme: noted } } });
    await run("list", "--root", ".");
    await run("__complete", "--", "show", "");
    expect(existsSync(trace)).toBe(false);
  });

  it("get secrets from the environment; a missing one costs that server alone, and a wrong label is refused", async () => {
    const { run, runWith } = start({
      mcp: {
        servers: {
          acme: { ...servers.acme, env: { TOKEN: `$${"{ACME_TOKEN}"}` } },
          other: servers.acme,
        },
      },
    });
    const missing = await run("list");
    expect(missing.exit).toBe(0);
    expect(missing.out).toContain("other:pdf");
    expect(missing.out).not.toContain("acme:pdf");
    const doctor = await run("doctor");
    expect(doctor.out + doctor.err).toContain("ACME_TOKEN is not set in the environment");
    expect((await runWith({ env: { ACME_TOKEN: "x" } }, "list")).out).toContain("acme:pdf");
    sandbox.write({ [PERSONAL]: JSON.stringify({ mcp: { servers: { "A B": servers.acme } } }) });
    expect((await run("list")).out).toContain('"mcp.servers["A B"]" must be a label');
  });
});
