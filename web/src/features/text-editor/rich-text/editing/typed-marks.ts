import { Extension, markInputRule, nodeInputRule } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { typedPair } from './typed-pair.ts';

/** Backticks around anything, not after a letter or digit. */
const CODE = /(?<![\p{L}\p{N}\\`])`((?=[^\s`])[^`]*[^\s`])`$/u;

const MARKS = [
  ['bold', typedPair('*', 2)],
  ['italic', typedPair('*', 1)],
  ['strike', typedPair('~', 2)],
  ['code', CODE],
] as const;

/** Markdown that becomes formatting while it is typed. Underscores stay: they occur in names. Each conversion is an undo step of its own. */
export const TypedMarks = Extension.create({
  name: 'typedMarks',
  addInputRules() {
    const { marks, nodes } = this.editor.schema;
    return [
      ...MARKS.flatMap(([name, find]) => (marks[name] ? [markInputRule({ find, type: marks[name] })] : [])),
      ...(nodes.horizontalRule ? [nodeInputRule({ find: /^(?:---|—-)$/, type: nodes.horizontalRule })] : []),
    ];
  },
  onTransaction({ editor, transaction }) {
    if (transaction.getMeta('inputRule')) editor.view.dispatch(closeHistory(editor.state.tr));
  },
});

/** TipTap's own rules of marks also convert underscores and signs between spaces, and those for pasting rewrite what was copied. */
export const RULES = {
  enableInputRules: ['typedMarks', 'heading', 'bulletList', 'orderedList', 'taskItem', 'blockquote', 'codeBlock'],
  enablePasteRules: ['link'],
};
