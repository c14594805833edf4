import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasStoredSecret } from "./has-stored-secret.ts";
import { openKeychain } from "./keychain.ts";
import { secretStore } from "./secret-store.ts";

let state = "";
let path = process.env.PATH;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "knowhow-secrets-"));
  path = process.env.PATH;
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(state, { recursive: true, force: true });
});

const none = async () => undefined;

describe.skipIf(process.platform === "win32")("secrets of the user", () => {
  test("X10 are kept in a file that only the user can read, and found for the skills that they are for", async () => {
    const store = secretStore(state, none);
    expect(await store.set({ name: "API_KEY" }, "for all")).toEqual({ name: "API_KEY", in: "file" });
    await store.set({ name: "API_KEY", skill: "pdf forms" }, "for one");
    expect(await store.find({ name: "API_KEY" })).toBe("for all");
    expect(await store.find({ name: "API_KEY", skill: "other" })).toBeUndefined();
    expect(await store.find({ name: "API_KEY", skill: "pdf forms" })).toBe("for one");
    expect(await store.find({ name: "OTHER", skill: "pdf forms" })).toBeUndefined();
    expect(await store.list()).toEqual([
      { name: "API_KEY", in: "file" },
      { name: "API_KEY", skill: "pdf forms", in: "file" },
    ]);
    for (const file of readdirSync(join(state, "secrets")))
      expect(statSync(join(state, "secrets", file)).mode & 0o777).toBe(0o600);
    expect(hasStoredSecret(state, "API_KEY")).toBe(true);
    expect(hasStoredSecret(state, "API")).toBe(false);
    expect(await store.remove({ name: "API_KEY" })).toBe(true);
    expect(await store.remove({ name: "API_KEY" })).toBe(false);
    expect(await store.find({ name: "API_KEY" })).toBeUndefined();
    expect(await store.find({ name: "API_KEY", skill: "pdf forms" })).toBe("for one");
  });

  test.each([
    0o644, 0o640, 0o602,
  ])("X10 in a file with mode %o are refused, with what to do", async (mode) => {
    const store = secretStore(state, none);
    await store.set({ name: "API_KEY" }, "value");
    const file = join(state, "secrets/API_KEY.json");
    chmodSync(file, mode);
    await expect(store.find({ name: "API_KEY" })).rejects.toMatchObject({
      code: "state.not-private",
      hint: expect.stringContaining(`chmod 600 ${file}`),
    });
  });

  test("X10 are not read through a link, nor from a file with another name", async () => {
    const store = secretStore(state, none);
    await store.set({ name: "ONE" }, "value");
    symlinkSync("ONE.json", join(state, "secrets/TWO.json"));
    await expect(store.find({ name: "TWO" })).rejects.toMatchObject({ code: "state.not-private" });
    writeFileSync(join(state, "secrets/THREE.json"), readFileSync(join(state, "secrets/ONE.json")), {
      mode: 0o600,
    });
    expect(await store.find({ name: "THREE" })).toBeUndefined();
  });

  test.each(["", "A-B", "../x", "A B", "1A"])("X10 have the name of a variable, not %j", async (name) => {
    await expect(secretStore(state, none).set({ name }, "v")).rejects.toMatchObject({
      code: "runtime.bad-option",
    });
    expect(await secretStore(state, none).find({ name })).toBeUndefined();
  });
});

/** A program that keeps what it gets on stdin in a file, and writes down its arguments. */
const FAKE = {
  "secret-tool": `#!/bin/sh
dir=$(dirname "$0"); echo "$@" >> "$dir/log"
case "$1" in
  store) cat > "$dir/$7" ;;
  lookup) cat "$dir/$5" ;;
  clear) rm "$dir/$5" ;;
esac
`,
  security: `#!/bin/sh
dir=$(dirname "$0"); echo "$@" >> "$dir/log"
case "$1" in
  -i) read -r verb u s service a account w value; printf %s "$value" > "$dir/$account" ;;
  find-generic-password) cat "$dir/$5" ;;
  delete-generic-password) rm "$dir/$5" ;;
esac
`,
};

describe.skipIf(process.platform === "win32")("the keychain of the system", () => {
  test.each([
    ["linux", "secret-tool"],
    ["darwin", "security"],
  ] as const)("X10 on %s keeps a secret, which is in no file and in no argument", async (platform, program) => {
    const bin = join(state, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, program), FAKE[program], { mode: 0o755 });
    process.env.PATH = `${bin}:${path}`;
    const store = secretStore(state, () => openKeychain(platform));
    const value = "line one\nline 'two' ß";
    expect(await store.set({ name: "KEY", skill: "a b" }, value)).toEqual({
      name: "KEY",
      skill: "a b",
      in: "keychain",
    });
    expect(await store.find({ name: "KEY", skill: "a b" })).toBe(value);
    const kept = readFileSync(join(state, "secrets/KEY@a%20b.json"), "utf8");
    const log = readFileSync(join(bin, "log"), "utf8");
    for (const text of [kept, log])
      expect(text).not.toMatch(new RegExp(`line one|${Buffer.from(value).toString("base64").slice(0, 8)}`));
    expect(await store.remove({ name: "KEY", skill: "a b" })).toBe(true);
    expect(readdirSync(bin).sort()).toEqual(["log", program].sort());
  });

  test("X10 that does not work is replaced by a file", async () => {
    const bin = join(state, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "secret-tool"), "#!/bin/sh\necho no session >&2; exit 1\n", { mode: 0o755 });
    process.env.PATH = `${bin}:${path}`;
    const store = secretStore(state, () => openKeychain("linux"));
    expect(await store.set({ name: "KEY" }, "value")).toEqual({ name: "KEY", in: "file" });
    expect(await store.find({ name: "KEY" })).toBe("value");
  });
});
