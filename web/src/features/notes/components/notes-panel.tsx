import { counted } from '@inkwell/shared/format';
import type { Note } from '@inkwell/shared/notes';
import { plainText } from '@inkwell/shared/plain-text';
import { type Quote, quoteFinder } from '@inkwell/shared/quotes';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { failureText } from '../../../lib/failure.ts';
import { useViewer } from '../../../lib/session.tsx';
import { useWriteNote } from '../api/changes.ts';
import { noteQueries } from '../api/queries.ts';
import { editedElement, quotedRanges, selectedQuote, showPassage } from '../passages.ts';
import { NoteForm } from './note-form.tsx';
import { NoteThread } from './note-thread.tsx';
import styles from './notes-panel.module.css';

/** As styles name it. */
const NAME = 'notes';

/** Text that is drawn anew within this time is looked through once. */
const PAUSE_MS = 200;

/** Marks passages in rich text, without changing the text: browsers that cannot (before 2025) show them in the list alone. */
function useMarkedPassages(quotes: readonly Quote[]): void {
  useEffect(() => {
    if (quotes.length === 0 || typeof Highlight === 'undefined') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () => {
      const element = editedElement();
      const isRich = element && !(element instanceof HTMLTextAreaElement);
      CSS.highlights.set(NAME, new Highlight(...(isRich ? quotedRanges(element, quotes) : [])));
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(mark, PAUSE_MS);
    };
    soon();
    // Rich text loads late, is replaced by the other mode, and is drawn anew while somebody types.
    const observer = new MutationObserver(soon);
    observer.observe(editedElement()?.closest('form') ?? document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      CSS.highlights.delete(NAME);
    };
  }, [quotes]);
}

interface NotesPanelProps {
  readonly postId: string;
  /** The text as it stands in the editor, in Markdown. */
  readonly content: string;
  /** Selects a range of a text area and scrolls to it. */
  readonly reveal: (area: HTMLTextAreaElement, start: number, end: number) => void;
}

/** Whether a text has a passage. Rich text and Markdown are both asked, because quotes come from either. */
function useIsGone(content: string): (quote: Quote) => boolean {
  const later = useDeferredValue(content);
  return useMemo(() => {
    const [inSource, inWords] = [quoteFinder(later), quoteFinder(plainText(later))];
    return (quote) => inWords(quote) === null && inSource(quote) === null;
  }, [later]);
}

/** Notes on a post beside its text, for staff and the post's authors. */
export function NotesPanel({ postId, content, reveal }: NotesPanelProps) {
  const viewer = useViewer();
  const query = useQuery(noteQueries.ofPost(postId));
  const write = useWriteNote(postId);
  const isGone = useIsGone(content);
  const [quote, setQuote] = useState<Quote | null>(null);
  const [hint, setHint] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  const notes = query.data;
  const { open, resolved, quotes } = useMemo(() => {
    const first = (notes ?? []).filter(({ parentId }) => parentId === null);
    const left = first.filter(({ resolvedAt }) => resolvedAt === null);
    const marked = left.flatMap((note) => note.quote ?? []);
    return { open: left, resolved: first.filter(({ resolvedAt }) => resolvedAt !== null), quotes: marked };
  }, [notes]);
  useMarkedPassages(quotes);
  if (!viewer) return null;

  const choose = () => {
    const chosen = selectedQuote();
    setQuote(chosen);
    setHint(chosen ? '' : 'Select words in the text first.');
  };
  const onShow = (wanted: Quote) =>
    setHint(showPassage(wanted, reveal) ? '' : 'This view does not show the passage. Switch to rich text.');
  const onGone = () => heading.current?.focus();
  const thread = (note: Note) => (
    <NoteThread
      key={note.id}
      {...{ postId, note, viewer, onShow, onGone }}
      isGone={note.quote !== null && isGone(note.quote)}
      answers={(notes ?? []).filter(({ parentId }) => parentId === note.id)}
    />
  );
  return (
    <section className={styles.panel} aria-labelledby={`notes-of-${postId}`}>
      <h2 id={`notes-of-${postId}`} ref={heading} tabIndex={-1}>
        Notes
      </h2>
      <p className={styles.by} role="status">
        {notes && (open.length === 0 ? 'No open notes' : counted(open.length, 'open note', 'open notes'))}
        {query.isPending && 'Loading notes...'}
      </p>
      {query.isError && (
        <p role="alert" className={styles.by}>
          The notes could not be {notes ? 'brought up to date' : 'loaded'}. {failureText(query.error)}{' '}
          <Button size="small" variant="quiet" isPending={query.isFetching} onClick={() => void query.refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {open.length > 0 && <ul className={styles.threads}>{open.map(thread)}</ul>}
      {quote && (
        <p className={styles.chosen}>
          On <q dir="auto">{quote.text}</q>{' '}
          <Button size="small" variant="quiet" onClick={() => setQuote(null)}>
            Add a Note on the Whole Post
          </Button>
        </p>
      )}
      <NoteForm
        place={`note:${postId}`}
        label={quote ? 'Note on the passage' : 'Note on the whole post'}
        submitLabel="Add Note"
        isPending={write.isPending}
        onSubmit={(text, attempt) =>
          write.mutate({ body: { text, quote }, attempt }, { onSuccess: () => setQuote(null) })
        }
      />
      {/* A click must not take the selection with the focus. */}
      <Button size="small" variant="quiet" onMouseDown={(event) => event.preventDefault()} onClick={choose}>
        Note on the Selected Words
      </Button>
      <p className={styles.by} role="status">
        {hint}
      </p>
      {resolved.length > 0 && (
        <details className={styles.resolved}>
          <summary>{counted(resolved.length, 'resolved note', 'resolved notes')}</summary>
          <ul className={styles.threads}>{resolved.map(thread)}</ul>
        </details>
      )}
    </section>
  );
}
