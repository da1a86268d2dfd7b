/*
 * A served page can be read and scrolled before the app takes over. The router does not know about that and would
 * scroll to the top, or to the position before a reload. So the block that the reader looks at is followed until then
 * and put back in its place.
 */

interface Position {
  readonly scrollY: number;
  /**
   * A block of the text in the upper part of the window, and the distance of its top from the window's top in pixels.
   */
  readonly block: Element | undefined;
  readonly top: number;
}

/** Null at the top of the page, where every page begins. */
let position: Position | null = null;

function look(): void {
  const { scrollY, innerHeight } = window;
  position = null;
  if (scrollY === 0) return;
  // The contents may stay in view next to the text.
  const blocks = document.querySelectorAll('.markdown > :not(nav)');
  const block = [...blocks].find((candidate) => candidate.getBoundingClientRect().bottom > innerHeight / 3);
  position = { scrollY, block, top: block?.getBoundingClientRect().top ?? 0 };
}

/** To be called before the router is made. */
export function followReader(): void {
  // Without a key, the router takes this document for the last one that had none.
  const { state } = window.history;
  if (!state?.key) window.history.replaceState({ ...state, key: crypto.randomUUID() }, '');
  look();
  addEventListener('scroll', look, { passive: true });
}

/** Restores the reader's position. Call this in the commit that moved the content, before it is painted. */
export function keepPlace(): void {
  // The commit scrolls too, and that is not the reader.
  removeEventListener('scroll', look);
  if (position === null) return;
  const { block, top, scrollY } = position;
  if (block?.isConnected) window.scrollBy(0, block.getBoundingClientRect().top - top);
  else window.scrollTo(0, scrollY);
}

/**
 * Removes the router's stored position if the reader has scrolled. A position that the browser restored after a reload
 * does not count: it may end at the end of the served page.
 * @param storageKey of the router's scroll restoration
 * @param locationKey of the history entry
 */
export function forgetStoredPlace(storageKey: string, locationKey: string): void {
  if (position === null || !document.documentElement.hasAttribute('data-had-input')) return;
  try {
    const { [locationKey]: _stored, ...others } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    sessionStorage.setItem(storageKey, JSON.stringify(others));
  } catch {
    // Storage may be off: then there is no stored position.
  }
}

/** Ends following: from here on, the router restores positions. */
export function stopFollowing(): void {
  position = null;
}
