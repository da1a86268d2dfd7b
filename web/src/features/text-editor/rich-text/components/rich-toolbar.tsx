import { lineSearch } from '@inkwell/shared/line-icons';
import { type Editor, useEditorState } from '@tiptap/react';
import type { RefObject } from 'react';
import type { IconDrawing } from '../../../../components/icon.tsx';
import { linePicture } from '../../../../components/staff-icons.ts';
import { toolKeys, toolLibrary, toolLink } from '../../tool-icons.ts';
import { type Tool, ToolRow } from '../../tool-row.tsx';
import {
  ACTIONS,
  type Action,
  ariaKeys,
  BLOCK_ACTIONS,
  HISTORY_ACTIONS,
  keysLabel,
  LIST_ACTIONS,
  MARK_ACTIONS,
  perform,
} from '../editing/actions.ts';
import { OPENER_KEYS, type Openers } from '../editing/extensions.ts';

interface RichToolbarProps {
  readonly editor: Editor;
  readonly openers: RefObject<Openers>;
  readonly onImage: () => void;
  /** Opens the writer's earlier pictures. */
  readonly onLibrary: () => void;
  /** Id of the text that the buttons change. */
  readonly controls: string;
  /** The element that Alt+F10 focuses. */
  readonly entry: RefObject<HTMLDivElement | null>;
}

/** Paragraph needs no button: pressing a block's button again turns the block into a paragraph. */
const BLOCKS = BLOCK_ACTIONS.filter(({ id }) => id !== 'paragraph');

/** The tools of the row; the others are in its menu. */
const COMMON = new Set(['bold', 'italic', 'heading-2', 'heading-3', 'bullets', 'numbers', 'quote']);
const isCommon = ({ id }: Action) => COMMON.has(id);
const isRare = ({ id }: Action) => !COMMON.has(id);

const keysOf = (keys: string | undefined) => (keys ? { shown: keysLabel(keys), aria: ariaKeys(keys) } : undefined);

/** The toolbar of the rich text editor. */
export function RichToolbar({ editor, openers, onImage, onLibrary, controls, entry }: RichToolbarProps) {
  const states = useEditorState({
    editor,
    selector: () =>
      Object.fromEntries(
        ACTIONS.map((action) => [
          action.id,
          `${action.isActive?.(editor) ?? ''} ${action.isPossible?.(editor) ?? true}`,
        ]),
      ),
  });
  const isLink = useEditorState({ editor, selector: () => editor.isActive('link') });

  const toolOf = (action: Action): Tool => {
    const [isActive, isPossible] = (states[action.id] ?? ' true').split(' ');
    return {
      id: action.id,
      label: action.label,
      icon: action.icon,
      sign: action.sign,
      keys: keysOf(action.keys),
      isActive: isActive === '' ? undefined : isActive === 'true',
      isPossible: isPossible === 'true',
      run: () => perform(editor, action),
    };
  };
  const opener = (id: keyof typeof OPENER_KEYS, label: string, icon: IconDrawing, isActive?: boolean): Tool => ({
    id,
    label,
    icon,
    isActive,
    keys: keysOf(OPENER_KEYS[id]),
    run: () => openers.current[id](),
  });
  const groups = [
    [...MARK_ACTIONS.filter(isCommon).map(toolOf), opener('link', 'Link', toolLink, isLink)],
    BLOCKS.filter(isCommon).map(toolOf),
    [{ id: 'image', label: 'Image', icon: linePicture, run: onImage }],
    HISTORY_ACTIONS.map(toolOf),
  ];
  const more = [
    ...[...MARK_ACTIONS, ...BLOCKS, ...LIST_ACTIONS].filter(isRare).map(toolOf),
    { id: 'library', label: 'Media', icon: toolLibrary, run: onLibrary },
    opener('find', 'Find and replace', lineSearch),
    opener('keys', 'Keyboard shortcuts', toolKeys),
  ];
  return <ToolRow {...{ groups, more, controls, entry }} onEscape={() => editor.view.focus()} />;
}
