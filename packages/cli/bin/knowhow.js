#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../dist/main.js", import.meta.url);

try {
  const { run } = await import(main.href);
  await run(process.argv.slice(2));
} catch (error) {
  if (existsSync(main)) throw error;
  process.stderr.write(
    "knowhow: the command line is not built yet; run npm install at the repository root\n",
  );
  process.exitCode = 3;
}
