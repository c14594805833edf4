import type { LintSkillInput } from "./rule.ts";

/** Larger files are data and are not linted. */
const MOST_FILE_BYTES = 256 * 1024;
const MOST_TOTAL_BYTES = 16 * 1024 * 1024;

/** The same input, but each listed text file is read at most once, and large or binary files are not read. */
export function withBoundedReads(input: LintSkillInput): LintSkillInput {
  const texts = new Map<string, Promise<string | undefined>>();
  let left = MOST_TOTAL_BYTES;
  const isReadable = new Set<string>();
  for (const { path, size } of input.files) {
    if (size > MOST_FILE_BYTES || size > left || BINARY.test(path)) continue;
    left -= size;
    isReadable.add(path);
  }
  return {
    ...input,
    readText(path) {
      if (!isReadable.has(path)) return undefined;
      const reading = texts.get(path) ?? readLimited(input, path);
      texts.set(path, reading);
      return reading;
    },
  };
}

async function readLimited(input: LintSkillInput, path: string): Promise<string | undefined> {
  const text = await input.readText(path);
  return text === undefined || text.includes("\0") ? undefined : text.slice(0, MOST_FILE_BYTES);
}

const BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|docx?|xlsx?|pptx?|zip|gz|tgz|bz2|xz|7z|tar|whl|jar|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|mov|webm|wasm|so|dylib|dll|exe|pyc|sqlite|db)$/i;
