import { safeLink } from '@inkwell/shared/markdown/urls';
import { type Editor, useEditorState } from '@tiptap/react';
import { type CSSProperties, type RefObject, useEffect, useState } from 'react';
import { Icon } from '../../../../components/icon.tsx';
import { keysLabel, MARK_ACTIONS } from '../editing/actions.ts';
import type { Openers } from '../editing/extensions.ts';
import styles from '../rich-text.module.css';

/** The position in the frame, in px, of an element for a position in the text. */
export function placeBeside(editor: Editor, position: number, side: 'above' | 'below'): CSSProperties {
  const frame = editor.view.dom.closest('[data-frame]')?.getBoundingClientRect();
  if (!frame) return {};
  const at = editor.view.coordsAtPos(position);
  const left = Math.max(8, Math.min(at.left - frame.left, frame.width - 260));
  return side === 'above' ? { left, bottom: frame.bottom - at.top + 6 } : { left, top: at.bottom - frame.top + 6 };
}

/** The maximum height of a menu at the text, in px. */
const MENU_PX = 336;

/** The gap between a menu and its limits, in px. */
const GAP_PX = 8;

/** The part of the window, in px, in which content at a box in the text is visible: between the editor's bars, above an on-screen keyboard. */
export function roomAt(editor: Editor, box: { readonly top: number; readonly bottom: number }) {
  const view = window.visualViewport;
  let top = view?.offsetTop ?? 0;
  let bottom = top + (view?.height ?? window.innerHeight);
  for (const bar of editor.view.dom.closest('form')?.querySelectorAll('[data-bar], [data-tools]') ?? []) {
    const edges = bar.getBoundingClientRect();
    // The tools of the other writing mode are hidden.
    if (edges.height === 0) continue;
    const isAbove = edges.bottom <= box.top || (edges.top < box.bottom && edges.top <= (top + bottom) / 2);
    if (isAbove) top = Math.max(top, edges.bottom);
    else bottom = Math.min(bottom, edges.top);
  }
  return { top, bottom };
}

/** The position of a menu for a position in the text: below it, or above if there is more room. */
export function placeMenu(editor: Editor, position: number, wantedPx: number): CSSProperties {
  const at = editor.view.coordsAtPos(position);
  const { top, bottom } = roomAt(editor, at);
  const [above, below] = [at.top - top - 2 * GAP_PX, bottom - at.bottom - 2 * GAP_PX];
  const side = below >= Math.min(wantedPx, MENU_PX) || below >= above ? 'below' : 'above';
  const room = Math.max(side === 'below' ? below : above, 2 * GAP_PX);
  return { ...placeBeside(editor, position, side), maxHeight: Math.min(MENU_PX, room) };
}

/** A bubble's height plus its distance from the words, in px. */
const BUBBLE_PX = 54;

/** Above the words, or below them if it would cover the toolbar. */
function placeAtWords(editor: Editor, from: number, to: number): CSSProperties {
  const rows = editor.view.dom.closest('[data-frame]')?.querySelectorAll('[data-tools]') ?? [];
  const { top } = editor.view.coordsAtPos(from);
  // The toolbar of the other writing mode is hidden: its box is empty, at the window's corner.
  const wouldCover = Array.from(rows, (row) => row.getBoundingClientRect()).some(
    (tools) => tools.top < top && top - BUBBLE_PX < tools.bottom,
  );
  return wouldCover ? placeBeside(editor, to, 'below') : placeBeside(editor, from, 'above');
}

interface BubbleProps {
  readonly editor: Editor;
  readonly openers: RefObject<Openers>;
}

/** Shows marks next to selected words, and the address next to a link. For keyboards, the toolbar offers the same. */
export function Bubble({ editor, openers }: BubbleProps) {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    const { dom } = editor.view;
    const press = () => setPressed(true);
    const release = () => setPressed(false);
    dom.addEventListener('pointerdown', press);
    window.addEventListener('pointerup', release);
    return () => {
      dom.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release);
    };
  }, [editor]);

  const state = useEditorState({
    editor,
    selector: () => {
      const { selection } = editor.state;
      const isText = !('node' in selection) && !editor.isActive('codeBlock') && !editor.isActive('sourceBlock');
      const { from, to, empty } = selection;
      const hasWords = isText && !empty && editor.state.doc.textBetween(from, to).trim() !== '';
      const href = isText && editor.isActive('link') ? String(editor.getAttributes('link').href ?? '') : null;
      // Null while the bubble is hidden, so that typing does not render it.
      if (!editor.isFocused || (!hasWords && href === null)) return null;
      const active = MARK_ACTIONS.filter(({ isActive }) => isActive?.(editor)).map(({ id }) => id);
      return { from, to, hasWords, href, active };
    },
  });
  if (!state || isPressed) return null;
  const target = state.href === null ? null : safeLink(state.href);
  const address =
    target && (target.kind === 'external' ? target.href : target.kind === 'internal' ? target.path : null);
  return (
    <div
      role="toolbar"
      aria-label="Selected words"
      className={styles.bubble}
      style={placeAtWords(editor, state.from, state.to)}
      // A click must not take the focus, which would clear the selection.
      onMouseDown={(event) => event.preventDefault()}
    >
      {state.hasWords &&
        MARK_ACTIONS.map(({ id, label, icon, keys, run }) => (
          <button
            key={id}
            type="button"
            tabIndex={-1}
            className={styles.mark}
            aria-label={label}
            title={keys ? `${label} (${keysLabel(keys)})` : label}
            aria-pressed={state.active.includes(id)}
            onClick={() => run(editor)}
          >
            <Icon icon={icon} />
          </button>
        ))}
      {address && (
        <a
          className={styles.address}
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          title={address}
        >
          {address}
        </a>
      )}
      <button type="button" tabIndex={-1} className={styles.option} onClick={() => openers.current.link()}>
        {state.href === null ? 'Link' : 'Edit link'}
      </button>
      {state.href !== null && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.option}
          onClick={() => editor.chain().focus().unsetLink().run()}
        >
          Remove link
        </button>
      )}
    </div>
  );
}
