import { runDoctor } from "@knowhow/runtime/node";
import { EXIT } from "../io/exit-codes.ts";
import { withProgress } from "../io/progress.ts";
import { reportDoctor } from "../report/doctor.ts";
import { loadRuntime, useRuntime } from "../runtime/open-runtime.ts";
import { workingDirectory } from "../runtime/settings.ts";
import { clientsOf } from "../runtime/sight-context.ts";
import type { Command } from "../table/command.ts";

/** `knowhow doctor`: checks the machine, the settings and all skills. */
export const doctor: Command = async (call) => {
  const { args, io } = call;
  const budget = args.number("budget");
  const options = {
    cwd: workingDirectory(args, io),
    home: io.home,
    env: io.env,
    clients: await clientsOf(call),
    ...(budget === undefined ? {} : { catalogBudget: budget }),
  };
  const quiet = args.has("quiet");
  const data = await useRuntime(
    call,
    (runtime) => withProgress("checking skills", () => runDoctor(runtime, options), { io, quiet }),
    { open: loadRuntime },
  );
  return { exit: data.ok ? EXIT.done : EXIT.no, data, text: (screen) => reportDoctor(data, screen) };
};
