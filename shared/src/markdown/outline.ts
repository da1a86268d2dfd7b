/** The levels of the headings of one text, taken in their order. */
export interface Outline {
  /** The level, 2 to 6, of the next heading, which has `marks` times `#`. */
  levelOf(marks: number): number;
  /** The outline of a quotation or a list item: its headings stand below the last one outside and change nothing there. */
  inner(): Outline;
}

const LOWEST_LEVEL = 6;

/**
 * Gives each heading the level below the nearest one before it that has fewer marks, and 2 where there is none, because the
 * page has its own `h1`. So a text may begin with `#`, `##` or `###`, and no level is left out (WCAG 1.3.1).
 */
export function createOutline(level = 1): Outline {
  let open: number[] = [];
  const levelBelow = () => Math.min(LOWEST_LEVEL, level + open.length);
  return {
    levelOf(marks) {
      open = [...open.filter((others) => others < marks), marks];
      return levelBelow();
    },
    inner: () => createOutline(levelBelow()),
  };
}
