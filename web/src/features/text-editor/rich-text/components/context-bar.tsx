import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { TABLE_ACTIONS } from '../editing/actions.ts';
import styles from '../rich-text.module.css';
import { PicturePanel } from './picture-panel.tsx';

type Context = 'table' | 'code' | 'picture' | 'source' | null;

/** Enter in one of these fields takes what was typed and leads back to the text. */
const onEnter = (editor: Editor) => (event: KeyboardEvent) => {
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
        onKeyDown={onEnter(editor)}
      />
    </label>
  );
}

interface ContextBarProps {
  readonly editor: Editor;
  /** Whether the writer wants to be led to the words of the selected picture. */
  readonly isPictureWanted: RefObject<boolean>;
}

/** What the place of the caret can be asked for: rows and columns of a table, the language of code, the words of a picture. */
export function ContextBar({ editor, isPictureWanted }: ContextBarProps) {
  const state = useEditorState({
    editor,
    selector: () => {
      const { selection } = editor.state;
      const picture = 'node' in selection ? (selection.node as typeof editor.state.doc) : null;
      const context: Context =
        picture?.type.name === 'picture'
          ? 'picture'
          : editor.isActive('table')
            ? 'table'
            : editor.isActive('codeBlock')
              ? 'code'
              : editor.isActive('sourceBlock')
                ? 'source'
                : null;
      return {
        context,
        language: String(editor.getAttributes('codeBlock').language ?? ''),
      };
    },
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
      {context === 'code' && (
        <TextOption
          editor={editor}
          label="Language"
          value={state.language}
          onValue={(language) => editor.commands.updateAttributes('codeBlock', { language: language.trim() || null })}
        />
      )}
      {context === 'picture' && <PicturePanel editor={editor} isWanted={isPictureWanted} />}
      {context === 'source' && (
        <p className={styles.option}>This block is written in Markdown and stays as it is typed.</p>
      )}
    </fieldset>
  );
}

const NAMES = { table: 'Table', code: 'Code block', picture: 'Picture', source: 'Markdown block' } as const;
