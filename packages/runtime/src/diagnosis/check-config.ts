import { formatCount } from "../basics/words.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { type DoctorCheck, item } from "./doctor-check.ts";

/** Whatever is wrong with a knowhow.json is reported, and everything else is checked as well. */
export function checkConfig(diagnostics: readonly Diagnostic[], paths: readonly string[]): DoctorCheck {
  const ofConfig = diagnostics.filter(({ code }) => code.startsWith("config."));
  const read = paths.map((path) => item("loaded", { path }));
  const invalid = ofConfig.some(({ severity }) => severity === "error");
  const files = formatCount(paths.length, "knowhow.json", "knowhow.json files");
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
