import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { reportSimulation } from "../report/simulate.ts";
import { workingDirectory } from "../runtime/settings.ts";
import { checkEdits } from "../simulate/check-edits.ts";
import { parseScript } from "../simulate/parse-script.ts";
import { playScript } from "../simulate/play-script.ts";
import { openStage } from "../simulate/stage.ts";
import type { Command } from "../table/command.ts";

/** `knowhow simulate <script>`: replays a scripted conversation and shows what the model would have seen. */
export const simulate: Command = async (call) => {
  const { args, io } = call;
  const [place = ""] = args.positionals;
  const lines = parseScript(await readScript(resolve(workingDirectory(args, io), place), place), place);
  checkEdits(lines, place, args.text("in") !== undefined);
  const stage = openStage(call);
  try {
    const steps = await playScript(lines, place, stage);
    const ok = steps.every((step) => step.step !== "expect" || step.ok);
    return {
      exit: ok ? EXIT.done : EXIT.no,
      data: { ok, steps },
      text: (screen) => reportSimulation(steps, place, screen),
    };
  } finally {
    stage.close();
  }
};

async function readScript(path: string, place: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EISDIR") throw new CliError("cli.bad-value", `${place} is a directory`);
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    throw new CliError("cli.not-found", `no such file: ${place}`);
  });
}
