/*
 * A served page is read and scrolled before the app takes over. The router knows nothing of that: it would begin at the top, or
 * where the page was left before it was loaded again. So what the reader looks at is followed until then and put back in its
 * place.
 */

interface Position {
  readonly scrollY: number;
  /** A block of the text in the upper part of the window, and how far its top is from that of the window in pixels. */
  readonly block: Element | undefined;
  readonly top: number;
}

/** Null at the top of the page, which is where everything begins anyway. */
let position: Position | null = null;

function look(): void {
  const { scrollY, innerHeight } = window;
  position = null;
  if (scrollY === 0) return;
  const blocks = document.querySelector('.markdown')?.children ?? [];
  const block = [...blocks].find((candidate) => candidate.getBoundingClientRect().bottom > innerHeight / 3);
  position = { scrollY, block, top: block?.getBoundingClientRect().top ?? 0 };
}

/** To be called before the router is made. */
export function followReader(): void {
  // A document of its own is a place of its own: without a key the router takes it for the last one that had none.
  const { state } = window.history;
  if (!state?.key) window.history.replaceState({ ...state, key: crypto.randomUUID() }, '');
  look();
  addEventListener('scroll', look, { passive: true });
}

/** Puts what the reader looked at where it was. To be called in the commit that moved it, before it is painted. */
export function keepPlace(): void {
  // The scrolling of the commit itself is not the reader's.
  removeEventListener('scroll', look);
  if (position === null) return;
  const { block, top, scrollY } = position;
  if (block?.isConnected) window.scrollBy(0, block.getBoundingClientRect().top - top);
  else window.scrollTo(0, scrollY);
}

/**
 * Takes a stored position from the router if the reader has chosen another. What the browser itself restored after a reload is
 * no choice: it gets no further than the end of the served page. `storageKey` is that of the router's restoration,
 * `locationKey` that of the place.
 */
export function forgetStoredPlace(storageKey: string, locationKey: string): void {
  if (position === null || !document.documentElement.hasAttribute('data-had-input')) return;
  try {
    const { [locationKey]: _stored, ...others } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    sessionStorage.setItem(storageKey, JSON.stringify(others));
  } catch {
    // Storage may be off: then nothing is stored that could be restored.
  }
}

/** From here on the router minds the position. */
export function stopFollowing(): void {
  position = null;
}
