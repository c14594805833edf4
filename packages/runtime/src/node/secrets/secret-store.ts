import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { checkArgument } from "../../basics/check-options.ts";
import { isRecord } from "../../basics/is-record.ts";
import { filledText } from "../../basics/kinds.ts";
import { once } from "../../basics/once.ts";
import { KnowhowError } from "../../errors.ts";
import { type Disk, nodeDisk } from "../state/disk.ts";
import { readPrivateFile } from "../state/read-file.ts";
import { writeFileAtomic } from "../state/write-file.ts";
import { SECRETS } from "./has-stored-secret.ts";
import { type Keychain, openKeychain } from "./keychain.ts";

/** Which secret: a variable, for all skills that declare it or for one of them. */
export interface SecretName {
  readonly name: string;
  readonly skill?: string;
}

/** A secret without its value. */
export interface StoredSecret extends SecretName {
  readonly in: "keychain" | "file";
}

/** Secrets of the user, for the scripts of skills that declare them. */
export interface SecretStore {
  /** The value of exactly this secret. Throws `state.not-private` if others could have read or written it. */
  find(secret: SecretName): Promise<string | undefined>;
  /** In the keychain if the system has one that works, otherwise in a file that only the user can read. */
  set(secret: SecretName, value: string): Promise<StoredSecret>;
  list(): Promise<readonly StoredSecret[]>;
  /** False if there is none. */
  remove(secret: SecretName): Promise<boolean>;
}

const MAX_BYTES = 100_000;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,200}$/;

/** Opens the secrets below the user's state directory: a file for each, which has the value or says that the keychain has it. */
export function secretStore(
  stateDirectory: string,
  /** Default that of the system. */
  keychain: () => Promise<Keychain | undefined> = once(() => openKeychain()),
  disk: Disk = nodeDisk,
): SecretStore {
  checkArgument("secretStore", "stateDirectory", stateDirectory, filledText);
  const folder = join(stateDirectory, SECRETS);
  const pathOf = (secret: SecretName) => join(folder, fileOf(secret));

  const readValue = async (secret: SecretName): Promise<string | undefined> => {
    const found = await read(pathOf(secret));
    if (found === undefined || found.name !== secret.name || found.skill !== secret.skill) return undefined;
    return found.in === "file" ? found.value : (await keychain())?.find(accountOf(secret));
  };

  const remove: SecretStore["remove"] = async (secret) => {
    checkName(secret);
    const found = await read(pathOf(secret)).catch(() => undefined);
    if (found?.in === "keychain") await (await keychain())?.remove(accountOf(secret));
    const isThere = (await stat(pathOf(secret)).catch(() => undefined)) !== undefined;
    await rm(pathOf(secret), { force: true });
    return isThere;
  };

  return {
    find: async (secret) => (VARIABLE.test(secret.name) ? readValue(secret) : undefined),
    set: async (given, value) => {
      checkName(given);
      checkValue(value);
      const secret = { name: given.name, ...(given.skill === undefined ? {} : { skill: given.skill }) };
      const before = await read(pathOf(secret)).catch(() => undefined);
      const chain = await keychain();
      const account = accountOf(secret);
      const isKept = (await chain?.store(account, value)) === true && (await chain?.find(account)) === value;
      const stored = { ...secret, in: isKept ? ("keychain" as const) : ("file" as const) };
      const content = JSON.stringify({ format: 1, ...stored, ...(isKept ? {} : { value }) });
      // The new value replaces the old one: whoever is interrupted here has one of them.
      await writeFileAtomic(pathOf(secret), `${content}\n`, { private: true, sync: true, disk });
      if (before?.in === "keychain" && !isKept) await chain?.remove(account);
      return stored;
    },
    list: async () => {
      const files = await readdir(folder).catch(() => []);
      const all = await Promise.all(files.filter(isSecretFile).map((file) => read(join(folder, file))));
      return all.flatMap((each) => {
        if (each === undefined) return [];
        const { value: _, ...stored } = each;
        return [stored];
      });
    },
    remove,
  };
}

function isSecretFile(file: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*(?:@[\w.%-]+)?\.json$/.test(file);
}

function fileOf({ name, skill }: SecretName): string {
  return skill === undefined ? `${name}.json` : `${name}@${plain(skill)}.json`;
}

function accountOf({ name, skill }: SecretName): string {
  return skill === undefined ? name : `${name}@${plain(skill)}`;
}

/** Letters, digits and `%` only, for names of files and for programs that split words. */
function plain(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*~]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
}

type SecretFile = StoredSecret & { readonly value?: string };

async function read(path: string): Promise<SecretFile | undefined> {
  const found = await readPrivateFile(path, MAX_BYTES);
  if (found.bytes === undefined) {
    if (found.problem === undefined) return undefined;
    throw notPrivate(path, found.problem);
  }
  // Whoever can read it has the secret; the usual check is only about writing.
  if (process.platform !== "win32" && ((await stat(path)).mode & 0o077) !== 0)
    throw notPrivate(path, "can be read by other users");
  return parse(new TextDecoder().decode(found.bytes));
}

function parse(text: string): SecretFile | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value.name !== "string") return undefined;
    const { name, skill, value: content } = value;
    const named = { name, ...(typeof skill === "string" ? { skill } : {}) };
    if (value.in === "keychain") return { ...named, in: "keychain" };
    return typeof content === "string" ? { ...named, in: "file", value: content } : undefined;
  } catch {
    return undefined;
  }
}

function notPrivate(path: string, problem: string): KnowhowError {
  return new KnowhowError("state.not-private", `${path} ${problem}`, {
    hint: `change the secret, because others may know it, and run \`chmod 600 ${path}\``,
  });
}

function checkName({ name, skill }: SecretName): void {
  if (VARIABLE.test(name) && skill !== "") return;
  throw new KnowhowError("runtime.bad-option", `"${name.slice(0, 100)}" is not the name of a variable`, {
    hint: "letters, digits and _, such as API_KEY",
  });
}

function checkValue(value: string): void {
  if (value !== "" && value.length <= MAX_BYTES / 4 && !value.includes("\0")) return;
  throw new KnowhowError("runtime.bad-option", "the value is empty, too long, or has a null character", {
    hint: "at most 25,000 characters",
  });
}
