/** Key of the router's scroll positions of history entries, in the storage of the tab. */
export const SCROLL_STORAGE_KEY = 'inkwell:scroll';

/** Scroll position of an entry when it was last left, in pixels; null if unknown. */
export function storedScroll(entryKey: string): number | null {
  try {
    const positions: Record<string, unknown> = JSON.parse(sessionStorage.getItem(SCROLL_STORAGE_KEY) ?? '{}');
    const y = positions[entryKey];
    return typeof y === 'number' ? y : null;
  } catch {
    return null; // Storage may be off.
  }
}
