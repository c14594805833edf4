import { expect, test } from "vitest";
import { answeredRun } from "./run-errors.ts";

test.each([
  [
    "ok?4efd",
    { answer: "yes", comment: "fine" },
    'the question of "ok" in the run "r" was already answered: yes',
  ],
  [
    "a/b[2]!?4efd",
    { answer: "repeat" },
    'the question of "a/b[2]" in the run "r" was already answered: repeat',
  ],
  [
    "name?4efd",
    { value: { a: [1] } },
    'the question of "name" in the run "r" was already answered: {"a":[1]}',
  ],
  [
    "name?4efd",
    { value: "x".repeat(300) },
    `the question of "name" in the run "r" was already answered: ${"x".repeat(200)}…`,
  ],
  ["k", 7, 'the question of "k" in the run "r" was already answered: 7'],
])("X8 the second answer to %s gets an error that names the first", (key, first, message) => {
  expect(answeredRun("r", key, first)).toMatchObject({ code: "run.answered", message });
});
