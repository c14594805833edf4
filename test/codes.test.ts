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
    "A **diagnostic** describes a problem in content. It is returned next to the value, with a position and a hint, and a profile",
    "or a rule set can change its severity. An **error** describes a wrong call or a broken environment. It is thrown as a",
    "`KnowhowError`.",
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
