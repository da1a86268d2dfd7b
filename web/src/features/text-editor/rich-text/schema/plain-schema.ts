import { Schema } from '@tiptap/pm/model';

const origin = { origin: { default: null } };
const list = (sign: string) => ({ ...origin, isLoose: { default: false }, sign: { default: sign } });
const cell = { content: 'paragraph', isolating: true, attrs: { align: { default: null } } };

/**
 * The parts of a text: names, contents and attributes as in `textSchema`, without the parts that only an editor or a page needs, which are most of
 * its size. Reads and writes the same Markdown.
 */
export const plainSchema = new Schema({
  nodes: {
    paragraph: { content: 'inline*', group: 'block', attrs: origin },
    blockquote: { content: 'block+', group: 'block', attrs: origin },
    codeBlock: {
      content: 'text*',
      marks: '',
      group: 'block',
      code: true,
      attrs: { ...origin, language: { default: null } },
    },
    doc: { content: 'block+' },
    hardBreak: { group: 'inline', inline: true },
    horizontalRule: { group: 'block', attrs: origin },
    text: { group: 'inline' },
    heading: { content: 'inline*', group: 'block', attrs: { ...origin, level: { default: 2 } } },
    bulletList: { content: 'listItem+', group: 'block list', attrs: list('-') },
    orderedList: { content: 'listItem+', group: 'block list', attrs: { ...list('.'), start: { default: 1 } } },
    taskList: { content: 'taskItem+', group: 'block list', attrs: list('-') },
    listItem: { content: 'paragraph block*' },
    taskItem: { content: 'paragraph block*', attrs: { checked: { default: false } } },
    table: { content: 'tableRow+', group: 'block', attrs: origin },
    tableRow: { content: '(tableCell | tableHeader)*' },
    tableHeader: cell,
    tableCell: cell,
    picture: {
      group: 'inline',
      inline: true,
      attrs: { src: { default: '' }, alt: { default: '' }, title: { default: null } },
    },
    noteSign: {
      group: 'inline',
      inline: true,
      attrs: { label: { default: '' }, isNote: { default: false } },
    },
    sourceBlock: { content: 'text*', marks: '', group: 'block', code: true, attrs: origin },
  },
  marks: {
    link: { attrs: { href: { default: null }, title: { default: null } } },
    bold: {},
    italic: {},
    strike: {},
    code: { excludes: 'lineEnd', code: true },
    lineEnd: { excludes: '' },
  },
});
