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
import styles from '../rich-text.module.css';

interface RichToolbarProps {
  readonly editor: Editor;
  readonly openers: RefObject<Openers>;
  readonly onImage: () => void;
  /** Opens the pictures that the writer uploaded earlier. */
  readonly onLibrary: () => void;
  /** Id of the text that the buttons change. */
  readonly controls: string;
  /** The element that Alt+F10 moves the focus into. */
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

/** Paragraph needs no button: pressing the button of a block again makes it a paragraph. */
const BLOCKS = BLOCK_ACTIONS.filter(({ id }) => id !== 'paragraph');

/** The toolbar of the rich text editor. */
export function RichToolbar({ editor, openers, onImage, onLibrary, controls, entry }: RichToolbarProps) {
  const { current, setCurrent, ref, onKeyDown } = useRovingFocus();
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
    [opener('find', 'Find and replace', faMagnifyingGlass), opener('keys', 'Keyboard shortcuts', faKeyboard)],
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
        title={keys ? `${label} (${keysLabel(keys)})` : label}
        aria-keyshortcuts={keys && ariaKeys(keys)}
        aria-pressed={isActive}
        aria-disabled={!isPossible}
        tabIndex={index === current ? 0 : -1}
        onFocus={() => setCurrent(index)}
        // A click must not take the focus, and with it the selection, from the text.
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
