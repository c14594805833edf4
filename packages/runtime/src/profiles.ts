export type { AiosMatch, SearchableSkill } from "./matching/aios/aios-match.ts";
export { findByDescription, type KeywordSearch } from "./matching/aios/find-by-description.ts";
export { findByDescriptionAsync, type SemanticSearch } from "./matching/aios/find-by-description-async.ts";
export { findByTrigger, type TriggerSearch, triggersOf } from "./matching/aios/find-by-trigger.ts";
export type { TriggerHit, TriggerIndex } from "./matching/triggers/trigger-index.ts";
export type {
  ActivationPolicy,
  CatalogPolicy,
  CommandPolicy,
  CommandSpelling,
  DiscoveryPolicy,
  FormatPolicy,
  MatchingPolicy,
  Profile,
  Provider,
  ResolutionKey,
  ResolutionPolicy,
  RootPattern,
  SearchRanking,
  ToolNaming,
  TrustDefault,
  WalkLimits,
} from "./profile.ts";
export { findProfile, PROFILES } from "./profiles/find-profile.ts";
export { type PiscesSettings, piscesOptions } from "./profiles/pisces.ts";
