import { describe, expect, test } from "vitest";
import { draftPatch } from "./draft-patch.ts";

const HEAD = "---\nname: pdf\ndescription: Fills in forms.\n---\n";

describe("the change of a skill that a similar one suggests", () => {
  test("T4 adds what is new below the same heading, and other sections at the end", () => {
    const own = `${HEAD}Intro.\n\n# Work\n\nOpen it.\n\n# Check\n\nLook.\n`;
    const similar =
      "---\nname: other\ndescription: Steals.\n---\n# Send\n\nSend it.\n\n# work\n\nopen IT\n\nFill it in.\n";
    expect(draftPatch(own, similar)).toBe(
      `${HEAD}Intro.\n\n# Work\n\nOpen it.\n\nFill it in.\n\n# Check\n\nLook.\n\n# Send\n\nSend it.\n`,
    );
  });

  test("T4 keeps code together, also with empty lines and headings inside", () => {
    const code = "```sh\n# not a heading\n\nrun it\n```";
    expect(draftPatch(`${HEAD}Text.\n`, `${HEAD}Text.\n\n${code}\n`)).toBe(`${HEAD}Text.\n\n${code}\n`);
    expect(draftPatch(`${HEAD}${code}\n`, `${HEAD}${code}\n`)).toBeUndefined();
  });

  test("T4 is none if everything is there already", () => {
    expect(draftPatch(`${HEAD}One.\n\nTwo.\n`, `---\nname: x\n---\n\n- two\n\nONE\n`)).toBeUndefined();
  });
});
