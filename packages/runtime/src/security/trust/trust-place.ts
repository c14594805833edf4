import { realPlaceOf } from "../../basics/real-place.ts";
import type { Skill } from "../../skill.ts";
import type { SkillPlace, TrustKey, TrustPlace } from "../../trust.ts";

/** Where decisions about a skill of this machine are kept: by its real directory and its name. */
export function placeOf(skill: Pick<Skill, "name" | "path" | "directory" | "real">): SkillPlace {
  return { kind: "skill", path: realPlaceOf(skill).directory, name: skill.name };
}

/** A string that two places share exactly when they are the same. */
export function placeId(place: TrustPlace): string {
  return JSON.stringify(
    place.kind === "skill" ? [place.kind, place.path, place.name] : [place.kind, place.label, place.uri],
  );
}

/** The digest of a key; undefined for a place. */
export function digestOf(what: TrustPlace | TrustKey): string | undefined {
  return "digest" in what ? what.digest : undefined;
}
