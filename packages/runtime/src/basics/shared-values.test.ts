import { describe, expect, test } from "vitest";
import { sharedValues } from "./shared-values.ts";

const textOf = (name: string) => JSON.stringify({ name, text: "x".repeat(1_000) });

function open() {
  const share = sharedValues<string, unknown>((text, other) => text === other);
  let made = 0;
  const parse = (text: string) =>
    share(text, () => {
      made += 1;
      return JSON.parse(text);
    });
  return { parse, made: () => made };
}

describe("shared values", () => {
  test("an equal source gives the same frozen value, made once", () => {
    const { parse, made } = open();
    const first = parse(textOf("a"));
    expect(parse(`${textOf("a")}`)).toBe(first);
    expect(parse(textOf("b"))).toEqual(JSON.parse(textOf("b")));
    expect(Object.isFrozen(first)).toBe(true);
    expect(made()).toBe(2);
  });

  test("a short source gives a value of its own, which can be changed", () => {
    const { parse } = open();
    expect(parse('{"a":1}')).not.toBe(parse('{"a":1}'));
    expect(Object.isFrozen(parse('{"a":1}'))).toBe(false);
  });

  test("the values that were used last are kept", () => {
    const { parse, made } = open();
    const first = parse(textOf("a"));
    for (let index = 0; index < 15; index += 1) parse(textOf(`b${index}`));
    expect(parse(textOf("a"))).toBe(first);
    for (let index = 0; index < 15; index += 1) parse(textOf(`c${index}`));
    expect(parse(textOf("a"))).toBe(first);
    expect(made()).toBe(31);
    for (let index = 0; index < 16; index += 1) parse(textOf(`d${index}`));
    expect(parse(textOf("a"))).not.toBe(first);
  });
});
