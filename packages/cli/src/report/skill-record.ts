import {
  type Diagnostic,
  isKnowhowError,
  type LibraryEntry,
  type OpenSkill,
  type Runtime,
} from "@knowhow/runtime";
import { outlineOf } from "@knowhow/runtime/authoring";
import { clientSights, type SightContext } from "@knowhow/runtime/toolkit";
import type { SkillRecord } from "./show.ts";
import { shownState } from "./states.ts";

/** Everything that is known about a skill, for the user. */
export async function recordOf(
  entry: LibraryEntry,
  runtime: Runtime,
  { outline: withOutline, sight }: { readonly outline: boolean; readonly sight: SightContext },
): Promise<SkillRecord> {
  const { skill, eligibility } = entry;
  const opened = runtime.open(skill, { audience: "user" });
  const [text, files, digest] = await Promise.all([opened.text(), opened.files(), digestOf(opened)]);
  const rivals = runtime.library.versions(skill.name).filter((other) => other.path !== skill.path);
  const winner = runtime.library.entry(skill.name)?.skill.path ?? skill.path;
  const own = runtime.library.diagnostics.filter((diagnostic) => diagnostic.path === skill.path);
  return {
    name: skill.name,
    description: skill.description,
    state: shownState(entry),
    provider: skill.origin.provider,
    level: skill.origin.level,
    source: skill.source,
    root: skill.origin.root,
    path: skill.path,
    version: skill.version,
    ...digest,
    tokens: skill.tokens,
    license: skill.license ?? null,
    compatibility: skill.compatibility ?? null,
    allowedTools: skill.allowedTools,
    metadata: skill.metadata,
    fields: skill.fields,
    extensions: skill.extensions,
    eligible: eligibility.eligible,
    missing: eligibility.missing,
    verdict: entry.scan?.verdict ?? null,
    clients: clientSights(entry, sight),
    resources: files.value,
    ...(winner === skill.path
      ? { shadows: rivals.map((rival) => rival.path) }
      : { shadows: [], shadowedBy: winner }),
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

/** A skill with too many or too large files has no digest; everything else about it can still be shown. */
async function digestOf(skill: OpenSkill): Promise<Pick<SkillRecord, "digest" | "noDigest">> {
  try {
    return { digest: await skill.digest() };
  } catch (error) {
    if (!isKnowhowError(error) || error.code !== "runtime.no-digest") throw error;
    return { digest: null, noDigest: error.message };
  }
}

function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [
    ...new Map(diagnostics.map((item) => [`${item.code} ${item.line} ${item.message}`, item])).values(),
  ];
}
