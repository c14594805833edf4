// CommonJS on purpose, like the program itself.
const {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
} = require("node:fs");
const { renameSync, rmSync, writeFileSync, constants: flags } = require("node:fs");
const { homedir } = require("node:os");
const { isAbsolute, join } = require("node:path");
const { constants, Script } = require("node:vm");

/** Folders of other versions that were not used for this long are removed. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * A program whose compiled code is stored in the user's cache: compiling takes longer than most commands work.
 *
 * @typedef {object} Program
 * @property {(name: string) => any} load The exports of a file of the program.
 * @property {() => void} save Stores the compiled code that was not stored yet. V8 accepts it only if it has the same
 *   settings now as when the program is loaded.
 */

/** Opens the program in a folder; `key` names what is stored together, because only functions that were called are compiled. */
/** @param {string} dist @param {string | undefined} key @returns {Program} */
function openProgram(dist, key) {
  const folder = key === undefined ? undefined : findFolder(dist);
  /** @type {Map<string, { exports: any }>} */
  const loaded = new Map();
  /** @type {Map<string, Script>} */
  const compiled = new Map();
  /** @param {string} name */
  const load = (name) => {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const filename = join(dist, name);
    // The build writes ASCII only, which needs no decoding.
    const text = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, "latin1")}\n})`;
    const cachedData = folder === undefined ? undefined : readOwn(folder, `${key}.${name}.bin`);
    const script = new Script(text, {
      filename,
      ...(cachedData === undefined ? {} : { cachedData }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    if (cachedData === undefined || script.cachedDataRejected === true) compiled.set(name, script);
    const module = { exports: {} };
    loaded.set(name, module);
    script.runInThisContext()(module.exports, inner, module, filename, dist);
    return module.exports;
  };
  /** @param {string} id */
  const inner = (id) => (id.startsWith("./") ? load(id.slice(2)) : require(id));
  const save = () => {
    if (folder === undefined) return;
    try {
      if (compiled.size > 0) makeFolder(folder);
      for (const [name, script] of compiled)
        writeOwn(folder, `${key}.${name}.bin`, script.createCachedData());
    } catch {
      // A cache that cannot be written only costs time.
    }
    compiled.clear();
  };
  return { load, save };
}

/** The folder for the code of this build and this Node; undefined if there can be none, or none that can be believed. */
/** @param {string} dist */
function findFolder(dist) {
  // Windows has no permission bits to check. Options of Node can be settings of V8, which refuses code of others.
  if (process.getuid === undefined || process.execArgv.length > 0 || process.env.NODE_OPTIONS)
    return undefined;
  try {
    const id = readFileSync(join(dist, "build-id"), "latin1").trim();
    return join(cacheDirectory(), "code", `${id}-${process.version}-${process.arch}`);
  } catch {
    // A user without a home directory has no cache.
    return undefined;
  }
}

/** Where the engine has its index, too (`knowhowDirectories`). */
function cacheDirectory() {
  const { KNOWHOW_CACHE_DIR, XDG_CACHE_HOME, HOME } = process.env;
  if (KNOWHOW_CACHE_DIR && isAbsolute(KNOWHOW_CACHE_DIR)) return KNOWHOW_CACHE_DIR;
  const home = HOME || homedir();
  if (process.platform === "darwin") return join(home, "Library/Caches/knowhow");
  return join(
    XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(home, ".cache"),
    "knowhow",
  );
}

/** The bytes of a file that only the user can have written. V8 believes them, so whoever writes them can run code. */
/** @param {string} folder @param {string} name */
function readOwn(folder, name) {
  let file;
  try {
    if (![join(folder, "../.."), join(folder, ".."), folder].every((path) => isOwn(lstatSync(path), true)))
      return undefined;
    file = openSync(join(folder, name), flags.O_RDONLY | flags.O_NOFOLLOW | flags.O_NONBLOCK);
    return isOwn(fstatSync(file), false) ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** @param {import("node:fs").Stats} stats @param {boolean} isFolder */
function isOwn(stats, isFolder) {
  const isKind = isFolder ? stats.isDirectory() : stats.isFile();
  return isKind && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
}

/** Creates the folder, and removes those of versions that are no longer used. @param {string} folder */
function makeFolder(folder) {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) === undefined) return;
  const all = join(folder, "..");
  for (const name of readdirSync(all)) {
    const path = join(all, name);
    if (Date.now() - lstatSync(path).mtimeMs > MAX_AGE_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** A reader finds the whole file or none. @param {string} folder @param {string} name @param {Uint8Array} bytes */
function writeOwn(folder, name, bytes) {
  const temporary = join(folder, `.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, bytes, { mode: 0o600, flag: "wx" });
    renameSync(temporary, join(folder, name));
  } finally {
    rmSync(temporary, { force: true });
  }
}

module.exports = { openProgram };
