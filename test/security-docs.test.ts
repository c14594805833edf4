import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "./support/sources.ts";

const PAGE = readFileSync(join(repository, "SECURITY.md"), "utf8");
const named = [...PAGE.matchAll(/`((?:packages|test)\/[^`]+\.test\.ts)`/g)].map(([, path = ""]) => path);

describe("SECURITY.md", () => {
  it("names the tests of its promises", () => {
    expect(named.length).toBeGreaterThan(15);
  });

  it("has a row with tests for every promise, and no other row", () => {
    const [, promised = ""] = PAGE.split("## What knowhow promises today");
    const [promises = "", rest = ""] = promised.split("### The tests that keep these promises");
    const [table = ""] = rest.split("\n## ");
    const titles = [...promises.matchAll(/^- \*\*([\s\S]+?)\*\*/gm)].map(([, title = ""]) =>
      title.replaceAll(/\s+/g, " ").replace(/\.$/, ""),
    );
    const rows = [...table.matchAll(/^\| ([^|]+) \| `(?:packages|test)\//gm)].map(([, title = ""]) => title);
    expect(titles.length).toBeGreaterThan(15);
    expect(rows).toEqual(titles);
  });

  it.each(named)("names a test that exists: %s", (path) => {
    expect(existsSync(join(repository, path))).toBe(true);
  });

  it("shows the policy for scans in the guide as it is", async () => {
    const { SCAN_POLICY, OUTCOMES, VOUCHERS } = await import(
      "../packages/runtime/src/security/scan/scan-policy.ts"
    );
    const guide = readFileSync(join(repository, "docs/guide/trust.md"), "utf8");
    for (const by of VOUCHERS) {
      const row = guide.split("\n").find((line) => line.startsWith(`| \`${by}\``)) ?? "";
      const cells = row
        .split("|")
        .slice(2, -1)
        .map((cell) => cell.trim());
      expect(cells).toEqual(OUTCOMES.map((outcome) => SCAN_POLICY[by][outcome]));
    }
  });
});
