import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { namesWhole, spokenNames } from "./spoken-names.ts";

describe("a name in plain words", () => {
  test.each([
    ["pdf-merge", "pdf-merge"],
    ["pdf-merge", "PDF merge, please"],
    ["pdf-merge", "Please pdf_merge!"],
    ["kuendigung-schreiben", "Kündigung schreiben"],
    ["kündigung", "Kündigung"],
    ["logging", "use the logging skill"],
    ["logging", "For this one, could you run my Logging skill on src/app.ts?"],
    ["logging", "load the skill called logging and go on"],
    ["pdf-merge", "Benutze bitte mal: verwende den Skill pdf-merge"],
    ["pdf-merge", "usa la skill pdf-merge"],
    ["pdf-merge", "请使用pdf-merge技能"],
    ["pdf-merge", "使用技能 pdf-merge 合并文件"],
    ["nda", `${"so many words before it. ".repeat(20)}Use the nda skill.`],
  ])("M1 %j is meant by %j", (name, message) => {
    expect(spokenNames(message)(name)).toBe(true);
  });

  test.each([
    ["kuendigung-schreiben", "Kundigung schreiben"],
    ["logging", "logging in does not work"],
    ["logging", "the logging skill of our team is poor"],
    ["logging", "write a logging skill"],
    ["logging", "create a skill named logging"],
    ["logging", "what does the logging skill do?"],
    ["logging", "do not use the logging skill"],
    ["logging", "Please don't ever load the logging skill"],
    ["logging", "benutze nicht den skill logging, nie mit dem logging skill"],
    ["logging", "不要使用logging技能"],
    ["pdf", "use the pdf-merge skill"],
    ["merge", "use the pdf-merge skills"],
    ["log", "use the logging skill"],
    ["", "use the skill"],
    ["--", "--"],
  ])("M1 %j is not meant by %j", (name, message) => {
    expect(spokenNames(message)(name)).toBe(false);
  });

  test("M1 names that are the whole message are found by their rows, with umlauts in either spelling", () => {
    const names = ["pdf", "kuendigung-schreiben", "kündigung-schreiben", "schreiben"];
    expect(namesWhole("Bitte Kündigung schreiben", names)).toEqual([2, 1]);
    expect(namesWhole("Kuendigung schreiben", names)).toEqual([1]);
  });

  test.each([
    "Maßstab",
    "MASSSTAB",
    "maßstab bitte",
  ])("M1 a name with a letter that becomes two is found by %j", (message) => {
    expect(namesWhole(message, ["masse", "maßstab", "massstab"])).toEqual([1, 2]);
  });

  test("M1 any message and any name can be asked about", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (message, name) => {
        expect(typeof spokenNames(message)(name)).toBe("boolean");
        expect(typeof spokenNames(`use the ${name} skill`)(name)).toBe("boolean");
      }),
    );
  });
});
