const PAGE_CHARACTERS = 65_536;

/** One page of a long text; a number beyond the last page gives the last one. */
export function pageOf(text: string, page: number): { text: string; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(text.length / PAGE_CHARACTERS));
  const number = Math.min(Math.max(1, Math.floor(page)), pages);
  return { text: text.slice((number - 1) * PAGE_CHARACTERS, number * PAGE_CHARACTERS), page: number, pages };
}
