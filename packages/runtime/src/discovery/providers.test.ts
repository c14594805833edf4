import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Provider, RootPattern } from "../profile.ts";
import { PROVIDERS } from "./providers.ts";

const page = readFileSync(new URL("../../../../docs/reference/providers.md", import.meta.url), "utf8");

describe("D1 the page about providers", () => {
  it("lists every row of the table, in order, and nothing else", () => {
    const [, table = ""] = page.split("## The table");
    const listed = table.split("\n").filter((row) => row.startsWith("| `"));
    expect(listed).toEqual(PROVIDERS.map(line));
  });
});

function line({ id, level, priority, depth, trust, roots }: Provider): string {
  return `| \`${id}\` | ${level} | ${priority} | ${depth} | ${trust} | ${roots.map(place).join("<br>")} |`;
}

function place({ at, os, unless }: RootPattern): string {
  const conditions = [
    ...(os === undefined ? [] : [`on ${os.join(", ")}`]),
    ...(unless === undefined ? [] : [`unless \`${unless}\` is set`]),
  ];
  return conditions.length === 0 ? `\`${at}\`` : `\`${at}\` (${conditions.join(", ")})`;
}
