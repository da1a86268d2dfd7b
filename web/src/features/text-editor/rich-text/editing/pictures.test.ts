import { closeHistory, history, redo, undo } from '@tiptap/pm/history';
import { EditorState, Plugin, type Transaction } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import { pendingAddress, waitingText } from '../../markdown-input/pending-pictures.ts';
import type { Upload } from '../../pictures/upload-queue.ts';
import { textSchema as schema } from '../schema/extensions.ts';
import { settleAt } from './pictures.ts';
import { settleRestored } from './pictures-plugin.ts';

const words = 'harbour';

/** A text with a placeholder between two paragraphs, and its upload. */
function openText({ alt = waitingText(words), notes = '', title = null as string | null } = {}) {
  const upload = { id: 'a1', alt: words, status: 'sending', share: 0, url: null, problem: null } as Upload;
  const retried: string[] = [];
  let now: Upload = { ...upload, canRetry: true, preview: null };
  const queue = {
    all: () => [now],
    get: (id: string) => (id === now.id ? now : undefined),
    retry: (id: string) => void retried.push(id),
  };
  const reconcile = new Plugin({
    appendTransaction: (transactions, before, after) => settleRestored(queue, transactions, before, after),
  });
  const p = (text: string) => schema.node('paragraph', {}, text ? [schema.text(text)] : []);
  let state = EditorState.create({
    doc: schema.node('doc', {}, [p('before'), p('behind')]),
    plugins: [history(), reconcile],
  });
  const dispatch = (tr: Transaction) => {
    state = state.apply(tr);
  };
  const place = schema.node('picture', { src: pendingAddress('a1') + notes, alt, title });
  dispatch(state.tr.insert(8, schema.node('paragraph', {}, [place])));
  const settle = (status: 'stored' | 'removed', url: string | null) => {
    now = { ...now, status, url };
    const node = state.doc.nodeAt(9);
    if (node?.type.name === 'picture') dispatch(settled(state.tr, node, url));
  };
  const settled = (tr: Transaction, node: typeof place, url: string | null) => {
    settleAt(tr, { node, position: 9 }, { id: 'a1', alt: words }, url);
    return tr.setMeta('addToHistory', false);
  };
  const pictures = () => {
    const found: unknown[] = [];
    state.doc.descendants(({ type, attrs }) => {
      if (type.name === 'picture') found.push([attrs.src, attrs.alt, attrs.title]);
    });
    return found;
  };
  return {
    settle,
    pictures,
    retried,
    skip: () => {
      now = { ...now, status: 'skipped' };
    },
    blocks: () => state.doc.childCount,
    type: (text: string) => dispatch(state.tr.insertText(text, state.doc.content.size - 1)),
    cut: () => dispatch(closeHistory(state.tr.delete(8, 11))),
    undo: () => undo(state, dispatch),
    redo: () => redo(state, dispatch),
    text: () => state.doc.textContent,
  };
}

describe('a placeholder in rich text', () => {
  it('is replaced by the picture, with a description that was written in the meantime', () => {
    const plain = openText();
    const described = openText({ alt: 'Two boats', notes: '#width=wide', title: 'At dawn' });

    plain.settle('stored', '/1.webp');
    described.settle('stored', '/1.webp');

    expect(plain.pictures()).toEqual([['/1.webp', 'harbour', null]]);
    expect(described.pictures()).toEqual([['/1.webp#width=wide', 'Two boats', 'At dawn']]);
  });

  it('disappears with its paragraph when the upload is removed', () => {
    const text = openText();

    text.settle('removed', null);

    expect([text.blocks(), text.text()]).toEqual([2, 'beforebehind']);
  });

  it('is replaced without an undo step, and redone as the picture', () => {
    const text = openText();
    text.settle('stored', '/1.webp');
    text.type(' it');

    text.undo();
    expect([text.text(), text.pictures().length]).toEqual(['beforebehind', 1]);
    text.undo();
    expect(text.pictures()).toEqual([]);
    text.redo();
    expect(text.pictures()).toEqual([['/1.webp', 'harbour', null]]);
    text.redo();
    expect(text.text()).toBe('beforebehind it');
  });

  it('is not restored without an upload', () => {
    const text = openText();
    text.undo();
    text.settle('removed', null);

    text.redo();

    expect([text.pictures(), text.blocks()]).toEqual([[], 2]);
  });

  it('is replaced if the upload finished while it was gone; otherwise the skipped upload starts', async () => {
    const late = openText();
    late.cut();
    late.settle('stored', '/1.webp');
    const skipped = openText();
    skipped.cut();
    skipped.skip();

    late.undo();
    skipped.undo();
    await Promise.resolve();

    expect(late.pictures()).toEqual([['/1.webp', 'harbour', null]]);
    expect(skipped.retried).toEqual(['a1']);
  });
});
