import { combineTransactionSteps, Extension, getChangedRanges } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, Plugin } from '@tiptap/pm/state';
import { pendingId } from '../../markdown-input/pending-pictures.ts';
import type { UploadQueue } from '../../pictures/upload-queue.ts';
import { PictureView } from './picture-view.ts';
import { settleAt } from './pictures.ts';

export interface PicturesOptions {
  readonly queue: UploadQueue;
  /** Leads to what is said of the selected picture. */
  readonly onDescribe: () => void;
}

/**
 * Draws pictures, and puts what became of an upload into places that come back: by redo, by undoing their removal, by pasting what was
 * cut. These changes belong to the step that brought the place.
 */
export const PicturesInText = Extension.create<PicturesOptions>({
  name: 'picturesInText',

  addKeyboardShortcuts() {
    return {
      // Would split the paragraph in the place of the picture.
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
        appendTransaction(transactions, before, { doc, tr }) {
          if (queue.all().length === 0 || !transactions.some(({ docChanged }) => docChanged)) return null;
          const places: { readonly node: Node; readonly position: number }[] = [];
          const changes = getChangedRanges(combineTransactionSteps(before.doc, [...transactions]));
          for (const { newRange } of changes) {
            const to = Math.min(newRange.to, doc.content.size);
            doc.nodesBetween(Math.min(newRange.from, to), to, (node, position) => {
              if (node.type.name === 'picture' && !places.some((place) => place.position === position))
                places.push({ node, position });
            });
          }
          for (const { node, position } of places.reverse()) {
            const upload = queue.get(pendingId(String(node.attrs.src)) ?? '');
            if (upload?.status === 'skipped') queueMicrotask(() => queue.retry(upload.id));
            if (upload?.url || upload?.status === 'removed') settleAt(tr, { node, position }, upload, upload.url);
          }
          return tr.docChanged ? tr.setMeta('addToHistory', false) : null;
        },
      }),
    ];
  },
});
