import fc from "fast-check";
import { expect, it } from "vitest";
import { forTerminal } from "./for-terminal.ts";

it("U17 keeps colours, links and line ends, and lets no hidden character reach a terminal", () => {
  const own = "\u001b[31mred\u001b[0m \u001b]8;;file:///a\u0007a\u001b]8;;\u0007\r\u001b[2K\n";
  expect(forTerminal(own)).toBe(own);
  expect(forTerminal("a\u200b\u{e0100}\u202eb")).toBe("ab");
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constant(own))), (parts) => {
      const shown = forTerminal(parts.join("")).replaceAll("\u200d", "").replaceAll("\u200c", "");
      expect(shown).not.toMatch(/[\p{Cf}\p{Co}\u2028\u2029\u0080-\u009f]/u);
    }),
  );
});
