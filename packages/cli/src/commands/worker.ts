import type { EventListener } from "@knowhow/runtime";
import { EXIT } from "../io/exit-codes.ts";
import { errorText } from "../io/system-error.ts";
import { needNames } from "../report/run.ts";
import { useRuns } from "../running/use-runs.ts";
import { workOverDirectories } from "../running/work-over-directories.ts";
import { APPLICATION } from "../runtime/open-runtime.ts";
import type { Command } from "../table/command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { openScreen } from "../terminal/screen.ts";
import { count } from "../terminal/words.ts";

/** `knowhow worker`: executes stored runs that can continue, until it is stopped. */
export const worker: Command = async (call) => {
  const { args, io } = call;
  const ended = { succeeded: 0, failed: 0, cancelled: 0, paused: 0 };
  const say = (text: string) => {
    if (!args.has("quiet")) io.stderr.write(`${text}\n`);
  };
  const onEvent: EventListener = ({ event, run = "" }) => {
    const line = (text: string) => say(`${run}  ${sanitise(text)}`);
    if (event.type === "run.started") line(`${event.skill} ${event.resumed ? "continues" : "starts"}`);
    if (event.type === "run.missing" && !event.optional)
      line(`${event.skill} waits for ${needNames([event])}`);
    if (event.type === "run.paused") {
      ended.paused += 1;
      if (event.kind !== "missing") line(`${event.skill} is paused at step ${event.step}`);
    }
    if (event.type === "run.finished") {
      ended[event.status] += 1;
      line(`${event.skill} ${event.status}`);
    }
  };
  await useRuns(
    call,
    async (opened) => {
      const { store } = opened;
      // A wrong option is an error at the start, not a reason to leave every run alone.
      await opened.library();
      const stopped = io.serving?.untilStopped();
      const concurrency = args.number("concurrency") ?? 1;
      const working = await workOverDirectories(opened, {
        concurrency,
        onStore: (state, error) => {
          const why = error === undefined ? "" : `: ${sanitise(errorText(error))}`;
          if (state === "lost") say(`knowhow: runs cannot be executed now${why}; trying again`);
          else say("knowhow: runs can be executed again");
        },
        say: (text) => say(`knowhow: ${sanitise(text)}`),
      });
      const { place } = openScreen(io, io.stderr, { noColor: true, quiet: false });
      const where = store.isShared ? sanitise(store.place) : place(store.place);
      say(`knowhow: waiting for runs of ${APPLICATION} in ${where}, ${concurrency} at a time; Ctrl-C stops`);
      await stopped;
      say("knowhow: stopping when the steps that run now have ended; a second signal ends at once");
      await working.close();
    },
    { onEvent },
  );
  const runs = ended.succeeded + ended.failed + ended.cancelled;
  return { exit: EXIT.done, data: ended, text: () => `${count(runs, "run")} ended, ${ended.paused} paused` };
};
