import type { IconDrawing } from '../../../components/icon.tsx';
import {
  toolBold,
  toolBullets,
  toolCode,
  toolFootnote,
  toolHeading,
  toolItalic,
  toolLink,
  toolNumbers,
  toolQuote,
} from '../tool-icons.ts';
import { type Command, commands } from './commands.ts';

export interface ToolbarItem {
  readonly label: string;
  readonly icon: IconDrawing;
  readonly command: Command;
  /** The key to press with Ctrl or Cmd: `B`, `Shift+8`. */
  readonly keys: string;
  /** The button's group in the row, or the menu. */
  readonly place: 'words' | 'blocks' | 'more';
}

/** The buttons in order. Shortcuts are the ones of common editors; none conflicts with one that the browser needs. */
export const TOOLBAR_ITEMS: readonly ToolbarItem[] = [
  { label: 'Bold', icon: toolBold, command: commands.bold, keys: 'B', place: 'words' },
  { label: 'Italic', icon: toolItalic, command: commands.italic, keys: 'I', place: 'words' },
  { label: 'Heading', icon: toolHeading, command: commands.heading, keys: 'Shift+H', place: 'blocks' },
  { label: 'Bulleted list', icon: toolBullets, command: commands.bulletList, keys: 'Shift+8', place: 'blocks' },
  { label: 'Numbered list', icon: toolNumbers, command: commands.numberedList, keys: 'Shift+7', place: 'blocks' },
  { label: 'Quote', icon: toolQuote, command: commands.quote, keys: 'Shift+9', place: 'blocks' },
  { label: 'Code', icon: toolCode, command: commands.code, keys: 'E', place: 'more' },
  { label: 'Link', icon: toolLink, command: commands.link, keys: 'K', place: 'words' },
  { label: 'Footnote', icon: toolFootnote, command: commands.footnote, keys: 'Shift+F', place: 'more' },
];

/** The button whose shortcut was pressed. Compares positions on the keyboard, because layouts differ in the characters. */
export function itemOfKeys(
  event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): ToolbarItem | undefined {
  if (event.ctrlKey === event.metaKey || event.altKey) return undefined;
  const pressed = (event.shiftKey ? 'Shift+' : '') + event.code.replace(/^(?:Key|Digit)/, '');
  return TOOLBAR_ITEMS.find(({ keys }) => keys === pressed);
}
