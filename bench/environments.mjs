/**
 * @typedef {object} Environment
 * @property {"yours" | "empty"} name
 * @property {Readonly<Record<string, string>>} variables environment of a program, without the folders that it is given
 */

/** Variables that point to the user's own files and settings; every program gets its own folders instead. */
const PLACES = /^(?:HOME|USERPROFILE|XDG_.*|KNOWHOW_.*|CLAUDE.*|CODEX_.*|PWD|OLDPWD|INIT_CWD|npm_.*)$/i;

/** No program should send telemetry. */
const QUIET = { DO_NOT_TRACK: "1", DISABLE_TELEMETRY: "1" };

/**
 * The two environments in which programs are started. Yours is the one in which you type a command: a variable such as
 * NODE_EXTRA_CA_CERTS makes every start of Node more expensive, bare Node included. The empty one has no such variables.
 *
 * @type {readonly Environment[]}
 */
export const ENVIRONMENTS = [
  { name: "yours", variables: { ...withoutPlaces(process.env), ...QUIET } },
  { name: "empty", variables: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", ...QUIET } },
];

/** @param {NodeJS.ProcessEnv} variables @returns {Readonly<Record<string, string>>} */
function withoutPlaces(variables) {
  const kept = Object.entries(variables).filter(([name]) => !PLACES.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? ""]));
}
