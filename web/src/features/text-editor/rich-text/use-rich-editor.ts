import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { type Editor, type UseEditorOptions, useEditor } from '@tiptap/react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UploadQueue } from '../pictures/upload-queue.ts';
import { editingExtensions, type Openers } from './editing/extensions.ts';
import { caretInDocument, caretInText } from './markdown/caret.ts';
import { createManuscript, type Manuscript, type Refusal } from './markdown/manuscript.ts';
import { pasting } from './paste/paste-into.ts';

/** Handing a text over may take so long beside a stroke without anybody noticing; a longer one waits for the frame after it. */
const UNNOTICED_MS = 6;

/** Marks a change that brings the document to a text which others know already. */
const FROM_OUTSIDE = 'fromOutside';

interface EditorInput {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the text is written here at present. While it is not, the document stays behind. */
  readonly isActive: boolean;
  /** The text cannot be written here. */
  readonly onRefuse: (refusal: Refusal) => void;
  readonly openers: RefObject<Openers>;
  /** Takes pictures that were pasted or dropped. */
  readonly onFiles: (files: File[]) => void;
  /** Uploads whose places stand in the text. */
  readonly queue: UploadQueue;
  /** As attributes of the element that is written in. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The writing of rich text, as those around it use it. */
export interface RichWriter {
  /** Hands over at once what was typed last. */
  flush(): void;
  /** The unit of the text at which the caret stands. */
  caret(): number;
  /** Puts the caret at a unit of the text, with the focus, and brings it into view. */
  focusAt(at: number): void;
}

/** Runs after the next frame was drawn, or soon where none is. */
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
  // Pages that are hidden draw no frames.
  const timer = setTimeout(once, 100);
  return stop;
}

const documentOf = ({ schema }: Editor, nodes: readonly Node[]): Node =>
  schema.node('doc', {}, nodes.length > 0 ? [...nodes] : [schema.node('paragraph')]);

/** A text must not be lost to a fault of ours: what cannot be written as Markdown stays as its words. */
function written(manuscript: Manuscript, doc: Node): string {
  try {
    return manuscript.write(doc);
  } catch (error) {
    console.error('The text could not be written as Markdown', error);
    return doc.children.map((node) => node.textBetween(0, node.content.size, '\n')).join('\n\n');
  }
}

/** Changes only the blocks that differ, in one step of undo. */
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
  // Neither what was typed before nor what is typed behind it belongs to the same step.
  editor.view.dispatch(closeHistory(editor.state.tr));
}

/**
 * Before each change of the page, React counts the characters up to the selection in what is written in, to set it again, by a walk
 * through all its nodes: in a long text the most of the work of a stroke. The editor sets its selection itself, so React is not told that
 * its element can be written in; the attribute, which browsers go by, stays.
 */
function keepSelectionFromReact(element: HTMLElement): void {
  Object.defineProperty(element, 'contentEditable', {
    configurable: true,
    get: () => 'inherit',
    set: (value: string) => element.setAttribute('contenteditable', value),
  });
}

/**
 * An editor whose document is the Markdown of a form. What is typed is written at once; in a text for which that takes long, after the
 * next frame, or with the next stroke if that is sooner. Texts from elsewhere (drafts, merges, the other mode) change the blocks that
 * differ.
 */
export function useRichEditor(input: EditorInput): { readonly editor: Editor; readonly writer: RichWriter } {
  const now = useRef(input);
  now.current = input;
  const manuscript = useRef<Manuscript | null>(null);
  /** The text that the document was last known to stand for. */
  const known = useRef(input.value);
  /** Texts that were handed over and have not come back yet. */
  const sent = useRef<string[]>([]);
  const cancel = useRef<(() => void) | null>(null);
  const refused = useRef<Refusal | null>(null);

  const flush = useCallback(() => {
    if (!cancel.current || !manuscript.current) return;
    cancel.current();
    cancel.current = null;
    const text = written(manuscript.current, editorOf.current.state.doc);
    if (text === known.current) return;
    known.current = text;
    sent.current.push(text);
    now.current.onChange(text);
  }, []);

  const handingMs = useRef(0);
  /** The same, and what follows from it, as keeping the draft, does not wait for its turn. */
  const [handOver] = useState(() => () => {
    if (!cancel.current) return;
    const startedMs = performance.now();
    flushSync(flush);
    handingMs.current = performance.now() - startedMs;
  });

  // Made once: TipTap compares what it is given with each drawing, and takes what differs to be new.
  const [options] = useState<UseEditorOptions>(() => ({
    extensions: editingExtensions(
      {
        link: () => now.current.openers.current.link(),
        find: () => now.current.openers.current.find(),
        keys: () => now.current.openers.current.keys(),
        toolbar: () => now.current.openers.current.toolbar(),
        picture: () => now.current.openers.current.picture(),
      },
      now.current.queue,
    ),
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onBeforeCreate({ editor: created }) {
      const made = createManuscript(created.schema);
      const { nodes, refusal } = made.read(now.current.value);
      manuscript.current = made;
      refused.current = refusal;
      // TipTap takes documents too; its type names only those that it has to make.
      created.options.content = documentOf(created, nodes) as never;
    },
    onMount: ({ editor: mounted }) => keepSelectionFromReact(mounted.view.dom),
    onUpdate({ transaction }) {
      if (transaction.getMeta(FROM_OUTSIDE)) return;
      // Whoever types faster than frames are drawn loses no more than one stroke with the page.
      const isAtOnce = cancel.current !== null || handingMs.current < UNNOTICED_MS;
      cancel.current ??= isAtOnce ? () => undefined : afterFrame(handOver);
      if (isAtOnce) queueMicrotask(handOver);
    },
    onBlur: flush,
    editorProps: {
      attributes: () => ({ ...now.current.attributes }),
      ...pasting((files) => now.current.onFiles(files)),
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
    if (!isActive || own >= 0 || value === known.current || !manuscript.current) return;
    cancel.current?.();
    cancel.current = null;
    const { nodes, refusal } = manuscript.current.read(value, editor.state.doc);
    if (refusal) return now.current.onRefuse(refusal);
    sent.current = [];
    known.current = value;
    replaceBlocks(editor, nodes);
  }, [value, isActive, editor]);

  useEffect(() => {
    // Before others hear of it, who send what they know.
    document.addEventListener('visibilitychange', handOver, { capture: true });
    window.addEventListener('pagehide', handOver, { capture: true });
    return () => {
      document.removeEventListener('visibilitychange', handOver, { capture: true });
      window.removeEventListener('pagehide', handOver, { capture: true });
      flush();
    };
  }, [flush, handOver]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view reads them from a ref and has to be told when they change
  useEffect(() => {
    if (!editor.isDestroyed) editor.view.setProps({});
  }, [editor, JSON.stringify(input.attributes)]);

  const places = () => manuscript.current?.placesOf(editor.state.doc) ?? [];
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
