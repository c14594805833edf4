import { findProgram } from "../sandbox/find-program.ts";
import { runProcess } from "../sandbox/run-process.ts";

/** The place where a system keeps passwords. Values are stored as base64, because not every tool keeps all characters. */
export interface Keychain {
  /** Undefined if there is none, or the keychain cannot be opened. */
  find(account: string): Promise<string | undefined>;
  /** False if it could not be stored. */
  store(account: string, value: string): Promise<boolean>;
  remove(account: string): Promise<void>;
}

const SERVICE = "knowhow";
/** A keychain may ask the user to unlock it. */
const LIMITS = { seconds: 60, outputBytes: 200_000 } as const;

/** The keychain of this system, through its own program; undefined if there is none. */
export async function openKeychain(
  platform: NodeJS.Platform = process.platform,
): Promise<Keychain | undefined> {
  if (platform === "darwin") return macKeychain(await findProgram("security"));
  return platform === "linux" ? secretService(await findProgram("secret-tool")) : undefined;
}

function macKeychain(program: string | undefined): Keychain | undefined {
  if (program === undefined) return undefined;
  const named = (account: string) => ["-s", SERVICE, "-a", account];
  return {
    find: async (account) => decoded(await run(program, ["find-generic-password", ...named(account), "-w"])),
    // As a command on stdin: other programs can see the arguments of a process.
    store: async (account, value) =>
      (await run(
        program,
        ["-i"],
        `add-generic-password -U ${named(account).join(" ")} -w ${encoded(value)}\n`,
      )) !== undefined,
    remove: async (account) => void (await run(program, ["delete-generic-password", ...named(account)])),
  };
}

function secretService(program: string | undefined): Keychain | undefined {
  if (program === undefined) return undefined;
  const named = (account: string) => ["service", SERVICE, "account", account];
  return {
    find: async (account) => decoded(await run(program, ["lookup", ...named(account)])),
    store: async (account, value) =>
      (await run(
        program,
        ["store", "--label", `${SERVICE} ${account}`, ...named(account)],
        encoded(value),
      )) !== undefined,
    remove: async (account) => void (await run(program, ["clear", ...named(account)])),
  };
}

/** What the program prints; undefined if it fails. */
async function run(program: string, args: readonly string[], stdin = ""): Promise<string | undefined> {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  try {
    const input = new Uint8Array();
    const bytes = new TextEncoder().encode(stdin);
    const { code, stdout } = await runProcess({
      program,
      args,
      env,
      cwd: "/",
      input,
      stdin: bytes,
      limits: LIMITS,
    });
    return code === 0 ? new TextDecoder().decode(stdout.bytes).trim() : undefined;
  } catch {
    return undefined;
  }
}

function encoded(value: string): string {
  return Buffer.from(value, "utf8").toString("base64");
}

function decoded(printed: string | undefined): string | undefined {
  if (printed === undefined || printed === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(printed)) return undefined;
  return Buffer.from(printed, "base64").toString("utf8");
}
