import { closeHistory } from '@tiptap/pm/history';
import type { Slice } from '@tiptap/pm/model';
import { Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { pasted } from '../../markdown-input/pasted.ts';
import { createManuscript } from '../markdown/manuscript.ts';
import { cleanHtml, embeddedPictures, isOwn } from './clean.ts';
import { sliceOfMarkdown } from './from-text.ts';

type TakeFiles = (files: File[]) => void;

/** Copies as Markdown for programs that paste plain text. */
function textOf(slice: Slice, { state: { schema } }: EditorView): string {
  const isInline = slice.content.firstChild?.isInline ?? false;
  const content = isInline ? schema.node('paragraph', {}, slice.content) : slice.content;
  const doc = schema.topNodeType.createAndFill(null, content);
  return doc ? createManuscript(schema).write(doc) : slice.content.textBetween(0, slice.content.size, '\n\n');
}

/**
 * Dictation and automation insert whole texts at once. A text of several lines is handled like a paste, so that its line breaks and
 * blocks of Markdown are interpreted. @returns whether the input was such a text
 */
function takeAtOnce(view: EditorView, event: InputEvent): boolean {
  const { data, inputType, isComposing } = event;
  if (inputType !== 'insertText' || !data?.includes('\n') || isComposing) return false;
  event.preventDefault();
  // The browser's selection may be newer than the editor's.
  const [range] = event.getTargetRanges?.() ?? [];
  if (range) {
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    const { doc, tr } = view.state;
    // A text that replaces everything must not inherit the type of the first block, e.g. a heading.
    if (from <= 1 && to >= doc.content.size - 1) view.dispatch(tr.delete(0, doc.content.size));
    else
      view.dispatch(tr.setSelection(TextSelection.between(view.state.doc.resolve(from), view.state.doc.resolve(to))));
  }
  const slice = sliceOfMarkdown(view.state.schema, data);
  if (slice) view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  else view.pasteText(data);
  return true;
}

/** Handles paste, drop and copy. */
export const pasting = (onFiles: TakeFiles): EditorProps => ({
  handleDOMEvents: { beforeinput: takeAtOnce },
  handlePaste(view, event) {
    // An undo step of its own, even right after typing.
    view.dispatch(closeHistory(view.state.tr));
    const found = event.clipboardData && pasted(event.clipboardData);
    if (found?.kind !== 'files') return false;
    onFiles([...found.files]);
    return true;
  },
  handleDrop(view, event, _slice, isMoved) {
    const files = isMoved ? [] : [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return false;
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
    if (at) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))));
    event.preventDefault();
    onFiles(files);
    return true;
  },
  transformPastedHTML(html) {
    if (isOwn(html)) return html;
    const body = cleanHtml(html);
    const files = embeddedPictures(body);
    // The pictures are inserted after the pasted text.
    if (files.length > 0) queueMicrotask(() => onFiles(files));
    return body.innerHTML;
  },
  clipboardTextParser(text, _context, isPlain, view) {
    // For null, which the type does not include, ProseMirror makes a paragraph of each line.
    return (isPlain ? null : sliceOfMarkdown(view.state.schema, text)) as Slice;
  },
  clipboardTextSerializer: textOf,
});
