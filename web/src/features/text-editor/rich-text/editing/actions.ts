import {
  faArrowRotateLeft,
  faArrowRotateRight,
  faBold,
  faCode,
  faFileCode,
  faHeading,
  faIndent,
  faItalic,
  faListCheck,
  faListOl,
  faListUl,
  faMinus,
  faOutdent,
  faParagraph,
  faQuoteRight,
  faStrikethrough,
  faSuperscript,
  faTable,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons';
import { freeNoteLabel } from '@inkwell/shared/markdown/note-labels';
import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { TextSelection } from '@tiptap/pm/state';

/** Something a writer does to the text, by button, by key or behind a slash. */
export interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon: IconDefinition;
  /** A sign on the icon, where several share one. */
  readonly sign?: string;
  /** In ProseMirror's words: `Mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: string;
  /** Other words it is looked for by. */
  readonly also?: string;
  readonly run: (editor: Editor) => boolean;
  readonly isActive?: (editor: Editor) => boolean;
  readonly isPossible?: (editor: Editor) => boolean;
}

/** Does it as a step of undo of its own, however soon after another. */
export function perform(editor: Editor, { run }: Pick<Action, 'run'>): boolean {
  editor.view.dispatch(closeHistory(editor.state.tr));
  return run(editor);
}

const inList = (editor: Editor) => editor.isActive('listItem') || editor.isActive('taskItem');
const itemOf = (editor: Editor) => (editor.isActive('taskItem') ? 'taskItem' : 'listItem');

export const MARK_ACTIONS: readonly Action[] = [
  {
    id: 'bold',
    label: 'Bold',
    icon: faBold,
    keys: 'Mod-b',
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isActive: (editor) => editor.isActive('bold'),
  },
  {
    id: 'italic',
    label: 'Italic',
    icon: faItalic,
    keys: 'Mod-i',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isActive: (editor) => editor.isActive('italic'),
  },
  {
    id: 'strike',
    label: 'Strikethrough',
    icon: faStrikethrough,
    keys: 'Mod-Shift-x',
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    isActive: (editor) => editor.isActive('strike'),
  },
  {
    id: 'code',
    label: 'Code',
    icon: faCode,
    keys: 'Mod-e',
    run: (editor) => editor.chain().focus().toggleCode().run(),
    isActive: (editor) => editor.isActive('code'),
  },
];

/** Refers to a note behind the selection, and begins the note at the end of the text, where the caret goes. */
const addFootnote = (editor: Editor): boolean =>
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const mark = `[^${freeNoteLabel(state.doc.textContent)}]`;
      const note = state.schema.node('paragraph', null, [state.schema.text(`${mark}: `)]);
      tr.insertText(mark, tr.selection.to).insert(tr.doc.content.size, note);
      tr.setSelection(TextSelection.atEnd(tr.doc)).scrollIntoView();
      return true;
    })
    .run();

const isPlain = (editor: Editor) => editor.isActive('codeBlock') || editor.isActive('sourceBlock');

const headingAction = (level: 2 | 3 | 4): Action => ({
  id: `heading-${level}`,
  label: `Heading ${level}`,
  icon: faHeading,
  sign: String(level),
  keys: `Mod-Alt-${level}`,
  also: `h${level} title`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isActive: (editor) => editor.isActive('heading', { level }),
});

export const BLOCK_ACTIONS: readonly Action[] = [
  {
    id: 'paragraph',
    label: 'Text',
    icon: faParagraph,
    keys: 'Mod-Alt-0',
    also: 'paragraph',
    run: (editor) => editor.chain().focus().setParagraph().run(),
    isActive: (editor) => editor.isActive('paragraph') && !inList(editor) && !editor.isActive('blockquote'),
  },
  headingAction(2),
  headingAction(3),
  headingAction(4),
  {
    id: 'bullets',
    label: 'Bulleted list',
    icon: faListUl,
    keys: 'Mod-Shift-8',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isActive: (editor) => editor.isActive('bulletList'),
  },
  {
    id: 'numbers',
    label: 'Numbered list',
    icon: faListOl,
    keys: 'Mod-Shift-7',
    also: 'ordered',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isActive: (editor) => editor.isActive('orderedList'),
  },
  {
    id: 'tasks',
    label: 'Task list',
    icon: faListCheck,
    keys: 'Mod-Shift-6',
    also: 'todo checkbox',
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
    isActive: (editor) => editor.isActive('taskList'),
  },
  {
    id: 'quote',
    label: 'Quote',
    icon: faQuoteRight,
    keys: 'Mod-Shift-9',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isActive: (editor) => editor.isActive('blockquote'),
  },
  {
    id: 'code-block',
    label: 'Code block',
    icon: faFileCode,
    keys: 'Mod-Alt-c',
    also: 'program',
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    isActive: (editor) => editor.isActive('codeBlock'),
  },
  {
    id: 'table',
    label: 'Table',
    icon: faTable,
    keys: 'Mod-Alt-t',
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    isActive: (editor) => editor.isActive('table'),
    isPossible: (editor) => !editor.isActive('table'),
  },
  {
    id: 'rule',
    label: 'Divider',
    icon: faMinus,
    keys: 'Mod-Alt-r',
    also: 'horizontal rule line',
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  {
    id: 'footnote',
    label: 'Footnote',
    icon: faSuperscript,
    keys: 'Mod-Shift-f',
    also: 'note reference',
    run: addFootnote,
    isPossible: (editor) => !isPlain(editor),
  },
];

export const LIST_ACTIONS: readonly Action[] = [
  {
    id: 'outdent',
    label: 'Item outwards',
    icon: faOutdent,
    keys: 'Mod-[',
    run: (editor) => editor.chain().focus().liftListItem(itemOf(editor)).run(),
    isPossible: inList,
  },
  {
    id: 'indent',
    label: 'Item inwards',
    icon: faIndent,
    keys: 'Mod-]',
    run: (editor) => editor.chain().focus().sinkListItem(itemOf(editor)).run(),
    isPossible: inList,
  },
];

export const HISTORY_ACTIONS: readonly Action[] = [
  {
    id: 'undo',
    label: 'Undo',
    icon: faArrowRotateLeft,
    keys: 'Mod-z',
    run: (editor) => editor.chain().focus().undo().run(),
    isPossible: (editor) => editor.can().undo(),
  },
  {
    id: 'redo',
    label: 'Redo',
    icon: faArrowRotateRight,
    keys: 'Mod-Shift-z',
    run: (editor) => editor.chain().focus().redo().run(),
    isPossible: (editor) => editor.can().redo(),
  },
];

/** What a table can be asked for while the caret is in it, by buttons that are one Shift+Tab away. */
export const TABLE_ACTIONS = [
  { id: 'row-above', label: 'Row above', run: (editor: Editor) => editor.chain().focus().addRowBefore().run() },
  { id: 'row-below', label: 'Row below', run: (editor: Editor) => editor.chain().focus().addRowAfter().run() },
  { id: 'row-delete', label: 'Delete row', run: (editor: Editor) => editor.chain().focus().deleteRow().run() },
  {
    id: 'column-before',
    label: 'Column before',
    run: (editor: Editor) => editor.chain().focus().addColumnBefore().run(),
  },
  { id: 'column-after', label: 'Column after', run: (editor: Editor) => editor.chain().focus().addColumnAfter().run() },
  { id: 'column-delete', label: 'Delete column', run: (editor: Editor) => editor.chain().focus().deleteColumn().run() },
  { id: 'table-delete', label: 'Delete table', run: (editor: Editor) => editor.chain().focus().deleteTable().run() },
] as const;

export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys as people read them: `Ctrl+Shift+8`, `⌘⇧8`. */
export function keysShown(keys: string): string {
  const parts = keys.split('-').map((part) => (part.length === 1 ? part.toUpperCase() : part));
  if (!isApple()) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+');
  return parts.map((part) => ({ Mod: '⌘', Shift: '⇧', Alt: '⌥' })[part] ?? part).join('');
}

/** Keys as `aria-keyshortcuts` has them. */
export const keysSaid = (keys: string): string =>
  keys
    .split('-')
    .map((part) => (part === 'Mod' ? (isApple() ? 'Meta' : 'Control') : part.length === 1 ? part.toUpperCase() : part))
    .join('+');
