import { CONFLICT_MARKERS } from '@inkwell/shared/conflict-markers';
import { counted } from '@inkwell/shared/format';
import { textFacts } from '@inkwell/shared/text-facts';
import { Input } from '@mantine/core';
import {
  Component,
  type ComponentType,
  type ErrorInfo,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { LazyArticle } from '../../../components/markdown/lazy-markdown.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { MarkdownInput } from '../markdown-input/markdown-input.tsx';
import { reveal } from '../markdown-input/reveal.ts';
import type { Pictures } from '../markdown-input/use-pictures.ts';
import type { RichTextProps } from '../rich-text/rich-text.tsx';
import type { RichWriter } from '../rich-text/use-rich-editor.ts';
import { rememberWritingMode, type WritingMode, writingMode } from '../writing-mode.ts';
import styles from './content-field.module.css';

interface ContentFieldProps {
  readonly label: string;
  /** The kind of text, such as 'story'. */
  readonly noun?: string;
  /** Markdown in both modes. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  /** Shows the rendered text instead of the editor. */
  readonly isPreviewing: boolean;
  readonly pictures: Pictures;
  /** How the form finds the field, for example to focus it after an error. */
  readonly dataPath?: string;
  /** Whether the text has formulas. */
  readonly math?: boolean;
}

/** Why a text is shown as Markdown although the writer chose rich text. */
const REASONS = {
  passages: 'The text contains both versions of a passage, so it is shown as Markdown. Choose one first.',
  source: 'Most of this text is raw HTML or other source, which rich text cannot show, so it is shown as Markdown.',
  unclosed: 'The text ends in HTML that is not closed and would include any text after it, so it is shown as Markdown.',
  unread: 'Rich text could not keep every character of this text, so it is shown as Markdown.',
  crashed: 'The rich text editor has failed. Your text is here as Markdown, including the last thing you typed.',
} as const;

type Reason = keyof typeof REASONS;

/** Copying in rich text has already loaded its schema, which is large; other HTML is read without it. */
const loadReader = async (html: string) =>
  html.includes('data-pm-slice')
    ? (await import('../rich-text/paste/editor-html.ts')).markdownFromOwnHtml
    : (await import('../rich-text/paste/markdown-from-html.ts')).markdownFromHtml;

const READER_AHEAD_MS = 3_000;

const hasConflict = (value: string): boolean =>
  value.includes(CONFLICT_MARKERS.mine) || value.includes(CONFLICT_MARKERS.end);

/** Counting reads the whole text, so it waits for a pause in typing. */
const PAUSE_MS = 600;

/** The number of words and the reading time. */
function TextLength({ value }: { readonly value: string }) {
  const [facts, setFacts] = useState(() => textFacts(value));
  useEffect(() => {
    const timer = setTimeout(() => setFacts(textFacts(value)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const { words, minutes } = facts;
  return (
    <p className={styles.length}>
      {counted(words, 'word', 'words')}
      {words > 0 && ` · ${minutes} min to read`}
    </p>
  );
}

/**
 * Edits a text as rich text, or as Markdown for writers who prefer it and for texts that rich text cannot represent. The value is Markdown in both
 * modes. The selected mode is remembered, and the caret keeps its position. docs/product.md §2
 */
export function ContentField({
  label,
  noun = 'story',
  value,
  onChange,
  error,
  isPreviewing,
  pictures,
  dataPath,
  math = false,
}: ContentFieldProps) {
  const id = useId();
  const [wanted, setWanted] = useState<WritingMode>(writingMode);
  const [reason, setReason] = useState<Reason | null>(null);
  const [attempt, setAttempt] = useState(0);
  const writer = useRef<RichWriter | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  /** The offset for the caret once the other mode is shown. */
  const caret = useRef<number | null>(null);

  const isConflicted = hasConflict(value);
  if (isConflicted && wanted === 'rich' && reason === null) setReason('passages');
  const { part, retry } = useRichPart(wanted === 'rich' && reason === null);
  /** The writer began to type before rich text was loaded, and continues in Markdown until then. */
  const [isEarly, setEarly] = useState(false);
  const isMarkdown = wanted === 'markdown' || reason !== null || part.status === 'failed' || isEarly;
  const mode: WritingMode = isMarkdown ? 'markdown' : 'rich';
  /** Rich text is still loading. The Markdown area is shown and accepts input. */
  const isWaiting = mode === 'rich' && part.status !== 'ready';

  /** An area with its own undo steps stays. An area that was never focused is replaced once rich text is shown. */
  const [area, setArea] = useState<'untouched' | 'entered' | 'replaced'>('untouched');
  if (area === 'untouched' && mode === 'rich' && !isWaiting) setArea('replaced');

  function choose(next: WritingMode): void {
    if (next === mode && !isEarly) return;
    setEarly(false);
    if (next === 'rich') {
      caret.current = pictures.area.current?.selectionStart ?? null;
      setReason(null);
      setAttempt((count) => (reason === 'crashed' ? count + 1 : count));
      if (part.status === 'failed') retry();
    } else {
      writer.current?.flush();
      caret.current = writer.current?.caret() ?? null;
    }
    rememberWritingMode(next);
    setWanted(next);
  }

  useLayoutEffect(() => {
    const { current: area } = pictures.area;
    if (mode !== 'markdown' || caret.current === null || !area) return;
    reveal(area, caret.current, caret.current);
    caret.current = null;
  }, [mode, pictures.area]);

  useEffect(() => {
    // Preloaded, so that the service worker has it when there is no network.
    const timer = setTimeout(() => void loadReader('').catch(() => undefined), READER_AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);

  const isAwaited = isEarly && part.status === 'ready';
  useEffect(() => {
    const { current: area } = pictures.area;
    if (!isAwaited || !area) return;
    const handOver = () => {
      caret.current = document.activeElement === area ? area.selectionStart : null;
      setEarly(false);
    };
    if (!pictures.isComposing()) return handOver();
    area.addEventListener('compositionend', handOver, { once: true });
    return () => area.removeEventListener('compositionend', handOver);
  }, [isAwaited, pictures]);

  const placeholder = `Write your ${noun}. Markdown works here.`;
  const errorId = error ? `${id}-error` : undefined;
  const labelId = `${id}-label`;
  const isRich = mode === 'rich' && !isPreviewing;
  const RichText = part.status === 'ready' ? part.RichText : null;
  const modeButton = (of: WritingMode, label: string) => (
    <button type="button" className={styles.mode} aria-pressed={mode === of} onClick={() => choose(of)}>
      {label}
    </button>
  );
  return (
    <Input.Wrapper
      id={id}
      label={label}
      error={error}
      labelProps={{ htmlFor: id, id: labelId, className: 'visually-hidden' }}
      errorProps={{ id: `${id}-error` }}
    >
      <div ref={frame} className={styles.field} data-previewing={isPreviewing || undefined}>
        <div role="status" className={styles.reason}>
          {wanted === 'rich' && reason && REASONS[reason]}
          {wanted === 'rich' && !reason && part.status === 'failed' && (
            <>
              Rich text could not be loaded. You can continue in Markdown.{' '}
              <button type="button" className={styles.retry} onClick={retry}>
                Try Again
              </button>
            </>
          )}
        </div>
        <div className={styles.frame} data-frame data-invalid={error ? true : undefined}>
          <div className={isWaiting ? styles.waiting : undefined}>
            <MarkdownInput
              // Scripts and assistive technology that hold a reference to the area find that it is gone and search again.
              key={area === 'replaced' ? 'behind' : 'in front'}
              id={id}
              {...{ value, onChange, errorId, pictures, loadReader, dataPath, placeholder }}
              isActive={(mode === 'markdown' || isWaiting) && !isPreviewing}
              onEnter={() => {
                if (area === 'untouched') setArea('entered');
                if (isWaiting) setEarly(true);
              }}
            />
          </div>
          {RichText && (
            <RichBoundary key={`${attempt} ${math}`} onCrash={() => setReason('crashed')}>
              <RichText
                {...{ labelId, errorId, value, onChange, pictures, dataPath, writer, placeholder, math }}
                isActive={isRich}
                onRefuse={setReason}
                takeCaret={() => {
                  const at = caret.current;
                  caret.current = null;
                  const { activeElement } = document;
                  // A writer who has moved on to another field, such as the title, keeps the focus there.
                  const isElsewhere = activeElement !== document.body && !frame.current?.contains(activeElement);
                  return isElsewhere ? null : at;
                }}
              />
            </RichBoundary>
          )}
          {isPreviewing && <Preview source={value} math={math} pictures={pictures} className={styles.preview ?? ''} />}
        </div>
        {/* Directly after the text, so that a key meant for the text changes nothing that will be published. */}
        <fieldset className={styles.modes} aria-label="How to write">
          {modeButton('rich', 'Rich text')}
          {modeButton('markdown', 'Markdown')}
        </fieldset>
        <TextLength value={value} />
      </div>
    </Input.Wrapper>
  );
}

interface RichBoundaryProps {
  readonly onCrash: () => void;
  readonly children: ReactNode;
}

/** Reports a crash of the rich text editor and removes it. The text is safe: the form holds it as Markdown. */
class RichBoundary extends Component<RichBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('The rich text editor has failed', error, info.componentStack);
    this.props.onCrash();
  }

  override render() {
    return this.state.hasCrashed ? null : this.props.children;
  }
}

type RichPart =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly RichText: ComponentType<RichTextProps> };

/** Loads the rich text editor when it is first needed. Writing is possible without it. */
function useRichPart(isWanted: boolean): { readonly part: RichPart; readonly retry: () => void } {
  const [part, setPart] = useState<RichPart>({ status: 'waiting' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (!isWanted || part.status === 'ready') return;
    let isWaited = true;
    import('../rich-text/rich-text.tsx')
      .then(({ RichText }) => {
        if (isWaited) setPart({ status: 'ready', RichText });
      })
      .catch((error: unknown) => {
        console.warn('The rich text editor could not be loaded', error);
        if (isWaited) setPart({ status: 'failed' });
      });
    return () => {
      isWaited = false;
    };
  }, [isWanted, attempt, part.status === 'ready']);

  const retry = useCallback(() => {
    setPart({ status: 'waiting' });
    setAttempt((count) => count + 1);
  }, []);
  return { part, retry };
}

interface PreviewProps {
  readonly source: string;
  /** Whether the text has formulas. */
  readonly math: boolean;
  /** The pictures of the text. Uploads may finish while the preview is shown. */
  readonly pictures: Pick<Pictures, 'queue' | 'kept'>;
  readonly className: string;
}

/** The preview: the text as readers will see it. */
function Preview({ source, math, pictures: { queue, kept }, className }: PreviewProps) {
  useSyncExternalStore(queue.subscribe, queue.all);
  const settled = useDeferredValue(kept(source));
  return (
    <section className={className} aria-label="Preview of the content" dir="auto">
      {settled.trim() === '' ? (
        <p>Nothing to preview yet.</p>
      ) : (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <LazyArticle source={settled} math={math} />
        </Suspense>
      )}
    </section>
  );
}
