/** Assigns levels to the headings of a text, in order. */
export interface Outline {
  /** The level, 2 to 6, of the next heading, which was written with `hashes` times `#`. */
  levelOf(hashes: number): number;
  /** The outline of a quotation or list item: its headings are below the last heading outside and do not affect later ones. */
  inner(): Outline;
}

const LOWEST_LEVEL = 6;

/**
 * A heading is one level below the nearest heading before it that has fewer `#`, or on level 2 if there is none, because the page has its own `h1`.
 * So a text can begin with `#`, `##` or `###`, and no level is skipped (WCAG 1.3.1).
 */
export function createOutline(level = 1): Outline {
  let open: number[] = [];
  const levelBelow = () => Math.min(LOWEST_LEVEL, level + open.length);
  return {
    levelOf(hashes) {
      open = [...open.filter((others) => others < hashes), hashes];
      return levelBelow();
    },
    inner: () => createOutline(levelBelow()),
  };
}
