// Loads one directory of skills through the library and prints the cost of the load.
import { createRuntime } from "@knowhow/runtime/node";

const [root = ""] = process.argv.slice(2);
const before = process.cpuUsage();
const { library } = await createRuntime({ roots: [root], providers: false, cache: false });
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${JSON.stringify({ skills: library.size, cpuMs: (user + system) / 1_000 })}\n`);
