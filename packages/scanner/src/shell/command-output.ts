import { secretPlace } from "../places/secret-place.ts";
import type { ShellCommand } from "./run-shell.ts";
import { originsOf, type ShellValue } from "./shell-value.ts";

/** What a command prints, as far as it can be known. Files that the script wrote before are looked up with `file`. */
export function commandOutput(
  command: ShellCommand,
  file: (path: string) => ShellValue | undefined,
): ShellValue {
  const { name, args, input } = command;
  const texts = args.map(({ text }) => text);
  const origins = originsOf([...args, input]);
  if (name === "echo") {
    const words = texts.filter((text, at) => at > 0 || !/^-[neE]+$/.test(text));
    if (!/^-[nE]*e/.test(texts[0] ?? "")) return { ...origins, text: words.join(" ") };
    return { ...origins, ...spelled(texts), text: unescaped(words.join(" ")) };
  }
  if (name === "printf") return { ...origins, ...spelled(texts), text: printf(texts) };
  if (isDecoder(name, texts)) return { ...origins, isDecoded: true, text: decoded(name, texts, input) };
  if (name === "rev")
    return { ...origins, isDecoded: true, text: [...(input?.text ?? "")].reverse().join("") };
  if (name === "tr") return { ...origins, text: translate(texts, input?.text ?? ""), isDecoded: true };
  if (name === "cat" || READERS.has(name)) return readFiles(command, file, origins);
  if (isEnvironmentDump(name, texts)) return { text: "", secret: "all environment variables" };
  const secret = printedSecret(name, texts);
  if (secret !== undefined) return { ...origins, text: "", secret };
  return { ...origins, text: "" };
}

/** Programs whose output contains what they read. */
const READERS: ReadonlySet<string> = new Set([
  "head",
  "tail",
  "tac",
  "less",
  "more",
  "strings",
  "base64",
  "gzip",
  "bzip2",
  "xz",
  "tar",
  "zip",
  "7z",
  "openssl",
  "xxd",
  "od",
  "hexdump",
  "cut",
  "grep",
  "egrep",
  "rg",
  "sed",
  "awk",
  "jq",
  "yq",
  "sort",
  "uniq",
  "nl",
  "find",
  "ls",
  "dd",
  "type",
  "get-content",
  "gc",
  "python",
  "python3",
  "perl",
  "tee",
  "cp",
  "mv",
  "rsync",
  "sqlite3",
  "gpg",
]);

function readFiles(
  { name, args, input, text }: ShellCommand,
  file: (path: string) => ShellValue | undefined,
  origins: Omit<ShellValue, "text">,
): ShellValue {
  const values: (ShellValue | undefined)[] = [{ ...origins, text: "" }];
  for (const arg of args) {
    const known = file(arg.text.replace(/^@/, ""));
    if (known !== undefined) values.push(known);
    const place = name === "ls" ? undefined : secretPlace(arg.text);
    if (place !== undefined)
      values.push({
        text: "",
        secret: place.what,
        isWeakSecret: place.isWeak === true || isOneSetting(name, args, arg.text),
      });
  }
  const written = args.length === 0 || name === "cat" ? (input?.text ?? "") : "";
  const content = args.length === 1 ? file(args[0]?.text ?? "")?.text : undefined;
  return {
    ...originsOf(values),
    text: content ?? (written === "" && args.length > 0 ? text.slice(0, 0) : written),
  };
}

/** `jq -r .providers.x.apiKey agent.json`: the one setting of a configuration that belongs to the service. */
function isOneSetting(name: string, args: readonly ShellValue[], path: string): boolean {
  return (
    /^[jy]q$/.test(name) &&
    /(?:clawdbot|openclaw|moltbot)\.json$/.test(path) &&
    args.some(({ text }) => /^(?:\.[\w-]{1,60}|\.?\[["'][^"'\]]{1,60}["']\]){2,8}$/.test(text))
  );
}

function isDecoder(name: string, args: readonly string[]): boolean {
  if (name === "base64" || name === "base32")
    return args.some((arg) => /^(?:-d|-D|--decode|-di|-id)$/.test(arg));
  if (name === "openssl")
    return args.some((arg) => arg === "-d") && args.some((arg) => /^(?:enc|base64|-base64|-a)$/.test(arg));
  if (name === "xxd") return args.some((arg) => /^-\w*r/.test(arg));
  return (
    /^(?:gunzip|zcat|bunzip2|unxz|uudecode)$/.test(name) ||
    (name === "gzip" && args.some((arg) => /^-\w*d/.test(arg)))
  );
}

function decoded(name: string, args: readonly string[], input: ShellValue | undefined): string {
  const text = (input?.text ?? "").replace(/\s+/g, "");
  if (text === "") return "";
  if (name === "xxd") return Buffer.from(text.replace(/^0x/, ""), "hex").toString("utf8");
  if (name === "base64" || (name === "openssl" && args.some((arg) => /base64|-a$/.test(arg))))
    return Buffer.from(text, "base64").toString("utf8");
  return "";
}

function isEnvironmentDump(name: string, args: readonly string[]): boolean {
  if (name === "printenv" || name === "env") return args.every((arg) => arg.startsWith("-"));
  return (
    (name === "set" && args.length === 0) ||
    (name === "export" && args[0] === "-p") ||
    (name === "declare" && args[0] === "-x")
  );
}

/** Programs that print a secret of the user. */
function printedSecret(name: string, args: readonly string[]): string | undefined {
  const line = args.join(" ");
  if (name === "security" && /find-(?:generic|internet)-password|dump-keychain|export/.test(line))
    return "the keychain";
  if (name === "gpg" && /--export-secret/.test(line)) return "GPG keys";
  if (name === "secret-tool" && /lookup|search/.test(line)) return "the keyring";
  if (name === "pbpaste" || (name === "xclip" && /-o\b/.test(line))) return "the clipboard";
  return undefined;
}

function printf(args: readonly string[]): string {
  const [format = "", ...values] = args;
  let next = 0;
  const used = format.replace(/%(?:[-0-9.]*)([sbdxc%])/g, (whole, kind) => {
    if (kind === "%") return "%";
    const value = values[next];
    next += 1;
    return value ?? (kind === "s" || kind === "b" ? "" : whole);
  });
  return unescaped(next === 0 ? used : used + values.slice(next).join(""));
}

/** Letters that are written as numbers, so that nobody reads them. Colours of a terminal start with a character that has no form. */
function spelled(texts: readonly string[]): Pick<ShellValue, "isDecoded"> {
  const isSpelled = texts.some((text) => /(?:\\(?:x[2-7][0-9a-f]|0?(?:0[4-7]|1[0-7])[0-7])){4}/i.test(text));
  return isSpelled ? { isDecoded: true } : {};
}

/** `\x63\165rl` → `curl`. */
function unescaped(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{3})|([nrt]))/g, (_, hex, octal, name) => {
    if (name !== undefined) return name === "n" ? "\n" : " ";
    return String.fromCharCode(hex === undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex, 16));
  });
}

function translate([from = "", to = ""]: readonly string[], input: string): string {
  if (from.startsWith("-")) return input;
  const source = ranges(from);
  const target = ranges(to);
  return [...input].map((char) => target[source.indexOf(char)] ?? char).join("");
}

function ranges(set: string): readonly string[] {
  const chars: string[] = [];
  for (let at = 0; at < set.length && at < 300; at += 1) {
    const first = set.charCodeAt(at);
    const last = set.charCodeAt(at + 2);
    if (set[at + 1] === "-" && last >= first && last < 128) {
      for (let code = first; code <= last; code += 1) chars.push(String.fromCharCode(code));
      at += 2;
    } else chars.push(set[at] ?? "");
  }
  return chars;
}
