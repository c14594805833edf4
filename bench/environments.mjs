/**
 * @typedef {object} Environment
 * @property {"yours" | "emptied"} name
 * @property {Readonly<Record<string, string>>} variables what a program starts with, besides the places it is given
 */

/** Variables that lead to a person's own files and settings; every program gets folders of its own instead. */
const PLACES = /^(?:HOME|USERPROFILE|XDG_.*|KNOWHOW_.*|CLAUDE.*|CODEX_.*|PWD|OLDPWD|INIT_CWD|npm_.*)$/i;

/** No program shall call home. */
const QUIET = { DO_NOT_TRACK: "1", DISABLE_TELEMETRY: "1" };

/**
 * The two environments in which programs are started. Yours is what you have when you type a command: a variable such as
 * NODE_EXTRA_CA_CERTS makes every start of Node dearer, bare Node included. The emptied one has nothing of that kind.
 *
 * @type {readonly Environment[]}
 */
export const ENVIRONMENTS = [
  { name: "yours", variables: { ...withoutPlaces(process.env), ...QUIET } },
  { name: "emptied", variables: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", ...QUIET } },
];

/** @param {NodeJS.ProcessEnv} variables @returns {Readonly<Record<string, string>>} */
function withoutPlaces(variables) {
  const kept = Object.entries(variables).filter(([name]) => !PLACES.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? ""]));
}
