import { describe, expect, it } from "vitest";
import { renderError, renderTemplate } from "../../../../testing/templates.ts";

describe("the filter date", () => {
  it.each([
    ["2026-01-01", "GGGG-[W]WW E DDDD", "2026-W01 4 001"],
    ["2027-01-01", "GGGG-[W]WW W", "2026-W53 53"],
    ["2024-12-30", "GGGG-[W]WW", "2025-W01"],
    ["2026-03-01T00:05:09.007Z", "H:m:s.SSS hh A", "0:5:9.007 12 AM"],
    ["2026-03-01 13:05", "h:mm a", "1:05 pm"],
    ["2026-03-01T10:00:00+02:00", "YYYY-MM-DD HH:mm Z ZZ", "2026-03-01 08:00 +00:00 +0000"],
    ["2026-03-01T10:00:00-0530", "HH:mm", "15:30"],
    ["2026-03-21", "Do MMM YY", "21st Mar 26"],
    ["2026-03-12", "Do", "12th"],
    ["2026-03-01", "[YYYY] Z|", "YYYY |"],
    ["0099-05-01", "YYYY", "0099"],
  ])("X2 shows %s as %s: %s", (value, pattern, expected) => {
    expect(renderTemplate("{{ value | date(pattern) }}", { value, pattern })).toBe(expected);
  });

  it("X2 uses UTC, the zone of the environment, or the given zone, in this order", () => {
    const value = Date.UTC(2026, 6, 1, 22, 30);
    const source = '{{ value | date("D HH:mm") }}';
    expect(renderTemplate(source, { value })).toBe("1 22:30");
    expect(renderTemplate(source, { value }, { environment: { timeZone: "Europe/Berlin" } })).toBe("2 00:30");
    const given = '{{ value | date("D HH:mm", "America/New_York") }}';
    expect(renderTemplate(given, { value }, { environment: { timeZone: "Europe/Berlin" } })).toBe("1 18:30");
    expect(renderTemplate('{{ value | date("Z", "Asia/Kathmandu") }}', { value })).toBe("+05:45");
    expect(
      renderTemplate('{{ value | date("Z", "America/New_York") }}', { value: "2026-01-01T12:00:00Z" }),
    ).toBe("-05:00");
  });

  it("X2 does not move a date without a zone", () => {
    const environment = { timeZone: "America/New_York" };
    expect(renderTemplate("{{ '2026-03-01' | date }}", {}, { environment })).toBe("2026-03-01");
  });

  it("X2 takes the time from the environment", () => {
    const environment = { now: () => Date.UTC(2030, 0, 2) };
    expect(renderTemplate("{{ 'now' | date }} {{ now() | date('HH') }}", {}, { environment })).toBe(
      "2030-01-02 00",
    );
  });

  it.each([
    ["2026-02-30", "YYYY", "a string is not a date"],
    ["2026-13-01", "YYYY", "a string is not a date"],
    ["yesterday", "YYYY", "a string is not a date"],
    ["2026-03-01T25:00", "YYYY", "a string is not a date"],
    [1e300, "YYYY", "a number is not a date"],
    [[1], "YYYY", "a list is not a date"],
    ["2026-03-01", "YYYY-MM-dd", "unknown token at character 9 of the date pattern"],
    ["2026-03-01", "%Y", "unknown token at character 2 of the date pattern"],
    ["2026-03-01", "[".repeat(201), "a date pattern has at most 200 characters"],
  ])("X2 refuses %j with %j", (value, pattern, message) => {
    const error = renderError("{{ value | date(pattern) }}", { value, pattern });
    expect(error).toMatchObject({ code: "execution.template-type" });
    expect(error.message).toContain(message);
  });

  it("X2 refuses an unknown zone", () => {
    expect(renderError("{{ 0 | date('YYYY', 'Mars/Base') }}").message).toContain("unknown time zone");
  });
});
