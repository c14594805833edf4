// The baseline for listing: reads the first block of every SKILL.md below a directory and does nothing with it.
const { closeSync, openSync, readdirSync, readSync } = require("node:fs");

const [root = ""] = process.argv.slice(2);
const block = Buffer.allocUnsafe(4096);
for (const name of readdirSync(root)) {
  const file = openSync(`${root}/${name}/SKILL.md`, "r");
  readSync(file, block, 0, block.length, 0);
  closeSync(file);
}
