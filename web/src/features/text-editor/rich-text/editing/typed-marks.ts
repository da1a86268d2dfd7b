import { Extension, type InputRuleFinder, markInputRule, nodeInputRule } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { typedNotes } from './notes.ts';

/** Allowed before a pair: nothing, a space or an opening character. Straight quotes open after one of those. */
const FREE_BEFORE = /(?:^|[\s([“‘„«¿¡…—–])["']?$/u;

/** Characters after an opening sign, and before a closing one, that occur in code and formulas: `f(x)*g(y)*h`, `src/*.ts`, `*p+*q`. */
const NO_FIRST = /^[)\]}.,;:!?/\\|=+<>~%&^_-]/;
const NO_LAST = /[([{,/\\|=+<~&^–-]$/;

const isBalanced = (words: string, open: string, close: string): boolean =>
  words.split(open).length === words.split(close).length;

const isProse = (words: string): boolean =>
  /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words) &&
  !NO_FIRST.test(words) &&
  !NO_LAST.test(words) &&
  isBalanced(words, '(', ')') &&
  isBalanced(words, '[', ']');

/**
 * Finds a pair of signs around words at the end of a typed text. Neither sign has a space on its inner side
 * (https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run). Stricter than CommonMark, where the following text decides, which is not typed
 * yet.
 */
function typedPair(char: '*' | '~', count: number): InputRuleFinder {
  const sign = `[${char}]{${count}}`;
  const pair = new RegExp(`(?<![\\\\${char}])${sign}((?=[^\\s${char}])[^${char}]*[^\\s${char}])${sign}$`, 'u');
  return (text) => {
    const match = pair.exec(text);
    const [whole = '', words = ''] = match ?? [];
    if (!match || !isProse(words) || !FREE_BEFORE.test(text.slice(0, match.index))) return null;
    return { index: match.index, text: whole, replaceWith: words };
  };
}

/** Backticks around anything, not after a letter or digit. */
const CODE = /(?<![\p{L}\p{N}\\`])`((?=[^\s`])[^`]*[^\s`])`$/u;

const MARKS = [
  ['bold', typedPair('*', 2)],
  ['italic', typedPair('*', 1)],
  ['strike', typedPair('~', 2)],
  ['code', CODE],
] as const;

/** Markdown that becomes formatting while it is typed. Underscores stay, because they occur in names. Each conversion is its own undo step. */
export const TypedMarks = Extension.create({
  name: 'typedMarks',
  addInputRules() {
    const { marks, nodes } = this.editor.schema;
    return [
      ...MARKS.flatMap(([name, find]) => (marks[name] ? [markInputRule({ find, type: marks[name] })] : [])),
      ...typedNotes(),
      ...(nodes.horizontalRule ? [nodeInputRule({ find: /^(?:---|—-)$/, type: nodes.horizontalRule })] : []),
    ];
  },
  onTransaction({ editor, transaction }) {
    if (transaction.getMeta('inputRule')) editor.view.dispatch(closeHistory(editor.state.tr));
  },
});

/** TipTap's own mark rules also convert underscores and signs between spaces, and its paste rules rewrite copied text. */
export const RULES = {
  enableInputRules: ['typedMarks', 'heading', 'bulletList', 'orderedList', 'taskItem', 'blockquote', 'codeBlock'],
  enablePasteRules: ['link'],
};
