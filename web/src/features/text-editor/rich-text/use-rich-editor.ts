import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { type Editor, type UseEditorOptions, useEditor } from '@tiptap/react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UploadQueue } from '../pictures/upload-queue.ts';
import { editingExtensions, type Openers } from './editing/extensions.ts';
import { RULES } from './editing/typed-marks.ts';
import { caretInDocument, caretInText } from './markdown/caret.ts';
import { createManuscript, type Manuscript, type Refusal } from './markdown/manuscript.ts';
import { type PictureInput, pasting } from './paste/paste-into.ts';

/** If passing the text to the form takes longer than this, it waits for the next frame, so that typing stays smooth. */
const UNNOTICED_MS = 6;

/** In px: header, bar and tools cover the top of the window; on a phone, the tools cover the bottom. */
const AROUND_CARET = { top: 176, right: 0, bottom: 72, left: 0 };

/** Marks transactions that adopt a text from the form, so that they are not passed back to it. */
const FROM_OUTSIDE = 'fromOutside';

interface EditorInput {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether this editor is in use. Otherwise the document is not updated. */
  readonly isActive: boolean;
  /** Called with the reason if rich text cannot represent the text. */
  readonly onRefuse: (refusal: Refusal) => void;
  readonly openers: RefObject<Openers>;
  readonly placeholder: string;
  /** Whether the text has formulas. A change needs a new editor. */
  readonly math: boolean;
  /** Handlers for pasted and dropped pictures. */
  readonly pictures: PictureInput;
  /** The uploads of the text. */
  readonly queue: UploadQueue;
  /** Attributes of the editable element. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Access to the rich text editor for the components around it. */
export interface RichWriter {
  /** Passes the latest text to the form at once. */
  flush(): void;
  /** The offset of the caret in the Markdown. */
  caret(): number;
  /** Focuses the editor, with the caret at an offset in the Markdown, and scrolls it into view. */
  focusAt(at: number): void;
}

/** Runs after the next frame, or within 100 ms if no frame is drawn. */
function afterFrame(run: () => void): () => void {
  const once = () => {
    stop();
    run();
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(afterwards);
    clearTimeout(timer);
  };
  let afterwards: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    afterwards = setTimeout(once);
  });
  // Hidden pages draw no frames.
  const timer = setTimeout(once, 100);
  return stop;
}

const documentOf = ({ schema }: Editor, nodes: readonly Node[]): Node =>
  schema.node('doc', {}, nodes.length > 0 ? [...nodes] : [schema.node('paragraph')]);

/** The Markdown of a document. If writing it fails, the text is kept without formatting rather than lost. */
function written(manuscript: Manuscript, doc: Node): string {
  try {
    return manuscript.write(doc);
  } catch (error) {
    console.error('The text could not be written as Markdown', error);
    return doc.children.map((node) => node.textBetween(0, node.content.size, '\n')).join('\n\n');
  }
}

/** Replaces only the blocks that differ, in one undo step. */
function replaceBlocks(editor: Editor, nodes: readonly Node[]): void {
  const before = editor.state.doc.children;
  const after = documentOf(editor, nodes).children;
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const sizeOf = (blocks: readonly Node[]) => blocks.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const from = sizeOf(before.slice(0, start));
  const to = from + sizeOf(before.slice(start, before.length - end));
  const { tr } = editor.state;
  tr.replaceWith(from, to, after.slice(start, after.length - end)).setMeta(FROM_OUTSIDE, true);
  editor.view.dispatch(closeHistory(tr));
  // Typing before and after must not join this undo step.
  editor.view.dispatch(closeHistory(editor.state.tr));
}

/**
 * To restore the selection after each update, React walks through all nodes of an editable element, which is slow in a long text.
 * ProseMirror restores the selection itself, so the element's property tells React that the element is not editable. Browsers use
 * the attribute, which stays set.
 */
function keepSelectionFromReact(element: HTMLElement): void {
  Object.defineProperty(element, 'contentEditable', {
    configurable: true,
    get: () => 'inherit',
    set: (value: string) => element.setAttribute('contenteditable', value),
  });
}

/** Stored per editor, because React's strict mode creates an additional one that it does not use. */
const manuscripts = new WeakMap<object, Manuscript>();

/**
 * An editor for the Markdown of a form. Each change is passed to the form at once; in a long text, after the next frame, or with the next keystroke
 * if that is sooner. Texts from elsewhere (drafts, merges, the other mode) replace the differing blocks.
 */
export function useRichEditor(input: EditorInput): { readonly editor: Editor; readonly writer: RichWriter } {
  const now = useRef(input);
  now.current = input;
  /** The last text that the document was known to equal. */
  const known = useRef(input.value);
  /** Texts that were passed to the form and have not come back as `value` yet. */
  const sent = useRef<string[]>([]);
  const cancel = useRef<(() => void) | null>(null);
  const refused = useRef<Refusal | null>(null);

  const flush = useCallback(() => {
    const manuscript = manuscripts.get(editorOf.current);
    if (!cancel.current || !manuscript) return;
    cancel.current();
    cancel.current = null;
    const text = written(manuscript, editorOf.current.state.doc);
    if (text === known.current) return;
    known.current = text;
    sent.current.push(text);
    now.current.onChange(text);
  }, []);

  const handingMs = useRef(0);
  /** Like `flush`, but React also runs the resulting effects, such as autosave, synchronously. */
  const [handOver] = useState(() => () => {
    if (!cancel.current) return;
    const startedMs = performance.now();
    flushSync(flush);
    handingMs.current = performance.now() - startedMs;
  });

  // Created once, because TipTap compares options by identity.
  const [options] = useState<UseEditorOptions>(() => ({
    extensions: editingExtensions(input.openers, input.queue, input.placeholder),
    ...RULES,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onBeforeCreate({ editor: created }) {
      const made = createManuscript(created.schema, { math: input.math });
      const { nodes, refusal } = made.read(now.current.value);
      manuscripts.set(created, made);
      refused.current = refusal;
      // TipTap accepts a document too, although its type does not include it.
      created.options.content = documentOf(created, nodes) as never;
    },
    onMount: ({ editor: mounted }) => keepSelectionFromReact(mounted.view.dom),
    onUpdate({ transaction }) {
      if (transaction.getMeta(FROM_OUTSIDE)) return;
      // While a change is waiting for a frame, the next one is not delayed: at most one keystroke can be lost with the page.
      const isAtOnce = cancel.current !== null || handingMs.current < UNNOTICED_MS;
      cancel.current ??= isAtOnce ? () => undefined : afterFrame(handOver);
      if (isAtOnce) queueMicrotask(handOver);
    },
    onBlur: flush,
    editorProps: {
      scrollThreshold: AROUND_CARET,
      scrollMargin: AROUND_CARET,
      attributes: () => ({ ...now.current.attributes }),
      ...pasting({
        math: input.math,
        onFiles: (files) => now.current.pictures.onFiles(files),
        placePictures: (files, missing) => now.current.pictures.placePictures(files, missing),
      }),
    },
  }));
  const editor = useEditor(options, [options]);
  const editorOf = useRef(editor);
  editorOf.current = editor;

  useEffect(() => {
    if (refused.current) now.current.onRefuse(refused.current);
  }, []);

  const { value, isActive } = input;
  useEffect(() => {
    const own = sent.current.indexOf(value);
    sent.current.splice(0, own + 1);
    const manuscript = manuscripts.get(editor);
    if (!isActive || own >= 0 || value === known.current || !manuscript) return;
    cancel.current?.();
    cancel.current = null;
    const { nodes, refusal } = manuscript.read(value, editor.state.doc);
    if (refusal) return now.current.onRefuse(refusal);
    sent.current = [];
    known.current = value;
    replaceBlocks(editor, nodes);
  }, [value, isActive, editor]);

  useEffect(() => {
    // In the capture phase, because autosave listens to the same events and needs the latest text.
    document.addEventListener('visibilitychange', handOver, { capture: true });
    window.addEventListener('pagehide', handOver, { capture: true });
    return () => {
      document.removeEventListener('visibilitychange', handOver, { capture: true });
      window.removeEventListener('pagehide', handOver, { capture: true });
      flush();
    };
  }, [flush, handOver]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view reads the attributes from a ref and has to be notified of changes
  useEffect(() => {
    if (!editor.isDestroyed) editor.view.setProps({});
  }, [editor, JSON.stringify(input.attributes)]);

  const places = () => manuscripts.get(editor)?.placesOf(editor.state.doc) ?? [];
  return {
    editor,
    writer: {
      flush,
      caret: () => caretInText(editor.state.doc, places(), editor.state.selection.head),
      focusAt(at) {
        const { doc, tr } = editor.state;
        const position = Math.min(caretInDocument(doc, places(), at), doc.content.size);
        editor.view.focus();
        editor.view.dispatch(tr.setSelection(Selection.near(doc.resolve(position))).scrollIntoView());
      },
    },
  };
}
