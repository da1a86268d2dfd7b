import { readPictureNotes, withPictureNotes } from '@inkwell/shared/markdown/picture-notes';
import type { Editor } from '@tiptap/core';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { PictureSurface } from '../../markdown-input/area-surface.ts';
import { type PendingPicture, pendingId, waitingText } from '../../markdown-input/pending-pictures.ts';

interface Place {
  readonly node: Node;
  readonly position: number;
}

/** The placeholder of an upload in the document. */
function placeOf(doc: Node, id: string): Place | null {
  let found: Place | null = null;
  doc.descendants((node, position) => {
    if (node.type.name === 'picture' && pendingId(String(node.attrs.src)) === id) found = { node, position };
    return found === null;
  });
  return found;
}

/**
 * Replaces a placeholder with the stored picture, and keeps the writer's description, caption and width. If `url` is null, removes the placeholder,
 * and its paragraph if that would be empty.
 */
export function settleAt(
  tr: Transaction,
  { node, position }: Place,
  picture: PendingPicture,
  url: string | null,
): void {
  if (url === null) {
    const { parent, depth, before, after } = around(tr.doc, position);
    if (parent.childCount === 1 && parent.type.name === 'paragraph' && depth === 1 && tr.doc.childCount > 1)
      tr.delete(before, after);
    else tr.delete(position, position + node.nodeSize);
    return;
  }
  const { address: _, ...notes } = readPictureNotes(String(node.attrs.src));
  const alt = node.attrs.alt === waitingText(picture.alt) ? picture.alt : node.attrs.alt;
  tr.setNodeMarkup(position, null, { ...node.attrs, src: withPictureNotes(url, notes), alt }, node.marks);
}

function around(doc: Node, position: number) {
  const at = doc.resolve(position);
  return { parent: at.parent, depth: at.depth, before: at.before(), after: at.after() };
}

/** Inserts pictures into rich text. */
export function richSurface(editor: Editor): PictureSurface {
  return {
    put(pictures) {
      const { schema, tr } = editor.state;
      const nodes = pictures.map(({ src, alt }) => schema.node('picture', { src, alt }));
      // A selected picture is not replaced; the new ones follow it.
      if (tr.selection instanceof NodeSelection && tr.selection.node.isInline)
        tr.setSelection(TextSelection.create(tr.doc, tr.selection.to));
      const { $from } = tr.selection;
      const isInCell = $from.node(-1)?.type.spec.tableRole !== undefined;
      if (isInCell) {
        tr.replaceSelection(new Slice(Fragment.from(nodes), 0, 0));
      } else {
        const paragraphs = nodes.map((node) => schema.node('paragraph', {}, [node]));
        const behind = schema.node('paragraph');
        const isAtEnd = $from.parentOffset === $from.parent.content.size;
        if ($from.parent.isTextblock && $from.parent.content.size === 0 && $from.depth > 0) {
          const at = $from.before();
          tr.replaceWith(at, $from.after(), [...paragraphs, behind]);
          tr.setSelection(Selection.near(tr.doc.resolve(at + Fragment.from(paragraphs).size + 1)));
        } else if (isAtEnd && $from.depth > 0) {
          const at = $from.after();
          tr.insert(at, [...paragraphs, behind]);
          tr.setSelection(Selection.near(tr.doc.resolve(at + Fragment.from(paragraphs).size + 1)));
        } else {
          tr.replaceSelection(new Slice(Fragment.from(paragraphs), 0, 0));
        }
      }
      editor.view.dispatch(tr.scrollIntoView());
    },
    settle(picture, url) {
      const place = placeOf(editor.state.doc, picture.id);
      if (!place) return;
      const { tr } = editor.state;
      settleAt(tr, place, picture, url);
      // Undo must revert only the writer's changes.
      editor.view.dispatch(tr.setMeta('addToHistory', false));
    },
    holds: (id) => placeOf(editor.state.doc, id) !== null,
  };
}
