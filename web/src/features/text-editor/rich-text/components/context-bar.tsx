import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { needsDescription } from '../../pictures/description.ts';
import { PictureFields } from '../../pictures/picture-fields.tsx';
import { type PictureAttributes, settingsOf, withSettings } from '../../pictures/picture-settings.ts';
import { TABLE_ACTIONS } from '../editing/actions.ts';
import styles from '../rich-text.module.css';
import { roomAt } from './bubble.tsx';

interface PicturePanelProps {
  readonly editor: Editor;
  /** Whether the panel takes the focus when it is next rendered. */
  readonly isWanted: RefObject<boolean>;
}

/** Edits description, caption and width of the selected picture. Escape and Enter return to the text. */
function PicturePanel({ editor, isWanted }: PicturePanelProps) {
  const root = useRef<HTMLDivElement>(null);
  const { src, alt, title, at, isAlone } = useEditorState({
    editor,
    selector: () => {
      const { selection } = editor.state;
      const node = editor.state.doc.nodeAt(selection.from);
      const { src = '', alt = '', title = null } = node?.attrs ?? {};
      const { parent } = selection.$from;
      const isAlone = parent.type.name === 'paragraph' && parent.childCount === 1;
      return { src: String(src), alt: String(alt), title: title as string | null, at: selection.from, isAlone };
    },
  });
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    root.current?.querySelector<HTMLElement>('[data-description]:not(:disabled), select')?.focus();
  });

  const picture: PictureAttributes = { src, alt, title };
  const settings = settingsOf(picture);
  return (
    <div ref={root} data-picture-panel>
      <PictureFields
        settings={settings}
        isUndescribed={needsDescription(picture)}
        isAlone={isAlone}
        onChange={(change) => {
          const node = editor.state.doc.nodeAt(at);
          if (node?.type.name !== 'picture') return;
          const next = { ...node.attrs, ...withSettings(picture, { ...settings, ...change }) };
          editor.view.dispatch(editor.state.tr.setNodeMarkup(at, null, next, node.marks));
          editor.commands.setNodeSelection(at);
        }}
        onKeyDown={(event) => {
          const isDone = event.key === 'Escape' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey);
          if (!isDone || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          editor.commands.focus();
        }}
      />
    </div>
  );
}

const NAMES = { table: 'Table', codeBlock: 'Code block', sourceBlock: 'Markdown block' } as const;
const CONTEXTS = Object.keys(NAMES) as (keyof typeof NAMES)[];

/** Nothing for a selection that contains more than the picture, for which it is active too. */
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

interface PictureBarProps {
  readonly editor: Editor;
  /** Whether the fields take the focus when they appear. */
  readonly isWanted: RefObject<boolean>;
}

const GAP_PX = 6;

/** The settings of the selected picture, at its lower edge. */
export function PictureBar({ editor, isWanted }: PictureBarProps) {
  const bar = useRef<HTMLFieldSetElement>(null);
  const at = useEditorState({
    editor,
    selector: () => (isPictureSelected(editor) ? editor.state.selection.from : null),
  });
  useLayoutEffect(() => {
    const { current } = bar;
    const picture = at === null ? null : editor.view.nodeDOM(at);
    const frame = editor.view.dom.closest('[data-frame]');
    if (!current || !frame || !(picture instanceof HTMLElement)) return;
    const place = () => {
      const box = picture.getBoundingClientRect();
      const lowest = roomAt(editor, box).bottom - current.offsetHeight - GAP_PX;
      // Covers the picture if it ends outside the window.
      const top = Math.max(box.top + GAP_PX, Math.min(box.bottom + GAP_PX, lowest));
      current.style.top = `${top - frame.getBoundingClientRect().top}px`;
    };
    place();
    // Pictures load, and captions grow, while the bar is shown.
    const observer = new ResizeObserver(place);
    observer.observe(picture);
    return () => observer.disconnect();
  }, [editor, at]);
  return (
    at !== null && (
      <fieldset ref={bar} className={`${styles.context} ${styles.atPicture}`} aria-label="Picture">
        <PicturePanel editor={editor} isWanted={isWanted} />
      </fieldset>
    )
  );
}

/** Options for the block around the caret: rows and columns of a table, the language of code. */
export function ContextBar({ editor }: { readonly editor: Editor }) {
  const state = useEditorState({
    editor,
    selector: () => ({
      context: CONTEXTS.find((name) => editor.isActive(name)),
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
      {context === 'sourceBlock' && (
        <p className={styles.option}>This block is written in Markdown and stays as it is typed.</p>
      )}
    </fieldset>
  );
}
