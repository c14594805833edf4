import type { EventListener } from "@knowhow/runtime";
import { EXIT } from "../io/exit-codes.ts";
import { useRuns } from "../running/use-runs.ts";
import type { Command } from "../table/command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { count } from "../terminal/words.ts";

/** `knowhow worker`: executes stored runs that can continue, until it is stopped. */
export const worker: Command = async (call) => {
  const { args, io } = call;
  const ended = { succeeded: 0, failed: 0, cancelled: 0, paused: 0 };
  const say = (text: string) => {
    if (!args.has("quiet")) io.stderr.write(`${text}\n`);
  };
  const onEvent: EventListener = ({ event, run = "" }) => {
    if (event.type === "run.started")
      say(`${run}  ${sanitise(event.skill)} ${event.resumed ? "continues" : "starts"}`);
    if (event.type === "run.paused") {
      ended.paused += 1;
      say(`${run}  ${sanitise(event.skill)} is paused at step ${sanitise(event.step)}`);
    }
    if (event.type === "run.finished") {
      ended[event.status] += 1;
      say(`${run}  ${sanitise(event.skill)} ${event.status}`);
    }
  };
  await useRuns(
    call,
    async (runtime) => {
      const stopped = io.serving?.untilStopped();
      const working = await runtime.runs.work({ concurrency: args.number("concurrency") ?? 1 });
      say("knowhow: waiting for runs; Ctrl-C stops");
      await stopped;
      say("knowhow: stopping when the steps that run now have ended; Ctrl-C again ends at once");
      await working.close();
    },
    { onEvent },
  );
  const runs = ended.succeeded + ended.failed + ended.cancelled;
  return { exit: EXIT.done, data: ended, text: () => `${count(runs, "run")} ended, ${ended.paused} paused` };
};
