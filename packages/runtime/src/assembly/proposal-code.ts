/** What makes, checks and applies proposals, as one module that is imported on first use. */
export { memoryProposalStore } from "../authoring/memory-proposal-store.ts";
export { openProposals } from "../authoring/open-proposals.ts";
