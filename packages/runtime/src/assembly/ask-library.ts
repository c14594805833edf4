import type { CatalogSummary, MatchAnswer, MatchOptions } from "../conversation.ts";
import type { Engine } from "../engine.ts";
import type { OverlapReport } from "../evaluation/find-overlaps.ts";
import type { Overreach } from "../evaluation/find-overreach.ts";
import type {
  Decision,
  LibraryEntry,
  PendingQuestion,
  SearchOptions,
  SearchPage,
  UnseenInRoot,
} from "../library.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Serving } from "../serving/open-serving.ts";
import type { CatalogChoice } from "../session/prompt/catalog-of.ts";
import {
  checkCatalogChoice,
  checkMatchOptions,
  checkOverlapOptions,
  checkOverreachOptions,
  checkPendingQuestion,
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

/** The questions about the current library that need no conversation. */
export interface LibraryQuestions {
  /**
   * Finds the skills that match a message, with reasons and decisions: what the first turn of a new session would load
   * and suggest. Loads nothing, and waits for embedders without limit unless `timeoutMs` is set.
   */
  match(message: string, options?: MatchOptions): Promise<MatchAnswer>;
  /**
   * Searches the skills, best first, as the profile ranks them: by words and meaning with an exact name first, unless
   * it says otherwise. An empty query lists all skills by name.
   */
  search(query: string, options?: SearchOptions): Promise<SearchPage>;
  /**
   * The pending skills that a query finds or a message matches, best first: for the user, who can decide about them.
   * Nothing of them is for a model.
   */
  pendingFor(text: string, question: PendingQuestion): Promise<readonly LibraryEntry[]>;
  /**
   * Finds skills that a message cannot tell apart, and phrases that match another skill than the one that declares
   * them.
   */
  overlaps(options?: OverlapSearch): Promise<OverlapReport>;
  /** Finds skills whose descriptions match what other skills are for, as findings of a scan. */
  overreach(options?: OverreachSearch): Promise<readonly Overreach[]>;
  /** Every decision about a name, from the file to the catalog of a new session with these options. */
  why(name: string, options?: CatalogChoice): Promise<readonly Decision[]>;
  /** How the catalog of a new session with these options lists the skills. */
  catalog(options?: CatalogChoice): Promise<CatalogSummary>;
  /** Every SKILL.md below the roots that is not used, and why: too deep, hidden, inside of a skill, or misspelt. */
  unseen(): Promise<readonly UnseenInRoot[]>;
}

/** Answers questions about the current library. What they need is imported on first use. */
export function askLibrary(engine: Engine, { library, serving, matching }: AnswerParts): LibraryQuestions {
  const parts = () => ({ library: library.current(), engine, matching: matching.asConfigured, serving });
  return {
    match: async (message, options) => {
      checkMatchOptions(options);
      return matchMessage(message, parts(), options);
    },
    search: async (query, options = {}) => {
      checkSearchOptions(query, options);
      const { searchLibrary } = await import("../indexing/search-library.ts");
      return searchLibrary(query, options, {
        skills: library.current().list(),
        ranking: engine.profile.search,
        matching: matching.asConfigured,
      });
    },
    pendingFor: async (text, question) => {
      checkPendingQuestion(text, question);
      const { pendingFor } = await import("./pending-for.ts");
      return pendingFor(text, question, { library: library.current(), byWords: matching.byWords });
    },
    overlaps: async (options) => {
      checkOverlapOptions(options);
      return overlapsOf(parts(), options);
    },
    overreach: async (options) => {
      checkOverreachOptions(options);
      return overreachOf(parts(), options);
    },
    why: async (name, choice = {}) => {
      checkSkillName("why", name);
      checkCatalogChoice("why", choice);
      const { explainName } = await import("./explain-library.ts");
      return explainName(name, library.current(), engine, choice);
    },
    catalog: async (choice = {}) => {
      checkCatalogChoice("catalog", choice);
      const { catalogOf } = await import("../session/prompt/catalog-of.ts");
      return catalogOf(library.current(), engine, choice);
    },
    unseen: async () => {
      const { findUnseen } = await import("./explain-library.ts");
      return findUnseen(library.current(), engine);
    },
  };
}
