import { freeNoteLabel } from '@inkwell/shared/markdown/note-labels';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { TextSelection } from '@tiptap/pm/state';
import type { IconDrawing } from '../../../../components/icon.tsx';
import { isApple } from '../../../../lib/apple.ts';
import {
  toolBold,
  toolBullets,
  toolCode,
  toolCodeBlock,
  toolFootnote,
  toolHeading,
  toolIndent,
  toolItalic,
  toolNumbers,
  toolOutdent,
  toolParagraph,
  toolQuote,
  toolRedo,
  toolRule,
  toolStrike,
  toolTable,
  toolTasks,
  toolUndo,
} from '../../tool-icons.ts';

/** An edit in the toolbar, the shortcuts and the slash menu. */
export interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon: IconDrawing;
  /** Distinguishes actions that share an icon. */
  readonly sign?: string;
  /** In ProseMirror's notation: `Mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: string;
  /** Synonyms by which the slash menu finds the action. */
  readonly also?: string;
  readonly run: (editor: Editor) => boolean;
  readonly isActive?: (editor: Editor) => boolean;
  readonly isPossible?: (editor: Editor) => boolean;
}

/** Runs an action as its own undo step, even right after other typing. */
export function perform(editor: Editor, { run }: Pick<Action, 'run'>): boolean {
  editor.view.dispatch(closeHistory(editor.state.tr));
  return run(editor);
}

type Change = (chain: ChainedCommands, editor: Editor) => ChainedCommands;

const runOf = (change: Change) => (editor: Editor) => change(editor.chain().focus(), editor).run();

const action = (
  id: string,
  label: string,
  icon: IconDrawing,
  keys: string,
  change: Change,
  rest: Partial<Action> = {},
): Action => ({ id, label, icon, keys, run: runOf(change), ...rest });

const activeIn = (name: string, attributes?: { level: number }) => ({
  isActive: (editor: Editor) => editor.isActive(name, attributes),
});

const inList = (editor: Editor) => editor.isActive('listItem') || editor.isActive('taskItem');
const itemOf = (editor: Editor) => (editor.isActive('taskItem') ? 'taskItem' : 'listItem');
const isPlain = (editor: Editor) => editor.isActive('codeBlock') || editor.isActive('sourceBlock');

export const MARK_ACTIONS: readonly Action[] = [
  action('bold', 'Bold', toolBold, 'Mod-b', (chain) => chain.toggleBold(), activeIn('bold')),
  action('italic', 'Italic', toolItalic, 'Mod-i', (chain) => chain.toggleItalic(), activeIn('italic')),
  action('strike', 'Strikethrough', toolStrike, 'Mod-Shift-x', (chain) => chain.toggleStrike(), activeIn('strike')),
  action('code', 'Code', toolCode, 'Mod-e', (chain) => chain.toggleCode(), activeIn('code')),
];

/** Inserts a reference after the selection, adds the note at the end of the text and moves the caret there. */
const addFootnote: Change = (chain) =>
  chain.command(({ tr, state }) => {
    const { schema, doc } = state;
    const label = freeNoteLabel(doc.textContent);
    const note = schema.node('paragraph', null, [schema.node('noteSign', { label, isNote: true })]);
    const { $to } = tr.selection;
    // In selected cells, the end of the first cell is after its paragraph.
    const end = $to.parent.type.spec.tableRole ? $to.pos - 1 : $to.pos;
    tr.insert(end, schema.node('noteSign', { label })).insert(tr.doc.content.size, note);
    tr.setSelection(TextSelection.atEnd(tr.doc)).scrollIntoView();
    return true;
  });

const headingAction = (level: 2 | 3 | 4): Action =>
  action(
    `heading-${level}`,
    `Heading ${level}`,
    toolHeading,
    `Mod-Alt-${level}`,
    (chain) => chain.toggleHeading({ level }),
    { sign: String(level), also: `h${level} title`, ...activeIn('heading', { level }) },
  );

/** Blocks without text are inserted after the selected words, which stay. */
const behindSelection: Change = (chain, editor) => chain.setTextSelection(editor.state.selection.to);

export const BLOCK_ACTIONS: readonly Action[] = [
  action('paragraph', 'Text', toolParagraph, 'Mod-Alt-0', (chain) => chain.setParagraph(), {
    also: 'paragraph',
    isActive: (editor) => editor.isActive('paragraph') && !inList(editor) && !editor.isActive('blockquote'),
  }),
  headingAction(2),
  headingAction(3),
  headingAction(4),
  action(
    'bullets',
    'Bulleted list',
    toolBullets,
    'Mod-Shift-8',
    (chain) => chain.toggleBulletList(),
    activeIn('bulletList'),
  ),
  action('numbers', 'Numbered list', toolNumbers, 'Mod-Shift-7', (chain) => chain.toggleOrderedList(), {
    also: 'ordered',
    ...activeIn('orderedList'),
  }),
  action('tasks', 'Task list', toolTasks, 'Mod-Shift-6', (chain) => chain.toggleTaskList(), {
    also: 'todo checkbox',
    ...activeIn('taskList'),
  }),
  action('quote', 'Quote', toolQuote, 'Mod-Shift-9', (chain) => chain.toggleBlockquote(), activeIn('blockquote')),
  action('code-block', 'Code block', toolCodeBlock, 'Mod-Alt-c', (chain) => chain.toggleCodeBlock(), {
    also: 'program',
    ...activeIn('codeBlock'),
  }),
  action(
    'table',
    'Table',
    toolTable,
    'Mod-Alt-t',
    (chain, editor) => behindSelection(chain, editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
    { ...activeIn('table'), isPossible: (editor) => !editor.isActive('table') },
  ),
  action(
    'rule',
    'Divider',
    toolRule,
    'Mod-Alt-r',
    (chain, editor) => behindSelection(chain, editor).setHorizontalRule(),
    {
      also: 'horizontal rule line',
    },
  ),
  action('footnote', 'Footnote', toolFootnote, 'Mod-Shift-f', addFootnote, {
    also: 'note reference',
    isPossible: (editor) => !isPlain(editor),
  }),
];

export const LIST_ACTIONS: readonly Action[] = [
  action('outdent', 'Outdent item', toolOutdent, 'Mod-[', (chain, editor) => chain.liftListItem(itemOf(editor)), {
    isPossible: inList,
  }),
  action('indent', 'Indent item', toolIndent, 'Mod-]', (chain, editor) => chain.sinkListItem(itemOf(editor)), {
    isPossible: inList,
  }),
];

export const HISTORY_ACTIONS: readonly Action[] = [
  action('undo', 'Undo', toolUndo, 'Mod-z', (chain) => chain.undo(), {
    isPossible: (editor) => editor.can().undo(),
  }),
  action('redo', 'Redo', toolRedo, 'Mod-Shift-z', (chain) => chain.redo(), {
    isPossible: (editor) => editor.can().redo(),
  }),
];

/** All actions with a shortcut. */
export const ACTIONS = [...MARK_ACTIONS, ...BLOCK_ACTIONS, ...LIST_ACTIONS, ...HISTORY_ACTIONS];

/** Actions on the table around the caret. Their buttons are one Escape and Shift+Tab away from the text. */
export const TABLE_ACTIONS: readonly Pick<Action, 'id' | 'label' | 'run'>[] = [
  { id: 'row-above', label: 'Row above', run: runOf((chain) => chain.addRowBefore()) },
  { id: 'row-below', label: 'Row below', run: runOf((chain) => chain.addRowAfter()) },
  { id: 'row-delete', label: 'Delete row', run: runOf((chain) => chain.deleteRow()) },
  { id: 'column-before', label: 'Column before', run: runOf((chain) => chain.addColumnBefore()) },
  { id: 'column-after', label: 'Column after', run: runOf((chain) => chain.addColumnAfter()) },
  { id: 'column-delete', label: 'Delete column', run: runOf((chain) => chain.deleteColumn()) },
  { id: 'table-delete', label: 'Delete table', run: runOf((chain) => chain.deleteTable()) },
];

/** Keys as shown in the interface: `Ctrl+Shift+8`, `⌘⇧8`. */
export function keysLabel(keys: string): string {
  const parts = keys.split('-').map((part) => (part.length === 1 ? part.toUpperCase() : part));
  if (!isApple()) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+');
  return parts.map((part) => ({ Mod: '⌘', Shift: '⇧', Alt: '⌥' })[part] ?? part).join('');
}

/** Keys in the notation of `aria-keyshortcuts`. */
export const ariaKeys = (keys: string): string =>
  keys
    .split('-')
    .map((part) => (part === 'Mod' ? (isApple() ? 'Meta' : 'Control') : part.length === 1 ? part.toUpperCase() : part))
    .join('+');
