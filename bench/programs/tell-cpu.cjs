// Preloaded into a server: records the CPU time of the process after every answer.
const { appendFileSync } = require("node:fs");

/** @type {(...args: any[]) => boolean} */
const write = process.stdout.write.bind(process.stdout);
/** @param {any[]} args */
const noted = (...args) => {
  const [chunk] = args;
  const id =
    /"id":(\d+)/.exec(String(chunk).slice(-40))?.[1] ?? /^\{[^{]*"id":(\d+)/.exec(String(chunk))?.[1];
  if (id !== undefined) {
    const { user, system } = process.cpuUsage();
    appendFileSync(process.env.CPU_FILE ?? "/dev/null", `${id} ${(user + system) / 1_000}\n`);
  }
  return write(...args);
};
process.stdout.write = noted;
