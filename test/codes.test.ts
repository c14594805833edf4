import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DIAGNOSTIC_CODES, ERROR_CODES } from "@knowhow/runtime";
import { expect, test } from "vitest";

const sources = fileURLToPath(new URL("../packages", import.meta.url));

function page(): string {
  const diagnostics = Object.entries(DIAGNOSTIC_CODES).map(
    ([code, row]) => `| \`${code}\` | ${row.severity} | ${row.summary} |`,
  );
  const errors = Object.entries(ERROR_CODES).map(([code, row]) => `| \`${code}\` | ${row.summary} |`);
  return [
    "# Codes",
    "",
    "A **diagnostic** is about a content: it is returned beside the value, with a place and a hint. Its severity may be",
    "changed by a profile or a rule set. An **error** is about a call or the world: it is thrown as a `KnowhowError`.",
    "",
    "## Diagnostics",
    "",
    "| code | severity | meaning |",
    "|---|---|---|",
    ...diagnostics,
    "",
    "## Errors",
    "",
    "| code | meaning |",
    "|---|---|",
    ...errors,
    "",
  ].join("\n");
}

test("docs/reference/codes.md lists exactly the declared codes (npx vitest run test/codes.test.ts -u writes it)", async () => {
  await expect(page()).toMatchFileSnapshot("../docs/reference/codes.md");
});

test("every declared code is used somewhere", () => {
  const text = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter(
      (path) =>
        /^[\w-]+[\\/]src[\\/].*\.ts$/.test(path) &&
        !/(?:\.test|[\\/]codes|[\\/]codes[\\/][\w-]+)\.ts$/.test(path),
    )
    .map((path) => readFileSync(`${sources}/${path}`, "utf8"))
    .join("\n");
  const unused = [...Object.keys(DIAGNOSTIC_CODES), ...Object.keys(ERROR_CODES)].filter(
    (code) => !text.includes(`"${code}"`),
  );
  expect(unused).toEqual([]);
});
