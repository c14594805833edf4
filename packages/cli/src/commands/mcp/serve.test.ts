import { chmodSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TOKEN_VARIABLE } from "../../clients/mcp-clients.ts";
import type { Io } from "../../io/io.ts";
import { makeSandbox, type Sandbox, skillText } from "../../testing/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
});
afterEach(() => sandbox.remove());

/** The process as a server sees it, in memory. */
function fakeServing() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers: string[] = [];
  output.on("data", (chunk) => answers.push(...String(chunk).split("\n").filter(Boolean)));
  let stop = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = () => void resolve();
  });
  const serving = { input, output, firstAnswerMs: () => 60_000, untilStopped: () => stopped };
  return { serving, input, answers, stop: () => stop() };
}

/** Starts a server on loopback and gives the line that it prints. */
async function startHttp(args: readonly string[] = [], env: Io["env"] = {}) {
  const { serving, stop } = fakeServing();
  const lines: string[] = [];
  const output = (isJson: boolean): Io["stdout"] => ({
    write: (text) => {
      if (isJson) lines.push(text);
    },
    isTTY: false,
    columns: undefined,
  });
  const ended = sandbox.runWith(
    { serving, env, stdout: output(true), stderr: output(false) },
    "mcp",
    "--http",
    "--json",
    ...args,
  );
  await Promise.race([expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1), ended]);
  const { url, token, skills } = JSON.parse(lines[0] ?? "{}");
  return { url, token, skills, lines, stop, ended };
}

describe("knowhow mcp", () => {
  it("S10 serves on stdin and stdout until the client closes them, and prints nothing else", async () => {
    const { serving, input, answers } = fakeServing();
    const ended = sandbox.runWith({ serving }, "mcp", "--json");
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    };
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(1);
    expect(JSON.parse(answers[0] ?? "").result).toMatchObject({
      serverInfo: { name: "knowhow", version: "9.9.9" },
      instructions: expect.stringContaining("- pdf: Fills in forms."),
    });
    input.end();
    expect(await ended).toMatchObject({ exit: 0, out: "", err: "" });
  });

  it("X4 S10 gives workflows the file tools of the command line, and stores the directory with the run", async () => {
    sandbox.write({
      "project/notes/a.md": "hello\n",
      "home/.agents/skills/tidy/SKILL.md": skillText("tidy", "Lists notes."),
      "home/.agents/skills/tidy/workflow.yaml": [
        "steps:",
        "  - { id: found, tool: files.list, with: { path: notes } }",
        "  - { id: ok, approve: Go on? }",
        'output: { found: "{{ found }}" }',
      ].join("\n"),
    });
    const { serving, input, answers } = fakeServing();
    const ended = sandbox.runWith({ serving }, "mcp");
    const send = (id: number, method: string, params: object) =>
      input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const answered = async (id: number) => {
      const find = () => answers.map((line) => JSON.parse(line)).find((answer) => answer.id === id);
      await expect.poll(find).toBeDefined();
      return find().result;
    };
    const clientInfo = { name: "x", version: "1" };
    send(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    await answered(1);
    send(2, "tools/call", { name: "skill_run", arguments: { name: "tidy" } });
    const result = await answered(2);
    expect(JSON.stringify(result)).toContain("Go on?");
    input.end();
    await ended;
    const { runs } = (await sandbox.run("runs", "list", "--json")).json() as { runs: { runId: string }[] };
    expect((await sandbox.run("runs", "show", runs[0]?.runId ?? "", "--json")).json()).toMatchObject({
      status: "paused",
      directory: expect.stringMatching(/project$/),
      steps: [
        { id: "found", status: "succeeded" },
        { id: "ok", status: "waiting" },
      ],
    });
  });

  it("S10 answers before the library is loaded if that takes longer than the first answer may", async () => {
    const { serving, input, answers } = fakeServing();
    const ended = sandbox.runWith({ serving: { ...serving, firstAnswerMs: () => 0 } }, "mcp");
    const clientInfo = { name: "x", version: "1" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const call = { name: "skill_load", arguments: { name: "pdf" } };
    for (const [id, message] of [
      { method: "initialize", params },
      { method: "tools/list", params: {} },
      { method: "tools/call", params: call },
    ].entries())
      input.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...message })}\n`);
    const answer = (id: number) =>
      answers.map((line) => JSON.parse(line)).find((row) => row.id === id)?.result;
    await expect.poll(() => answer(2), { timeout: 10_000 }).toBeDefined();
    expect(JSON.stringify(answer(1))).toContain("skill_search");
    expect(JSON.stringify(answer(2))).toContain("pdf");
    input.end();
    expect((await ended).exit).toBe(0);
  });

  it("S10 ends with an error if its embedder cannot be used, although it serves already", async () => {
    const { serving } = fakeServing();
    sandbox.write({
      "home/.config/knowhow/knowhow.json": '{ "matching": { "embedder": "dir:models/none" } }',
    });
    const ran = await sandbox.runWith({ serving }, "mcp");
    expect(ran).toMatchObject({ exit: 2, out: "", err: expect.stringContaining("models/none") });
  });

  it("S10 mounts the tools of a loaded skill with --mount, and not without", async () => {
    for (const [words, isMounted] of [
      [["mcp"], false],
      [["mcp", "--mount"], true],
    ] as const) {
      const { serving, input, answers } = fakeServing();
      const ended = sandbox.runWith({ serving }, ...words);
      const clientInfo = { name: "x", version: "1" };
      const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
      const call = { name: "skill_load", arguments: { name: "pdf" } };
      const ask = async (id: number, method: string, given: object): Promise<string> => {
        input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params: given })}\n`);
        const find = () => answers.find((line) => line.includes(`"id":${id}`)) ?? "";
        await expect.poll(find, { timeout: 10_000 }).not.toBe("");
        return find();
      };
      await ask(1, "initialize", params);
      await ask(2, "tools/call", call);
      expect((await ask(3, "tools/list", {})).includes("pdf.read")).toBe(isMounted);
      input.end();
      await ended;
    }
  });

  it("S10 preloads skills where a connection is a session, and refuses to elsewhere", async () => {
    sandbox.write({ "project/.metis/skills/tone/SKILL.md": skillText("tone", "Sets the tone.") });
    const { serving, input, answers } = fakeServing();
    const ended = sandbox.runWith({ serving }, "mcp", "--profile", "metis", "--preload", "tone");
    const clientInfo = { name: "metis", version: "1" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(1);
    expect(JSON.parse(answers[0] ?? "").result.instructions).toContain("- tone [preloaded]: Sets the tone.");
    input.end();
    expect((await ended).exit).toBe(0);
    const refused = await sandbox.runWith({ serving: fakeServing().serving }, "mcp", "--preload", "pdf");
    expect(refused.exit).toBe(2);
    expect(refused.err).toContain("--preload");
  });

  it("S10 serves with the options of serve, with or without that word", async () => {
    for (const words of [["mcp"], ["mcp", "serve"]]) {
      const json = (await sandbox.run(...words, "--check", "--json")).json();
      expect(json).toMatchObject({ served: 1, dynamic: 0 });
    }
  });

  it("S10 says with --check what known clients show, without skills that they list themselves", async () => {
    const clients = async (...more: readonly string[]) => {
      const json = (await sandbox.run("mcp", "--check", "--json", ...more)).json();
      return Object.fromEntries(
        Object(json).clients.map((row: { client: string | null; listed: number; listedByClient: number }) => [
          row.client,
          [row.listed, row.listedByClient],
        ]),
      );
    };
    expect(await clients()).toEqual({
      "claude-code": [1, 0],
      codex: [0, 1],
      gemini: [0, 1],
      copilot: [0, 1],
      opencode: [0, 1],
      null: [1, 0],
    });
    expect(await clients("--repeat-listed")).toMatchObject({ codex: [1, 0] });
    expect(await clients("--cwd", sandbox.project)).toMatchObject({ codex: [1, 0] });
    const { out } = await sandbox.run("mcp", "--check");
    expect(out).toMatch(/^ {2}Claude Code \S+: 1 skill in the instructions$/m);
    expect(out).toMatch(
      /^ {2}Codex \S+: 0 of 1 skills in the instructions, 1 that it lists itself is not repeated$/m,
    );
    expect(out).toContain("What clients show, as measured with these versions:\n");
    expect((await sandbox.run("mcp", "--check", "--quiet")).out).not.toContain("Claude Code");
  });

  it("S10 T3 says with --check how many skills are pending, because no client gets those", async () => {
    const fresh = makeSandbox(
      { "project/.agents/skills/new/SKILL.md": skillText("new", "Helps.") },
      { isTrusting: false },
    );
    const { out } = await fresh.run("mcp", "--check");
    const json = (await fresh.run("mcp", "--check", "--json")).json();
    fresh.remove();
    expect(out).toContain("0 skills served · 1 pending: `knowhow trust` decides");
    expect(json).toMatchObject({ served: 0, pending: ["new"] });
  });

  it("S10 ends cleanly when it is stopped", async () => {
    const { serving, stop } = fakeServing();
    const ended = sandbox.runWith({ serving }, "mcp");
    stop();
    expect((await ended).exit).toBe(0);
  });

  it("S10 serves on loopback with a token, prints both in one line, and stops listening when it ends", async () => {
    const { url, token, skills, lines, stop, ended } = await startHttp();
    expect([skills, lines.length]).toEqual([1, 1]);
    const ask = (bearer: string) =>
      fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${bearer}`,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      });
    expect((await ask("wrong")).status).toBe(401);
    expect(await (await ask(token)).text()).toContain("skill_load");
    stop();
    expect((await ended).exit).toBe(0);
    await expect(ask(token)).rejects.toThrow();
  });

  it("S10 stops serving a skill that a changed knowhow.json turns off, and one whose folder is moved away", async () => {
    sandbox.write({ "home/.agents/skills/notes/SKILL.md": skillText("notes", "Writes notes.") });
    const { serving, input, answers } = fakeServing();
    const ended = sandbox.runWith({ serving }, "mcp");
    let id = 0;
    const ask = async (method: string, params: object): Promise<string> => {
      id += 1;
      const mark = `"id":${id}`;
      input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      const answer = () => answers.find((line) => line.includes(mark)) ?? "";
      await expect.poll(answer, { timeout: 10_000 }).not.toBe("");
      return answer();
    };
    const clientInfo = { name: "x", version: "1" };
    await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    input.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    const listed = () => ask("resources/list", {});
    expect(await listed()).toMatch(/skill:\/\/notes.*skill:\/\/pdf/s);
    sandbox.write({ "home/.config/knowhow/knowhow.json": '{ "overrides": { "notes": "off" } }' });
    await expect.poll(listed, { timeout: 10_000 }).not.toContain("skill://notes");
    expect(await listed()).toContain("skill://pdf");
    renameSync(join(sandbox.project, ".agents"), join(sandbox.project, "moved"));
    await expect.poll(listed, { timeout: 10_000 }).not.toContain("skill://pdf");
    input.end();
    expect((await ended).exit).toBe(0);
  });

  it("S10 keeps its token in a file that only its owner can read", async () => {
    const file = join(sandbox.project, "token");
    const first = await startHttp(["--token-file", file]);
    first.stop();
    await first.ended;
    const kept = readFileSync(file, "utf8").trim();
    expect(kept).toMatch(/^[\w-]{40,}$/);
    expect(first.token).toBeNull();
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = await startHttp(["--token-file", file]);
    second.stop();
    await second.ended;
    expect(readFileSync(file, "utf8").trim()).toBe(kept);
  });

  it("S10 takes its token from the variable that an entry of mcp install --url names for the client", async () => {
    const token = "a-token-of-the-environment-0123";
    const { url, stop, ended } = await startHttp([], { [TOKEN_VARIABLE]: token });
    await sandbox.run("mcp", "install", "claude-code", "--url", url, "--yes");
    const written = JSON.parse(readFileSync(join(sandbox.home, ".claude.json"), "utf8")).mcpServers.knowhow;
    const filled = (text: string) => text.replace(`$${`{${TOKEN_VARIABLE}}`}`, token);
    const answer = await fetch(written.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...Object.fromEntries(
          Object.entries<string>(written.headers).map(([name, value]) => [name, filled(value)]),
        ),
      },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "skill_load", arguments: { name: "pdf" } },
      }),
    });
    expect(await answer.text()).toContain("Do it.");
    stop();
    expect((await ended).exit).toBe(0);
  });

  it("S10 refuses a token of the environment that can be guessed, and shows none that it was given", async () => {
    const { serving, stop } = fakeServing();
    const short = await sandbox.runWith({ serving, env: { [TOKEN_VARIABLE]: "short" } }, "mcp", "--http");
    expect([short.exit, short.err]).toEqual([2, expect.stringContaining(TOKEN_VARIABLE)]);
    const token = "a-token-of-the-environment-0123";
    const running = sandbox.runWith({ serving, env: { [TOKEN_VARIABLE]: token } }, "mcp", "--http");
    stop();
    const { exit, out, err } = await running;
    expect([exit, out]).toEqual([0, ""]);
    expect(err).toContain("serving 1 skill at http://127.0.0.1:");
    expect(err).not.toContain(token);
  });

  it.skipIf(process.platform === "win32")(
    "S10 refuses a token file that is readable by others or has no valid token",
    async () => {
      sandbox.write({ "project/open": "a-token-that-is-long-enough-0123", "project/short": "short" });
      chmodSync(join(sandbox.project, "open"), 0o644);
      chmodSync(join(sandbox.project, "short"), 0o600);
      for (const file of ["open", "short"]) {
        const { serving } = fakeServing();
        const { exit, err } = await sandbox.runWith({ serving }, "mcp", "--http", "--token-file", file);
        expect([exit, err]).toEqual([2, expect.stringContaining(file)]);
      }
    },
  );

  it("S10 refuses a directory as token file, without advice about its mode", async () => {
    const { serving } = fakeServing();
    const { exit, err } = await sandbox.runWith(
      { serving },
      "mcp",
      "--http",
      "--token-file",
      sandbox.project,
    );
    expect([exit, err]).toEqual([2, expect.stringContaining("is not a file")]);
    expect(err).not.toContain("chmod");
  });

  it("S10 says that a port is in use, and what to do", async () => {
    const { url, stop, ended } = await startHttp();
    const { serving } = fakeServing();
    const port = new URL(url).port;
    const { exit, err } = await sandbox.runWith({ serving }, "mcp", "--http", "--port", port);
    expect([exit, err]).toEqual([
      3,
      expect.stringContaining(`port ${port} is already in use\n  hint: this server may`),
    ]);
    stop();
    await ended;
  });

  it("S10 reports with --check what strict clients get, without serving", async () => {
    const skills = "project/.agents/skills";
    sandbox.write({
      [`${skills}/loose/SKILL.md`]: "---\nname: Loose Name\ndescription: A.\n---\n",
      ...Object.fromEntries(Array.from({ length: 520 }, (_, at) => [`${skills}/pdf/f${at}.md`, "x"])),
    });
    const { exit, out } = await sandbox.run("mcp", "--check");
    expect(exit).toBe(0);
    expect(out).toContain('"pdf" is served without a manifest');
    expect(out).toContain("2 skills served · 1 with normalised frontmatter · 1 without a manifest");
    const json = (await sandbox.run("mcp", "--check", "--json")).json();
    expect(json).toMatchObject({ served: 2, dynamic: 1 });
  });

  it("S10 lists with --check at most twelve skills per code, and all with --json", async () => {
    const loose = Array.from({ length: 15 }, (_, at) => [
      `project/.agents/skills/loose-${at}/SKILL.md`,
      `---\nname: Loose ${at}\ndescription: A.\n---\n`,
    ]);
    sandbox.write(Object.fromEntries(loose));
    const { out } = await sandbox.run("mcp", "--check");
    expect(out.match(/\[mcp\.rewritten\]/g)).toHaveLength(12);
    expect(out).toContain("… and 3 more; --json lists all");
    const json = (await sandbox.run("mcp", "--check", "--json")).json();
    expect(json).toHaveProperty("diagnostics.length", 15);
  });

  it.each([
    [["--check", "--http"], "--check cannot be combined with --http"],
    [["--port", "80"], "--port requires --http"],
    [["--http", "--port", "70000"], 'invalid value "70000" for --port'],
    [["--print"], "unknown option --print"],
    [["serve", "--print"], "unknown option --print"],
    [["serve", "cursor"], 'unexpected argument "cursor"'],
    [["cursor"], 'unknown command "mcp cursor"'],
  ])("S10 does not take %j", async (args, message) => {
    const { serving } = fakeServing();
    const { exit, err } = await sandbox.runWith({ serving }, "mcp", ...args);
    expect([exit, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
