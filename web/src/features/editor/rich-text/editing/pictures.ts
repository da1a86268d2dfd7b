import type { Editor } from '@tiptap/core';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { pendingAddress, waitingWords } from '../../markdown-input/pending-pictures.ts';
import type { PictureSurface } from '../../markdown-input/use-pictures.ts';

/** Where the place of a picture that is on its way stands in the document. */
function placeOf(doc: Node, id: string): { readonly node: Node; readonly position: number } | null {
  const address = pendingAddress(id);
  let found: { node: Node; position: number } | null = null;
  doc.descendants((node, position) => {
    if (node.type.name === 'picture' && node.attrs.src === address) found = { node, position };
    return found === null;
  });
  return found;
}

/** The rich text as a place for pictures. */
export function richSurface(editor: Editor): PictureSurface {
  return {
    keepPlaces(pictures) {
      const { schema, tr } = editor.state;
      const nodes = pictures.map(({ id, words }) =>
        schema.node('picture', { src: pendingAddress(id), alt: waitingWords(words) }),
      );
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
      // Undo takes back what its writer did, and brings no place back that nothing comes to any more.
      tr.setMeta('addToHistory', false);
      const { node, position } = place;
      if (url === null) {
        const parent = tr.doc.resolve(position);
        if (parent.parent.childCount === 1 && parent.parent.type.name === 'paragraph' && parent.depth === 1)
          tr.delete(parent.before(), parent.after());
        else tr.delete(position, position + node.nodeSize);
      } else {
        const alt = node.attrs.alt === waitingWords(picture.words) ? picture.words : node.attrs.alt;
        tr.setNodeMarkup(position, null, { ...node.attrs, src: url, alt }, node.marks);
      }
      editor.view.dispatch(tr);
    },
    holds: (id) => placeOf(editor.state.doc, id) !== null,
  };
}
