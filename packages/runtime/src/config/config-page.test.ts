import { describe, expect, it } from "vitest";
import { isRecord } from "../basics/is-record.ts";
import { configSchema } from "./config-schema.ts";
import { CONFIG_KEYS } from "./config-table.ts";
import { parseConfig } from "./parse-config.ts";
import { renderConfigPage } from "./render-config-page.ts";

describe("the reference of knowhow.json", () => {
  it("docs/reference/config.md is what the table says; vitest -u writes it", async () => {
    await expect(renderConfigPage()).toMatchFileSnapshot("../../../../docs/reference/config.md");
  });

  it.each([
    "../../../../docs/reference/knowhow.schema.json",
    "../../knowhow.schema.json",
  ])("the schema %s is what the table says", async (file) => {
    await expect(`${JSON.stringify(configSchema(), undefined, 2)}\n`).toMatchFileSnapshot(file);
  });

  it("has an example for every key that the parser accepts", () => {
    for (const [key, { example }] of Object.entries(CONFIG_KEYS)) {
      const { ok, diagnostics } = parseConfig(JSON.stringify({ [key]: example }), "/knowhow.json");
      expect([key, ok, diagnostics]).toEqual([key, true, []]);
    }
  });

  it("the schema names every key, and every nested key has a description", () => {
    const { properties } = configSchema();
    expect(Object.keys(Object(properties))).toEqual(Object.keys(CONFIG_KEYS));
    expect(withoutDescription(properties)).toEqual([]);
  });
});

function withoutDescription(properties: unknown, above = ""): readonly string[] {
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([key, value]) => {
    if (!isRecord(value)) return [];
    const own = typeof value.description === "string" ? [] : [`${above}${key}`];
    return [...own, ...withoutDescription(value.properties, `${key}.`)];
  });
}
