/*
 * A served page is read and scrolled before the app takes over. The router knows nothing of that and would begin at the top,
 * so what the reader looks at is followed until then and put back in its place.
 */

/** A block of the text and how far its top is from the top of the window in pixels, or the window's position alone. */
type Position = { readonly block: Element; readonly top: number } | { readonly scrollY: number };

/** Null at the top of the page, which is where everything begins anyway. */
let position: Position | null = null;

function look(): void {
  const { scrollY, innerWidth, innerHeight } = window;
  const block = document.elementFromPoint(innerWidth / 2, innerHeight / 3)?.closest('.markdown > *');
  position = scrollY === 0 ? null : block ? { block, top: block.getBoundingClientRect().top } : { scrollY };
}

/** To be called before the first render. */
export function followReader(): void {
  look();
  addEventListener('scroll', look, { passive: true });
}

/** Puts what the reader looked at where it was. To be called in the commit that moved it, before it is painted. */
export function keepPlace(): void {
  if (position === null) return;
  if ('scrollY' in position) window.scrollTo(0, position.scrollY);
  else if (position.block.isConnected) window.scrollBy(0, position.block.getBoundingClientRect().top - position.top);
}

/** From here on the router minds the position. */
export function stopFollowing(): void {
  removeEventListener('scroll', look);
  position = null;
}
