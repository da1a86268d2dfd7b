import { safeLink } from '@inkwell/shared/markdown/urls';
import { Extension, type Extensions, getSchema, Mark, mergeAttributes, Node, PasteRule } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { Heading } from '@tiptap/extension-heading';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { NoteSign } from './note-sign.ts';

/** The blocks of rich text. All other Markdown becomes a source block. */

const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'table',
  'sourceBlock',
];

/** The source block from which a node was read (manuscript.ts). Copied nodes and the second half of a split have none. */
const Origin = Extension.create({
  name: 'origin',
  addGlobalAttributes() {
    return [
      {
        types: BLOCKS,
        attributes: { origin: { default: null, rendered: false, keepOnSplit: false, parseHTML: () => null } },
      },
    ];
  },
});

/** A space that is a line end in the source. Readers see a space; the line end is kept. */
const LineEnd = Mark.create({
  name: 'lineEnd',
  inclusive: false,
  excludes: '',
  parseHTML() {
    return [];
  },
  renderHTML() {
    return ['span', 0];
  },
});

/** Whether blank lines separate the items of a list, and the bullet or the character after the number. */
const LOOSE = { default: false, rendered: false, parseHTML: () => false };
const sign = (usual: string) => ({ default: usual, rendered: false, parseHTML: () => usual });

/** The page has its own `h1`, so pasted headings begin at level 2. */
const levelOf = (element: HTMLElement): number => Math.max(2, Number(element.tagName.slice(1)) || 2);

/** Without the handling of Tab, which is in editing/tab-keys.ts. */
function withoutTab<T>(keys: Record<string, T> | undefined): Record<string, T> {
  return Object.fromEntries(Object.entries(keys ?? {}).filter(([key]) => !key.endsWith('Tab')));
}

/** Addresses without a protocol that become links. `user.name` and `main.rs` are more likely code, though such domains exist. */
const ADDRESS = /^[a-z]+:|^www\.|@|\.\w+\/|\.(?:com|edu|gov|net|org)$/;

const cellContent = 'paragraph';

/**
 * A picture: the address as written in the text, the description and the title, which is the caption of a picture alone in its paragraph. Inline as
 * in Markdown, so that a link can contain it.
 */
const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,

  addAttributes() {
    return { src: { default: '' }, alt: { default: '' }, title: { default: null } };
  },

  parseHTML() {
    return [{ tag: 'img[src]' }];
  },

  renderHTML({ HTMLAttributes }) {
    return ['img', mergeAttributes(HTMLAttributes)];
  },
});

/** A block that rich text cannot express (raw HTML, link definitions), shown and edited as source. */
const SourceBlock = Node.create({
  name: 'sourceBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  isolating: true,

  parseHTML() {
    // Before code blocks, which match any `pre`.
    return [{ tag: 'pre[data-source]', preserveWhitespace: 'full', priority: 60 }];
  },

  renderHTML({ HTMLAttributes }) {
    return ['pre', { ...HTMLAttributes, 'data-source': '' }, ['code', 0]];
  },
});

/** The nodes and marks of a text without any editing; works without a DOM. */
export const textExtensions: Extensions = [
  StarterKit.configure({
    underline: false,
    link: false,
    code: false,
    bulletList: false,
    orderedList: false,
    listItem: false,
    heading: false,
    trailingNode: false,
    dropcursor: { color: 'var(--accent)', width: 2 },
  }),
  Heading.extend({
    addAttributes() {
      return {
        level: {
          default: 2,
          rendered: false,
          parseHTML: (element) => Number(element.dataset.level ?? levelOf(element)),
        },
      };
    },
    renderHTML({ node }) {
      const level = Number(node.attrs.level);
      return [`h${Math.max(2, level)}`, { 'data-level': level }, 0];
    },
  }).configure({ levels: [1, 2, 3, 4, 5, 6] }),
  // Markdown allows bold code and code in links.
  Code.extend({ excludes: 'lineEnd' }),
  BulletList.extend({
    addAttributes() {
      return { ...this.parent?.(), isLoose: LOOSE, sign: sign('-') };
    },
  }),
  OrderedList.extend({
    addAttributes() {
      return { ...this.parent?.(), isLoose: LOOSE, sign: sign('.') };
    },
  }),
  TaskList.extend({
    addAttributes() {
      return { ...this.parent?.(), isLoose: LOOSE, sign: sign('-') };
    },
  }),
  ListItem.extend({
    addKeyboardShortcuts() {
      return withoutTab(this.parent?.());
    },
  }),
  TaskItem.extend({
    addKeyboardShortcuts() {
      return withoutTab(this.parent?.());
    },
  }).configure({ nested: true }),
  Table.extend({
    renderHTML() {
      return ['table', ['tbody', 0]];
    },
    addKeyboardShortcuts() {
      return withoutTab(this.parent?.());
    },
  }).configure({ resizable: false, View: null }),
  TableRow,
  TableHeader.extend({ content: cellContent }),
  TableCell.extend({ content: cellContent }),
  Link.extend({
    inclusive: false,
    addAttributes() {
      return { href: { default: null }, title: { default: null } };
    },
    /** Pasted text that is a link keeps its target, and code stays code. An address without a protocol gets https. */
    addPasteRules() {
      const { type } = this;
      return (this.parent?.() ?? []).map(
        ({ find }) =>
          new PasteRule({
            find,
            handler({ state: { doc, tr, schema }, range: { from, to }, match }) {
              const isMarked = [type, schema.marks.code].some((mark) => mark && doc.rangeHasMark(from, to, mark));
              const { href } = match.data ?? {};
              const hasProtocol = match[0].startsWith('http:');
              if (!isMarked)
                tr.addMark(from, to, type.create({ href: hasProtocol ? href : href.replace(/^http:/, 'https:') }));
            },
          }),
      );
    },
    renderHTML({ HTMLAttributes }) {
      const target = safeLink(String(HTMLAttributes.href));
      return ['a', { ...HTMLAttributes, ...(target ? { rel: 'noopener noreferrer' } : { href: '#' }) }, 0];
    },
  }).configure({
    openOnClick: false,
    autolink: true,
    linkOnPaste: true,
    defaultProtocol: 'https',
    shouldAutoLink: (address) => ADDRESS.test(address),
    HTMLAttributes: {},
    isAllowedUri: (address) => safeLink(address) !== null,
  }),
  Picture,
  NoteSign,
  SourceBlock,
  LineEnd,
  Origin,
];

export const textSchema = getSchema(textExtensions);
