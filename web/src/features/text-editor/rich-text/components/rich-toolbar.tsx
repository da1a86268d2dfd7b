import {
  faImage,
  faImages,
  faKeyboard,
  faLink,
  faMagnifyingGlass,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons';
import { RichTextEditor } from '@mantine/tiptap';
import { type Editor, useEditorState } from '@tiptap/react';
import type { RefObject } from 'react';
import { Icon } from '../../../../components/icon.tsx';
import { useRovingFocus } from '../../use-roving-focus.ts';
import {
  type Action,
  BLOCK_ACTIONS,
  HISTORY_ACTIONS,
  keysSaid,
  keysShown,
  LIST_ACTIONS,
  MARK_ACTIONS,
  perform,
} from '../editing/actions.ts';
import { OPENER_KEYS, type Openers } from '../editing/extensions.ts';
import styles from '../rich-text.module.css';

interface RichToolbarProps {
  readonly editor: Editor;
  readonly openers: RefObject<Openers>;
  readonly onImage: () => void;
  /** Opens the writer's earlier uploads. */
  readonly onLibrary: () => void;
  /** Id of what the buttons act on. */
  readonly controls: string;
  /** Where Alt+F10 leads. */
  readonly entry: RefObject<HTMLDivElement | null>;
}

interface Tool {
  readonly id: string;
  readonly label: string;
  readonly icon: IconDefinition;
  readonly sign?: string | undefined;
  readonly keys?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly isPossible: boolean;
  readonly run: () => void;
}

/** Text is what a block is without the others, which take themselves back. */
const BLOCKS = BLOCK_ACTIONS.filter(({ id }) => id !== 'paragraph');

/** The buttons above a rich text. */
export function RichToolbar({ editor, openers, onImage, onLibrary, controls, entry }: RichToolbarProps) {
  const { current, setCurrent, ref, onKeyDown } = useRovingFocus();
  const states = useEditorState({
    editor,
    selector: () =>
      Object.fromEntries(
        [...MARK_ACTIONS, ...BLOCKS, ...LIST_ACTIONS, ...HISTORY_ACTIONS].map((action) => [
          action.id,
          `${action.isActive?.(editor) ?? ''} ${action.isPossible?.(editor) ?? true}`,
        ]),
      ),
  });
  const isLink = useEditorState({ editor, selector: () => editor.isActive('link') });

  const toolOf = (action: Action): Tool => {
    const [isActive, isPossible] = (states[action.id] ?? ' true').split(' ');
    return {
      ...action,
      isActive: isActive === '' ? undefined : isActive === 'true',
      isPossible: isPossible === 'true',
      run: () => perform(editor, action),
    };
  };
  const opener = (id: keyof typeof OPENER_KEYS, label: string, icon: IconDefinition, isActive?: boolean): Tool => ({
    ...{ id, label, icon, isActive, keys: OPENER_KEYS[id], isPossible: true },
    run: () => openers.current[id](),
  });
  const groups: readonly (readonly Tool[])[] = [
    [...MARK_ACTIONS.map(toolOf), opener('link', 'Link', faLink, isLink)],
    [
      ...BLOCKS.map(toolOf),
      { id: 'image', label: 'Image', icon: faImage, isPossible: true, run: onImage },
      { id: 'library', label: 'Your pictures', icon: faImages, isPossible: true, run: onLibrary },
    ],
    LIST_ACTIONS.map(toolOf),
    HISTORY_ACTIONS.map(toolOf),
    [opener('find', 'Find and replace', faMagnifyingGlass), opener('keys', 'Keys', faKeyboard)],
  ];
  const tools = groups.flat();
  const button = ({ id, label, icon, sign, keys, isActive, isPossible, run }: Tool) => {
    const index = tools.findIndex((tool) => tool.id === id);
    return (
      <button
        key={id}
        type="button"
        className={styles.tool}
        aria-label={label}
        title={keys ? `${label} (${keysShown(keys)})` : label}
        aria-keyshortcuts={keys && keysSaid(keys)}
        aria-pressed={isActive}
        aria-disabled={!isPossible}
        tabIndex={index === current ? 0 : -1}
        onFocus={() => setCurrent(index)}
        // Keeps the selection of the text while the mouse is on a button.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => isPossible && run()}
      >
        <Icon icon={icon} />
        {sign && <sub aria-hidden>{sign}</sub>}
      </button>
    );
  };
  return (
    <RichTextEditor.Toolbar className={styles.toolbar ?? ''}>
      <div
        ref={(element) => {
          ref.current = element;
          entry.current = element;
        }}
        role="toolbar"
        aria-label="Formatting"
        aria-controls={controls}
        className={styles.tools}
        onKeyDown={(event) => {
          if (event.key === 'Escape') editor.view.focus();
          onKeyDown(event);
        }}
      >
        {groups.map((group) => (
          <span key={group[0]?.id} className={styles.group}>
            {group.map(button)}
          </span>
        ))}
      </div>
    </RichTextEditor.Toolbar>
  );
}
