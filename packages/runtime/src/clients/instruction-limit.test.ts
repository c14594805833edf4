import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CAPTURED_CLIENTS, findClient } from "./find-client.ts";
import { instructionLimit, SMALLEST_LIMIT } from "./instruction-limit.ts";

const none = Number.POSITIVE_INFINITY;

describe("the captured prompts of clients", () => {
  it.each<[string, string, string | undefined, number]>([
    ["claude-code", "claude-code", "2.1.325", 4_096],
    ["claude-code", "claude-code", "2.1.296", 4_096],
    ["claude-code", "claude-code", "2.1.295", 2_048],
    ["claude-code", "claude-code", "2.1.84", 2_048],
    ["claude-code", "claude-code", "3.0.0", 4_096],
    ["claude-code", "claude-code", "2.2", 4_096],
    ["claude-code", "claude-code", undefined, 2_048],
    ["claude-code", "claude-code", "latest", 2_048],
    ["claude-code", "claude-code (via mcp-remote 0.1.37)", "2.1.325", 4_096],
    ["claude-code", "Claude-Code", "2.1.325", 4_096],
    ["codex", "codex-mcp-client", "0.166.0", none],
    ["gemini", "gemini-cli-mcp-client", "0.61.0", none],
    ["opencode", "opencode", "1.18.33", none],
    ["copilot", "copilot-cli", "1.0.102", 0],
  ])("S10 know %s by the name %s, which shows in version %s at most %d characters", (id, name, version, size) => {
    const client = findClient(name);
    expect(client?.id).toBe(id);
    if (client !== undefined) expect(instructionLimit(client.prompt, version)).toBe(size);
  });

  it.each([
    "",
    "claude",
    "claude-codex",
    "my-opencode",
    "opencode-fork",
  ])("S10 do not take %j for a known client", (name) => {
    expect(findClient(name)).toBeUndefined();
  });

  it("S10 say for every client which version was captured when, and end with the newest range of versions", () => {
    for (const { prompt } of CAPTURED_CLIENTS) {
      expect(prompt.captured.on).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(prompt.captured.version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(prompt.instructions.map(({ upTo }) => upTo === undefined)).toEqual(
        prompt.instructions.map((_, index) => index === prompt.instructions.length - 1),
      );
    }
  });

  it("S10 are the rows of the page about MCP clients, with version, name and limits, and the versions of the proofs", () => {
    const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
    const rows = read("docs/reference/mcp-clients.md").split("\n");
    const proofs = Object.values<Record<string, string>>(JSON.parse(read("clients-test/package.json")))
      .filter((value) => typeof value === "object")
      .flatMap((value) => Object.values(value));
    for (const { title, prompt } of CAPTURED_CLIENTS) {
      const { version } = prompt.captured;
      const row = rows.find((line) => line.startsWith(`| ${title} | ${version} | \`${prompt.names[0]}\` |`));
      const limits = prompt.instructions.map(
        ({ characters }) => characters?.toLocaleString("en") ?? "no limit",
      );
      for (const limit of limits) expect(row, title).toContain(limit);
      expect(proofs, title).toContain(version);
    }
  });

  it("S10 have a smallest limit that every client that shows instructions shows whole", () => {
    expect(SMALLEST_LIMIT).toBe(2_048);
    for (const { prompt } of CAPTURED_CLIENTS) {
      const limit = instructionLimit(prompt, undefined);
      if (limit > 0) expect(limit).toBeGreaterThanOrEqual(SMALLEST_LIMIT);
    }
  });
});
