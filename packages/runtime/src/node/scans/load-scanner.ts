import { isRecord } from "../../basics/is-record.ts";
import { KnowhowError } from "../../errors.ts";
import type { Scanner } from "../../scan.ts";

/** The package of the scanner. A variable, because it is optional: compilers and bundlers must not require it. */
const PACKAGE: string = "@knowhow/scanner";

/**
 * Loads the scanner if its package is installed; undefined if it is not. Throws if it is installed but cannot be used:
 * then nothing counts as inspected.
 */
export async function loadScanner(name: string = PACKAGE): Promise<Scanner | undefined> {
  const module = await importOptional(name);
  if (module === undefined) return undefined;
  const make: unknown = Reflect.get(module, "createScanner");
  const scanner: unknown = typeof make === "function" ? await make() : undefined;
  if (isScanner(scanner)) return scanner;
  throw new KnowhowError("security.scanner-unusable", `${name} does not export a usable \`createScanner\``, {
    hint: "install the version of the scanner that belongs to this version of knowhow",
  });
}

async function importOptional(name: string): Promise<object | undefined> {
  try {
    const module: object = await import(name);
    return module;
  } catch (error) {
    // A missing package that the scanner itself needs is another error: the message names that package.
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
    const isMissing = code === "ERR_MODULE_NOT_FOUND" && String(error).includes(`'${name}'`);
    if (isMissing) return undefined;
    throw error;
  }
}

function isScanner(value: unknown): value is Scanner {
  return (
    isRecord(value) && typeof value.id === "string" && value.id !== "" && typeof value.scan === "function"
  );
}
