/**
 * The code of a file with all its mutants, each of which is active while `__mutant(id)` returns true.
 *
 * @param {string} code
 * @param {readonly { readonly id: number; readonly mutant: import("./find-mutants.mjs").Mutant }[]} mutants
 */
export function addSwitches(code, mutants) {
  const edits = mutants.flatMap(({ id, mutant }, order) => {
    const { start, end, kind } = mutant.place;
    const mutated = code.slice(start, mutant.start) + mutant.replacement + code.slice(mutant.end, end);
    const [before, after] =
      kind === "statement"
        ? [`{if(globalThis.__mutant?.(${id})){${mutated}}else{`, "}}"]
        : [`(globalThis.__mutant?.(${id})?(${mutated}):(`, "))"];
    const size = end - start;
    return [
      { at: start, isStart: true, size, order, text: before },
      { at: end, isStart: false, size, order, text: after },
    ];
  });
  edits.sort(
    (a, b) =>
      a.at - b.at ||
      // Where two places meet, one ends before the next begins, and the inner one ends first and begins last.
      Number(a.isStart) - Number(b.isStart) ||
      (a.isStart ? 1 : -1) * (b.size - a.size || a.order - b.order),
  );
  let result = "";
  let done = 0;
  for (const { at, text } of edits) {
    result += code.slice(done, at) + text;
    done = at;
  }
  return result + code.slice(done);
}
