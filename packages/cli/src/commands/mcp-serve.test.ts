import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Io } from "../io.ts";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

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
  const serving = { input, output, untilStopped: () => stopped };
  return { serving, input, answers, stop: () => stop() };
}

/** Starts a server on loopback and gives the line that it prints. */
async function startHttp(...args: readonly string[]) {
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
    { serving, stdout: output(true), stderr: output(false) },
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

  it("S10 ends cleanly when it is told to", async () => {
    const { serving, stop } = fakeServing();
    const ended = sandbox.runWith({ serving }, "mcp");
    stop();
    expect((await ended).exit).toBe(0);
  });

  it("S10 serves on loopback with a token, tells both in one line, and is gone when it ended", async () => {
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

  it("S10 keeps its token in a file that only its owner can read", async () => {
    const file = join(sandbox.project, "token");
    const first = await startHttp("--token-file", file);
    first.stop();
    await first.ended;
    expect(readFileSync(file, "utf8").trim()).toBe(first.token);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = await startHttp("--token-file", file);
    second.stop();
    await second.ended;
    expect(second.token).toBe(first.token);
  });

  it.skipIf(process.platform === "win32")(
    "S10 refuses a token that others can read, or that is none",
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

  it.each([
    [["--port", "80"], "--port is for --http"],
    [["--http", "--port", "70000"], "there is no port 70000"],
    [["--print"], "has no option --print"],
    [["serve", "cursor"], "does not take the argument"],
    [["install", "cursor", "--http"], "has no option --http"],
  ])("S10 does not take %j", async (args, message) => {
    const { serving } = fakeServing();
    const { exit, err } = await sandbox.runWith({ serving }, "mcp", ...args);
    expect([exit, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
