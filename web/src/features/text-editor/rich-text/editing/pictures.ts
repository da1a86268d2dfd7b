import { readPictureNotes, withPictureNotes } from '@inkwell/shared/markdown/picture-notes';
import type { Editor } from '@tiptap/core';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { PictureSurface } from '../../markdown-input/area-surface.ts';
import { type PendingPicture, pendingId, waitingWords } from '../../markdown-input/pending-pictures.ts';

interface Place {
  readonly node: Node;
  readonly position: number;
}

/** Where the place of a picture that is on its way stands in the document. */
function placeOf(doc: Node, id: string): Place | null {
  let found: Place | null = null;
  doc.descendants((node, position) => {
    if (node.type.name === 'picture' && pendingId(String(node.attrs.src)) === id) found = { node, position };
    return found === null;
  });
  return found;
}

/**
 * Puts a picture into its place, with the words, caption and width it has been given meanwhile; or takes the place away, with a paragraph
 * that held nothing else.
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
  const alt = node.attrs.alt === waitingWords(picture.words) ? picture.words : node.attrs.alt;
  tr.setNodeMarkup(position, null, { ...node.attrs, src: withPictureNotes(url, notes), alt }, node.marks);
}

function around(doc: Node, position: number) {
  const at = doc.resolve(position);
  return { parent: at.parent, depth: at.depth, before: at.before(), after: at.after() };
}

/** The rich text as a place for pictures. */
export function richSurface(editor: Editor): PictureSurface {
  return {
    put(pictures) {
      const { schema, tr } = editor.state;
      const nodes = pictures.map(({ src, alt }) => schema.node('picture', { src, alt }));
      // Stands behind a picture that is selected, and takes no other's place.
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
      // Undo takes back what its writer did, and brings no place back that nothing comes to any more.
      editor.view.dispatch(tr.setMeta('addToHistory', false));
    },
    holds: (id) => placeOf(editor.state.doc, id) !== null,
  };
}
