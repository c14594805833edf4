import { estimateTokens, type SkillLibrary } from "@knowhow/runtime";
import { type Check, item } from "../doctor/check.ts";
import { checkLibrary } from "../doctor/check-library.ts";
import { checkMachine } from "../doctor/check-machine.ts";
import { nextSteps } from "../doctor/next-steps.ts";
import { EXIT } from "../io/exit-codes.ts";
import { reportDoctor } from "../report/doctor.ts";
import { loadRuntime, useRuntime } from "../runtime/open-runtime.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Command } from "../table/command.ts";
import { count, number } from "../terminal/words.ts";

/** Above this, descriptions are shortened before the model sees them. */
const CATALOG_TOKENS = 10_000;

/** `knowhow doctor`: checks the machine, the settings and all skills. */
export const doctor: Command = async (call) => {
  const { args, io } = call;
  const { library, configFiles } = await useRuntime(call, (runtime) => runtime, { open: loadRuntime });
  const catalog = catalogOf(library);
  const machine = await checkMachine(io, workingDirectory(args, io), process.version);
  const checks = [
    ...machine,
    checkConfig(library, configFiles),
    ...checkLibrary(library),
    checkCatalog(catalog),
  ];
  const ok = checks.every((check) => check.status !== "error");
  const data = { ok, checks, catalog, next: nextSteps(checks) };
  return { exit: ok ? EXIT.done : EXIT.no, data, text: (screen) => reportDoctor(data, screen) };
};

/** Whatever is wrong with a knowhow.json is reported, and everything else is checked as well. */
function checkConfig({ diagnostics }: SkillLibrary, paths: readonly string[]): Check {
  const ofConfig = diagnostics.filter(({ code }) => code.startsWith("config."));
  const read = paths.map((path) => item("loaded", { path }));
  const invalid = ofConfig.some(({ severity }) => severity === "error");
  const files = count(paths.length, "knowhow.json", "knowhow.json files");
  return {
    check: "config",
    status: invalid ? "error" : ofConfig.length > 0 ? "warning" : "ok",
    summary: invalid
      ? "a knowhow.json is invalid"
      : paths.length === 0
        ? "no knowhow.json; defaults apply"
        : `${files} loaded`,
    items: [...read, ...ofConfig.map(({ message, path, hint }) => item(message, { path, hint }))],
  };
}

function catalogOf(library: SkillLibrary): { skills: number; tokens: number } {
  const rows = library.discoveryIndex();
  const tokens = rows.reduce(
    (sum, [name, description]) => sum + estimateTokens(`- ${name}: ${description}\n`),
    0,
  );
  return { skills: rows.length, tokens };
}

function checkCatalog({ skills, tokens }: { skills: number; tokens: number }): Check {
  const over = tokens > CATALOG_TOKENS;
  const hint = "shorten descriptions, or turn off skills that this project does not need";
  return {
    check: "catalog",
    status: over ? "warning" : "ok",
    summary: `${count(skills, "skill")} in the catalog, about ${number(tokens)} tokens`,
    items: over ? [item(`descriptions are shortened above ${number(CATALOG_TOKENS)} tokens`, { hint })] : [],
  };
}
