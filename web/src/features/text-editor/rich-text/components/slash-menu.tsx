import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../../components/icon.tsx';
import { type Action, BLOCK_ACTIONS, keysLabel, perform } from '../editing/actions.ts';
import styles from '../rich-text.module.css';
import { placeMenu } from './bubble.tsx';

/** The words after a slash at the beginning of a paragraph, and their range. */
interface SlashQuery {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/** The height of an option on touch screens. */
const CHOICE_PX = 44;

const SLASH = /^\/([\p{L}\p{N} ]{0,20})$/u;

/** The slash command that the writer is typing; null if there is none. */
function slashQuery(editor: Editor): SlashQuery | null {
  const { $from, empty } = editor.state.selection;
  const { parent } = $from;
  if (!empty || parent.type.name !== 'paragraph' || $from.parentOffset !== parent.content.size) return null;
  const found = SLASH.exec(parent.textContent);
  return found ? { from: $from.start(), to: $from.pos, words: found[1] ?? '' } : null;
}

/** The actions whose label has a word that begins with the typed text. */
function slashActions(words: string, more: readonly Action[] = []): readonly Action[] {
  const query = words.trim().toLowerCase();
  return [...BLOCK_ACTIONS, ...more].filter(({ label, also = '' }) =>
    `${label} ${also}`
      .toLowerCase()
      .split(' ')
      .some((_, index, all) => all.slice(index).join(' ').startsWith(query)),
  );
}

interface SlashMenuProps {
  readonly editor: Editor;
  /** Actions that do not apply to blocks. */
  readonly more: readonly Action[];
}

/** The menu of blocks for a slash at the beginning of a paragraph: arrows select, Enter inserts, Escape closes. The focus stays in the text. */
export function SlashMenu({ editor, more }: SlashMenuProps) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  /** The position of a slash whose menu was closed by Escape. */
  const [left, setLeft] = useState<number | null>(null);
  const query = useEditorState({ editor, selector: () => (editor.isFocused ? slashQuery(editor) : null) });
  const actions =
    query && query.from !== left
      ? slashActions(
          query.words,
          more.filter(({ isPossible }) => isPossible?.(editor) ?? true),
        )
      : [];
  const isOpen = actions.length > 0;
  const active = Math.min(chosen, actions.length - 1);

  const take = (action: Action) => {
    if (!query) return;
    editor.chain().focus().deleteRange({ from: query.from, to: query.to }).run();
    perform(editor, action);
    setChosen(0);
  };

  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  onKey.current = (event) => {
    if (!isOpen || event.isComposing) return;
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active + actions.length - 1 };
    const move = moves[event.key];
    const action = actions[active];
    if (move !== undefined) setChosen(move % actions.length);
    else if (event.key === 'Enter' && action && !event.ctrlKey && !event.metaKey) take(action);
    else if (event.key === 'Escape') setLeft(query?.from ?? null);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const isAway = query === null;
  useEffect(() => {
    if (isAway) {
      setLeft(null);
      setChosen(0);
    }
  }, [isAway]);

  useEffect(() => {
    const { dom } = editor.view;
    const listener = (event: KeyboardEvent) => onKey.current(event);
    // In the capture phase, before the editor's shortcuts and dialogs that Escape closes.
    dom.addEventListener('keydown', listener, { capture: true });
    return () => dom.removeEventListener('keydown', listener, { capture: true });
  }, [editor]);

  const activeId = isOpen ? `${id}-${actions[active]?.id}` : null;
  useEffect(() => {
    const { dom } = editor.view;
    if (activeId) {
      // Mantine's dialogs close on Escape before elements inside receive the key, except for elements with this attribute.
      dom.setAttribute('data-mantine-stop-propagation', 'true');
      dom.setAttribute('aria-controls', id);
      dom.setAttribute('aria-activedescendant', activeId);
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    } else {
      dom.removeAttribute('data-mantine-stop-propagation');
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    }
  }, [editor, activeId, id]);

  if (!isOpen || !query) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Blocks"
      className={styles.menu}
      style={placeMenu(editor, query.from, actions.length * CHOICE_PX)}
    >
      {actions.map((action, index) => (
        <div
          key={action.id}
          id={`${id}-${action.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.choice}
          onMouseDown={(event) => event.preventDefault()}
          // The menu may open under a resting pointer.
          onMouseMove={() => setChosen(index)}
          onClick={() => take(action)}
          onKeyDown={undefined}
        >
          <Icon icon={action.icon} />
          <span>{action.label}</span>
          {action.keys && <kbd className="key-hint no-touch">{keysLabel(action.keys)}</kbd>}
        </div>
      ))}
    </div>
  );
}
