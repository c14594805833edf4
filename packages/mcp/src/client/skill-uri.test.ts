import fc from "fast-check";
import { expect, test } from "vitest";
import { pathBelow, skillRoot, uriBelow } from "./skill-uri.ts";

const ROOT = "skill://acme/pdf";

/** Pieces out of which traversals are made. */
const piece = fc.constantFrom(
  ..."/ . .. ./ ../ %2e %2E %2f %5c %00 %252e \\ : a b.md .hidden ~ ? # @ %c0%ae é %E2%80%AE".split(" "),
  "\n",
  " ",
);

test("D10 whatever a uri holds, the path it gives stays inside the skill and leads back to the same place", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const place = pathBelow(ROOT, `${ROOT}/${pieces.join("")}`);
      if ("problem" in place) return;
      const segments = place.path.split("/");
      expect(segments.every((segment) => segment !== "" && segment !== "." && segment !== "..")).toBe(true);
      expect(place.path).not.toMatch(/[\\\p{Cc}\p{Cf}]|%[0-9a-f]{2}/iu);
      expect(pathBelow(ROOT, uriBelow(ROOT, place.path))).toEqual(place);
    }),
    { numRuns: 2_000 },
  );
});

test("D10 a plain name is always a path, however a server encodes it", () => {
  const name = fc.string({
    unit: fc.constantFrom(..."abcXYZ019-_ &+,;=@()'!é日".split("")),
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      const path = names.join("/");
      expect(pathBelow(ROOT, uriBelow(ROOT, path))).toEqual({ path });
    }),
  );
});

test("D10 the root of a skill is the directory of its SKILL.md, under a scheme that names nothing else", () => {
  expect(skillRoot("skill://acme/pdf/SKILL.md")).toEqual({ root: ROOT });
  expect(skillRoot("github://owner/repo/pdf/SKILL.md")).toEqual({ root: "github://owner/repo/pdf" });
  for (const scheme of ["file", "FILE", "http", "https", "data", "javascript", "blob", "ws"])
    expect(skillRoot(`${scheme}://acme/pdf/SKILL.md`)).toHaveProperty("problem");
  for (const uri of [
    "",
    "skill:",
    "skill:/pdf/SKILL.md",
    "skill:///SKILL.md",
    "skill://pdf/skill.md",
    "/pdf/SKILL.md",
  ])
    expect(skillRoot(uri), uri).toHaveProperty("problem");
});
