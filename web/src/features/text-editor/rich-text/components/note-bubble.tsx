import { type Editor, useEditorState } from '@tiptap/react';
import { goToOtherEnd, selectedSign } from '../editing/notes.ts';
import styles from '../rich-text.module.css';
import { placeMenu } from './bubble.tsx';

/** About the height of a short note, in px. */
const NOTE_PX = 120;

/** The text of the footnote whose number is selected, and a button that moves to it or back. Enter in the text does the same. */
export function NoteBubble({ editor }: { readonly editor: Editor }) {
  const sign = useEditorState({ editor, selector: () => (editor.isFocused ? selectedSign(editor.state) : null) });
  if (!sign) return null;
  return (
    <div
      role="toolbar"
      aria-label={`Footnote ${sign.number}`}
      className={`${styles.bubble} ${styles.note}`}
      style={placeMenu(editor, sign.position, NOTE_PX)}
      onMouseDown={(event) => event.preventDefault()}
    >
      {!sign.isNote && <p role="status">{sign.text || 'This footnote is empty.'}</p>}
      {sign.otherEnd === null ? (
        <p role="status">Nothing refers to this footnote. Readers see it after the others.</p>
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.option}
          onClick={() => {
            goToOtherEnd(editor.view);
            editor.commands.focus();
          }}
        >
          {sign.isNote ? 'Go to Reference' : 'Edit Footnote'}
        </button>
      )}
    </div>
  );
}
