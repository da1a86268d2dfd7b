import type { ReadingOptions } from '@inkwell/shared/markdown/tokens';
import { closeHistory } from '@tiptap/pm/history';
import { Slice } from '@tiptap/pm/model';
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { pasted } from '../../markdown-input/pasted.ts';
import { createManuscript } from '../markdown/manuscript.ts';
import { bareAddresses } from './bare-addresses.ts';
import { editorHtml } from './editor-html.ts';
import { sliceOfMarkdown, sliceOfParagraphs } from './from-text.ts';
import type { PlacePictures } from './markdown-from-html.ts';
import { apart, isNoteBlock, settledNotes, withNotes } from './notes.ts';

/** Handlers for pictures. */
export interface PictureInput {
  /** Called with pasted or dropped files. */
  readonly onFiles: (files: File[]) => void;
  /** Called with the pictures of copied HTML. */
  readonly placePictures: PlacePictures;
  /** Whether the text has formulas. */
  readonly math?: boolean;
}

/** Copies as Markdown for programs that paste plain text. */
function textOf(slice: Slice, { state: { schema } }: EditorView, reading: ReadingOptions): string {
  const isInline = slice.content.firstChild?.isInline ?? false;
  const content = isInline ? schema.node('paragraph', {}, slice.content) : slice.content;
  const doc = schema.topNodeType.createAndFill(null, content);
  return doc ? createManuscript(schema, reading).write(doc) : slice.content.textBetween(0, slice.content.size, '\n\n');
}

/**
 * Dictation and automation insert whole texts at once. A text of several lines is handled like a paste, so that its line breaks and Markdown blocks
 * are interpreted. @returns whether the input was such a text
 */
function takeAtOnce(view: EditorView, event: InputEvent, reading: ReadingOptions): boolean {
  const { data, inputType, isComposing } = event;
  if (inputType !== 'insertText' || !data?.includes('\n') || isComposing) return false;
  event.preventDefault();
  // The browser's selection may be newer than the editor's.
  const [range] = event.getTargetRanges?.() ?? [];
  if (range) {
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    const { doc, tr } = view.state;
    // A text that replaces everything must not inherit the type of the first block, such as a heading.
    if (from <= 1 && to >= doc.content.size - 1) view.dispatch(tr.delete(0, doc.content.size));
    else
      view.dispatch(tr.setSelection(TextSelection.between(view.state.doc.resolve(from), view.state.doc.resolve(to))));
  }
  const slice = sliceOfMarkdown(view.state.schema, data, reading);
  if (slice) view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  else view.pasteText(data);
  return true;
}

/**
 * Inserts text unchanged. It has no paste mark, because TipTap would then create links. Addresses that Markdown links anyway become links, so that
 * they need no escapes.
 */
function literal({ tr, schema }: EditorState, slice: Slice): Transaction {
  const { from } = tr.selection;
  tr.replaceSelection(slice).scrollIntoView().setMeta('preventAutolink', true);
  const { link, code } = schema.marks;
  tr.doc.nodesBetween(from, tr.selection.to, (node, at) => {
    if (!node.isText || !link || code?.isInSet(node.marks)) return;
    for (const { address, index, href } of bareAddresses(node.text ?? ''))
      tr.addMark(at + index, at + index + address.length, link.create({ href }));
  });
  return tr;
}

/** A pasted passage with free labels. Text next to a pasted note does not become part of it. */
function settled(slice: Slice, { state: { doc, selection } }: EditorView, reading: ReadingOptions): Slice {
  const { content, openStart, openEnd } = settledNotes(slice, doc, selection, reading);
  const [first, last] = [content.firstChild, content.lastChild];
  return new Slice(content, isNoteBlock(first) ? 0 : openStart, isNoteBlock(last) ? 0 : openEnd);
}

/** Inserts a passage, and its notes at the end of the text. @returns whether it has such notes */
function pasteWithNotes({ state, dispatch }: EditorView, slice: Slice): boolean {
  const { passage, notes } = apart(slice);
  if (notes.length === 0) return false;
  const { tr } = state;
  tr.replaceSelection(passage).insert(tr.doc.content.size, [...notes]);
  dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

/**
 * Reads the selection before it is copied. On a busy machine the browser reports it later, and would copy the text as displayed, without footnotes.
 */
function readSelection({ dom }: EditorView): false {
  dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
  return false;
}

/** Handles paste, drop and copy. */
export function pasting({ onFiles, placePictures, math = false }: PictureInput): EditorProps {
  /** Whether the current paste is from Ctrl+Shift+V. */
  let isLiteral = false;
  return {
    handleDOMEvents: {
      beforeinput: (view, event) => takeAtOnce(view, event, { math }),
      copy: readSelection,
      cut: readSelection,
    },
    handlePaste(view, event, slice) {
      // A separate undo step, even right after typing.
      view.dispatch(closeHistory(view.state.tr));
      const wasLiteral = isLiteral;
      isLiteral = false;
      const found = event.clipboardData && pasted(event.clipboardData);
      if (found?.kind === 'files') {
        onFiles([...found.files]);
        return true;
      }
      if (!wasLiteral) return pasteWithNotes(view, slice);
      view.dispatch(literal(view.state, slice));
      return true;
    },
    handleDrop(view, event, slice, isMoved) {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (isMoved || (files.length === 0 && apart(slice).notes.length === 0)) return false;
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (at) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))));
      event.preventDefault();
      if (files.length > 0) onFiles(files);
      else {
        pasteWithNotes(view, slice);
        view.focus();
      }
      return true;
    },
    transformPastedHTML: (html, { state: { schema, doc } }) =>
      editorHtml(html, schema, placePictures, doc.textContent).innerHTML,
    transformPasted: (slice, view) => settled(slice, view, { math }),
    transformCopied: (slice, { state: { doc } }) => withNotes(slice, doc),
    clipboardTextParser(text, context, isPlain, view) {
      const { schema } = view.state;
      isLiteral = isPlain;
      // For null, which the type does not include, ProseMirror turns each line into a paragraph.
      return ((isPlain ? null : sliceOfMarkdown(schema, text, { math })) ??
        sliceOfParagraphs(schema, text, context.marks())) as Slice;
    },
    clipboardTextSerializer: (slice, view) => textOf(slice, view, { math }),
  };
}
