/** Key of the router's scroll positions of history entries, in the storage of the tab. */
export const SCROLL_STORAGE_KEY = 'inkwell:scroll';

/** Positions in pixels by the key of their entry; empty if storage is off. */
function positions(): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(SCROLL_STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** Scroll position of an entry when it was last left, in pixels; null if unknown. */
export function storedScroll(entryKey: string): number | null {
  const y = positions()[entryKey];
  return typeof y === 'number' ? y : null;
}

/** Removes the position of an entry. */
export function forgetScroll(entryKey: string): void {
  const { [entryKey]: y, ...others } = positions();
  if (y !== undefined) sessionStorage.setItem(SCROLL_STORAGE_KEY, JSON.stringify(others));
}
