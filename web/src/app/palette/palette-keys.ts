import { isApple } from '../../lib/apple.ts';

/** In the notation of `aria-keyshortcuts`. */
export const PALETTE_KEYS = 'Control+K Meta+K Control+Shift+K Meta+Shift+K';

/** The key as the interface shows it. */
export const paletteHint = (): string => (isApple() ? '⌘ K' : 'Ctrl K');

/** The character decides, because layouts differ. In layouts without Latin letters, the position decides. */
const isK = ({ key, code }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));

/** In texts, Ctrl+K makes a link. */
const isInText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea'));

/** Whether a key opens the palette: Ctrl+K outside text fields, Ctrl+Shift+K everywhere. */
export function opensPalette(event: KeyboardEvent): boolean {
  const isCommand = isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!isCommand || event.altKey || event.isComposing || !isK(event)) return false;
  return event.shiftKey || !isInText(event.target);
}
