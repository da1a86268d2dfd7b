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
  /** As `KeyboardEvent.code`, because a layout may put other characters on the key; always with Ctrl or Cmd. */
  readonly shortcut: { readonly code: string; readonly shift?: boolean; readonly name: string };
}

/** The buttons in their order. Shortcuts are those of common editors, and none the browser needs for itself. */
export const TOOLBAR_ITEMS: readonly ToolbarItem[] = [
  { label: 'Bold', icon: faBold, command: commands.bold, shortcut: { code: 'KeyB', name: 'B' } },
  { label: 'Italic', icon: faItalic, command: commands.italic, shortcut: { code: 'KeyI', name: 'I' } },
  {
    label: 'Heading',
    icon: faHeading,
    command: commands.heading,
    shortcut: { code: 'KeyH', shift: true, name: 'Shift+H' },
  },
  {
    label: 'Bulleted list',
    icon: faListUl,
    command: commands.bulletList,
    shortcut: { code: 'Digit8', shift: true, name: 'Shift+8' },
  },
  {
    label: 'Numbered list',
    icon: faListOl,
    command: commands.numberedList,
    shortcut: { code: 'Digit7', shift: true, name: 'Shift+7' },
  },
  {
    label: 'Quote',
    icon: faQuoteRight,
    command: commands.quote,
    shortcut: { code: 'Digit9', shift: true, name: 'Shift+9' },
  },
  { label: 'Code', icon: faCode, command: commands.code, shortcut: { code: 'KeyE', name: 'E' } },
  { label: 'Link', icon: faLink, command: commands.link, shortcut: { code: 'KeyK', name: 'K' } },
  {
    label: 'Footnote',
    icon: faSuperscript,
    command: commands.footnote,
    shortcut: { code: 'KeyF', shift: true, name: 'Shift+F' },
  },
];

interface Keys {
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The button whose shortcut was pressed. */
export function itemOfKeys(keys: Keys): ToolbarItem | undefined {
  if (keys.ctrlKey === keys.metaKey || keys.altKey) return undefined;
  return TOOLBAR_ITEMS.find(({ shortcut }) => shortcut.code === keys.code && Boolean(shortcut.shift) === keys.shiftKey);
}
