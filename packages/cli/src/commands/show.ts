import { type Diagnostic, type LibraryEntry, outlineOf, type Runtime } from "@knowhow/runtime";
import { EXIT } from "../io/exit-codes.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { reportShow, type SkillRecord } from "../report/show.ts";
import { shownState } from "../report/states.ts";
import { findEntry } from "../runtime/find-entry.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import type { Command } from "../table/command.ts";

/** `knowhow show <name>`: everything that is known about a skill. */
export const show: Command = async (call) => {
  const { args } = call;
  const [name = ""] = args.positionals;
  const record = await useRuntime(call, (runtime) =>
    recordOf(findEntry(runtime.library, name), runtime, args.has("outline")),
  );
  const data = { ...record, diagnostics: record.diagnostics.map(diagnosticJson) };
  return { exit: EXIT.done, data, text: (screen) => reportShow(record, screen) };
};

/** Everything that is known of a skill, for the person. */
export async function recordOf(
  entry: LibraryEntry,
  runtime: Runtime,
  withOutline: boolean,
): Promise<SkillRecord> {
  const { skill, eligibility } = entry;
  const opened = runtime.open(skill, { audience: "person" });
  const [text, files, digest] = await Promise.all([opened.text(), opened.files(), opened.digest()]);
  const rivals = runtime.library.versions(skill.name).filter((other) => other.path !== skill.path);
  const own = runtime.library.diagnostics.filter((diagnostic) => diagnostic.path === skill.path);
  return {
    name: skill.name,
    description: skill.description,
    state: shownState(entry),
    provider: skill.origin.provider,
    level: skill.origin.level,
    root: skill.origin.root,
    path: skill.path,
    version: skill.version,
    digest,
    tokens: skill.tokens,
    license: skill.license ?? null,
    compatibility: skill.compatibility ?? null,
    allowedTools: skill.allowedTools,
    metadata: skill.metadata,
    fields: skill.fields,
    extensions: skill.extensions,
    eligible: eligibility.eligible,
    missing: eligibility.missing,
    resources: files.value,
    shadows: rivals.map((rival) => rival.path),
    ...(withOutline
      ? {
          outline: outlineOf(text.body).map(({ key, title, depth, tokens }) => ({
            key,
            title,
            depth,
            tokens,
          })),
        }
      : {}),
    diagnostics: distinct([...own, ...files.diagnostics]),
  };
}

function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [
    ...new Map(diagnostics.map((item) => [`${item.code} ${item.line} ${item.message}`, item])).values(),
  ];
}
