import { expect, test } from "vitest";
import { mayContainSecrets } from "./secret-files.ts";

test.each([
  ".env",
  ".ENV",
  "scripts/.env",
  ".env.local",
  ".env.production.local",
  ".envrc",
  ".npmrc",
  ".netrc",
  "_netrc",
  "deep/er/.git-credentials",
  "keys/id_ed25519",
  ".aws/credentials",
  "home/.ssh/config",
])("%s keeps secrets", (path) => {
  expect(mayContainSecrets(path)).toBe(true);
});

test.each([
  ".env.example",
  ".env.sample",
  ".environment",
  "env",
  "my.env",
  ".eslintrc.json",
  ".gitignore",
  "keys/id_ed25519.pub",
  "aws/credentials.md",
  "references/.hidden.md",
  "",
])("%j keeps none", (path) => {
  expect(mayContainSecrets(path)).toBe(false);
});
