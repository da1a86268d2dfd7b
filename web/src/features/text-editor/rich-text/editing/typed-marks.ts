import { Extension, markInputRule, nodeInputRule } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';

/**
 * A pair of signs around words: neither sign has a space on its inner side, and the first does not follow a letter or digit
 * (https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run, but `5*3*2` stays as typed).
 */
const pair = (char: string, count: number): RegExp => {
  const sign = `[${char}]{${count}}`;
  return new RegExp(`(?<![\\p{L}\\p{N}\\\\${char}])${sign}((?=[^\\s${char}])[^${char}]*[^\\s${char}])${sign}$`, 'u');
};

const MARKS = [
  ['bold', pair('*', 2)],
  ['italic', pair('*', 1)],
  ['strike', pair('~', 2)],
  ['code', pair('`', 1)],
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
