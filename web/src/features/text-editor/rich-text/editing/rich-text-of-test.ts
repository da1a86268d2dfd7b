import { Editor } from '@tiptap/core';
import type { createUploadQueue } from '../../pictures/upload-queue.ts';
import { createManuscript } from '../markdown/manuscript.ts';
import { type PictureInput, pasting } from '../paste/paste-into.ts';
import { editingExtensions } from './extensions.ts';
import { RULES } from './typed-marks.ts';

const NO_QUEUE = { all: () => [], get: () => undefined, subscribe: () => () => {} } as unknown as ReturnType<
  typeof createUploadQueue
>;
const nothing = () => {};
const OPENERS = { current: { link: nothing, find: nothing, keys: nothing, toolbar: nothing, picture: nothing } };

function pasteEvent(text: string, html = ''): ClipboardEvent {
  const getData = (kind: string) => ({ 'text/html': html, 'text/plain': text })[kind] ?? '';
  const event = new Event('paste', { bubbles: true, cancelable: true });
  return Object.assign(event, { clipboardData: { files: [], getData } }) as unknown as ClipboardEvent;
}

/** For tests: rich text without the components around it. Needs a DOM. */
export function richTextOfTest(pictures: Partial<PictureInput> = {}) {
  const editor = new Editor({
    ...RULES,
    element: document.body.appendChild(document.createElement('div')),
    extensions: editingExtensions(OPENERS, NO_QUEUE),
    editorProps: pasting({ onFiles: nothing, placePictures: (files) => files.map(() => null), ...pictures }),
  });
  const { view } = editor;
  const type = (text: string) => {
    for (const char of text) {
      const { from, to } = view.state.selection;
      const insert = () => view.state.tr.insertText(char, from, to);
      const isTaken = view.someProp('handleTextInput', (handle) => handle(view, from, to, char, insert));
      if (!isTaken) view.dispatch(insert());
    }
  };
  return {
    editor,
    type,
    /** @returns whether the editor handled the key */
    press: (key: string, modifiers: KeyboardEventInit = {}) =>
      !view.dom.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })),
    paste: (text: string, html = '') => view.dom.dispatchEvent(pasteEvent(text, html)),
    /** Like Ctrl+Shift+V. */
    pastePlain: (text: string) => view.pasteText(text, pasteEvent(text)),
    markdown: () => createManuscript(view.state.schema).write(view.state.doc),
    html: () => editor.getHTML(),
    text: () => view.state.doc.textBetween(0, view.state.doc.content.size, '\n'),
  };
}
