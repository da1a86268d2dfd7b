import { combineTransactionSteps, Extension, getChangedRanges } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, type Transaction } from '@tiptap/pm/state';
import { pendingId } from '../../markdown-input/pending-pictures.ts';
import type { UploadQueue } from '../../pictures/upload-queue.ts';
import { PictureView } from './picture-view.ts';
import { settleAt } from './pictures.ts';

export interface PicturesOptions {
  readonly queue: UploadQueue;
  /** Focuses the description of the selected picture. */
  readonly onDescribe: () => void;
}

/** Replaces placeholders of finished uploads that undo, redo or pasting has restored. Not an undo step. Null if there is nothing to change. */
export function settleRestored(
  queue: Pick<UploadQueue, 'all' | 'get' | 'retry'>,
  transactions: readonly Transaction[],
  before: EditorState,
  { doc, tr }: EditorState,
): Transaction | null {
  if (queue.all().length === 0 || !transactions.some(({ docChanged }) => docChanged)) return null;
  const places = new Map<number, Node>();
  for (const { newRange } of getChangedRanges(combineTransactionSteps(before.doc, [...transactions]))) {
    const to = Math.min(newRange.to, doc.content.size);
    doc.nodesBetween(Math.min(newRange.from, to), to, (node, position) => {
      if (node.type.name === 'picture') places.set(position, node);
    });
  }
  // From the end, because a removal changes the positions after it.
  for (const [position, node] of [...places].sort(([one], [other]) => other - one)) {
    const upload = queue.get(pendingId(String(node.attrs.src)) ?? '');
    if (upload?.status === 'skipped') queueMicrotask(() => queue.retry(upload.id));
    if (upload?.url || upload?.status === 'removed') settleAt(tr, { node, position }, upload, upload.url);
  }
  return tr.docChanged ? tr.setMeta('addToHistory', false) : null;
}

/** Renders pictures and replaces placeholders of finished uploads. */
export const PicturesInText = Extension.create<PicturesOptions>({
  name: 'picturesInText',

  addKeyboardShortcuts() {
    return {
      // By default, Enter would replace the picture with a new paragraph.
      Enter: () => {
        const { selection } = this.editor.state;
        const isPicture = selection instanceof NodeSelection && selection.node.type.name === 'picture';
        if (isPicture) this.options.onDescribe();
        return isPicture;
      },
    };
  },

  addProseMirrorPlugins() {
    const { queue, onDescribe } = this.options;
    return [
      new Plugin({
        props: {
          nodeViews: {
            picture: (node, view, getPos) =>
              new PictureView(node, {
                queue,
                onDone: () => view.focus(),
                onDescribe: () => {
                  const at = getPos();
                  if (at === undefined) return;
                  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
                  onDescribe();
                },
              }),
          },
        },
        appendTransaction: (transactions, before, state) => settleRestored(queue, transactions, before, state),
      }),
    ];
  },
});
