import { realPlaceOf } from "../../basics/real-place.ts";
import type { Skill } from "../../skill.ts";
import type { SkillPlace, TrustKey, TrustPlace } from "../../trust.ts";

/** The place of a local skill, for decisions: its real directory and its name. */
export function placeOf(skill: Pick<Skill, "name" | "path" | "directory" | "real">): SkillPlace {
  return { kind: "skill", path: realPlaceOf(skill).directory, name: skill.name };
}

/** A string that is equal for two places if and only if they are the same. */
export function placeId(place: TrustPlace): string {
  return JSON.stringify(
    place.kind === "skill" ? [place.kind, place.path, place.name] : [place.kind, place.label, place.uri],
  );
}

/** The digest of a key; undefined for a place. */
export function digestOf(what: TrustPlace | TrustKey): string | undefined {
  return "digest" in what ? what.digest : undefined;
}
