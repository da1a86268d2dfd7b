import { Slice } from '@tiptap/pm/model';
import { CellSelection } from '@tiptap/pm/tables';
import { describe, expect, it, vi } from 'vitest';
import { ACTIONS, perform } from '../editing/actions.ts';
import { goToOtherEnd } from '../editing/notes.ts';
import { richTextOfTest } from '../editing/rich-text-of-test.ts';
import * as clipboards from './clipboards.ts';
import {
  GITHUB_NOTES,
  GOOGLE_DOCS_NOTES,
  LIBREOFFICE_NOTES,
  MARKDOWN_IT_NOTES,
  PANDOC_NOTES,
  SUBSTACK_NOTES,
  WIKIPEDIA_NOTES,
  WORD_NOTES,
  WORDPRESS_NOTES,
} from './clipboards.ts';
import { markdownFromOwnHtml } from './editor-html.ts';
import { markdownFromHtml } from './markdown-from-html.ts';

/** A text into which this was pasted. */
function pasted(text: string, html?: string) {
  const one = richTextOfTest();
  one.paste(text, html);
  return one;
}

function pastedPlain(text: string) {
  const one = richTextOfTest();
  one.pastePlain(text);
  return one;
}

describe('copied HTML', () => {
  it.each([
    [
      'special characters in words',
      '<p>Cost is 5 * 3 * 2 euros, __init__ and **so**</p>',
      /^<p>Cost is 5 \* 3 \* 2 euros, __init__ and \*\*so\*\*<\/p>$/,
    ],
    [
      'special characters in code',
      '<p><code>a * b</code> and <code>c * d ~~ e ~~</code></p>',
      /<code>a \* b<\/code> and <code>c \* d ~~ e ~~<\/code>/,
    ],
    ['special characters in a cell', '<table><tr><th>a</th></tr><tr><td>*star*</td></tr></table>', /<p>\*star\*<\/p>/],
    ['formatting', '<p><b>a</b> and <i>b</i></p>', /<strong>a<\/strong> and <em>b<\/em>/],
  ])('keeps the structure of its tags: %s', (_, html, expected) => {
    expect(pasted('', html).html()).toMatch(expected);
  });

  it('has headings without bold type, also from Safari, which styles the heading itself', () => {
    const html =
      '<h2 style="font-family: serif; font-weight: 700;">Tides</h2><p style="font-weight: 400;">Twice <strong>a day</strong></p>';

    expect(pasted('', html).markdown()).toBe('## Tides\n\nTwice **a day**');
  });

  it('keeps the targets of its links', () => {
    const html = '<p><a href="https://track.example.org/r?u=1">example.com</a>, <code>https://a.example</code></p>';

    expect(pasted('example.com', html).markdown()).toBe(
      '[example.com](https://track.example.org/r?u=1), `https://a.example`',
    );
  });
});

describe('a clipboard', () => {
  it.each(Object.entries(clipboards))(
    'with %s is pasted with the same result into rich text and Markdown',
    { tags: 'thorough' },
    (_, html) => {
      expect(pasted('', html).markdown()).toBe(markdownFromHtml(html, (files) => files.map(() => null)));
    },
  );

  it('with pictures keeps their positions, and names missing ones', () => {
    const places: unknown[] = [];
    const one = richTextOfTest({
      placePictures: (files, missing) => {
        places.push(...files.map(({ name }) => name), ...missing);
        return files.map(() => ({ src: 'uploading:1', alt: 'Uploading harbour...' }));
      },
    });

    one.paste(
      '',
      '<p>a <img src="data:image/png;base64,iVBORw0KGgo=" alt="harbour"> b</p><p>c<img src="file:///d.png"></p>',
    );

    expect(one.markdown()).toBe('a ![Uploading harbour...](uploading:1) b\n\nc');
    expect(places).toEqual(['harbour.png', 'd.png']);
  });
});

it('a dropped picture is inserted where it is dropped', () => {
  const picture = new File(['x'], 'harbour.png', { type: 'image/png' });
  const onFiles = vi.fn();
  const { editor, type } = richTextOfTest({ onFiles });
  type('Low tide');
  vi.spyOn(editor.view, 'posAtCoords').mockReturnValue({ pos: 4, inside: 0 });
  const drop = new MouseEvent('drop', { bubbles: true, cancelable: true });

  editor.view.dom.dispatchEvent(Object.assign(drop, { dataTransfer: { files: [picture], getData: () => '' } }));

  expect(onFiles).toHaveBeenCalledWith([picture]);
  expect(editor.state.selection.from).toBe(4);
  expect(drop.defaultPrevented).toBe(true);
});

describe('copied plain text', () => {
  it('is read as Markdown if several lines are blocks, and keeps underscores', () => {
    const text = '# Tides\n\n- **one** of `a_b`\n- __init__ and _snake_case_';

    expect(pasted(text).html()).toMatch(
      /<h2.*>Tides<\/h2><ul><li><p><strong>one<\/strong> of <code>a_b<\/code><\/p><\/li>/,
    );
    expect(pasted(text).text()).toContain('__init__ and _snake_case_');
  });

  it.each(['**one** line and *more*', '[a](b) and `code`', 'two *lines*\nof **words**'])(
    'is literal otherwise: %j',
    (text) => {
      expect(pasted(text).text()).toBe(text);
    },
  );

  it.each(['# Tides\n- one\n- two', '> quote\n**b**', '**one** and `two`'])(
    'is always literal with Ctrl+Shift+V: %j',
    (text) => {
      const one = pastedPlain(text);

      expect(one.text()).toBe(text);
      expect(one.html()).not.toMatch(/<(?!\/?p\b)/);
    },
  );

  it('is stored unchanged with Ctrl+Shift+V, including addresses', () => {
    const text = 'see example.com/a, www.example.com, https://a.example/b_c and b@c.example now';

    expect(pastedPlain(text).markdown()).toBe(text);
  });

  it('keeps lines and the blank lines between paragraphs', () => {
    const poem = 'Tide in,\ntide out.\n\nMoon on 5 * 3\n boats.';

    for (const one of [pasted(poem), pastedPlain(poem)])
      expect(one.markdown()).toBe('Tide in,\\\ntide out.\n\nMoon on 5 * 3\\\nboats.');
    expect(pasted('one\ntwo').markdown()).toBe('one\n\ntwo');
  });

  it.each([
    ['see https://a.example/b_c.', 'see https://a.example/b_c.'],
    ['see http://a.example/', 'see http://a.example/'],
    ['see example.com/a', 'see [example.com/a](https://example.com/a)'],
    ['see www.example.com', 'see [www.example.com](https://www.example.com)'],
  ])('gets links for bare addresses, with https if there is no protocol: %j', (text, expected) => {
    expect(pasted(text).markdown()).toBe(expected);
  });

  it.each(['README.md and main.rs', 'run.sh, setup.py'])('gets no links for file names: %j', (text) => {
    const typed = richTextOfTest();
    typed.type(`${text} `);

    expect(pasted(text).html()).toBe(`<p>${text}</p>`);
    expect(typed.html()).not.toContain('<a');
  });
});

// Scrolling to the caret measures the text, which jsdom cannot.
const nowhere = { left: 0, right: 0, top: 0, bottom: 0 };
Object.assign(Range.prototype, { getClientRects: () => [nowhere], getBoundingClientRect: () => nowhere });

const addFootnote = ACTIONS.find(({ id }) => id === 'footnote');

describe('pasted footnotes', () => {
  it.each([
    ['Word', WORD_NOTES, 'Tides[^1] turn[^2] twice.\n\nThe end.\n\n[^1]: See **Bede**, 725.\n\n[^2]: Or once'],
    ['Google Docs', GOOGLE_DOCS_NOTES, 'Tides[^1] turn[^2].\n\n[^1]: See *Bede*.\n\n[^2]: Or once.'],
    ['LibreOffice', LIBREOFFICE_NOTES, 'Tides[^1] turn.\n\n[^1]: See Bede.\n\n    And others.'],
    ['Substack', SUBSTACK_NOTES, 'Tides[^1] turn.\n\n[^1]: See [Bede](https://bede.example/#top).'],
    ['WordPress', WORDPRESS_NOTES, 'Tides[^1] turn.\n\n[^1]: See *Bede*.'],
    ['GitHub', GITHUB_NOTES, 'Tides[^1] turn[^2].\n\n[^1]: See Bede.\n\n[^2]: Or once.'],
    ['Wikipedia', WIKIPEDIA_NOTES, 'Tides[^1] turn[^1], they say[^2].\n\n[^1]: See *Müller*.\n\n[^2]: I do.'],
    ['Pandoc', PANDOC_NOTES, 'Tides[^1] turn.\n\n[^1]: See *Bede*.'],
    ['Ghost and markdown-it', MARKDOWN_IT_NOTES, 'Tides[^1] turn.\n\n[^1]: 2\\. Samuel 1'],
  ])('from %s arrive as footnotes, in rich text and Markdown', (_, html, expected) => {
    const one = pasted('', html);

    expect(one.markdown()).toBe(expected);
    expect(markdownFromHtml(html, () => [])).toBe(expected);
  });

  it('get labels that the text does not have, and do not change the words around them', () => {
    const one = pasted('', WORD_NOTES);
    one.editor.commands.setTextSelection(3);
    one.paste('', GOOGLE_DOCS_NOTES);

    expect(one.markdown()).toBe(
      [
        ...['TiTides[^3] turn[^4].des[^1] turn[^2] twice.', 'The end.', '[^1]: See **Bede**, 725.', '[^2]: Or once'],
        ...['[^3]: See *Bede*.', '[^4]: Or once.'],
      ].join('\n\n'),
    );
    expect(markdownFromHtml(GOOGLE_DOCS_NOTES, () => [], 'a[^1]')).toContain('Tides[^2] turn[^3].');
  });

  it('have labels, also in HTML that only claims to be copied here', () => {
    const one = pasted('', '<p data-pm-slice="1 1 []">a<sup data-note="x](y) **b**"><span>c</span></sup></p>');

    expect(one.markdown()).toBe('ac');
  });

  it('in Markdown as plain text become footnotes', () => {
    const one = pasted('Tides[^1].\n\n[^1]: Once\n\n    and more');

    expect(one.markdown()).toBe('Tides[^1].\n\n[^1]: Once\n\n    and more');
    expect(one.editor.view.dom.querySelector('sup')?.dataset.number).toBe('1');
  });
});

describe('a footnote', () => {
  it('is added with a free label, its text is typed at the end, and shown at its reference', () => {
    const one = richTextOfTest();
    one.type('Tides.');
    one.editor.commands.setTextSelection(6);
    if (addFootnote) perform(one.editor, addFootnote);
    one.type('Twice a day');

    expect(one.markdown()).toBe('Tides[^1].\n\n[^1]: Twice a day');
    const reference = one.editor.view.dom.querySelector('sup');
    expect(reference?.dataset.number).toBe('1');
    expect(reference?.getAttribute('aria-label')).toBe('Footnote 1: Twice a day');
    expect(one.editor.view.dom.querySelector('span[data-note]')?.getAttribute('data-number')).toBe('1');
  });

  it('is added to the selected cell of a table', () => {
    const one = pasted('| a | b |\n|---|---|\n| c | d |');
    one.editor.view.dispatch(one.editor.state.tr.setSelection(CellSelection.create(one.editor.state.doc, 2, 7)));
    if (addFootnote) perform(one.editor, addFootnote);

    expect(one.markdown()).toBe('| a | b[^1] |\n|---|---|\n| c | d |\n\n[^1]: ');
  });

  it('is reached from its reference by Enter, and the reference from its label', () => {
    const one = pasted('Tides[^1].\n\n[^1]: Once\n\n- a\n- b');
    one.editor.commands.setNodeSelection(6);
    one.press('Enter');
    expect(one.editor.state.selection.$from.parent.textContent).toBe('[^1]: Once');

    one.editor.commands.setNodeSelection(one.editor.state.selection.from - 1);
    expect(goToOtherEnd(one.editor.view)).toBe(true);
    expect(one.editor.state.selection.from).toBe(7);
  });

  it('includes words that are typed before its label', () => {
    const one = pasted('Tides[^1].\n\n[^1]: Once');
    one.editor.commands.setTextSelection(10);
    one.type('Not ');

    expect(one.markdown()).toBe('Tides[^1].\n\n[^1]: Not Once');
  });

  it('keeps its label when all its text is retyped', () => {
    const one = pasted('Tides[^1].\n\n[^1]: Once');
    one.editor.commands.setTextSelection({ from: 10, to: 15 });
    one.type('Twice');

    expect(one.markdown()).toBe('Tides[^1].\n\n[^1]: Twice');
  });

  it('is created by typing its Markdown, and stays when its reference is deleted', () => {
    const one = richTextOfTest();
    one.type('Tides[^a1], [^ no].');
    one.editor.commands.enter();
    one.type('[^a1]: Twice');

    expect(one.markdown()).toBe('Tides[^a1], [^ no].\n\n[^a1]: Twice');
    expect(one.editor.view.dom.querySelectorAll('[data-number]')).toHaveLength(2);
    one.editor.commands.deleteRange({ from: 6, to: 7 });
    expect(one.markdown()).toBe('Tides, [^ no].\n\n[^a1]: Twice');
  });
});

type RichText = ReturnType<typeof richTextOfTest>;

/** The range of a block, without its ends. */
function blockAt({ editor }: RichText, index: number): { from: number; to: number } {
  const { doc } = editor.state;
  const before = doc.children.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0);
  return { from: before + 1, to: before + doc.child(index).nodeSize - 1 };
}

/** Copies or cuts a range, and pastes it at a position. */
function carry(one: RichText, range: { from: number; to: number }, other: RichText, to: number, isCut = false) {
  const { view, commands } = one.editor;
  commands.setTextSelection(range);
  const { dom, text } = view.serializeForClipboard(view.state.selection.content());
  if (isCut) view.dispatch(view.state.tr.deleteSelection());
  other.editor.commands.setTextSelection(to);
  other.paste(text, dom.innerHTML);
  return { html: dom.innerHTML, text };
}

describe('a passage with a footnote', () => {
  it('brings the note to another text, with a label that is free there', () => {
    const [one, two] = [pasted('Tides[^1].\n\n[^1]: Of *Bede*'), pasted('Moon[^1].\n\n[^1]: Full\n\n## End')];
    const { html, text } = carry(one, blockAt(one, 0), two, 3);

    expect(text).toBe('Tides[^1].\n\n[^1]: Of *Bede*');
    expect(two.markdown()).toBe('MoTides[^2].on[^1].\n\n[^1]: Full\n\n## End\n\n[^2]: Of *Bede*');
    two.editor.commands.undo();
    expect(two.markdown()).toBe('Moon[^1].\n\n[^1]: Full\n\n## End');
    expect(markdownFromOwnHtml(html, () => [], 'Moon[^1].\n\n[^1]: Full')).toBe('Tides[^2].\n\n[^2]: Of *Bede*');
    expect(markdownFromOwnHtml(html, () => [], 'Moon.')).toBe('Tides[^1].\n\n[^1]: Of *Bede*');
  });

  it.each(['copy', 'cut'])('brings the note even if it was only just selected (%s)', (kind) => {
    const { editor } = pasted('Tides[^1].\n\n[^1]: Once');
    const { dom } = editor.view;
    dom.focus();
    const copied: Record<string, string> = {};
    const clipboardData = {
      clearData: () => undefined,
      setData: (type: string, text: string) => {
        copied[type] = text;
      },
    };
    const unheard = (event: Event) => event.stopImmediatePropagation();
    document.addEventListener('selectionchange', unheard, { capture: true });
    document.getSelection()?.selectAllChildren(dom.querySelector('p') ?? dom);
    document.removeEventListener('selectionchange', unheard, { capture: true });
    dom.dispatchEvent(Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { clipboardData }));

    expect(copied['text/plain']).toBe('Tides[^1].\n\n[^1]: Once');
  });

  it('brings notes of several paragraphs, and notes that are referred to by notes, also with new labels', () => {
    const source = '- Tides[^a].\n- More\n\n[^a]: One[^b]\n[^b]: Two\n\n    - and *more*\n\n[^c]: Unused';
    const [one, two] = [pasted(source), pasted('Moon[^b].\n\n[^B]: Full')];
    carry(one, { from: 3, to: 10 }, two, blockAt(two, 0).to);

    expect(two.markdown()).toBe('Moon[^b].Tides[^a].\n\n[^B]: Full\n\n[^a]: One[^1]\n\n[^1]: Two\n\n    - and *more*');
  });

  it.each([true, false])('keeps its note within a text (cut: %s), without a second copy', (isCut) => {
    const note = '[^1]: Of *Bede*, [here](https://a.example)';
    const one = pasted(`Tides[^1].\n\n${note}\n\n## End`);
    carry(one, { from: 3, to: 8 }, one, blockAt(one, 2).to - (isCut ? 5 : 0), isCut);

    expect(one.markdown()).toBe(isCut ? `Ti\n\n${note}\n\n## Enddes[^1].` : `Tides[^1].\n\n${note}\n\n## Enddes[^1].`);
  });

  it('is moved with its note, which keeps its label', () => {
    const one = pasted('Before.\n\nTides[^1].\n\n[^1]: Once');
    carry(one, { from: blockAt(one, 1).from, to: blockAt(one, 2).to }, one, 1, true);

    expect(one.markdown()).toBe('Tides[^1].Before.\n\n[^1]: Once');
  });

  it.each([1, 0])('is moved alone, and then its note (block %i first)', (first) => {
    const one = pasted('Tides[^1].\n\n[^1]: Once\n\n## End\n\nx');
    for (const at of [first, first === 0 ? 1 : 0])
      carry(one, blockAt(one, at), one, one.editor.state.doc.content.size - 1, true);

    expect(one.markdown().match(/Once|\[\^1\]/g)).toHaveLength(3);
  });

  it('keeps a note whose text differs only in a link', () => {
    const [one, two] = [
      pasted('A[^1]\n\n[^1]: [a](https://a.example)'),
      pasted('B[^1]\n\n[^1]: [a](https://b.example)'),
    ];
    carry(one, blockAt(one, 0), two, blockAt(two, 0).to);

    expect(two.markdown()).toBe('B[^1]A[^2]\n\n[^1]: [a](https://b.example)\n\n[^2]: [a](https://a.example)');
  });

  it('is a table whose cells are all selected', () => {
    const [one, two] = [pasted('| a[^1] |\n|---|\n| b |\n\n[^1]: Of a'), pasted('Moon[^1].\n\n[^1]: Full')];
    one.editor.view.dispatch(one.editor.state.tr.setSelection(CellSelection.create(one.editor.state.doc, 2, 10)));
    const { dom, text } = one.editor.view.serializeForClipboard(one.editor.state.selection.content());
    two.editor.commands.setTextSelection(3);
    two.paste(text, dom.innerHTML);

    expect(two.markdown()).toBe('Mo\n\n| a[^2] |\n|---|\n| b |\n\non[^1].\n\n[^1]: Full\n\n[^2]: Of a');
  });

  it('is handled like a paste when it is dropped from another text', () => {
    const [one, two] = [pasted('Tides[^1].\n\n[^1]: Once'), pasted('Moon[^1].\n\n[^1]: Full')];
    const { view } = one.editor;
    one.editor.commands.setTextSelection(blockAt(one, 0));
    const other = two.editor.view;
    const copied = view.serializeForClipboard(view.state.selection.content()).slice;
    let slice = Slice.fromJSON(other.state.schema, copied.toJSON());
    two.editor.commands.setTextSelection(3);
    other.someProp('transformPasted', (change) => {
      slice = change(slice, other, false);
    });
    other.posAtCoords = () => null;
    other.someProp('handleDrop', (drop) => drop(other, new Event('drop') as DragEvent, slice, false));

    expect(two.markdown()).toBe('MoTides[^2].on[^1].\n\n[^1]: Full\n\n[^2]: Once');
  });

  it('keeps the note that is dropped elsewhere', () => {
    const one = pasted('Tides[^1].\n\n[^1]: Once\n\n## End');
    const { view } = one.editor;
    one.editor.commands.setTextSelection({ from: 1, to: blockAt(one, 1).to });
    let { slice } = view.serializeForClipboard(view.state.selection.content());
    view.someProp('transformPasted', (change) => {
      slice = change(slice, view, false);
    });

    expect(slice.content.textBetween(0, slice.content.size, '|')).toBe('Tides[^1].|[^1]: Once');
  });
});
