// Preloaded into a program: writes its peak resident memory, in MiB, into the file that PEAK_MEMORY_FILE names.
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  writeFileSync(process.env.PEAK_MEMORY_FILE ?? "", String(process.resourceUsage().maxRSS / 1_024));
});
