import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLIENTS } from "./clients.ts";
import { MCP_CLIENT_IDS } from "./mcp-client-ids.ts";

const page = readFileSync(new URL("../../../../docs/reference/mcp-clients.md", import.meta.url), "utf8");

describe("the table of clients", () => {
  it("has one row per id, and none without skills or MCP servers", () => {
    const ids = CLIENTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, title, skills, mcp } of CLIENTS) {
      expect(id).toMatch(/^[a-z][a-z-]*[a-z]$|^[a-z]+$/);
      expect(title).toMatch(/^\S.*\S$/);
      expect(skills ?? mcp).toBeDefined();
    }
  });

  it("S10 knows how to edit the MCP servers of exactly the clients that are offered for it", () => {
    const editable = CLIENTS.flatMap(({ id, mcp }) => (mcp === undefined ? [] : [id]));
    expect([...editable].sort()).toEqual([...MCP_CLIENT_IDS].sort());
  });

  it("S10 is described on the page about MCP clients: title, files of a project, container", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| "));
    for (const { title, mcp } of CLIENTS) {
      if (mcp === undefined) continue;
      const at = rows.findIndex((row) => row.startsWith(`| ${title} | user |`));
      const [user = "", project = ""] = rows.slice(at, at + 2);
      expect(at, title).toBeGreaterThan(0);
      expect(user, title).toContain(mcp.container.join("."));
      const [file] = mcp.project;
      if (file === undefined) expect(project, title).not.toMatch(/^\| \| project/);
      else expect(project, title).toContain(`| | project | \`${file}\``);
    }
  });

  it("names places that the patterns of providers and configurations know", () => {
    const patterns = CLIENTS.flatMap(({ skills, mcp }) => [
      ...(skills?.user ?? []),
      ...(skills?.plugins?.roots ?? []),
      ...(mcp?.user ?? []),
    ]);
    for (const { at } of patterns) expect(at).toMatch(/^(?:\{(?:home|config|[A-Z_]+)\}|\/etc)\/[^{}]+$/);
  });
});
