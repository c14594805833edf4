import { describe, expect, it } from "vitest";
import { compileGlob } from "../basics/globs.ts";
import type { Level } from "../skill.ts";
import { type Filters, skillFilter } from "./filters.ts";

const switched: Filters["switched"] = [
  { id: "native", level: "project" },
  { id: "native", level: "user" },
  { id: "claude", level: "project" },
  { id: "claude", level: "user" },
];

function kept(
  subject: { provider?: string; level?: Level; name?: string },
  filters: Partial<Filters> = {},
): boolean {
  const { name, ...source } = { provider: "claude", level: "user", name: "pdf", ...subject } as const;
  const all = { switches: [{}], ignore: [], include: [], switched, ...filters };
  return skillFilter(source, all)(name).kept;
}

describe("D5 filters", () => {
  it("keep everything by default", () => {
    expect(kept({})).toBe(true);
    expect(kept({ provider: "somebody" })).toBe(true);
  });

  it("look at the source first, then at ignore, then at include", () => {
    const [ignore, include] = [[compileGlob("p*")], [compileGlob("docx")]];
    const reason = (filters: Partial<Filters>) =>
      skillFilter(
        { provider: "claude", level: "user" },
        { switches: [{}], ignore: [], include: [], switched, ...filters },
      )("pdf").reason;
    expect(reason({ switches: [{ claude: false }], ignore, include })).toContain("turned off");
    expect(reason({ ignore, include })).toContain("ignore");
    expect(reason({ include })).toContain("include");
  });

  it("let ignore win over include", () => {
    const both = [compileGlob("pdf")];
    expect(kept({}, { ignore: both, include: both })).toBe(false);
  });

  it("switch a provider off as a whole or at one level, the level being the last word", () => {
    expect(kept({ level: "user" }, { switches: [{ "claude:project": false }] })).toBe(true);
    expect(kept({ level: "project" }, { switches: [{ "claude:project": false }] })).toBe(false);
    expect(kept({ level: "project" }, { switches: [{ claude: false, "claude:project": true }] })).toBe(true);
  });

  it("keep an unknown provider while any built-in one is on", () => {
    const unknown = { provider: "somebody", level: "plugin" } as const;
    const allOff = { native: false, "claude:user": false, "claude:project": false };
    expect(kept(unknown, { switches: [{ native: false }] })).toBe(true);
    expect(kept(unknown, { switches: [allOff] })).toBe(false);
    expect(kept(unknown, { switches: [{ ...allOff, somebody: true }] })).toBe(true);
    const filters = { switches: [allOff], ignore: [], include: [], switched };
    expect(skillFilter(unknown, filters)("pdf").reason).toBe(
      "provider somebody has no switch of its own at the plugin level, and all that have one are turned off",
    );
  });

  it("keep what the caller named until it is switched off itself", () => {
    const custom = { provider: "custom", level: "custom" } as const;
    expect(kept(custom, { switches: [{ native: false, claude: false }] })).toBe(true);
    expect(kept(custom, { switches: [{ custom: false }] })).toBe(false);
  });

  it("read switches as data, not as object members", () => {
    expect(kept({ provider: "toString" })).toBe(true);
    expect(kept({ provider: "__proto__" })).toBe(true);
  });
});
