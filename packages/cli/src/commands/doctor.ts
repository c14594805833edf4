import { estimateTokens, type SkillLibrary } from "@knowhow/runtime";
import type { Command } from "../command.ts";
import { type Check, item } from "../doctor/check.ts";
import { checkLibrary } from "../doctor/check-library.ts";
import { checkMachine } from "../doctor/check-machine.ts";
import { nextSteps } from "../doctor/next-steps.ts";
import { EXIT } from "../exit-codes.ts";
import { loadRuntime, useRuntime } from "../open-runtime.ts";
import { reportDoctor } from "../report/doctor.ts";
import { count, number } from "../report/words.ts";
import { workingDirectory } from "../settings.ts";

/** More than this and the descriptions are cut before the model sees them. */
const CATALOG_TOKENS = 10_000;

/** `knowhow doctor`: checks the machine, the settings and everything that was found. */
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

function checkConfig({ diagnostics }: SkillLibrary, paths: readonly string[]): Check {
  const said = diagnostics.filter(({ code }) => code.startsWith("config."));
  const read = paths.map((path) => item("read", { path }));
  const broken = said.some(({ severity }) => severity === "error");
  const files = count(paths.length, "knowhow.json", "knowhow.json files");
  return {
    check: "config",
    status: broken ? "error" : said.length > 0 ? "warning" : "ok",
    summary: broken
      ? "a knowhow.json cannot be used"
      : paths.length === 0
        ? "no knowhow.json, defaults apply"
        : `${files} read`,
    items: [...read, ...said.map(({ message, path, hint }) => item(message, { path, hint }))],
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
  const hint = "shorten descriptions, or switch skills off that this project does not need";
  return {
    check: "catalog",
    status: over ? "warning" : "ok",
    summary: `${count(skills, "skill")} in the catalogue, about ${number(tokens)} tokens`,
    items: over ? [item(`a catalogue over ${number(CATALOG_TOKENS)} tokens is shortened`, { hint })] : [],
  };
}
