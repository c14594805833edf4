import { nearestWord } from "../basics/words.ts";
import { KnowhowError } from "../errors.ts";
import type { Profile } from "../profile.ts";
import { agentskills } from "./agentskills.ts";
import { aios } from "./aios.ts";
import { autopoiesis } from "./autopoiesis.ts";
import { checkProfile } from "./check-profile.ts";
import { metis } from "./metis.ts";
import { pisces } from "./pisces.ts";

/** The built-in profiles. */
export const PROFILES: readonly Profile[] = [agentskills, metis, autopoiesis, aios, pisces];

/** Finds a profile by name. A profile object is validated and returned. */
export function findProfile(profile: Profile | string): Profile {
  if (typeof profile !== "string") {
    if (!PROFILES.includes(profile)) checkProfile(profile);
    return profile;
  }
  const found = PROFILES.find((candidate) => candidate.name === profile);
  if (found !== undefined) return found;
  const names = PROFILES.map((candidate) => candidate.name);
  const near = nearestWord(profile, names);
  throw new KnowhowError("runtime.unknown-profile", `no profile is named "${profile}"`, {
    hint: near === undefined ? `choose one of ${names.join(", ")}` : `did you mean "${near}"?`,
  });
}
