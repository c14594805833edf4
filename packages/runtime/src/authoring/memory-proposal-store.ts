import { compareText } from "../basics/words.ts";
import type { Proposal, ProposalContent, ProposalFile, ProposalStore } from "../proposal.ts";

/** Keeps proposals in memory: they are lost with the process. */
export function memoryProposalStore(): ProposalStore {
  const proposals = new Map<string, Proposal>();
  const contents = new Map<string, ProposalContent>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    exclusive: (work) => {
      const mine = last.then(work, work);
      last = mine.catch(() => undefined);
      return mine;
    },
    put: (proposal, content) => {
      proposals.set(proposal.id, structuredClone(proposal));
      if (content !== undefined) contents.set(proposal.id, copyOf(content));
    },
    get: (id) => structuredClone(proposals.get(id)),
    content: (id) => {
      const content = contents.get(id);
      return content === undefined ? undefined : copyOf(content);
    },
    list: () => [...proposals.values()].map((each) => structuredClone(each)).sort(oldestFirst),
    delete: (id) => {
      contents.delete(id);
      return proposals.delete(id);
    },
  };
}

/** The order of a list of proposals. */
export function oldestFirst(a: Proposal, b: Proposal): number {
  return compareText(a.at, b.at) || compareText(a.id, b.id);
}

function copyOf({ before, after }: ProposalContent): ProposalContent {
  const copy = (file: ProposalFile): ProposalFile => ({ ...file, bytes: file.bytes.slice() });
  return { before: before.map(copy), after: after.map(copy) };
}
