/** The command line, from its sources. */
import { run } from "../../packages/cli/src/main.ts";

run(process.argv.slice(2));
