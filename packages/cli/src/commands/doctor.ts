import { estimateTokens, isKnowhowError, type SkillLibrary } from "@knowhow/runtime";
import { type Check, type CheckItem, item } from "../doctor/check.ts";
import { checkLibrary } from "../doctor/check-library.ts";
import { checkMachine } from "../doctor/check-machine.ts";
import { nextSteps } from "../doctor/next-steps.ts";
import { EXIT } from "../io/exit-codes.ts";
import { errorText, isSystemError } from "../io/system-error.ts";
import { reportDoctor } from "../report/doctor.ts";
import { loadRuntime, useRuntime } from "../runtime/open-runtime.ts";
import { readSettings, type Settings, settingsWithoutConfig, workingDirectory } from "../runtime/settings.ts";
import type { Call, Command } from "../table/command.ts";
import { count, number } from "../terminal/words.ts";

/** Above this, descriptions are shortened before the model sees them. */
const CATALOG_TOKENS = 10_000;

/** `knowhow doctor`: checks the machine, the settings and all skills. */
export const doctor: Command = async (call) => {
  const { args, io } = call;
  const { settings, check: config } = await checkConfig(call);
  const library = await useRuntime(call, settings, (runtime) => runtime.library, loadRuntime);
  const catalog = catalogOf(library);
  const machine = await checkMachine(io, workingDirectory(args, io), process.version);
  const checks = [...machine, config, ...checkLibrary(library), checkCatalog(catalog)];
  const ok = checks.every((check) => check.status !== "error");
  const data = { ok, checks, catalog, next: nextSteps(checks) };
  return { exit: ok ? EXIT.done : EXIT.no, data, text: (screen) => reportDoctor(data, screen) };
};

/** An invalid knowhow.json is reported, and everything else is checked without it. */
async function checkConfig({ args, io }: Call): Promise<{ settings: Settings; check: Check }> {
  try {
    const settings = await readSettings(args, io);
    return { settings, check: configCheck(settings) };
  } catch (error) {
    const items = [itemOf(error)];
    const check = {
      check: "config",
      status: "error",
      summary: "a knowhow.json is invalid",
      items,
    } as const;
    return { settings: settingsWithoutConfig(args, io), check };
  }
}

function itemOf(error: unknown): CheckItem {
  if (isSystemError(error)) return item(errorText(error), { hint: "check its permissions" });
  if (isKnowhowError(error)) return item(error.message, { hint: error.hint });
  throw error;
}

function configCheck({ paths, diagnostics, options }: Settings): Check {
  const read = paths.map((path) => item("loaded", { path }));
  const notApplied = diagnostics.map(({ message, path, hint }) => item(message, { path, hint }));
  const off = options.enabled === false ? [item('"enabled" is false, so no skills are loaded')] : [];
  const files = count(paths.length, "knowhow.json", "knowhow.json files");
  return {
    check: "config",
    status: notApplied.length + off.length > 0 ? "warning" : "ok",
    summary: paths.length === 0 ? "no knowhow.json; defaults apply" : `${files} loaded`,
    items: [...read, ...notApplied, ...off],
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
