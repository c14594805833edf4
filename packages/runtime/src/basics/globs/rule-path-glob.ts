/**
 * Says whether a path matches a pattern of segments: `**` is any number of whole segments, at least one at the end;
 * inside a segment `*` is any text and `?` one character. Takes at most pattern × path steps.
 */
export function matchPathGlob(pattern: string, path: string): boolean {
  const segments = path.split("/");
  const wanted = pattern.split("/").flatMap((part, at, all) =>
    // `src/**` is what lies below `src`, not `src` itself.
    part === "**" && at === all.length - 1 ? ["**", "*"] : [part],
  );
  return matchSequence(wanted, segments, "**", matchSegment);
}

function matchSegment(pattern: string, segment: string): boolean {
  return matchSequence(Array.from(pattern), Array.from(segment), "*", (wanted, character) => {
    return wanted === "?" || wanted === character;
  });
}

/** The classic two-finger match: on a mismatch only the last star is widened, so nothing is tried twice. */
function matchSequence(
  wanted: readonly string[],
  items: readonly string[],
  star: string,
  accepts: (wanted: string, item: string) => boolean,
): boolean {
  let next = 0;
  let at = 0;
  let lastStar = -1;
  let resume = 0;
  while (at < items.length) {
    const current = wanted[next];
    if (current === star) {
      lastStar = next;
      resume = at;
      next += 1;
    } else if (current !== undefined && accepts(current, items[at] ?? "")) {
      next += 1;
      at += 1;
    } else if (lastStar >= 0) {
      next = lastStar + 1;
      resume += 1;
      at = resume;
    } else {
      return false;
    }
  }
  return wanted.slice(next).every((rest) => rest === star);
}
