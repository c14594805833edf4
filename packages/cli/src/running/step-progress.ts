import type { EventListener } from "@knowhow/runtime";
import type { Io } from "../io/io.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { openScreen } from "../terminal/screen.ts";
import { secondsText } from "../terminal/seconds-text.ts";
import { cutToWidth } from "../terminal/width.ts";

/** The steps of runs on stderr, while they are executed. */
export interface StepProgress {
  readonly onEvent: EventListener;
  /** Id of the run that was started last. */
  run(): string | undefined;
  /** Erases the line of the step that is executed, before something else is printed. */
  clear(): void;
}

const ERASE_LINE = "\r\u001b[K";

/** Loops can have many items; after this many lines only failures are printed. */
const MAX_LINES = 200;

/** Prints a line for each step with its duration and its attempts; in a terminal also for the step that is executed. */
export function stepProgress(
  io: Io,
  options: { readonly quiet: boolean; readonly noColor: boolean },
): StepProgress {
  const screen = openScreen(io, io.stderr, options);
  const rewrites = io.stderr.isTTY && !options.quiet;
  const printed = new Set<string>();
  let current: string | undefined;
  let isShown = false;
  const clear = (): void => {
    if (isShown) io.stderr.write(ERASE_LINE);
    isShown = false;
  };
  const print = (line: string): void => {
    clear();
    if (!options.quiet) io.stderr.write(`${line}\n`);
  };
  return {
    run: () => current,
    clear,
    onEvent: ({ event, run }) => {
      if (event.type === "run.started") current = run;
      if (event.type === "step.started" && rewrites) {
        const again = event.attempt > 1 ? `, attempt ${event.attempt}` : "";
        io.stderr.write(
          `${ERASE_LINE}${cutToWidth(`… ${sanitise(event.step)}${again}`, screen.columns - 1)}`,
        );
        isShown = true;
      }
      if (event.type !== "step.finished") return;
      const { step, status, ms, attempt, code } = event;
      const isGood = status === "succeeded";
      // The answers of a continued run are reported again.
      const key = `${run} ${step}`;
      if (printed.has(key) || (isGood && printed.size >= MAX_LINES)) return;
      printed.add(key);
      const mark = isGood ? screen.paint("good", "✓") : screen.paint("bad", "✗");
      const facts = [
        secondsText(ms),
        ...(attempt > 1 ? [`${attempt} attempts`] : []),
        ...(code === undefined ? [] : [sanitise(code)]),
      ];
      print(`${mark} ${sanitise(step)}  ${screen.paint("faint", facts.join(", "))}`);
      if (printed.size === MAX_LINES)
        print(screen.paint("faint", "  further steps are not listed unless they fail"));
    },
  };
}
