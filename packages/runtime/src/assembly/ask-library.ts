import type { MatchAnswer, MatchOptions } from "../conversation.ts";
import type { Engine } from "../engine.ts";
import type { Decision, SearchOptions, SearchPage, UnseenInRoot } from "../library.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Serving } from "../serving/open-serving.ts";
import type { CatalogChoice } from "../session/prompt/catalog-of.ts";
import {
  checkCatalogChoice,
  checkMatchOptions,
  checkOverlapOptions,
  checkOverreachOptions,
  checkSearchOptions,
  checkSkillName,
} from "./check-runtime-calls.ts";
import {
  type KeptMatching,
  matchMessage,
  type OverlapSearch,
  type OverreachSearch,
  overlapsOf,
  overreachOf,
} from "./match-library.ts";

/** The parts of a runtime that know the answers. */
interface AnswerParts {
  readonly library: { current(): SkillLibrary };
  readonly serving: Serving;
  readonly matching: KeptMatching;
}

/** The questions about the current library that need no conversation. What answers them is imported on first use. */
export function askLibrary(engine: Engine, { library, serving, matching }: AnswerParts) {
  const parts = () => ({ library: library.current(), engine, matching: matching.asConfigured, serving });
  return {
    match: async (message: string, options?: MatchOptions): Promise<MatchAnswer> => {
      checkMatchOptions(options);
      return matchMessage(message, parts(), options);
    },
    search: async (query: string, options: SearchOptions = {}): Promise<SearchPage> => {
      checkSearchOptions(query, options);
      const { searchLibrary } = await import("../indexing/search-library.ts");
      return searchLibrary(query, options, {
        skills: library.current().list(),
        ranking: engine.profile.search,
        matching: matching.asConfigured,
      });
    },
    overlaps: async (options?: OverlapSearch) => {
      checkOverlapOptions(options);
      return overlapsOf(parts(), options);
    },
    overreach: async (options?: OverreachSearch) => {
      checkOverreachOptions(options);
      return overreachOf(parts(), options);
    },
    why: async (name: string, choice: CatalogChoice = {}): Promise<readonly Decision[]> => {
      checkSkillName("why", name);
      checkCatalogChoice("why", choice);
      const { explainName } = await import("./explain-library.ts");
      return explainName(name, library.current(), engine, choice);
    },
    catalog: async (choice: CatalogChoice = {}) => {
      checkCatalogChoice("catalog", choice);
      const { catalogOf } = await import("../session/prompt/catalog-of.ts");
      return catalogOf(library.current(), engine, choice);
    },
    unseen: async (): Promise<readonly UnseenInRoot[]> => {
      const { findUnseen } = await import("./explain-library.ts");
      return findUnseen(library.current(), engine);
    },
  };
}
