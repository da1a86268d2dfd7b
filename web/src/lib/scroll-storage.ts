/** Where the router keeps how far each entry of the history was scrolled, in the storage of the tab. */
export const SCROLL_STORAGE_KEY = 'inkwell:scroll';

/** How far an entry was scrolled when it was last left, in pixels; null where that is not known. */
export function storedScroll(entryKey: string): number | null {
  try {
    const positions: Record<string, unknown> = JSON.parse(sessionStorage.getItem(SCROLL_STORAGE_KEY) ?? '{}');
    const y = positions[entryKey];
    return typeof y === 'number' ? y : null;
  } catch {
    return null; // Storage may be off: then no page remembers its place.
  }
}
