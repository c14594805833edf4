import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";
import { COUNT_FILES } from "../testing/workflows.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const files = {
  "project/.agents/skills/pdf-merge/SKILL.md": skillText(
    "pdf-merge",
    "Joins and splits PDF files. Use when several PDFs should become one.",
  ),
  "project/.agents/skills/invoices/SKILL.md": skillText("invoices", "Writes invoices.", {
    fields: 'triggers:\n  - "send {customer} an invoice for {work}"\n',
  }),
  "project/.agents/skills/recipes/SKILL.md": skillText("recipes", "Finds dishes to cook for dinner."),
};
const PERSONAL = "home/.config/knowhow/knowhow.json";

describe("knowhow match", () => {
  it("M5 prints matches, decisions and reasons as JSON", async () => {
    sandbox = makeSandbox(files);
    const ran = await sandbox.run("match", "join", "these", "PDF", "files", "--json");
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.json()).toEqual({
      mode: "auto",
      drafts: [],
      pending: [],
      judgement: {
        chance: expect.any(Number),
        loadChance: expect.any(Number),
        lead: expect.any(Number),
        thresholds: expect.any(Object),
      },
      matches: [
        {
          name: "pdf-merge",
          score: expect.any(Number),
          decision: expect.stringMatching(/^(?:load|suggest)$/),
          reasons: expect.arrayContaining(['"PDF" in its name']),
        },
      ],
    });
  });

  it("M5 T3 shows pending skills that the message is about as pending, and only those", async () => {
    sandbox = makeSandbox(
      {
        "project/.agents/skills/birds/SKILL.md": skillText("birds", "Counts birds. Use when birds fly over."),
        "project/.agents/skills/mail/SKILL.md": skillText(
          "mail",
          "Writes letters. Use when asked for a letter.",
        ),
        "home/.knowhow/skills/ink/SKILL.md": skillText("ink", "Draws pictures. Use when asked to draw."),
      },
      { isTrusting: false },
    );
    const { out } = await sandbox.run("match", "count the birds that fly over");
    expect(out).toContain(
      "Pending, not served by knowhow\n  birds  decide with `knowhow trust birds`\n  1 other is pending; --pending tries all of them\n",
    );
    expect(out).not.toContain("left out");
    expect(out).not.toContain("knowhow trust mail");
    expect((await sandbox.run("match", "mail", "--json")).json()).toMatchObject({
      matches: [],
      pending: [{ name: "mail", command: "knowhow trust mail" }],
    });
    expect((await sandbox.run("match", "count the birds", "--pending", "--json")).json()).toMatchObject({
      pending: [],
      drafts: ["birds"],
    });
  });

  it("M5 X1 says that a match has a workflow, and why a skill that the user named cannot be used", async () => {
    const foreign = skillText("foreign", "Counts birds. Use when birds fly.");
    sandbox = makeSandbox(
      { ...files, ...COUNT_FILES, "project/.agents/skills/foreign/SKILL.md": foreign },
      { isTrusting: false },
    );
    await sandbox.run("trust", "count-files", "--yes");
    const named = await sandbox.run("match", "/count-files");
    expect(named.out).toContain("offers to run its workflow");
    const eager = await sandbox.run("match", "/count-files", "--profile", "aios", "--root", ".agents/skills");
    expect(eager.out).toContain("starts its workflow");
    expect((await sandbox.run("match", "/count-files", "--json")).json()).toMatchObject({
      matches: [{ name: "count-files", decision: "load", workflow: true }],
    });
    expect((await sandbox.run("match", "/foreign")).err).toContain(
      "/foreign: the skill is pending; run `knowhow trust foreign`",
    );
  });

  it("M5 R3 says what a skill that the user named needs, and how the user named it", async () => {
    const fields = 'metadata:\n  openclaw: { requires: { bins: ["surely-not-installed"] } }\n';
    sandbox = makeSandbox({
      ...files,
      "project/.agents/skills/qr/SKILL.md": skillText("qr", "Makes codes.", { fields }),
    });
    expect((await sandbox.run("match", "/qr x")).err).toContain(
      "/qr: the skill is ineligible: it needs surely-not-installed (install surely-not-installed",
    );
    expect((await sandbox.run("match", "/skill:pdf-merge x")).out).toContain(
      "the message starts with /skill:pdf-merge",
    );
    expect(
      (await sandbox.run("match", "/pdf-merge x", "--profile", "aios", "--root", ".agents/skills")).out,
    ).not.toContain("Mode");
  });

  it("M2 gives the variables of a trigger", async () => {
    sandbox = makeSandbox(files);
    const ran = await sandbox.run("match", "send Anna an invoice for the fence", "--json");
    expect(ran.json()).toMatchObject({
      matches: [{ name: "invoices", decision: "load", variables: { customer: "Anna", work: "the fence" } }],
    });
    const { out } = await sandbox.run("match", "send Anna an invoice for the fence");
    expect(out).toContain("load invoices");
    expect(out).toContain("work = the fence");
    expect(out).toContain('the phrase "send {customer} an invoice for {work}"');
  });

  it("M5 includes skills that match a file, beside those that match the message", async () => {
    sandbox = makeSandbox({
      ...files,
      "project/.agents/skills/style/SKILL.md": skillText("style", "Keeps our style.", {
        fields: 'globs: ["src/*.ts"]\n',
      }),
    });
    const ran = await sandbox.run(
      "match",
      "join these PDF files",
      "--file",
      "src/a.ts",
      "--file",
      "b.md",
      "--json",
    );
    expect(ran.json()).toMatchObject({
      matches: [
        { name: "style", decision: "load", reasons: ["src/a.ts matches src/*.ts"] },
        { name: "pdf-merge" },
      ],
    });
    expect((await sandbox.run("match", "thanks", "--file", "b.md", "--json")).json()).toEqual({
      mode: "auto",
      drafts: [],
      pending: [],
      matches: [],
      judgement: null,
    });
  });

  it("M1 includes a skill that the user names, with its arguments", async () => {
    sandbox = makeSandbox(files);
    expect((await sandbox.run("match", "/recipes for two", "--json")).json()).toMatchObject({
      matches: [{ name: "recipes", decision: "load", args: "for two" }],
    });
  });

  it("M5 exits with 0 if no skill matches, and shows the nearest on demand", async () => {
    sandbox = makeSandbox(files);
    const ran = await sandbox.run("match", "thanks", "a", "lot");
    expect(ran).toMatchObject({ exit: 0, out: "No skill matches. Use --all to see the nearest ones.\n" });
    expect((await sandbox.run("match", "--all", "thanks")).out).toBe("No skill matches.\n");
    expect((await sandbox.run("match", "thanks", "--json")).json()).toEqual({
      mode: "auto",
      drafts: [],
      pending: [],
      matches: [],
      judgement: null,
    });
    const near = await sandbox.run("match", "dinner in a hurry", "--all");
    expect(near.out).toMatch(/NEAREST +SCORE +WHY\nrecipes/);
    const data = Object((await sandbox.run("match", "dinner in a hurry", "--ranking", "1", "--json")).json());
    expect(data.ranking).toMatchObject([
      { name: "recipes", reasons: expect.arrayContaining([expect.any(String)]) },
    ]);
    const { chance, loadChance, thresholds } = data.judgement;
    expect(near.out).toMatch(
      /Chance of recipes: [\d.]+ %; a suggestion\s+needs\s+[\d.]+ %\.\s+Chance\s+that\s+exactly\s+this\s+skill\s+is\s+meant:\s+[\d.]+ %/,
    );
    expect(Math.max(chance, loadChance, thresholds.suggest, thresholds.load)).toBeLessThan(1);
  });

  it("M5 says so if there are no skills", async () => {
    sandbox = makeSandbox({ "project/readme.md": "" });
    expect(await sandbox.run("match", "join these files")).toMatchObject({
      exit: 0,
      out: expect.stringContaining("No skills found."),
    });
  });

  it("M5 reads a message from standard input, bounded", async () => {
    sandbox = makeSandbox(files);
    const limits: number[] = [];
    const readInput = async (limit: number) => {
      limits.push(limit);
      return "join these PDF files\n";
    };
    const ran = await sandbox.runWith({ readInput }, "match", "-", "--json");
    expect(ran.json()).toMatchObject({ matches: [{ name: "pdf-merge" }] });
    expect(limits).toEqual([4 * 1024 * 1024]);
    expect(await sandbox.run("match", "-")).toMatchObject({ exit: 2 });
  });

  it("P1 says what a session of the profile would do", async () => {
    sandbox = makeSandbox({
      "project/.metis/skills/pdf-merge/SKILL.md": files["project/.agents/skills/pdf-merge/SKILL.md"],
    });
    const ask = (...argv: readonly string[]) =>
      sandbox.run("match", "join these PDF files", "--profile", "metis", ...argv);
    expect((await ask()).out).toMatch(/Mode "explicit": only skill names/);
    expect((await ask("--json")).json()).toEqual({
      mode: "explicit",
      drafts: [],
      pending: [],
      matches: [],
      judgement: null,
    });
    expect((await ask("--ranking", "1", "--json")).json()).toMatchObject({
      matches: [],
      ranking: [{ name: "pdf-merge" }],
    });
  });

  it("M5 decides as a session in the mode of the settings, or in the one that is asked for", async () => {
    sandbox = makeSandbox({ ...files, [PERSONAL]: JSON.stringify({ matching: { mode: "suggest" } }) });
    const ask = (...argv: readonly string[]) =>
      sandbox.run("match", "send Anna an invoice for the fence", ...argv);
    const decisions = async (...argv: readonly string[]) =>
      Object((await ask("--json", ...argv)).json()).matches.map(
        ({ name, decision }: { name: string; decision: string }) => `${decision} ${name}`,
      );
    expect(await decisions()).toEqual(["suggest invoices"]);
    const { out } = await ask();
    expect(out).toContain("suggest invoices");
    expect(out).toContain('Mode "suggest": skills are suggested, not loaded.');
    expect(out).not.toContain("instructions to the conversation");
    expect(await decisions("--mode", "explicit")).toEqual([]);
    expect(await decisions("--mode", "auto")).toEqual(["load invoices"]);
    expect(await decisions("--mode", "eager")).toEqual(["load invoices"]);
    expect((await ask("--mode", "eager")).out).toContain("adds its guidance to the conversation");
    expect(await ask("--mode", "always")).toMatchObject({ exit: 2 });
  });

  it("T3 a hostile name or reason cannot steer the terminal", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", '"Joins \\u001b[31mPDF files."', {
        fields: 'triggers: ["join {x} \\u001b]0;evil\\u0007 files"]\n',
      }),
    });
    const ran = await sandbox.run("match", "join my \u001b[31m files and PDF files", "--all");
    expect(ran.out).toContain("pdf");
    expect(ran.out).not.toContain("\u001b");
  });
});

describe("the embedder of the command line", () => {
  const meaning = "combine my documents";
  const reasonsOf = async (...argv: readonly string[]) => {
    const ran = await sandbox.run("match", meaning, "--ranking", "3", "--json", ...argv);
    const { ranking } = Object(ran.json());
    return { ran, reasons: JSON.stringify(ranking) };
  };

  it("M4 is the built-in one, unless it is disabled", async () => {
    sandbox = makeSandbox(files);
    expect((await reasonsOf()).reasons).toContain("close in meaning");
    expect((await reasonsOf("--embedder", "none")).reasons).not.toContain("close in meaning");
    sandbox.write({ [PERSONAL]: JSON.stringify({ matching: { embedder: "none" } }) });
    expect((await reasonsOf()).reasons).not.toContain("close in meaning");
    expect((await reasonsOf("--embedder", "static")).reasons).toContain("close in meaning");
  });

  it("M4 a service that is down is a note on stderr, and the built-in one is used", async () => {
    sandbox = makeSandbox(files);
    const { ran, reasons } = await reasonsOf("--embedder", "http://127.0.0.1:1/v1#any");
    expect(ran.exit).toBe(0);
    expect(ran.err).toMatch(
      /^knowhow: the embedding service http:\/\/127\.0\.0\.1:1 is unreachable; skills are matched without it\n$/,
    );
    expect(reasons).toContain("close in meaning");
  });

  it("M4 a service is asked with the key of the environment, and its nearness counts", async () => {
    sandbox = makeSandbox(files);
    const keys = new Set<string | undefined>();
    const server = createServer(async (request, response) => {
      keys.add(request.headers.authorization);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { input } = JSON.parse(Buffer.concat(chunks).toString());
      const near = (text: string) => (/dinner|combine/.test(text) ? [1, 0] : [0, 1]);
      const data = input.map((text: string, index: number) => ({ index, embedding: near(text) }));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const argv = [
        "match",
        meaning,
        "--ranking",
        "1",
        "--json",
        "--embedder",
        `http://127.0.0.1:${port}/v1#m`,
      ];
      const ran = await sandbox.runWith({ env: { KNOWHOW_EMBEDDINGS_KEY: "k1" } }, ...argv);
      expect(ran).toMatchObject({ exit: 0, err: "" });
      expect(ran.json()).toMatchObject({ ranking: [{ name: "recipes" }] });
      expect([...keys]).toEqual(["Bearer k1"]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("M4 a missing model or an invalid value is an error with a hint", async () => {
    sandbox = makeSandbox(files);
    const absent = await sandbox.run("match", "x", "--embedder", "dir:models/none");
    expect(absent.exit).toBe(2);
    expect(absent.err).toContain("models/none");
    const wrong = await sandbox.run("match", "x", "--embedder", "bert");
    expect(wrong.exit).toBe(2);
    expect(wrong.err).toContain("expected static, none, onnx:DIR, dir:DIR or http://…/v1#MODEL");
  });

  it("T3 a repository cannot name one", async () => {
    sandbox = makeSandbox({
      ...files,
      "project/knowhow.json": JSON.stringify({ matching: { embedder: "http://127.0.0.1:1/v1#m" } }),
    });
    const { ran, reasons } = await reasonsOf();
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(reasons).toContain("close in meaning");
    expect((await sandbox.run("doctor", "--json")).out).toContain("embedder of its own");
  });

  it("M5 the mode of knowhow.json decides what a session does, and a repository can only lessen it", async () => {
    sandbox = makeSandbox({ ...files, [PERSONAL]: JSON.stringify({ matching: { mode: "suggest" } }) });
    const kinds = async () => {
      const argv = ["catalog", "--json", "--message", "send Anna an invoice for the fence"];
      const { inject } = Object((await sandbox.run(...argv)).json());
      return inject.map(({ kind }: { kind: string }) => kind);
    };
    expect(await kinds()).toEqual(["suggestion"]);
    sandbox.write({ "project/knowhow.json": JSON.stringify({ matching: { mode: "eager" } }) });
    expect(await kinds()).toEqual(["suggestion"]);
    sandbox.write({ "project/knowhow.json": JSON.stringify({ matching: { mode: "explicit" } }) });
    expect(await kinds()).toEqual([]);
  });

  it("M5 prints the mode that decided if the configuration allows less than --mode", async () => {
    sandbox = makeSandbox({
      ...files,
      "project/knowhow.json": JSON.stringify({ matching: { mode: "suggest" } }),
      "project/labels.jsonl": '{"query":"send Anna an invoice for the fence","expect":"invoices"}\n',
    });
    const line = ["match", "send Anna an invoice for the fence", "--mode"];
    const limited = await sandbox.run(...line, "eager");
    expect(limited.out).toContain('Mode "suggest": skills are suggested, not loaded.');
    expect(limited.err).toContain('limits the matching mode to "suggest"; --mode eager has no effect');
    expect((await sandbox.run(...line, "eager", "--json")).json()).toMatchObject({ mode: "suggest" });
    const lower = await sandbox.run(...line, "explicit");
    expect([lower.out, lower.err]).toEqual([expect.stringContaining('Mode "explicit"'), ""]);
    const evaluated = await sandbox.run("eval", "labels.jsonl", "--mode", "eager", "--json");
    expect(evaluated.json()).toMatchObject({ mode: "suggest" });
  });
});
