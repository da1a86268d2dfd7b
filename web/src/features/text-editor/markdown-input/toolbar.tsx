import type { IconDrawing } from '../../../components/icon.tsx';
import { isApple } from '../../../lib/apple.ts';
import { type Tool, ToolRow } from '../tool-row.tsx';
import { TOOLBAR_ITEMS, type ToolbarItem } from './toolbar-items.ts';

interface ToolbarProps {
  readonly onCommand: (item: ToolbarItem) => void;
  /** The tools for pictures; the first one is the most common. */
  readonly pictures: readonly { readonly label: string; readonly icon: IconDrawing; readonly run: () => void }[];
  /** Id of the text area that the buttons change. */
  readonly controls: string;
}

/** The toolbar of the Markdown area. */
export function Toolbar({ onCommand, pictures, controls }: ToolbarProps) {
  const [modifier, ariaModifier] = isApple() ? ['⌘', 'Meta'] : ['Ctrl', 'Control'];
  const toolOf = (item: ToolbarItem): Tool => ({
    id: item.label,
    label: item.label,
    icon: item.icon,
    keys: { shown: `${modifier}+${item.keys}`, aria: `${ariaModifier}+${item.keys}` },
    run: () => onCommand(item),
  });
  const [image, ...otherPictures] = pictures.map((tool): Tool => ({ ...tool, id: tool.label }));
  const itemsOf = (place: ToolbarItem['place']) => TOOLBAR_ITEMS.filter((item) => item.place === place).map(toolOf);
  return (
    <ToolRow
      controls={controls}
      groups={[itemsOf('words'), itemsOf('blocks'), image ? [image] : []]}
      more={[...itemsOf('more'), ...otherPictures]}
    />
  );
}
