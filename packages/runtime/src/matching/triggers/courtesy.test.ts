import { describe, expect, test } from "vitest";
import { withoutCourtesy } from "./courtesy.ts";

describe("a text without courtesy", () => {
  test.each(
    [
      "please, pls, plz, thanks, thx, cheers, thank you, thank you so much, thank you very much, please and thank you",
      "many thanks, thanks a lot, thanks so much, thanks in advance, to me, for me, to us, for us",
      "bitte, danke, danke schön, vielen dank, danke im voraus, für mich, für uns",
      "gracias, por favor, muchas gracias, para mí, obrigado, obrigada, muito obrigado, muito obrigada",
      "merci, svp, stp, merci beaucoup, merci d'avance, s'il te plaît, s'il te plait, s'il vous plaît, s'il vous plait",
      "pour moi, grazie, per favore, per piacere, grazie mille, alsjeblieft, alstublieft, bedankt, dank je, dank u",
      "proszę, dziękuję, lütfen, teşekkürler, пожалуйста, спасибо",
      "谢谢, 谢谢你, 谢谢您, 多谢, 拜托, お願いします, よろしく, ありがとう, 부탁해, 부탁해요, 부탁드립니다, 감사합니다",
    ].flatMap((line) => line.split(", ")),
  )("M2 ends before %s", (closing) => {
    expect(withoutCourtesy(`black holes ${closing}`)).toBe("black holes");
    expect(withoutCourtesy(`black holes, ${closing.toUpperCase()}!`)).toBe("black holes");
  });

  test.each([
    ["black holes to me, please, thanks", "black holes"],
    ["black holes for me, please, thanks, cheers", "black holes for me"],
    ["black holes", "black holes"],
    ["the word please", "the word please"],
    ["bread and thanks", "bread and thanks"],
    ["“thank you” please", "“thank you”"],
    ["what happened to me", "what happened to me"],
    ["the mail addressed to us", "the mail addressed to us"],
    ["please", "please"],
    ["carpleases", "carpleases"],
    ["holesplease", "holesplease"],
    ["s’il vous plaît", "s’il vous plaît"],
    ["les trous noirs s’il vous plaît", "les trous noirs"],
  ])("M2 %j is %j", (text, expected) => {
    expect(withoutCourtesy(text)).toBe(expected);
  });
});
