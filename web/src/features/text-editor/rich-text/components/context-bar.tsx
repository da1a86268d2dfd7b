import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { TABLE_ACTIONS } from '../editing/actions.ts';
import styles from '../rich-text.module.css';
import { PicturePanel } from './picture-panel.tsx';

const NAMES = { picture: 'Picture', table: 'Table', codeBlock: 'Code block', sourceBlock: 'Markdown block' } as const;
const CONTEXTS = Object.keys(NAMES) as (keyof typeof NAMES)[];

/** A selection of more than the picture, which also has it active, offers nothing. */
const isPictureSelected = (editor: Editor): boolean => 'node' in editor.state.selection && editor.isActive('picture');

/** Enter and Escape return to the text. */
const backToText = (editor: Editor) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' && event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  editor.commands.focus();
};

function TextOption({
  editor,
  label,
  value,
  onValue,
}: {
  readonly editor: Editor;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <label className={styles.option}>
      {label}
      <input
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onValue(event.currentTarget.value);
        }}
        onKeyDown={backToText(editor)}
      />
    </label>
  );
}

interface ContextBarProps {
  readonly editor: Editor;
  /** Whether the fields of the selected picture take the focus when they appear. */
  readonly isPictureWanted: RefObject<boolean>;
}

/** Options for what the caret is in: rows and columns of a table, the language of code, the description of a picture. */
export function ContextBar({ editor, isPictureWanted }: ContextBarProps) {
  const state = useEditorState({
    editor,
    selector: () => ({
      context: CONTEXTS.find((name) => (name === 'picture' ? isPictureSelected(editor) : editor.isActive(name))),
      language: String(editor.getAttributes('codeBlock').language ?? ''),
    }),
  });
  const { context } = state;
  if (!context) return null;
  return (
    <fieldset className={styles.context} aria-label={NAMES[context]}>
      {context === 'table' &&
        TABLE_ACTIONS.map(({ id, label, run }) => (
          <button
            key={id}
            type="button"
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(editor)}
          >
            {label}
          </button>
        ))}
      {context === 'codeBlock' && (
        <TextOption
          editor={editor}
          label="Language"
          value={state.language}
          onValue={(language) => editor.commands.updateAttributes('codeBlock', { language: language.trim() || null })}
        />
      )}
      {context === 'picture' && <PicturePanel editor={editor} isWanted={isPictureWanted} />}
      {context === 'sourceBlock' && (
        <p className={styles.option}>This block is written in Markdown and stays as it is typed.</p>
      )}
    </fieldset>
  );
}
