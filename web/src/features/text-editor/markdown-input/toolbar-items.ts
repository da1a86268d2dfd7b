import {
  faBold,
  faCode,
  faHeading,
  faItalic,
  faLink,
  faListOl,
  faListUl,
  faQuoteRight,
  faSuperscript,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons';
import { type Command, commands } from './commands.ts';

export interface ToolbarItem {
  readonly label: string;
  readonly icon: IconDefinition;
  readonly command: Command;
  /** The key to press with Ctrl or Cmd: `B`, `Shift+8`. */
  readonly keys: string;
}

/** The buttons in order. Shortcuts are those of common editors; none is one that the browser needs. */
export const TOOLBAR_ITEMS: readonly ToolbarItem[] = [
  { label: 'Bold', icon: faBold, command: commands.bold, keys: 'B' },
  { label: 'Italic', icon: faItalic, command: commands.italic, keys: 'I' },
  { label: 'Heading', icon: faHeading, command: commands.heading, keys: 'Shift+H' },
  { label: 'Bulleted list', icon: faListUl, command: commands.bulletList, keys: 'Shift+8' },
  { label: 'Numbered list', icon: faListOl, command: commands.numberedList, keys: 'Shift+7' },
  { label: 'Quote', icon: faQuoteRight, command: commands.quote, keys: 'Shift+9' },
  { label: 'Code', icon: faCode, command: commands.code, keys: 'E' },
  { label: 'Link', icon: faLink, command: commands.link, keys: 'K' },
  { label: 'Footnote', icon: faSuperscript, command: commands.footnote, keys: 'Shift+F' },
];

/** The button whose shortcut was pressed. Compares positions on the keyboard, because layouts differ in the characters. */
export function itemOfKeys(
  event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): ToolbarItem | undefined {
  if (event.ctrlKey === event.metaKey || event.altKey) return undefined;
  const pressed = (event.shiftKey ? 'Shift+' : '') + event.code.replace(/^(?:Key|Digit)/, '');
  return TOOLBAR_ITEMS.find(({ keys }) => keys === pressed);
}
